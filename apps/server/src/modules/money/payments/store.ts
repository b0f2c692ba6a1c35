import type { CardGateway, PaymentStatus } from '@fanlight/contract/payments'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { afterRow, countRows, cutByDate, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { direction } from '../../../platform/db/statements.ts'
import type { SavedCard } from './gateway.ts'
import { type CardRow, type ListedPayment, type PaymentRow, withCard } from './records.ts'

// Cards

export const customerOf = async (ctx: Context, accountId: string, gateway: CardGateway) =>
  (
    await row(
      ctx.db,
      sql<{
        gateway_ref: string
      }>`SELECT gateway_ref FROM gateway_customers WHERE account_id = ${accountId} AND gateway = ${gateway}`,
    )
  )?.gateway_ref ?? null
export const saveCustomer = (tx: Context, accountId: string, gateway: CardGateway, ref: string) =>
  sql`INSERT INTO gateway_customers (account_id, gateway, gateway_ref) VALUES (${accountId}, ${gateway}, ${ref}) ON CONFLICT DO NOTHING`.execute(
    tx.db,
  )

export const insertCard = (tx: Context, card: Omit<CardRow, 'id' | 'created_at'>) =>
  row(
    tx.db,
    sql<CardRow>`INSERT INTO cards (account_id, gateway, gateway_ref, brand, last4, exp_month, exp_year, fingerprint, is_default)
      VALUES (${card.account_id}, ${card.gateway}, ${card.gateway_ref}, ${card.brand}, ${card.last4}, ${card.exp_month}, ${card.exp_year}, ${card.fingerprint}, ${card.is_default})
      ON CONFLICT (gateway, gateway_ref) DO NOTHING RETURNING *`,
  )
export const cardOfRef = (ctx: Context, accountId: string, gateway: CardGateway, ref: string) =>
  row(
    ctx.db,
    sql<CardRow>`SELECT * FROM cards WHERE account_id = ${accountId} AND gateway = ${gateway} AND gateway_ref = ${ref} AND deleted_at IS NULL`,
  )
/** None where the gateway gave no fingerprint. */
export const cardOfFingerprint = (ctx: Context, accountId: string, gateway: CardGateway, fingerprint: string | null) =>
  row(
    ctx.db,
    sql<CardRow>`SELECT * FROM cards WHERE account_id = ${accountId} AND gateway = ${gateway} AND fingerprint = ${fingerprint} AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT 1`,
  )
/** Undefined where this reference was a card before: a token that is sent late makes no card older. The one it replaces is kept as a deleted one. */
export const renewCard = async (
  tx: Context,
  card: CardRow,
  to: Pick<SavedCard, 'ref' | 'brand' | 'last4' | 'expMonth' | 'expYear'>,
) => {
  const renewed = await row(
    tx.db,
    sql<CardRow>`UPDATE cards SET gateway_ref = ${to.ref}, brand = ${to.brand}, last4 = ${to.last4}, exp_month = ${to.expMonth}, exp_year = ${to.expYear}
      WHERE id = ${card.id} AND NOT EXISTS (SELECT FROM cards WHERE gateway = ${card.gateway} AND gateway_ref = ${to.ref}) RETURNING *`,
  )
  if (renewed)
    await sql`INSERT INTO cards (account_id, gateway, gateway_ref, brand, last4, exp_month, exp_year, fingerprint, deleted_at, created_at)
      VALUES (${card.account_id}, ${card.gateway}, ${card.gateway_ref}, ${card.brand}, ${card.last4}, ${card.exp_month}, ${card.exp_year}, ${card.fingerprint}, app_now(), ${card.created_at})`.execute(
      tx.db,
    )
  return renewed
}
export const noDefault = (tx: Context, accountId: string) =>
  sql`UPDATE cards SET is_default = false WHERE account_id = ${accountId} AND is_default`.execute(tx.db)
export const setDefault = (tx: Context, cardId: string) =>
  sql`UPDATE cards SET is_default = true WHERE id = ${cardId}`.execute(tx.db)
export const deleteCard = (tx: Context, accountId: string, cardId: string) =>
  row(
    tx.db,
    sql<CardRow>`UPDATE cards SET deleted_at = app_now(), is_default = false
    WHERE id = ${cardId} AND account_id = ${accountId} AND deleted_at IS NULL RETURNING *`,
  )
export async function blankCards(tx: Context, accountId: string): Promise<void> {
  await sql`UPDATE cards SET deleted_at = coalesce(deleted_at, app_now()), is_default = false, brand = '', last4 = '0000', exp_month = 1,
    exp_year = 2000, fingerprint = NULL, gateway_ref = 'deleted ' || id WHERE account_id = ${accountId}`.execute(tx.db)
  await sql`DELETE FROM gateway_customers WHERE account_id = ${accountId}`.execute(tx.db)
}
export const newestCardIsDefault = (tx: Context, accountId: string) =>
  sql`UPDATE cards SET is_default = true WHERE id = (SELECT id FROM cards WHERE account_id = ${accountId} AND deleted_at IS NULL ORDER BY created_at DESC LIMIT 1)
    AND NOT EXISTS (SELECT FROM cards WHERE account_id = ${accountId} AND is_default AND deleted_at IS NULL)`.execute(
    tx.db,
  )
/** Cards of one account are added and removed one after another. */
export const lockAccount = (tx: Context, accountId: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`cards:${accountId}`}, 0))`.execute(tx.db)

// Payments

export const paymentById = (ctx: Context, id: string) =>
  row(ctx.db, sql<PaymentRow>`SELECT * FROM payment_transactions WHERE id = ${id}`)
export const lockPayment = (tx: Context, id: string) =>
  row(tx.db, sql<PaymentRow>`SELECT * FROM payment_transactions WHERE id = ${id} FOR UPDATE`)

/** The person who gets the row makes this attempt; everybody else finds it taken. */
export const beginAttempt = (ctx: Context, id: string, cardId: string | null) =>
  row(
    ctx.db,
    sql<PaymentRow>`UPDATE payment_transactions SET status = 'processing', attempts = attempts + 1, action_url = NULL, failure_code = NULL,
        card_id = coalesce(${cardId}, card_id), updated_at = app_now()
      WHERE id = ${id} AND status IN ('created', 'failed', 'requires_action') RETURNING *`,
  )

export const updatePayment = (
  tx: Context,
  id: string,
  to: {
    status: PaymentStatus
    gatewayRef: string | null
    failureCode: string | null
    actionUrl: string | null
    amountRefunded: bigint
    credited: boolean
  },
) =>
  row(
    tx.db,
    sql<PaymentRow>`UPDATE payment_transactions SET status = ${to.status}, gateway_ref = coalesce(gateway_ref, ${to.gatewayRef}), failure_code = ${to.failureCode},
        action_url = ${to.actionUrl}, amount_refunded = ${to.amountRefunded}, updated_at = app_now(),
        credited_at = CASE WHEN ${to.credited} THEN coalesce(credited_at, app_now()) END
      WHERE id = ${id} RETURNING *`,
  )

const sortable = { updatedAt: sql`p.updated_at`, createdAt: sql`p.created_at`, amount: sql`p.amount` }
export interface PaymentSearch {
  sortBy: keyof typeof sortable
  sort: 'asc' | 'desc'
  status?: PaymentStatus | undefined
  purpose?: PaymentRow['purpose'] | undefined
}
export async function paymentsOf(ctx: Context, accountId: string, query: PaymentSearch, page: Page) {
  const mine = sql`p.account_id = ${accountId} AND (${query.status ?? null}::text IS NULL OR p.status = ${query.status ?? null})
    AND (${query.purpose ?? null}::text IS NULL OR p.purpose = ${query.purpose ?? null})`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<
          ListedPayment & { at: string }
        >`SELECT ${withCard}, ${positionOf(query, 'p')} AS at FROM payment_transactions p
          WHERE ${mine} AND ${afterRow(page, query, 'p')}
          ORDER BY ${sortable[query.sortBy]} ${direction(query.sort)}, p.id ${direction(query.sort)} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  return { ...cutByDate(found, page, query), total: await countRows(ctx, sql`payment_transactions p WHERE ${mine}`) }
}

