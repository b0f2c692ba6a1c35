import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { cancelSomeOrdersTo, ordersTo } from '../../shop/orders/cancelling.ts'
import { endInBlockedCountriesJob } from './jobs.ts'
import {
  endsInCountries,
  endSomeInCountries,
  mailReturnedInCountries,
} from '../../money/subscriptions/blocked-countries.ts'
import { profileChanged } from '../accounts/events.ts'

// What blocking countries ends. Of whom it holds is said by the country in which an account was last seen.

const isBlocking = (performerId: string) =>
  sql<{ country: string }>`SELECT country FROM country_blocks WHERE performer_id = ${performerId}`

const added = async (ctx: Context, performerId: string, countries: readonly string[]): Promise<string[]> => {
  const before = new Set((await rows(ctx.db, isBlocking(performerId))).map(({ country }) => country))
  return countries.filter((country) => !before.has(country))
}

export interface Effects {
  subscriptions: number
  /** Hundredths of a token. */
  tokens: bigint
  orders: number
  orderTokens: bigint
  purchases: number
}

/** What it would end to block these countries in place of those that are blocked now. */
export async function effectsOfCountries(
  ctx: Context,
  performerId: string,
  countries: readonly string[],
): Promise<Effects> {
  const more = await added(ctx, performerId, countries)
  if (more.length === 0) return { subscriptions: 0, tokens: 0n, orders: 0, orderTokens: 0n, purchases: 0 }
  const [ending, orders, bought] = [
    await endsInCountries(ctx, performerId, more),
    await ordersTo(ctx, performerId, more),
    await row(
      ctx.db,
      sql<{ purchases: number }>`SELECT count(*)::int AS purchases FROM purchases
        WHERE performer_id = ${performerId} AND revoked_at IS NULL AND last_seen_country(account_id) = ANY(${more}::text[])`,
    ),
  ]
  return { ...ending, ...orders, purchases: bought!.purchases }
}

/** The list replaces the one before. What it ends is ended at once, as far as a batch goes; a job ends the rest. */
export const setBlockedCountries = (ctx: Context, performerId: string, countries: readonly string[]): Promise<void> =>
  ctx.transaction(async (tx) => {
    // Two concurrent updates run one after the other: the result is one of the two lists, never a mixture.
    await sql`SELECT FROM performers WHERE account_id = ${performerId} FOR NO KEY UPDATE`.execute(tx.db)
    const more = await added(tx, performerId, countries)
    await sql`DELETE FROM country_blocks WHERE performer_id = ${performerId}`.execute(tx.db)
    await sql`INSERT INTO country_blocks (performer_id, country) SELECT DISTINCT ${performerId}::uuid, c FROM unnest(${countries}::text[]) AS c`.execute(
      tx.db,
    )
    await publish(tx, profileChanged, { accountId: performerId })
    if (more.length === 0) return
    const since = tx.clock.now()
    const isLeft = await endSome(tx, performerId, more)
    // Once more in a while: a purchase that was on its way may have been made beside this.
    const runAt = isLeft ? since : new Date(since.getTime() + purchaseMs)
    const left = { performerId, countries: more, since: since.toISOString() }
    await endInBlockedCountriesJob.enqueue(tx, left, { runAt })
  })

const purchaseMs = 60_000

async function endSome(tx: Context, performerId: string, countries: readonly string[]): Promise<boolean> {
  const subscriptionsAreLeft = await endSomeInCountries(tx, performerId, countries)
  const ordersAreLeft = await cancelSomeOrdersTo(tx, performerId, countries)
  return subscriptionsAreLeft || ordersAreLeft
}

export const blockJobs: JobHandler[] = [
  handle(endInBlockedCountriesJob, (ctx, { since, ...left }) =>
    endAllInCountries(ctx, { ...left, since: new Date(since) }),
  ),
]

/** Ends what is left in batches, as far as the countries are still blocked; after an interruption it continues where it stopped. */
export async function endAllInCountries(
  ctx: Context,
  { performerId, countries, since }: { performerId: string; countries: string[]; since: Date },
): Promise<void> {
  const batch = () =>
    ctx.transaction(async (tx) => {
      await sql`SELECT FROM performers WHERE account_id = ${performerId} FOR SHARE`.execute(tx.db)
      const blocked = new Set((await rows(tx.db, isBlocking(performerId))).map(({ country }) => country))
      const isLeft = await endSome(
        tx,
        performerId,
        countries.filter((country) => blocked.has(country)),
      )
      if (!isLeft) await mailReturnedInCountries(tx, performerId, since)
      return isLeft
    })
  while (await batch()) {
    // Another batch is waiting.
  }
}
