import type { PaidPurchase } from '@fanlight/contract/paid-purchases'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import type { CarriedPurchase, PaymentRow } from './records.ts'

// What a payment is made for. It waits in the payment's row until the card has paid, is bought once, and is not kept after that.

/** What was confirmed longer ago is bought no more: its tokens stay in the wallet. */
export const carriedMinutesMax = 60

interface Carried extends Pick<PaymentRow, 'account_id' | 'created_at'> {
  purchase: CarriedPurchase
}
/** What a paid payment is still to buy. */
export const waitingPurchase = (ctx: Context, paymentId: string) =>
  row(
    ctx.db,
    sql<Carried>`SELECT account_id, created_at, purchase FROM payment_transactions
      WHERE id = ${paymentId} AND purchase_status = 'waiting' AND credited_at IS NOT NULL`,
  )

/** What came of it; `code` says why it was refused. Only the first end counts, unless it was bought after all. */
export const endPurchase = (
  ctx: Context,
  paymentId: string,
  status: 'made' | 'refused' | 'dropped',
  code: string | null = null,
) =>
  sql`UPDATE payment_transactions SET purchase = NULL, purchase_status = ${status}, purchase_code = ${code}, updated_at = app_now()
    WHERE id = ${paymentId} AND (purchase_status = 'waiting' OR (${status} = 'made' AND purchase_status <> 'made'))`.execute(
    ctx.db,
  )

/** The same thing is confirmed anew: what was confirmed before is bought no more. */
export const dropPurchasesOf = (tx: Context, accountId: string, { call, params, body }: PaidPurchase) =>
  sql`UPDATE payment_transactions SET purchase = NULL, purchase_status = 'dropped'
    WHERE account_id = ${accountId} AND purchase_status = 'waiting' AND purchase->>'call' = ${call}
      AND purchase#>>'{params,id}' IS NOT DISTINCT FROM ${params?.id ?? null}
      AND purchase#>>'{body,performerId}' IS NOT DISTINCT FROM ${(body as { performerId?: string } | undefined)?.performerId ?? null}`.execute(
    tx.db,
  )

/** Forgets what was never paid, such as the text of a first message. */
export async function dropOldPurchases(ctx: Context): Promise<void> {
  await sql`UPDATE payment_transactions SET purchase = NULL, purchase_status = 'dropped'
    WHERE purchase_status = 'waiting' AND created_at < app_now() - make_interval(mins => ${2 * carriedMinutesMax})`.execute(
    ctx.db,
  )
}
