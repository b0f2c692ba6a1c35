import { exportHoursBetween } from '@fanlight/contract/exports'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/queue.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { type Proof, type ProofFrom, requireProof } from '../accounts/proof.ts'
import { addressOf } from '../media/address.ts'
import { archiveVariant } from './archives.ts'
import * as store from './store.ts'

/** The request it comes with. */
export interface Asking {
  from: ProofFrom
  requestId: string
}
const triesMax = 5

/** One at a time, and one in a day: an archive costs far more than it does to ask for it. */
export async function ask(ctx: Context, viewer: SignedIn, { from, requestId }: Asking, proof: Proof): Promise<void> {
  await requireProof(ctx, viewer, from, proof, 'elsewhere')
  await ctx.transaction(async (tx) => {
    await store.lockAccount(tx, viewer.id)
    const last = await store.newestOf(tx, viewer.id)
    refuseIf(last !== undefined && isRunning(last), 'EXPORT_RUNNING')
    const at = mayAskAt(tx, last)
    if (at) refuse('EXPORT_TOO_SOON', { at: at.toISOString() })
    const id = await store.insert(tx, viewer.id)
    // One after another: however many ask, the site keeps the other half of its machine.
    await enqueue(tx, 'build-archive', { exportId: id }, { queue: 'archives', attemptsMax: triesMax })
    await audit(tx, viewer, requestId, { action: 'archive.asked', target: { type: 'account', id: viewer.id } })
  })
}

export const isRunning = ({ status }: store.ExportRow): boolean => status === 'waiting' || status === 'building'

/** When the next one may be asked for; null where that is now. What could not be made counts for nothing. */
export function mayAskAt(ctx: Context, last: store.ExportRow | undefined): Date | null {
  if (!last || last.status === 'failed') return null
  const at = new Date(last.askedAt.getTime() + exportHoursBetween * 3_600_000)
  return at > ctx.clock.now() ? at : null
}

/** Where the archive is, for ten minutes and for this person alone. */
export async function address(
  ctx: Context,
  viewer: SignedIn,
  { from, requestId }: Asking,
  proof: Proof,
): Promise<string> {
  await requireProof(ctx, viewer, from, proof, 'elsewhere')
  return ctx.transaction(async (tx) => {
    const ready = await store.findReady(tx, viewer.id)
    if (!ready) refuse('NOT_FOUND')
    await audit(tx, viewer, requestId, { action: 'archive.fetched', target: { type: 'account', id: viewer.id } })
    return addressOf(tx, viewer, 'data-export', { id: ready.id }, archiveVariant, 'file')
  })
}
