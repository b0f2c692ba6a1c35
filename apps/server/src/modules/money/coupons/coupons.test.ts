import { randomUUID } from 'node:crypto'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { type Built, buildAdmin, buildBlock, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../ledger/check.ts'
import { available, balanceOf, pending, walletBalance } from '../ledger/post.ts'
import { buildEarning } from '../payouts/testing.ts'
import { renewDue } from '../subscriptions/renewal.ts'
import { buildFan, buildPlan, payer } from '../wallet/testing.ts'

// spec: coupon.apply

let server: TestServer
let staff: Built
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  staff = await buildAdmin(server.ctx, { permissions: ['finance'] })
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const as = (who: { token: string }) => payer(server, who)
const newCode = () => `C-${randomUUID().slice(0, 8).toUpperCase()}`
/** Makes a coupon of a creator or, without one, of the site. */
async function coupon(creator: Built | undefined, more: object = {}) {
  const body = { code: newCode(), percent: 20, appliesTo: 'subscriptions', ...more }
  const reply = await as(creator ?? staff).post(creator ? '/performer/coupons' : '/admin/coupons', body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as { _id: string; code: string }
}
const apply = (fan: Built, code: string, body: object) => as(fan).post(`/coupons/${code}/apply-coupon`, body)
const subscribe = (fan: Built, creator: Built, planId: string, more: object = {}, key?: string) =>
  as(fan).keyed(
    '/payment/subscribe/performers',
    { performerId: creator.id, planId, paymentGateway: 'wallet', ...more },
    key,
  )
const topUp = (fan: Built, body: object, key?: string) => as(fan).keyed('/payment/wallet/top-up', body, key)
const of = async (creator: Built | undefined, id: string) => {
  const path = creator ? '/performer/coupons' : '/admin/coupons'
  const { data } = (await as(creator ?? staff).get(`${path}?pageSize=100`)).body
  return data.find(({ _id }: { _id: string }) => _id === id)
}
async function creatorWithPlan(price = 1000n) {
  const creator = await buildPerformer(server.ctx)
  return { creator, planId: await buildPlan(server.ctx, creator, { price }) }
}
const deliverWebhooks = async () => {
  await deliverTestWebhooks(server.ctx)
  await server.work()
}
async function refund(paymentId: string, amount?: number) {
  const { ref } = (await row(
    server.ctx.db,
    sql<{ ref: string }>`SELECT gateway_ref AS ref FROM payment_transactions WHERE id = ${paymentId}`,
  ))!
  await requestGateway(server.ctx, 'refunds', { payment_intent: ref, ...(amount && { amount }) })
  await deliverWebhooks()
}

describe('a subscription', () => {
  test('costs less the first time, which its creator bears, and the whole price afterwards', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan(2027n)
    const { _id, code } = await coupon(creator)
    const fan = await buildFan(ctx, 500)
    const shown = await apply(fan, code.toLowerCase(), { planId })
    expect(shown.body.data).toMatchObject({ code, price: 20.27, discount: 4.05, total: 16.22, totalTokens: 162.2 })
    const paid = await subscribe(fan, creator, planId, { coupon: code, expectedPrice: 20.27 })
    expect(paid.body.data, paid.text).toMatchObject({ subscription: { status: 'active', price: 20.27 }, payment: null })
    expect(await walletBalance(ctx, fan.id)).toBe(50_000n - 16_220n)
    expect(await balanceOf(ctx, pending(creator.id))).toBe(16_220n - 3_244n)
    expect(await of(creator, _id)).toMatchObject({ used: 1, reserved: 0, sales: 16.22, given: 4.05 })
    await advanceClock(ctx, '32 days')
    await renewDue(ctx)
    expect(await walletBalance(ctx, fan.id)).toBe(50_000n - 16_220n - 20_270n)
  })

  test('by card counts the use when the card has paid, and frees it when it hasn’t', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan()
    const { _id, code } = await coupon(creator, { maxUses: 1 })
    const [one, other] = [await buildFan(ctx), await buildFan(ctx)]
    const declined = await as(one).card('4000000000000002')
    const failed = await subscribe(one, creator, planId, { paymentGateway: 'test', cardId: declined, coupon: code })
    expect(failed.body.code).toBe('CARD_DECLINED')
    expect(await of(creator, _id)).toMatchObject({ used: 0, reserved: 0 })
    const cardId = await as(other).card('5555555555554444')
    const paid = await subscribe(other, creator, planId, { paymentGateway: 'test', cardId, coupon: code })
    expect(paid.body.data.payment).toMatchObject({ amount: 8, discount: 2, couponCode: code, status: 'succeeded' })
    expect(await of(creator, _id)).toMatchObject({ used: 1, reserved: 0 })
    // The first one’s payment is not tried again at a price that is not offered any more.
    const again = await as(one).keyed(`/payment/retry/${failed.body.paymentId}`, { cardId: await as(one).card() })
    expect(again.body).toMatchObject({ code: 'COUPON_USED_UP', maxUses: 1, price: 10 })
    expect(await balanceOf(ctx, pending(creator.id))).toBe(6_400n)
    // A refund of all of it gives the use back.
    await refund(paid.body.data.payment._id)
    expect(await of(creator, _id)).toMatchObject({ used: 0, sales: 0, given: 0 })
    expect(await balanceOf(ctx, pending(creator.id))).toBe(0n)
    const retried = await as(one).keyed(`/payment/retry/${failed.body.paymentId}`, { cardId: await as(one).card() })
    expect(retried.body.data, retried.text).toMatchObject({ status: 'succeeded', amount: 8 })
    expect(await of(creator, _id)).toMatchObject({ used: 1, reserved: 0 })
  })

  test('leaves as much to pay as a card takes, or nothing', async () => {
    const { creator, planId } = await creatorWithPlan()
    const totalWith = async (more: object) => {
      const { code } = await coupon(creator, more)
      return (await apply(await buildFan(server.ctx), code, { planId })).body.data.total
    }
    expect(await totalWith({ percent: 95 })).toBe(0.5)
    expect(await totalWith({ percent: 96 })).toBe(0.5)
    expect(await totalWith({ percent: undefined, amount: 9.99 })).toBe(0.5)
    expect(await totalWith({ percent: undefined, amount: 12 })).toBe(0)
    expect(await totalWith({ percent: 100 })).toBe(0)
    const fan = await buildFan(server.ctx)
    const { code } = await coupon(creator, { percent: 99 })
    const cardId = await as(fan).card()
    const paid = await subscribe(fan, creator, planId, { paymentGateway: 'test', cardId, coupon: code })
    expect(paid.body.data.payment, paid.text).toMatchObject({ amount: 0.5, discount: 9.5, status: 'succeeded' })
  })

  test('keeps the use while a bank asks, and counts it once however often the bank answers', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan()
    const { _id, code } = await coupon(creator, { maxUses: 1 })
    const [fan, other] = [await buildFan(ctx), await buildFan(ctx, 500)]
    const cardId = await as(fan).card('4000000000003220')
    const key = randomUUID()
    const body = { paymentGateway: 'test', cardId, coupon: code }
    const replies = await Promise.all(Array.from({ length: 4 }, () => subscribe(fan, creator, planId, body, key)))
    for (const reply of replies) expect(reply.body, reply.text).toEqual(replies[0]!.body)
    expect(replies[0]!.body.data.payment.status).toBe('requires_action')
    expect(await of(creator, _id)).toMatchObject({ used: 0, reserved: 1 })
    expect((await subscribe(other, creator, planId, { coupon: code })).body.code).toBe('COUPON_USED_UP')
    await advanceClock(ctx, '20 minutes')
    expect((await apply(other, code, { planId })).body.code).toBe('COUPON_USED_UP')
  })

  test('with a coupon of the site earns its creator the same, as far as the site’s fee goes', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan()
    const [one, other] = [await buildFan(ctx, 500), await buildFan(ctx, 500)]
    const { code } = await coupon(undefined, { percent: 10 })
    await subscribe(one, creator, planId, { coupon: code })
    expect(await walletBalance(ctx, one.id)).toBe(41_000n)
    expect(await balanceOf(ctx, pending(creator.id))).toBe(8_000n)
    const large = await coupon(undefined, { percent: 100, code: newCode() })
    expect((await apply(other, large.code, { planId })).body.data).toMatchObject({ discount: 2, total: 8 })
    await subscribe(other, creator, planId, { coupon: large.code })
    expect(await walletBalance(ctx, other.id)).toBe(42_000n)
    expect(await balanceOf(ctx, pending(creator.id))).toBe(16_000n)
    const earned = (await as(creator).get('/earnings/search')).body.data ?? []
    for (const { gross, fee, net } of earned) expect(gross - fee).toBeCloseTo(net)
  })

  test('may cost nothing: no card is called, nothing is charged, and the next period is paid', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan()
    const { _id, code } = await coupon(creator, { percent: 100 })
    const fan = await buildFan(ctx)
    const cardId = await as(fan).card('4000000000000341')
    const begun = await subscribe(fan, creator, planId, { paymentGateway: 'test', cardId, coupon: code })
    expect(begun.body.data, begun.text).toMatchObject({ subscription: { status: 'active', cardId }, payment: null })
    expect(await of(creator, _id)).toMatchObject({ used: 1, sales: 0, given: 10 })
    expect((await as(fan).get('/wallet/charges/search')).body.total).toBe(0)
    await advanceClock(ctx, '32 days')
    await renewDue(ctx)
    expect(await row(ctx.db, sql`SELECT status FROM subscriptions WHERE fan_id = ${fan.id}`)).toEqual({
      status: 'past_due',
    })
  })
})

