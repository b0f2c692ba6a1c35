import type { PaidPurchase } from '@fanlight/contract/paid-purchases'
import type { CardGateway, Payment, PaymentStatus } from '@fanlight/contract/payments'
import type { Context } from '../../../platform/context.ts'
import type { Sorted } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { direction } from '../../../platform/db/statements.ts'
import type { SignedIn } from '../../../platform/viewer.ts'

// Cards and payments as other modules may find and open them: a subscription is paid through here.

export interface CardRow {
  id: string
  account_id: string
  gateway: CardGateway
  gateway_ref: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  /** The gateway's, the same for the same card number; null for cards that were saved before it was recorded. */
  fingerprint: string | null
  is_default: boolean
  created_at: Date
}
export interface PaymentRow {
  id: string
  account_id: string
  purpose: 'top_up' | 'subscription'
  /** What is paid: the price less what a coupon took off (`discount`, `coupon_code`). */
  amount: bigint
  discount: bigint
  coupon_code: string | null
  currency: string
  tokens: bigint
  gateway: CardGateway
  gateway_ref: string | null
  card_id: string | null
  subscription_id: string | null
  period_number: number | null
  /** The change of plan that it pays. */
  plan_change_id: string | null
  status: PaymentStatus
  failure_code: string | null
  action_url: string | null
  attempts: number
  amount_refunded: bigint
  credited_at: Date | null
  /** A page of ours, to which the bank's page leads back. */
  return_path: string | null
  /** What it is made for, as it was confirmed; null as soon as its end is known. */
  purchase: CarriedPurchase | null
  purchase_status: Payment['purchase'] extends { status: infer Status } | null ? Status | null : never
  purchase_code: string | null
  key: string
  body_hash: Buffer
  created_at: Date
  updated_at: Date
}
/** A call that the wallet pays for, with what its rules ask of the person who confirmed it. */
export interface CarriedPurchase extends PaidPurchase, Pick<SignedIn, 'country' | 'age'> {}
export interface ListedPayment extends PaymentRow {
  card: CardRow | null
}

/** The default first and behind it the newest, or by date alone. */
export function cardsOf(ctx: Context, accountId: string, { sortBy, sort }: Sorted = byDefault): Promise<CardRow[]> {
  const way = direction(sort)
  const defaultFirst = sortBy === byDefault.sortBy ? sql`is_default ${way},` : sql``
  return rows(
    ctx.db,
    sql<CardRow>`SELECT * FROM cards WHERE account_id = ${accountId} AND deleted_at IS NULL
      ORDER BY ${defaultFirst} created_at ${way}, id ${way}`,
  )
}
const byDefault: Sorted = { sortBy: 'isDefault', sort: 'desc' }

/** A card of this account; inside a transaction it can't be removed before that ends. */
export const cardOf = (ctx: Context, accountId: string, cardId: string) =>
  row(
    ctx.db,
    sql<CardRow>`SELECT * FROM cards WHERE id = ${cardId} AND account_id = ${accountId} AND deleted_at IS NULL FOR SHARE`,
  )

export const paymentOfKey = (ctx: Context, accountId: string, key: string) =>
  row(ctx.db, sql<PaymentRow>`SELECT * FROM payment_transactions WHERE account_id = ${accountId} AND key = ${key}`)

export type NewPayment = Pick<
  PaymentRow,
  | 'account_id'
  | 'purpose'
  | 'amount'
  | 'currency'
  | 'tokens'
  | 'gateway'
  | 'card_id'
  | 'subscription_id'
  | 'period_number'
  | 'key'
  | 'body_hash'
> &
  Partial<Pick<PaymentRow, 'discount' | 'coupon_code' | 'plan_change_id' | 'return_path' | 'purchase'>>
/** Undefined where the key was used before. */
export const insertPayment = (tx: Context, payment: NewPayment) =>
  row(
    tx.db,
    sql<PaymentRow>`INSERT INTO payment_transactions (account_id, purpose, amount, discount, coupon_code, currency, tokens, gateway, card_id, subscription_id, period_number, plan_change_id, return_path, purchase, purchase_status, key, body_hash)
      VALUES (${payment.account_id}, ${payment.purpose}, ${payment.amount}, ${payment.discount ?? 0n}, ${payment.coupon_code ?? null}, ${payment.currency}, ${payment.tokens}, ${payment.gateway}, ${payment.card_id}, ${payment.subscription_id},
        ${payment.period_number}, ${payment.plan_change_id ?? null}, ${payment.return_path ?? null}, ${payment.purchase ? JSON.stringify(payment.purchase) : null}::jsonb, ${payment.purchase ? 'waiting' : null}, ${payment.key}, ${payment.body_hash})
      ON CONFLICT (account_id, key) DO NOTHING RETURNING *`,
  )

export const withCard = sql`p.*, (SELECT to_jsonb(c) FROM cards c WHERE c.id = p.card_id) AS card`
export const listedPayment = (ctx: Context, accountId: string, id: string) =>
  row(
    ctx.db,
    sql<ListedPayment>`SELECT ${withCard} FROM payment_transactions p WHERE p.id = ${id} AND p.account_id = ${accountId}`,
  )
