import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { subscribers } from '../../../subscribers.ts'
import { buildAdmin, type Built, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../ledger/check.ts'
import { available, balanceOf, clearing, debt, pending, post, reserve, walletBalance } from '../ledger/post.ts'
import { buildProduct } from '../../shop/products/testing.ts'
import { chainLedger, releaseEarnings, rollUpLedger } from '../ledger/upkeep.ts'
import { buildFan, buildLockedFeed, buildPlan, cardToken, payer } from '../wallet/testing.ts'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'

// A dispute blocks the payer and the card at once, and what was earned with the disputed tokens waits for the bank's decision.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  await registerSubscribers(server.ctx, subscribers, 'first')
})
// Another card for each test: the fingerprint of a blocked one is that of all with its number.
const cards = ['4242424242424242', '5555555555554444', '4000000000005126', '4000000000000077']
let card: string
beforeEach(() => {
  card = cards.shift() ?? card
})
/** The cards of earlier tests may pay again. */
const unblockPaying = () => {
  card = '4242424242424242'
  return sql`UPDATE disputes SET blocks_paying = false`.execute(server.ctx.db)
}
afterAll(async () => {
  await chainLedger(server.ctx)
  await rollUpLedger(server.ctx)
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

async function topUp(fan: Built, amount = 10) {
  const as = payer(server, fan)
  const { body, status } = await as.keyed('/payment/wallet/top-up', { amount, cardId: await as.card(card) })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data._id as string
}
async function dispute(paymentId: string, status: 'needs_response' | 'won' | 'lost' = 'needs_response') {
  const { ctx } = server
  const payment = await row(
    ctx.db,
    sql<{ gateway_ref: string }>`SELECT gateway_ref FROM payment_transactions WHERE id = ${paymentId}`,
  )
  await requestGateway(ctx, 'test_helpers/disputes', { payment_intent: payment!.gateway_ref, status })
  // What could not be taken at once, as it waited too long for another transaction, is sent and tried again a little later.
  const found = async () => {
    await deliverTestWebhooks(ctx)
    await server.work()
    return (await row(ctx.db, sql<{ status: string }>`SELECT status FROM disputes WHERE id = ${paymentId}`))?.status
  }
  await expect.poll(found).toBe(status === 'needs_response' ? 'open' : status)
}
const has = (account: Parameters<typeof balanceOf>[1]) => balanceOf(server.ctx, account)
const releaseAll = async () => {
  await advanceClock(server.ctx, '40 days')
  await releaseEarnings(server.ctx)
}

test('open, paying is blocked, what is left is taken back and what was tipped is held; won, all is as before', async () => {
  const { ctx } = server
  const [fan, performer, other] = [await buildFan(ctx), await buildPerformer(ctx), await buildFan(ctx)]
  const as = payer(server, fan)
  const paymentId = await topUp(fan)
  expect((await as.tip(performer, 60)).status).toBe(200)
  await dispute(paymentId)
  expect(await walletBalance(ctx, fan.id)).toBe(0n)
  expect([await has(pending(performer.id)), await has(reserve(performer.id))]).toEqual([0n, 4800n])
  expect(await checkLedger(ctx)).toEqual([])

  const refused = { status: 403, body: { code: 'PAYING_BLOCKED' } }
  const planId = await buildPlan(ctx, performer, { price: 795n })
  const plan = { performerId: performer.id, planId }
  const [mine] = await rows(ctx.db, sql<{ id: string }>`SELECT id FROM cards WHERE account_id = ${fan.id}`)
  expect(await as.tip(performer, 10)).toMatchObject(refused)
  expect(await as.keyed('/payment/wallet/top-up', { amount: 10, cardId: mine!.id })).toMatchObject(refused)
  for (const how of [{ paymentGateway: 'wallet' }, { paymentGateway: 'test', cardId: mine!.id }])
    expect(await as.keyed('/payment/subscribe/performers', { ...plan, ...how })).toMatchObject(refused)
  // The same card in another account.
  const token = await cardToken(server, payer(server, other), card)
  expect(await payer(server, other).post('/test/cards', { token })).toMatchObject({
    status: 403,
    body: { code: 'CARD_BLOCKED' },
  })
  await releaseAll()
  expect(await has(available(performer.id))).toBe(0n)

  await dispute(paymentId, 'won')
  expect(await walletBalance(ctx, fan.id)).toBe(4000n)
  expect([await has(pending(performer.id)), await has(reserve(performer.id))]).toEqual([4800n, 0n])
  expect((await as.tip(performer, 10)).status).toBe(200)
  await releaseEarnings(ctx)
  expect(await has(available(performer.id))).toBe(4800n)
})

test('lost, what was earned with it and the fee pay for it, and what it bought is gone', async () => {
  const { ctx } = server
  const [fan, performer, bystander] = [await buildFan(ctx, 30), await buildPerformer(ctx), await buildPerformer(ctx)]
  const as = payer(server, fan)
  const feed = await buildLockedFeed(ctx, performer, 50)
  // Spent first: of the 30 that were there, 10 are left when the card pays.
  expect((await as.tip(bystander, 20)).status).toBe(200)
  const paymentId = await topUp(fan)
  expect((await as.unlock(feed)).status).toBe(200)
  await dispute(paymentId, 'lost')
  // 10 of the post were paid with what was there before.
  expect(await walletBalance(ctx, fan.id)).toBe(0n)
  expect([await has(pending(performer.id)), await has(reserve(performer.id)), await has(debt(fan.id))]).toEqual([
    800n,
    0n,
    0n,
  ])
  expect(await has(pending(bystander.id))).toBe(1600n)
  expect(
    await row(ctx.db, sql`SELECT revoked_at IS NOT NULL AS gone FROM purchases WHERE object_id = ${feed}`),
  ).toEqual({ gone: true })
  const [earning] = (await payer(server, performer).get('/performer/earning/search')).body.data
  expect(earning).toMatchObject({ gross: 50, returned: 40, fee: 2, net: 8, status: 'pending' })
})

test('what was paid out already is owed by the creator, whose payouts wait and whose later earnings pay it first', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
  const as = payer(server, fan)
  const paymentId = await topUp(fan)
  expect((await as.tip(performer, 100)).status).toBe(200)
  await releaseAll()
  await ctx.transaction((tx) =>
    post(tx, {
      key: `test:${crypto.randomUUID()}`,
      reason: 'adjustment',
      moves: [{ from: available(performer.id), to: clearing('TOK'), amount: 5000n }],
    }),
  )
  const mine = payer(server, performer)
  const blockers = async () => {
    const { body } = await mine.post('/payout-requests/calculate', {})
    return body.data.blockers.map(({ code }: { code: string }) => code) as string[]
  }
  expect(await blockers()).not.toContain('DISPUTE_OPEN')
  await ctx.settings.set(ctx.db, 'payoutDisputeAmount', 4, null)
  await dispute(paymentId)
  expect([await has(available(performer.id)), await has(reserve(performer.id))]).toEqual([0n, 3000n])
  expect(await blockers()).toContain('DISPUTE_OPEN')
  await dispute(paymentId, 'lost')
  expect(await blockers()).not.toContain('DISPUTE_OPEN')
  expect([await has(debt(fan.id)), await has(debt(performer.id))]).toEqual([0n, -5000n])
  expect((await mine.get('/performer/earning/stats')).body.data).toMatchObject({ available: 0, held: 0, owed: 50 })
  await handleAllEvents(ctx, subscribers)
  const { data: news } = (await mine.get('/notifications')).body
  expect(news.find(({ kind }: { kind: string }) => kind === 'earnings_owed')).toMatchObject({
    kind: 'earnings_owed',
    tokens: 50,
  })

  const staff = payer(server, await buildAdmin(ctx, { permissions: ['finance'] }))
  const listed = (await staff.get('/admin/disputes?reviewed=false')).body.data
  expect(listed.find((entry: { _id: string }) => entry._id === paymentId)).toMatchObject({
    status: 'lost',
    tokens: 100,
    fromWallet: 0,
    held: 0,
    owed: 0,
    owedByCreators: 50,
    payingBlocked: true,
    user: { _id: fan.id },
  })
  const review = (allowPaying: boolean) =>
    staff.post(`/admin/disputes/${paymentId}/review`, { allowPaying, note: 'They called: it was their child.' })
  expect((await review(false)).body.data).toMatchObject({ payingBlocked: true })
  expect((await as.tip(performer, 10)).body.code).toBe('PAYING_BLOCKED')
  expect((await review(true)).body.data).toMatchObject({ payingBlocked: false })
  const left = (await staff.get('/admin/disputes?reviewed=false')).body.data
  expect(left.map((entry: { _id: string }) => entry._id)).not.toContain(paymentId)
  const other = await buildFan(ctx, 100)
  expect((await payer(server, other).tip(performer, 50)).status).toBe(200)
  await advanceClock(ctx, '1 day')
  expect((await payer(server, other).tip(performer, 50)).status).toBe(200)
  // Of what waits, the list says what will become available.
  expect((await mine.get('/performer/earning/stats')).body.data).toMatchObject({
    pending: 80,
    owed: 50,
    releases: [
      { net: 0, owed: 40, count: 1 },
      { net: 30, owed: 10, count: 1 },
    ],
  })
  await releaseAll()
  expect([await has(debt(performer.id)), await has(available(performer.id))]).toEqual([0n, 3000n])
})

test('a disputed subscription ends at once, and its earning waits for the decision', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx), await buildPerformer(ctx)]
  const as = payer(server, fan)
  const planId = await buildPlan(ctx, performer, { price: 1000n })
  const begun = await as.keyed('/payment/subscribe/performers', {
    performerId: performer.id,
    planId,
    paymentGateway: 'test',
    cardId: await as.card(card),
  })
  await deliverTestWebhooks(ctx)
  await server.work()
  expect(await has(pending(performer.id))).toBe(8000n)
  const paymentId = begun.body.data.payment._id
  await dispute(paymentId)
  expect((await as.get('/subscriptions/user/search')).body.data).toMatchObject([{ status: 'revoked' }])
  expect([await has(pending(performer.id)), await has(reserve(performer.id))]).toEqual([0n, 8000n])
  await dispute(paymentId, 'lost')
  expect([await has(reserve(performer.id)), await has(debt(fan.id))]).toEqual([0n, 0n])
})

