import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../ledger/check.ts'
import { balanceOf, tokenFloat, walletBalance } from '../ledger/post.ts'
import { buildFan, buildPlan, cardToken, payer } from '../wallet/testing.ts'
import { settleStuckPayments } from './attempt.ts'
import { GatewayDown, GatewayTimeout } from './gateway.ts'
import { openGateway } from './open-gateway.ts'
import { webhookSecret } from '@fanlight/fake-stripe/keys'
import { testGatewayHost } from '@fanlight/fake-stripe/listener'
import { deliverTestWebhooks, registerEndpoint } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { signWebhook } from './signature.ts'

// spec: payment.gateway-and-card, topup.call, balance.topup

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const topUp = async (number: string, amount = 10, key?: string) => {
  const fan = await buildFan(server.ctx)
  const as = payer(server, fan)
  const cardId = await as.card(number)
  return { fan, as, cardId, reply: await as.keyed('/payment/wallet/top-up', { amount, cardId }, key) }
}
const gatewayServer = async (path: string, fields: Record<string, string | number>) => {
  const reply = await requestGateway(server.ctx, path, fields)
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
}
/** Sends what is due and works on it, as the worker does. */
const deliverWebhooks = async () => {
  await deliverTestWebhooks(server.ctx)
  await server.work()
}
const refOfCard = async (cardId: string) =>
  (await row(server.ctx.db, sql<{ gateway_ref: string }>`SELECT gateway_ref FROM cards WHERE id = ${cardId}`))!
    .gateway_ref
const refOf = async (paymentId: string) =>
  (await row(
    server.ctx.db,
    sql<{ gateway_ref: string }>`SELECT gateway_ref FROM payment_transactions WHERE id = ${paymentId}`,
  ))!.gateway_ref

test('a card that succeeds buys tokens once, however often the webhook comes', async () => {
  const { fan, as, reply } = await topUp('4242 4242 4242 4242', 12.34)
  expect(reply.body.data).toMatchObject({
    status: 'succeeded',
    amount: 12.34,
    tokens: 123.4,
    currency: 'USD',
    card: { last4: '4242', brand: 'visa', isDefault: true },
  })
  expect(await walletBalance(server.ctx, fan.id)).toBe(12_340n)
  await deliverWebhooks()
  expect(await walletBalance(server.ctx, fan.id)).toBe(12_340n)
  expect((await as.get(`/payment/transactions/${reply.body.data._id}`)).body.data.status).toBe('succeeded')
  expect((await as.get('/payment/transactions/user/search')).body).toMatchObject({
    total: 1,
    data: [{ purpose: 'top_up' }],
  })
  const twice = await topUp('4000000000005126')
  await deliverWebhooks()
  expect(await walletBalance(server.ctx, twice.fan.id)).toBe(10_000n)
})

test('a package is bought at its price, with its bonus', async () => {
  const { ctx } = server
  const made = await row(
    ctx.db,
    sql<{
      id: string
    }>`INSERT INTO token_packages (name, tokens, bonus, price) VALUES ('P', 50000, 2500, 4500) RETURNING id`,
  )
  const fan = await buildFan(ctx)
  const as = payer(server, fan)
  const reply = await as.keyed('/payment/wallet/top-up', { packageId: made!.id, cardId: await as.card() })
  expect(reply.body.data).toMatchObject({ amount: 45, tokens: 525, status: 'succeeded' })
  expect(
    (await as.keyed('/payment/wallet/top-up', { packageId: made!.id, amount: 5, cardId: randomUUID() })).status,
  ).toBe(422)
})

test('a double click pays once, and a key belongs to one body', async () => {
  const { fan, as, cardId } = await topUp('4242424242424242', 5)
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => as.keyed('/payment/wallet/top-up', { amount: 20, cardId }, key)),
  )
  for (const reply of replies) expect(reply.body).toEqual(replies[0]!.body)
  expect(await walletBalance(server.ctx, fan.id)).toBe(25_000n)
  expect((await as.keyed('/payment/wallet/top-up', { amount: 21, cardId }, key)).body.code).toBe('KEY_REUSED')
})

