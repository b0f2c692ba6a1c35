import type { ChargeType } from '@fanlight/contract/wallet'
import type { Context } from '../../platform/context.ts'
import { constraintOf, row, sql, sqlState } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { asRefusal } from '../ledger/post.ts'
import { microOf } from './currency.ts'

/** What somebody pays a performer for. Amounts are hundredths of a token. */
export interface NewCharge {
  userId: string
  performerId: string
  type: ChargeType
  targetId: string
  tokens: bigint
  /** Unique for ever among the charges of this account. */
  key: string
  bodyHash: Buffer
  note?: string
  /** Minor units of the site currency that a card has paid for it; without, the wallet pays. */
  cardMinor?: bigint
  /** Where the payer is now; without, nobody is there to ask, as when a period is renewed. */
  country?: string | null
}

/** A charge as it was made; nothing of this changes later. */
export interface ChargeRow {
  id: string
  type: ChargeType
  performer_id: string
  target_id: string
  tokens: bigint
  balance_after: bigint
  note: string
  created_at: Date
  body_hash: Buffer
}

const statement =
  'SELECT charged_at, wallet_after FROM charge_tokens($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)'

/**
 * Moves the tokens, splits the commission, records earning and purchase and tells the others, in one statement. Outside a
 * transaction it is one round trip. The same statement refuses whoever the door hides from the payer, while no block between the two
 * can be made. Whether the thing itself may be bought is refused before.
 */
export async function charge(ctx: Context, what: NewCharge): Promise<ChargeRow> {
  const id = newId()
  const settings = ctx.settings.all()
  const note = what.note ?? ''
  const values = [
    id,
    what.userId,
    what.performerId,
    what.type,
    what.targetId,
    what.tokens,
    what.key,
    what.bodyHash,
    note,
    Math.round(settings.commissionPct * 100),
    microOf(settings.tokenValue),
    settings.currency,
    settings.earningHoldDays,
    settings.earningHoldDaysNew,
    what.cardMinor ?? null,
    what.country ?? null,
  ]
  type Done = { charged_at: Date; wallet_after: bigint }
  const run = async (): Promise<Done> =>
    ctx.inTransaction
      ? (await row(ctx.db, sql<Done>`SELECT charged_at, wallet_after FROM charge_tokens(${sql.join(values)})`))!
      : (await ctx.pool.query<Done>({ name: 'charge', text: statement, values })).rows[0]!
  try {
    const { charged_at, wallet_after } = await asRefusal(run())
    return {
      id,
      type: what.type,
      performer_id: what.performerId,
      target_id: what.targetId,
      tokens: what.tokens,
      balance_after: wallet_after,
      note,
      created_at: charged_at,
      body_hash: what.bodyHash,
    }
  } catch (error) {
    if (sqlState(error) === 'FL404') refuse('PERFORMER_NOT_FOUND')
    if (sqlState(error) === 'FL409') refuse('CONFLICT')
    if (constraintOf(error) === 'purchases_live') refuse('ALREADY_PURCHASED')
    throw error
  }
}

/**
 * Gives a repeated key its first charge back, whatever has changed since: the price, the balance, the gate. Whoever asks with the
 * same key and another body is refused. `work` makes the charge and is only believed when it did.
 */
export async function chargedOnce(
  ctx: Context,
  userId: string,
  key: string,
  bodyHash: Buffer,
  work: () => Promise<ChargeRow>,
): Promise<ChargeRow> {
  try {
    return await work()
  } catch (error) {
    const first = await chargeOfKey(ctx, userId, key)
    if (!first) throw error
    refuseIf(!first.body_hash.equals(bodyHash), 'KEY_REUSED')
    return first
  }
}

/** The key of a charge's posting. */
export const chargeKey = (userId: string, key: string): string => `charge:${userId}:${key}`

const columns = 'id, type, performer_id, target_id, tokens, balance_after, note, created_at, body_hash'
const chargeOfKey = async (ctx: Context, userId: string, key: string) =>
  (
    await ctx.pool.query<ChargeRow>(
      `SELECT ${columns} FROM charges WHERE id = (SELECT id FROM ledger_transactions WHERE key = $1)`,
      [chargeKey(userId, key)],
    )
  ).rows[0]

/** The charge by which somebody owns an object, while they own it. */
export const chargeThatBought = async (ctx: Context, userId: string, objectId: string) =>
  (
    await ctx.pool.query<ChargeRow>(
      `SELECT ${columns} FROM charges WHERE id = (SELECT charge_id FROM purchases WHERE account_id = $1 AND object_id = $2 AND revoked_at IS NULL)`,
      [userId, objectId],
    )
  ).rows[0]
