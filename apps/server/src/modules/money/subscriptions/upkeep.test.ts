import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { type Built, buildBlock, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { subscribers } from '../../../subscribers.ts'
import { checkLedger } from '../ledger/check.ts'
import { walletBalance } from '../ledger/post.ts'
import { buildFan, buildPlan, giveTokens, payer } from '../wallet/testing.ts'
import { renewDue } from './renewal.ts'
import type { SubscriptionRow } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  await registerSubscribers(server.ctx, subscribers)
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})
async function subscribed(tokens: number, more: object = {}, price = 1000n) {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, tokens), await buildPerformer(ctx)]
  const planId = await buildPlan(ctx, performer, { price })
  const reply = await payer(server, fan).keyed('/payment/subscribe/performers', {
    performerId: performer.id,
    planId,
    paymentGateway: 'wallet',
    ...more,
  })
  return { fan, performer, planId, id: reply.body.data.subscription._id as string, me: payer(server, fan) }
}
const stored = async (id: string) =>
  (await row(server.ctx.db, sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE id = ${id}`))!
const toPeriodEnd = async (id: string) => {
  const left = (await stored(id)).current_period_end!.getTime() - server.ctx.clock.now().getTime()
  await advanceClock(server.ctx, `${Math.ceil(left / 1000) + 60} seconds`)
  await renewDue(server.ctx)
}
const subscribersOf = async ({ id }: Built) =>
  Number(
    (await row(
      server.ctx.db,
      sql<{ n: bigint }>`SELECT coalesce(sum(delta), 0)::bigint AS n FROM counter_deltas
        WHERE subject_id = ${id} AND counter = 'subscribers'`,
    ))!.n,
  )

test('a cancelled subscription is resumed at its price until its period ends, and only by its owner', async () => {
  const { ctx } = server
  const { fan, performer, planId, id, me } = await subscribed(500)
  await sql`UPDATE plans SET price = 5000 WHERE id = ${planId}`.execute(ctx.db)
  await me.post(`/payment/wallet/cancel-subscription/${id}`)
  expect((await payer(server, performer).post(`/subscriptions/${id}/resume`)).status).toBe(404)
  const resumed = await me.post(`/subscriptions/${id}/resume`)
  expect(resumed.body.data).toMatchObject({ cancelAtPeriodEnd: false, price: 10, status: 'active' })
  expect((await me.post(`/subscriptions/${id}/resume`)).body.data).toEqual(resumed.body.data)
  await toPeriodEnd(id)
  expect(await stored(id)).toMatchObject({ status: 'active', period_number: 2 })
  expect(await walletBalance(ctx, fan.id)).toBe(30_000n)
  await me.post(`/payment/wallet/cancel-subscription/${id}`)
  await toPeriodEnd(id)
  expect((await me.post(`/subscriptions/${id}/resume`)).body).toMatchObject({ status: 409, code: 'SUBSCRIPTION_OVER' })
})

test('nothing is resumed with a creator who blocked', async () => {
  const { performer, fan, id, me } = await subscribed(500)
  await me.post(`/payment/wallet/cancel-subscription/${id}`)
  await buildBlock(server.ctx, performer, fan)
  expect((await me.post(`/subscriptions/${id}/resume`)).status).toBe(404)
  expect(await stored(id)).toMatchObject({ cancel_at_period_end: true })
})

test('a subscription rests once: nothing is charged and nothing opens, and then it goes on at its price', async () => {
  const { ctx } = server
  const { fan, performer, id, me } = await subscribed(500)
  expect((await me.post(`/subscriptions/${id}/pause`, { months: 2 })).status).toBe(400)
  const asked = await me.post(`/subscriptions/${id}/pause`, { months: 3 })
  expect(asked.body.data).toMatchObject({ pauseMonths: 3, status: 'active', canPause: true })
  expect(asked.body.data.accessUntil).toBe(asked.body.data.currentPeriodEnd)
  // Taken back before it began, it was not used.
  expect((await me.post(`/subscriptions/${id}/resume`)).body.data).toMatchObject({ pauseMonths: null, canPause: true })
  await me.post(`/subscriptions/${id}/pause`, { months: 1 })
  expect(await subscribersOf(performer)).toBe(1)
  await toPeriodEnd(id)
  const [resting] = (await me.get('/subscriptions/user/search?active=true')).body.data
  expect(resting).toMatchObject({ _id: id, status: 'paused', canPause: false })
  expect(new Date(resting.pausedUntil).getTime()).toBeGreaterThan(ctx.clock.now().getTime() + 27 * 86_400_000)
  expect(await walletBalance(ctx, fan.id)).toBe(40_000n)
  expect(await subscribersOf(performer)).toBe(0)
  expect(
    (
      await payer(server, fan).keyed('/payment/subscribe/performers', {
        performerId: performer.id,
        planId: await buildPlan(ctx, performer, { type: 'yearly', months: 12 }),
        paymentGateway: 'wallet',
      })
    ).body.code,
  ).toBe('ALREADY_SUBSCRIBED')
  await advanceClock(ctx, '32 days')
  await Promise.all([renewDue(ctx), renewDue(ctx)])
  expect(await stored(id)).toMatchObject({ status: 'active', period_number: 2, paused_until: null })
  expect(await walletBalance(ctx, fan.id)).toBe(30_000n)
  expect(await subscribersOf(performer)).toBe(1)
  expect((await me.post(`/subscriptions/${id}/pause`, { months: 1 })).body.code).toBe('PAUSE_USED')
})

test('a running pause is ended by its fan, who pays then, or by cancelling, which costs nothing', async () => {
  const { ctx } = server
  const early = await subscribed(200)
  await early.me.post(`/subscriptions/${early.id}/pause`, { months: 3 })
  await toPeriodEnd(early.id)
  expect((await early.me.post(`/subscriptions/${early.id}/resume`)).body.data).toMatchObject({ status: 'active' })
  expect(await walletBalance(ctx, early.fan.id)).toBe(0n)

  const over = await subscribed(200)
  await over.me.post(`/subscriptions/${over.id}/pause`, { months: 3 })
  await toPeriodEnd(over.id)
  expect((await over.me.post(`/payment/wallet/cancel-subscription/${over.id}`)).body.data.status).toBe('expired')
  expect(await walletBalance(ctx, over.fan.id)).toBe(10_000n)
  expect(await subscribersOf(over.performer)).toBe(0)
})

test('a pause that nobody can pay after opens nothing, is tried again from its end, and counts once', async () => {
  const { ctx } = server
  const { performer, fan, id, me } = await subscribed(100)
  await me.post(`/subscriptions/${id}/pause`, { months: 3 })
  await toPeriodEnd(id)
  await advanceClock(ctx, '93 days')
  await renewDue(ctx)
  const behind = await stored(id)
  expect(behind).toMatchObject({ status: 'past_due', retry_count: 0 })
  expect(behind.access_until!.getTime()).toBeLessThan(ctx.clock.now().getTime())
  expect(behind.next_retry_at!.getTime()).toBeGreaterThan(ctx.clock.now().getTime())
  await giveTokens(ctx, fan.id, 100)
  await advanceClock(ctx, '2 days')
  await renewDue(ctx)
  expect(await stored(id)).toMatchObject({ status: 'active', period_number: 2 })
  expect(await subscribersOf(performer)).toBe(1)
})

test('the card of a subscription is changed, and pays what failed at once', async () => {
  const { ctx } = server
  const { fan, id, me } = await subscribed(100)
  const strange = await payer(server, await buildFan(ctx)).card()
  expect((await me.put(`/subscriptions/${id}/payment`, { paymentGateway: 'test', cardId: strange })).status).toBe(404)
  expect((await me.put(`/subscriptions/${id}/payment`, { paymentGateway: 'test' })).status).toBe(404)
  await toPeriodEnd(id)
  expect(await stored(id)).toMatchObject({ status: 'past_due' })
  const cardId = await me.card()
  const changed = await me.put(`/subscriptions/${id}/payment`, { paymentGateway: 'test', cardId })
  expect(changed.body.data).toMatchObject({ paymentGateway: 'test', cardId, status: 'active' })
  await deliverTestWebhooks(ctx)
  expect(await stored(id)).toMatchObject({ status: 'active', period_number: 2 })
  expect(await walletBalance(ctx, fan.id)).toBe(0n)
  await giveTokens(ctx, fan.id, 100)
  await me.put(`/subscriptions/${id}/payment`, { paymentGateway: 'wallet' })
  await toPeriodEnd(id)
  expect(await stored(id)).toMatchObject({ status: 'active', period_number: 3, card_id: null })
  expect(await walletBalance(ctx, fan.id)).toBe(0n)
})

test('one card is the default, and another’s can’t be', async () => {
  const { ctx } = server
  const me = payer(server, await buildFan(ctx))
  const [first, second] = [await me.card('4242424242424242'), await me.card('5555555555554444')]
  expect((await me.put(`/payment-cards/${second}/default`, {})).body.data).toMatchObject({
    _id: second,
    isDefault: true,
  })
  const cards = (await me.get('/payment-cards')).body.data
  expect(cards.map(({ _id, isDefault }: { _id: string; isDefault: boolean }) => [_id, isDefault])).toEqual([
    [second, true],
    [first, false],
  ])
  expect((await payer(server, await buildFan(ctx)).put(`/payment-cards/${second}/default`, {})).status).toBe(404)
})

test('a creator gives months to those who know them: what runs is longer, otherwise one begins that ends by itself', async () => {
  const { ctx } = server
  const { fan, performer, id } = await subscribed(500)
  const studio = payer(server, performer)
  const give = (userId: string, months = 1) => studio.post('/performer/gifts', { userId, months })
  const before = await stored(id)
  expect((await give(fan.id, 2)).body.data).toMatchObject({ _id: id, type: 'monthly', cardId: null })
  const after = await stored(id)
  expect(after.current_period_end!.getTime()).toBeGreaterThan(before.current_period_end!.getTime() + 55 * 86_400_000)
  await toPeriodEnd(id)
  const renewed = await stored(id)
  expect(renewed).toMatchObject({ period_number: 2, status: 'active' })
  expect(renewed.current_period_end!.getTime()).toBeLessThan(after.current_period_end!.getTime() + 32 * 86_400_000)

  const stranger = await buildFan(ctx)
  expect((await give(stranger.id)).status).toBe(404)
  await payer(server, stranger).post(`/follows/${performer.id}`)
  const [one, two] = await Promise.all([give(stranger.id), give(stranger.id)])
  expect([one.status, two.status]).toEqual([200, 200])
  const gift = await row(
    ctx.db,
    sql<SubscriptionRow>`SELECT * FROM subscriptions WHERE fan_id = ${stranger.id} AND performer_id = ${performer.id}`,
  )
  expect(gift).toMatchObject({ type: 'gift', status: 'active', price_locked: 0n })
  await handleAllEvents(ctx, subscribers)
  expect((await payer(server, stranger).get('/notifications')).body.data[0]).toMatchObject({
    kind: 'subscription_given',
  })
  await advanceClock(ctx, '93 days')
  await renewDue(ctx)
  expect(await stored(gift!.id)).toMatchObject({ status: 'expired' })
  expect((await payer(server, fan).post('/performer/gifts', { userId: stranger.id, months: 1 })).status).toBe(403)
})
