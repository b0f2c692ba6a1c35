import type { Context } from '../../../platform/context.ts'
import { payoutsWithDestination, reencryptDestination } from '../payouts/destination.ts'
import * as store from './stored-details.ts'

const batch = 50
const first = '00000000-0000-0000-0000-000000000000'

/** Payout details, and accounts of payouts, that were encrypted with a secret from before are encrypted with the present one. May be cut short and run again. */
export async function reencryptPayoutDetails(ctx: Context): Promise<{ reencrypted: number; lost: number }> {
  const counts = { reencrypted: 0, lost: 0 }
  for (let after = first; ; ) {
    const ids = await store.idsAfter(ctx, after, batch)
    for (const id of ids)
      for (const kind of ['bank', 'gateways'] as const) {
        const changed = await ctx
          .transaction((tx) => store.reencrypt(tx, id, kind))
          .catch((error: unknown) => {
            ctx.log.warn({ err: error, performerId: id, kind }, 'payout details could not be opened')
            counts.lost += 1
            return false
          })
        if (changed) counts.reencrypted += 1
      }
    if (ids.length < batch) break
    after = ids.at(-1)!
  }
  for (let after = first; ; ) {
    const ids = await payoutsWithDestination(ctx, after, batch)
    for (const id of ids) {
      const changed = await ctx
        .transaction((tx) => reencryptDestination(tx, id))
        .catch((error: unknown) => {
          ctx.log.warn({ err: error, payoutId: id }, 'the account of a payout could not be opened')
          counts.lost += 1
          return false
        })
      if (changed) counts.reencrypted += 1
    }
    if (ids.length < batch) return counts
    after = ids.at(-1)!
  }
}
