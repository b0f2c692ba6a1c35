import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { untilBlocked } from '../../../testing/blocked.ts'
import { type Built, buildAdmin, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFeed } from '../../content/posts/testing.ts'
import { checkLedger } from '../ledger/check.ts'
import { available, balanceOf, clearing, debt, post, walletBalance } from '../ledger/post.ts'
import { releaseEarnings } from '../ledger/upkeep.ts'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { buildFan, buildPlan, giveTokens, payer } from '../wallet/testing.ts'
import { endAllOfClosedPage } from './ended-early.ts'
import { periodNotPaid } from './periods.ts'
import { renew, renewDue } from './renewal.ts'

// A block ends subscriptions between the two accounts at once, whichever of them blocks, and is serialized with a renewal.

let server: TestServer
let owner: pg.Client
let ownerProcess: number
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  ownerProcess = (await owner.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await owner.end()
  await server.stop()
})

const block = async (first: Built, other: Built) =>
  expect((await payer(server, first).post('/block/users', { userId: other.id })).status).toBe(200)
const unblock = (first: Built, other: Built) => payer(server, first).delete(`/block/users/${other.id}`)
async function subscribed(fan: Built, performer: Built, more: object = {}, type: 'monthly' | 'free' = 'monthly') {
  const planId = await buildPlan(server.ctx, performer, { type, price: type === 'free' ? null : 1000n })
  const reply = await payer(server, fan).keyed('/payment/subscribe/performers', {
    performerId: performer.id,
    planId,
    paymentGateway: 'wallet',
    ...more,
  })
  return reply.body.data.subscription._id as string
}
const stored = async (id: string) =>
  (await row(
    server.ctx.db,
    sql<{ status: string; running: boolean; retry: Date | null; periods: number; charges: bigint }>`
      SELECT status, coalesce(access_until > app_now(), false) AS running, next_retry_at AS retry, period_number AS periods,
        (SELECT count(*) FROM charges WHERE target_id = s.id) AS charges FROM subscriptions s WHERE id = ${id}`,
  ))!
const subscribersOf = async ({ id }: Built) =>
  (await row(
    server.ctx.db,
    sql<{
      n: number
    }>`SELECT coalesce(sum(delta), 0)::int AS n FROM counter_deltas WHERE subject_id = ${id} AND counter = 'subscribers'`,
  ))!.n
const eventsFor = (id: string) =>
  rows(
    server.ctx.db,
    sql`SELECT topic FROM events WHERE payload ->> 'subscriptionId' = ${id} AND topic = 'subscription.revoked'`,
  )
const due = (id: string) =>
  owner.query(`UPDATE subscriptions SET current_period_end = app_now() - interval '1 minute' WHERE id = $1`, [id])
const ended = { status: 'revoked', running: false, retry: null, periods: 1, charges: 1n }

describe('a block ends the subscription between the two', () => {
  test.each(['the fan', 'the creator'])('when %s blocks', async (who) => {
    const { ctx } = server
    const [fan, performer, bystander] = [await buildFan(ctx, 500), await buildPerformer(ctx), await buildFan(ctx, 500)]
    const feed = await buildFeed(ctx, performer, { gate: { type: 'subscribers' } })
    const id = await subscribed(fan, performer)
    const theirs = await subscribed(bystander, performer)
    const before = await subscribersOf(performer)
    await (who === 'the fan' ? block(fan, performer) : block(performer, fan))
    expect(await stored(id)).toEqual(ended)
    expect(await eventsFor(id)).toHaveLength(1)
    expect(before - (await subscribersOf(performer))).toBe(1)
    expect(await stored(theirs)).toMatchObject({ status: 'active', running: true })
    const listed = (await payer(server, fan).get('/subscriptions/user/search')).body.data
    expect(listed).toMatchObject([{ _id: id, status: 'revoked', nextRetryAt: null }])
    // It stays ended when the block is taken back, and nothing is charged when the period would have ended.
    await (who === 'the fan' ? unblock(fan, performer) : unblock(performer, fan))
    expect((await payer(server, fan).get(`/user/feeds/${feed}`)).body.data.locked).toBeTruthy()
    await due(id)
    await renewDue(ctx)
    expect(await stored(id)).toEqual(ended)
    expect((await payer(server, fan).keyed(`/payment/wallet/cancel-subscription/${id}`, {})).status).toBe(200)
    const again = await subscribed(fan, performer)
    expect(await stored(again)).toMatchObject({ status: 'active', running: true })
  })

  test('in both directions, cancelled, free and unpaid ones too, and no other', async () => {
    const { ctx } = server
    const [first, two] = [await buildPerformer(ctx), await buildPerformer(ctx)]
    await giveTokens(ctx, first.id, 500)
    const cancelled = await subscribed(first, two)
    await payer(server, first).keyed(`/payment/wallet/cancel-subscription/${cancelled}`, {})
    const free = await subscribed(two, first, {}, 'free')
    const [late, third] = [await buildFan(ctx, 100), await buildPerformer(ctx)]
    const unpaid = await subscribed(late, third)
    await due(unpaid)
    await renewDue(ctx)
    expect(await stored(unpaid)).toMatchObject({ status: 'past_due', running: true })
    await block(two, first)
    await block(third, late)
    expect(await stored(cancelled)).toEqual(ended)
    expect(await stored(free)).toEqual({ ...ended, charges: 0n })
    expect(await stored(unpaid)).toEqual(ended)
    expect(await subscribersOf(first)).toBe(0)
    expect(await subscribersOf(two)).toBe(0)
  })
})

