import type { ChargeType } from '@fanlight/contract/wallet'
import type { Context } from '../../platform/context.ts'
import { constraintOf, row, sql, sqlState } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { asRefusal } from '../ledger/post.ts'
import { type Asked, type Charged, chargeTogether } from './charge-together.ts'
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

/**
 * Moves the tokens, splits the commission, records earning and purchase and tells the others, in one statement. Outside a
 * transaction it is one round trip, which it may share with other charges. The same statement refuses whoever the door hides from
 * the payer, while no block between the two can be made. Whether the thing itself may be bought is refused before.
 */
export async function charge(ctx: Context, what: NewCharge): Promise<ChargeRow> {
  const id = newId()
  const settings = ctx.settings.all()
  const note = what.note ?? ''
  const asked: Asked = {
    id,
    user_id: what.userId,
    performer_id: what.performerId,
    type: what.type,
    target_id: what.targetId,
    tokens: String(what.tokens),
    key: what.key,
    body_hash: `\\x${what.bodyHash.toString('hex')}`,
    note,
    site_bp: Math.round(settings.commissionPct * 100),
    token_value_micro: String(microOf(settings.tokenValue)),
    currency: settings.currency,
    hold_days: settings.earningHoldDays,
    hold_days_new: settings.earningHoldDaysNew,
    card_minor: what.cardMinor === undefined ? null : String(what.cardMinor),
    country: what.country ?? null,
  }
  try {
    const { charged_at, wallet_after } = await asRefusal(
      ctx.inTransaction ? within(ctx, asked) : chargeTogether(ctx.pool, asked),
    )
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

const within = async (tx: Context, asked: Asked): Promise<Charged> =>
  (await row(
    tx.db,
    sql<Charged>`SELECT charged_at, wallet_after FROM charge_tokens(${sql.join(Object.values(asked))})`,
  ))!

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
