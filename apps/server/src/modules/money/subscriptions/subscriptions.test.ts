import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { type Built, buildBlock, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../ledger/check.ts'
import { balanceOf, pending, walletBalance } from '../ledger/post.ts'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { buildFeed } from '../../content/posts/testing.ts'
import { buildFan, buildPlan, giveTokens, payer } from '../wallet/testing.ts'
import { renew, renewDue } from './renewal.ts'
import type { SubscriptionRow } from './store.ts'

// spec: subscribe.call, cancel.call, subscribe.free

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})
const subscribe = (fan: Built, performer: Built, planId: string, more: object = {}, key?: string) =>
  payer(server, fan).keyed(
    '/payment/subscribe/performers',
    { performerId: performer.id, planId, paymentGateway: 'wallet', ...more },
    key,
  )
const stored = async (id: string) =>
  (await row(server.ctx.db, sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE id = ${id}`))!
const hours = (from: Date | string, to: Date | string) =>
  (new Date(to).getTime() - new Date(from).getTime()) / 3_600_000
const deliverWebhooks = async () => {
  await deliverTestWebhooks(server.ctx)
  await server.work()
}

test('a wallet pays the price in tokens, and subscribing twice is refused', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 150), await buildPerformer(ctx)]
  const plan = await buildPlan(ctx, performer, { price: 999n })
  const key = randomUUID()
  const replies = await Promise.all(Array.from({ length: 6 }, () => subscribe(fan, performer, plan, {}, key)))
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
  const { subscription } = replies[0]!.body.data
  expect(subscription).toMatchObject({
    status: 'active',
    type: 'monthly',
    price: 9.99,
    paymentGateway: 'wallet',
    cancelAtPeriodEnd: false,
  })
  expect(await walletBalance(ctx, fan.id)).toBe(5010n)
  expect(await balanceOf(ctx, pending(performer.id))).toBe(7992n)
  expect(hours(subscription.currentPeriodEnd, subscription.accessUntil)).toBe(1)
  expect((await subscribe(fan, performer, plan)).body).toMatchObject({ status: 409, code: 'ALREADY_SUBSCRIBED' })
  expect((await subscribe(fan, performer, randomUUID(), {}, key)).body.code).toBe('KEY_REUSED')
  expect((await payer(server, fan).get('/subscriptions/user/search?active=true')).body).toMatchObject({
    total: 1,
    data: [{ performer: { _id: performer.id } }],
  })
  const seen = (await payer(server, performer).get(`/subscriptions/performer/search?q=${fan.username}`)).body
  expect(seen).toMatchObject({ total: 1, data: [{ user: { _id: fan.id }, paymentGateway: '', cardId: null }] })
})

test('requests by card with one key at once get one reply', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
  const plan = await buildPlan(ctx, performer)
  const cardId = await payer(server, fan).card()
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => subscribe(fan, performer, plan, { paymentGateway: 'test', cardId }, key)),
  )
  expect(replies[0]!.body.data).toMatchObject({ subscription: { status: 'active' } })
  for (const { body } of replies) expect(body).toEqual(replies[0]!.body)
})

test('subscribing follows, once, and ending the subscription leaves the follow', async () => {
  const { ctx } = server
  const performer = await buildPerformer(ctx)
  const plan = await buildPlan(ctx, performer)
  const followed = async (fan: Built) =>
    (await payer(server, fan).get('/follows/following')).body.data.map(({ _id }: { _id: string }) => _id)
  const [follower, stranger] = [await buildFan(ctx, 100), await buildFan(ctx, 100)]
  await payer(server, follower).post(`/follows/${performer.id}`)
  for (const fan of [follower, stranger]) {
    const { subscription } = (await subscribe(fan, performer, plan)).body.data
    expect(await followed(fan)).toEqual([performer.id])
    expect((await payer(server, fan).keyed(`/payment/wallet/cancel-subscription/${subscription._id}`, {})).status).toBe(
      200,
    )
    expect(await followed(fan)).toEqual([performer.id])
  }
  expect(
    await row(ctx.db, sql`SELECT count(*)::int AS follows FROM follows WHERE performer_id = ${performer.id}`),
  ).toEqual({ follows: 2 })
  // Who unfollowed stays so when the next period begins.
  const again = await buildFan(ctx, 400)
  const { subscription } = (await subscribe(again, performer, plan)).body.data
  await payer(server, again).delete(`/follows/${performer.id}`)
  await advanceClock(ctx, '31 days')
  await renewDue(ctx)
  expect(await stored(subscription._id)).toMatchObject({ status: 'active', period_number: 2 })
  expect(await followed(again)).toEqual([])
})

test('the list of what was bought says what a card paid, and how', async () => {
  const { ctx } = server
  const [fan, performer, other] = [await buildFan(ctx, 100), await buildPerformer(ctx), await buildPerformer(ctx)]
  const cardId = await payer(server, fan).card('4242424242424242')
  const byCard = await subscribe(fan, performer, await buildPlan(ctx, performer, { price: 1000n }), {
    paymentGateway: 'test',
    cardId,
  })
  await subscribe(fan, other, await buildPlan(ctx, other))
  const list = async () => (await payer(server, fan).get('/wallet/charges/search?sortBy=createdAt')).body.data
  const card = { brand: 'visa', last4: '4242' }
  const paid = { amount: 10, currency: 'USD', card }
  expect(await list()).toMatchObject([
    { performer: { _id: other.id }, byCard: null },
    { performer: { _id: performer.id }, byCard: paid },
  ])
  await advanceClock(ctx, '31 days')
  await renewDue(ctx)
  await deliverWebhooks()
  expect(await stored(byCard.body.data.subscription._id)).toMatchObject({ period_number: 2 })
  const periods = (await list()).filter(
    (entry: { targetId: string }) => entry.targetId === byCard.body.data.subscription._id,
  )
  expect(periods).toMatchObject([{ byCard: paid }, { byCard: paid }])
  await payer(server, fan).delete(`/payment-cards/${cardId}`)
  expect((await list()).find((entry: { byCard: object | null }) => entry.byCard).byCard).toEqual({
    ...paid,
    card: null,
  })
})

test('twenty requests at once make one subscription', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 5000), await buildPerformer(ctx)]
  const plan = await buildPlan(ctx, performer)
  const replies = await Promise.all(Array.from({ length: 20 }, () => subscribe(fan, performer, plan)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19)
  expect(await walletBalance(ctx, fan.id)).toBe(500_000n - 9990n)
})

test('what can’t be subscribed to is refused, and too few tokens change nothing', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 5), await buildPerformer(ctx)]
  const plan = await buildPlan(ctx, performer)
  expect((await subscribe(fan, performer, plan)).body).toMatchObject({ status: 402, missing: 94.9 })
  expect(await rows(ctx.db, sql`SELECT 1 FROM subscriptions WHERE fan_id = ${fan.id}`)).toHaveLength(0)
  expect((await subscribe(fan, performer, randomUUID())).body.code).toBe('PLAN_NOT_AVAILABLE')
  expect((await subscribe(performer, performer, plan)).body.code).toBe('NOT_TO_ONESELF')
  for (const stranger of [{ ...performer, id: randomUUID() }, await buildFan(ctx)])
    expect((await subscribe(fan, stranger, plan)).body).toMatchObject({ status: 404, code: 'PERFORMER_NOT_FOUND' })
  expect((await subscribe(fan, performer, plan, { paymentGateway: 'test' })).status).toBe(404)
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${performer.id}, 'XX')`.execute(ctx.db)
  await buildBlock(ctx, fan, performer)
  expect((await subscribe(fan, performer, plan)).status).toBe(404)
})

