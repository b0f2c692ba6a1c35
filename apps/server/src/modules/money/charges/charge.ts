import { toHundredths } from '@fanlight/contract/fields'
import type { ChargeType } from '@fanlight/contract/charge-types'
import { CompiledQuery } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { constraintOf, row, sql, sqlState } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { onceByRow } from '../../../platform/once.ts'
import { refuse } from '../../../platform/refusal.ts'
import { asRefusal } from '../ledger/post.ts'
import { microOf } from '../wallet/currency.ts'

/** The arguments of `charge_tokens`, in their order and as the text that PostgreSQL reads. */
interface ChargeInput {
  id: string
  user_id: string
  performer_id: string
  type: string
  target_id: string
  tokens: string
  key: string
  body_hash: string
  note: string
  site_bp: number
  token_value_micro: string
  currency: string
  hold_days: number
  hold_days_new: number
  card_minor: string | null
  country: string | null
  receipt: boolean
  escrow: boolean
  offer_version: number | null
  held: boolean
  site_bears: string
}
interface Charged {
  charged_at: Date
  wallet_after: bigint
}

/** A payment from a user to a performer. Amounts are hundredths of a token. */
export interface NewCharge {
  /** Of an order, which is written before its charge and has the same id. */
  id?: string
  userId: string
  performerId: string
  /** `charge_tokens` refuses what the table charge_kinds doesn't name. */
  type: ChargeType
  targetId: string
  tokens: bigint
  /** Unique for ever among the charges of this account. */
  key: string
  bodyHash: Buffer
  note?: string
  /** Minor units of the site currency that a card has paid for it; without, the wallet pays. */
  cardMinor?: bigint
  /** The payer's current country; absent if the payer is not present, as when a period is renewed. */
  country?: string | null
  /** What it earns is in escrow until it is captured (`money/earnings/capture.ts`). */
  escrow?: boolean
  /** The version of the item's offer that the payer was shown; refused where it is another by now. */
  offerVersion?: number
  /** The tokens were held for it while the payer was allowed to pay (`money/holds/holds.ts`). */
  held?: boolean
  /** What a coupon of the site took off: the performer earns as if it had been paid. */
  siteBears?: bigint
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
 * Moves the tokens, splits the commission, records charge and earning, grants what the kind grants and writes the event, in one
 * statement. Outside a transaction it is one round trip. The same statement refuses performers
 * who are hidden from the payer, while no block between the two can be made. Whether the thing itself may be bought is checked before.
 */
export async function charge(ctx: Context, what: NewCharge): Promise<ChargeRow> {
  const id = what.id ?? newId()
  const settings = ctx.settings.all()
  const note = what.note ?? ''
  const input: ChargeInput = {
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
    receipt: getsReceipt(ctx, what),
    escrow: what.escrow ?? false,
    offer_version: what.offerVersion ?? null,
    held: what.held ?? false,
    site_bears: String(what.siteBears ?? 0n),
  }
  try {
    const { charged_at, wallet_after } = await asRefusal(ctx.inTransaction ? within(ctx, input) : alone(ctx, input))
    // The function writes the event of the charge.
    ctx.wroteEvents()
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
    if (sqlState(error) === 'FL403') refuse('PAYING_BLOCKED')
    if (sqlState(error) === 'FL404') refuse('PERFORMER_NOT_FOUND')
    if (sqlState(error) === 'FL409') refuse('CONFLICT')
    if (sqlState(error) === 'FL410') refuse('SOLD_OUT')
    if (constraintOf(error) === 'purchases_live') refuse('ALREADY_PURCHASED')
    throw error
  }
}

/** A card payment and an order have receipts of their own, and most tips are too small for one. */
const getsReceipt = (ctx: Context, { cardMinor, type, tokens }: NewCharge): boolean =>
  cardMinor === undefined &&
  type !== 'product' &&
  (type !== 'tip' || tokens >= toHundredths(ctx.settings.get('tipReceiptMinimum')))

const alone = async ({ pool }: Context, input: ChargeInput): Promise<Charged> =>
  (await pool.query<Charged>({ ...statement, values: Object.values(input) })).rows[0]!
const statement = {
  name: 'charge',
  text: 'SELECT charged_at, wallet_after FROM charge_tokens($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)',
}

const within = async (tx: Context, input: ChargeInput): Promise<Charged> =>
  (await row(
    tx.db,
    sql<Charged>`SELECT charged_at, wallet_after FROM charge_tokens(${sql.join(Object.values(input))})`,
  ))!

/** Makes a charge once a key. */
export const chargedOnce = (
  ctx: Context,
  userId: string,
  key: string,
  hash: Buffer,
  make: () => Promise<ChargeRow>,
): Promise<ChargeRow> => onceByRow(hash, () => chargeOfKey(ctx, userId, key), make)

/** The key of a charge's posting. */
export const chargeKey = (userId: string, key: string): string => `charge:${userId}:${key}`

async function found(ctx: Context, id: string, values: string[]): Promise<ChargeRow | undefined> {
  const text = `SELECT id, type, performer_id, target_id, tokens, balance_after, note, created_at, body_hash FROM charges WHERE id = ${id}`
  // A transaction that waits for another connection may wait for one that waits for it.
  const { rows } = ctx.inTransaction
    ? await ctx.db.executeQuery<ChargeRow>(CompiledQuery.raw(text, values))
    : await ctx.pool.query<ChargeRow>(text, values)
  return rows[0]
}
const chargeOfKey = (ctx: Context, userId: string, key: string) =>
  found(ctx, '(SELECT id FROM ledger_transactions WHERE key = $1)', [chargeKey(userId, key)])

/** The charge through which a user owns an object, while they own it. */
export const chargeThatBought = (ctx: Context, userId: string, objectId: string) =>
  found(ctx, '(SELECT charge_id FROM purchases WHERE account_id = $1 AND object_id = $2 AND revoked_at IS NULL)', [
    userId,
    objectId,
  ])

/** Of a private show, whose charge has its id. */
export const chargeById = (ctx: Context, id: string) => found(ctx, '$1', [id])
