import type { Context } from '../../platform/context.ts'
import { type Db, rows, sql } from '../../platform/db.ts'
import { freezeForViolations } from './freeze.ts'

export interface LedgerViolation {
  rule: string
  subject: string
  detail: string
}

type Finding = { subject: string; detail: string }

// Each rule is one statement, so it sees one moment of the database however much is being posted meanwhile.
const rules: Record<string, (db: Db) => Promise<Finding[]>> = {
  'every transaction adds up to zero in each currency': (db) =>
    rows(
      db,
      sql<Finding>`SELECT transaction_id::text AS subject, currency || ' ' || sum(amount) AS detail FROM ledger_entries
      GROUP BY transaction_id, currency HAVING sum(amount) <> 0 LIMIT 100`,
    ),
  'every transaction has entries': (db) =>
    rows(
      db,
      sql<Finding>`SELECT t.id::text AS subject, t.key AS detail FROM ledger_transactions t
      WHERE NOT EXISTS (SELECT FROM ledger_entries e WHERE e.transaction_id = t.id) LIMIT 100`,
    ),
  'every entry belongs to a transaction': (db) =>
    rows(
      db,
      sql<Finding>`SELECT e.transaction_id::text AS subject, 'line ' || e.line AS detail FROM ledger_entries e
      WHERE NOT EXISTS (SELECT FROM ledger_transactions t WHERE t.id = e.transaction_id) LIMIT 100`,
    ),
  'every charge and earning belongs to a transaction': (db) =>
    rows(
      db,
      sql<Finding>`SELECT coalesce(c.id, n.id)::text AS subject, concat_ws(' ', 'charge', c.id, 'earning', n.id) AS detail
      FROM charges c FULL JOIN earnings n ON n.id = c.id LEFT JOIN ledger_transactions t ON t.id = c.id
      WHERE c.id IS NULL OR n.id IS NULL OR t.id IS NULL LIMIT 100`,
    ),
  'a balance is the sum of its entries': (db) =>
    rows(
      db,
      sql<Finding>`SELECT coalesce(a.id, e.account_id, t.account_id)::text AS subject,
        concat_ws(' ', coalesce(a.kind, 'missing account'), a.balance, '+', coalesce(t.amount, 0), 'but entries', coalesce(e.amount, 0)) AS detail
      FROM ledger_accounts a
      FULL JOIN (SELECT account_id, sum(amount) AS amount FROM ledger_entries GROUP BY 1) e ON e.account_id = a.id
      FULL JOIN (SELECT account_id, sum(amount) AS amount FROM ledger_tail GROUP BY 1) t ON t.account_id = coalesce(a.id, e.account_id)
      WHERE a.id IS NULL OR a.balance + coalesce(t.amount, 0) <> coalesce(e.amount, 0) LIMIT 100`,
    ),
  'nobody is below zero': (db) =>
    rows(
      db,
      sql<Finding>`SELECT id::text AS subject, kind || ' ' || ledger_balance(id) AS detail FROM ledger_accounts
      WHERE NOT may_be_negative AND balance + coalesce((SELECT sum(amount) FROM ledger_tail t WHERE t.account_id = ledger_accounts.id), 0) < 0 LIMIT 100`,
    ),
  'the hash chain holds': (db) =>
    rows(
      db,
      sql<Finding>`SELECT coalesce(transaction_id::text, sequence::text) AS subject, problem AS detail FROM ledger_chain_breaks() LIMIT 100`,
    ),
  'every charge is what was posted for it': (db) =>
    rows(
      db,
      sql<Finding>`SELECT c.id::text AS subject, concat_ws(' ', 'charged', c.tokens, 'posted', e.paid, 'earned', n.gross) AS detail
      FROM charges c JOIN ledger_transactions t ON t.id = c.transaction_id LEFT JOIN earnings n ON n.id = c.id
      LEFT JOIN LATERAL (SELECT -sum(amount) AS paid FROM ledger_entries WHERE transaction_id = c.transaction_id AND currency = 'TOK' AND amount < 0) e ON true
      WHERE e.paid IS DISTINCT FROM c.tokens OR n.gross IS DISTINCT FROM c.tokens OR t.key <> 'charge:' || c.user_id || ':' || c.key LIMIT 100`,
    ),
  'what waits for its release is what performers have pending': (db) =>
    rows(
      db,
      sql<Finding>`SELECT coalesce(a.owner_id, e.performer_id)::text AS subject,
        concat_ws(' ', 'account', coalesce(a.present, 0), 'earnings', coalesce(e.net, 0)) AS detail
      FROM (SELECT owner_id, ledger_balance(id) AS present FROM ledger_accounts WHERE kind = 'performer_pending') a
      FULL JOIN (SELECT performer_id, sum(net) AS net FROM earnings WHERE status = 'pending' GROUP BY 1) e ON e.performer_id = a.owner_id
      WHERE coalesce(a.present, 0) <> coalesce(e.net, 0) LIMIT 100`,
    ),
}

/** Proves every number from its entries. Empty when the books are right. */
export async function checkLedger(ctx: Context): Promise<LedgerViolation[]> {
  const found: LedgerViolation[] = []
  for (const [rule, look] of Object.entries(rules)) {
    for (const finding of await look(ctx.db)) found.push({ rule, ...finding })
  }
  return found
}

/** The hourly check: at any difference payouts freeze by themselves, and the operators are told. */
export async function watchLedger(ctx: Context): Promise<void> {
  const violations = await checkLedger(ctx)
  if (violations.length === 0) return
  ctx.log.fatal({ violations: violations.slice(0, 20), count: violations.length }, 'the ledger does not add up')
  await freezeForViolations(ctx, {
    count: violations.length,
    rules: [...new Set(violations.map((one) => one.rule))],
  })
}
