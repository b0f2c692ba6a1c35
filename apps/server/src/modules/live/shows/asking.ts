import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import { requestSecondsMax } from '@fanlight/contract/limits'
import type { Show } from '@fanlight/contract/shows'
import type { Transport } from '@fanlight/contract/streaming'
import type { Context } from '../../../platform/context.ts'
import { constraintOf } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/ids.ts'
import { Refusal, refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { lockPairShared } from '../../access/pair-lock.ts'
import { walletBalance } from '../../money/ledger/post.ts'
import { requirePayingAllowed } from '../../money/payments/paying-block.ts'
import { insertPair } from '../../talk/conversations/opening.ts'
import { liveEngine } from '../engine/engine.ts'
import { withoutFiles } from '../engine/port.ts'
import { endShow } from './ending.ts'
import { enter } from './entering.ts'
import { showRequested } from './events.ts'
import { answered } from './requests.ts'
import { presentShow } from './present.ts'
import { holdOf } from './price.ts'
import { mayKnowOf, requireRoom } from './room.ts'
import * as store from './store.ts'

// A fan asks for a private show, and the creator answers within a minute. Nothing is held before they accept.

interface Asked {
  performerId: string
  /** Tokens a minute, as they were shown. */
  expectedPrice: number
  expectedMinutesMin: number
}
export async function ask(ctx: Context, fan: SignedIn, asked: Asked): Promise<Show> {
  try {
    return await askOnce(ctx, fan, asked)
  } catch (error) {
    // Another request of theirs was first: now it is found.
    if (constraintOf(error) === 'shows_open_user') return askOnce(ctx, fan, asked)
    throw error
  }
}

async function askOnce(
  ctx: Context,
  fan: SignedIn,
  { performerId, expectedPrice, expectedMinutesMin }: Asked,
): Promise<Show> {
  refuseIf(performerId === fan.id, 'NOT_TO_ONESELF')
  const show = await ctx.transaction(async (tx) => {
    await lockPairShared(tx, fan.id, performerId)
    const { price, minutesMin } = await requireOffer(tx, fan, performerId)
    if (price !== toHundredths(expectedPrice) || minutesMin !== expectedMinutesMin)
      refuse('PRICE_CHANGED', { price: fromHundredths(price) })
    const earlier = await store.lockOpenOfUser(tx, fan.id)
    if (earlier) {
      refuseIf(earlier.status !== 'requested', 'IN_A_SHOW')
      const isSame =
        earlier.type === 'private' &&
        earlier.performerId === performerId &&
        earlier.pricePerMinute === price &&
        earlier.minutesMin === minutesMin
      if (isSame && earlier.expiresAt > tx.clock.now()) return earlier
      await answered(tx, earlier, earlier.expiresAt > tx.clock.now() ? 'cancelled' : 'expired')
    }
    await requirePayingAllowed(tx, fan.id)
    const missing = holdOf(price, minutesMin) - (await walletBalance(tx, fan.id))
    if (missing > 0n) throw new Refusal('INSUFFICIENT_BALANCE', { missing: fromHundredths(missing) })
    const id = newId()
    await store.insert(tx, {
      id,
      type: 'private',
      groupId: null,
      conversationId: await insertPair(tx, fan.id, performerId),
      performerId,
      userId: fan.id,
      pricePerMinute: price,
      minutesMin,
      expiresAt: new Date(tx.clock.now().getTime() + requestSecondsMax * 1_000),
    })
    await publish(tx, showRequested, { showId: id, performerId, userId: fan.id })
    return (await store.byId(tx, id))!
  })
  return presentShow(ctx, fan.id, show)
}

/** What a minute costs now, and how many are paid at least. Refused where they may not know of the creator or watch them, and where there is nothing to ask for. */
async function requireOffer(
  tx: Context,
  fan: SignedIn,
  performerId: string,
): Promise<{ price: bigint; minutesMin: number }> {
  const stream = await requireRoom(tx, fan, performerId)
  refuseIf(await store.isInShow(tx, performerId), 'IN_A_SHOW')
  return { price: stream.pricePerMinute ?? refuse('SHOWS_CLOSED'), minutesMin: stream.minutesMin }
}

type Answer = 'accepted' | 'declined' | 'cancelled' | 'ended'
/** Who may say so. */
const sides: Record<Answer, store.Side> = {
  accepted: 'performer',
  declined: 'performer',
  cancelled: 'fan',
  ended: 'either',
}

/** Of the newest show of the conversation. What has become of it already is answered as if it were new. */
export async function answer(ctx: Context, viewer: SignedIn, conversationId: string, status: Answer): Promise<Show> {
  try {
    const id = await ctx.transaction(async (tx) => {
      const locking = { side: sides[status], ...(status === 'accepted' && { withShowsOf: viewer.id }) }
      const show = (await store.lockNewest(tx, conversationId, viewer.id, locking)) ?? refuse('SHOW_NOT_FOUND')
      await carryOut(tx, viewer, show, status)
      return show.id
    })
    const show = (await store.byId(ctx, id))!
    // Where the engine doesn't answer, its room is closed as soon as it does: it is no open show's.
    if (show.status === 'ended' && show.type === 'private')
      await liveEngine(ctx)
        .close(id)
        .catch(() => {})
    return await presentShow(ctx, viewer.id, show)
  } catch (error) {
    // Of two requests accepted at once, one is.
    if (constraintOf(error) === 'shows_running_private') refuse('IN_A_SHOW')
    if (error instanceof Refusal && (error.code === 'INSUFFICIENT_BALANCE' || error.code === 'PAYING_BLOCKED'))
      await withdraw(ctx, viewer, conversationId)
    throw error
  }
}

async function carryOut(tx: Context, viewer: SignedIn, show: store.ShowRow, status: Answer): Promise<void> {
  if (status === 'ended') {
    if (show.status === 'ended') return
    refuseIf(show.status !== 'accepted' && show.status !== 'active', 'SHOW_ENDED')
    return endShow(tx, show, viewer.id === show.performerId ? 'performer' : 'fan')
  }
  if (show.status === status || (status === 'accepted' && show.status === 'active')) return
  refuseIf(show.status !== 'requested' || show.expiresAt <= tx.clock.now(), 'SHOW_ENDED')
  if (status !== 'accepted') return answered(tx, show, status)
  // A group show begins for all at once.
  refuseIf(show.type === 'group', 'SHOW_FOR_ALL')
  refuseIf(await store.isInShow(tx, viewer.id), 'IN_A_SHOW')
  await enter(tx, show)
}

/** The fan can't pay for it any more: nobody needs to wait for it. */
const withdraw = (ctx: Context, viewer: SignedIn, conversationId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const show = await store.lockNewest(tx, conversationId, viewer.id, { side: 'performer' })
    if (show?.status === 'requested') await answered(tx, show, 'cancelled')
  })

export async function join(
  ctx: Context,
  viewer: SignedIn,
  conversationId: string,
): Promise<{ show: Show; transport: Transport }> {
  const show = (await store.newest(ctx, conversationId, viewer.id)) ?? refuse('SHOW_NOT_FOUND')
  refuseIf(show.mayNotMeet || (show.status !== 'accepted' && show.status !== 'active'), 'SHOW_ENDED')
  refuseIf(!(await mayKnowOf(ctx, viewer, show.performerId)), 'SHOW_NOT_FOUND')
  const may = viewer.id === show.performerId ? 'publish' : 'view'
  const transport = withoutFiles(await liveEngine(ctx).transport(store.roomOf(show), viewer, may))
  return { show: await presentShow(ctx, viewer.id, show), transport }
}
