import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { balanceOf, escrow, pending, walletBalance } from '../../money/ledger/post.ts'
import { settleDueOrders } from './settling.ts'
import { shopOf } from './testing.ts'

// A reported problem in each of its states: who may do what until when, and what happens by itself then. 2000 hundredths are paid, 1600 of
// them are in escrow.

let server: TestServer
let shop: ReturnType<typeof shopOf>
beforeAll(async () => {
  server = await startTestServer()
  shop = shopOf(server)
})
afterEach(async () => expect(await checkLedger(server.ctx)).toEqual([]))
afterAll(() => server.stop())

const inEscrow = (id: string) => balanceOf(server.ctx, escrow(id))
const pass = async (interval: string) => {
  await advanceClock(server.ctx, interval)
  await settleDueOrders(server.ctx)
}
/** In days from now, rounded. */
const inDays = (at: string) => Math.round((Date.parse(at) - server.ctx.clock.now().getTime()) / 86_400_000)
const nextOf = async (who: Built, id: string) => {
  const { next, settles } = await shop.order(who, id)
  return {
    next: next && [next.step, next.by, inDays(next.at)],
    settles: settles && [settles.as, inDays(settles.at)],
  }
}

/** A parcel that was sent, with a problem in this state. */
async function problem(state: 'none' | 'reported' | 'answered' | 'escalated' = 'reported') {
  const { seller, fan, productId } = await shop.scene({ stock: 3 })
  const id = await shop.buy(fan, productId)
  await shop.update(seller, id, { fulfilment: 'shipped' })
  const steps = { reported: 1, answered: 2, escalated: 3, none: 0 }[state]
  const calls = [
    () => shop.act(fan, id, 'problem', { text: 'It arrived broken.' }),
    () => shop.act(seller, id, 'problem/answer', { text: 'I can send another.' }),
    () => shop.act(fan, id, 'problem/escalate', { text: 'I want the money back.' }),
  ]
  for (const call of calls.slice(0, steps)) expect((await call()).status).toBe(200)
  const staff = await buildAdmin(server.ctx, { permissions: ['finance'] })
  return { seller, fan, productId, id, staff }
}
const decide = (staff: Built, id: string, body: object) =>
  api(server).as(staff).post(`/admin/order-cases/${id}/decision`, body)
const statement = 'The photographs show that it was packed well.'

test('each state of an order says to both sides what is next, and when its money leaves escrow', async () => {
  const { seller, fan, productId } = await shop.scene()
  const id = await shop.buy(fan, productId)
  const both = async (expected: object) => {
    expect(await nextOf(fan, id)).toEqual(expected)
    expect(await nextOf(seller, id)).toEqual(expected)
  }
  await both({ next: ['ship', 'performer', 3], settles: ['refund', 33] })
  await shop.update(seller, id, { fulfilment: 'processing' })
  await advanceClock(server.ctx, '4 days')
  await both({ next: ['may_cancel', 'buyer', 6], settles: ['refund', 29] })
  await advanceClock(server.ctx, '7 days')
  await both({ next: ['refund', 'system', 22], settles: ['refund', 22] })
  await shop.update(seller, id, { fulfilment: 'shipped' })
  await both({ next: ['release', 'system', 14], settles: ['release', 14] })
  await shop.update(seller, id, { fulfilment: 'delivered' })
  await both({ next: ['release', 'system', 3], settles: ['release', 3] })
  await shop.act(fan, id, 'problem', { text: 'It arrived broken.' })
  await both({ next: ['answer', 'performer', 3], settles: ['refund', 10] })
  await advanceClock(server.ctx, '4 days')
  await both({ next: ['refund', 'system', 6], settles: ['refund', 6] })
  await shop.act(seller, id, 'problem/answer', { text: 'I can send another.' })
  await both({ next: ['accept', 'buyer', 7], settles: ['release', 7] })
  await shop.act(fan, id, 'problem/escalate', { text: 'I want the money back.' })
  await both({ next: ['decide', 'staff', 7], settles: ['refund', 30] })
  await advanceClock(server.ctx, '8 days')
  await both({ next: ['refund', 'system', 22], settles: ['refund', 22] })
  await shop.act(fan, id, 'received')
  await both({ next: null, settles: null })
})

test('an answer that the buyer accepts releases the money', async () => {
  const { seller, fan, id } = await problem()
  expect((await shop.mailsTo(seller)).at(-1)).toBe('order_problem')
  const answered = await shop.act(seller, id, 'problem/answer', { text: 'I can send another.' })
  expect(answered.body.data).toMatchObject({ problem: 'answered', can: { answer: false } })
  expect((await shop.mailsTo(fan)).at(-1)).toBe('order_answered')
  const { timeline, can } = await shop.order(fan, id)
  expect(timeline.at(-1)).toMatchObject({ type: 'answered', by: 'performer', note: 'I can send another.' })
  expect(can).toMatchObject({ confirm: true, escalate: true, close: false, report: false })
  expect((await shop.act(fan, id, 'received')).body.data).toMatchObject({ fulfilment: 'delivered', problem: null })
  expect(await inEscrow(id)).toBe(0n)
  expect(await balanceOf(server.ctx, pending(seller.id))).toBe(1600n)
})

