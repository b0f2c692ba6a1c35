import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { subscribers } from '../../../subscribers.ts'
import { api } from '../../../testing/api.ts'
import type { Built } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { balanceOf, escrow, pending, walletBalance } from '../../money/ledger/post.ts'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { payer } from '../../money/wallet/testing.ts'
import { refundProduct } from './removal.ts'
import { cancelOrdersOf } from './cancelling.ts'
import { settleDueOrders } from './settling.ts'
import { shopOf } from './testing.ts'

// Orders whose payment is disputed: nothing of them changes until the bank has decided, and their dates move by that time.

let server: TestServer
let shop: ReturnType<typeof shopOf>
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  shop = shopOf(server)
  await registerSubscribers(server.ctx, subscribers, 'first')
})
afterEach(async () => expect(await checkLedger(server.ctx)).toEqual([]))
afterAll(() => server.stop())

async function topUp(fan: Built, amount: number): Promise<string> {
  const as = payer(server, fan)
  const { body, text } = await as.keyed('/payment/wallet/top-up', { amount, cardId: await as.card() })
  if (!body.data) throw new Error(text)
  return body.data._id
}
async function dispute(paymentId: string, status: 'needs_response' | 'won' | 'lost' = 'needs_response') {
  const { ctx } = server
  const payment = await row(
    ctx.db,
    sql<{ ref: string }>`SELECT gateway_ref AS ref FROM payment_transactions WHERE id = ${paymentId}`,
  )
  await requestGateway(ctx, 'test_helpers/disputes', { payment_intent: payment!.ref, status })
  await deliverTestWebhooks(ctx)
  await server.work()
}
const inEscrow = (id: string) => balanceOf(server.ctx, escrow(id))
const pass = async (interval: string) => {
  await advanceClock(server.ctx, interval)
  await settleDueOrders(server.ctx)
}
const inDays = (at: string) => Math.round((Date.parse(at) - server.ctx.clock.now().getTime()) / 86_400_000)

/** A parcel that is paid with a top-up of 100 tokens; `amounts` in the currency, a tenth of its tokens. */
async function scene({ amounts = [10], price = 10_000n }: { amounts?: number[]; price?: bigint } = {}) {
  // Their card is that of disputed payments before.
  await sql`UPDATE disputes SET blocks_paying = false`.execute(server.ctx.db)
  const { seller, fan, productId } = await shop.scene({ stock: 3, price }, 0)
  const payments: string[] = []
  for (const amount of amounts) payments.push(await topUp(fan, amount))
  const id = await shop.buy(fan, productId)
  return { seller, fan, productId, id, payment: payments[0]!, payments }
}

test('a disputed order is neither prepared nor shipped, and its seller hears of it at once', async () => {
  const { seller, fan, id, payment } = await scene()
  await dispute(payment)
  for (const who of [seller, fan])
    expect(await shop.order(who, id)).toMatchObject({
      payment: 'disputed',
      next: { step: 'bank', by: 'bank' },
      settles: null,
      can: { fulfil: false, cancel: false, editAddress: false, refund: false, confirm: false },
    })
  for (const fulfilment of ['processing', 'shipped', 'cancelled'])
    expect((await shop.update(seller, id, { fulfilment })).body.code).toBe('ORDER_DISPUTED')
  expect((await shop.act(fan, id, 'cancel')).body.code).toBe('ORDER_DISPUTED')
  expect((await api(server).as(seller).post(`/orders/${id}/refund`, { tokens: 1 })).body.code).toBe('ORDER_DISPUTED')
  expect((await shop.mailsTo(seller)).at(-1)).toBe('order_disputed')
  await handleAllEvents(server.ctx, subscribers)
  const { data } = (await api(server).as(seller).get('/notifications')).body
  expect(data.map(({ kind }: { kind: string }) => kind)).toContain('order_disputed')
  await pass('60 days')
  expect((await shop.order(seller, id)).fulfilment).toBe('not_fulfilled')
  await dispute(payment, 'lost')
})

test('a won dispute lets the order go on, with its dates moved by the time lost', async () => {
  const { seller, fan, id, payment } = await scene()
  await pass('1 day')
  await dispute(payment)
  await pass('50 days')
  await dispute(payment, 'won')
  const { next, settles, payment: state } = await shop.order(seller, id)
  expect([state, next.step, inDays(next.at), inDays(settles.at)]).toEqual(['captured', 'ship', 2, 32])
  expect((await shop.mailsTo(seller)).at(-1)).toBe('order_dispute_won')
  expect((await shop.update(seller, id, { fulfilment: 'shipped' })).status).toBe(200)
  await pass('15 days')
  expect(await inEscrow(id)).toBe(0n)
  expect(await balanceOf(server.ctx, pending(seller.id))).toBe(8000n)
  expect((await shop.order(fan, id)).next).toBeNull()
})