test('a new account tops up less in a day than one that has paid before', async () => {
  const { ctx } = server
  await unblockPaying()
  const fan = await buildFan(ctx)
  const as = payer(server, fan)
  const cardId = await as.card(card)
  const buy = (amount: number) => as.keyed('/payment/wallet/top-up', { amount, cardId })
  expect((await buy(300)).status).toBe(200)
  expect(await Promise.all([buy(150), buy(150)]).then((all) => all.map(({ status }) => status).sort())).toEqual([
    200, 422,
  ])
  expect((await buy(60)).body).toMatchObject({ code: 'TOP_UP_LIMIT', limit: 500, left: 50 })
  // Payments that were declined count when they are tried again.
  const declining = await as.card('4000000000000002')
  const { body } = await as.keyed('/payment/wallet/top-up', { amount: 60, cardId: declining })
  expect(body.code).toBe('TOP_UP_LIMIT')
  const declined = await as.keyed('/payment/wallet/top-up', { amount: 50, cardId: declining })
  expect(declined.body.code).toBe('CARD_DECLINED')
  expect((await buy(50)).status).toBe(200)
  const again = await as.keyed(`/payment/retry/${declined.body.paymentId}`, { cardId })
  expect(again.body).toMatchObject({ code: 'TOP_UP_LIMIT', left: 0 })
  await advanceClock(ctx, '15 days')
  expect((await buy(300)).status).toBe(200)
  await advanceClock(ctx, '20 days')
  await sql`UPDATE accounts SET created_at = app_now() - interval '31 days' WHERE id = ${fan.id}`.execute(ctx.db)
  expect((await buy(300)).status).toBe(200)
  expect((await buy(300)).status).toBe(200)
})

