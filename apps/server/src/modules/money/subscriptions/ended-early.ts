import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { mail } from '../../site/mail/outbox.ts'
import { amountIn } from '../../site/mail/token-amount.ts'
import { liveStatuses, revoke } from './end-subscription.ts'
import { endSubscriptionsJob } from './jobs.ts'
import { lockSubscription } from './lock.ts'
import type { SubscriptionRow } from './store.ts'
import { returnUnused, sumOf, unusedOf } from './unused-days.ts'

// Subscriptions that end by an act of the creator or of the site: a block, a suspension, a revoked verification, a closing account.

const batchMax = 100
/** A suspension or a revoked verification may be lifted; after so many days without, subscriptions end. */
export const daysUntilEnded = 3

const between = (first: string, second: string) =>
  sql`(fan_id, performer_id) IN ((${first}::uuid, ${second}::uuid), (${second}::uuid, ${first}::uuid))
    AND (status = ANY(${liveStatuses}::text[]) OR access_until > app_now())`

/** What a block would end: the blocker's own subscriptions, those of the other, and what would go back to the other. */
export async function endsBetween(
  ctx: Context,
  blockerId: string,
  blockedId: string,
): Promise<{ mine: boolean; theirs: boolean; tokens: bigint }> {
  const running = await rows(
    ctx.db,
    sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE ${between(blockerId, blockedId)} AND status <> 'incomplete' LIMIT 10`,
  )
  let tokens = 0n
  for (const subscription of running)
    if (subscription.performer_id === blockerId) tokens += sumOf(await unusedOf(ctx, subscription))
  return {
    mine: running.some(({ fan_id }) => fan_id === blockerId),
    theirs: running.some(({ performer_id }) => performer_id === blockerId),
    tokens,
  }
}

/** Ends subscriptions between two accounts, whichever of them is the fan. The caller has locked the pair, so no payment is running. */
export async function endBetween(tx: Context, blockerId: string, blockedId: string): Promise<void> {
  const running = await rows(
    tx.db,
    sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE ${between(blockerId, blockedId)} ORDER BY id FOR UPDATE`,
  )
  for (const subscription of running) {
    // Fans who block the creator end what they paid for themselves.
    const tokens = subscription.performer_id === blockerId ? await returnUnused(tx, subscription) : 0n
    await revoke(tx, subscription)
    if (tokens === 0n) continue
    const { fan, creator } = await namesOf(tx, subscription)
    await mailFan(tx, fan, creator.name, tokens)
    if (creator.email)
      await mail(tx, {
        to: creator.email,
        kind: 'unused_returned',
        locale: creator.locale,
        values: { name: creator.name, fan: fan.name, amount: amountIn(tx, creator, tokens) },
      })
  }
}

/** Ends one subscription of a creator whose page is closed. Returns what went back, in hundredths of a token. */
export async function endForClosedPage(tx: Context, id: string, since: Date): Promise<bigint> {
  const subscription = await lockSubscription(tx, id)
  if (!subscription) return 0n
  const tokens = await returnUnused(tx, subscription, since)
  await revoke(tx, subscription)
  return tokens
}

/** Ends the subscriptions of a creator who is suspended or no longer verified, unless that is lifted before. */
export const endIfStillClosed = (tx: Context, performerId: string): Promise<void> =>
  endSubscriptionsJob.enqueue(
    tx,
    { performerId, since: tx.clock.now().toISOString() },
    {
      runAt: new Date(tx.clock.now().getTime() + daysUntilEnded * 86_400_000),
      key: `end_subscriptions ${performerId}`,
    },
  )

export const subscriptionJobs: JobHandler[] = [
  handle(endSubscriptionsJob, (ctx, { performerId, since }) =>
    endAllOfClosedPage(ctx, { performerId, since: new Date(since) }),
  ),
]

/** Ends them in batches; after an interruption, it continues where it stopped. The creator gets one email at the end. */
export async function endAllOfClosedPage(
  ctx: Context,
  { performerId, since }: { performerId: string; since: Date },
): Promise<void> {
  while (await ctx.transaction((tx) => endBatch(tx, performerId, since))) {
    // Another batch is waiting.
  }
}

async function endBatch(tx: Context, performerId: string, since: Date): Promise<boolean> {
  const creator = await row(
    tx.db,
    sql<
      Person & { isClosed: boolean }
    >`SELECT ${person}, performer_is_closed(a.status, p.verification_status) AS "isClosed"
      FROM performers p JOIN accounts a ON a.id = p.account_id WHERE p.account_id = ${performerId} FOR SHARE OF a, p`,
  )
  if (!creator?.isClosed) return false
  const found = await rows(
    tx.db,
    sql<Person & { subscriptionId: string }>`SELECT s.id AS "subscriptionId", ${person}
      FROM subscriptions s JOIN accounts a ON a.id = s.fan_id
      WHERE s.performer_id = ${performerId} AND (s.status = ANY(${liveStatuses}::text[]) OR s.access_until > app_now())
      ORDER BY s.id LIMIT ${batchMax + 1}`,
  )
  for (const { subscriptionId, ...fan } of found.slice(0, batchMax))
    await mailFan(tx, fan, creator.name, await endForClosedPage(tx, subscriptionId, since))
  const isLast = found.length <= batchMax
  if (isLast && found.length > 0) await mailTotal(tx, creator, performerId, since)
  return !isLast
}

/** What all of them got back is read from the charges, so that an interruption loses none of it. */
export const mailTotal = (tx: Context, creator: Person, performerId: string, since: Date): Promise<void> =>
  mailCreator(tx, creator, 'subscriptions_ended', performerId, since)
export async function mailCreator(
  tx: Context,
  creator: Person,
  kind: 'subscriptions_ended' | 'countries_blocked',
  performerId: string,
  since: Date,
): Promise<void> {
  const { tokens } = (await row(
    tx.db,
    sql<{ tokens: bigint }>`SELECT coalesce(sum(c.tokens_returned), 0)::bigint AS tokens
      FROM earnings e JOIN charges c ON c.id = e.id
      WHERE e.performer_id = ${performerId} AND e.type = 'subscription' AND e.returned > 0 AND c.updated_at >= ${since}`,
  ))!
  if (tokens === 0n || !creator.email) return
  await mail(tx, {
    to: creator.email,
    kind,
    locale: creator.locale,
    values: { name: creator.name, amount: amountIn(tx, creator, tokens) },
  })
}

export interface Person {
  name: string
  email: string | null
  locale: string | null
}
export const person = sql`a.name, a.email::text AS email, a.locale`

async function namesOf(tx: Context, { fan_id, performer_id }: SubscriptionRow) {
  const found = await rows(
    tx.db,
    sql<Person & { id: string }>`SELECT a.id, ${person} FROM accounts a WHERE a.id IN (${fan_id}, ${performer_id})`,
  )
  return {
    fan: found.find(({ id }) => id === fan_id)!,
    creator: found.find(({ id }) => id === performer_id)!,
  }
}

/** Where nothing was paid and nothing goes back, there is no email. */
async function mailFan(tx: Context, fan: Person, creator: string, tokens: bigint): Promise<void> {
  if (tokens === 0n || !fan.email) return
  await mail(tx, {
    to: fan.email,
    kind: 'subscription_ended',
    locale: fan.locale,
    values: { name: fan.name, creator, amount: amountIn(tx, fan, tokens) },
  })
}