test('an answer without a word of the buyer releases the money after seven days', async () => {
  const { seller, fan, id } = await problem('answered')
  await pass('6 days')
  expect(await inEscrow(id)).toBe(1600n)
  await pass('25 hours')
  expect(await inEscrow(id)).toBe(0n)
  expect(await balanceOf(server.ctx, pending(seller.id))).toBe(1600n)
  expect((await shop.act(fan, id, 'problem/escalate', { text: 'Wait!' })).body.code).toBe('ORDER_RELEASED')
})

test('what is due is not put off: an escalation after its time is refused before the order is settled', async () => {
  const { fan, id } = await problem('answered')
  await advanceClock(server.ctx, '7 days 1 minute')
  expect((await shop.act(fan, id, 'problem/escalate', { text: 'Late.' })).body.code).toBe('ORDER_TIME_OVER')
  expect((await shop.order(fan, id)).can.escalate).toBe(false)
})

test('a problem that the seller doesn’t answer in three days is closed by the buyer with a refund', async () => {
  const { seller, fan, id } = await problem()
  await pass('2 days')
  expect((await shop.act(fan, id, 'problem/close')).body.code).toBe('PROBLEM_NOT_ANSWERED')
  expect((await shop.act(fan, id, 'problem/escalate', { text: 'Now.' })).body.code).toBe('PROBLEM_NOT_ANSWERED')
  await pass('25 hours')
  expect((await shop.order(fan, id)).can).toMatchObject({ close: true, confirm: true })
  const [one, two] = await Promise.all([shop.act(fan, id, 'problem/close'), shop.act(fan, id, 'problem/close')])
  expect([one.status, two.status].sort()).toEqual([200, 409])
  expect(await walletBalance(server.ctx, fan.id)).toBe(50_000n)
  expect(await shop.order(fan, id)).toMatchObject({ payment: 'refunded', problem: null, next: null, refundable: 0 })
  expect(await shop.mailsTo(fan)).toContain('order_refunded')
  expect(await shop.mailsTo(seller)).toContain('order_problem_refunded')
  expect((await shop.act(seller, id, 'problem/answer', { text: 'Late.' })).body.code).toBe('ORDER_REFUNDED')
})

test('where both are silent a reported problem is refunded after ten days', async () => {
  const { fan, id } = await problem()
  await pass('9 days')
  expect(await inEscrow(id)).toBe(1600n)
  await pass('25 hours')
  expect(await inEscrow(id)).toBe(0n)
  expect(await walletBalance(server.ctx, fan.id)).toBe(50_000n)
  expect((await shop.order(fan, id)).timeline.at(-2)).toMatchObject({ type: 'unanswered', by: 'system' })
})

test('a late answer counts until the buyer has closed the problem', async () => {
  const { seller, id } = await problem()
  await pass('5 days')
  expect((await shop.act(seller, id, 'problem/answer', { text: 'Sorry, I was away.' })).status).toBe(200)
  expect((await nextOf(seller, id)).settles).toEqual(['release', 7])
})

