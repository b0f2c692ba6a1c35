import { randomUUID } from 'node:crypto'
import { walletBalance } from '@fanlight/server/modules/ledger/post'
import { renew } from '@fanlight/server/modules/subscriptions/renewal'
import { buildFan, buildLockedFeed, buildPlan, giveTokens, payer } from '@fanlight/server/modules/wallet/testing'
import { sabotaged } from '@fanlight/server/platform/sabotage'
import { buildPerformer } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { count, type MoneyWorld, provenBooks, send, startMoneyWorld } from './money-world.ts'

// Each race is started many times from an even start, on two nodes; each has an invariant that no order of events may break.

type Race = (world: MoneyWorld, parallel: number) => Promise<string[]>

const everyone = (parallel: number, run: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: parallel }, (_, n) => run(n)))
const unless = (holds: boolean, violation: string) => (holds ? [] : [violation])

const races: Record<string, Race> = {
  'one feed is bought once': async ({ ctx, urls, owner }, parallel) => {
    const fan = await buildFan(ctx, 1000)
    const feed = await buildLockedFeed(ctx, await buildPerformer(ctx), 15)
    await everyone(parallel, (n) => send(urls[n % 2]!, fan.token, 'POST', `/wallet/charges/feed/${feed}`))
    const owned = await count(owner, 'SELECT count(*) AS n FROM purchases WHERE account_id = $1', [fan.id])
    return unless(owned === 1 && (await walletBalance(ctx, fan.id)) === 98_500n, `a feed was bought ${owned} times`)
  },
  'one pair has one subscription': async ({ ctx, urls, owner }, parallel) => {
    const [fan, performer] = [await buildFan(ctx, 5000), await buildPerformer(ctx)]
    const planId = await buildPlan(ctx, performer, { price: 1000n })
    await everyone(parallel, (n) =>
      send(urls[n % 2]!, fan.token, 'POST', '/payment/subscribe/performers', {
        performerId: performer.id,
        planId,
        paymentGateway: 'wallet',
      }),
    )
    const live = await count(owner, `SELECT count(*) AS n FROM subscriptions WHERE fan_id = $1 AND status = 'active'`, [
      fan.id,
    ])
    return unless(live === 1 && (await walletBalance(ctx, fan.id)) === 490_000n, `a pair has ${live} subscriptions`)
  },
  'one period is renewed once, also while it is cancelled': async ({ ctx, urls, owner }, parallel) => {
    const [fan, performer] = [await buildFan(ctx, 5000), await buildPerformer(ctx)]
    const planId = await buildPlan(ctx, performer, { price: 1000n })
    const made = await send(urls[0], fan.token, 'POST', '/payment/subscribe/performers', {
      performerId: performer.id,
      planId,
      paymentGateway: 'wallet',
    })
    const id = made.body.data.subscription._id
    await owner.query(`UPDATE subscriptions SET current_period_end = app_now() - interval '1 minute' WHERE id = $1`, [
      id,
    ])
    await everyone(parallel, (n) =>
      n === 0 ? send(urls[0], fan.token, 'POST', `/payment/wallet/cancel-subscription/${id}`) : renew(ctx, id),
    )
    const { rows } = await owner.query<{ status: string; number: number; paid: bigint }>(
      `SELECT status, period_number AS number,
      (SELECT count(*) FROM charges WHERE target_id = s.id) AS paid FROM subscriptions s WHERE id = $1`,
      [id],
    )
    const { status, number, paid } = rows[0]!
    const right =
      (status === 'expired' && number === 1 && paid === 1n) || (status === 'active' && number === 2 && paid === 2n)
    return unless(right, `after renewing and cancelling: ${status}, period ${number}, paid ${paid} times`)
  },
  'a card that is removed meanwhile is charged or not, and the books agree': async (
    { ctx, server, urls, owner },
    parallel,
  ) => {
    const fan = await buildFan(ctx)
    const cardId = await payer(server, fan).card()
    await everyone(Math.min(parallel, 8), (n) =>
      n === 0
        ? send(urls[0], fan.token, 'DELETE', `/payment-cards/${cardId}`)
        : send(urls[n % 2]!, fan.token, 'POST', '/payment/wallet/top-up', { amount: 5, cardId }),
    )
    const paid = await count(
      owner,
      `SELECT count(*) AS n FROM payment_transactions WHERE account_id = $1 AND status = 'succeeded'`,
      [fan.id],
    )
    const open = await count(
      owner,
      `SELECT count(*) AS n FROM payment_transactions WHERE account_id = $1 AND status NOT IN ('succeeded', 'failed')`,
      [fan.id],
    )
    return unless(
      (await walletBalance(ctx, fan.id)) === BigInt(paid) * 5000n && open === 0,
      `${paid} payments, ${open} open, do not match the wallet`,
    )
  },
  'a payment is tried again by one of many': async ({ ctx, server, urls, owner }, parallel) => {
    const fan = await buildFan(ctx)
    const [bad, good] = [await payer(server, fan).card('4000000000000002'), await payer(server, fan).card()]
    const { body } = await send(urls[0], fan.token, 'POST', '/payment/wallet/top-up', { amount: 5, cardId: bad })
    await everyone(Math.min(parallel, 8), (n) =>
      send(urls[n % 2]!, fan.token, 'POST', `/payment/retry/${body.paymentId}`, { cardId: good }),
    )
    const credited = await count(owner, 'SELECT count(*) AS n FROM ledger_transactions WHERE key = $1', [
      `payment:${body.paymentId}`,
    ])
    return unless(credited === 1 && (await walletBalance(ctx, fan.id)) === 5000n, `credited ${credited} times`)
  },
  'a user or creator who has blocked the other is no longer paid by them': async ({ ctx, urls, owner }, parallel) => {
    const [fan, performer] = [await buildFan(ctx, 5000), await buildPerformer(ctx)]
    const planId = await buildPlan(ctx, performer, { price: 500n })
    const feeds = await Promise.all(Array.from({ length: parallel }, () => buildLockedFeed(ctx, performer, 10)))
    const charged = () => count(owner, 'SELECT count(*) AS n FROM charges WHERE user_id = $1', [fan.id])
    const pay = (n: number) =>
      n === 1
        ? send(urls[1], fan.token, 'POST', '/payment/subscribe/performers', {
            performerId: performer.id,
            planId,
            paymentGateway: 'wallet',
          })
        : n % 2
          ? send(urls[1], fan.token, 'POST', `/wallet/charges/tip/${performer.id}`, { tokens: 10 })
          : send(urls[0], fan.token, 'POST', `/wallet/charges/feed/${feeds[n]}`)
    let whenBlocked = 0
    const answers = await everyone(parallel, async (n) => {
      if (n !== Math.floor(parallel / 2)) return pay(n)
      await send(urls[n % 2]!, performer.token, 'POST', '/block/users', { userId: fan.id })
      whenBlocked = await charged()
    })
    const statuses = answers.flatMap((answer) => (answer as { status: number } | undefined)?.status ?? [])
    const paid = statuses.filter((status) => status === 200).length
    const after = await charged()
    return [
      ...unless(after === whenBlocked, `${after - whenBlocked} charges after the block was answered`),
      ...unless(after === paid, `${paid} of ${after} charges were answered`),
      ...unless(
        statuses.every((status) => status === 200 || status === 404),
        `answered ${[...new Set(statuses)].join(', ')}`,
      ),
    ]
  },
  'a block ends the subscription, renewed meanwhile or not': async ({ ctx, urls, owner }, parallel) => {
    const [fan, performer] = [await buildFan(ctx, 5000), await buildPerformer(ctx)]
    const planId = await buildPlan(ctx, performer, { price: 1000n })
    const wanted = { performerId: performer.id, planId, paymentGateway: 'wallet' }
    const made = await send(urls[0], fan.token, 'POST', '/payment/subscribe/performers', wanted)
    const id = made.body.data.subscription._id
    await owner.query(`UPDATE subscriptions SET current_period_end = app_now() - interval '1 minute' WHERE id = $1`, [
      id,
    ])
    const [blocker, blocked] = Math.random() < 0.5 ? [fan, performer] : [performer, fan]
    const statuses = await everyone(parallel, async (n) =>
      n === Math.floor(parallel / 2)
        ? (await send(urls[1], blocker.token, 'POST', '/block/users', { userId: blocked.id })).status
        : renew(ctx, id),
    )
    const { rows } = await owner.query<{ status: string; number: number; paid: bigint; open: boolean }>(
      `SELECT status, period_number AS number, access_until > app_now() OR next_retry_at IS NOT NULL AS open,
      (SELECT count(*) FROM charges WHERE target_id = s.id) AS paid FROM subscriptions s WHERE id = $1`,
      [id],
    )
    const { status, number, paid, open } = rows[0]!
    return [
      ...unless(statuses.includes(200), 'the block was not answered'),
      ...unless(
        status === 'revoked' && !open && number <= 2 && paid === BigInt(number),
        `after renewing and blocking: ${status}, period ${number}, paid ${paid} times${open ? ', still open' : ''}`,
      ),
    ]
  },
  'two fans who tip each other do not wait for ever': async ({ ctx, urls }, parallel) => {
    const [a, b] = [await buildPerformer(ctx), await buildPerformer(ctx)]
    await Promise.all([giveTokens(ctx, a.id, 1000), giveTokens(ctx, b.id, 1000)])
    const statuses = await everyone(parallel, async (n) => {
      const [from, to] = n % 2 ? [a, b] : [b, a]
      return (
        await send(urls[n % 2]!, from.token, 'POST', `/wallet/charges/tip/${to.id}`, { tokens: 10 }, randomUUID())
      ).status
    })
    return unless(
      statuses.every((status) => status === 200),
      `answered ${[...new Set(statuses)].join(', ')}`,
    )
  },
}

export const check: ReliabilityCheck = {
  id: 'M4',
  title: 'Races for money have one winner',
  async run({ tier }) {
    const { rounds, parallel } = counts.M4[tier]
    const world = await startMoneyWorld()
    const violations: string[] = []
    let n = 0
    try {
      // The deliberate bug: nothing says that a pair or a purchase is unique.
      if (sabotaged('M4')) await world.owner.query('DROP INDEX purchases_live; DROP INDEX subscriptions_live')
      for (let round = 0; round < rounds; round++) {
        for (const [name, race] of Object.entries(races)) {
          n += parallel
          violations.push(...(await race(world, parallel)).map((violation) => `${name}: ${violation}`))
          if (sabotaged('M4') && violations.length > 0) return { n, violations }
        }
      }
      violations.push(...(await provenBooks(world.ctx)))
      return { n, violations }
    } finally {
      await world.stop()
    }
  },
}
