import type { Context } from '../../platform/context.ts'
import { row, rows, sql, sqlState } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, assert } from '../../platform/refusal.ts'

/** A place where money lies. Amounts are hundredths of a token (TOK) or minor units of a currency. */
export interface Account {
  kind:
    | 'fan_wallet'
    | 'performer_pending'
    | 'performer_available'
    | 'performer_in_payout'
    | 'platform_fees'
    | 'gateway_clearing'
    | 'token_float'
  owner: string | null
  currency: string
}
export const wallet = (accountId: string): Account => ({ kind: 'fan_wallet', owner: accountId, currency: 'TOK' })
export const pending = (performerId: string): Account => ({
  kind: 'performer_pending',
  owner: performerId,
  currency: 'TOK',
})
export const available = (performerId: string): Account => ({
  kind: 'performer_available',
  owner: performerId,
  currency: 'TOK',
})
export const fees = (): Account => ({ kind: 'platform_fees', owner: null, currency: 'TOK' })
/** Between us and the gateways: tokens are minted from its TOK side while money arrives through its currency side. */
export const clearing = (currency: string): Account => ({ kind: 'gateway_clearing', owner: null, currency })
/** Money that stands behind the tokens in circulation. */
export const tokenFloat = (currency: string): Account => ({ kind: 'token_float', owner: null, currency })

export interface Move {
  from: Account
  to: Account
  amount: bigint
}
export type Reason =
  | 'top_up'
  | 'refund'
  | 'dispute'
  | 'dispute_won'
  | 'adjustment'
  | 'bonus'
  | 'payout_request'
  | 'payout_paid'
  | 'payout_cancelled'
export interface Posting {
  /** Unique for ever. */
  key: string
  reason: Reason
  actorId?: string
  reverses?: string
  detail?: Record<string, unknown>
  moves: Move[]
}

/** Posts one transaction in the caller's own. Moves of nothing are left out. Returns its id. */
export async function post(tx: Context, posting: Posting): Promise<string> {
  assert(tx.inTransaction, 'money moves in the transaction of its cause')
  const id = newId()
  const moves = posting.moves.filter((move) => move.amount > 0n)
  const column = (side: 'from' | 'to', field: keyof Account) => moves.map((move) => move[side][field])
  const accounts = (side: 'from' | 'to') => sql`ARRAY(SELECT ledger_account(a.kind, a.owner, a.currency)
    FROM unnest(${column(side, 'kind')}::text[], ${column(side, 'owner')}::uuid[], ${column(side, 'currency')}::text[])
      WITH ORDINALITY AS a(kind, owner, currency, line) ORDER BY a.line)`
  await asRefusal(
    sql`SELECT ledger_post(${id}, ${posting.key}, ${posting.reason}, ${posting.actorId ?? null}, ${posting.reverses ?? null},
      ${JSON.stringify(posting.detail ?? {})}::jsonb, ${accounts('from')}, ${accounts('to')},
      ${moves.map((move) => String(move.amount))}::bigint[])`.execute(tx.db),
  )
  return id
}

/** Posts the opposite of an earlier transaction, once. Returns false where there is nothing to take back. */
export async function postReversal(
  tx: Context,
  of: string,
  posting: Omit<Posting, 'moves' | 'reverses'>,
): Promise<boolean> {
  const entries = await rows(
    tx.db,
    sql<{ id: string; kind: Account['kind']; owner: string | null; currency: string; amount: bigint }>`
      SELECT t.id, a.kind, a.owner_id AS owner, a.currency, e.amount FROM ledger_transactions t
      JOIN ledger_entries e ON e.transaction_id = t.id JOIN ledger_accounts a ON a.id = e.account_id WHERE t.key = ${of} ORDER BY e.line`,
  )
  const first = entries[0]
  if (!first) return false
  // Whatever is reversed here went to or came from the gateway, so the other end of each move is known.
  const moves = entries
    .filter((entry) => entry.kind !== 'gateway_clearing')
    .map(({ kind, owner, currency, amount }): Move => {
      const end = { kind, owner, currency }
      return amount < 0n
        ? { from: clearing(currency), to: end, amount: -amount }
        : { from: end, to: clearing(currency), amount }
    })
  await post(tx, { ...posting, reverses: first.id, moves })
  return true
}

export async function balanceOf(ctx: Context, { kind, owner, currency }: Account): Promise<bigint> {
  return (await row(
    ctx.db,
    sql<{ balance: bigint }>`SELECT ledger_balance_of(${kind}, ${owner}::uuid, ${currency}) AS balance`,
  ))!.balance
}
/** What an account may spend, in hundredths of a token. */
export const walletBalance = (ctx: Context, accountId: string): Promise<bigint> => balanceOf(ctx, wallet(accountId))

/** Turns the ledger's own refusals into ours: the missing amount is told in tokens. */
export async function asRefusal<T>(posting: Promise<T>): Promise<T> {
  try {
    return await posting
  } catch (error) {
    if (sqlState(error) === 'FL402')
      throw new Refusal('INSUFFICIENT_BALANCE', { missing: Number((error as { detail?: string }).detail) / 100 })
    if (sqlState(error) === 'FL424')
      throw new Refusal('PAYOUT_BLOCKED', { blocker: (error as { detail?: string }).detail })
    if (sqlState(error) === 'FL423') throw new Refusal('PAYOUTS_FROZEN')
    throw error
  }
}
