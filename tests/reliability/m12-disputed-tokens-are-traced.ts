import { randomUUID } from 'node:crypto'
import { refundItem } from '@fanlight/server/modules/money/charges/refunding-items'
import { releaseEarnings } from '@fanlight/server/modules/money/ledger/upkeep'
import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { buildBankDetails } from '@fanlight/server/modules/money/payouts/testing'
import { buildProduct } from '@fanlight/server/modules/shop/products/testing'
import { buildFan, buildLockedFeed, buildPlan, payer } from '@fanlight/server/modules/money/wallet/testing'
import { type Built, buildAdmin, buildPerformer } from '@fanlight/server/testing/builders'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { breakFunction, count, ledgerViolations, startMoneyWorld } from './money-world.ts'

// Fans top up, subscribe, order, cancel, are refunded, blocked, tip and buy what is then taken down, creators are paid out, and banks take payments
// back, in any order and now and then at the same moment. Every disputed token is found in the wallet or with whom it was spent, and the payer
// owes none of it.

const home = { name: 'Jamie Rowe', line1: '1 Quay', city: 'Porto', postalCode: '4000-001', country: 'PT' }
const steps = [
  'top up',
  'top up',
  'subscribe by card',
  'order',
  'order',
  'cancel',
  'cancel',
  'refund',
  'block',
  'tip',
  'unlock',
  'take down',
  'dispute',
  'dispute',
  'dispute and cancel',
  'pay out',
] as const
type Step = (typeof steps)[number]
/** How a launderer would begin. */
const launderer: Step[] = ['top up', 'order', 'cancel', 'tip', 'dispute']

