import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { escrow, pending, post } from '../ledger/post.ts'
import { lockEarning } from './reversal.ts'

/**
 * Gives a performer what a charge earned and was in escrow; it is released when its hold is over, like other earnings. False while part of
 * it is held for a dispute: it is captured once the bank has decided.
 */
export async function captureEarning(tx: Context, chargeId: string): Promise<boolean> {
  const earned = await lockEarning(tx, chargeId)
  if (earned?.status !== 'escrow') return true
  if (earned.held > 0n) return false
  if (earned.net > 0n)
    await post(tx, {
      key: `capture:${chargeId}`,
      reason: 'capture',
      moves: [{ from: escrow(chargeId), to: pending(earned.performerId), amount: earned.net }],
    })
  await sql`UPDATE earnings SET status = 'pending' WHERE id = ${chargeId}`.execute(tx.db)
  return true
}
