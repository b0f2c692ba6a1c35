import { randomUUID } from 'node:crypto'
import { buildConversation, buildMessage, buildMessagePhoto } from '@fanlight/server/modules/talk/conversations/testing'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { returnPart } from '@fanlight/server/modules/money/charges/partial-return'
import { lockEarning } from '@fanlight/server/modules/money/earnings/reversal'
import { available, balanceOf, walletBalance } from '@fanlight/server/modules/money/ledger/post'
import { settleDueOrders } from '@fanlight/server/modules/shop/orders/settling'
import { inPayout } from '@fanlight/server/modules/money/payouts/request'
import { buildBankDetails, buildEarning } from '@fanlight/server/modules/money/payouts/testing'
import { buildFile } from '@fanlight/server/modules/content/posts/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { renew } from '@fanlight/server/modules/money/subscriptions/renewal'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildFan, buildLockedFeed, buildPlan, giveTokens, payer } from '@fanlight/server/modules/money/wallet/testing'
import type { Context } from '@fanlight/server/platform/context'
import { buildAdmin, type Built, buildPerformer } from '@fanlight/server/testing/builders'
import type pg from 'pg'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import {
  type Answer,
  breakFunction,
  count,
  type MoneyWorld,
  ledgerViolations,
  send,
  startMoneyWorld,
} from './money-world.ts'

// Each race is started many times from an even start, on two nodes; each has an invariant that no order of events may break.

type Race = (world: MoneyWorld, parallel: number) => Promise<string[]>

const everyone = (parallel: number, run: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: parallel }, (_, n) => run(n)))
const unless = (holds: boolean, violation: string) => (holds ? [] : [violation])

function boughtOnce(kind: 'gallery' | 'video' | 'product' | 'message'): Race {
  return async ({ ctx, urls, owner }, parallel) => {
    const [fan, creator] = [await fanWithAddress(ctx, 100), await buildPerformer(ctx)]
    const gate = { type: 'paid', price: 1500n } as const
    const id =
      kind === 'gallery'
        ? (await buildGallery(ctx, creator, { gate })).id
        : kind === 'video'
          ? await buildVideo(ctx, creator, { gate })
          : kind === 'product'
            ? await buildProduct(ctx, creator, {
                type: 'digital',
                price: 1500n,
                files: [{ id: await buildFile(ctx, creator, { purpose: 'product-file' }), role: 'main' }],
              })
            : await buildMessage(ctx, await buildConversation(ctx, creator, fan), creator, {
                price: 1500n,
                fileIds: [await buildMessagePhoto(ctx, creator)],
              })
    await everyone(parallel, (n) =>
      send(urls[n % 2]!, fan.token, 'POST', `/wallet/charges/${kind}/${id}`, { expectedPrice: 15 }),
    )
    const owned = await count(owner, 'SELECT count(*) AS n FROM purchases WHERE account_id = $1', [fan.id])
    const charged = await count(owner, 'SELECT count(*) AS n FROM charges WHERE user_id = $1', [fan.id])
    const left = await walletBalance(ctx, fan.id)
    return unless(
      owned === 1 && charged === 1 && left === 8500n,
      `bought ${owned} times, charged ${charged} times, ${left} left`,
    )
  }
}
async function fanWithAddress(ctx: Context, tokens: number): Promise<Built> {
  const fan = await buildFan(ctx, tokens)
  await ctx.pool.query(
    `INSERT INTO addresses (account_id, name, line1, line2, city, state, postal_code, country, phone, is_default)
      VALUES ($1, 'Jamie Rowe', '4-2-8 Shibakoen', '', 'Minato', '', '', 'JP', '', true)`,
    [fan.id],
  )
  return fan
}
/** A parcel for 20 tokens, one of three pieces. */
async function ordered({ ctx, urls }: MoneyWorld): Promise<{ seller: Built; fan: Built; order: string }> {
  const [seller, fan] = [await buildPerformer(ctx), await fanWithAddress(ctx, 100)]
  const product = await buildProduct(ctx, seller, { stock: 3, price: 2000n })
  const { body } = await send(urls[0], fan.token, 'POST', `/wallet/charges/product/${product}`, { expectedPrice: 20 })
  return { seller, fan, order: body.data._id }
}
async function stateOf(owner: pg.Client, order: string) {
  const { rows } = await owner.query<{
    fulfilment: string
    returned: bigint
    stock: bigint
    escrowed: bigint
    earned: bigint
  }>(
    `SELECT o.fulfilment, c.tokens_returned AS returned, p.stock::bigint AS stock,
        (SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
          WHERE a.kind = 'escrow' AND a.owner_id = o.id) AS escrowed,
        (SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
          WHERE a.kind IN ('performer_pending', 'performer_available') AND a.owner_id = o.performer_id) AS earned
      FROM orders o JOIN charges c ON c.id = o.id JOIN products p ON p.item_id = o.product_id WHERE o.id = $1`,
    [order],
  )
  return rows[0]!
}