test('the free plan lasts as long as the setting says and then ends', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
  const plan = await buildPlan(ctx, performer, { type: 'free', price: null })
  await buildFeed(ctx, performer)
  const reply = await subscribe(fan, performer, plan)
  expect(reply.body.data).toMatchObject({ subscription: { type: 'free', status: 'active', price: 0 }, payment: null })
  const home = async () => (await payer(server, fan).get('/user/feeds')).body.data.length
  expect(await home()).toBe(1)
  await advanceClock(ctx, '32 days')
  await renewDue(ctx)
  expect(await stored(reply.body.data.subscription._id)).toMatchObject({ status: 'expired' })
  expect(await home(), 'who subscribed follows as well, also afterwards').toBe(1)
  await payer(server, fan).delete(`/follows/${performer.id}`)
  expect(await home(), 'posts of a creator whom one neither follows nor subscribes to leave the home feed').toBe(0)
  await ctx.settings.set(ctx.db, 'freeSubscriptionEnabled', false, null)
  expect((await subscribe(fan, performer, plan)).body.code).toBe('PLAN_NOT_AVAILABLE')
  await ctx.settings.set(ctx.db, 'freeSubscriptionEnabled', true, null)
})

test('months that began on the 31st end on the last day of each month', async () => {
  const ends = await rows(
    server.ctx.db,
    sql<{
      day: string
    }>`SELECT to_char(months_after('2027-01-31T10:00:00Z', n) AT TIME ZONE 'UTC', 'MM-DD HH24') AS day FROM generate_series(1, 4) n`,
  )
  expect(ends.map((end) => end.day)).toEqual(['02-28 10', '03-31 10', '04-30 10', '05-31 10'])
})

