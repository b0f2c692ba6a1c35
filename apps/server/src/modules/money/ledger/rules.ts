import { type Db, row, rows, sql } from '../../../platform/db/db.ts'

export interface Finding {
  subject: string
  detail: string
}
type Find = (db: Db, after: string, upTo: string) => Promise<Finding[]>
interface Rules {
  /** The last key of the next batch after this one; undefined where fewer are left than fill a batch. */
  nextEnd: (db: Db, after: string, size: number) => Promise<string | undefined>
  first: string
  last: string
  rules: Record<string, Find>
}

const anyId = { first: '00000000-0000-0000-0000-000000000000', last: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const anyNumber = { first: '-1', last: '9223372036854775807' }
const end = async (found: Promise<{ end: string } | undefined>) => (await found)?.end
const find = rows<Finding>

// Each rule is one statement over the keys after one and up to another. A statement sees one moment of the database, so a rule holds
// however much is posted meanwhile, and no statement's time grows with the whole ledger.

const byTransaction: Rules = {
  ...anyId,
  nextEnd: (db, after, size) =>
    end(
      row(
        db,
        sql<{
          end: string
        }>`SELECT id AS end FROM ledger_transactions WHERE id > ${after}::uuid ORDER BY id OFFSET ${size - 1}::int LIMIT 1`,
      ),
    ),
  rules: {
    'every transaction adds up to zero in each currency': (db, after, upTo) =>
      find(
        db,
        sql`SELECT transaction_id::text AS subject, currency || ' ' || sum(amount) AS detail FROM ledger_entries
          WHERE transaction_id > ${after}::uuid AND transaction_id <= ${upTo}::uuid
          GROUP BY transaction_id, currency HAVING sum(amount) <> 0 LIMIT 100`,
      ),
    'every transaction has entries': (db, after, upTo) =>
      find(
        db,
        sql`SELECT t.id::text AS subject, t.key AS detail FROM ledger_transactions t
          WHERE t.id > ${after}::uuid AND t.id <= ${upTo}::uuid
            AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.transaction_id = t.id) LIMIT 100`,
      ),
    'every entry belongs to a transaction': (db, after, upTo) =>
      find(
        db,
        sql`SELECT e.transaction_id::text AS subject, 'line ' || e.line AS detail FROM ledger_entries e
          WHERE e.transaction_id > ${after}::uuid AND e.transaction_id <= ${upTo}::uuid
            AND NOT EXISTS (SELECT FROM ledger_transactions t WHERE t.id = e.transaction_id) LIMIT 100`,
      ),
    'every entry belongs to an account': (db, after, upTo) =>
      find(
        db,
        sql`SELECT e.transaction_id::text AS subject, 'missing account ' || e.account_id AS detail FROM ledger_entries e
          WHERE e.transaction_id > ${after}::uuid AND e.transaction_id <= ${upTo}::uuid
            AND NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.id = e.account_id) LIMIT 100`,
      ),
    'every reversal is the opposite of what it reverses': (db, after, upTo) =>
      find(
        db,
        sql`SELECT t.id::text AS subject, 'account ' || e.account_id || ' keeps ' || sum(e.amount) AS detail FROM ledger_transactions t
          JOIN ledger_entries e ON e.transaction_id IN (t.id, t.reverses)
          WHERE t.id > ${after}::uuid AND t.id <= ${upTo}::uuid AND t.reverses IS NOT NULL AND t.reason <> 'refund'
          GROUP BY t.id, e.account_id HAVING sum(e.amount) <> 0 LIMIT 100`,
      ),
    'every charge and earning belongs to a transaction': (db, after, upTo) =>
      find(
        db,
        sql`SELECT coalesce(c.id, n.id)::text AS subject, concat_ws(' ', 'charge', c.id, 'earning', n.id) AS detail
          FROM (SELECT id FROM charges WHERE id > ${after}::uuid AND id <= ${upTo}::uuid) c
          FULL JOIN (SELECT id FROM earnings WHERE id > ${after}::uuid AND id <= ${upTo}::uuid) n ON n.id = c.id
          LEFT JOIN ledger_transactions t ON t.id = c.id WHERE c.id IS NULL OR n.id IS NULL OR t.id IS NULL LIMIT 100`,
      ),
    'every charge is what was posted for it': (db, after, upTo) =>
      find(
        db,
        sql`SELECT c.id::text AS subject, concat_ws(' ', 'charged', c.tokens, 'posted', e.paid, 'earned', n.gross) AS detail
          FROM charges c JOIN ledger_transactions t ON t.id = c.transaction_id LEFT JOIN earnings n ON n.id = c.id
          LEFT JOIN LATERAL (SELECT -sum(amount) AS paid FROM ledger_entries
            WHERE transaction_id = c.transaction_id AND currency = 'TOK' AND amount < 0) e ON true
          WHERE c.id > ${after}::uuid AND c.id <= ${upTo}::uuid AND (e.paid IS DISTINCT FROM c.tokens
            OR n.gross IS DISTINCT FROM c.tokens OR t.key <> 'charge:' || c.user_id || ':' || c.key) LIMIT 100`,
      ),
    'what is in escrow is what its earning says': (db, after, upTo) =>
      find(
        db,
        sql`SELECT coalesce(a.owner_id, e.id)::text AS subject,
            concat_ws(' ', 'account', coalesce(a.present, 0), 'earning', coalesce(e.net, 0)) AS detail
          FROM (SELECT owner_id, ledger_balance(id) AS present FROM ledger_accounts
            WHERE kind = 'escrow' AND owner_id > ${after}::uuid AND owner_id <= ${upTo}::uuid) a
          FULL JOIN (SELECT id, net - returned - held AS net FROM earnings
            WHERE status = 'escrow' AND id > ${after}::uuid AND id <= ${upTo}::uuid) e ON e.id = a.owner_id
          WHERE coalesce(a.present, 0) <> coalesce(e.net, 0) LIMIT 100`,
      ),
    'what is held of a wallet is what its hold says': (db, after, upTo) =>
      find(
        db,
        sql`SELECT coalesce(a.owner_id, h.id)::text AS subject,
            concat_ws(' ', 'account', coalesce(a.present, 0), 'hold', coalesce(h.tokens, 0)) AS detail
          FROM (SELECT owner_id, ledger_balance(id) AS present FROM ledger_accounts
            WHERE kind = 'wallet_hold' AND owner_id > ${after}::uuid AND owner_id <= ${upTo}::uuid) a
          FULL JOIN (SELECT id, tokens FROM wallet_holds
            WHERE closed_at IS NULL AND id > ${after}::uuid AND id <= ${upTo}::uuid) h ON h.id = a.owner_id
          WHERE coalesce(a.present, 0) <> coalesce(h.tokens, 0) LIMIT 100`,
      ),
    'every transaction is in the hash chain or waits for it': (db, after, upTo) =>
      find(
        db,
        sql`SELECT t.id::text AS subject, 'never chained' AS detail FROM ledger_transactions t
          WHERE t.id > ${after}::uuid AND t.id <= ${upTo}::uuid
            AND NOT EXISTS (SELECT FROM ledger_chain_links s WHERE s.transaction_id = t.id)
            AND NOT EXISTS (SELECT FROM ledger_unchained u WHERE u.transaction_id = t.id) LIMIT 100`,
      ),
  },
}

const byAccount: Rules = {
  ...anyNumber,
  nextEnd: (db, after, size) =>
    end(
      row(
        db,
        sql<{
          end: string
        }>`SELECT id::text AS end FROM ledger_accounts WHERE id > ${after}::bigint ORDER BY id OFFSET ${size - 1}::int LIMIT 1`,
      ),
    ),
  rules: {
    'a balance is the sum of its entries': (db, after, upTo) =>
      find(
        db,
        sql`SELECT coalesce(a.id, t.account_id)::text AS subject, concat_ws(' ', coalesce(a.kind, 'missing account'), a.balance, '+',
            coalesce(t.amount, 0), 'but entries', coalesce(e.amount, 0)) AS detail
          FROM (SELECT id, kind, balance FROM ledger_accounts WHERE id > ${after}::bigint AND id <= ${upTo}::bigint) a
          FULL JOIN (SELECT account_id, sum(amount) AS amount FROM ledger_tail
            WHERE account_id > ${after}::bigint AND account_id <= ${upTo}::bigint GROUP BY 1) t ON t.account_id = a.id
          LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM ledger_entries
            WHERE account_id > ${after}::bigint AND account_id <= ${upTo}::bigint GROUP BY 1) e ON e.account_id = a.id
          WHERE a.id IS NULL OR a.balance + coalesce(t.amount, 0) <> coalesce(e.amount, 0) LIMIT 100`,
      ),
    'no balance is below zero': (db, after, upTo) =>
      find(
        db,
        sql`SELECT id::text AS subject, kind || ' ' || ledger_balance(id) AS detail FROM ledger_accounts a
          WHERE id > ${after}::bigint AND id <= ${upTo}::bigint AND NOT may_be_negative
            AND balance + coalesce((SELECT sum(amount) FROM ledger_tail t WHERE t.account_id = a.id), 0) < 0 LIMIT 100`,
      ),
  },
}

const byPerformer: Rules = {
  ...anyId,
  nextEnd: (db, after, size) =>
    end(
      row(
        db,
        sql<{
          end: string
        }>`SELECT account_id AS end FROM performers WHERE account_id > ${after}::uuid ORDER BY 1 OFFSET ${size - 1}::int LIMIT 1`,
      ),
    ),
  rules: {
    'what waits for its release is what performers have pending': (db, after, upTo) =>
      find(
        db,
        sql`SELECT coalesce(a.owner_id, e.performer_id)::text AS subject,
            concat_ws(' ', 'account', coalesce(a.present, 0), 'earnings', coalesce(e.net, 0)) AS detail
          FROM (SELECT owner_id, ledger_balance(id) AS present FROM ledger_accounts
            WHERE kind = 'performer_pending' AND owner_id > ${after}::uuid AND owner_id <= ${upTo}::uuid) a
          FULL JOIN (SELECT performer_id, sum(net - returned - held) AS net FROM earnings
            WHERE status = 'pending' AND performer_id > ${after}::uuid AND performer_id <= ${upTo}::uuid GROUP BY 1) e
            ON e.performer_id = a.owner_id
          WHERE coalesce(a.present, 0) <> coalesce(e.net, 0) LIMIT 100`,
      ),
    'what is in payouts is what performers requested': (db, after, upTo) =>
      find(
        db,
        sql`SELECT coalesce(a.owner_id, p.performer_id)::text AS subject,
            concat_ws(' ', 'account', coalesce(a.present, 0), 'payouts', coalesce(p.tokens, 0)) AS detail
          FROM (SELECT owner_id, ledger_balance(id) AS present FROM ledger_accounts
            WHERE kind = 'performer_in_payout' AND owner_id > ${after}::uuid AND owner_id <= ${upTo}::uuid) a
          FULL JOIN (SELECT performer_id, sum(tokens) AS tokens FROM payouts
            WHERE status IN ('pending', 'approved') AND performer_id > ${after}::uuid AND performer_id <= ${upTo}::uuid GROUP BY 1) p
            ON p.performer_id = a.owner_id
          WHERE coalesce(a.present, 0) <> coalesce(p.tokens, 0) LIMIT 100`,
      ),
    'what is held of earnings is what performers have in reserve': (db, after, upTo) =>
      find(
        db,
        sql`SELECT coalesce(a.owner_id, e.performer_id)::text AS subject,
            concat_ws(' ', 'account', coalesce(a.present, 0), 'held', coalesce(e.held, 0)) AS detail
          FROM (SELECT owner_id, ledger_balance(id) AS present FROM ledger_accounts
            WHERE kind = 'performer_reserve' AND owner_id > ${after}::uuid AND owner_id <= ${upTo}::uuid) a
          FULL JOIN (SELECT performer_id, sum(held) AS held FROM earnings
            WHERE held > 0 AND performer_id > ${after}::uuid AND performer_id <= ${upTo}::uuid GROUP BY 1) e
            ON e.performer_id = a.owner_id
          WHERE coalesce(a.present, 0) <> coalesce(e.held, 0) LIMIT 100`,
      ),
  },
}

const byChainLink: Rules = {
  ...anyNumber,
  nextEnd: (db, after, size) =>
    end(
      row(
        db,
        sql<{ end: string }>`SELECT sequence::text AS end FROM ledger_chain_links WHERE sequence > ${after}::bigint
          ORDER BY sequence OFFSET ${size - 1}::int LIMIT 1`,
      ),
    ),
  rules: {
    'the hash chain holds': (db, after, upTo) =>
      find(
        db,
        sql`SELECT coalesce(transaction_id::text, sequence::text) AS subject, problem AS detail
        FROM ledger_chain_breaks(${after}::bigint, ${upTo}::bigint) LIMIT 100`,
      ),
  },
}

/** Every rule of the ledger, by what it is checked in batches of. */
export const ledgerRules: readonly Rules[] = [byTransaction, byAccount, byPerformer, byChainLink]
