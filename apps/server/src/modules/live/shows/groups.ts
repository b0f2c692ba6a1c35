import { fromHundredths, toHundredths } from '@fanlight/contract/fields'
import type { GroupShow } from '@fanlight/contract/group-shows'
import { groupWaitMinutesMax } from '@fanlight/contract/limits'
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
import { offerOf } from '../streams/group-offer.ts'
import { openOf } from '../streams/streaming.ts'
import { enter } from './entering.ts'
import { showRequested } from './events.ts'
import { endGroup, enterAll } from './group-following.ts'
import { presentGroup } from './group-present.ts'
import * as groups from './group-rows.ts'
import { presentShow } from './present.ts'
import { holdOf } from './price.ts'
import { answered } from './requests.ts'
import { mayKnowOf, requireRoom, requireShowsIn } from './room.ts'
import * as store from './store.ts'

// Fans ask to be in a group show; once there are enough its creator begins it, and while it has room others come in. Asking for the group show of a creator and
// beginning a show of theirs wait for one another.

interface Asked {
  performerId: string
  /** Tokens a minute, as they were shown. */
  expectedPrice: number
}
export async function askForGroup(ctx: Context, fan: SignedIn, asked: Asked): Promise<Show> {
  refuseIf(asked.performerId === fan.id, 'NOT_TO_ONESELF')
  const askOnce = () => ctx.transaction((tx) => askWithin(tx, fan, asked))
  const show = await askOnce().catch((error: unknown) => {
    // Another request of theirs was first: now it is found.
    if (constraintOf(error) === 'shows_open_user') return askOnce()
    throw error
  })
  return presentShow(ctx, fan.id, show)
}

async function askWithin(tx: Context, fan: SignedIn, { performerId, expectedPrice }: Asked): Promise<store.ShowRow> {
  await lockPairShared(tx, fan.id, performerId)
  await store.lockShowsOf(tx, performerId)
  const stream = await requireRoom(tx, fan, performerId)
  const running = await groups.runningOf(tx, performerId)
  const { pricePerMinute, peopleMax } = running ?? offerOf(stream) ?? refuse('SHOWS_CLOSED')
  if (pricePerMinute !== toHundredths(expectedPrice)) refuse('PRICE_CHANGED', { price: fromHundredths(pricePerMinute) })
  const earlier = await store.lockOpenOfUser(tx, fan.id)
  if (earlier) {
    const isHere = earlier.type === 'group' && earlier.performerId === performerId
    if (isHere && earlier.groupId !== null && earlier.groupId === running?.id) return earlier
    refuseIf(earlier.status !== 'requested', 'IN_A_SHOW')
    const isCurrent = earlier.expiresAt > tx.clock.now()
    const isSame = isHere && !running && earlier.pricePerMinute === pricePerMinute
    if (isSame && isCurrent) return earlier
    await answered(tx, earlier, isCurrent ? 'cancelled' : 'expired')
  }
  refuseIf(!running && (await store.isInShow(tx, performerId)), 'IN_A_SHOW')
  await requirePayingAllowed(tx, fan.id)
  const missing = holdOf(pricePerMinute) - (await walletBalance(tx, fan.id))
  if (missing > 0n) throw new Refusal('INSUFFICIENT_BALANCE', { missing: fromHundredths(missing) })
  const people = running ? running.people : await groups.countWaiting(tx, performerId, pricePerMinute)
  refuseIf(people >= peopleMax, 'SEATS_GONE')
  const id = newId()
  await store.insert(tx, {
    id,
    type: 'group',
    groupId: running?.id ?? null,
    conversationId: await insertPair(tx, fan.id, performerId),
    performerId,
    userId: fan.id,
    pricePerMinute,
    minutesMin: 0,
    expiresAt: new Date(tx.clock.now().getTime() + groupWaitMinutesMax * 60_000),
  })
  await publish(tx, showRequested, { showId: id, performerId, userId: fan.id })
  if (running) await enter(tx, (await store.lock(tx, id))!)
  else await groups.tellRoom(tx, performerId)
  return (await store.byId(tx, id))!
}

/** With those who have waited longest, as far as there is room. */
export async function startGroup(ctx: Context, creator: SignedIn): Promise<GroupShow> {
  const id = await ctx.transaction(async (tx) => {
    await store.lockShowsOf(tx, creator.id)
    const running = await groups.runningOf(tx, creator.id)
    if (running) return running.id
    const stream = (await openOf(tx, creator.id)) ?? refuse('STREAM_NOT_FOUND')
    requireShowsIn(tx, stream)
    const { pricePerMinute, peopleMin, peopleMax } = offerOf(stream) ?? refuse('SHOWS_CLOSED')
    refuseIf(await store.isInShow(tx, creator.id), 'IN_A_SHOW')
    const waiting = await groups.lockWaiting(tx, creator.id, pricePerMinute, peopleMax)
    refuseIf(waiting.length < peopleMin, 'GROUP_TOO_SMALL')
    const group = { id: newId(), performerId: creator.id, pricePerMinute, peopleMax, startedAt: tx.clock.now() }
    await groups.insertGroup(tx, group)
    await groups.takeIn(
      tx,
      group.id,
      waiting.map((show) => show.id),
    )
    await groups.tellRoom(tx, creator.id)
    return group.id
  })
  await enterAll(ctx, id)
  return presentGroup((await groups.groupById(ctx, id))!)
}

export async function stopGroup(ctx: Context, creator: SignedIn, id: string): Promise<GroupShow> {
  const group = await groups.groupById(ctx, id)
  if (group?.performerId !== creator.id) refuse('SHOW_NOT_FOUND')
  await endGroup(ctx, id, 'performer')
  return presentGroup((await groups.groupById(ctx, id))!)
}

export async function joinGroup(
  ctx: Context,
  viewer: SignedIn,
  id: string,
): Promise<{ group: GroupShow; transport: Transport }> {
  const group = await requireInGroup(ctx, viewer, id)
  refuseIf(group.endedBy !== null || group.isClosed, 'SHOW_ENDED')
  const may = viewer.id === group.performerId ? 'publish' : 'view'
  const transport = withoutFiles(await liveEngine(ctx).transport(id, viewer, may))
  return { group: presentGroup(group), transport }
}

/** Its creator is in it always, fans for as long as their own part runs. To everybody else there is none. */
export async function requireInGroup(ctx: Context, viewer: SignedIn, id: string): Promise<groups.GroupRow> {
  const group = (await groups.groupById(ctx, id)) ?? refuse('SHOW_NOT_FOUND')
  if (group.performerId === viewer.id) return group
  const show = await store.runningIn(ctx, id, viewer.id)
  refuseIf(!show || show.mayNotMeet || !(await mayKnowOf(ctx, viewer, group.performerId)), 'SHOW_NOT_FOUND')
  return group
}