describe('tokens', () => {
  test('cost less with a coupon of the site, and may cost nothing without a card', async () => {
    const { ctx } = server
    const fan = await buildFan(ctx)
    const { code } = await coupon(undefined, { percent: 10, appliesTo: 'tokens' })
    expect((await apply(fan, code, { amount: 50 })).body.data).toMatchObject({ total: 45, totalTokens: null })
    const paid = await topUp(fan, { amount: 50, cardId: await as(fan).card(), coupon: code })
    expect(paid.body.data).toMatchObject({ amount: 45, discount: 5, couponCode: code, tokens: 500 })
    expect(await walletBalance(ctx, fan.id)).toBe(50_000n)
    const free = await coupon(undefined, { percent: 100, appliesTo: 'everything' })
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => topUp(fan, { amount: 20, coupon: free.code }, key)),
    )
    for (const { body } of replies) expect(body).toEqual(replies[0]!.body)
    expect(replies[0]!.body.data).toMatchObject({ amount: 0, status: 'succeeded', tokens: 200, card: null })
    expect(await walletBalance(ctx, fan.id)).toBe(70_000n)
    expect((await topUp(fan, { amount: 20 })).body).toMatchObject({ status: 422, errors: [{ path: 'cardId' }] })
    // All of it refunded: the use is there again.
    await refund(paid.body.data._id)
    expect(await walletBalance(ctx, fan.id)).toBe(20_000n)
    expect((await apply(fan, code, { amount: 50 })).status).toBe(200)
  })

  test('with a creator’s coupon are paid from what the creator could be paid out, and not otherwise', async () => {
    const { ctx } = server
    const creator = await buildPerformer(ctx)
    const fan = await buildFan(ctx)
    const cardId = await as(fan).card()
    const { _id, code } = await coupon(creator, { percent: 50, appliesTo: 'tokens', perUser: null })
    expect((await apply(fan, code, { amount: 10 })).body.code).toBe('COUPON_NOT_NOW')
    expect((await topUp(fan, { amount: 10, cardId, coupon: code })).body.code).toBe('COUPON_NOT_NOW')
    await buildEarning(server, creator, 100)
    expect(await balanceOf(ctx, available(creator.id))).toBe(8_000n)
    const paid = await topUp(fan, { amount: 10, cardId, coupon: code })
    expect(paid.body.data, paid.text).toMatchObject({ amount: 5, tokens: 100 })
    expect(await balanceOf(ctx, available(creator.id))).toBe(3_000n)
    expect((await topUp(fan, { amount: 10, cardId, coupon: code })).body.code).toBe('COUPON_NOT_NOW')
    // A card that doesn’t pay takes nothing of the creator’s.
    const declined = await as(fan).card('4000000000000002')
    expect((await topUp(fan, { amount: 5, cardId: declined, coupon: code })).body.code).toBe('CARD_DECLINED')
    expect(await balanceOf(ctx, available(creator.id))).toBe(3_000n)
    await refund(paid.body.data._id, 200)
    expect(await balanceOf(ctx, available(creator.id))).toBe(3_000n)
    await refund(paid.body.data._id)
    expect(await balanceOf(ctx, available(creator.id))).toBe(8_000n)
    expect(await of(creator, _id)).toMatchObject({ used: 0 })
    // Not while nothing is paid out to the creator.
    await sql`UPDATE performers SET payouts_frozen_until = app_now() + interval '1 day' WHERE account_id = ${creator.id}`.execute(
      ctx.db,
    )
    expect((await topUp(fan, { amount: 5, cardId, coupon: code })).body.code).toBe('COUPON_NOT_NOW')
    const tooMuch = await as(creator).post('/performer/coupons', { code: newCode(), percent: 51, appliesTo: 'tokens' })
    expect(tooMuch.body).toMatchObject({ status: 422, errors: [{ path: 'percent' }] })
    const amount = await coupon(creator, { percent: null, amount: 100, appliesTo: 'tokens' })
    await sql`UPDATE performers SET payouts_frozen_until = NULL WHERE account_id = ${creator.id}`.execute(ctx.db)
    expect((await apply(fan, amount.code, { amount: 10 })).body.data).toMatchObject({ discount: 5, total: 5 })
    expect((await apply(creator, code, { amount: 10 })).body.code).toBe('NOT_TO_ONESELF')
  })
})