test('a bank that asks leads back to the page where the tokens are wanted', async () => {
  const as = payer(server, await buildFan(server.ctx))
  const cardId = await as.card('4000000000003220')
  const returnPath = '/product/tiles?checkout=1'
  const reply = await as.keyed('/payment/wallet/top-up', { amount: 5, cardId, returnPath })
  const { _id, actionUrl, status } = reply.body.data
  expect(status).toBe('requires_action')
  const back = await server.app.inject({
    method: 'POST',
    url: actionUrl,
    payload: 'answer=yes',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(back.headers.location).toContain(`${returnPath}&payment=${_id}`)
  for (const elsewhere of ['//evil.example', 'https://evil.example', '/\\evil.example', '/a#b'])
    expect(
      (await as.keyed('/payment/wallet/top-up', { amount: 5, cardId, returnPath: elsewhere })).status,
      elsewhere,
    ).toBe(422)
})

test('amounts have limits, and only one’s own cards can be charged', async () => {
  const { as, cardId } = await topUp('4242424242424242', 2.95)
  expect((await as.keyed('/payment/wallet/top-up', { amount: 300, cardId })).status).toBe(200)
  expect((await as.keyed('/payment/wallet/top-up', { amount: 2.94, cardId })).body).toMatchObject({
    status: 422,
    code: 'AMOUNT_OUT_OF_RANGE',
    minimum: 2.95,
  })
  expect((await as.keyed('/payment/wallet/top-up', { amount: 300.01, cardId })).body.code).toBe('AMOUNT_OUT_OF_RANGE')
  expect((await as.keyed('/payment/wallet/top-up', { amount: 10.001, cardId })).status).toBe(422)
  expect((await as.keyed('/payment/wallet/top-up', { amount: 10, cardId, paymentGateway: 'stripe' })).status).toBe(422)
  const stranger = payer(server, await buildFan(server.ctx))
  expect((await stranger.keyed('/payment/wallet/top-up', { amount: 10, cardId })).status).toBe(404)
  expect((await stranger.delete(`/payment-cards/${cardId}`)).status).toBe(404)
  const mine = (await as.get('/payment/transactions/user/search')).body.data[0]._id
  expect((await stranger.get(`/payment/transactions/${mine}`)).status).toBe(404)
  expect((await stranger.keyed(`/payment/retry/${mine}`, {})).status).toBe(404)
  expect((await as.keyed(`/payment/retry/${mine}`, {})).body.code).toBe('PAYMENT_NOT_RETRYABLE')
})

test('a declined card costs nothing and can be tried again with another', async () => {
  for (const [number, failureCode] of [
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'insufficient_funds'],
  ] as const) {
    const key = randomUUID()
    const { fan, as, cardId, reply } = await topUp(number, 10, key)
    expect(reply.body).toMatchObject({ status: 422, code: 'CARD_DECLINED', failureCode })
    expect((await as.keyed('/payment/wallet/top-up', { amount: 10, cardId }, key)).body).toMatchObject({
      code: 'CARD_DECLINED',
      paymentId: reply.body.paymentId,
    })
    await deliverWebhooks()
    expect(await walletBalance(server.ctx, fan.id)).toBe(0n)
    const retry = (body: object, key?: string) => as.keyed(`/payment/retry/${reply.body.paymentId}`, body, key)
    expect((await retry({})).body.code).toBe('CARD_DECLINED')
    const good = { cardId: await as.card('5555555555554444') }
    const again = randomUUID()
    const paid = await Promise.all([retry(good, again), retry(good, again)])
    expect(paid.map((entry) => entry.status)).toContain(200)
    expect((await retry(good, again)).body.data).toMatchObject({ status: 'succeeded', attempts: 3 })
    expect((await retry({}, again)).body.code).toBe('KEY_REUSED')
    expect((await as.post(`/payment/retry/${reply.body.paymentId}`, {})).body.code).toBe('KEY_REQUIRED')
    await deliverWebhooks()
    expect(await walletBalance(server.ctx, fan.id)).toBe(10_000n)
  }
  const owner = payer(server, await buildFan(server.ctx))
  expect(await cardToken(server, owner, '4000000000000069')).toBeUndefined()
})

test('a bank that asks: passed, refused, and never answered', async () => {
  const bank = (url: string, yes: string) =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `answer=${yes}`,
    })
  const passed = await topUp('4000000000003220')
  expect(passed.reply.body.data).toMatchObject({
    status: 'requires_action',
    actionUrl: expect.stringMatching(/^\/test-gateway\/confirm\//),
  })
  expect((await server.app.inject({ url: passed.reply.body.data.actionUrl })).payload).toContain(
    'Confirm with your bank',
  )
  const back = await bank(passed.reply.body.data.actionUrl, 'yes')
  expect(back.headers.location).toBe(`/user/wallet?payment=${passed.reply.body.data._id}`)
  expect((await passed.as.get(`/payment/transactions/${passed.reply.body.data._id}`)).body.data).toMatchObject({
    status: 'succeeded',
    actionUrl: null,
  })
  await bank(passed.reply.body.data.actionUrl, 'no')
  await deliverWebhooks()
  expect(await walletBalance(server.ctx, passed.fan.id)).toBe(10_000n)

  const refused = await topUp('4000000000003220')
  await bank(refused.reply.body.data.actionUrl, 'no')
  await deliverWebhooks()
  expect((await refused.as.get(`/payment/transactions/${refused.reply.body.data._id}`)).body.data).toMatchObject({
    status: 'failed',
    failureCode: 'authentication_failed',
  })
  expect(await walletBalance(server.ctx, refused.fan.id)).toBe(0n)

  const left = await topUp('4000000000003220')
  await advanceClock(server.ctx, '25 hours')
  await settleStuckPayments(server.ctx)
  expect((await left.as.get(`/payment/transactions/${left.reply.body.data._id}`)).body.data).toMatchObject({
    status: 'cancelled',
    actionUrl: null,
  })
  await bank(left.reply.body.data.actionUrl, 'yes')
  await deliverWebhooks()
  expect(await walletBalance(server.ctx, left.fan.id)).toBe(0n)
})

