import type { Context } from '../../../platform/context.ts'
import { bodyHash } from '../../../platform/once.ts'
import { Refusal, refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { authorizeAll } from '../../access/policy.ts'
import { requireVisible } from '../../access/items.ts'
import type { ChargeRow } from '../../money/charges/charge.ts'
import { chargeById, chargeThatBought } from '../../money/charges/charge.ts'
import { presentReceipt } from '../../money/charges/present.ts'
import { requirePriceAllowed } from '../../money/charges/price-limits.ts'
import { type Offer, purchase } from '../../money/charges/purchase.ts'
import { type Shown, shownParts } from '../../money/charges/shown-terms.ts'
import { liveEngine } from '../engine/engine.ts'
import { showOfFan } from '../shows/of-fan.ts'
import { ticketLockable } from './lockable.ts'
import { isPledging, lockToPledge, priceOf, tellReached } from './pledging.ts'
import { ticketTerms } from './present.ts'
import { giveBack } from './settling.ts'
import * as store from './store.ts'

interface Wanted extends Shown {
  id: string
  key: string
  /** What is pledged in all, for a show whose goal has yet to be reached. */
  tokens?: number | undefined
}

/**
 * A ticket of the show of this id, or a pledge for it. Of a private show the receipt of what it has cost: its meter alone says how much, and it is charged when
 * the show ends.
 */
export async function pay(ctx: Context, fan: SignedIn, wanted: Wanted): Promise<ChargeRow> {
  const ticketed = await store.byId(ctx, fan.id, wanted.id)
  if (ticketed) return buy(ctx, fan, ticketed, wanted)
  const show = (await showOfFan(ctx, fan.id, wanted.id)) ?? refuse('SHOW_NOT_FOUND')
  refuseIf(show.isOpen, 'SHOW_STILL_RUNS')
  return (await chargeById(ctx, wanted.id)) ?? refuse('NOT_FOR_SALE')
}

async function buy(
  ctx: Context,
  fan: SignedIn,
  show: store.TicketShowRow,
  { id, key, tokens, ...shown }: Wanted,
): Promise<ChargeRow> {
  const hasPledged = isPledging(show) && show.paid !== null && show.returnedAt === null
  try {
    return await purchase<TicketOffer>(
      ctx,
      fan,
      {
        key: `stream:${key}`,
        bodyHash: bodyHash([id, ...(tokens === undefined ? [] : ['tokens', tokens]), ...shownParts(shown)]),
        shown,
        // Who raises a pledge owns the seat already.
        ...(!hasPledged && { ownsAfterwards: id }),
      },
      {
        offer: (at) => offerOf(at, fan, id, tokens),
        ...(show.goal !== null && { withCharge: (tx, offer, charge) => pledge(tx, fan, offer, charge) }),
      },
    )
  } catch (error) {
    // Others were faster.
    if (error instanceof Refusal && error.code === 'SOLD_OUT') refuse('SEATS_GONE')
    throw error
  }
}

interface TicketOffer extends Offer {
  /** The charge of the pledge that it takes the place of. */
  replaces: string | null
}

async function offerOf(at: Context, fan: SignedIn, id: string, tokens: number | undefined): Promise<TicketOffer> {
  const show = (await store.byId(at, fan.id, id)) ?? refuse('SHOW_NOT_FOUND')
  const verdict = (await authorizeAll(at, fan, [ticketLockable(show)])).get(id)!
  requireVisible(verdict)
  const isPledge = isPledging(show)
  const before =
    isPledge && verdict.granted && verdict.as === 'purchased' ? await chargeThatBought(at, fan.id, id) : undefined
  if (verdict.granted && !before) {
    refuseIf(verdict.as === 'owner', 'NOT_TO_ONESELF')
    refuse(verdict.as === 'purchased' ? 'ALREADY_PURCHASED' : 'NOT_FOR_SALE')
  }
  const now = at.clock.now().getTime()
  const isOver = isPledge ? show.pledgeUntil!.getTime() <= now : now > show.startsAt.getTime() + show.minutes * 60_000
  refuseIf((!verdict.granted && verdict.why !== 'buy') || show.status !== 'planned' || isOver, 'NOT_FOR_SALE')
  refuseIf(!liveEngine(at).meters, 'NOT_FOR_SALE')
  refuseIf(!before && show.sold >= show.seats, 'SEATS_GONE')
  const price = priceOf(show, tokens)
  if (before && price <= before.tokens) refuse('ALREADY_PURCHASED', { receipt: presentReceipt(before) })
  requirePriceAllowed(at, price)
  return {
    type: 'stream',
    targetId: id,
    performerId: show.performerId,
    price,
    terms: ticketTerms(show),
    escrow: true,
    replaces: before?.id ?? null,
  }
}

/**
 * Nothing of what is offered changes while it is paid, such as that a pledge can be taken back. The pledge before goes back in the same transaction, so that
 * each person has one.
 */
async function pledge(tx: Context, fan: SignedIn, offer: TicketOffer, charge: () => Promise<ChargeRow>) {
  const { targetId: id, performerId, replaces } = offer
  const show = await lockToPledge(tx, fan.id, { id, performerId })
  refuseIf(show.status !== 'planned' || ticketTerms(show) !== offer.terms, 'CONFLICT')
  if (replaces) {
    const ticket = await store.lockTicket(tx, fan.id, id)
    if (ticket?.chargeId !== replaces) refuse('CONFLICT')
    if (!(await giveBack(tx, { chargeId: replaces, userId: fan.id }))) refuse('NOT_FOR_SALE')
  }
  const paid = await charge()
  await tellReached(tx, id)
  return paid
}
