import { carryOutClosings } from '@fanlight/server/modules/leaving/closing/close-accounts'
import { balanceOf, escrow } from '@fanlight/server/modules/money/ledger/post'
import { releaseEarnings } from '@fanlight/server/modules/money/ledger/upkeep'
import { settleDueOrders } from '@fanlight/server/modules/shop/orders/settling'
import { refundProduct } from '@fanlight/server/modules/shop/orders/removal'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { payer } from '@fanlight/server/modules/money/wallet/testing'
import { api } from '@fanlight/server/testing/api'
import { type Built, buildAdmin, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import fc from 'fast-check'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { ledgerViolations, type MoneyWorld, send, startMoneyWorld } from './money-world.ts'
import { forgetTickets, takeTickets, ticketPlan } from './ticket-walk.ts'

// Parcels are bought, prepared, sent, received, reported, answered, escalated, decided, refunded, disputed, blocked, removed, and their people
// leave, in any order, while time passes. At each moment an order with money in escrow says to both sides when it leaves, and once banks
// have decided and all dates have passed nothing is in escrow. Tickets of shows and pledges have walks of their own.

const steps = [
  'buy',
  'edit',
  'processing',
  'shipped',
  'delivered',
  'returned',
  'cancelled',
  'cancel',
  'received',
  'problem',
  'answer',
  'escalate',
  'close',
  'decide',
  'refund part',
  'refund all',
  'dispute',
  'win',
  'lose',
  'block',
  'remove',
  'fan leaves',
  'seller leaves',
  'hours',
  'days',
  'weeks',
] as const
type Step = (typeof steps)[number]
/** `onward` is the step that an order of this state usually takes next. Who leaves or blocks ends most of a walk, so few do. */
const rare = new Set<Step>(['block', 'remove', 'fan leaves', 'seller leaves'])
const anyStep = fc.oneof(
  { weight: 10, arbitrary: fc.constant('onward' as const) },
  { weight: 9, arbitrary: fc.constantFrom(...steps.filter((step) => !rare.has(step))) },
  { weight: 1, arbitrary: fc.constantFrom(...rare) },
)
const plan = (length: number) =>
  fc.array(fc.record({ step: anyStep, order: fc.nat(7), twice: fc.boolean() }), {
    minLength: length / 2,
    maxLength: length,
  })
const onward: Record<string, Step> = {
  not_fulfilled: 'shipped',
  processing: 'shipped',
  shipped: 'problem',
  delivered: 'problem',
  reported: 'answer',
  answered: 'escalate',
  escalated: 'decide',
}

export const check: ReliabilityCheck = {
  id: 'M11',
  title: 'The money of every order, ticket and pledge leaves escrow',
  async run({ tier, seed }) {
    const { walks, steps: length } = counts.M11[tier]
    const world = await startMoneyWorld()
    const violations: string[] = []
    let n = 0
    try {
      if (sabotaged('M11')) await forgetTickets(world)
      for (const [at, walk] of fc.sample(ticketPlan(length), { seed, numRuns: walks }).entries()) {
        n += walk.length
        const wrong = await takeTickets(world, walk, at % 2 === 1)
        if (wrong.length > 0)
          violations.push(...wrong, `after ${walk.map(({ step, fan }) => `${step} ${fan}`).join(', ')}`)
        if (violations.length > 0) break
      }
      // Each of the two deliberate bugs has to be found.
      if (sabotaged('M11')) {
        if (violations.length === 0) return { n, violations }
        violations.length = 0
        await loseDates(world)
      }
      for (const walk of fc.sample(plan(length), { seed, numRuns: walks })) {
        n += walk.length
        const wrong = await take(world, walk)
        if (wrong.length > 0)
          violations.push(...wrong, `after ${walk.map(({ step, order }) => `${step} ${order}`).join(', ')}`)
        if (violations.length > 0) break
      }
      violations.push(...(await ledgerViolations(world.ctx)))
    } finally {
      await world.stop()
    }
    return { n, violations }
  },
}

/** The deliberate bug: an answered problem waits for its buyer for ever. */
async function loseDates({ owner }: MoneyWorld): Promise<void> {
  await owner.query(`CREATE FUNCTION lose_date() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.settle_at := app_now() + interval '100 years'; RETURN NEW; END $$`)
  await owner.query(`CREATE TRIGGER lose_date BEFORE UPDATE ON orders FOR EACH ROW
    WHEN (NEW.problem = 'answered' AND OLD.problem = 'reported') EXECUTE FUNCTION lose_date()`)
}

async function take(world: MoneyWorld, walk: readonly { step: Step | 'onward'; order: number; twice: boolean }[]) {
  const { ctx, server, owner, urls } = world
  const [seller, fan] = [await buildPerformer(ctx), await buildUser(ctx)]
  const product = await buildProduct(ctx, seller, { price: 1999n, shippingFee: 301n, stock: 1000 })
  await api(server).as(fan).post('/addresses/create', address)
  // Their card is that of disputed payments before.
  await owner.query('UPDATE disputes SET blocks_paying = false')
  // Two payments, so that an order may be paid by both.
  const as = payer(server, fan)
  const cardId = await as.card()
  const payments: string[] = []
  for (const amount of [9, 11])
    payments.push((await as.keyed('/payment/wallet/top-up', { amount, cardId })).body.data._id)
  const decided = new Set<string>()
  const orders: string[] = []
  const wrong: string[] = []

  const call = async (who: Built, method: string, path: string, body?: object, twice = false) => {
    const answers = await Promise.all(
      (twice ? urls : urls.slice(0, 1)).map((url) => send(url, who.token, method, path, body)),
    )
    for (const { status, text } of answers) if (status >= 500) wrong.push(`${method} ${path} was answered ${text}`)
  }
  const bank = async (payment: string, status: 'needs_response' | 'won' | 'lost') => {
    if (decided.has(payment)) return
    if (status !== 'needs_response') decided.add(payment)
    const { rows } = await owner.query<{ ref: string }>(
      'SELECT gateway_ref AS ref FROM payment_transactions WHERE id = $1',
      [payment],
    )
    await requestGateway(ctx, 'test_helpers/disputes', { payment_intent: rows[0]!.ref, status })
    await deliverTestWebhooks(ctx)
    await server.work()
  }
  const pass = async (interval: string) => {
    await world.advance(interval)
    await owner.query(`UPDATE sessions SET expires_at = app_now() + interval '60 days'`)
    await Promise.all([settleDueOrders(ctx), settleDueOrders(ctx)])
    await releaseEarnings(ctx)
  }
  const leave = async (who: Built) => {
    await owner.query(`UPDATE accounts SET status = 'closing' WHERE id = $1`, [who.id])
    await owner.query(
      `INSERT INTO account_closings (account_id, closes_at) VALUES ($1, app_now()) ON CONFLICT DO NOTHING`,
      [who.id],
    )
    await carryOutClosings(ctx)
  }
  const text = { text: 'It is not what I ordered.' }

  for (const { step: wanted, order: at, twice } of walk) {
    const id = orders[at % Math.max(orders.length, 1)]
    const step = wanted === 'onward' ? await onwardFrom(world, id) : wanted
    const update = (fulfilment: string) => call(seller, 'PUT', `/orders/${id}/update`, { fulfilment }, twice)
    const act = (who: Built, path: string, body?: object) => call(who, 'POST', `/orders/${id}/${path}`, body, twice)
    switch (step) {
      case 'buy': {
        const bought = await as.keyed(`/wallet/charges/product/${product}`, { quantity: 1 + (at % 3) })
        if (bought.status === 200) orders.push(bought.body.data._id)
        break
      }
      case 'block':
        await call(seller, 'POST', '/block/users', { userId: fan.id }, twice)
        break
      case 'remove':
        await refundProduct(ctx, product)
        break
      case 'fan leaves':
        await leave(fan)
        break
      case 'seller leaves':
        await leave(seller)
        break
      case 'hours':
        await pass('20 hours')
        break
      case 'days':
        await pass('3 days 1 minute')
        break
      case 'weeks':
        await pass('16 days')
        break
      case 'dispute':
        await bank(payments[at % 2]!, 'needs_response')
        break
      case 'win':
        await bank(payments[at % 2]!, 'won')
        break
      case 'lose':
        await bank(payments[at % 2]!, 'lost')
        break
      case 'edit':
        if (id) await call(seller, 'PUT', `/performer/performer-assets/products/${product}`, { shippingFee: at + 1 })
        break
      default:
        if (!id) break
        if (step === 'decide') {
          const staff = await buildAdmin(ctx, { permissions: ['finance'] })
          const statement = 'Both of you bear a part of it.'
          const decision = (['release', 'refund', 'split'] as const)[at % 3]!
          const body = { decision, statement, ...(decision === 'split' && { tokens: 3.33 }) }
          await call(staff, 'POST', `/admin/order-cases/${id}/decision`, body, twice)
        } else if (step === 'answer') await act(seller, 'problem/answer', text)
        else if (step === 'escalate') await act(fan, 'problem/escalate', text)
        else if (step === 'close') await act(fan, 'problem/close')
        else if (step === 'problem') await act(fan, 'problem', text)
        else if (step === 'cancel' || step === 'received') await act(fan, step)
        else if (step === 'refund part') await act(seller, 'refund', { tokens: 1.11 })
        else if (step === 'refund all') {
          const { body } = await api(server).as(seller).get(`/orders/${id}`)
          await act(seller, 'refund', { tokens: body.data?.refundable ?? 1 })
        } else await update(step)
    }
    wrong.push(...(await undated(world, [fan, seller], orders)))
    if (wrong.length > 0) return [...wrong, `at ${step} ${at}`]
  }

  for (const payment of payments) await bank(payment, decided.size % 2 === 0 ? 'won' : 'lost')
  // Past the sum of all dates that can follow one another.
  for (let month = 0; month < 4; month++) await pass('31 days')
  for (const id of orders) {
    const left = await balanceOf(ctx, escrow(id))
    if (left !== 0n) wrong.push(`${left} hundredths of order ${id} are still in escrow`)
  }
  const { rows: stock } = await owner.query<{ wrong: number }>(
    `SELECT 1000 - p.stock - coalesce((SELECT sum(quantity) FROM orders o WHERE o.product_id = p.item_id
        AND o.fulfilment NOT IN ('cancelled', 'returned')), 0) AS wrong FROM products p WHERE p.item_id = $1`,
    [product],
  )
  for (const { wrong: pieces } of stock)
    if (Number(pieces) !== 0) wrong.push(`${pieces} pieces are missing in the stock`)
  return wrong
}

async function onwardFrom({ owner }: MoneyWorld, id: string | undefined): Promise<Step> {
  const { rows } = await owner.query<{ state: string }>(
    'SELECT coalesce(problem, fulfilment) AS state FROM orders WHERE id = $1 AND settle_at IS NOT NULL',
    [id],
  )
  return onward[rows[0]?.state ?? ''] ?? 'buy'
}

/** Orders with money in escrow without a date, or whose sides don't read what is next. */
async function undated({ server, owner }: MoneyWorld, people: Built[], orders: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; isDated: boolean }>(
    `SELECT o.id, coalesce(o.settle_at < app_now() + interval '150 days', false) AS "isDated" FROM orders o
      JOIN ledger_accounts a ON a.kind = 'escrow' AND a.owner_id = o.id WHERE o.id = ANY($1) AND ledger_balance(a.id) > 0`,
    [orders],
  )
  const wrong: string[] = []
  for (const { id, isDated } of rows) {
    if (!isDated) wrong.push(`order ${id} has money in escrow and no date`)
    for (const who of people) {
      const { status, body } = await api(server).as(who).get(`/orders/${id}`)
      // Who has left reads nothing any more.
      if (status === 200 && !body.data.next) wrong.push(`one side of order ${id} does not read what is next`)
    }
  }
  return wrong
}

const address = { name: 'Jamie Rowe', line1: '4-2-8 Shibakoen', city: 'Minato', postalCode: '105-0011', country: 'JP' }