test('a gateway that does not answer leaves the payment open until it is known', async () => {
  const { fan, as, reply } = await topUp('4000000000000119')
  expect(reply.body.data).toMatchObject({ status: 'processing' })
  expect(await walletBalance(server.ctx, fan.id)).toBe(0n)
  await advanceClock(server.ctx, '1 minute')
  await Promise.all([settleStuckPayments(server.ctx), settleStuckPayments(server.ctx), deliverWebhooks()])
  await deliverWebhooks()
  expect((await as.get(`/payment/transactions/${reply.body.data._id}`)).body.data.status).toBe('succeeded')
  expect(await walletBalance(server.ctx, fan.id)).toBe(10_000n)
})

test('an attempt whose response was lost is found, and does not count as refused', async () => {
  const { ctx } = server
  // The money is charged, no webhook reports it, and we have no gateway id of the payment: the state after kill -9.
  const lost = await Promise.all([topUp('4000000000000119'), topUp('4000000000000119')])
  await sql`DELETE FROM fake_stripe.deliveries`.execute(ctx.db)
  await sql`UPDATE cards SET deleted_at = app_now() WHERE account_id = ${lost[1].fan.id}`.execute(ctx.db)
  await advanceClock(ctx, '1 minute')
  // Called by a process with a different address, it is the same attempt with different request parameters.
  const elsewhere = { ...ctx, config: { ...ctx.config, port: 9 } }
  const paymentIds = lost.map((entry) => entry.reply.body.data._id as string)
  const { gateway_ref: customerRef } = (await row(
    ctx.db,
    sql<{ gateway_ref: string }>`SELECT gateway_ref FROM gateway_customers WHERE account_id = ${lost[0].fan.id}`,
  ))!
  const again = openGateway(elsewhere, 'test').charge({
    paymentId: paymentIds[0]!,
    attempt: 1,
    ref: null,
    amount: 1000n,
    currency: 'USD',
    customerRef,
    cardRef: 'another',
    offSession: false,
    returnPath: '/',
  })
  await expect(again).rejects.toBeInstanceOf(GatewayTimeout)
  await settleStuckPayments(elsewhere)
  for (const [index, { fan, as }] of lost.entries()) {
    const seen = (await as.get(`/payment/transactions/${paymentIds[index]}`)).body.data
    expect(seen).toMatchObject({ status: 'succeeded', attempts: 1, failureCode: null })
    expect(await walletBalance(ctx, fan.id)).toBe(10_000n)
  }
})

