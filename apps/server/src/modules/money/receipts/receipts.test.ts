import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { buildAdmin, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { buildFan, buildLockedFeed, buildPlan, payer } from '../wallet/testing.ts'
import { sendReceipt } from './send-receipt.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

const receiptsOf = async (fan: { email: string }) => {
  await server.work()
  return rows(
    server.ctx.db,
    sql<{ kind: string; subject: string; text: string }>`SELECT kind, subject, text FROM mails
      WHERE to_address = ${fan.email} AND kind LIKE 'receipt%' ORDER BY created_at, kind`,
  )
}

const buy = (fan: { token: string }, path: string, body?: object) => payer(server, fan).keyed(path, body)

test('an unlock, a subscription and a large tip are followed by one receipt each, a small tip by none', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 1000), await buildPerformer(ctx, { name: 'Mara Vale' })]
  const feed = await buildLockedFeed(ctx, performer, 15)
  const unlocked = await payer(server, fan).unlock(feed)
  expect(await receiptsOf(fan)).toMatchObject([
    { kind: 'receipt_purchase', subject: expect.stringContaining('Your receipt from') },
  ])
  const [first] = await receiptsOf(fan)
  for (const line of [
    'For: Post by Mara Vale',
    'Amount: 15 tokens',
    'Paid with: Wallet',
    `Receipt number: ${unlocked.body.data._id}`,
  ])
    expect(first!.text).toContain(line)

  await buy(fan, `/wallet/charges/tip/${performer.id}`, { tokens: 99.99 })
  expect(await receiptsOf(fan)).toHaveLength(1)
  await buy(fan, `/wallet/charges/tip/${performer.id}`, { tokens: 100 })
  expect((await receiptsOf(fan)).at(-1)!.text).toContain('For: Tip to Mara Vale\nAmount: 100 tokens')

  const planId = await buildPlan(ctx, performer, { price: 999n })
  await buy(fan, '/payment/subscribe/performers', { performerId: performer.id, planId, paymentGateway: 'wallet' })
  const all = await receiptsOf(fan)
  expect(all).toHaveLength(3)
  expect(all.at(-1)!.text).toContain('For: Subscription to Mara Vale\nAmount: 99.9 tokens')
})

test('a card payment and its refund are followed by receipts in the payer’s language, with the card and the operator', async () => {
  const { ctx } = server
  await sql`INSERT INTO settings (key, value) VALUES ('operatorName', '"Fanlight Ltd"'), ('operatorAddress', '"1 Lamp Street\\nCork"'),
    ('taxName', '"VAT"'), ('taxNumber', '"IE1234567"'), ('taxNote', '"Prices include 23% VAT"')`.execute(ctx.db)
  await ctx.settings.refresh()
  const fan = await buildFan(ctx)
  const as = payer(server, fan)
  const cardId = await as.card('4242 4242 4242 4242')
  const { body } = await as.keyed('/payment/wallet/top-up', { amount: 12.34, cardId })
  const paymentId = body.data._id
  const [paid] = await receiptsOf(fan)
  for (const line of [
    'For: 123.4 tokens',
    'Amount: $12.34',
    'Paid with: Visa •••• 4242',
    `Receipt number: ${paymentId}`,
    'Issued by: Fanlight Ltd, 1 Lamp Street, Cork',
    'Tax: VAT IE1234567 · Prices include 23% VAT',
  ])
    expect(paid!.text).toContain(line)

  await sql`UPDATE accounts SET locale = 'ja-JP' WHERE id = ${fan.id}`.execute(ctx.db)
  const { gateway_ref: ref } = (
    await rows(
      ctx.db,
      sql<{ gateway_ref: string }>`SELECT gateway_ref FROM payment_transactions WHERE id = ${paymentId}`,
    )
  )[0]!
  expect((await requestGateway(ctx, 'refunds', { payment_intent: ref, amount: 333 })).status).toBe(200)
  await deliverTestWebhooks(ctx)
  await server.work()
  const all = await receiptsOf(fan)
  expect(all.map((entry) => entry.kind)).toEqual(['receipt_top_up', 'receipt_refund'])
  expect(all.at(-1)!.text).toContain('返金額：$3.33')
})

test('a receipt is written once however often its job runs, and not for a payment of last week', async () => {
  const { ctx } = server
  const [fan, performer] = [await buildFan(ctx, 100), await buildPerformer(ctx)]
  const { body } = await payer(server, fan).unlock(await buildLockedFeed(ctx, performer, 15))
  const receipt = { mailId: body.data._id, chargeId: body.data._id }
  await Promise.all([sendReceipt(ctx, receipt), sendReceipt(ctx, receipt)])
  expect(await receiptsOf(fan)).toHaveLength(1)
  await advanceClock(ctx, '8 days')
  await sendReceipt(ctx, { ...receipt, mailId: crypto.randomUUID() })
  expect(await receiptsOf(fan)).toHaveLength(1)
})

test('a receipt of a payment with a coupon says the price, what the code took off and what was paid', async () => {
  const { ctx } = server
  const fan = await buildFan(ctx)
  const staff = await buildAdmin(ctx, { permissions: ['finance'] })
  const coupon = { code: 'LAMPS20', percent: 20, appliesTo: 'tokens' }
  expect((await payer(server, staff).post('/admin/coupons', coupon)).status).toBe(200)
  const as = payer(server, fan)
  const paid = await as.keyed('/payment/wallet/top-up', { amount: 20, cardId: await as.card(), coupon: 'LAMPS20' })
  expect(paid.status, paid.text).toBe(200)
  const [receipt] = await receiptsOf(fan)
  expect(receipt!.text).toContain('For: 200 tokens\nPrice: $20.00\nCoupon: LAMPS20, -$4.00\nAmount: $16.00')
})
