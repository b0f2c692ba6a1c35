import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { checkLedger } from '../ledger/check.ts'
import { balanceOf, pending, walletBalance } from '../ledger/post.ts'
import { buildFan, buildPlan, payer } from '../wallet/testing.ts'
import { renewDue } from './renewal.ts'
import type { SubscriptionRow } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})
const versionOf = async (planId: string) =>
  (await row(server.ctx.db, sql<{ v: string }>`SELECT version_id AS v FROM plans WHERE id = ${planId}`))!.v

/** A fan of the monthly plan (10.00), beside which there is a year for 90.00. */
async function monthly(tokens: number, card?: string) {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, tokens), await buildPerformer(ctx)]
  const month = await versionOf(await buildPlan(ctx, performer, { price: 1000n }))
  const year = await versionOf(await buildPlan(ctx, performer, { type: 'yearly', months: 12, price: 9000n }))
  const me = payer(server, fan)
  const way = card ? { paymentGateway: 'test', cardId: await me.card(card) } : { paymentGateway: 'wallet' }
  const reply = await me.keyed('/payment/subscribe/performers', { performerId: performer.id, planId: month, ...way })
  const id = reply.body.data.subscription._id as string
  const preview = async (planId: string) =>
    (await me.get(`/subscriptions/${id}/plan-change?planId=${planId}`)).body.data
  const change = (planId: string, expectedDue: number, more: object = {}, key?: string) =>
    me.keyed(`/subscriptions/${id}/plan-change`, { planId, expectedDue, ...way, ...more }, key)
  return { fan, performer, month, year, id, me, preview, change }
}
const stored = async (id: string) =>
  (await row(server.ctx.db, sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE id = ${id}`))!
const toPeriodEnd = async (id: string) => {
  const left = (await stored(id)).current_period_end!.getTime() - server.ctx.clock.now().getTime()
  await advanceClock(server.ctx, `${Math.ceil(left / 1000) + 60} seconds`)
  await renewDue(server.ctx)
}

test('up is at once, at the full price less what is left, and the period restarts', async () => {
  const { ctx } = server
  const { fan, performer, month, year, id, me, preview, change } = await monthly(2000)
  expect((await me.get(`/subscriptions/${id}/plans`)).body.data).toMatchObject([{ _id: year }])
  expect((await me.get(`/subscriptions/${id}/plan-change?planId=${month}`)).body.code).toBe('PLAN_NOT_AVAILABLE')
  await advanceClock(ctx, '15 days')
  const shown = await preview(year)
  expect(shown).toMatchObject({ atOnce: true, currency: 'USD' })
  expect(shown.credit).toBeGreaterThan(4)
  expect(shown.credit).toBeLessThan(6)
  expect(shown.due).toBeCloseTo(90 - shown.credit, 2)
  expect((await change(year, 90)).body).toMatchObject({ code: 'PRICE_CHANGED', price: shown.due })
  const key = randomUUID()
  const replies = await Promise.all(Array.from({ length: 5 }, () => change(year, shown.due, {}, key)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(replies[0]!.body.data).toMatchObject({
    payment: null,
    subscription: { _id: id, type: 'yearly', price: 90, months: 12 },
  })
  expect(await walletBalance(ctx, fan.id)).toBe(200_000n - 10_000n - BigInt(Math.round(shown.dueTokens * 100)))
  const now = await stored(id)
  expect(now).toMatchObject({ period_number: 2, status: 'active' })
  expect(now.current_period_end!.getTime()).toBeGreaterThan(ctx.clock.now().getTime() + 360 * 86_400_000)
  expect(await balanceOf(ctx, pending(performer.id))).toBe(8000n + BigInt(Math.ceil(shown.dueTokens * 80)))
  await toPeriodEnd(id)
  expect(await stored(id)).toMatchObject({ period_number: 3, change_id: null })
})

test('of a plan that was credited, all that is left goes back when access ends early', async () => {
  const { ctx } = server
  const { fan, performer, year, preview, change } = await monthly(2000)
  await change(year, (await preview(year)).due)
  const paid = 200_000n - (await walletBalance(ctx, fan.id))
  await payer(server, performer).post('/block/users', { userId: fan.id })
  const lost = 200_000n - (await walletBalance(ctx, fan.id))
  // Of about 900 tokens, minutes were used; of each charge a hundredth is lost at most by rounding, and the hour that the credit is counted to.
  expect(paid).toBeGreaterThan(89_900n)
  expect(lost).toBeLessThan(30n)
})

test('down is with the end of the period, at the price that was shown, and can be taken back', async () => {
  const { ctx } = server
  const { fan, performer, month, year, id, me, preview, change } = await monthly(3000)
  await change(year, (await preview(year)).due)
  const shown = await preview(month)
  expect(shown).toMatchObject({ atOnce: false, credit: 0, due: 10 })
  expect(shown.beginsAt).toBe((await stored(id)).current_period_end!.toISOString())
  const before = await walletBalance(ctx, fan.id)
  expect((await change(month, 10)).body.data.subscription).toMatchObject({
    type: 'yearly',
    nextPlan: { type: 'monthly', price: 10, months: 1 },
  })
  expect((await me.delete(`/subscriptions/${id}/plan-change`)).body.data.nextPlan).toBeNull()
  await change(month, 10)
  expect(await walletBalance(ctx, fan.id)).toBe(before)
  await sql`UPDATE plans SET price = 2000 WHERE performer_id = ${performer.id} AND type = 'monthly'`.execute(ctx.db)
  await toPeriodEnd(id)
  expect(await stored(id)).toMatchObject({ type: 'monthly', months: 1, price_locked: 1000n, period_number: 3 })
  expect(await walletBalance(ctx, fan.id)).toBe(before - 10_000n)
  await toPeriodEnd(id)
  expect(await walletBalance(ctx, fan.id)).toBe(before - 20_000n)
})

test('cancelling forgets the plan that was to come, and choosing one renews again', async () => {
  const { month, year, id, me, preview, change } = await monthly(3000)
  await change(year, (await preview(year)).due)
  await change(month, 10)
  const cancelled = (await me.post(`/payment/wallet/cancel-subscription/${id}`)).body.data
  expect(cancelled).toMatchObject({ cancelAtPeriodEnd: true, nextPlan: null })
  expect((await change(month, 10)).body.data.subscription).toMatchObject({
    cancelAtPeriodEnd: false,
    nextPlan: { price: 10 },
  })
})

test('a subscription that ends forgets the plan that was to come', async () => {
  const { fan, performer, month, year, id, me, preview, change } = await monthly(3000)
  await change(year, (await preview(year)).due)
  expect((await change(month, 10)).body.data.subscription.nextPlan).toMatchObject({ price: 10 })
  await payer(server, performer).post('/block/users', { userId: fan.id })
  const [ended] = (await me.get('/subscriptions/user/search')).body.data
  expect(ended).toMatchObject({ _id: id, status: 'revoked', nextPlan: null })
})

test('by card it is done when its owner says yes; until then, and where the card is declined, all stays as it is', async () => {
  const { ctx } = server
  const asking = await monthly(0, '4242424242424242')
  const cardId = await asking.me.card('4000000000003220')
  const { due } = await asking.preview(asking.year)
  const begun = await asking.change(asking.year, due, { cardId })
  expect(begun.body.data).toMatchObject({
    payment: { status: 'requires_action', amount: due },
    subscription: { type: 'monthly', nextPlan: null },
  })
  await server.app.inject({
    method: 'POST',
    url: begun.body.data.payment.actionUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'answer=yes',
  })
  await deliverTestWebhooks(ctx)
  await server.work()
  expect(await stored(asking.id)).toMatchObject({ type: 'yearly', period_number: 2, card_id: cardId })
  expect(await walletBalance(ctx, asking.fan.id)).toBe(0n)

  const declined = await monthly(0, '4242424242424242')
  const bad = await declined.me.card('4000000000000002')
  const shown = await declined.preview(declined.year)
  expect((await declined.change(declined.year, shown.due, { cardId: bad })).body.code).toBe('CARD_DECLINED')
  expect(await stored(declined.id)).toMatchObject({ type: 'monthly', period_number: 1, status: 'active' })
  // Another card, another try.
  expect((await declined.change(declined.year, shown.due)).body.data).toMatchObject({
    payment: { status: 'succeeded' },
    subscription: { type: 'yearly' },
  })
})

test('too few tokens change nothing, and neither does another’s subscription', async () => {
  const { ctx } = server
  const { fan, year, month, id, preview, change } = await monthly(150)
  const { due } = await preview(year)
  expect((await change(year, due)).body).toMatchObject({ status: 402 })
  expect(await stored(id)).toMatchObject({ type: 'monthly', period_number: 1 })
  expect(await walletBalance(ctx, fan.id)).toBe(5000n)
  const stranger = payer(server, await buildFan(ctx, 1000))
  expect((await stranger.get(`/subscriptions/${id}/plan-change?planId=${year}`)).status).toBe(404)
  expect((await stranger.get(`/subscriptions/${id}/plans`)).status).toBe(404)
  expect((await stranger.delete(`/subscriptions/${id}/plan-change`)).status).toBe(404)
  const body = { planId: month, expectedDue: 10, paymentGateway: 'wallet' }
  expect((await stranger.keyed(`/subscriptions/${id}/plan-change`, body)).status).toBe(404)
})

test('two changes at once are one', async () => {
  const { ctx } = server
  const { fan, year, id, preview, change } = await monthly(4000)
  const { due } = await preview(year)
  const replies = await Promise.all(Array.from({ length: 6 }, () => change(year, due)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await walletBalance(ctx, fan.id)).toBeGreaterThan(400_000n - 10_000n - 90_000n)
  expect(await stored(id)).toMatchObject({ period_number: 2 })
  expect(
    await rows(ctx.db, sql`SELECT 1 FROM charges WHERE user_id = ${fan.id} AND type = 'subscription'`),
  ).toHaveLength(2)
})

test('who has the free plan goes on to one that is paid', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 200), await buildPerformer(ctx)]
  const free = await versionOf(await buildPlan(ctx, performer, { type: 'free', price: null }))
  const month = await versionOf(await buildPlan(ctx, performer, { price: 1000n }))
  const me = payer(server, fan)
  const begun = await me.keyed('/payment/subscribe/performers', {
    performerId: performer.id,
    planId: free,
    paymentGateway: 'wallet',
  })
  const { _id } = begun.body.data.subscription
  const body = { planId: month, expectedDue: 10, paymentGateway: 'wallet' }
  expect((await me.keyed(`/subscriptions/${_id}/plan-change`, body)).body.data.subscription).toMatchObject({
    type: 'monthly',
    status: 'active',
  })
  expect(await walletBalance(ctx, fan.id)).toBe(10_000n)
})

test('the first payment’s refund ends what it was credited to', async () => {
  const { ctx } = server
  const { fan, id, year, preview, change } = await monthly(0, '4242424242424242')
  await change(year, (await preview(year)).due)
  const charge = (await row(
    ctx.db,
    sql<{ id: string }>`SELECT id FROM charges WHERE user_id = ${fan.id} ORDER BY created_at LIMIT 1`,
  ))!
  const { revokePaidBy } = await import('./periods.ts')
  await ctx.transaction((tx) => revokePaidBy(tx, [charge.id]))
  expect(await stored(id)).toMatchObject({ status: 'revoked' })
})