test('requests with one key at once get one reply', async () => {
  const fan = await buildFan(server.ctx)
  const as = payer(server, fan)
  const cardId = await as.card('4242424242424242')
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => as.keyed('/payment/wallet/top-up', { amount: 10, cardId }, key)),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(replies[0]!.body.data.status).toBe('succeeded')
  for (const { body } of replies) expect(body).toEqual(replies[0]!.body)
})

test('late and disordered webhooks end in the same status', async () => {
  const late = await topUp('4000000000001000')
  expect(late.reply.body.data.status).toBe('processing')
  await advanceClock(server.ctx, '10 seconds')
  await deliverWebhooks()
  expect(await walletBalance(server.ctx, late.fan.id)).toBe(10_000n)
  const disordered = await topUp('4000000000000077')
  await deliverWebhooks()
  await advanceClock(server.ctx, '10 seconds')
  await deliverWebhooks()
  expect((await disordered.as.get(`/payment/transactions/${disordered.reply.body.data._id}`)).body.data.status).toBe(
    'succeeded',
  )
  expect(await walletBalance(server.ctx, disordered.fan.id)).toBe(10_000n)
})

test('a refund and a dispute take back what the wallet still has, and a won dispute gives it again', async () => {
  const { ctx } = server
  const before = await balanceOf(ctx, tokenFloat('USD'))
  const { fan, as, reply } = await topUp('4242424242424242', 10)
  const paymentId = reply.body.data._id
  const ref = await refOf(paymentId)
  await gatewayServer('refunds', { payment_intent: ref, amount: 333 })
  await deliverWebhooks()
  expect((await as.get(`/payment/transactions/${paymentId}`)).body.data).toMatchObject({
    status: 'partially_refunded',
    amountRefunded: 3.33,
  })
  expect(await walletBalance(ctx, fan.id)).toBe(6670n)
  await gatewayServer('test_helpers/disputes', { payment_intent: ref, status: 'needs_response' })
  await Promise.all([deliverWebhooks(), deliverWebhooks()])
  expect(await walletBalance(ctx, fan.id)).toBe(0n)
  expect(await balanceOf(ctx, tokenFloat('USD'))).toBe(before)
  await gatewayServer('test_helpers/disputes', { payment_intent: ref, status: 'won' })
  await deliverWebhooks()
  expect((await as.get(`/payment/transactions/${paymentId}`)).body.data.status).toBe('dispute_won')
  expect(await walletBalance(ctx, fan.id)).toBe(6670n)
  const disputed = await topUp('4000000000000259')
  expect(await walletBalance(ctx, disputed.fan.id)).toBe(10_000n)
  await advanceClock(ctx, '10 seconds')
  await deliverWebhooks()
  expect((await disputed.as.get(`/payment/transactions/${disputed.reply.body.data._id}`)).body.data.status).toBe(
    'disputed',
  )
})

