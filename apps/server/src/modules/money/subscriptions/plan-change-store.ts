import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import type { PlanRow, SubscriptionRow } from './store.ts'
import type { Unused } from './unused-days.ts'

// Changes of plan as rows. One of a subscription waits at most: for its payment, or for the end of the period.

export interface PlanChangeRow {
  id: string
  subscription_id: string
  fan_id: string
  plan_id: string
  plan_version: number
  name: string
  type: 'monthly' | 'bundle' | 'yearly'
  months: number
  /** Minor units: of a period, and what the first payment is lower by. */
  price: bigint
  credit: bigint
  at_once: boolean
  payment_gateway: SubscriptionRow['payment_gateway']
  card_id: string | null
  status: 'waiting' | 'done' | 'dropped'
  key: string
  body_hash: Buffer
}

/** In which the plan may be changed: what is behind is paid first. */
export const changeableStatuses: readonly SubscriptionRow['status'][] = ['active', 'trialing']

export const waitingChange = (tx: Context, subscriptionId: string) =>
  row(
    tx.db,
    sql<PlanChangeRow>`SELECT * FROM plan_changes WHERE subscription_id = ${subscriptionId} AND status = 'waiting' FOR UPDATE`,
  )
export const changeOfKey = (ctx: Context, fanId: string, key: string) =>
  row(ctx.db, sql<PlanChangeRow>`SELECT * FROM plan_changes WHERE fan_id = ${fanId} AND key = ${key}`)

export async function insertChange(
  tx: Context,
  plan: PlanRow,
  change: Pick<
    PlanChangeRow,
    'subscription_id' | 'fan_id' | 'credit' | 'at_once' | 'payment_gateway' | 'card_id' | 'key' | 'body_hash'
  >,
  credits: readonly Unused[],
): Promise<PlanChangeRow> {
  const made = (await row(
    tx.db,
    sql<PlanChangeRow>`INSERT INTO plan_changes (subscription_id, fan_id, plan_id, plan_version, name, type, months, price, credit, at_once,
        payment_gateway, card_id, status, key, body_hash)
      VALUES (${change.subscription_id}, ${change.fan_id}, ${plan.id}, ${plan.version}, ${plan.name}, ${plan.type}, ${plan.months}, ${plan.price},
        ${change.credit}, ${change.at_once}, ${change.payment_gateway}, ${change.card_id}, 'waiting', ${change.key}, ${change.body_hash}) RETURNING *`,
  ))!
  for (const { chargeId, net, fee } of credits)
    await sql`INSERT INTO plan_change_credits (change_id, charge_id, net, fee) VALUES (${made.id}, ${chargeId}, ${net}, ${fee})`.execute(
      tx.db,
    )
  return made
}

export async function dropChange(tx: Context, id: string): Promise<void> {
  await sql`UPDATE plan_changes SET status = 'dropped', updated_at = app_now() WHERE id = ${id} AND status = 'waiting'`.execute(
    tx.db,
  )
}
/** What waits for the end of the period, or for a payment that nobody is making just now. */
export async function dropWaitingChange(tx: Context, subscriptionId: string): Promise<void> {
  await sql`UPDATE plan_changes SET status = 'dropped', updated_at = app_now() WHERE subscription_id = ${subscriptionId} AND status = 'waiting'`.execute(
    tx.db,
  )
}

/** Whether the gateway is being asked for the payment of this change. */
export const isBeingPaid = async (tx: Context, changeId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT 1 AS found FROM payment_transactions WHERE plan_change_id = ${changeId} AND (status = 'processing'
      OR (status = 'created' AND created_at > app_now() - interval '1 minute'))`,
  )) !== undefined

/** Gives a subscription the plan of a change: now, or where its period ends. Its period is begun by the caller. */
export async function takeOverPlan(
  tx: Context,
  change: PlanChangeRow,
  from: 'now' | 'period end',
): Promise<SubscriptionRow> {
  await sql`UPDATE plan_changes SET status = 'done', updated_at = app_now() WHERE id = ${change.id}`.execute(tx.db)
  return (await row(
    tx.db,
    sql<SubscriptionRow>`UPDATE subscriptions SET plan_id = ${change.plan_id}, plan_version = ${change.plan_version}, type = ${change.type},
        months = ${change.months}, price_locked = ${change.price}, payment_gateway = ${change.payment_gateway}, card_id = ${change.card_id},
        cancel_at_period_end = false, pause_months = NULL, anchor_at = ${from === 'now' ? sql`app_now()` : sql`current_period_end`},
        anchor_periods = 0, updated_at = app_now() WHERE id = ${change.subscription_id} RETURNING *`,
  ))!
}

/** At the end of a period: the plan that was chosen for the next one. */
export async function beginWaitingPlan(tx: Context, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  const change = await waitingChange(tx, subscription.id)
  return change && !change.at_once ? takeOverPlan(tx, change, 'period end') : subscription
}