test('renewal is charged once by any number of workers, at the price that was locked', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 500), await buildPerformer(ctx)]
  const plan = await buildPlan(ctx, performer, { price: 1000n })
  const { _id, currentPeriodEnd } = (await subscribe(fan, performer, plan)).body.data.subscription
  await sql`UPDATE plans SET price = 5000 WHERE id = ${plan}`.execute(ctx.db)
  await renewDue(ctx)
  expect(await walletBalance(ctx, fan.id)).toBe(40_000n)
  await advanceClock(ctx, '31 days')
  await Promise.all(Array.from({ length: 8 }, () => renew(ctx, _id)))
  expect(await walletBalance(ctx, fan.id)).toBe(30_000n)
  const after = await stored(_id)
  expect(after).toMatchObject({ status: 'active', period_number: 2 })
  expect(new Date(after.current_period_end!).getTime()).toBeGreaterThan(
    new Date(currentPeriodEnd).getTime() + 27 * 86_400_000,
  )
})

test('an empty wallet is charged again on days 1, 3, 5 and 7; access ends after three; then the subscription expires', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 100), await buildPerformer(ctx)]
  const { _id } = (await subscribe(fan, performer, await buildPlan(ctx, performer, { price: 1000n }))).body.data
    .subscription
  // A minute after its end, however long the month is: half a day is left between two tries at least.
  const untilEnd = (await stored(_id)).current_period_end!.getTime() - ctx.clock.now().getTime()
  await advanceClock(ctx, `${Math.ceil(untilEnd / 1000) + 60} seconds`)
  await renewDue(ctx)
  let now = await stored(_id)
  expect(now).toMatchObject({ status: 'past_due', retry_count: 0 })
  expect(hours(now.current_period_end!, now.access_until!)).toBe(72)
  const days = []
  while (now.status === 'past_due') {
    days.push(hours(now.current_period_end!, now.next_retry_at!) / 24)
    await sql`UPDATE subscriptions SET next_retry_at = app_now() - interval '1 minute' WHERE id = ${_id}`.execute(
      ctx.db,
    )
    await renewDue(ctx)
    now = await stored(_id)
  }
  expect(days).toEqual([1, 3, 5, 7])
  expect(now.status).toBe('expired')
  const counted = await row(
    ctx.db,
    sql<{
      n: bigint
    }>`SELECT sum(delta)::bigint AS n FROM counter_deltas WHERE subject_id = ${performer.id} AND counter = 'subscribers'`,
  )
  expect(counted!.n).toBe(0n)
})

test('a past-due subscription that is paid goes on', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 100), await buildPerformer(ctx)]
  const { _id, startedAt, currentPeriodEnd } = (
    await subscribe(fan, performer, await buildPlan(ctx, performer, { price: 1000n }))
  ).body.data.subscription
  await advanceClock(ctx, `${hours(startedAt, currentPeriodEnd) + 1} hours`)
  await renewDue(ctx)
  const due = await stored(_id)
  await giveTokens(ctx, fan.id, 100)
  await advanceClock(ctx, '2 days')
  await renewDue(ctx)
  const paid = await stored(_id)
  expect(paid).toMatchObject({ status: 'active', period_number: 2, retry_count: 0, next_retry_at: null })
  expect(paid.anchor_at).toEqual(due.anchor_at)
})

