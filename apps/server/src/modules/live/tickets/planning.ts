import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import { lobbyMinutes } from '@fanlight/contract/limits'
import { plannedShowsMax, showDaysMax, type TicketShow } from '@fanlight/contract/tickets'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requirePriceAllowed } from '../../money/charges/price-limits.ts'
import { requireMetering } from '../engine/engine.ts'
import { presentTicketShow } from './present.ts'
import { end } from './settling.ts'
import * as store from './store.ts'

// A creator plans a show, and changes it as long as nobody has relied on it.

interface Given {
  title: string
  about: string
  startsAt: string
  minutes: number
  /** Tokens. */
  price: number
  seats: number
  freeForSubscribers: boolean
  promisesReplay: boolean
  /** Tokens that have to be pledged for it to take place, */
  goal: number
  /** by then. */
  pledgeUntil: string
}
type Needed = 'title' | 'startsAt' | 'minutes' | 'price' | 'seats'
type Changes = { [K in keyof Given]?: Given[K] | undefined }

const shown = async (ctx: Context, creator: SignedIn, id: string): Promise<TicketShow> =>
  presentTicketShow(ctx, creator, (await store.byId(ctx, creator.id, id))!)

export async function plan(
  ctx: Context,
  creator: SignedIn,
  {
    about = '',
    freeForSubscribers = false,
    promisesReplay = false,
    startsAt,
    price,
    goal,
    pledgeUntil,
    ...given
  }: Changes & Pick<Given, Needed>,
): Promise<TicketShow> {
  requireMetering(ctx)
  const id = newId()
  await ctx.transaction(async (tx) => {
    refuseIf((await store.countPlanned(tx, creator.id)) >= plannedShowsMax, 'TOO_MANY_SHOWS')
    const made = {
      ...given,
      about,
      freeForSubscribers,
      promisesReplay,
      startsAt: new Date(startsAt),
      price: toHundredths(price),
      goal: goal === undefined ? null : toHundredths(goal),
      pledgeUntil: pledgeUntil === undefined ? null : new Date(pledgeUntil),
    }
    requireAhead(tx, made.startsAt)
    requireGoal(tx, made)
    requirePriceAllowed(tx, made.price)
    await store.insert(tx, id, creator.id, made)
  })
  return shown(ctx, creator, id)
}

export async function change(
  ctx: Context,
  creator: SignedIn,
  id: string,
  { startsAt, price, goal, pledgeUntil, ...given }: Changes,
): Promise<TicketShow> {
  await ctx.transaction(async (tx) => {
    const show = await lockOwn(tx, creator, id)
    refuseIf(show.status !== 'planned', 'SHOW_ENDED')
    const next: store.Plan = {
      title: given.title ?? show.title,
      about: given.about ?? show.about,
      minutes: given.minutes ?? show.minutes,
      seats: given.seats ?? show.seats,
      freeForSubscribers: given.freeForSubscribers ?? show.freeForSubscribers,
      promisesReplay: given.promisesReplay ?? show.promisesReplay,
      startsAt: startsAt === undefined ? show.startsAt : new Date(startsAt),
      price: price === undefined ? show.price : toHundredths(price),
      goal: goal === undefined ? show.goal : toHundredths(goal),
      pledgeUntil: pledgeUntil === undefined ? show.pledgeUntil : new Date(pledgeUntil),
    }
    const isMoved = next.startsAt.getTime() !== show.startsAt.getTime()
    const isAnotherGoal = next.goal !== show.goal || next.pledgeUntil?.getTime() !== show.pledgeUntil?.getTime()
    const isAnother = isMoved || isAnotherGoal || next.minutes !== show.minutes || next.price !== show.price
    const isRelied = show.sold > 0 || show.goalReachedAt !== null
    refuseIf(isRelied && isAnother, 'SHOW_HAS_TICKETS')
    refuseIf(show.sold > 0 && show.promisesReplay && !next.promisesReplay, 'SHOW_HAS_TICKETS')
    refuseIf(next.seats < show.sold, 'SHOW_HAS_TICKETS')
    if (isMoved) requireAhead(tx, next.startsAt)
    if (next.price !== show.price) requirePriceAllowed(tx, next.price)
    if (isAnother || next.freeForSubscribers) requireGoal(tx, next)
    await store.change(tx, id, next)
  })
  return shown(ctx, creator, id)
}

/** A second time, it is answered as it is. */
export async function cancel(ctx: Context, creator: SignedIn, id: string, reason: string): Promise<TicketShow> {
  await ctx.transaction(async (tx) => {
    const show = await lockOwn(tx, creator, id)
    if (show.status === 'cancelled') return
    refuseIf(show.status !== 'planned', 'SHOW_ENDED')
    refuseIf(show.streamStartedAt !== null, 'SHOW_STARTED')
    await end(tx, show, 'cancelled', reason)
  })
  return shown(ctx, creator, id)
}

/** When a creator closes their account. */
export async function cancelShowsOf(tx: Context, performerId: string): Promise<void> {
  for (const { id } of await store.plannedOf(tx, performerId)) {
    const show = await store.lock(tx, id)
    if (show?.status === 'planned') await end(tx, show, 'cancelled')
  }
}

async function lockOwn(tx: Context, creator: SignedIn, id: string): Promise<store.TicketShowRow> {
  const show = await store.lock(tx, id)
  return show?.performerId === creator.id ? show : refuse('SHOW_NOT_FOUND')
}

function requireAhead(ctx: Context, startsAt: Date): void {
  const now = ctx.clock.now().getTime()
  if (startsAt.getTime() <= now) refuseRule('startsAt', 'TIME_PAST')
  if (startsAt.getTime() > now + showDaysMax * 86_400_000) refuseRule('startsAt', 'DATE_WRONG')
}

function requireGoal(ctx: Context, { goal, pledgeUntil, startsAt, price, freeForSubscribers }: store.Plan): void {
  if (goal === null && pledgeUntil === null) return
  if (goal === null) refuseRule('goal', 'MISSING')
  if (pledgeUntil === null) refuseRule('pledgeUntil', 'MISSING')
  if (goal < price) refuseRule('goal', 'TOO_SMALL', fromHundredths(price))
  if (pledgeUntil <= ctx.clock.now()) refuseRule('pledgeUntil', 'TIME_PAST')
  // Decided before it can be opened.
  if (pledgeUntil.getTime() > startsAt.getTime() - lobbyMinutes * 60_000) refuseRule('pledgeUntil', 'PLEDGES_TOO_LATE')
  if (freeForSubscribers) refuseRule('freeForSubscribers', 'PLEDGES_NOT_FREE')
}