export const check: ReliabilityCheck = {
  id: 'M12',
  title: 'Disputed tokens are found with those who have them',
  async run({ tier, random }) {
    const { rounds, fans, length } = counts.M12[tier]
    const world = await startMoneyWorld()
    const { ctx, server, owner } = world
    const violations: string[] = []
    const below = (most: number) => Math.floor(random() * most)
    const staff = payer(server, await buildAdmin(ctx, { permissions: ['finance'] }))
    let n = 0
    try {
      // What a charge returned counts as tokens that came later.
      if (sabotaged('M12'))
        await breakFunction(owner, 'wallet_changes', [
          [`THEN 'return' ELSE 'credit' END`, `THEN 'credit' ELSE 'credit' END`],
        ])
      for (const [key, value] of [
        ['minimumPayoutAmount', 1],
        ['topUpDailyLimitNew', 100_000],
      ] as const)
        await ctx.settings.set(ctx.db, key, value, null)
      for (let round = 0; round < rounds; round++) {
        const creators = await Promise.all([1, 2].map(() => buildPerformer(ctx)))
        for (const creator of creators) await buildBankDetails(ctx, creator)
        const products = await Promise.all(
          creators.map((creator) =>
            buildProduct(ctx, creator, { price: BigInt(1000 + below(4000)), shippingFee: 300n }),
          ),
        )
        const plans = await Promise.all(creators.map((creator) => buildPlan(ctx, creator, { price: 900n })))
        // One after the other, so that a seed gives the same story again.
        for (let at = 0; at < fans; at++) {
          const others = Array.from({ length }, () => steps[below(steps.length)]!)
          await story(at === 0 ? [...launderer, ...others] : others, { creators, products, plans })
        }
        await settleAll()
        await owner.query('UPDATE disputes SET blocks_paying = false')
      }
      violations.push(...(await ledgerViolations(ctx)))
      return { n, violations }
    } finally {
      await world.stop()
    }

    async function story(
      acts: readonly Step[],
      { creators, products, plans }: { creators: Built[]; products: string[]; plans: string[] },
    ): Promise<void> {
      const fan = await buildFan(ctx, below(2) * 20)
      const as = payer(server, fan)
      const cardId = await as.card('5555555555554444')
      await as.post('/addresses/create', home)
      const payments: string[] = []
      const orders: { id: string; seller: Built }[] = []
      const feeds: string[] = []
      for (const what of acts) {
        n++
        const which = below(2)
        const creator = creators[which]!
        const theirs = payer(server, creator)
        if (what === 'top up') {
          const bought = await as.keyed('/payment/wallet/top-up', { amount: 3 + below(30), cardId })
          if (bought.status === 200) payments.push(bought.body.data._id)
        } else if (what === 'subscribe by card') {
          const body = { performerId: creator.id, planId: plans[which]!, paymentGateway: 'test', cardId }
          const begun = await as.keyed('/payment/subscribe/performers', body)
          await deliver()
          if (begun.status === 200) payments.push(begun.body.data.payment._id)
        } else if (what === 'order') {
          const bought = await as.keyed(`/wallet/charges/product/${products[which]!}`, {})
          if (bought.status === 200) orders.push({ id: bought.body.data._id, seller: creator })
        } else if (what === 'cancel')
          await as.post(`/orders/${orders[below(orders.length)]?.id ?? randomUUID()}/cancel`)
        else if (what === 'refund') {
          const order = orders[below(orders.length)]
          if (order) await payer(server, order.seller).post(`/orders/${order.id}/refund`, { tokens: 1 + below(9) })
        } else if (what === 'block') {
          await theirs.post('/block/users', { userId: fan.id })
          await theirs.delete(`/block/users/${fan.id}`)
        } else if (what === 'tip') await as.tip(creator, (1000 + below(5000)) / 100)
        else if (what === 'unlock') {
          const feed = await buildLockedFeed(ctx, creator, 5 + below(20))
          if ((await as.unlock(feed)).status === 200) feeds.push(feed)
        } else if (what === 'take down') {
          const feed = feeds.pop()
          if (feed) await owner.query(`UPDATE items SET status = 'removed' WHERE id = $1`, [feed])
          if (feed) await refundItem(ctx, feed)
        } else if (what === 'dispute') await dispute(payments.splice(below(payments.length), 1)[0], 'needs_response')
        else if (what === 'dispute and cancel') {
          const order = orders.at(-1)
          await Promise.all([dispute(payments.pop(), 'needs_response'), order && as.post(`/orders/${order.id}/cancel`)])
        } else await payOut(creator)
        // The story goes on as if staff had looked at it.
        await owner.query('UPDATE disputes SET blocks_paying = false')
      }
    }

    async function deliver(): Promise<void> {
      await deliverTestWebhooks(ctx)
      await server.work()
    }

    async function dispute(paymentId: string | undefined, status: 'needs_response' | 'won' | 'lost'): Promise<void> {
      if (!paymentId) return
      const { rows } = await owner.query<{ ref: string | null }>(
        'SELECT gateway_ref AS ref FROM payment_transactions WHERE id = $1',
        [paymentId],
      )
      if (!rows[0]?.ref) return
      await requestGateway(ctx, 'test_helpers/disputes', { payment_intent: rows[0].ref, status })
      await deliver()
      const { rows: found } = await owner.query<{ tokens: string; wallet: string; charges: string }>(
        `SELECT d.tokens, d.from_wallet AS wallet,
          (SELECT coalesce(sum(c.tokens), 0) FROM dispute_charges c WHERE c.payment_id = d.id) AS charges
        FROM disputes d WHERE d.id = $1`,
        [paymentId],
      )
      for (const { tokens, wallet, charges } of found)
        if (Number(tokens) !== Number(wallet) + Number(charges))
          violations.push(`of ${tokens} disputed, ${wallet} are found in the wallet and ${charges} with charges`)
    }

    async function payOut(creator: Built): Promise<void> {
      await owner.query(`UPDATE earnings SET available_at = app_now() WHERE performer_id = $1 AND status = 'pending'`, [
        creator.id,
      ])
      await releaseEarnings(ctx)
      const requested = await payer(server, creator).keyed('/payout-requests', {})
      const id = requested.body.data?._id as string | undefined
      if (!id) return
      await staff.post(`/admin/payouts/${id}/approval`)
      await staff.post(`/admin/payouts/${id}/payment`)
      await staff.post(`/admin/payouts/${id}/outcome`, { outcome: 'paid', reference: 'T-1' })
    }

    /** Every open dispute is decided, for one side or the other. No payer owes more than what rounding leaves. */
    async function settleAll(): Promise<void> {
      const { rows: open } = await owner.query<{ id: string }>(
        `SELECT id FROM disputes WHERE status = 'open' ORDER BY id`,
      )
      for (const { id } of open) await dispute(id, below(2) ? 'lost' : 'won')
      const traced = await count(owner, 'SELECT count(*) AS n FROM dispute_charges')
      const owed = await count(owner, 'SELECT coalesce(sum(owed), 0) AS n FROM disputes')
      if (owed > traced) violations.push(`payers owe ${owed} hundredths that were not found`)
      const held = await count(
        owner,
        `SELECT coalesce(sum(ledger_balance(id)), 0) AS n FROM ledger_accounts WHERE kind = 'performer_reserve'`,
      )
      if (held !== 0) violations.push(`${held} hundredths are still held after every decision`)
    }
  },
}
