import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'

/** What the charge with this id earned, locked. */
export const lockEarning = (tx: Context, chargeId: string) =>
  row(
    tx.db,
    sql<{
      status: string
      performerId: string
      fee: bigint
      net: bigint
    }>`SELECT status, performer_id AS "performerId", fee, net
      FROM earnings WHERE id = ${chargeId} FOR UPDATE`,
  )

export const markReversed = (tx: Context, chargeId: string) =>
  sql`UPDATE earnings SET status = 'reversed' WHERE id = ${chargeId}`.execute(tx.db)

/** A reversed earning goes back to the account that the posting with this key took it from. */
export const restoreEarning = (tx: Context, chargeId: string, reversalKey: string) =>
  sql`UPDATE earnings SET status = CASE WHEN EXISTS (SELECT FROM ledger_transactions t JOIN ledger_entries n ON n.transaction_id = t.id
      JOIN ledger_accounts a ON a.id = n.account_id WHERE t.key = ${reversalKey} AND a.kind = 'performer_available') THEN 'available' ELSE 'pending' END
    WHERE status = 'reversed' AND id = ${chargeId}`.execute(tx.db)
