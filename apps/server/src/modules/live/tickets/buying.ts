import type { TicketShow } from '@fanlight/contract/tickets'
import type { Context } from '../../../platform/context.ts'
import { bodyHash } from '../../../platform/once.ts'
import { Refusal, refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { authorizeAll } from '../../access/policy.ts'
import { requireVisible } from '../../access/items.ts'
import type { ChargeRow } from '../../money/charges/charge.ts'
import { chargeById } from '../../money/charges/charge.ts'
import { requirePriceAllowed } from '../../money/charges/price-limits.ts'
import { purchase } from '../../money/charges/purchase.ts'
import { type Shown, shownParts } from '../../money/charges/shown-terms.ts'
import { showOfFan } from '../shows/of-fan.ts'
import { ticketLockable } from './lockable.ts'
import { presentTicketShow, ticketTerms } from './present.ts'
import { giveBack } from './settling.ts'
import * as store from './store.ts'

interface Wanted extends Shown {
  id: string
  key: string
}

/**
 * A ticket of the show of this id. Of a private show the receipt of what it has cost: its meter alone says how much, and it is charged when the show ends.
 */
export async function pay(ctx: Context, fan: SignedIn, wanted: Wanted): Promise<ChargeRow> {
  if (await store.byId(ctx, null, wanted.id)) return buy(ctx, fan, wanted)
  const show = (await showOfFan(ctx, fan.id, wanted.id)) ?? refuse('SHOW_NOT_FOUND')
  refuseIf(show.isOpen, 'SHOW_STILL_RUNS')
  return (await chargeById(ctx, wanted.id)) ?? refuse('NOT_FOR_SALE')
}

async function buy(ctx: Context, fan: SignedIn, { id, key, ...shown }: Wanted): Promise<ChargeRow> {
  try {
    return await purchase(
      ctx,
      fan,
      { key: `stream:${key}`, bodyHash: bodyHash([id, ...shownParts(shown)]), shown, ownsAfterwards: id },
      {
        offer: async (at) => {
          const show = (await store.byId(at, null, id)) ?? refuse('SHOW_NOT_FOUND')
          const verdict = (await authorizeAll(at, fan, [ticketLockable(show)])).get(id)!
          requireVisible(verdict)
          if (verdict.granted) {
            refuseIf(verdict.as === 'owner', 'NOT_TO_ONESELF')
            refuse(verdict.as === 'purchased' ? 'ALREADY_PURCHASED' : 'NOT_FOR_SALE')
          }
          const isOver = at.clock.now().getTime() > show.startsAt.getTime() + show.minutes * 60_000
          refuseIf(verdict.why !== 'buy' || show.status !== 'planned' || isOver, 'NOT_FOR_SALE')
          refuseIf(show.sold >= show.seats, 'SEATS_GONE')
          requirePriceAllowed(at, show.price)
          return {
            type: 'stream',
            targetId: id,
            performerId: show.performerId,
            price: show.price,
            terms: ticketTerms(show),
            escrow: true,
          }
        },
      },
    )
  } catch (error) {
    // Others were faster.
    if (error instanceof Refusal && error.code === 'SOLD_OUT') refuse('SEATS_GONE')
    throw error
  }
}

/** Before the show begins. */
export async function giveTicketBack(ctx: Context, fan: SignedIn, id: string): Promise<TicketShow> {
  await ctx.transaction(async (tx) => {
    const show = (await store.byId(tx, fan.id, id)) ?? refuse('SHOW_NOT_FOUND')
    const ticket = await store.lockTicket(tx, fan.id, id)
    if (!ticket && show.returnedAt !== null) return
    if (!ticket) refuse('TICKET_REQUIRED')
    refuseIf(show.status !== 'planned', 'SHOW_ENDED')
    refuseIf(show.streamStartedAt !== null || show.startsAt <= tx.clock.now(), 'SHOW_STARTED')
    if (!(await giveBack(tx, { ...ticket, userId: fan.id }))) refuse('CONFLICT')
  })
  return presentTicketShow(ctx, fan, (await store.byId(ctx, fan.id, id))!)
}
