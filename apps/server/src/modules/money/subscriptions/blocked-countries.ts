import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { mailCreator, type Person, person } from './ended-early.ts'
import { mail } from '../../site/mail/outbox.ts'
import { amountIn } from '../../site/mail/token-amount.ts'
import { liveStatuses, revoke } from './end-subscription.ts'
import { lockSubscription } from './lock.ts'
import { returnUnused, unusedSql } from './unused-days.ts'

// Subscriptions of fans who can't look at a creator any more, because the creator blocks the country that they were last seen in.

const batchMax = 100

const inCountries = (performerId: string, countries: readonly string[]) => sql`s.performer_id = ${performerId}
  AND (s.status = ANY(${liveStatuses}::text[]) OR s.access_until > app_now()) AND s.status <> 'incomplete'
  AND last_seen_country(s.fan_id) = ANY(${countries}::text[])`

/** How many subscriptions blocking these countries would end, and how many hundredths of a token would go back for their unused days. */
export const endsInCountries = async (
  ctx: Context,
  performerId: string,
  countries: readonly string[],
): Promise<{ subscriptions: number; tokens: bigint }> =>
  (await row(
    ctx.db,
    sql<{ subscriptions: number; tokens: bigint }>`
      WITH ending AS MATERIALIZED (SELECT s.id FROM subscriptions s WHERE ${inCountries(performerId, countries)}),
        returned AS (${unusedSql(sql`s.id IN (SELECT id FROM ending)`)})
      SELECT (SELECT count(*)::int FROM ending) AS subscriptions, (SELECT coalesce(sum(net + fee), 0)::bigint FROM returned) AS tokens`,
  ))!

/** Ends some of them, with the unused days and an email each; false when none is left. */
export async function endSomeInCountries(
  tx: Context,
  performerId: string,
  countries: readonly string[],
): Promise<boolean> {
  const found = await rows(
    tx.db,
    sql<
      Person & { subscriptionId: string; creator: string }
    >`SELECT s.id AS "subscriptionId", c.name AS creator, ${person}
      FROM subscriptions s JOIN accounts a ON a.id = s.fan_id JOIN accounts c ON c.id = s.performer_id
      WHERE ${inCountries(performerId, countries)} ORDER BY s.id LIMIT ${batchMax + 1}`,
  )
  for (const { subscriptionId, creator, ...fan } of found.slice(0, batchMax)) {
    const subscription = await lockSubscription(tx, subscriptionId)
    if (!subscription) continue
    const tokens = await returnUnused(tx, subscription)
    await revoke(tx, subscription)
    if (!fan.email) continue
    const to = { to: fan.email, locale: fan.locale }
    const values = { name: fan.name, creator }
    if (tokens > 0n)
      await mail(tx, {
        ...to,
        kind: 'subscription_ended_by_country',
        values: { ...values, amount: amountIn(tx, fan, tokens) },
      })
    else await mail(tx, { ...to, kind: 'unpaid_subscription_ended_by_country', values })
  }
  return found.length > batchMax
}

/** The creator gets one email with all that went back since the countries were blocked. */
export async function mailReturnedInCountries(tx: Context, performerId: string, since: Date): Promise<void> {
  const creator = await row(tx.db, sql<Person>`SELECT ${person} FROM accounts a WHERE a.id = ${performerId}`)
  if (creator) await mailCreator(tx, creator, 'countries_blocked', performerId, since)
}
