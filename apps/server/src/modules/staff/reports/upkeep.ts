import type { Context } from '../../../platform/context.ts'
import * as store from './store.ts'

// What time does to cases, and what remains of them when an account is closed.

const batchMax = 200
/** How long a decided case is stored. */
const retentionDays = 365

/** How long the address that a visitor left is stored after a case is dismissed or closed: the outcome is emailed to it. */
const addressDays = 30

/** Closes cases that can no longer be appealed, and deletes those that were decided a year ago; a scheduled job. */
export async function closeAndDeleteCases(ctx: Context): Promise<void> {
  for (;;) {
    const closed = await ctx.transaction(async (tx) => {
      const ids = await store.closeOld(tx, batchMax)
      await store.releaseFilesOf(tx, ids)
      await store.deleteAddressesOf(tx, ids)
      return ids.length
    })
    if (closed < batchMax) break
  }
  while ((await store.deleteOldAddresses(ctx, addressDays, batchMax)) === batchMax);
  while ((await store.deleteOld(ctx, retentionDays, batchMax)) === batchMax);
}

/** Reports remain without a name when their sender's account is closed, and so do cases about what it published. */
export const eraseNames = store.eraseNames
