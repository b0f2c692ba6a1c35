import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { walletBalance } from '@fanlight/server/modules/money/ledger/post'
import { settleStuckPayments } from '@fanlight/server/modules/money/payments/attempt'
import { buildFan, buildLockedFeed, buildPlan, giveTokens } from '@fanlight/server/modules/money/wallet/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildConversation, buildMessage, buildMessagePhoto } from '@fanlight/server/modules/talk/conversations/testing'
import type { Context } from '@fanlight/server/platform/context'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { busyCluster, type Cluster } from './money-cluster.ts'
import { type Answer, ledgerViolations, send } from './money-world.ts'

// Fans without tokens pay by card for one thing each, of every kind that a payment carries, while processes and the database are killed. Some
// cards ask, and the bank says yes or no; half of the fans come back to their page, which asks for the thing under its key, twice at once; the
// others never come back. Whoever has paid has the thing once, the others have nothing, and what was paid beyond its price is in the wallet.

export const check: ReliabilityCheck = {
  id: 'M14',
  title: 'What a card pays for is paid and performed once',
  async run({ tier, random }) {
    const { fans, kills } = counts.M14[tier]
    const cluster = await busyCluster()
    try {
      const buyers = await buildBuyers(cluster, fans, random)
      let answered = 0
      let isOver = false
      const killer = async () => {
        for (let n = 0; n < kills; n++) {
          const from = answered
          // Between two kills something must get through.
          while (!isOver && answered < from + fans / (kills + 2)) await sleep(20)
          if (isOver) return
          await cluster.kill(random)
        }
      }
      const waiting = [...buyers]
      const client = async () => {
        for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) {
          await walk(cluster, buyer, random)
          answered++
        }
      }
      await Promise.all([
        killer(),
        Promise.all(Array.from({ length: Math.min(12, fans) }, client)).then(() => (isOver = true)),
      ])
      await cluster.calm()
      return { n: fans, violations: await judge(cluster, buyers) }
    } finally {
      await cluster.stop()
    }
  },
}

interface Purchase {
  call: string
  params?: { id: string }
  body?: object
  key: string
}
interface Buyer {
  fan: Built
  kind: string
  price: number
  cardId: string
  purchase: Purchase
  /** How many charges there were before. */
  chargesBefore?: number
  /** The bank's answer, where it asks. */
  bank: 'yes' | 'no' | null
  /** Comes back to the page that asks for the thing. */
  comesBack: boolean
  topUpKey: string
}

const keyed = (call: string, id: string | undefined, body?: object): Purchase => ({
  call,
  ...(id && { params: { id } }),
  ...(body && { body }),
  key: randomUUID(),
})
/** What a payment carries, of each kind; `price` is in tokens. `url` is of a process, for what has to be bought before. */
const kinds: Record<
  string,
  (
    ctx: Context,
    fan: Built,
    creator: Built,
    url: string,
  ) => Promise<{ purchase: Purchase; price: number; chargesBefore?: number }>