test('only the gateway’s own signature, not older than five minutes, is believed', async () => {
  const { ctx } = server
  const event = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_unknown' } },
  })
  const post = async (body: string, signature: string, gateway = 'test') =>
    (
      await server.app.inject({
        method: 'POST',
        url: `/api/payment/webhooks/${gateway}`,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload: body,
      })
    ).statusCode
  const now = ctx.clock.now()
  const good = signWebhook(webhookSecret(ctx), event, now)
  expect(await post(event, signWebhook('another', event, now))).toBe(400)
  expect(await post(`${event} `, good)).toBe(400)
  expect(await post(event, signWebhook(webhookSecret(ctx), event, new Date(now.getTime() - 301_000)))).toBe(400)
  expect(await post(event, '')).toBe(400)
  // This installation takes no cards through Stripe.
  expect(await post(event, good, 'stripe')).toBe(404)
  expect(await post('junk', '', 'stripe')).toBe(404)
  expect(await post('not json', signWebhook(webhookSecret(ctx), 'not json', now))).toBe(400)
  expect(await rows(ctx.db, sql`SELECT 1 FROM gateway_events WHERE object_ref = 'pi_unknown'`)).toHaveLength(0)
  expect(await post(event, good)).toBe(200)
  expect(await post(event, good)).toBe(200)
  await server.work()
  expect(await rows(ctx.db, sql`SELECT outcome FROM gateway_events WHERE object_ref = 'pi_unknown'`)).toEqual([
    { outcome: 'not one of our payments' },
  ])
})

test('cards: the form, a token once, the default, removal, and no number anywhere', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx)
  const as = payer(server, fan)
  const { form } = (await as.post('/test/cards', { returnPath: '/user/wallet?add=1' })).body.data
  expect((await server.app.inject({ url: form.url })).payload).toContain(`action="${form.url}"`)
  expect((await as.post('/test/cards', { returnPath: '//evil.example' })).status).toBe(422)
  const token = await cardToken(server, as, '4242 4242 4242 4242')
  const [first, second] = await Promise.all([as.post('/test/cards', { token }), as.post('/test/cards', { token })])
  expect(first.body.data.card._id).toBe(second.body.data.card._id)
  expect((await payer(server, await buildFan(ctx)).post('/test/cards', { token })).body.code).toBe('TOKEN_SPENT')
  const other = (
    await as.post('/test/cards', { token: await cardToken(server, as, '5555555555554444'), isDefault: true })
  ).body.data.card
  expect((await as.get('/payment-cards')).body).toMatchObject({
    total: 2,
    data: [{ _id: other._id, isDefault: true, brand: 'mastercard' }, { isDefault: false }],
  })
  expect((await as.delete(`/payment-cards/${other._id}`)).status).toBe(200)
  expect((await as.delete(`/payment-cards/${other._id}`)).status).toBe(404)
  await server.work()
  expect((await as.get('/payment-cards')).body).toMatchObject({ total: 1, data: [{ isDefault: true }] })
  expect((await as.keyed('/payment/wallet/top-up', { amount: 10, cardId: other._id })).status).toBe(404)
  const wrong = await server.app.inject({
    method: 'POST',
    url: form.url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'number=4111111111111111&expiry=12%2F34&cvc=1',
  })
  expect(wrong.statusCode).toBe(422)
  const stored = await row(
    ctx.db,
    sql<{ found: boolean }>`SELECT EXISTS (SELECT FROM fake_stripe.objects WHERE body::text LIKE '%4242424242%')
    OR EXISTS (SELECT FROM gateway_events WHERE body LIKE '%4242424242%') OR EXISTS (SELECT FROM cards WHERE row(cards.*)::text LIKE '%4242424242%') AS found`,
  )
  expect(stored!.found).toBe(false)
})