test('cancelling keeps access to the end of the period, and only its owner can', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 500), await buildPerformer(ctx)]
  const { _id } = (await subscribe(fan, performer, await buildPlan(ctx, performer))).body.data.subscription
  expect((await payer(server, performer).post(`/payment/wallet/cancel-subscription/${_id}`)).status).toBe(404)
  const reply = await payer(server, fan).post(`/payment/wallet/cancel-subscription/${_id}`)
  expect(reply.body.data).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  expect(reply.body.data.accessUntil).toBe(reply.body.data.currentPeriodEnd)
  expect((await payer(server, fan).post(`/payment/wallet/cancel-subscription/${_id}`)).text).toBe(reply.text)
  await advanceClock(ctx, '31 days')
  await renewDue(ctx)
  expect(await stored(_id)).toMatchObject({ status: 'expired' })
  expect(await walletBalance(ctx, fan.id)).toBe(40_010n)
})

test('a card pays the first period and the next, and is charged once each', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
  const cardId = await payer(server, fan).card('4000000000000341')
  const plan = await buildPlan(ctx, performer, { price: 1000n })
  const reply = await subscribe(fan, performer, plan, { paymentGateway: 'test', cardId })
  expect(reply.body.data).toMatchObject({
    subscription: { status: 'active', paymentGateway: 'test' },
    payment: { status: 'succeeded', amount: 10, purpose: 'subscription' },
  })
  await deliverWebhooks()
  expect(await balanceOf(ctx, pending(performer.id))).toBe(8000n)
  expect(await walletBalance(ctx, fan.id)).toBe(0n)
  // This card is declined when its owner is away; the default card of another bank is not.
  const { _id } = reply.body.data.subscription
  await advanceClock(ctx, '31 days')
  await Promise.all([renewDue(ctx), renewDue(ctx), renewDue(ctx)])
  expect(await stored(_id)).toMatchObject({ status: 'past_due', retry_count: 0 })
  await sql`UPDATE subscriptions SET card_id = ${await payer(server, fan).card('4242424242424242')} WHERE id = ${_id}`.execute(
    ctx.db,
  )
  await advanceClock(ctx, '1 day')
  await Promise.all([renewDue(ctx), renewDue(ctx)])
  await deliverWebhooks()
  expect(await stored(_id)).toMatchObject({ status: 'active', period_number: 2 })
  expect(await balanceOf(ctx, pending(performer.id))).toBe(16_000n)
})

test('a card that asks begins the subscription when its owner says yes', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
  const cardId = await payer(server, fan).card('4000000000003220')
  const plan = await buildPlan(ctx, performer, { price: 1000n })
  const first = await subscribe(fan, performer, plan, { paymentGateway: 'test', cardId })
  expect(first.body.data).toMatchObject({
    subscription: { status: 'incomplete', accessUntil: null },
    payment: { status: 'requires_action' },
  })
  // Begun again in another tab; the first is then confirmed all the same.
  const second = await subscribe(fan, performer, plan, { paymentGateway: 'test', cardId })
  const yes = (url: string) =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'answer=yes',
    })
  await yes(second.body.data.payment.actionUrl)
  await deliverWebhooks()
  expect(await stored(second.body.data.subscription._id)).toMatchObject({ status: 'active' })
  await yes(first.body.data.payment.actionUrl)
  await deliverWebhooks()
  // It can't begin twice: what was paid for the other is in the wallet.
  expect(await stored(first.body.data.subscription._id)).toMatchObject({ status: 'expired' })
  expect(await walletBalance(ctx, fan.id)).toBe(10_000n)
})

