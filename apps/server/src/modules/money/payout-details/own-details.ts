import type { Context } from '../../../platform/context.ts'
import * as store from './stored-details.ts'

/** Payout details as their owner may have them: all that was typed, but for keys, which let others move money. */
export function ownPayoutDetails(
  ctx: Context,
  performerId: string,
  kind: keyof store.Kinds,
  encrypted: Buffer,
): Record<string, unknown> {
  if (kind === 'bank') return { ...store.decryptDetails(ctx, performerId, kind, encrypted) }
  const { stripe, ...rest } = store.decryptDetails(ctx, performerId, kind, encrypted)
  return { ...rest, stripe: stripe && { accountId: stripe.accountId } }
}
