import type { TicketShow } from '@fanlight/contract/tickets'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { on, subscriber } from '../../../platform/events/event-subscribers.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { accountBlocked } from '../../people/blocks/events.ts'
import { returnPledgeJob } from './jobs.ts'
import { isPledging, lockToPledge } from './pledging.ts'
import { presentTicketShow } from './present.ts'
import { giveBack } from './settling.ts'
import * as store from './store.ts'

// Tickets and pledges that go back before anything is decided.

/** A ticket until the show begins; a pledge until its goal is reached. A second time, it is answered as it is. */
export async function giveTicketBack(ctx: Context, fan: SignedIn, id: string): Promise<TicketShow> {
  await ctx.transaction(async (tx) => {
    const found = (await store.byId(tx, fan.id, id)) ?? refuse('SHOW_NOT_FOUND')
    const show = found.goal === null ? found : await lockToPledge(tx, fan.id, found)
    const ticket = await store.lockTicket(tx, fan.id, id)
    if (!ticket && found.returnedAt !== null) return
    if (!ticket) refuse('TICKET_REQUIRED')
    refuseIf(show.status !== 'planned', 'SHOW_ENDED')
    refuseIf(show.streamStartedAt !== null || show.startsAt <= tx.clock.now(), 'SHOW_STARTED')
    refuseIf(show.goalReachedAt !== null, 'GOAL_REACHED')
    if (!(await giveBack(tx, { ...ticket, userId: fan.id }))) refuse('CONFLICT')
  })
  return presentTicketShow(ctx, fan, (await store.byId(ctx, fan.id, id))!)
}

/** What was pledged by someone whom a block keeps from the show counts for no goal. Once that is reached, it goes back as a ticket does. */
export const returnPledge = (
  ctx: Context,
  { showId, userId }: z.output<typeof returnPledgeJob.schema>,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await store.byId(tx, userId, showId)
    if (!found) return
    const show = await lockToPledge(tx, userId, found)
    if (show.status !== 'planned' || !isPledging(show)) return
    const ticket = await store.lockTicket(tx, userId, showId)
    if (ticket) await giveBack(tx, { ...ticket, userId }, show)
  })

export const pledgeSubscriber = subscriber('pledges', [
  on(accountBlocked, async (tx, { blockerId, blockedId }) => {
    const pledges = await store.pledgesBetween(tx, blockerId, blockedId)
    await returnPledgeJob.enqueueAll(
      tx,
      pledges.map((payload) => ({ payload, key: `return-pledge:${payload.showId}:${payload.userId}` })),
    )
  }),
])