describe('a code', () => {
  test('is held for a quarter of an hour, also when it ends meanwhile, and is free after it', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan()
    const { _id, code } = await coupon(creator, { maxUses: 1 })
    const [fan, other] = [await buildFan(ctx, 500), await buildFan(ctx, 500)]
    const held = (await apply(fan, code, { planId })).body.data
    await advanceClock(ctx, '5 minutes')
    expect((await apply(fan, code, { planId })).body.data.reservedUntil).toBe(held.reservedUntil)
    expect((await apply(other, code, { planId })).body.code).toBe('COUPON_USED_UP')
    await as(creator).post(`/performer/coupons/${_id}/end`)
    expect(await of(creator, _id)).toMatchObject({ state: 'ended', reserved: 1 })
    expect((await subscribe(fan, creator, planId, { coupon: code })).status).toBe(200)

    const second = await coupon(creator, { maxUses: 1 })
    await apply(other, second.code, { planId })
    await advanceClock(ctx, '16 minutes')
    const third = await buildFan(ctx, 500)
    expect((await apply(third, second.code, { planId })).status).toBe(200)
    expect((await subscribe(other, creator, planId, { coupon: second.code })).body.code).toBe('COUPON_USED_UP')
    expect((await as(third).delete(`/coupons/${second.code}/apply-coupon`)).status).toBe(200)
    expect((await as(third).delete(`/coupons/${second.code}/apply-coupon`)).status).toBe(200)
    expect((await subscribe(other, creator, planId, { coupon: second.code })).status).toBe(200)
  })

  test('is refused with its reason', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan()
    const elsewhere = await creatorWithPlan()
    const fan = await buildFan(ctx, 500)
    const at = (hours: number) => new Date(ctx.clock.now().getTime() + hours * 3_600_000).toISOString()
    const refused = async (more: object, body: object = { planId }) =>
      (await apply(fan, (await coupon(creator, more)).code, body)).body
    expect((await apply(fan, 'NO-SUCH-CODE', { planId })).body.code).toBe('COUPON_NOT_FOUND')
    expect((await apply(fan, 'x', { planId })).body).toMatchObject({ status: 422, errors: [{ path: 'code' }] })
    const startsAt = at(1)
    expect(await refused({ startsAt })).toMatchObject({ code: 'COUPON_NOT_STARTED', startsAt })
    expect(await refused({ appliesTo: 'tokens' })).toMatchObject({ code: 'COUPON_NOT_FOR_THIS', appliesTo: 'tokens' })
    expect(await refused({}, { amount: 10 })).toMatchObject({ code: 'COUPON_NOT_FOR_THIS', appliesTo: 'subscriptions' })
    expect(await refused({}, { planId: elsewhere.planId })).toMatchObject({ code: 'COUPON_NOT_FOR_THIS' })
    const otherPlan = await buildPlan(ctx, creator, { type: 'yearly', months: 12 })
    expect(await refused({ planIds: [otherPlan] })).toMatchObject({ code: 'COUPON_NOT_FOR_THIS' })
    expect(await refused({}, {})).toMatchObject({ status: 422 })
    const short = await coupon(creator, { endsAt: at(1) })
    await advanceClock(ctx, '2 hours')
    expect((await apply(fan, short.code, { planId })).body.code).toBe('COUPON_ENDED')
    const free = await buildPlan(ctx, creator, { type: 'free', price: null })
    const { code } = await coupon(creator)
    expect((await subscribe(fan, creator, free, { coupon: code })).body.code).toBe('COUPON_NOT_FOR_THIS')
    // Who may not know of the creator doesn’t know of the code.
    await buildBlock(ctx, creator, fan)
    const tokens = await coupon(creator, { appliesTo: 'everything' })
    expect((await apply(fan, tokens.code, { amount: 10 })).body.code).toBe('COUPON_NOT_FOUND')
  })

  test('is used as often as it may be by one person, by account and by card, and by new subscribers', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan()
    const { code } = await coupon(undefined, { appliesTo: 'everything', percent: 10 })
    const fan = await buildFan(ctx, 500)
    const cardId = await as(fan).card()
    await subscribe(fan, creator, planId, { coupon: code })
    expect((await topUp(fan, { amount: 10, cardId, coupon: code })).body.code).toBe('COUPON_USED_BY_YOU')
    const twin = await buildFan(ctx)
    const twins = await coupon(undefined, { appliesTo: 'tokens', percent: 10 })
    expect((await topUp(fan, { amount: 10, cardId, coupon: twins.code })).status).toBe(200)
    const sameCard = await as(twin).card()
    expect((await topUp(twin, { amount: 10, cardId: sameCard, coupon: twins.code })).body.code).toBe(
      'COUPON_USED_BY_YOU',
    )
    const fresh = await coupon(creator, { newSubscribersOnly: true })
    const sub = (await as(fan).get('/subscriptions/user/search')).body.data[0]
    await as(fan).keyed(`/payment/wallet/cancel-subscription/${sub._id}`, {})
    await advanceClock(ctx, '40 days')
    await renewDue(ctx)
    expect((await apply(fan, fresh.code, { planId })).body.code).toBe('COUPON_FOR_NEW_SUBSCRIBERS')
  })

  test('with two uses left is used twice by twelve at once', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan()
    const { _id, code } = await coupon(creator, { maxUses: 2 })
    const fans = await Promise.all(Array.from({ length: 12 }, () => buildFan(ctx, 500)))
    const replies = await Promise.all(
      fans.map(async (fan, n) => {
        if (n % 3 === 0) await apply(fan, code, { planId })
        return subscribe(fan, creator, planId, { coupon: code })
      }),
    )
    const won = replies.filter(({ status }) => status === 200).length
    expect(won).toBeLessThanOrEqual(2)
    for (const { status, body } of replies) if (status !== 200) expect(body.code).toBe('COUPON_USED_UP')
    const { used, reserved } = await of(creator, _id)
    expect(used).toBe(won)
    expect(used + reserved).toBe(2)
  })
})