> = {
  tip: async (_ctx, _fan, { id }) => ({
    price: 50,
    purchase: keyed('POST /wallet/charges/tip/:id', id, { tokens: 50 }),
  }),
  'tip in a conversation': async (_ctx, _fan, { id }) => ({
    price: 40,
    purchase: keyed('POST /wallet/charges/tip/:id', id, { tokens: 40, inConversation: true, note: 'For more clay' }),
  }),
  post: async (ctx, _fan, creator) => ({
    price: 60,
    purchase: keyed('POST /wallet/charges/feed/:id', await buildLockedFeed(ctx, creator, 60), { expectedPrice: 60 }),
  }),
  gallery: async (ctx, _fan, creator) => {
    const { id } = await buildGallery(ctx, creator, { gate: { type: 'paid', price: 5500n } })
    return { price: 55, purchase: keyed('POST /wallet/charges/gallery/:id', id, { expectedPrice: 55 }) }
  },
  video: async (ctx, _fan, creator) => {
    const id = await buildVideo(ctx, creator, { gate: { type: 'paid', price: 6500n } })
    return { price: 65, purchase: keyed('POST /wallet/charges/video/:id', id, { expectedPrice: 65 }) }
  },
  ticket: async (ctx, _fan, creator) => ({
    price: 150,
    purchase: keyed('POST /wallet/charges/stream/:id', await buildTicketShow(ctx, creator, 15000n), {
      expectedPrice: 150,
    }),
  }),
  // It reaches the goal, so that what was pledged is a ticket from then on.
  pledge: async (ctx, _fan, creator) => ({
    price: 80,
    purchase: keyed('POST /wallet/charges/stream/:id', await buildTicketShow(ctx, creator, 5000n, 8000n), {
      tokens: 80,
    }),
  }),
  message: async (ctx, fan, creator) => {
    const conversationId = await buildConversation(ctx, creator, fan)
    const fileIds = [await buildMessagePhoto(ctx, creator)]
    const id = await buildMessage(ctx, conversationId, creator, { price: 3500n, fileIds })
    return { price: 35, purchase: keyed('POST /wallet/charges/message/:id', id, { expectedPrice: 35 }) }
  },
  'first message': async (ctx, fan, creator) => {
    await ctx.pool.query(
      `UPDATE performers SET who_may_write = 'paid', first_message_price = 4500 WHERE account_id = $1`,
      [creator.id],
    )
    const id = await buildConversation(ctx, creator, fan)
    const body = { text: 'How do you glaze the inside?', clientId: randomUUID(), expectedPrice: 45 }
    return { price: 45, purchase: keyed('POST /messages/conversations/:id', id, body) }
  },
  subscription: async (ctx, _fan, creator) => {
    const planId = await buildPlan(ctx, creator, { price: 500n })
    const body = { performerId: creator.id, planId, paymentGateway: 'wallet', expectedPrice: 5 }
    return { price: 50, purchase: keyed('POST /payment/subscribe/performers', undefined, body) }
  },
  // Of the plan that has just begun everything is left, which the dearer one takes into account.
  'dearer plan': async (ctx, fan, creator, url) => {
    const [planId, dearerId] = [
      await buildPlan(ctx, creator, { price: 500n }),
      await buildPlan(ctx, creator, { price: 1400n }),
    ]
    await giveTokens(ctx, fan.id, 50)
    const body = { performerId: creator.id, planId, paymentGateway: 'wallet', expectedPrice: 5 }
    const begun = await send(url, fan.token, 'POST', '/payment/subscribe/performers', body, randomUUID())
    const id = begun.body?.data?.subscription?._id as string | undefined
    if (!id) throw new Error(`the first plan was not bought: ${begun.status} ${begun.text}`)
    return {
      price: 90,
      purchase: keyed('POST /subscriptions/:id/plan-change', id, {
        planId: dearerId,
        paymentGateway: 'wallet',
        expectedDue: 9,
      }),
      chargesBefore: 1,
    }
  },
  product: async (ctx, _fan, creator) => ({
    price: 70,
    purchase: keyed(
      'POST /wallet/charges/product/:id',
      await buildProduct(ctx, creator, { type: 'digital', price: 7000n }),
      { expectedPrice: 70 },
    ),
  }),
}

async function buildTicketShow(
  ctx: Context,
  creator: Built,
  price: bigint,
  goal: bigint | null = null,
): Promise<string> {
  const { rows } = await ctx.pool.query<{ id: string }>(
    `INSERT INTO ticket_shows (id, performer_id, title, starts_at, minutes, price, seats, goal, pledge_until)
      VALUES (gen_random_uuid(), $1, 'The winter kiln', app_now() + interval '9 days', 60, $2, 20, $3::bigint,
        CASE WHEN $3::bigint IS NOT NULL THEN app_now() + interval '8 days' END) RETURNING id`,
    [creator.id, price, goal],
  )
  return rows[0]!.id
}

async function buildBuyers(cluster: Cluster, fans: number, random: () => number): Promise<Buyer[]> {
  const { ctx } = cluster
  const buyers: Buyer[] = []
  const names = Object.keys(kinds)
  for (let n = 0; n < fans; n++) {
    const [fan, creator] = [await buildFan(ctx), await buildPerformer(ctx)]
    const kind = names[n % names.length]!
    const asks = random() < 0.4
    const ref = { customer: `cus_${randomUUID()}`, card: `pm_${randomUUID()}` }
    const { rows } = await ctx.pool.query<{ id: string }>(
      `WITH c AS (INSERT INTO gateway_customers (account_id, gateway, gateway_ref) VALUES ($1, 'test', $2)),
      o AS (INSERT INTO fake_stripe.objects (id, kind, body) VALUES ($3, 'pm', jsonb_build_object('id', $3::text, 'customer', $2::text, 'behaviour', $4::text)))
      INSERT INTO cards (account_id, gateway, gateway_ref, brand, last4, exp_month, exp_year, is_default) VALUES ($1, 'test', $3, 'visa', '4242', 1, 2040, true) RETURNING id`,
      [fan.id, ref.customer, ref.card, asks ? 'asks' : 'succeeds'],
    )
    buyers.push({
      fan,
      kind,
      ...(await kinds[kind]!(ctx, fan, creator, cluster.url(random))),
      cardId: rows[0]!.id,
      bank: asks ? (random() < 0.7 ? 'yes' : 'no') : null,
      comesBack: random() < 0.5,
      topUpKey: randomUUID(),
    })
  }
  return buyers
}

/** What is paid for twice as much as it costs: a second one could be paid. */
const amountOf = ({ price }: Buyer): number => (2 * price) / 10