test('a card that is added again stays one card, as it was typed last, and its subscriptions go on with it', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx)
  const as = payer(server, fan)
  const tokens = [
    await cardToken(server, as, '4242 4242 4242 4242'),
    await cardToken(server, as, '4242 4242 4242 4242'),
    await cardToken(server, as, '4242 4242 4242 4242'),
  ]
  const send = async (token: string | undefined, more: object = {}) =>
    (await as.post('/test/cards', { token, ...more })).body.data.card
  const first = await send(tokens[0])
  const other = await as.card('5555555555554444')
  const performer = await buildPerformer(ctx)
  const subscribed = await as.keyed('/payment/subscribe/performers', {
    performerId: performer.id,
    planId: await buildPlan(ctx, performer),
    paymentGateway: 'test',
    cardId: first._id,
  })
  expect(subscribed.body.data).toMatchObject({ subscription: { status: 'active', cardId: first._id } })

  // The bank sent it with a later end; the number, and so the fingerprint, is the same.
  await sql`UPDATE cards SET exp_month = 1, exp_year = 2027 WHERE id = ${first._id}`.execute(ctx.db)
  await as.put(`/payment-cards/${other}/default`)
  const again = await Promise.all([send(tokens[1]), send(tokens[2])])
  expect(again).toMatchObject([{ _id: first._id }, { _id: first._id, expYear: first.expYear, isDefault: false }])
  expect((await as.get('/payment-cards')).body).toMatchObject({
    total: 2,
    data: [{ _id: other }, { _id: first._id, expMonth: first.expMonth, expYear: first.expYear, isDefault: false }],
  })
  // What came first and is sent late changes nothing.
  const current = await refOfCard(first._id)
  for (const token of tokens) expect(await send(token)).toMatchObject({ _id: first._id })
  expect(await refOfCard(first._id)).toBe(current)
  expect(await send(tokens[0], { isDefault: true })).toMatchObject({ _id: first._id, isDefault: true })

  // The gateway forgets what the card was before, and charges what it is now.
  await server.work()
  const attached = await rows(
    ctx.db,
    sql<{ id: string }>`SELECT id FROM fake_stripe.objects WHERE kind = 'pm' AND body->>'last4' = '4242'
      AND body->>'customer' = (SELECT gateway_ref FROM gateway_customers WHERE account_id = ${fan.id})`,
  )
  expect(attached).toEqual([{ id: current }])
  expect((await as.keyed('/payment/wallet/top-up', { amount: 10, cardId: first._id })).body.data.status).toBe(
    'succeeded',
  )

  // Another card in the eyes of the gateway, or one it can't tell apart, is another entry.
  await sql`UPDATE cards SET fingerprint = NULL WHERE id = ${first._id}`.execute(ctx.db)
  expect(await as.card()).not.toBe(first._id)
  expect((await as.get('/payment-cards')).body.total).toBe(3)
})

test('the test gateway answers a repeated key as the first time and refuses another body', async () => {
  const request = (key: string, email: string) =>
    requestGateway(server.ctx, 'customers', { 'metadata[email]': email }, { 'idempotency-key': key })
  const [a, b] = await Promise.all([request('k', 'a'), request('k', 'a')])
  expect(a.body).toMatchObject({ object: 'customer', metadata: { email: 'a' } })
  expect(b.body).toEqual(a.body)
  expect(await request('k', 'b')).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
  expect((await requestGateway(server.ctx, 'customers', {}, { authorization: 'Bearer sk_test_wrong' })).status).toBe(
    401,
  )
})

