import type { Context } from '../../../platform/context.ts'
import { row, rows, sql, sqlState } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal, assert } from '../../../platform/refusal.ts'

/** A ledger account that holds money. Amounts are hundredths of a token (TOK) or minor units of a currency. */
export interface Account {
  kind:
    | 'fan_wallet'
    | 'wallet_hold'
    | 'performer_pending'
    | 'performer_available'
    | 'performer_reserve'
    | 'performer_in_payout'
    | 'platform_fees'
    | 'gateway_clearing'
    | 'token_float'
    | 'escrow'
    | 'debt'
  owner: string | null
  currency: string
}
export const wallet = (accountId: string): Account => ({ kind: 'fan_wallet', owner: accountId, currency: 'TOK' })
/** What of a wallet is held for one thing, such as a show; its owner is the hold. */
export const walletHold = (holdId: string): Account => ({ kind: 'wallet_hold', owner: holdId, currency: 'TOK' })
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
/** Earnings of disputed payments, until the bank decides. */
export const reserve = (performerId: string): Account => ({
  kind: 'performer_reserve',
  owner: performerId,
  currency: 'TOK',
})
/** What a charge has earned, until it is captured or goes back; its owner is the charge. */
export const escrow = (chargeId: string): Account => ({ kind: 'escrow', owner: chargeId, currency: 'TOK' })
/** Below zero by what the owner owes the site; without an owner, by what the site has laid out itself. */
export const debt = (accountId: string | null, currency = 'TOK'): Account => ({
  kind: 'debt',
  owner: accountId,
  currency,
})
export const fees = (): Account => ({ kind: 'platform_fees', owner: null, currency: 'TOK' })
/** Between us and the gateways: tokens are minted from its TOK side while money arrives through its currency side. */
export const clearing = (currency: string): Account => ({ kind: 'gateway_clearing', owner: null, currency })
/** Money that is behind the tokens in circulation. */
export const tokenFloat = (currency: string): Account => ({ kind: 'token_float', owner: null, currency })

export interface Move {
  from: Account
  to: Account
  amount: bigint
}
export type Reason =
  | 'top_up'
  | 'refund'
  | 'hold'
  | 'hold_release'
  | 'capture'
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

interface Entry extends Account {
  amount: bigint
}

/**
 * Posts the opposite of an earlier transaction, once. Returns false where there is none. An entry of the gateway has no move of its own:
 * the other entries of its currency move to and from the gateway, and add up to its opposite.
 */
export async function postReversal(
  tx: Context,
  of: string,
  posting: Omit<Posting, 'moves' | 'reverses'>,
): Promise<boolean> {
  const entries = await rows(
    tx.db,
    sql<Entry & { id: string }>`
      SELECT t.id, a.kind, a.owner_id AS owner, a.currency, e.amount FROM ledger_transactions t
      JOIN ledger_entries e ON e.transaction_id = t.id JOIN ledger_accounts a ON a.id = e.account_id WHERE t.key = ${of} ORDER BY e.line`,
  )
  const first = entries[0]
  if (!first) return false
  const moves = movesBack(entries)
  assert(netToZero(entries, moves), 'a reversal takes back exactly what each account got')
  await post(tx, { ...posting, reverses: first.id, moves })
  return true
}

const movesBack = (entries: readonly Entry[]): Move[] =>
  entries
    .filter((entry) => entry.kind !== 'gateway_clearing')
    .map(({ kind, owner, currency, amount }) => {
      const account = { kind, owner, currency }
      return amount < 0n
        ? { from: clearing(currency), to: account, amount: -amount }
        : { from: account, to: clearing(currency), amount }
    })

/** Whether these moves leave every account as it was before these entries. */
function netToZero(entries: readonly Entry[], moves: readonly Move[]): boolean {
  const sums = new Map<string, bigint>()
  const add = ({ kind, owner, currency }: Account, amount: bigint) => {
    const account = `${kind} ${owner} ${currency}`
    sums.set(account, (sums.get(account) ?? 0n) + amount)
  }
  for (const entry of entries) add(entry, entry.amount)
  for (const { from, to, amount } of moves) {
    add(from, -amount)
    add(to, amount)
  }
  return [...sums.values()].every((sum) => sum === 0n)
}

/** Locks accounts, so that their balances stay as they are read until the transaction ends. In the order in which a posting debits them. */
export const lockAccounts = (tx: Context, accounts: readonly Account[]) =>
  sql`SELECT ledger_lock(${accounts.map(({ kind }) => kind)}::text[], ${accounts.map(({ owner }) => owner)}::uuid[],
    ${accounts.map(({ currency }) => currency)}::text[])`.execute(tx.db)

export async function balanceOf(ctx: Context, { kind, owner, currency }: Account): Promise<bigint> {
  return (await row(
    ctx.db,
    sql<{ balance: bigint }>`SELECT ledger_balance_of(${kind}, ${owner}::uuid, ${currency}) AS balance`,
  ))!.balance
}
/** The balances of several accounts, in their order. */
export async function balancesOf(ctx: Context, accounts: readonly Account[]): Promise<bigint[]> {
  const found = await rows(
    ctx.db,
    sql<{ balance: bigint }>`SELECT ledger_balance_of(a.kind, a.owner, a.currency) AS balance
      FROM unnest(${accounts.map(({ kind }) => kind)}::text[], ${accounts.map(({ owner }) => owner)}::uuid[],
        ${accounts.map(({ currency }) => currency)}::text[]) WITH ORDINALITY AS a(kind, owner, currency, at) ORDER BY a.at`,
  )
  return found.map(({ balance }) => balance)
}
/** What an account may spend, in hundredths of a token. */
export const walletBalance = (ctx: Context, accountId: string): Promise<bigint> => balanceOf(ctx, wallet(accountId))

/** Takes tokens back from a wallet as far as it has them; the rest is what its owner owes. */
export async function takeFromWallet(tx: Context, accountId: string, tokens: bigint): Promise<Move[]> {
  await lockAccounts(tx, [wallet(accountId)])
  const present = await walletBalance(tx, accountId)
  const paid = tokens < present ? tokens : present
  return [
    { from: wallet(accountId), to: clearing('TOK'), amount: paid },
    { from: debt(accountId), to: clearing('TOK'), amount: tokens - paid },
  ]
}

/** Converts the ledger's SQL errors into `Refusal` errors: the missing amount is reported in tokens. */
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