test('staff see escalated orders with their due dates, and decide once, with a statement to both', async () => {
  const { seller, fan, id, staff } = await problem('escalated')
  const cases = (state = 'open') =>
    api(server)
      .as(staff)
      .get(`/admin/order-cases?state=${state}`)
      .then(({ body }) => body.data.find(({ _id }: { _id: string }) => _id === id))
  const open = await cases()
  expect(open).toMatchObject({
    state: 'open',
    isOverdue: false,
    refundable: 20,
    buyer: { _id: fan.id },
    decision: null,
  })
  expect(inDays(open.dueAt)).toBe(7)
  expect(JSON.stringify(open)).not.toContain('Shibakoen')
  await pass('8 days')
  expect(await cases()).toMatchObject({ isOverdue: true })
  const shown = (await api(server).as(staff).get(`/admin/order-cases/${id}`)).body.data
  expect(shown.timeline.map(({ note }: { note: string }) => note).filter(Boolean)).toEqual([
    'It arrived broken.',
    'I can send another.',
    'I want the money back.',
  ])
  expect(shown.can).toEqual({ decide: true })
  const decider = await buildAdmin(server.ctx, { permissions: ['finance'] })
  const { body } = await decide(decider, id, { decision: 'split', tokens: 12.5, statement })
  expect(body.data).toMatchObject({
    state: 'closed',
    dueAt: null,
    decision: { decision: 'split', tokens: 12.5, statement },
  })
  // 20 paid: 12.50 return to the buyer, of which the site gives its share; the rest is the seller's.
  expect(await walletBalance(server.ctx, fan.id)).toBe(49_250n)
  expect(await inEscrow(id)).toBe(0n)
  expect(await balanceOf(server.ctx, pending(seller.id))).toBe(600n)
  for (const who of [fan, seller]) {
    expect(await shop.order(who, id)).toMatchObject({ problem: null, next: null, decision: { statement } })
    const mails = await rows(
      server.ctx.db,
      sql<{ text: string }>`SELECT text FROM mails WHERE to_address = ${who.email} AND kind = 'order_decided'`,
    )
    expect(mails).toEqual([{ text: expect.stringContaining(statement) }])
  }
  expect((await decide(decider, id, { decision: 'refund', statement })).body.code).toBe('ALREADY_REVIEWED')
  expect(await cases()).toBeUndefined()
  expect(await cases('closed')).toMatchObject({ _id: id })
  const logged = await rows(
    server.ctx.db,
    sql`SELECT action, reason FROM audit_log WHERE target_id = ${id}::text AND actor_id = ${decider.id}`,
  )
  expect(logged).toEqual([{ action: 'order.split', reason: statement }])
})

test('staff release, refund or split; a split leaves something for both', async () => {
  const released = await problem('escalated')
  expect((await decide(released.staff, released.id, { decision: 'release', statement })).status).toBe(200)
  expect(await balanceOf(server.ctx, pending(released.seller.id))).toBe(1600n)
  const refunded = await problem('escalated')
  expect((await decide(refunded.staff, refunded.id, { decision: 'refund', statement })).status).toBe(200)
  expect(await walletBalance(server.ctx, refunded.fan.id)).toBe(50_000n)
  const both = await problem('escalated')
  for (const tokens of [20, 20.01])
    expect((await decide(both.staff, both.id, { decision: 'split', tokens, statement })).body.errors).toMatchObject([
      { path: 'tokens', code: 'AMOUNT_OUT_OF_RANGE' },
    ])
  // The seller returns a part meanwhile: what is split is what is left.
  expect((await api(server).as(both.seller).post(`/orders/${both.id}/refund`, { tokens: 5 })).status).toBe(200)
  expect((await nextOf(both.fan, both.id)).next).toEqual(['decide', 'staff', 7])
  const outcomes = await Promise.all(
    [1, 2].map(() => decide(both.staff, both.id, { decision: 'split', tokens: 10, statement })),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await walletBalance(server.ctx, both.fan.id)).toBe(49_500n)
  expect(await inEscrow(both.id)).toBe(0n)
})

test('only staff with the permission decide, recently confirmed, and not about an order of their own', async () => {
  const { id, fan, seller } = await problem('escalated')
  for (const who of [fan, seller, await buildAdmin(server.ctx, { permissions: ['support'] })])
    expect((await decide(who, id, { decision: 'refund', statement })).status).toBe(403)
  const stale = await buildAdmin(server.ctx, { permissions: ['finance'] })
  await sql`UPDATE orders SET buyer_id = ${stale.id} WHERE id = ${id}`.execute(server.ctx.db)
  expect((await decide(stale, id, { decision: 'refund', statement })).body.code).toBe('NOT_TO_ONESELF')
  await sql`UPDATE orders SET buyer_id = ${fan.id} WHERE id = ${id}`.execute(server.ctx.db)
  await advanceClock(server.ctx, '11 minutes')
  expect((await decide(stale, id, { decision: 'refund', statement })).body.code).toBe('CONFIRMATION_REQUIRED')
})

test('where staff are silent the buyer is refunded after thirty days', async () => {
  const { fan, seller, id } = await problem('escalated')
  await pass('29 days')
  expect(await inEscrow(id)).toBe(1600n)
  await pass('25 hours')
  expect(await inEscrow(id)).toBe(0n)
  expect(await walletBalance(server.ctx, fan.id)).toBe(50_000n)
  expect(await shop.mailsTo(seller)).toContain('order_problem_refunded')
  const late = await decide(await buildAdmin(server.ctx, { permissions: ['finance'] }), id, {
    decision: 'release',
    statement,
  })
  expect(late.body.code).toBe('ORDER_REFUNDED')
})

