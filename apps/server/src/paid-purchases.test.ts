import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, sql } from './platform/db/db.ts'
import { checkLedger } from './modules/money/ledger/check.ts'
import { walletBalance } from './modules/money/ledger/post.ts'
import { dropOldPurchases } from './modules/money/payments/carried.ts'
import { buildFan, buildLockedFeed, buildPlan, payer } from './modules/money/wallet/testing.ts'
import { buildProduct } from './modules/shop/products/testing.ts'
import { buildConversation, buildMessage, buildMessagePhoto } from './modules/talk/conversations/testing.ts'
import { type Built, buildBlock, buildPerformer } from './testing/builders.ts'
import { advanceClock } from './testing/clock.ts'
import { startTestServer, type TestServer } from './testing/server.ts'
import { api } from './testing/api.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const as = (who: Built) => payer(server, who)
const asks = '4000000000003220'
interface Purchase {
  call: string
  params?: { id: string }
  body?: object
  key: string
}
interface Scene {
  creator: Built
  purchase: Purchase
  /** Tokens. */
  price: number
}
const keyed = (call: string, id: string | undefined, body?: object): Purchase => ({
  call,
  ...(id && { params: { id } }),
  ...(body && { body }),
  key: randomUUID(),
})
const plansOf = async (fan: Built, creator: Built) =>
  (await as(fan).get(`/performers/${creator.id}`)).body.data.plans as { _id: string; price: number; terms: string }[]

/** What a payment can carry: each makes one charge of the fan. */
const kinds: Record<string, (fan: Built, creator: Built) => Promise<{ purchase: Purchase; price: number }>> = {
  tip: async (_fan, { id }) => ({
    price: 50,
    purchase: keyed('POST /wallet/charges/tip/:id', id, { tokens: 50, note: 'For you' }),
  }),
  'tip in the conversation': async (_fan, { id }) => ({
    price: 20,
    purchase: keyed('POST /wallet/charges/tip/:id', id, { tokens: 20, inConversation: true }),
  }),
  post: async (_fan, creator) => ({
    price: 30,
    purchase: keyed('POST /wallet/charges/feed/:id', await buildLockedFeed(server.ctx, creator, 30), {
      expectedPrice: 30,
    }),
  }),
  message: async (fan, creator) => {
    const conversationId = await buildConversation(server.ctx, creator, fan)
    const fileIds = [await buildMessagePhoto(server.ctx, creator)]
    const id = await buildMessage(server.ctx, conversationId, creator, { price: 2500n, fileIds })
    return { price: 25, purchase: keyed('POST /wallet/charges/message/:id', id, { expectedPrice: 25 }) }
  },
  'first message': async (fan, creator) => {
    await sql`UPDATE performers SET who_may_write = 'paid', first_message_price = 1500 WHERE account_id = ${creator.id}`.execute(
      server.ctx.db,
    )
    const opened = await as(fan).post('/conversations', { source: 'performer', sourceId: creator.id })
    const { _id, writing } = opened.body.data
    const body = { text: 'Hello', clientId: randomUUID(), expectedPrice: writing.price, expectedTerms: writing.terms }
    return { price: 15, purchase: keyed('POST /messages/conversations/:id', _id, body) }
  },
  subscription: async (fan, creator) => {
    await buildPlan(server.ctx, creator, { price: 500n })
    const [plan] = await plansOf(fan, creator)
    const body = {
      performerId: creator.id,
      planId: plan!._id,
      paymentGateway: 'wallet',
      expectedPrice: 5,
      expectedTerms: plan!.terms,
    }
    return { price: 50, purchase: keyed('POST /payment/subscribe/performers', undefined, body) }
  },
  product: async (_fan, creator) => {
    const product = await buildProduct(server.ctx, creator, { type: 'digital', price: 700n })
    return { price: 7, purchase: keyed('POST /wallet/charges/product/:id', product, { expectedPrice: 7, quantity: 1 }) }
  },
  ticket: async (fan, creator) => {
    const show = await plannedShow(creator, {})
    const { terms } = (await as(fan).get(`/streaming/ticket-shows/${show}`)).body.data
    return {
      price: 40,
      purchase: keyed('POST /wallet/charges/stream/:id', show, { expectedPrice: 40, expectedTerms: terms }),
    }
  },
  pledge: async (fan, creator) => {
    const show = await plannedShow(creator, { goal: 120 })
    const { terms } = (await as(fan).get(`/streaming/ticket-shows/${show}`)).body.data
    return { price: 45, purchase: keyed('POST /wallet/charges/stream/:id', show, { tokens: 45, expectedTerms: terms }) }
  },
}
async function plannedShow(creator: Built, more: object): Promise<string> {
  const inHours = (hours: number) => new Date(server.ctx.clock.now().getTime() + hours * 3_600_000).toISOString()
  const pledges = 'goal' in more && { pledgeUntil: inHours(2) }
  const show = { title: 'Late set', startsAt: inHours(4), minutes: 60, price: 40, seats: 10, ...pledges, ...more }
  const made = await as(creator).post('/streaming/ticket-shows', show)
  expect(made.status, made.text).toBe(200)
  return made.body.data._id
}