test('what a charge returned is traced to what it was spent on next', async () => {
  const { ctx } = server
  await unblockPaying()
  const [fan, seller, accomplice] = [await buildFan(ctx), await buildPerformer(ctx), await buildPerformer(ctx)]
  const as = payer(server, fan)
  const product = await buildProduct(ctx, seller, { price: 10_000n })
  const address = { name: 'Jamie Rowe', line1: '1 Quay', city: 'Porto', postalCode: '4000-001', country: 'PT' }
  expect((await as.post('/addresses/create', address)).status).toBe(200)
  const order = async () =>
    (await as.keyed(`/wallet/charges/product/${product}`, { expectedPrice: 100 })).body.data._id as string
  const paymentId = await topUp(fan)
  expect((await as.post(`/orders/${await order()}/cancel`)).status).toBe(200)
  // Again, and the seller returns half of it.
  const second = await order()
  expect((await payer(server, seller).post(`/orders/${second}/refund`, { tokens: 50 })).status).toBe(200)
  expect((await as.tip(accomplice, 50)).status).toBe(200)
  await dispute(paymentId)
  expect(await walletBalance(ctx, fan.id)).toBe(0n)
  expect([await has(reserve(accomplice.id)), await has(reserve(seller.id))]).toEqual([4000n, 4000n])
  await dispute(paymentId, 'lost')
  expect([await has(debt(fan.id)), await has(reserve(accomplice.id))]).toEqual([0n, 0n])
})

