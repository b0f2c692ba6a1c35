import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chainLedger } from '@fanlight/server/modules/money/ledger/upkeep'
import { walletBalance } from '@fanlight/server/modules/money/ledger/post'
import { settleStuckPayments } from '@fanlight/server/modules/money/payments/attempt'
import { renewDue } from '@fanlight/server/modules/money/subscriptions/renewal'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildFan, buildLockedFeed, buildPlan } from '@fanlight/server/modules/money/wallet/testing'
import type { Context } from '@fanlight/server/platform/context'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import type pg from 'pg'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { busyCluster, type Cluster, quietCluster } from './money-cluster.ts'
import { type Answer, breakFunction, ledgerViolations, send } from './money-world.ts'

// Random money operations from many clients while processes and the database are killed. What was answered must be there exactly once,
// what was rejected must not, what got no answer is sent again with the same key, and a model that replays the log must agree.

export const check: ReliabilityCheck = {
  id: 'M1',
  title: 'The ledger holds under fire',
  async run({ tier, random }) {
    const broken = sabotaged('M1')
    const size = broken ? { operations: 200, kills: 0, clients: 16 } : counts.M1[tier]
    const cluster = broken ? await quietCluster() : await busyCluster()
    try {
      const cast = await buildCast(cluster.ctx)
      // The deliberate bug: credits since the last roll-up are ignored when the payer pays.
      if (broken)
        await breakFunction(cluster.owner(), 'ledger_post', [
          ['present + folded - payer.pays', 'present - least(present, payer.pays)'],
        ])
      const log = await fire(cluster, cast, size, random)
      return { n: log.length, violations: await judge(cluster, cast, log) }
    } finally {
      await cluster.stop()
    }
  },
}

interface Cast {
  fans: (Built & { cardId: string })[]
  performers: Built[]
  /** Posts, galleries and videos, each as the end of the call that buys it. */
  items: string[]
  /** Parcels with few pieces, and files. */
  products: string[]
  plans: { performerId: string; planId: string }[]
}
interface Operation {
  fan: number
  path: string
  body?: unknown
  key: string
  answer?: Answer
}
const startTokens = 200

async function buildCast(ctx: Context): Promise<Cast> {
  const performers = await Promise.all(Array.from({ length: 4 }, () => buildPerformer(ctx)))
  const items = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const performer = performers[n % 4]!
      const gate = { type: 'paid', price: BigInt(500 + n * 100) } as const
      if (n % 4 === 1) return `gallery/${(await buildGallery(ctx, performer, { gate })).id}`
      if (n % 4 === 2) return `video/${await buildVideo(ctx, performer, { gate })}`
      return `feed/${await buildLockedFeed(ctx, performer, 5 + n)}`
    }),
  )
  const products = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      buildProduct(
        ctx,
        performers[n % 4]!,
        n % 2 ? { type: 'digital', price: 700n } : { stock: 6, price: 900n, shippingFee: 150n },
      ),
    ),
  )
  const plans = await Promise.all(
    performers.map(async (performer) => ({
      performerId: performer.id,
      planId: await buildPlan(ctx, performer, { price: 500n }),
    })),
  )
  const fans: Cast['fans'] = []
  for (let n = 0; n < 24; n++) {
    const fan = await buildFan(ctx, startTokens)
    // A card as the gateway would have made it.
    const ref = { customer: `cus_${randomUUID()}`, card: `pm_${randomUUID()}` }
    const { rows } = await ctx.pool.query<{ id: string }>(
      `WITH c AS (INSERT INTO gateway_customers (account_id, gateway, gateway_ref) VALUES ($1, 'test', $2)),
      o AS (INSERT INTO fake_stripe.objects (id, kind, body) VALUES ($3, 'pm', jsonb_build_object('id', $3::text, 'customer', $2::text, 'behaviour', 'succeeds')))
      INSERT INTO cards (account_id, gateway, gateway_ref, brand, last4, exp_month, exp_year, is_default) VALUES ($1, 'test', $3, 'visa', '4242', 1, 2040, true) RETURNING id`,
      [fan.id, ref.customer, ref.card],
    )
    await ctx.pool.query(
      `INSERT INTO addresses (account_id, name, line1, line2, city, state, postal_code, country, phone, is_default)
        VALUES ($1, 'Jamie Rowe', '4-2-8 Shibakoen', '', 'Minato', '', '', 'JP', '', true)`,
      [fan.id],
    )
    fans.push({ ...fan, cardId: rows[0]!.id })
  }
  return { performers, items, products, plans, fans }
}

function anOperation({ fans, performers, items, products, plans }: Cast, random: () => number): Operation {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const fan = Math.floor(random() * fans.length)
  const key = randomUUID()
  const dice = random()
  if (dice < 0.1) return { fan, key, path: `/wallet/charges/product/${pick(products)}`, body: {} }
  if (dice < 0.55)
    return {
      fan,
      key,
      path: `/wallet/charges/tip/${pick(performers).id}`,
      body: { tokens: 10 + Math.floor(random() * 2000) / 100 },
    }
  if (dice < 0.75) return { fan, key, path: `/wallet/charges/${pick(items)}` }
  if (dice < 0.9)
    return {
      fan,
      key,
      path: '/payment/wallet/top-up',
      body: { amount: 3 + Math.floor(random() * 500) / 100, cardId: fans[fan]!.cardId },
    }
  return {
    fan,
    key,
    path: '/payment/subscribe/performers',
    body: { ...pick(plans), paymentGateway: random() < 0.5 ? 'wallet' : 'test', cardId: fans[fan]!.cardId },
  }
}

