import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { returnPart } from '../charges/partial-return.ts'
import type { SubscriptionRow } from './store.ts'

// Access that was paid for and ends early by an act of the seller or of the site is returned: of the period that is running, the share that
// is left, rounded down to hundredths of a token.

/** Of one charge, in hundredths of a token. */
export interface Unused {
  chargeId: string
  /** From the performer's earning and from the site's fee. */
  net: bigint
  fee: bigint
}

type Which = Pick<SubscriptionRow, 'id' | 'fan_id'>

/**
 * What is left of the running periods of these subscriptions `s`, of those where anything is: of the charge that paid the period, and of earlier
 * ones as far as they were credited when the plan was changed.
 */
export const unusedSql = (which: RawBuilder<unknown>, since?: Date) =>
  sql<Unused>`
    SELECT c.id AS "chargeId", floor(paid.net * p.unused / p.whole)::bigint AS net, floor(paid.fee * p.unused / p.whole)::bigint AS fee
    FROM subscriptions s
    CROSS JOIN LATERAL (SELECT months_after(s.anchor_at, s.months * (s.anchor_periods - 1)) AS began) b
    CROSS JOIN LATERAL (SELECT extract(epoch FROM s.current_period_end - b.began) AS whole,
      extract(epoch FROM s.current_period_end - greatest(b.began, coalesce(${since ?? null}::timestamptz, app_now()))) AS unused) p
    CROSS JOIN LATERAL (
      SELECT e.id, e.net, e.fee FROM ledger_transactions t JOIN earnings e ON e.id = t.id
        WHERE t.key = 'charge:' || s.fan_id || ':subscription:' || s.id || ':' || s.period_number
      UNION ALL SELECT k.charge_id, k.net, k.fee FROM plan_change_credits k WHERE k.change_id = s.change_id
    ) paid
    JOIN charges c ON c.id = paid.id JOIN earnings e ON e.id = c.id
    WHERE ${which} AND c.status = 'succeeded' AND e.status <> 'reversed' AND p.unused > 0`

/** What is left of the running period, by charge; none where nothing was paid for it, or nothing is left. `since` is when access ended, without it now. */
export async function unusedOf(
  ctx: Context,
  subscription: Pick<SubscriptionRow, 'id'>,
  since?: Date,
): Promise<Unused[]> {
  const found = await rows(ctx.db, unusedSql(sql`s.id = ${subscription.id}`, since))
  return found.filter(({ net, fee }) => net + fee > 0n)
}

export const sumOf = (unused: readonly Unused[]): bigint => unused.reduce((sum, { net, fee }) => sum + net + fee, 0n)

/** Returns what is left of the running period. The caller has locked the subscription and ends it in the same transaction. */
export async function returnUnused(tx: Context, subscription: Which, since?: Date): Promise<bigint> {
  const unused = await unusedOf(tx, subscription, since)
  for (const part of unused) await returnPart(tx, { ...part, userId: subscription.fan_id })
  return sumOf(unused)
}