test.each(['reported', 'answered', 'escalated'] as const)(
  'a problem that is %s ends well when the seller refunds, takes the parcel back, or says that it was delivered',
  async (state) => {
    const refunded = await problem(state)
    expect((await api(server).as(refunded.seller).post(`/orders/${refunded.id}/refund`, { tokens: 20 })).status).toBe(
      200,
    )
    expect(await shop.order(refunded.fan, refunded.id)).toMatchObject({
      problem: null,
      next: null,
      payment: 'refunded',
    })
    // The parcel comes back later: its pieces are in the stock again, and nothing is returned twice.
    expect((await shop.update(refunded.seller, refunded.id, { fulfilment: 'returned' })).status).toBe(200)
    expect(await shop.stockOf(refunded.productId)).toBe(3)
    expect(await walletBalance(server.ctx, refunded.fan.id)).toBe(50_000n)

    const returned = await problem(state)
    expect((await shop.update(returned.seller, returned.id, { fulfilment: 'returned' })).status).toBe(200)
    expect(await shop.mailsTo(returned.fan)).toContain('order_refunded')
    expect(await shop.mailsTo(returned.fan)).not.toContain('order_cancelled_for_buyer')
    expect(await shop.order(returned.fan, returned.id)).toMatchObject({
      problem: null,
      next: null,
      payment: 'refunded',
    })
    expect(await inEscrow(returned.id)).toBe(0n)

    const delivered = await problem(state)
    const before = await nextOf(delivered.fan, delivered.id)
    expect((await shop.update(delivered.seller, delivered.id, { fulfilment: 'delivered' })).status).toBe(200)
    expect(await nextOf(delivered.fan, delivered.id)).toEqual(before)
  },
)

test('what an order’s state refuses has a code of its own', async () => {
  const { seller, fan, productId } = await shop.scene({}, 1000)
  const id = await shop.buy(fan, productId)
  const code = async (call: Promise<{ body: { code: string } }>) => (await call).body.code
  expect(await code(shop.act(fan, id, 'received'))).toBe('ORDER_NOT_SHIPPED')
  expect(await code(shop.act(fan, id, 'problem', { text: 'Where is it?' }))).toBe('ORDER_NOT_SHIPPED')
  expect(await code(shop.update(seller, id, { fulfilment: 'delivered' }))).toBe('ORDER_NOT_SHIPPED')
  await shop.update(seller, id, { fulfilment: 'processing' })
  expect(await code(shop.act(fan, id, 'cancel'))).toBe('ORDER_IN_PREPARATION')
  await shop.update(seller, id, { fulfilment: 'shipped' })
  expect(await code(shop.act(fan, id, 'cancel'))).toBe('ORDER_SHIPPED')
  expect(await code(shop.update(seller, id, { fulfilment: 'processing' }))).toBe('ORDER_SHIPPED')
  expect(await code(shop.act(seller, id, 'problem/answer', { text: 'What?' }))).toBe('NO_PROBLEM')
  await shop.act(fan, id, 'problem', { text: 'It arrived broken.' })
  expect(await code(shop.act(fan, id, 'problem', { text: 'It arrived broken.' }))).toBe('PROBLEM_REPORTED')
  await shop.act(seller, id, 'problem/answer', { text: 'Sorry.' })
  expect(await code(shop.act(seller, id, 'problem/answer', { text: 'Sorry.' }))).toBe('PROBLEM_ANSWERED')
  expect(await code(shop.act(fan, id, 'problem/close'))).toBe('PROBLEM_ANSWERED')
  await shop.act(fan, id, 'problem/escalate', { text: 'No.' })
  expect(await code(shop.act(fan, id, 'problem/escalate', { text: 'No.' }))).toBe('PROBLEM_ESCALATED')
  await shop.act(fan, id, 'received')
  expect(await code(shop.act(fan, id, 'received'))).toBe('ORDER_RELEASED')
  expect(await code(shop.update(seller, id, { fulfilment: 'shipped' }))).toBe('ORDER_DELIVERED')
  const other = await shop.buy(fan, productId)
  await shop.act(fan, other, 'cancel')
  expect(await code(shop.update(seller, other, { fulfilment: 'shipped' }))).toBe('ORDER_CANCELLED')
  expect(await code(api(server).as(seller).post(`/orders/${other}/refund`, { tokens: 1 }))).toBe('ORDER_CANCELLED')
})

test('a parcel that its seller refunds before it is shipped is cancelled, and its pieces return', async () => {
  const { seller, fan, productId } = await shop.scene({ stock: 3 })
  const id = await shop.buy(fan, productId, { quantity: 2 })
  const { body } = await api(server).as(seller).post(`/orders/${id}/refund`, { tokens: 40 })
  expect(body.data).toMatchObject({ fulfilment: 'cancelled', payment: 'refunded', next: null })
  expect(await shop.stockOf(productId)).toBe(3)
})

test('the database refuses money in escrow without a date', async () => {
  const { id } = await problem()
  await expect(sql`UPDATE orders SET settle_at = NULL WHERE id = ${id}`.execute(server.ctx.db)).rejects.toThrow(
    'no date',
  )
})