/** The same until there is an answer that says something. */
async function insist(cluster: Cluster, random: () => number, ask: (url: string) => Promise<Answer>): Promise<Answer> {
  let last: Answer | undefined
  for (const until = Date.now() + 90_000; Date.now() < until; await sleep(50)) {
    last = await ask(cluster.url(random)).catch(() => undefined)
    if (last && last.status < 500 && last.status !== 401) return last
  }
  throw new Error(`no answer for a minute and a half: ${last?.status} ${last?.text.slice(0, 300)}`)
}

async function walk(cluster: Cluster, buyer: Buyer, random: () => number): Promise<void> {
  const { fan, cardId, purchase, bank, topUpKey } = buyer
  const body = { amount: amountOf(buyer), cardId, purchase }
  const paid = await insist(cluster, random, (url) =>
    send(url, fan.token, 'POST', '/payment/wallet/top-up', body, topUpKey),
  )
  await answerBank(cluster, buyer, random, paid)
  if (!buyer.comesBack || bank === 'no') return
  const id = paid.body?.data?._id as string | undefined
  if (id) await insist(cluster, random, (url) => send(url, fan.token, 'GET', `/payment/transactions/${id}`))
  const path = purchase.call.replace('POST ', '').replace(':id', purchase.params?.id ?? '')
  const page = () => insist(cluster, random, (url) => send(url, fan.token, 'POST', path, purchase.body, purchase.key))
  await Promise.all([page(), page()])
}

async function answerBank(cluster: Cluster, { bank }: Buyer, random: () => number, paid: Answer): Promise<void> {
  const actionUrl = paid.body?.data?.actionUrl as string | null | undefined
  if (!bank || !actionUrl) return
  await insist(cluster, random, async (url) => {
    const { status } = await fetch(new URL(actionUrl, url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `answer=${bank}`,
      redirect: 'manual',
    })
    return { status, text: '', body: undefined }
  })
}

async function judge(cluster: Cluster, buyers: readonly Buyer[]): Promise<string[]> {
  const { ctx } = cluster
  const violations: string[] = []
  // Payments with an unknown outcome are settled as the worker settles them, and it buys what they carry.
  const until = Date.now() + 30_000
  for (;;) {
    await cluster
      .owner()
      .query(
        `UPDATE payment_transactions SET updated_at = updated_at - interval '1 minute' WHERE status = 'processing'`,
      )
    await settleStuckPayments(ctx)
    await askOpen(cluster, buyers)
    const { rows } = await cluster
      .owner()
      .query<{ open: string }>(
        `SELECT count(*) AS open FROM payment_transactions WHERE status IN ('processing', 'requires_action') OR (credited_at IS NOT NULL AND purchase_status = 'waiting')`,
      )
    if (Number(rows[0]!.open) === 0 || Date.now() > until) break
    await sleep(200)
  }
  for (const buyer of buyers) {
    const { fan, kind, price, bank, chargesBefore = 0 } = buyer
    const found = await cluster.owner().query<{ charges: string; paid: string; made: string | null; request: boolean }>(
      `SELECT (SELECT count(*) FROM charges WHERE user_id = $1) AS charges,
        (SELECT count(*) FROM payment_transactions WHERE account_id = $1 AND credited_at IS NOT NULL) AS paid,
        (SELECT min(purchase_status) FROM payment_transactions WHERE account_id = $1) AS made,
        EXISTS (SELECT FROM payment_transactions WHERE account_id = $1 AND credited_at IS NOT NULL AND purchase IS NOT NULL) AS request`,
      [fan.id],
    )
    const { charges, paid, made, request } = found.rows[0]!
    const expected = bank === 'no' ? 0 : 1
    if (Number(paid) !== expected)
      violations.push(`${kind}: paid ${paid} times where the bank said ${bank ?? 'nothing'}`)
    const performed = Number(charges) - chargesBefore
    if (performed !== expected) violations.push(`${kind}: performed ${performed} times, paid ${paid} times`)
    if (expected === 1 && made !== 'made') violations.push(`${kind}: the payment says ${made}`)
    if (request) violations.push(`${kind}: what was bought is kept`)
    const rest = await walletBalance(ctx, fan.id)
    if (rest !== BigInt(expected * price * 100))
      violations.push(`${kind}: ${rest} are left, and ${expected * price * 100} should be`)
  }
  violations.push(...(await ledgerViolations(ctx)))
  return violations
}

/** Where the question of the bank came after a kill: it is answered, and its payment is read, as a page does that is opened again. */
async function askOpen(cluster: Cluster, buyers: readonly Buyer[]): Promise<void> {
  const { rows } = await cluster
    .owner()
    .query<{ id: string; account_id: string }>(
      `SELECT id, account_id FROM payment_transactions WHERE status IN ('processing', 'requires_action')`,
    )
  for (const { id, account_id } of rows) {
    const buyer = buyers.find(({ fan }) => fan.id === account_id)!
    const read = () => send(cluster.url(Math.random), buyer.fan.token, 'GET', `/payment/transactions/${id}`)
    await answerBank(cluster, buyer, Math.random, await read())
    await read()
  }
}