async function scene(kind = 'tip', card?: string) {
  const [fan, creator] = [await buildFan(server.ctx), await buildPerformer(server.ctx)]
  const made: Scene = { creator, ...(await kinds[kind]!(fan, creator)) }
  return { ...made, fan, cardId: await as(fan).card(card) }
}
type Made = Awaited<ReturnType<typeof scene>>
/** Each pays the same amount; what the purchase leaves of it is counted. */
const confirm = ({ fan, cardId, purchase }: Pick<Made, 'fan' | 'cardId' | 'purchase'>, key?: string) =>
  as(fan).keyed('/payment/wallet/top-up', { amount: 5, cardId, purchase }, key)
/** The same call as the page sends it. */
const alone = ({ fan, purchase: { call, params, body, key } }: Pick<Made, 'fan' | 'purchase'>) =>
  as(fan).keyed(call.replace('POST ', '').replace(':id', params?.id ?? ''), body, key)
const paymentOf = async (fan: Built, id: string) => (await as(fan).get(`/payment/transactions/${id}`)).body.data
const chargesOf = async (fan: Built) =>
  Number((await row(server.ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM charges WHERE user_id = ${fan.id}`))!.n)
const bank = async (actionUrl: string, answer: 'yes' | 'no') =>
  server.app.inject({
    method: 'POST',
    url: actionUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `answer=${answer}`,
  })

describe.each(Object.keys(kinds))('%s', (kind) => {
  test('is bought once when the card has paid, and the page that asks for it finds it bought', async () => {
    const made = await scene(kind)
    const { fan, price } = made
    const paid = await confirm(made)
    expect(paid.body.data, paid.text).toMatchObject({
      status: 'succeeded',
      purchase: { status: 'waiting', code: null },
    })
    await server.work()
    expect((await paymentOf(fan, paid.body.data._id)).purchase).toEqual({ status: 'made', code: null })
    expect(await walletBalance(server.ctx, fan.id)).toBe(BigInt((50 - price) * 100))
    const again = await alone(made)
    expect(again.status, again.text).toBe(200)
    await server.work()
    expect(await chargesOf(fan)).toBe(1)
    expect(await walletBalance(server.ctx, fan.id)).toBe(BigInt((50 - price) * 100))
  })

  test('is bought once where the page is first, or both are at once', async () => {
    for (const order of ['page', 'both']) {
      const made = await scene(kind)
      const paid = await confirm(made)
      const page = order === 'page' ? await alone(made) : (await Promise.all([alone(made), server.work()]))[0]
      expect(page.status, page.text).toBe(200)
      await server.work()
      expect((await paymentOf(made.fan, paid.body.data._id)).purchase).toEqual({ status: 'made', code: null })
      expect(await chargesOf(made.fan)).toBe(1)
    }
  })

  test('waits for the bank, and is bought without the page', async () => {
    const made = await scene(kind, asks)
    const { fan } = made
    const asked = (await confirm(made)).body.data
    expect(asked).toMatchObject({ status: 'requires_action', purchase: { status: 'waiting' } })
    await server.work()
    expect(await chargesOf(fan)).toBe(0)
    await bank(asked.actionUrl, 'no')
    expect(await paymentOf(fan, asked._id)).toMatchObject({ status: 'failed', purchase: { status: 'waiting' } })
    await server.work()
    expect(await chargesOf(fan)).toBe(0)
    const cardId = await as(fan).card()
    await as(fan).keyed(`/payment/retry/${asked._id}`, { cardId })
    await server.work()
    expect(await paymentOf(fan, asked._id)).toMatchObject({ status: 'succeeded', purchase: { status: 'made' } })
    expect(await chargesOf(fan)).toBe(1)
  })
})

test('what has another price by then is refused, and its tokens stay in the wallet', async () => {
  const made = await scene('post')
  const { fan, purchase } = made
  await sql`UPDATE items SET gate_price = 3500 WHERE id = ${purchase.params!.id}`.execute(server.ctx.db)
  const paid = (await confirm(made)).body.data
  await server.work()
  expect((await paymentOf(fan, paid._id)).purchase).toEqual({ status: 'refused', code: 'PRICE_CHANGED' })
  expect(await walletBalance(server.ctx, fan.id)).toBe(5000n)
  expect((await alone(made)).body).toMatchObject({ code: 'PRICE_CHANGED', price: 35 })
  // The old price is not taken later either.
  await sql`UPDATE items SET gate_price = 3000 WHERE id = ${purchase.params!.id}`.execute(server.ctx.db)
  await server.work()
  expect(await chargesOf(fan)).toBe(0)
})

test('somebody who may not buy it any more does not buy it with what was begun before', async () => {
  const blocked = await scene()
  await buildBlock(server.ctx, blocked.creator, blocked.fan)
  const suspended = await scene()
  const paid = [(await confirm(blocked)).body.data, (await confirm(suspended)).body.data]
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${suspended.fan.id}`.execute(server.ctx.db)
  await server.work()
  const found = await Promise.all(
    paid.map(({ _id }) =>
      row(
        server.ctx.db,
        sql`SELECT purchase, purchase_status, purchase_code FROM payment_transactions WHERE id = ${_id}`,
      ),
    ),
  )
  expect(found).toEqual([
    { purchase: null, purchase_status: 'refused', purchase_code: 'PERFORMER_NOT_FOUND' },
    { purchase: null, purchase_status: 'refused', purchase_code: 'ACCOUNT_SUSPENDED' },
  ])
  for (const { fan } of [blocked, suspended]) expect(await walletBalance(server.ctx, fan.id)).toBe(5000n)
})

test('a payment buys nothing in the place of others, or from them', async () => {
  const [made, other] = [await scene('first message'), await scene('message')]
  const subscribed = await scene('subscription')
  await confirm(subscribed)
  await server.work()
  const { _id } = (await as(subscribed.fan).get('/subscriptions/user/search')).body.data[0]
  const { fan, cardId } = await scene()
  const change = { planId: randomUUID(), paymentGateway: 'wallet', expectedDue: 5 }
  for (const purchase of [
    { ...made.purchase, key: randomUUID() },
    { ...other.purchase, key: randomUUID() },
    keyed('POST /subscriptions/:id/plan-change', _id, change),
  ]) {
    const paid = (await confirm({ fan, cardId, purchase })).body.data
    await server.work()
    expect((await paymentOf(fan, paid._id)).purchase).toEqual({ status: 'refused', code: 'NOT_FOUND' })
  }
  expect(await chargesOf(fan)).toBe(0)
})

test('another purchase of the same thing takes the place of the one that waits', async () => {
  const made = await scene('tip', asks)
  const { fan, creator } = made
  const first = (await confirm(made)).body.data
  const second = keyed('POST /wallet/charges/tip/:id', creator.id, { tokens: 30 })
  const paid = await confirm({ fan, cardId: await as(fan).card(), purchase: second })
  await bank(first.actionUrl, 'yes')
  await paymentOf(fan, first._id)
  await server.work()
  expect((await paymentOf(fan, first._id)).purchase.status).toBe('dropped')
  expect((await paymentOf(fan, paid.body.data._id)).purchase.status).toBe('made')
  expect(await chargesOf(fan)).toBe(1)
  expect(await walletBalance(server.ctx, fan.id)).toBe(7000n)
})

test('what was confirmed more than an hour ago is bought no more, and what it said is not kept', async () => {
  const made = await scene('first message', asks)
  const { fan } = made
  const paid = (await confirm(made)).body.data
  const never = await scene('first message', asks)
  const left = (await confirm(never)).body.data
  await advanceClock(server.ctx, '61 minutes')
  await bank(paid.actionUrl, 'yes')
  await paymentOf(fan, paid._id)
  await server.work()
  expect((await paymentOf(fan, paid._id)).purchase).toEqual({ status: 'dropped', code: null })
  expect(await chargesOf(fan)).toBe(0)
  expect(await walletBalance(server.ctx, fan.id)).toBe(5000n)
  await advanceClock(server.ctx, '1 hour')
  await dropOldPurchases(server.ctx)
  expect(
    await row(server.ctx.db, sql`SELECT purchase, purchase_status FROM payment_transactions WHERE id = ${left._id}`),
  ).toEqual({ purchase: null, purchase_status: 'dropped' })
})

test('a payment carries what a wallet pays for alone, as that call takes it', async () => {
  const { fan, cardId, creator } = await scene()
  const { id } = creator
  const subscription = { performerId: id, planId: randomUUID() }
  for (const purchase of [
    keyed('POST /payouts/request', undefined, { amount: 5 }),
    keyed('POST /wallet/charges/tip/:id', id, { tokens: 1.234 }),
    keyed('POST /wallet/charges/tip/:id', id, { tokens: 50, userId: id }),
    keyed('POST /payment/subscribe/performers', undefined, { ...subscription, paymentGateway: 'test', cardId }),
    keyed('POST /messages/conversations/:id', randomUUID(), { text: 'Without a client id' }),
    { ...keyed('POST /wallet/charges/tip/:id', id, { tokens: 50 }), key: 'with spaces' },
    { ...keyed('POST /wallet/charges/tip/:id', id, { tokens: 50 }), country: 'JP' },
  ])
    expect([400, 422], JSON.stringify(purchase)).toContain((await confirm({ fan, cardId, purchase })).status)
  expect(await walletBalance(server.ctx, fan.id)).toBe(0n)
  const stranger = await scene()
  expect((await confirm({ ...stranger, cardId })).status).toBe(404)
  expect(await api(server).as(stranger.fan).get('/payment/transactions/user/search')).toMatchObject({
    body: { total: 0 },
  })
})

test('a repeated key is the same payment with the same purchase, and another purchase under it is refused', async () => {
  const made = await scene()
  const key = randomUUID()
  const [one, other] = await Promise.all([confirm(made, key), confirm(made, key)])
  expect(one.body.data._id).toBe(other.body.data._id)
  const changed = { ...made.purchase, body: { tokens: 40 } }
  expect((await confirm({ ...made, purchase: changed }, key)).body.code).toBe('KEY_REUSED')
  await server.work()
  expect(await chargesOf(made.fan)).toBe(1)
})