describe('a renewal and a block take turns', () => {
  test('the block waits for the renewal that came first, and ends what it began', async () => {
    const { ctx } = server
    const [fan, performer] = [await buildFan(ctx, 500), await buildPerformer(ctx)]
    const id = await subscribed(fan, performer)
    await due(id)
    await owner.query('BEGIN')
    await owner.query('SELECT FROM ledger_accounts WHERE owner_id = $1 FOR UPDATE', [fan.id])
    const renewing = renew(ctx, id)
    await untilBlocked(server.ownerUrl, ownerProcess, renewing)
    const blocking = block(performer, fan)
    await untilBlocked(server.ownerUrl, ownerProcess, blocking, { connections: 2 })
    await owner.query('COMMIT')
    await Promise.all([renewing, blocking])
    expect(await stored(id)).toEqual({ ...ended, periods: 2, charges: 2n })
  })

  test('the renewal waits for the block that came first, and charges nothing', async () => {
    const { ctx } = server
    const [fan, performer] = [await buildFan(ctx, 500), await buildPerformer(ctx)]
    const id = await subscribed(fan, performer)
    await due(id)
    // Stops the block after it is stored, where it raises the fan's epoch.
    await owner.query('BEGIN')
    await owner.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [fan.id])
    const blocking = block(performer, fan)
    await untilBlocked(server.ownerUrl, ownerProcess, blocking)
    const renewing = renew(ctx, id)
    await untilBlocked(server.ownerUrl, ownerProcess, renewing, { connections: 2 })
    await owner.query('COMMIT')
    await Promise.all([renewing, blocking])
    expect(await stored(id)).toEqual(ended)
    expect(await walletBalance(ctx, fan.id)).toBe(40_000n)
  })

  test('a card that pays after the block revives nothing: its money is in the wallet', async () => {
    const { ctx } = server
    const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
    const cardId = await payer(server, fan).card()
    const id = await subscribed(fan, performer, { paymentGateway: 'test', cardId })
    const late = await payer(server, fan).card('4000000000001000')
    await owner.query('UPDATE subscriptions SET card_id = $1 WHERE id = $2', [late, id])
    await due(id)
    await renew(ctx, id)
    expect(await stored(id)).toMatchObject({ status: 'active', periods: 1 })
    await block(performer, fan)
    await advanceClock(ctx, '10 seconds')
    await deliverTestWebhooks(ctx)
    await server.work()
    expect(await stored(id)).toEqual(ended)
    expect(await walletBalance(ctx, fan.id)).toBe(10_000n)
  })

  test('a card that declines after the block revives nothing', async () => {
    const { ctx } = server
    const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
    const cardId = await payer(server, fan).card()
    const id = await subscribed(fan, performer, { paymentGateway: 'test', cardId })
    const late = await payer(server, fan).card('4000000000001000')
    await owner.query('UPDATE subscriptions SET card_id = $1 WHERE id = $2', [late, id])
    await due(id)
    await renew(ctx, id)
    await block(performer, fan)
    const renewal = { account_id: fan.id, subscription_id: id, period_number: 2, id: '', amount: 1000n }
    await ctx.transaction((tx) => periodNotPaid(tx, renewal, 'failed'))
    expect(await stored(id)).toEqual(ended)
  })
})

