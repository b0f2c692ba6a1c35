import { buildFan, buildLockedFeed, buildPlan } from '@fanlight/server/modules/wallet/testing'
import { sabotaged } from '@fanlight/server/platform/sabotage'
import { buildPerformer } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { count, provenBooks, send, startMoneyWorld } from './money-world.ts'

// Fans buy a post and subscribe to a plan on two nodes, half of them with the price they were shown and half without one, while its creator
// changes both prices.

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
        const planId = await buildPlan(ctx, performer, { price: 1000n })
        const fans = await Promise.all(Array.from({ length: parallel }, () => buildFan(ctx, 5000)))
        const raise = async () => {
          const price = 500 + Math.floor(random() * 4) * 500
          await owner.query('UPDATE items SET gate_price = $2 WHERE id = $1', [feed, price])
          await owner.query('UPDATE plans SET price = $2 WHERE id = $1', [planId, price])
        }
        const buy = async (fan: { id: string; token: string }, at: number) => {
          const shown = at % 4 < 2 ? { expectedPrice: 10 } : {}
          const unlocked = await send(urls[at % 2]!, fan.token, 'POST', `/wallet/charges/feed/${feed}`, shown)
          const subscribed = await send(urls[(at + 1) % 2]!, fan.token, 'POST', '/payment/subscribe/performers', {
            performerId: performer.id,
            planId,
            paymentGateway: 'wallet',
            ...shown,
          })
          n += 2
          for (const reply of [unlocked, subscribed])
            if (reply.status !== 200 && reply.body?.code !== 'PRICE_CHANGED')
              violations.push(`a purchase was answered ${reply.status} ${reply.text.slice(0, 200)}`)
        }
        await Promise.all(fans.flatMap((fan, at) => [buy(fan, at), ...(at % 2 === 0 ? [raise()] : [])]))
        const dearer = await count(
          owner,
          `SELECT count(*) AS n FROM charges WHERE performer_id = $1 AND tokens > CASE type WHEN 'feed' THEN 1000 ELSE 10000 END`,
          [performer.id],
        )
        if (dearer > 0) violations.push(`${dearer} purchases took more than their buyers were shown`)
      }
      violations.push(...(await provenBooks(ctx)))
      return { n, violations }
    } finally {
      await world.stop()
    }
  },
}
