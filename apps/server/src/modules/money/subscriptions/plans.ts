import { planSavingPercent } from '@fanlight/contract/plan-saving'
import type { PlanInput } from '@fanlight/contract/subscriptions'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuseField, refuseRule, refuseIf } from '../../../platform/refusal.ts'
import { toMinor } from '../wallet/currency.ts'
import { plansChanged } from './events.ts'
import { type PlanRow, planOfAnyVersion, plansOf } from './store.ts'

/** The plan that this is a version of, as its performer offers it now. */
export const planOnOffer = (ctx: Context, versionId: string): Promise<PlanRow | undefined> =>
  planOfAnyVersion(ctx, versionId)

/** What a performer offers now, in their order. */
export const plansOnOffer = (ctx: Context, performerId: string): Promise<PlanRow[]> =>
  plansOf(ctx, performerId, { sortBy: 'order', sort: 'asc', active: true })

/**
 * Replaces what a performer offers. A plan whose terms change gets a new version, with an id of its own; those who subscribed before keep the
 * terms they began with.
 */
export async function savePlans(ctx: Context, performerId: string, plans: readonly PlanInput[]): Promise<void> {
  const { currency, minimumSubscriptionPrice: minimum, maximumSubscriptionPrice: maximum } = ctx.settings.all()
  for (const type of ['free', 'monthly', 'yearly'] as const) {
    if (plans.filter((plan) => plan.type === type && plan.active).length > 1) refuseRule('plans', 'PLAN_TWICE')
  }
  const priced = plans.map((plan, position) => {
    const price = plan.type === 'free' ? null : toMinor(plan.price, currency, `plans.${position}.price`)
    if (price !== null && (price < toMinor(minimum, currency) || price > toMinor(maximum, currency)))
      refuseField('PRICE_OUT_OF_RANGE', `plans.${position}.price`, undefined, { minimum, maximum, plan: position })
    return { ...plan, position, price, months: plan.type === 'bundle' ? plan.months : plan.type === 'yearly' ? 12 : 1 }
  })
  const monthly = priced.find((plan) => plan.type === 'monthly' && plan.active)?.price ?? null
  await ctx.transaction(async (tx) => {
    await sql`SELECT FROM performers WHERE account_id = ${performerId} FOR NO KEY UPDATE`.execute(tx.db)
    await sql`UPDATE plans SET active = false, updated_at = app_now() WHERE performer_id = ${performerId} AND active`.execute(
      tx.db,
    )
    for (const plan of priced) {
      const discount = savedPct(plan.price, monthly, plan.months)
      const planId = plan._id
        ? await row(
            tx.db,
            sql<{
              id: string
            }>`UPDATE plans SET name = ${plan.name}, type = ${plan.type}, months = ${plan.months}, price = ${plan.price}, discount_pct = ${discount},
              perks = ${plan.perks}::text[], active = ${plan.active}, position = ${plan.position}, updated_at = app_now()
              WHERE id = (SELECT plan_id FROM plan_versions WHERE id = ${plan._id}) AND performer_id = ${performerId} RETURNING id`,
          )
        : undefined
      refuseIf(plan._id !== undefined && !planId, 'NOT_FOUND')
      if (!planId)
        await sql`INSERT INTO plans (performer_id, name, type, months, price, discount_pct, perks, active, position)
          VALUES (${performerId}, ${plan.name}, ${plan.type}, ${plan.months}, ${plan.price}, ${discount}, ${plan.perks}::text[], ${plan.active}, ${plan.position})`.execute(
          tx.db,
        )
    }
    await publish(tx, plansChanged, { performerId })
  })
}

/** Computed and never entered by the creator: a discount that does not exist can't be advertised. */
function savedPct(price: bigint | null, monthly: bigint | null, months: number): number {
  if (price === null || monthly === null || months < 2) return 0
  return planSavingPercent(Number(price), Number(monthly), months)
}