test('what a subscription paid by card returned is traced, too', async () => {
  const { ctx } = server
  await unblockPaying()
  const [fan, creator, accomplice] = [await buildFan(ctx), await buildPerformer(ctx), await buildPerformer(ctx)]
  const as = payer(server, fan)
  const planId = await buildPlan(ctx, creator, { price: 1000n })
  const body = { performerId: creator.id, planId, paymentGateway: 'test', cardId: await as.card(card) }
  const begun = await as.keyed('/payment/subscribe/performers', body)
  await deliverTestWebhooks(ctx)
  await server.work()
  expect((await payer(server, creator).post('/block/users', { userId: fan.id })).status).toBe(200)
  const returned = await walletBalance(ctx, fan.id)
  expect(returned).toBeGreaterThan(9000n)
  expect((await as.tip(accomplice, 90)).status).toBe(200)
  await dispute(begun.body.data.payment._id)
  expect(await walletBalance(ctx, fan.id)).toBe(0n)
  expect(await has(reserve(accomplice.id))).toBe(7200n)
})

test('an order that is cancelled while its payment is disputed leaves no token behind', async () => {
  const { ctx } = server
  for (let round = 0; round < 4; round++) {
    const [fan, seller] = [await buildFan(ctx), await buildPerformer(ctx)]
    const as = payer(server, fan)
    const product = await buildProduct(ctx, seller, { price: 10_000n })
    const address = { name: 'Jamie Rowe', line1: '1 Quay', city: 'Porto', postalCode: '4000-001', country: 'PT' }
    expect((await as.post('/addresses/create', address)).status).toBe(200)
    await unblockPaying()
    const paymentId = await topUp(fan)
    const bought = await as.keyed(`/wallet/charges/product/${product}`, { expectedPrice: 100 })
    const [cancelled] = await Promise.all([as.post(`/orders/${bought.body.data._id}/cancel`), dispute(paymentId)])
    expect([200, 409]).toContain(cancelled.status)
    expect(await walletBalance(ctx, fan.id)).toBe(0n)
    expect(await has(reserve(seller.id))).toBe(cancelled.status === 200 ? 0n : 8000n)
  }
})

test('a charge that two payments paid for stays disputed until both disputes are won', async () => {
  const { ctx } = server
  const statusAfter = async (first: 'won' | 'lost') => {
    await unblockPaying()
    const [fan, creator] = [await buildFan(ctx), await buildPerformer(ctx)]
    const as = payer(server, fan)
    const payments = [await topUp(fan), await topUp(fan)] as const
    expect((await as.tip(creator, 200)).status).toBe(200)
    const status = async () =>
      (await row(ctx.db, sql<{ status: string }>`SELECT status FROM charges WHERE user_id = ${fan.id}`))!.status
    for (const payment of payments) await dispute(payment)
    await dispute(payments[0], first)
    const between = await status()
    await dispute(payments[1], 'won')
    return [between, await status()]
  }
  expect(await statusAfter('won')).toEqual(['disputed', 'succeeded'])
  expect(await statusAfter('lost')).toEqual(['disputed', 'disputed'])
})
