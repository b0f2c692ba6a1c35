import { lateMinutesMax } from '@fanlight/contract/limits'
import { heldMinutesMin } from '@fanlight/contract/tickets'
import type { Context } from '../../../platform/context.ts'
import { mail } from '../../site/mail/outbox.ts'
import { amountIn } from '../../site/mail/token-amount.ts'
import { notify } from '../../talk/notifications/notify.ts'
import { returnPart } from '../../money/charges/partial-return.ts'
import { revokePurchases } from '../../money/charges/reversal.ts'
import { captureEarning } from '../../money/earnings/capture.ts'
import { lockEarning } from '../../money/earnings/reversal.ts'
import { settleTicketsJob } from './jobs.ts'
import { isPledging, isReachedByDate, tellReached } from './pledging.ts'
import { grantReplaysOf } from './replays.ts'
import * as store from './store.ts'
import { tellCreator } from './telling.ts'

// Whether a show has taken place, and where the money of its tickets goes. The first is decided once; the second goes on until nothing is in escrow.

export async function end(tx: Context, show: store.TicketShowRow, status: store.Outcome, reason = ''): Promise<void> {
  const { id } = show
  await store.decide(tx, id, status, reason)
  if (status === 'held') await grantReplaysOf(tx, id)
  if (status === 'not_reached') await tellCreator(tx, show, 'own_show_not_reached')
  await settleTicketsJob.enqueue(tx, { showId: id }, { key: `settle-tickets:${id}` })
}

const batchMax = 100
/** Runs each second: decides of the planned shows whose time has come, the longest due first. One that fails keeps no other waiting. */
export async function followTickets(ctx: Context, batch = batchMax): Promise<void> {
  let shows: store.Due[] = []
  do {
    shows = await store.due(ctx, batch, shows.at(-1) ?? null)
    for (const { id } of shows)
      await ctx
        .transaction((tx) => follow(tx, id))
        .catch((error: unknown) => ctx.log.error({ err: error, showId: id }, 'a ticket show could not be decided'))
  } while (shows.length === batch)
}

async function follow(tx: Context, id: string): Promise<void> {
  const show = await store.lock(tx, id)
  if (show?.status !== 'planned') return
  if (isReachedByDate(tx, show)) {
    await store.setReached(tx, id)
    return tellReached(tx, id)
  }
  const decided = decide(tx, show)
  if (decided) await end(tx, show, decided)
}

/** Null while it may still begin, or goes on. */
function decide(ctx: Context, show: store.TicketShowRow): store.Outcome | null {
  if (isPledging(show)) return show.pledgeUntil! <= ctx.clock.now() ? 'not_reached' : null
  const needed = Math.min(heldMinutesMin, show.minutes / 2) * 60
  if (show.shown >= needed) return 'held'
  if (show.streamStartedAt !== null) return null
  return ctx.clock.now().getTime() > show.startsAt.getTime() + lateMinutesMax * 60_000 ? 'not_held' : null
}

/** Cut short, it goes on with what is left. What waits for a bank is looked at again each ten minutes. */
export async function settleTickets(ctx: Context, showId: string): Promise<void> {
  const show = await store.byId(ctx, null, showId)
  if (!show || show.status === 'planned') return
  const tookPlace = show.status === 'held'
  for (;;) {
    const tickets = await store.inEscrow(ctx, showId, batchMax)
    for (const ticket of tickets)
      await ctx.transaction(async (tx) => {
        // Who was shut out of it after they had paid doesn't pay for it.
        if (tookPlace && (await store.owes(tx, ticket))) await captureEarning(tx, ticket.chargeId)
        else await giveBack(tx, ticket, show)
      })
    if (tickets.length < batchMax) break
  }
  if (!(await store.anyInEscrow(ctx, showId))) await ctx.transaction((tx) => store.setSettled(tx, showId))
}

/** Runs each ten minutes. */
export async function settleAgain(ctx: Context): Promise<void> {
  const shows = await store.unsettled(ctx)
  await ctx.transaction((tx) =>
    settleTicketsJob.enqueueAll(
      tx,
      shows.map(({ id }) => ({ payload: { showId: id }, key: `settle-tickets:${id}` })),
    ),
  )
}

/** All that a ticket cost, once; false where a bank has yet to decide about it. Where a show is given, whoever paid is told. */
export async function giveBack(
  tx: Context,
  { chargeId, userId }: Pick<store.Ticket, 'chargeId' | 'userId'>,
  told?: store.TicketShowRow,
): Promise<boolean> {
  await revokePurchases(tx, userId, [chargeId])
  const earned = await lockEarning(tx, chargeId)
  const paid = await store.payerOf(tx, chargeId)
  if (!earned || !paid || paid.isDisputed || earned.held > 0n) return false
  const tokens = earned.net + earned.fee
  if (tokens === 0n) return true
  await returnPart(tx, { chargeId, userId, net: earned.net, fee: earned.fee })
  if (!told) return true
  if (paid.email)
    await mail(tx, {
      to: paid.email,
      kind: told.goal === null ? 'ticket_refunded' : 'pledge_refunded',
      locale: paid.locale,
      values: { name: paid.name, title: paid.title, amount: amountIn(tx, paid, tokens) },
    })
  // Whoever was shut out of a show that took place is told by email alone: there is nothing left between the two.
  if (told.status === 'cancelled' || told.status === 'not_held' || told.status === 'not_reached')
    await notify(tx, {
      accountId: userId,
      kind: `show_${told.status}`,
      objectId: told.id,
      tokens,
      detail: told.title,
      groupKey: `ticket:${chargeId}`,
    })
  return true
}