describe('days that were paid for and can’t be used', () => {
  const walletOf = ({ id }: Built) => walletBalance(server.ctx, id)
  const returns = async (viewer: Built, other: Built) =>
    (await payer(server, viewer).get(`/block/users/${other.id}/effects`)).body.data
  const mailsTo = async (person: Built) => {
    await server.work()
    return rows(
      server.ctx.db,
      sql<{ kind: string; text: string }>`SELECT kind, text FROM mails WHERE to_address = ${person.email}
        AND kind IN ('subscription_ended', 'unused_returned', 'subscriptions_ended', 'creator_closing') ORDER BY created_at`,
    )
  }
  /** A period that ends at such a time, so that exactly a share of it is left. */
  const halfOver = (id: string) =>
    owner.query(
      `UPDATE subscriptions SET anchor_at = app_now() - (months_after(app_now(), 1) - app_now()) WHERE id = $1`,
      [id],
    )

  test('go back in tokens when the creator blocks, and both learn how much', async () => {
    const { ctx } = server
    const [fan, performer] = [await buildFan(ctx, 500), await buildPerformer(ctx, { name: 'Mara Vale' })]
    const id = await subscribed(fan, performer)
    expect(await walletOf(fan)).toBe(40_000n)
    await halfOver(id)
    const before = await returns(performer, fan)
    expect(before).toMatchObject({ mine: false, theirs: true })
    expect(before.returned).toBeGreaterThan(45)
    expect(before.returned).toBeLessThan(55)
    await block(performer, fan)
    const back = (await walletOf(fan)) - 40_000n
    expect(Math.abs(Number(back) / 100 - before.returned)).toBeLessThan(0.1)
    const charge = (await payer(server, fan).get('/wallet/charges/search')).body.data[0]
    expect(charge).toMatchObject({ tokens: 100, status: 'partially_refunded', returned: Number(back) / 100 })
    const earning = (await payer(server, performer).get('/performer/earning/search')).body.data[0]
    expect(earning).toMatchObject({ gross: 100, returned: Number(back) / 100, status: 'pending' })
    expect(earning.fee + earning.net + earning.returned).toBeCloseTo(100)
    expect(await mailsTo(fan)).toMatchObject([
      { kind: 'subscription_ended', text: expect.stringContaining(`we refunded ${Number(back) / 100} tokens`) },
    ])
    expect(await mailsTo(performer)).toMatchObject([{ kind: 'unused_returned' }])
    // Released later, the rest of the earning is what the account holds.
    await advanceClock(ctx, '30 days')
    await releaseEarnings(ctx)
    expect(await balanceOf(ctx, available(performer.id))).toBe(BigInt(Math.round(earning.net * 100)))
    expect(await checkLedger(ctx)).toEqual([])
  })

  test('stay paid where the fan blocks, and the question says so before', async () => {
    const { ctx } = server
    const [fan, performer] = [await buildFan(ctx, 500), await buildPerformer(ctx)]
    await subscribed(fan, performer)
    expect(await returns(fan, performer)).toEqual({
      mine: true,
      theirs: false,
      returned: 0,
      orders: 0,
      ordersReturned: 0,
      pledges: 0,
      pledgesReturned: 0,
      purchases: 0,
    })
    await block(fan, performer)
    expect(await walletOf(fan)).toBe(40_000n)
    expect(await mailsTo(fan)).toEqual([])
  })

  test('what the creator no longer has is a debt, and the next release pays it', async () => {
    const { ctx } = server
    const [fan, other, performer] = [await buildFan(ctx, 500), await buildFan(ctx, 500), await buildPerformer(ctx)]
    await subscribed(fan, performer)
    await owner.query(`UPDATE earnings SET available_at = app_now() WHERE performer_id = $1`, [performer.id])
    await releaseEarnings(ctx)
    const released = await balanceOf(ctx, available(performer.id))
    // Paid out, as far as the books know.
    await ctx.transaction((tx) =>
      post(tx, {
        key: `test:${crypto.randomUUID()}`,
        reason: 'adjustment',
        moves: [{ from: available(performer.id), to: clearing('TOK'), amount: released }],
      }),
    )
    await block(performer, fan)
    const owed = -(await balanceOf(ctx, debt(performer.id)))
    expect(owed).toBeGreaterThan(7_900n)
    expect(await walletOf(fan)).toBeGreaterThan(49_900n)
    await payer(server, other).tip(performer, 200)
    await owner.query(`UPDATE earnings SET available_at = app_now() WHERE performer_id = $1`, [performer.id])
    await releaseEarnings(ctx)
    expect(await balanceOf(ctx, debt(performer.id))).toBe(0n)
    expect(await balanceOf(ctx, available(performer.id))).toBe(16_000n - owed)
    expect(await checkLedger(ctx)).toEqual([])
  })

  test('go back when a suspension lasts, and not when it is lifted in time', async () => {
    const { ctx } = server
    const performer = await buildPerformer(ctx)
    const fans = [await buildFan(ctx, 500), await buildFan(ctx, 500)]
    for (const fan of fans) await subscribed(fan, performer)
    const since = ctx.clock.now()
    await endAllOfClosedPage(ctx, { performerId: performer.id, since })
    expect(await walletOf(fans[0]!)).toBe(40_000n)
    const staff = await buildAdmin(ctx)
    const suspended = await payer(server, staff).post(`/admin/accounts/${performer.id}/suspension`, {
      reason: 'They sold what was not theirs.',
    })
    expect(suspended.status).toBe(200)
    const { rows: jobs } = await owner.query(
      `SELECT run_at - app_now() BETWEEN interval '71 hours' AND interval '73 hours' AS later FROM graphile_worker.jobs WHERE key = $1`,
      [`end_subscriptions ${performer.id}`],
    )
    expect(jobs).toEqual([{ later: true }])
    await advanceClock(ctx, '3 days')
    // The days since the suspension count, too.
    await endAllOfClosedPage(ctx, { performerId: performer.id, since })
    await endAllOfClosedPage(ctx, { performerId: performer.id, since })
    for (const fan of fans) {
      expect(await walletOf(fan)).toBeGreaterThan(49_900n)
      expect(await mailsTo(fan)).toMatchObject([{ kind: 'subscription_ended' }])
    }
    expect(await mailsTo(performer)).toMatchObject([{ kind: 'subscriptions_ended' }])
    expect(await checkLedger(ctx)).toEqual([])
  })
})
