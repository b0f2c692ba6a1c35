import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildVideo } from '@fanlight/server/modules/content/videos/testing'
import { buildFan, buildLockedFeed, buildPlan } from '@fanlight/server/modules/money/wallet/testing'
import { buildPerformer } from '@fanlight/server/testing/builders'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { count, ledgerViolations, send, startMoneyWorld } from './money-world.ts'

// Fans buy a post, a gallery and a video, order a parcel and subscribe to a plan on two nodes, half of them with the price they were shown and half without one,
// while its creator changes the prices and the shipping fee.

export const check: ReliabilityCheck = {
  id: 'M6',
  title: 'No purchase takes more than the price its buyer was shown',
  async run({ tier, random }) {
    const { rounds, parallel } = sabotaged('M6') ? { rounds: 3, parallel: 8 } : counts.M6[tier]
    const world = await startMoneyWorld()
    const { ctx, owner, urls } = world
    const violations: string[] = []
    let n = 0
    try {
      for (let round = 0; round < rounds; round++) {
        const performer = await buildPerformer(ctx)
        const feed = await buildLockedFeed(ctx, performer, 10)
        const gate = { type: 'paid', price: 1000n } as const
        const gallery = (await buildGallery(ctx, performer, { gate })).id
        const video = await buildVideo(ctx, performer, { gate })
        const product = await buildProduct(ctx, performer, { price: 800n, shippingFee: 200n })
        const planId = await buildPlan(ctx, performer, { price: 1000n })
        const fans = await Promise.all(Array.from({ length: parallel }, () => buildFan(ctx, 5000)))
        const raise = async () => {
          const price = 500 + Math.floor(random() * 4) * 500
          await owner.query('UPDATE items SET gate_price = $2 WHERE id = ANY($1)', [[feed, gallery, video], price])
          if (random() < 0.5) await owner.query('UPDATE items SET gate_price = $2 WHERE id = $1', [product, price])
          else await owner.query('UPDATE products SET shipping_fee = $2 WHERE item_id = $1', [product, price - 500])
          await owner.query('UPDATE plans SET price = $2 WHERE id = $1', [planId, price])
        }
        const buy = async (fan: { id: string; token: string }, at: number) => {
          const shown = at % 4 < 2 ? { expectedPrice: 10 } : {}
          await ctx.pool.query(
            `INSERT INTO addresses (account_id, name, line1, line2, city, state, postal_code, country, phone, is_default)
              VALUES ($1, 'Jamie Rowe', '4-2-8 Shibakoen', '', 'Minato', '', '', 'JP', '', true)`,
            [fan.id],
          )
          const ordered = await send(urls[at % 2]!, fan.token, 'POST', `/wallet/charges/product/${product}`, shown)
          const unlocked = await Promise.all(
            [`feed/${feed}`, `gallery/${gallery}`, `video/${video}`].map((item, nth) =>
              send(urls[(at + nth) % 2]!, fan.token, 'POST', `/wallet/charges/${item}`, shown),
            ),
          )
          const subscribed = await send(urls[(at + 1) % 2]!, fan.token, 'POST', '/payment/subscribe/performers', {
            performerId: performer.id,
            planId,
            paymentGateway: 'wallet',
            ...shown,
          })
          n += 5
          for (const reply of [ordered, ...unlocked, subscribed])
            if (reply.status !== 200 && !/^(PRICE|TERMS|PLAN)_CHANGED$/.test(reply.body?.code))
              violations.push(`a purchase was answered ${reply.status} ${reply.text.slice(0, 200)}`)
        }
        await Promise.all(fans.flatMap((fan, at) => [buy(fan, at), ...(at % 2 === 0 ? [raise()] : [])]))
        const dearer = await count(
          owner,
          `SELECT count(*) AS n FROM charges WHERE performer_id = $1 AND tokens > CASE type WHEN 'subscription' THEN 10000 ELSE 1000 END`,
          [performer.id],
        )
        if (dearer > 0) violations.push(`${dearer} purchases took more than their buyers were shown`)
      }
      violations.push(...(await ledgerViolations(ctx)))
      return { n, violations }
    } finally {
      await world.stop()
    }
  },
}