test('a webhook that is not taken is sent again until it is', async () => {
  const { ctx } = server
  const { reply } = await topUp('4000000000003220')
  await server.app.inject({
    method: 'POST',
    url: reply.body.data.actionUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'answer=yes',
  })
  const mine = sql`event->'data'->'object'->>'id' = ${await refOf(reply.body.data._id)}`
  const waiting = () =>
    rows(
      ctx.db,
      sql<{ attempts: number }>`SELECT attempts FROM fake_stripe.deliveries WHERE ${mine} AND delivered_at IS NULL`,
    )
  const endpoint = (await row(
    ctx.db,
    sql<{ url: string }>`SELECT body->>'url' AS url FROM fake_stripe.objects WHERE id = 'we_product'`,
  ))!.url
  await registerEndpoint(ctx, 'http://127.0.0.1:1/closed-port')
  await deliverTestWebhooks(ctx)
  expect((await waiting()).map((entry) => entry.attempts)).toEqual([1, 1])
  await deliverTestWebhooks(ctx)
  expect((await waiting()).map((entry) => entry.attempts)).toEqual([1, 1])
  await registerEndpoint(ctx, endpoint)
  await advanceClock(ctx, '5 seconds')
  await deliverTestWebhooks(ctx)
  expect(await waiting()).toEqual([])
  await server.work()
  const { status } = (await row(
    ctx.db,
    sql<{ status: string }>`SELECT status FROM payment_transactions WHERE id = ${reply.body.data._id}`,
  ))!
  expect(status).toBe('succeeded')
})

test('the adapter for the test gateway is Stripe’s, at another address', async () => {
  const { ctx } = server
  const host = await testGatewayHost(ctx)
  const asStripe = {
    ...ctx,
    config: {
      ...ctx.config,
      mode: 'production' as const,
      publicUrl: 'https://fans.example',
      stripe: { apiUrl: host.url, secretKey: host.secretKey, webhookSecret: webhookSecret(ctx) },
    },
  }
  expect(() => openGateway(asStripe, 'test')).toThrow()
  const stripe = openGateway(asStripe, 'stripe')
  const { url, customerRef } = await stripe.openCardForm('customer', null, '/user/cards')
  expect(url).toMatch(/^\/test-gateway\/card-form\/cs_/)
  await expect(stripe.saveCard('customer', url.split('/').at(-1)!)).rejects.toMatchObject({ code: 'resource_missing' })
  await server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'number=4000000000003220&expiry=12%2F34&cvc=123',
  })
  const card = await stripe.saveCard('customer', url.split('/').at(-1)!)
  expect(card).toMatchObject({ customerRef, brand: 'visa', last4: '3220', expMonth: 12, expYear: 2034 })
  await expect(stripe.saveCard('other customer', url.split('/').at(-1)!)).rejects.toMatchObject({
    code: 'resource_missing',
  })
  const paid = await stripe.charge({
    paymentId: randomUUID(),
    attempt: 1,
    ref: null,
    amount: 500n,
    currency: 'USD',
    customerRef,
    cardRef: card.ref,
    offSession: false,
    returnPath: '/user/wallet',
  })
  expect(paid).toMatchObject({
    status: 'requires_action',
    amount: 500n,
    actionUrl: `/test-gateway/confirm/${paid.ref}`,
  })
  expect(await stripe.read('pi_unknown')).toBeUndefined()
  await stripe.removeCard(card.ref)
  await stripe.removeCard(card.ref)
  expect(await stripe.cancel(paid.ref)).toMatchObject({ status: 'cancelled' })

  const away = {
    ...asStripe,
    config: { ...asStripe.config, stripe: { ...asStripe.config.stripe, apiUrl: 'http://127.0.0.1:1' } },
  }
  await expect(openGateway(away, 'stripe').read(paid.ref)).rejects.toBeInstanceOf(GatewayDown)
  const strange = { ...asStripe.config.stripe, secretKey: 'sk_test_of_another' }
  const refused = openGateway({ ...asStripe, config: { ...asStripe.config, stripe: strange } }, 'stripe')
  await expect(refused.read(paid.ref)).rejects.toBeInstanceOf(GatewayDown)
})