describe('a code that is only looked at', () => {
  const look = (fan: Built, code: string, performer?: Built) =>
    as(fan).get(`/coupons/${code}${performer ? `?performerId=${performer.id}` : ''}`)

  test('says what it takes off each package, and nobody holds it', async () => {
    const { ctx } = server
    const pack = (await row(
      ctx.db,
      sql<{ id: string }>`INSERT INTO token_packages (name, tokens, bonus, price, position)
        VALUES ('Five hundred', 50000, 4000, 5000, 1) RETURNING id`,
    ))!
    const endsAt = new Date(ctx.clock.now().getTime() + 3_600_000).toISOString()
    const { _id, code } = await coupon(undefined, { percent: 10, appliesTo: 'tokens', maxUses: 1, endsAt })
    const [fan, other] = [await buildFan(ctx), await buildFan(ctx)]
    const { body } = await look(fan, code.toLowerCase())
    expect(body.data).toMatchObject({ code, percent: 10, amount: null, endsAt })
    expect(body.data.offers).toContainEqual({ _id: pack.id, price: 50, discount: 5, total: 45 })
    expect(await of(undefined, _id)).toMatchObject({ used: 0, reserved: 0 })
    // It is still there for another, and then it says what has become of it.
    expect((await apply(other, code, { packageId: pack.id })).body.data).toMatchObject({ total: 45 })
    expect((await look(fan, code)).body).toMatchObject({ code: 'COUPON_USED_UP', maxUses: 1 })
    expect((await look(other, code)).status).toBe(200)
  })

  test('says so of the plans that it is for, and why it is for none', async () => {
    const { ctx } = server
    const { creator, planId } = await creatorWithPlan(2000n)
    const yearly = await buildPlan(ctx, creator, { type: 'yearly', months: 12, price: 9000n })
    await buildPlan(ctx, creator, { type: 'free', price: null })
    const fan = await buildFan(ctx, 500)
    const all = await coupon(creator)
    expect((await look(fan, all.code, creator)).body.data.offers).toEqual(
      expect.arrayContaining([
        { _id: planId, price: 20, discount: 4, total: 16 },
        { _id: yearly, price: 90, discount: 18, total: 72 },
      ]),
    )
    expect((await look(fan, all.code)).body).toMatchObject({
      code: 'COUPON_NOT_FOR_THIS',
      appliesTo: 'subscriptions',
    })
    const elsewhere = await creatorWithPlan()
    expect((await look(fan, all.code, elsewhere.creator)).body.code).toBe('COUPON_NOT_FOR_THIS')
    expect((await look(fan, 'NO-SUCH-CODE', creator)).body.code).toBe('COUPON_NOT_FOUND')
    expect((await subscribe(fan, creator, planId, { coupon: all.code })).status).toBe(200)
    expect((await look(fan, all.code, creator)).body.code).toBe('COUPON_USED_BY_YOU')
    await buildBlock(ctx, creator, fan)
    expect((await look(fan, all.code, creator)).body.code).toBe('PERFORMER_NOT_FOUND')
    expect((await look(fan, all.code)).body.code).toBe('COUPON_NOT_FOUND')
  })
})

