import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lift, suspend, suspensionOf } from './store.ts'

// Staff may keep a creator from going live while the rest of their page stays as it is.

/** Refused with the reason of staff, and until when, where this creator is kept from going live. */
export async function requireMayGoLive(ctx: Context, performerId: string): Promise<void> {
  const found = await suspensionOf(ctx, performerId)
  if (found) refuse('LIVE_SUSPENDED', { reason: found.reason, until: found.until?.toISOString() ?? null })
}

export { lift as liftLiveSuspension, suspend as suspendGoingLive }