const races: Record<string, Race> = {
  'one feed is bought once': async ({ ctx, urls, owner }, parallel) => {
    const fan = await buildFan(ctx, 1000)
    const feed = await buildLockedFeed(ctx, await buildPerformer(ctx), 15)
    await everyone(parallel, (n) => send(urls[n % 2]!, fan.token, 'POST', `/wallet/charges/feed/${feed}`))
    const owned = await count(owner, 'SELECT count(*) AS n FROM purchases WHERE account_id = $1', [fan.id])
    return unless(owned === 1 && (await walletBalance(ctx, fan.id)) === 98_500n, `a feed was bought ${owned} times`)
  },
  ...Object.fromEntries(
    (['gallery', 'video', 'product', 'message'] as const).map((kind) => [
      `one ${kind} is bought once`,
      boughtOnce(kind),
    ]),
  ),
  'the last piece is sold once': async ({ ctx, urls, owner }, parallel) => {
    const seller = await buildPerformer(ctx)
    const product = await buildProduct(ctx, seller, { stock: 1, price: 1500n })
    const fans = await Promise.all(Array.from({ length: parallel }, () => fanWithAddress(ctx, 100)))
    const answers = await everyone(parallel, (n) =>
      send(urls[n % 2]!, fans[n]!.token, 'POST', `/wallet/charges/product/${product}`, { expectedPrice: 15 }),
    )
    const sold = (answers as Answer[]).filter(({ status }) => status === 200).length
    const others = (answers as Answer[]).filter(({ status, body }) => status !== 200 && body?.code !== 'SOLD_OUT')
    const orders = await count(owner, 'SELECT count(*) AS n FROM orders WHERE product_id = $1', [product])
    const left = await count(owner, 'SELECT stock AS n FROM products WHERE item_id = $1', [product])
    const balances = await Promise.all(fans.map((fan) => walletBalance(ctx, fan.id)))
    const paid = balances.filter((balance) => balance !== 10_000n).length
    return [
      ...unless(
        sold === 1 && orders === 1 && paid === 1 && left === 0,
        `sold ${sold}, ordered ${orders}, paid ${paid}, left ${left}`,
      ),
      ...unless(others.length === 0, `answered ${others.map(({ status }) => status).join()}`),
    ]
  },
  'the last seat of a show is sold once': async ({ ctx, urls, owner }, parallel) => {
    const creator = await buildPerformer(ctx)
    const startsAt = new Date(ctx.clock.now().getTime() + 3_600_000).toISOString()
    const planned = await send(urls[0], creator.token, 'POST', '/streaming/ticket-shows', {
      title: 'The winter kiln',
      startsAt,
      minutes: 60,
      price: 15,
      seats: 2,
    })
    const show = planned.body.data._id as string
    const fans = await Promise.all(Array.from({ length: parallel }, () => buildFan(ctx, 100)))
    const first = fans[0]!
    const buy = (n: number) =>
      send(urls[n % 2]!, fans[n]!.token, 'POST', `/wallet/charges/stream/${show}`, { expectedPrice: 15 })
    await buy(0)
    const answers = (await everyone(parallel - 1, (n) => buy(n + 1))) as Answer[]
    const state = async () => {
      const tickets = await count(
        owner,
        'SELECT count(*) AS n FROM purchases WHERE object_id = $1 AND revoked_at IS NULL',
        [show],
      )
      const charged = await count(
        owner,
        `SELECT count(*) AS n FROM charges WHERE target_id = $1 AND tokens_returned = 0`,
        [show],
      )
      const balances = await Promise.all(fans.map((fan) => walletBalance(ctx, fan.id)))
      return { tickets, charged, paid: balances.filter((balance) => balance !== 10_000n).length }
    }
    const after = await state()
    // One seat comes free while everyone wants it.
    const more = (await everyone(parallel, (n) =>
      n === 0 ? send(urls[0], first.token, 'POST', `/streaming/ticket-shows/${show}/return`) : buy(n),
    )) as Answer[]
    const last = await state()
    const others = [...answers, ...more].filter(
      ({ status, body }) => status !== 200 && !['SEATS_GONE', 'ALREADY_PURCHASED'].includes(body?.code),
    )
    return [
      ...unless(
        after.tickets === 2 && after.charged === 2 && after.paid === 2,
        `${after.tickets} tickets of two seats, ${after.charged} charged, ${after.paid} paid`,
      ),
      ...unless(
        last.tickets <= 2 && last.tickets === last.charged && last.charged === last.paid,
        `then ${last.tickets} tickets of two seats, ${last.charged} charged, ${last.paid} paid`,
      ),
      ...unless(others.length === 0, `answered ${others.map(({ status }) => status).join()}`),
    ]
  },
  'the goal of a show is reached by what is pledged': async ({ ctx, urls, owner }, parallel) => {
    const creator = await buildPerformer(ctx)
    const inHours = (hours: number) => new Date(ctx.clock.now().getTime() + hours * 3_600_000).toISOString()
    const goal = 15 * parallel
    const planned = await send(urls[0], creator.token, 'POST', '/streaming/ticket-shows', {
      title: 'The winter kiln',
      startsAt: inHours(2),
      minutes: 60,
      price: 15,
      seats: parallel,
      goal,
      pledgeUntil: inHours(1),
    })
    const show = planned.body.data._id as string
    const fans = await Promise.all(Array.from({ length: parallel }, () => buildFan(ctx, 100)))
    const pledge = (n: number, tokens: number) =>
      send(urls[n % 2]!, fans[n % parallel]!.token, 'POST', `/wallet/charges/stream/${show}`, { tokens })
    await pledge(0, 15)
    // Someone takes a pledge back while others pledge, and raise what they pledged.
    const answers = (await everyone(parallel * 2, (n) =>
      n === 0
        ? send(urls[1], fans[0]!.token, 'POST', `/streaming/ticket-shows/${show}/return`)
        : pledge(n, n < parallel ? 15 : 16),
    )) as Answer[]
    const { rows } = await owner.query<{ reached: boolean; pledged: bigint; seats: bigint; told: bigint }>(
      `SELECT goal_reached_at IS NOT NULL AS reached, tokens_pledged(id) AS pledged,
          (SELECT count(*) FROM purchases WHERE object_id = $1 AND revoked_at IS NULL) AS seats,
          (SELECT count(*) FROM notifications WHERE account_id = $2 AND kind = 'own_show_reached') AS told
        FROM ticket_shows WHERE id = $1`,
      [show, creator.id],
    )
    const { reached, pledged, seats, told } = rows[0]!
    const balances = await Promise.all(fans.map((fan) => walletBalance(ctx, fan.id)))
    const paid = balances.reduce((sum, balance) => sum + 10_000n - balance, 0n)
    return [
      ...unless(
        reached === BigInt(pledged) >= BigInt(goal) * 100n && Number(told) === (reached ? 1 : 0),
        `${pledged} pledged of ${goal}00, ${reached ? '' : 'not '}reached, told ${told} times`,
      ),
      ...unless(paid === BigInt(pledged), `${paid} paid, ${pledged} pledged`),
      ...unless(Number(seats) <= parallel, `${seats} seats of ${parallel}`),
      ...unless(
        answers.every(({ status }) => status < 500),
        `answered ${answers.map(({ status }) => status).join()}`,
      ),
    ]
  },
  'an order is cancelled, prepared or refunded, and its money goes one way': async (world, parallel) => {
    const { ctx, urls, owner } = world
    const { seller, fan, order } = await ordered(world)
    const ways = [
      () => send(urls[0], fan.token, 'POST', `/orders/${order}/cancel`),
      () => send(urls[1], seller.token, 'PUT', `/orders/${order}/update`, { fulfilment: 'processing' }),
      () => send(urls[0], seller.token, 'POST', `/orders/${order}/refund`, { tokens: 20 }),
      () => send(urls[1], seller.token, 'POST', `/orders/${order}/refund`, { tokens: 5 }),
    ]
    await everyone(parallel, (n) => ways[n % ways.length]!())
    const { fulfilment, returned, escrowed, stock } = await stateOf(owner, order)
    const cancelled = fulfilment === 'cancelled'
    return [
      ...unless(
        (await walletBalance(ctx, fan.id)) === 10_000n - 2000n + returned,
        'what was returned is not what came back',
      ),
      ...unless(returned <= 2000n, `${returned} of 2000 returned`),
      ...unless(!cancelled || returned === 2000n, `cancelled, and ${returned} of 2000 returned`),
      ...unless(stock === (cancelled ? 3n : 2n), `${fulfilment}, and ${stock} pieces`),
      ...unless(returned < 2000n || escrowed === 0n, `all returned, and ${escrowed} in escrow`),
    ]
  },
  'a parcel’s money is released or goes back, and not both': async (world, parallel) => {
    const { ctx, urls, owner } = world
    const { seller, fan, order } = await ordered(world)
    await send(urls[0], seller.token, 'PUT', `/orders/${order}/update`, {
      fulfilment: 'shipped',
      carrier: 'Post',
      trackingCode: '1',
    })
    await owner.query(`UPDATE orders SET settle_at = app_now() - interval '1 minute' WHERE id = $1`, [order])
    const ways = [
      () => send(urls[0], fan.token, 'POST', `/orders/${order}/received`),
      () => settleDueOrders(ctx),
      () => send(urls[1], seller.token, 'POST', `/orders/${order}/refund`, { tokens: 20 }),
      () => send(urls[0], seller.token, 'POST', `/orders/${order}/refund`, { tokens: 20 }),
    ]
    await everyone(parallel, (n) => ways[n % ways.length]!())
    const { returned, escrowed, earned } = await stateOf(owner, order)
    return [
      ...unless(returned === 0n || returned === 2000n, `${returned} of 2000 returned`),
      ...unless((await walletBalance(ctx, fan.id)) === 8000n + returned, 'what was returned is not what came back'),
      ...unless(escrowed === 0n, `${escrowed} left in escrow`),
      ...unless(earned === (returned === 0n ? 1600n : 0n), `earned ${earned} with ${returned} returned`),
    ]
  },
  'what is deleted meanwhile is sold to its buyer, or not sold': async ({ ctx, urls, owner }, parallel) => {
    const seller = await buildPerformer(ctx)
    const product = await buildProduct(ctx, seller, { stock: 100, price: 1500n })
    const fans = await Promise.all(Array.from({ length: parallel }, () => fanWithAddress(ctx, 100)))
    const answers = await everyone(parallel, (n) =>
      n === Math.floor(parallel / 2)
        ? send(urls[0], seller.token, 'DELETE', `/performer/performer-assets/products/${product}`)
        : send(urls[n % 2]!, fans[n]!.token, 'POST', `/wallet/charges/product/${product}`, { expectedPrice: 15 }),
    )
    const statuses = (answers as Answer[]).map(({ status }) => status)
    const orders = await count(owner, 'SELECT count(*) AS n FROM orders WHERE product_id = $1', [product])
    const sold = statuses.filter((status, n) => status === 200 && n !== Math.floor(parallel / 2)).length
    const open = await Promise.all(
      fans.map(
        async (fan, n) =>
          statuses[n] !== 200 ||
          n === Math.floor(parallel / 2) ||
          (await send(urls[0], fan.token, 'GET', '/orders/users/search')).body.total === 1,
      ),
    )
    return [
      ...unless(sold === orders, `${sold} sold and ${orders} ordered`),
      ...unless(open.every(Boolean), 'an order is not shown to its buyer'),
      ...unless(
        statuses.every((status) => [200, 404, 409].includes(status)),
        `answered ${[...new Set(statuses)].join()}`,
      ),
    ]
  },
  'the last use of a coupon is used once': async ({ ctx, urls, owner }, parallel) => {
    const creator = await buildPerformer(ctx)
    const planId = await buildPlan(ctx, creator, { price: 1000n })
    const code = `LAST-${randomUUID().slice(0, 8).toUpperCase()}`
    const terms = { code, percent: 50, appliesTo: 'subscriptions', maxUses: 1 }
    const { body } = await send(urls[0], creator.token, 'POST', '/performer/coupons', terms)
    const fans = await Promise.all(Array.from({ length: parallel }, () => buildFan(ctx, 100)))
    const answers = (await everyone(parallel, async (n) => {
      const { token } = fans[n]!
      // Some only look at the price, which holds the use for them, and give it back.
      if (n % 5 === 1) {
        await send(urls[n % 2]!, token, 'POST', `/coupons/${code}/apply-coupon`, { planId })
        await send(urls[(n + 1) % 2]!, token, 'DELETE', `/coupons/${code}/apply-coupon`)
      }
      return send(urls[n % 2]!, token, 'POST', '/payment/subscribe/performers', {
        performerId: creator.id,
        planId,
        paymentGateway: 'wallet',
        coupon: code,
      })
    })) as Answer[]
    const used = await count(owner, 'SELECT used AS n FROM coupons WHERE id = $1', [body.data._id])
    const uses = await count(owner, `SELECT count(*) AS n FROM coupon_uses WHERE coupon_id = $1 AND status = 'used'`, [
      body.data._id,
    ])
    const begun = await count(owner, 'SELECT count(*) AS n FROM subscriptions WHERE performer_id = $1', [creator.id])
    const balances = await Promise.all(fans.map((fan) => walletBalance(ctx, fan.id)))
    const paid = balances.filter((balance) => balance === 5_000n).length
    const untouched = balances.filter((balance) => balance === 10_000n).length
    const others = answers.filter(({ status, body: reply }) => status !== 200 && reply?.code !== 'COUPON_USED_UP')
    return [
      ...unless(
        used <= 1 && used === uses && used === begun && used === paid && untouched === parallel - paid,
        `used ${used} times, ${uses} uses, ${begun} subscriptions, ${paid} paid half`,
      ),
      ...unless(others.length === 0, `answered ${others.map(({ status }) => status).join()}`),
    ]
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
  'a payout is requested once, while its earnings are refunded': async ({ ctx, server, urls, owner }, parallel) => {
    const performer = await buildPerformer(ctx)
    await buildBankDetails(ctx, performer)
    await buildEarning(server, performer, 2000)
    const refunded = await buildEarning(server, performer, 2000)
    const answers = await everyone(parallel, (n) =>
      n === Math.floor(parallel / 2)
        ? ctx.transaction(async (tx) => {
            const { net, fee } = (await lockEarning(tx, refunded.chargeId))!
            await returnPart(tx, { chargeId: refunded.chargeId, userId: refunded.fan.id, net, fee })
          })
        : send(urls[n % 2]!, performer.token, 'POST', '/payout-requests', {}),
    )
    const statuses = answers.flatMap((answer) => (answer as Answer | undefined)?.status ?? [])
    const requested = statuses.filter((status) => status === 200).length
    const { rows } = await owner.query<{ made: bigint; tokens: bigint; of: bigint }>(
      `SELECT count(*) AS made, coalesce(sum(tokens), 0)::bigint AS tokens,
        coalesce(sum((SELECT sum(tokens) FROM payout_earnings WHERE payout_id = p.id)), 0)::bigint AS of
        FROM payouts p WHERE performer_id = $1 AND status = 'pending'`,
      [performer.id],
    )
    const { made, tokens, of } = rows[0]!
    const left = await balanceOf(ctx, available(performer.id))
    return [
      ...unless(requested === 1 && made === 1n, `requested ${requested} times, ${made} payouts`),
      ...unless(tokens === 160_000n && of === tokens && left === 0n, `${tokens} requested, of ${of}, ${left} left`),
      ...unless(
        statuses.every((status) => status === 200 || status === 409),
        `answered ${[...new Set(statuses)].join()}`,
      ),
    ]
  },
  'a payout is decided once by two members of staff': async ({ ctx, server, urls, owner }, parallel) => {
    const performer = await buildPerformer(ctx)
    await buildBankDetails(ctx, performer)
    await buildEarning(server, performer, 2000)
    const { body } = await send(urls[0], performer.token, 'POST', '/payout-requests', {})
    const id = body.data._id as string
    const staff = await Promise.all([0, 1].map(() => buildAdmin(ctx, { permissions: ['finance'] })))
    const decided = async (ways: readonly (() => Promise<Answer>)[]) => {
      const answers = await everyone(parallel, (n) => ways[n % ways.length]!())
      return (answers as Answer[]).filter(({ status }) => status === 200).length
    }
    const by = (n: 0 | 1, call: string, sent?: object) => () =>
      send(urls[n], staff[n]!.token, 'POST', `/admin/payouts/${id}/${call}`, sent)
    const approved = await decided([
      by(0, 'approval'),
      by(1, 'approval'),
      by(0, 'rejection', { reason: 'Not now' }),
      () => send(urls[1], performer.token, 'PUT', `/payout-requests/${id}`, { status: 'cancelled' }),
    ])
    const after = async () =>
      (await owner.query<{ status: string }>('SELECT status FROM payouts WHERE id = $1', [id])).rows[0]!.status
    const first = await after()
    // A creator who cancels what they have cancelled is answered the same.
    const violations = unless(first === 'cancelled' || approved === 1, `decided ${approved} times: ${first}`)
    const sent = await decided([by(0, 'payment'), by(1, 'payment')])
    violations.push(...unless(sent === (first === 'approved' ? 1 : 0), `sent ${sent} times, ${first} before`))
    const paid = await count(owner, 'SELECT count(*) AS n FROM ledger_transactions WHERE key LIKE $1', [
      `payout:${id}:%:paid`,
    ])
    violations.push(...unless(paid === sent, `posted ${paid} times, sent ${sent} times`))
    const left = (await balanceOf(ctx, available(performer.id))) + (await balanceOf(ctx, inPayout(performer.id)))
    return [...violations, ...unless(left === (sent === 1 ? 0n : 160_000n), `${left} left after ${await after()}`)]
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
      // The deliberate bugs: buyers of seats don't wait for one another; and nothing says that a pair or a purchase is unique, nor that a stock isn't
      // negative. Each has to be found.
      if (sabotaged('M4')) {
        await breakFunction(world.owner, 'grant_stream', [['FOR NO KEY UPDATE', '']])
        const seats = 'the last seat of a show is sold once'
        let found: string[] = []
        // A race may come out right by chance.
        for (let round = 0; round < 20 && found.length === 0; round++) found = await races[seats]!(world, parallel)
        if (found.length === 0) return { n: parallel, violations }
        await world.owner.query(
          'DROP INDEX purchases_live; DROP INDEX subscriptions_live_one; ALTER TABLE products DROP CONSTRAINT products_stock_check',
        )
      }
      for (let round = 0; round < rounds; round++) {
        for (const [name, race] of Object.entries(races)) {
          n += parallel
          violations.push(...(await race(world, parallel)).map((violation) => `${name}: ${violation}`))
          if (sabotaged('M4') && violations.length > 0) return { n, violations }
        }
      }
      violations.push(...(await ledgerViolations(world.ctx)))
      return { n, violations }
    } finally {
      await world.stop()
    }
  },
}