describe('coupons of a creator', () => {
  test('are made, found, changed and ended by them alone', async () => {
    const { ctx } = server
    const [creator, other] = [await buildPerformer(ctx), await buildPerformer(ctx)]
    const { _id, code } = await coupon(creator, { percent: null, amount: 5, maxUses: 10 })
    const taken = await as(other).post('/performer/coupons', { code, percent: 5, appliesTo: 'subscriptions' })
    expect(taken.body).toMatchObject({ status: 409, code: 'COUPON_CODE_TAKEN', errors: [{ path: 'code' }] })
    expect((await as(other).get(`/performer/coupons/codes/${code}`)).body.data).toEqual({ isFree: false })
    expect((await as(other).get(`/performer/coupons/codes/${newCode()}`)).body.data).toEqual({ isFree: true })
    const made = (body: object) =>
      as(creator).post('/performer/coupons', { code: newCode(), appliesTo: 'subscriptions', ...body })
    expect((await made({})).status).toBe(422)
    expect((await made({ percent: 10, amount: 5 })).status).toBe(422)
    expect((await made({ percent: 10, planIds: [await buildPlan(ctx, other)] })).body.errors).toMatchObject([
      { path: 'planIds' },
    ])
    expect((await made({ percent: 10, endsAt: '2020-01-01T00:00:00Z' })).body.errors).toMatchObject([
      { path: 'endsAt' },
    ])
    await coupon(creator, { startsAt: new Date(ctx.clock.now().getTime() + 86_400_000).toISOString() })
    expect((await as(creator).put(`/performer/coupons/${_id}`, { maxUses: 3, endsAt: null })).body.data.maxUses).toBe(3)
    expect((await as(other).put(`/performer/coupons/${_id}`, { maxUses: 3 })).status).toBe(404)
    expect((await as(other).post(`/performer/coupons/${_id}/end`)).status).toBe(404)
    expect((await as(creator).get('/performer/coupons/summary')).body.data).toEqual({
      used: 0,
      sales: 0,
      given: 0,
      currency: 'USD',
      counts: { all: 2, scheduled: 1, active: 1, used_up: 0, ended: 0 },
    })
    for (const state of ['scheduled', 'active'])
      expect((await as(creator).get(`/performer/coupons?state=${state}`)).body.total).toBe(1)
    expect((await as(creator).get(`/performer/coupons?q=${code.slice(2, 6).toLowerCase()}`)).body.total).toBe(1)
    const ended = await as(staff).post(`/admin/coupons/${_id}/end`, { reason: 'Not allowed here' })
    expect(ended.body.data).toMatchObject({ state: 'ended', performerId: creator.id })
    expect((await as(staff).get(`/admin/coupons?performerId=${creator.id}&state=ended`)).body.total).toBe(1)
    expect(
      await row(ctx.db, sql`SELECT reason FROM audit_log WHERE action = 'coupon.ended' AND target_id = ${_id}`),
    ).toEqual({ reason: 'Not allowed here' })
  })
})