async function fire(
  cluster: Cluster,
  cast: Cast,
  { operations, kills, clients }: { operations: number; kills: number; clients: number },
  random: () => number,
): Promise<Operation[]> {
  const log: Operation[] = []
  const folder = await mkdtemp(join(tmpdir(), 'fanlight-m1-log-'))
  let begun = 0
  let answered = 0
  let over = false
  const client = async () => {
    while (begun < operations) {
      begun++
      const operation = anOperation(cast, random)
      appendFileSync(join(folder, 'operations'), `${JSON.stringify(operation)}\n`)
      log.push(operation)
      await request(cluster, cast, operation, random)
      if (operation.answer) answered++
    }
  }
  const killer = async () => {
    for (let n = 0; n < kills; n++) {
      const from = answered
      // Between two kills something must get through.
      while (!over && answered < from + operations / (kills + 2)) await sleep(20)
      if (over) return
      await cluster.kill(random)
    }
  }
  await Promise.all([killer(), Promise.all(Array.from({ length: clients }, client)).then(() => (over = true))])
  await cluster.calm()
  for (const operation of log) {
    for (let tries = 0; !operation.answer && tries < 50; tries++) await request(cluster, cast, operation, random)
  }
  await rm(folder, { recursive: true, force: true })
  return log
}

/** No answer, or one that says nothing about what happened, leaves the operation unknown. */
async function request(cluster: Cluster, cast: Cast, operation: Operation, random: () => number): Promise<void> {
  try {
    const answer = await send(
      cluster.url(random),
      cast.fans[operation.fan]!.token,
      'POST',
      operation.path,
      operation.body,
      operation.key,
    )
    if (answer.status < 500 && answer.status !== 401) operation.answer = answer
  } catch {
    await sleep(50)
  }
}

async function judge(cluster: Cluster, cast: Cast, log: Operation[]): Promise<string[]> {
  const { ctx } = cluster
  // Payments with an unknown outcome are settled as the worker settles them.
  await cluster
    .owner()
    .query(`UPDATE payment_transactions SET updated_at = updated_at - interval '1 minute' WHERE status = 'processing'`)
  await settleStuckPayments(ctx)
  await renewDue(ctx)
  await chainLedger(ctx)
  const violations = await ledgerViolations(ctx)
  const pieces = await cluster.owner().query(
    `SELECT p.item_id FROM products p WHERE p.type = 'physical'
        AND p.stock + (SELECT coalesce(sum(o.quantity), 0) FROM orders o WHERE o.product_id = p.item_id) <> 6`,
  )
  if (pieces.rows.length > 0) violations.push(`${pieces.rows.length} products sold other pieces than left their stock`)
  const unanswered = log.filter((entry) => !entry.answer)
  if (unanswered.length > 0) violations.push(`${unanswered.length} operations never got an answer`)

  const effects = await effectsOf(cluster.owner())
  const spent = new Map<number, bigint>()
  for (const { fan, path, key, body, answer } of log) {
    if (!answer) continue
    const kind = path.includes('/charges/') ? path.split('/')[3]! : path.includes('top-up') ? 'top-up' : 'subscription'
    const what = `${cast.fans[fan]!.id} ${kind}:${key}`
    const tokensInstead = effects.get(`${what} as tokens`) ?? 0
    const found = (effects.get(what) ?? 0) + tokensInstead
    if (found !== (answer.status === 200 ? 1 : 0))
      violations.push(`${kind} answered ${answer.status} is there ${found} times`)
    if (![200, 402, 404, 409, 422].includes(answer.status))
      violations.push(`${kind} answered ${answer.status} ${answer.text.slice(0, 200)}`)
    if (answer.status === 200)
      spent.set(fan, (spent.get(fan) ?? 0n) + (tokensInstead > 0 ? -5000n : costOf(kind, answer, body)))
  }
  for (const [n, fan] of cast.fans.entries()) {
    const expected = BigInt(startTokens * 100) - (spent.get(n) ?? 0n)
    const present = await walletBalance(ctx, fan.id)
    if (present !== expected) violations.push(`fan ${n} has ${present} and should have ${expected}`)
  }
  return violations
}

/** A card that paid for a subscription which had meanwhile begun otherwise has bought tokens. */
const asTokens = `' as tokens'`

/** How often each key has had its effect, by account and kind. */
async function effectsOf(owner: pg.Client): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ what: string; n: bigint }>(`SELECT what, count(*) AS n FROM (
    SELECT user_id || ' ' || key AS what FROM charges WHERE type <> 'subscription'
    UNION ALL SELECT p.account_id || ' ' || p.key FROM payment_transactions p JOIN ledger_transactions t ON t.key = 'payment:' || p.id WHERE p.purpose = 'top_up'
    UNION ALL SELECT s.fan_id || ' subscription:' || s.key FROM subscriptions s JOIN charges c ON c.user_id = s.fan_id AND c.key = 'subscription:' || s.id || ':1'
    UNION ALL SELECT s.fan_id || ' subscription:' || s.key || ${asTokens} FROM subscriptions s JOIN payment_transactions p ON p.subscription_id = s.id
      JOIN ledger_transactions t ON t.key = 'payment:' || p.id) e GROUP BY 1`)
  return new Map(rows.map((row) => [row.what, Number(row.n)]))
}

/** Hundredths of a token that an answered operation took from the wallet. */
function costOf(kind: string, answer: Answer, body: unknown): bigint {
  const hundredths = (value: number) => BigInt(Math.round(value * 100))
  if (kind === 'top-up') return -hundredths(answer.body.data.tokens)
  if (kind !== 'subscription') return hundredths(answer.body.data.tokens)
  return (body as { paymentGateway: string }).paymentGateway === 'wallet' ? 5000n : 0n
}
