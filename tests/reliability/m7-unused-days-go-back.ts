import { buildFan, buildPlan } from '@fanlight/server/modules/money/wallet/testing'
import { renewDue } from '@fanlight/server/modules/money/subscriptions/renewal'
import { buildPerformer } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { count, ledgerViolations, send, startMoneyWorld } from './money-world.ts'

// Fans subscribe to plans of any length, time passes, periods are renewed, and creators block them on one node while the fans cancel, tip and
// are blocked again on the other. Each fan must have back what was left of the running period, to the hundredth, and no more.

export const check: ReliabilityCheck = {
  id: 'M7',
  title: 'Access that was paid for ends early only with its money back',
  async run({ tier, random }) {
    const { rounds, parallel } = counts.M7[tier]
    const world = await startMoneyWorld()
    const { ctx, owner, urls } = world
    const violations: string[] = []
    let n = 0
    const below = (most: number) => Math.floor(random() * most)
    try {
      for (let round = 0; round < rounds; round++) {
        const performer = await buildPerformer(ctx)
        const months = [1, 1, 3, 12][below(4)]!
        const type = months === 12 ? 'yearly' : months === 1 ? 'monthly' : 'bundle'
        const planId = await buildPlan(ctx, performer, { type, months, price: BigInt(100 + below(5000)) })
        const fans = await Promise.all(Array.from({ length: parallel }, () => buildFan(ctx, 20_000)))
        const plan = { performerId: performer.id, planId, paymentGateway: 'wallet' }
        for (const fan of fans) {
          const reply = await send(urls[n++ % 2]!, fan.token, 'POST', '/payment/subscribe/performers', plan)
          if (reply.status !== 200) violations.push(`a subscription was answered ${reply.status} ${reply.text}`)
        }
        await world.advance(`${1 + below(40 * months)} days`)
        await renewDue(ctx)
        const ids = fans.map(({ id }) => id)
        const spent = await owner.query<{ fan_id: string; paid: string }>(
          `SELECT user_id AS fan_id, sum(tokens) AS paid FROM charges WHERE user_id = ANY($1) GROUP BY 1`,
          [ids],
        )
        await Promise.all(
          fans.flatMap((fan, at) => {
            const block = () => send(urls[at % 2]!, performer.token, 'POST', '/block/users', { userId: fan.id })
            const cancel = async () => {
              const { rows } = await owner.query(`SELECT id FROM subscriptions WHERE fan_id = $1`, [fan.id])
              await send(
                urls[(at + 1) % 2]!,
                fan.token,
                'POST',
                `/payment/wallet/cancel-subscription/${rows[0].id}`,
                {},
              )
            }
            return at % 2 === 0 ? [block(), block()] : [block(), cancel()]
          }),
        )
        n += fans.length
        // What is due is computed here from the subscription as it ended, not by the rule that is checked.
        const { rows } = await owner.query<{ fan_id: string; status: string; due: string; back: string }>(
          `SELECT s.fan_id, s.status,
             CASE WHEN s.current_period_end > s.access_until THEN
               floor(e.net * extract(epoch FROM s.current_period_end - s.access_until) / extract(epoch FROM s.current_period_end - b.began))
               + floor(e.fee * extract(epoch FROM s.current_period_end - s.access_until) / extract(epoch FROM s.current_period_end - b.began))
             ELSE 0 END AS due,
             ledger_balance_of('fan_wallet', s.fan_id, 'TOK') - 2000000
               + (SELECT sum(tokens) FROM charges WHERE user_id = s.fan_id) AS back
           FROM subscriptions s
           CROSS JOIN LATERAL (SELECT months_after(s.anchor_at, s.months * (s.anchor_periods - 1)) AS began) b
           JOIN ledger_transactions t ON t.key = 'charge:' || s.fan_id || ':subscription:' || s.id || ':' || s.period_number
           JOIN earnings e ON e.id = t.id WHERE s.performer_id = $1`,
          [performer.id],
        )
        if (rows.length !== fans.length || spent.rows.length !== fans.length) violations.push('a fan did not subscribe')
        for (const { status, due, back } of rows) {
          if (status !== 'revoked' && status !== 'expired') violations.push(`a blocked fan is ${status}`)
          // The share is taken at the transaction's own time, to the microsecond that the row shows.
          if (Number(due) !== Number(back)) violations.push(`${due} were left of a period and ${back} came back`)
        }
        const twice = await count(
          owner,
          `SELECT count(*) AS n FROM earnings WHERE performer_id = $1 AND returned + fee_returned <> (SELECT tokens_returned FROM charges c WHERE c.id = earnings.id)`,
          [performer.id],
        )
        if (twice > 0) violations.push(`${twice} earnings gave back another amount than their charges got`)
      }
      violations.push(...(await ledgerViolations(ctx)))
      return { n, violations }
    } finally {
      await world.stop()
    }
  },
}
