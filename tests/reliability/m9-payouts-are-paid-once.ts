import { lockPayoutAlone } from '@fanlight/server/modules/money/payouts/payout-rows'
import { sendTransfer, transfer } from '@fanlight/server/modules/money/payouts/sending'
import { buildEarning } from '@fanlight/server/modules/money/payouts/testing'
import { sql } from '@fanlight/server/platform/db/db'
import { api } from '@fanlight/server/testing/api'
import { type Built, buildAdmin, buildPerformer } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { count, ledgerViolations, startMoneyWorld } from './money-world.ts'

// Creators are paid through the gateway while processes end at each step of it: before its request, after it has done it, and with two at
// once. The gateway pays, pays and answers with an error, sends twice, or refuses first. Each payout is transferred once, or its tokens are
// the creator's.

const behaviours = ['pays', 'answers_with_error', 'twice', 'balance_insufficient', 'restricted'] as const

export const check: ReliabilityCheck = {
  id: 'M9',
  title: 'A payout is transferred once, however the process ends',
  async run({ tier, random }) {
    const { creators } = counts.M9[tier]
    const world = await startMoneyWorld()
    const { ctx, server, owner } = world
    const violations: string[] = []
    const below = (most: number) => Math.floor(random() * most)
    const [one, other] = await Promise.all([1, 2].map(() => buildAdmin(ctx, { permissions: ['finance'] })))
    let n = 0

    /** The creator's own account at the gateway does this with transfers from now on. */
    async function behave(creator: Built, behaviour: (typeof behaviours)[number]): Promise<void> {
      const { body } = await api(server).as(creator).post('/stripe/accounts')
      await server.app.inject({
        method: 'POST',
        url: body.data.url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `behaviour=${behaviour}`,
      })
    }
    const decide = async (id: string): Promise<void> => {
      for (const [staff, call] of [
        [one!, 'approval'],
        [other!, 'payment'],
      ] as const) {
        const reply = await api(server).as(staff).post(`/admin/payouts/${id}/${call}`)
        if (reply.status !== 200) violations.push(`${call} was answered ${reply.text}`)
      }
    }
    /** Runs the job until it has an outcome, ending it now and then before it has read the gateway's answer. */
    async function work(id: string): Promise<void> {
      for (let run = 0; run < 20; run++) {
        n++
        const payout = await ctx.transaction((tx) => lockPayoutAlone(tx, id))
        if (payout?.status !== 'processing') return
        const dice = below(3)
        if (dice === 0 && run < 10) await transfer(ctx, payout).catch(() => {})
        else if (dice === 1) await Promise.allSettled([sendTransfer(ctx, id), sendTransfer(ctx, id)])
        else await sendTransfer(ctx, id).catch(() => {})
      }
      violations.push(`payout ${id} has no outcome`)
    }

    try {
      for (let at = 0; at < creators; at++) {
        const creator = await buildPerformer(ctx)
        const as = api(server).as(creator)
        const behaviour = behaviours[at % behaviours.length]!
        await behave(creator, behaviour)
        await as.put('/performers/payment-gateway-settings', { payoutMethod: 'stripe', version: 1 })
        await sql`UPDATE performers SET payouts_frozen_until = NULL WHERE account_id = ${creator.id}`.execute(ctx.db)
        await buildEarning(server, creator, 1000 + below(9000))
        const requested = await as.post('/payout-requests', {})
        const id = requested.body.data?._id as string
        if (requested.status !== 200) violations.push(`a request was answered ${requested.text}`)
        await decide(id)
        // Cut short once its answer is there: the next run has to find what was done.
        const payout = (await ctx.transaction((tx) => lockPayoutAlone(tx, id)))!
        await transfer(ctx, payout).catch(() => {})
        await work(id)
        const refused = behaviour === 'balance_insufficient' || behaviour === 'restricted'
        const made = () =>
          count(owner, `SELECT count(*) AS n FROM fake_stripe.objects WHERE kind = 'tr' AND body::text LIKE '%${id}%'`)
        if ((await made()) !== (refused ? 0 : 1)) violations.push(`${behaviour}: ${await made()} transfers`)
        if (refused) {
          // Failed, it is pending again, and is paid once its account takes it.
          await behave(creator, 'answers_with_error')
          await sql`UPDATE performers SET payouts_frozen_until = NULL WHERE account_id = ${creator.id}`.execute(ctx.db)
          await decide(id)
          await work(id)
          if ((await made()) !== 1) violations.push(`${behaviour}, then paid: ${await made()} transfers`)
        }
        const { data } = (await as.get(`/payout-requests/${id}/view`)).body
        if (data.status !== 'paid' || !data.reference) violations.push(`${behaviour}: ${JSON.stringify(data)}`)
      }
      violations.push(...(await ledgerViolations(ctx)))
    } finally {
      await world.stop()
    }
    return { n, violations }
  },
}