test('a declined card leaves nothing behind, and a dispute ends access at once', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
  const plan = await buildPlan(ctx, performer, { price: 1000n })
  const bad = await payer(server, fan).card('4000000000000002')
  expect((await subscribe(fan, performer, plan, { paymentGateway: 'test', cardId: bad })).body).toMatchObject({
    status: 422,
    code: 'CARD_DECLINED',
  })
  const good = await payer(server, fan).card()
  const { subscription, payment } = (await subscribe(fan, performer, plan, { paymentGateway: 'test', cardId: good }))
    .body.data
  expect(subscription.status).toBe('active')
  const ref = (await row(
    ctx.db,
    sql<{ r: string }>`SELECT gateway_ref AS r FROM payment_transactions WHERE id = ${payment._id}`,
  ))!.r
  const dispute = (status: string) => requestGateway(ctx, 'test_helpers/disputes', { payment_intent: ref, status })
  await dispute('needs_response')
  await deliverWebhooks()
  const revoked = await stored(subscription._id)
  expect(revoked.status).toBe('revoked')
  expect(revoked.access_until!.getTime()).toBeLessThanOrEqual(ctx.clock.now().getTime() + 1000)
  expect(await balanceOf(ctx, pending(performer.id))).toBe(0n)
  await dispute('won')
  await deliverWebhooks()
  expect(await balanceOf(ctx, pending(performer.id))).toBe(8000n)
})

test('plans are set as a list, inside the limits, with discounts that are true', async () => {
  const { ctx } = server
  const performer = await buildPerformer(ctx)
  const studio = payer(server, performer)
  const set = (plans: object[]) => studio.put('/performer/plans', { plans })
  const saved = await set([
    { type: 'monthly', name: 'Monthly', price: 10, perks: ['All posts'] },
    { type: 'bundle', name: 'Quarter', months: 3, price: 24 },
    { type: 'yearly', name: 'Year', price: 90 },
    { type: 'free', name: 'Look around' },
  ])
  expect(saved.body.data).toMatchObject([
    { type: 'monthly', price: 10, tokens: 100, discountPct: 0, perks: ['All posts'] },
    { months: 3, discountPct: 20 },
    { interval: 'year', months: 12, discountPct: 25 },
    { type: 'free', price: null },
  ])
  expect((await set([{ type: 'monthly', name: 'M', price: 2.94 }])).body.code).toBe('PRICE_OUT_OF_RANGE')
  expect((await set([{ type: 'monthly', name: 'M', price: 300.01 }])).body.code).toBe('PRICE_OUT_OF_RANGE')
  expect(
    (
      await set([
        { type: 'monthly', name: 'M', price: 5 },
        { type: 'monthly', name: 'N', price: 6 },
      ])
    ).status,
  ).toBe(422)
  expect((await set([{ _id: randomUUID(), type: 'monthly', name: 'M', price: 5 }])).status).toBe(404)
  expect(
    (await set([{ _id: saved.body.data[0]._id, type: 'monthly', name: 'Monthly', price: 12 }])).body,
  ).toMatchObject({ total: 1, data: [{ planId: saved.body.data[0]._id, price: 12 }] })
  expect((await studio.get('/performer/plans')).body.total).toBe(4)
  const names = async (query: string) =>
    (await studio.get(`/performer/plans?${query}`)).body.data.map((item: { name: string }) => item.name)
  // Set last, changed last; the others were changed in one moment when they stopped being offered.
  await sql`UPDATE plans SET updated_at = app_now() + interval '1 minute' * months, created_at = app_now() - interval '1 day' * months
    WHERE performer_id = ${performer.id}`.execute(ctx.db)
  await sql`UPDATE plans SET updated_at = app_now() - interval '1 day', created_at = app_now() - interval '99 days'
    WHERE performer_id = ${performer.id} AND type = 'free'`.execute(ctx.db)
  expect(await names('sortBy=updatedAt')).toEqual(['Year', 'Quarter', 'Monthly', 'Look around'])
  expect(await names('sortBy=updatedAt&sort=asc')).toEqual(['Look around', 'Monthly', 'Quarter', 'Year'])
  expect(await names('sortBy=createdAt&pageSize=2')).toEqual(['Monthly', 'Quarter'])
  const offered = await names('')
  expect(offered[0]).toBe('Monthly')
  expect(await names('sort=asc')).toEqual(offered)
  expect(await names('sort=desc')).toEqual(offered.toReversed())
  expect(await names('sortBy=order&sort=desc&pageSize=2')).toEqual(offered.toReversed().slice(0, 2))
  expect((await studio.get('/performer/plans?sortBy=price')).status).toBe(400)
  expect((await payer(server, await buildFan(ctx)).get('/performer/plans')).status).toBe(403)
})
