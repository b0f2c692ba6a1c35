import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { lockEarning } from '../earnings/reversal.ts'
import { mail } from '../../site/mail/outbox.ts'
import { amountIn } from '../../site/mail/token-amount.ts'
import { refundRemovedItemJob } from './jobs.ts'
import { returnPart } from './partial-return.ts'
import { isAlongSql } from './granting-along.ts'
import { revokeOne, revokePurchases } from './reversal.ts'

// An item that is hidden for good goes back: its buyers get what they paid, from the creator's earnings and the site's fee.

const batchMax = 100

interface Sold {
  purchaseId: string
  chargeId: string
  accountId: string
}

/** Refunds every purchase of an item that is hidden, or of a message that staff deleted or whose file is blocked. Cut short, it goes on with those that are left. */
export async function refundItem(ctx: Context, itemId: string): Promise<void> {
  for (;;) {
    const sold = await rows(
      ctx.db,
      sql<Sold>`SELECT u.id AS "purchaseId", u.charge_id AS "chargeId", u.account_id AS "accountId" FROM purchases u
        WHERE u.object_id = ${itemId} AND u.revoked_at IS NULL AND (
          EXISTS (SELECT FROM items i WHERE i.id = u.object_id AND i.status IN ('hidden', 'removed'))
          OR EXISTS (SELECT FROM message_files x JOIN files f ON f.id = x.file_id WHERE x.message_id = u.object_id AND f.status = 'blocked')
          OR EXISTS (SELECT FROM report_cases d WHERE d.target_type = 'message' AND d.target_id = u.object_id AND d.action = 'delete_message'
            AND d.appeal_outcome IS DISTINCT FROM 'reversed'))
        ORDER BY u.id LIMIT ${batchMax}`,
    )
    for (const purchase of sold) await ctx.transaction((tx) => refund(tx, purchase))
    if (sold.length < batchMax) return
  }
}

async function refund(tx: Context, { purchaseId, chargeId, accountId }: Sold): Promise<void> {
  const bought = await row(
    tx.db,
    sql<{
      tokens: bigint
      status: string | null
      email: string | null
      name: string
      locale: string | null
      title: string
      isAlong: boolean
    }>`
      SELECT coalesce(c.tokens - c.tokens_returned, 0) AS tokens, c.status, a.email, a.name, a.locale, coalesce(i.title, '') AS title, coalesce(${sql.raw(isAlongSql('u', 'c'))}, false) AS "isAlong"
      FROM purchases u JOIN accounts a ON a.id = u.account_id LEFT JOIN items i ON i.id = u.object_id LEFT JOIN charges c ON c.id = u.charge_id
      WHERE u.id = ${purchaseId} AND u.revoked_at IS NULL FOR UPDATE OF u`,
  )
  if (!bought) return
  // What was paid was for something else, which stays theirs.
  if (bought.isAlong) return revokeOne(tx, accountId, purchaseId)
  await revokePurchases(tx, accountId, [chargeId])
  const earned = await lockEarning(tx, chargeId)
  // Of a disputed payment the bank decides.
  if (!earned || bought.status === 'disputed' || earned.held > 0n || bought.tokens === 0n) return
  await returnPart(tx, { chargeId, userId: accountId, net: earned.net, fee: earned.fee })
  if (bought.email)
    await mail(tx, {
      to: bought.email,
      kind: 'item_refunded',
      locale: bought.locale,
      values: { name: bought.name, title: bought.title, amount: amountIn(tx, bought, bought.tokens) },
    })
}

/** The buyers of messages with one of these blocked files get their tokens back. */
export const enqueueMessageRefunds = (tx: Context, fileIds: readonly string[]) =>
  sql`SELECT enqueue_job(${refundRemovedItemJob.name}, json_build_object('itemId', m.id, 'kind', 'message'), NULL, NULL,
      ${refundRemovedItemJob.attemptsMax}, 'refund-item:' || m.id)
    FROM (SELECT DISTINCT x.message_id AS id FROM message_files x JOIN purchases p ON p.object_id = x.message_id AND p.revoked_at IS NULL
      WHERE x.file_id = ANY(${[...fileIds]}::uuid[])) m`.execute(tx.db)
