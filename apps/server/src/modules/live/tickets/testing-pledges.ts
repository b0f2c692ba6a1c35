import type { TicketShow } from '@fanlight/contract/tickets'
import { expect } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import type { Built } from '../../../testing/builders.ts'
import { walletBalance } from '../../money/ledger/post.ts'
import { payer } from '../../money/wallet/testing.ts'
import type { LiveServer } from '../testing.ts'

/** Shows with a goal, and pledges for them, on the server that `at` gives when something is done. */
export function pledgesAt(at: () => LiveServer) {
  const as = (who: Built) => api(at()).as(who)
  const inMinutes = (minutes: number) => new Date(at().ctx.clock.now().getTime() + minutes * 60_000).toISOString()
  const usual = (over: object = {}) => ({
    title: 'The winter kiln',
    startsAt: inMinutes(240),
    minutes: 60,
    price: 50,
    seats: 3,
    goal: 200,
    pledgeUntil: inMinutes(120),
    ...over,
  })
  const plan = (creator: Built, over: object = {}) => as(creator).post('/streaming/ticket-shows', usual(over))
  return {
    as,
    inMinutes,
    usual,
    plan,
    async planned(creator: Built, over: object = {}): Promise<TicketShow> {
      const reply = await plan(creator, over)
      expect(reply.status, reply.text).toBe(200)
      return reply.body.data
    },
    pledge: (fan: Built, show: Pick<TicketShow, '_id'>, tokens: number, shown: object = {}, key?: string) =>
      payer(at(), fan).keyed(`/wallet/charges/stream/${show._id}`, { tokens, ...shown }, key),
    showOf: async (who: Built, { _id }: TicketShow): Promise<TicketShow> =>
      (await as(who).get(`/streaming/ticket-shows/${_id}`)).body.data,
    tokensOf: async (who: Built): Promise<number> => Number(await walletBalance(at().ctx, who.id)) / 100,
    pendingOf: async (who: Built): Promise<number> =>
      (await row(
        at().ctx.db,
        sql<{ n: number }>`SELECT (ledger_balance_of('performer_pending', ${who.id}, 'TOK') / 100)::float AS n`,
      ))!.n,
  }
}
