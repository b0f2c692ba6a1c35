import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { assert } from '../../platform/refusal.ts'
import { lockEarning, markReversed, restoreEarning } from '../earnings/reversal.ts'
import { available, balanceOf, clearing, fees, type Move, pending } from '../ledger/post.ts'

/**
 * Marks the charge with this posting key as refunded or disputed. Its earning is reversed while the performer still has it, and the fee as
 * far as it is still there: the caller posts the moves that this returns.
 */
export async function reverseCharge(tx: Context, key: string, reason: 'refund' | 'dispute'): Promise<Move[]> {
  const chargeId = await chargeIdOf(tx, key)
  const earned = chargeId && (await lockEarning(tx, chargeId))
  if (!earned) return []
  await setStatus(tx, chargeId, reason === 'refund' ? 'refunded' : 'disputed')
  if (earned.status !== 'pending' && earned.status !== 'available') return []
  const from = earned.status === 'pending' ? pending(earned.performerId) : available(earned.performerId)
  assert((await balanceOf(tx, from)) >= earned.net, 'an earning lies in its account until it is paid out')
  const feesNow = await balanceOf(tx, fees())
  await markReversed(tx, chargeId)
  return [
    { from, to: clearing('TOK'), amount: earned.net },
    { from: fees(), to: clearing('TOK'), amount: feesNow < earned.fee ? feesNow : earned.fee },
  ]
}

/** Makes a charge count again after a won dispute; `reversalKey` is the key of the posting that reversed it. */
export async function restoreCharge(tx: Context, key: string, reversalKey: string): Promise<void> {
  const chargeId = await chargeIdOf(tx, key)
  if (!chargeId) return
  await restoreEarning(tx, chargeId, reversalKey)
  await setStatus(tx, chargeId, 'succeeded')
}

const chargeIdOf = async (tx: Context, key: string): Promise<string | undefined> =>
  (await row(tx.db, sql<{ id: string }>`SELECT id FROM ledger_transactions WHERE key = ${key}`))?.id

const setStatus = (tx: Context, chargeId: string, status: 'succeeded' | 'refunded' | 'disputed') =>
  sql`UPDATE charges SET status = ${status}, updated_at = app_now() WHERE id = ${chargeId}`.execute(tx.db)