test('a problem in the middle waits for the bank, and goes on with new dates', async () => {
  const { seller, fan, id, payment } = await scene()
  await shop.update(seller, id, { fulfilment: 'shipped' })
  await shop.act(fan, id, 'problem', { text: 'It arrived broken.' })
  await pass('2 days')
  await dispute(payment)
  for (const [who, path, body] of [
    [seller, 'problem/answer', { text: 'Sorry.' }],
    [fan, 'problem/close', undefined],
    [fan, 'received', undefined],
  ] as const)
    expect((await shop.act(who, id, path, body)).body.code).toBe('ORDER_DISPUTED')
  await pass('30 days')
  await dispute(payment, 'won')
  const { next, settles } = await shop.order(seller, id)
  expect([next.step, inDays(next.at), settles.as, inDays(settles.at)]).toEqual(['answer', 1, 'refund', 8])
  await pass('9 days')
  expect(await inEscrow(id)).toBe(0n)
  expect(await walletBalance(server.ctx, fan.id)).toBe(10_000n)
})

test('a lost dispute cancels a parcel that was not shipped, and its pieces return', async () => {
  const { seller, fan, id, payment, productId } = await scene()
  expect(await shop.stockOf(productId)).toBe(2)
  await dispute(payment)
  await dispute(payment, 'lost')
  expect(await shop.stockOf(productId)).toBe(3)
  expect(await shop.order(seller, id)).toMatchObject({ fulfilment: 'cancelled', next: null })
  expect(await inEscrow(id)).toBe(0n)
  expect(await walletBalance(server.ctx, fan.id)).toBe(0n)
  expect(await shop.mailsTo(seller)).toContain('order_dispute_lost')
  expect((await shop.update(seller, id, { fulfilment: 'shipped' })).body.code).toBe('ORDER_CANCELLED')
})

test('what a lost dispute leaves of an order goes back where it wasn’t shipped, and on where it was', async () => {
  // 60 of 100 tokens are disputed; 48 of 80 were earned with them.
  const waiting = await scene({ amounts: [6, 4] })
  await dispute(waiting.payment)
  expect(await inEscrow(waiting.id)).toBe(3200n)
  await dispute(waiting.payment, 'lost')
  expect(await shop.order(waiting.seller, waiting.id)).toMatchObject({ fulfilment: 'cancelled', next: null })
  expect(await inEscrow(waiting.id)).toBe(0n)
  expect(await walletBalance(server.ctx, waiting.fan.id)).toBe(4000n)

  const sent = await scene({ amounts: [6, 4] })
  await shop.update(sent.seller, sent.id, { fulfilment: 'shipped' })
  await dispute(sent.payment)
  await dispute(sent.payment, 'lost')
  expect(await shop.order(sent.seller, sent.id)).toMatchObject({
    fulfilment: 'shipped',
    refundable: 40,
    next: { step: 'release' },
  })
  expect((await shop.act(sent.fan, sent.id, 'problem', { text: 'Broken.' })).status).toBe(200)
  expect((await api(server).as(sent.seller).post(`/orders/${sent.id}/refund`, { tokens: 10 })).status).toBe(200)
  await shop.act(sent.seller, sent.id, 'problem/answer', { text: 'That is all.' })
  await pass('8 days')
  expect(await inEscrow(sent.id)).toBe(0n)
  expect(await balanceOf(server.ctx, pending(sent.seller.id))).toBe(2400n)
  expect(await walletBalance(server.ctx, sent.fan.id)).toBe(1000n)
})

test('a parcel that was sent ends where a lost dispute took all of it, and its pieces return when it does', async () => {
  const { seller, id, payment, productId, fan } = await scene()
  await shop.update(seller, id, { fulfilment: 'shipped' })
  await shop.act(fan, id, 'problem', { text: 'It arrived broken.' })
  await dispute(payment)
  await dispute(payment, 'lost')
  expect(await shop.order(seller, id)).toMatchObject({
    fulfilment: 'shipped',
    problem: null,
    next: null,
    refundable: 0,
  })
  expect(await shop.stockOf(productId)).toBe(2)
  expect((await shop.update(seller, id, { fulfilment: 'returned' })).status).toBe(200)
  expect(await shop.stockOf(productId)).toBe(3)
  await pass('60 days')
})

test('an order that two payments paid waits for both banks', async () => {
  const { seller, id, payments } = await scene({ amounts: [6, 4] })
  await dispute(payments[0]!)
  await dispute(payments[1]!)
  await dispute(payments[0]!, 'won')
  expect(await shop.order(seller, id)).toMatchObject({ payment: 'disputed', next: { step: 'bank' } })
  expect((await shop.update(seller, id, { fulfilment: 'shipped' })).body.code).toBe('ORDER_DISPUTED')
  await dispute(payments[1]!, 'won')
  expect(await shop.order(seller, id)).toMatchObject({ next: { step: 'ship' } })
  await pass('34 days')
  expect(await inEscrow(id)).toBe(0n)
})

test('what closing a seller or removing a product cancels is cancelled once the bank has decided', async () => {
  const closed = await scene()
  await dispute(closed.payment)
  await server.ctx.transaction((tx) => cancelOrdersOf(tx, closed.seller.id))
  await dispute(closed.payment, 'won')
  await settleDueOrders(server.ctx)
  expect(await shop.order(closed.fan, closed.id)).toMatchObject({ fulfilment: 'cancelled', payment: 'refunded' })

  const removed = await scene()
  await dispute(removed.payment)
  await refundProduct(server.ctx, removed.productId)
  await dispute(removed.payment, 'won')
  await settleDueOrders(server.ctx)
  expect(await shop.order(removed.fan, removed.id)).toMatchObject({ fulfilment: 'cancelled', payment: 'refunded' })
})
