import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { row, rows, sql } from '../../platform/db.ts'
import { addressee } from '../accounts/performers.ts'
import { returnPart } from '../charges/partial-return.ts'
import { revokePurchases } from '../charges/reversal.ts'
import { lockEarning } from '../earnings/reversal.ts'
import { mail } from '../mail/outbox.ts'

const batchMax = 100

/**
 * Returns what everybody paid for an item that staff removed: the creator's part from the creator, the fee from the site. What was
 * disputed is settled with the bank and not returned here. Run again, it goes on where it was.
 */
export async function refundItem(ctx: Context, itemId: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const bought = await rows(
      ctx.db,
      sql<{ id: string; chargeId: string }>`SELECT p.id, p.charge_id AS "chargeId" FROM purchases p
        WHERE p.object_id = ${itemId} AND p.revoked_at IS NULL AND p.id > ${after} ORDER BY p.id LIMIT ${batchMax}`,
    )
    for (const { chargeId } of bought) await ctx.transaction((tx) => refundCharge(tx, chargeId))
    if (bought.length < batchMax) return
    after = bought.at(-1)!.id
  }
}

async function refundCharge(tx: Context, chargeId: string): Promise<void> {
  const charge = await row(
    tx.db,
    sql<{ userId: string; status: string; title: string }>`SELECT c.user_id AS "userId", c.status,
        coalesce((SELECT i.title FROM items i WHERE i.id = c.target_id), '') AS title
      FROM charges c WHERE c.id = ${chargeId} FOR UPDATE`,
  )
  if (!charge || charge.status === 'disputed' || charge.status === 'refunded') return
  const earned = await lockEarning(tx, chargeId)
  if (!earned || earned.held > 0n) return
  await returnPart(tx, { chargeId, userId: charge.userId, net: earned.net, fee: earned.fee })
  await revokePurchases(tx, charge.userId, [chargeId])
  const to = await addressee(tx, charge.userId)
  const amount = String(fromHundredths(earned.net + earned.fee))
  if (to.email)
    await mail(tx, {
      to: to.email,
      kind: 'purchase_refunded',
      locale: to.locale,
      values: { name: to.name, title: charge.title, amount },
    })
}
