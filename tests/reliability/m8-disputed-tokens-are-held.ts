import { deliverTestWebhooks } from '@fanlight/fake-stripe/send-webhooks'
import { requestGateway } from '@fanlight/fake-stripe/testing'
import { releaseEarnings } from '@fanlight/server/modules/money/ledger/upkeep'
import { buildFan, payer } from '@fanlight/server/modules/money/wallet/testing'
import { buildPerformer } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { count, ledgerViolations, send, startMoneyWorld } from './money-world.ts'

// Fans buy tokens with cards, tip and are refunded, while banks take payments back and decide for either side, in any order. As long as nothing
// was paid out, every token that performers have comes from a payment that stood, and no payer owes more than rounding.

export const check: ReliabilityCheck = {
  id: 'M8',
  title: 'What performers can be paid out comes from payments that stood',
  async run({ tier, random }) {
    const { rounds, fans: fanCount } = counts.M8[tier]
    const world = await startMoneyWorld()
    const { ctx, server, owner, urls } = world
    const violations: string[] = []
    let n = 0
    const decided = new Set<string>()
    const below = (most: number) => Math.floor(random() * most)
    try {
      for (let round = 0; round < rounds; round++) {
        const performers = await Promise.all([buildPerformer(ctx), buildPerformer(ctx)])
        const ids = performers.map(({ id }) => id)
        const fans = await Promise.all(Array.from({ length: fanCount }, () => buildFan(ctx)))
        const deliver = async () => {
          await deliverTestWebhooks(ctx)
          await server.work()
        }
        await Promise.all(
          fans.map(async (fan) => {
            const as = payer(server, fan)
            const cardId = await as.card(below(2) ? '4242424242424242' : '5555555555554444')
            const payments: string[] = []
            for (let step = 0; step < 10; step++) {
              n++
              const dice = below(10)
              if (dice < 3 || payments.length === 0) {
                const bought = await as.keyed('/payment/wallet/top-up', { amount: 3 + below(30), cardId })
                if (bought.status === 200) payments.push(bought.body.data._id)
              } else if (dice < 8) {
                const tokens = (1000 + below(8000)) / 100
                const path = `/wallet/charges/tip/${ids[below(2)]}`
                const reply = await send(urls[below(2)]!, fan.token, 'POST', path, { tokens })
                if (![200, 402, 403].includes(reply.status)) violations.push(`a tip was answered ${reply.text}`)
              } else await disputed(payments[below(payments.length)]!, ['needs_response', 'lost', 'won'][below(3)]!)
            }
          }),
        )
        await deliver()
        await world.advance(`${below(50)} days`)
        await releaseEarnings(ctx)
        // Every dispute that is open is decided, for one side or the other.
        const { rows: open } = await owner.query<{ id: string }>(`SELECT id FROM disputes WHERE status = 'open'`)
        for (const { id } of open) await disputed(id, below(2) ? 'lost' : 'won')
        await deliver()
        const owed = await count(
          owner,
          `SELECT coalesce(sum(-ledger_balance(id)), 0) AS n FROM ledger_accounts WHERE kind = 'debt' AND owner_id = ANY($1)`,
          [fans.map(({ id }) => id)],
        )
        const traced = await count(owner, 'SELECT count(*) AS n FROM dispute_charges')
        if (owed > traced) violations.push(`${owed} hundredths are owed although nothing was paid out`)
        const held = await count(
          owner,
          `SELECT coalesce(sum(ledger_balance(id)), 0) AS n FROM ledger_accounts WHERE kind = 'performer_reserve' AND owner_id = ANY($1)`,
          [ids],
        )
        if (held !== 0) violations.push(`${held} hundredths are still held after every decision`)
        await owner.query('UPDATE disputes SET blocks_paying = false')
      }
      violations.push(...(await ledgerViolations(ctx)))
      return { n, violations }
    } finally {
      await world.stop()
    }

    async function disputed(paymentId: string, status: string): Promise<void> {
      // A bank decides once.
      if (decided.has(paymentId)) return
      if (status !== 'needs_response') decided.add(paymentId)
      const { rows } = await owner.query<{ ref: string | null }>(
        'SELECT gateway_ref AS ref FROM payment_transactions WHERE id = $1',
        [paymentId],
      )
      if (rows[0]?.ref) await requestGateway(ctx, 'test_helpers/disputes', { payment_intent: rows[0].ref, status })
      if (random() < 0.5) {
        await deliverTestWebhooks(ctx)
        await server.work()
      }
    }
  },
}