/** Payments whose outcome we should have heard of by now, and those whose payer never came back. */
export const stuckPayments = (ctx: Context, processingSeconds: number, abandonedHours: number) =>
  rows(
    ctx.db,
    sql<PaymentRow>`SELECT * FROM payment_transactions
      WHERE (status = 'processing' AND updated_at < app_now() - make_interval(secs => ${processingSeconds}))
         OR (status IN ('created', 'requires_action') AND updated_at < app_now() - make_interval(hours => ${abandonedHours}))
      ORDER BY updated_at LIMIT 50`,
  )

// Events received from gateways

/** True where this event is new. The same id with another body counts as the same: the object is read again anyway. */
export const insertEvent = async (
  tx: Context,
  event: { gateway: string; id: string; type: string; objectRef: string; body: string },
) =>
  (await row(
    tx.db,
    sql`INSERT INTO gateway_events (gateway, event_id, object_ref, type, body) VALUES (${event.gateway}, ${event.id}, ${event.objectRef}, ${event.type}, ${event.body})
      ON CONFLICT (gateway, event_id) DO NOTHING RETURNING id`,
  )) !== undefined
export const waitingEvents = (ctx: Context, gateway: string, objectRef: string) =>
  rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT id FROM gateway_events WHERE gateway = ${gateway} AND object_ref = ${objectRef} AND processed_at IS NULL`,
  )
export const eventsDone = (ctx: Context, ids: string[], outcome: string) =>
  sql`UPDATE gateway_events SET processed_at = app_now(), outcome = ${outcome} WHERE id = ANY(${ids}::uuid[])`.execute(
    ctx.db,
  )
export const objectsWaiting = (ctx: Context, seconds: number) =>
  rows(
    ctx.db,
    sql<{ gateway: CardGateway; object_ref: string }>`SELECT DISTINCT gateway, object_ref FROM gateway_events
      WHERE processed_at IS NULL AND received_at < app_now() - make_interval(secs => ${seconds}) LIMIT 200`,
  )
