import { fromHundredths } from '@fanlight/contract/fields'
import type { Stream } from '@fanlight/contract/streaming'
import type { Context } from '../../../platform/context.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { presentAvatar, presentCover } from '../../people/accounts/profile/images.ts'
import { presentMenus } from '../../talk/conversations/tip-menu/menu.ts'
import { liveEngine } from '../engine/engine.ts'
import { presentOffer, presentRunning } from './group-offer.ts'
import type { StreamRow } from './store.ts'

/** `viewerId` is null for what everyone receives alike. */
export const presentStream = async (ctx: Context, viewerId: string | null, stream: StreamRow): Promise<Stream> =>
  (await presentStreams(ctx, viewerId, [stream]))[0]!

export async function presentStreams(
  ctx: Context,
  viewerId: string | null,
  streams: readonly StreamRow[],
): Promise<Stream[]> {
  const fileIds = streams.flatMap(({ performerAvatarId, performerCoverId }) =>
    [performerAvatarId ?? [], performerCoverId ?? []].flat(),
  )
  const files = fileIds.length > 0 ? await loadFiles(ctx, fileIds) : undefined
  const menus = await presentMenus(
    ctx,
    viewerId,
    streams.map(({ performerId }) => performerId),
  )
  const { meters } = liveEngine(ctx)
  const file = (id: string | null) => (id === null ? null : (files?.get(id) ?? null))
  return streams.map((stream) => ({
    _id: stream.id,
    type: stream.type,
    ticketShowId: stream.ticketShowId,
    title: stream.title,
    status: stream.status,
    performer: {
      _id: stream.performerId,
      name: stream.performerName,
      username: stream.performerUsername,
      avatar: presentAvatar(ctx, file(stream.performerAvatarId)),
      isVerified: stream.performerVerified,
    },
    category: stream.category,
    conversationId: stream.performerId,
    viewers: stream.viewers,
    peakViewers: stream.peakViewers,
    poster: presentCover(ctx, file(stream.performerCoverId)),
    tips: viewerId === stream.performerId ? fromHundredths(stream.tipped) : null,
    goal: presentGoal(stream),
    pricePerMinute: stream.pricePerMinute === null || !meters ? null : fromHundredths(stream.pricePerMinute),
    minutesMin: stream.minutesMin,
    groupOffer: meters ? presentOffer(stream) : null,
    groupShow: presentRunning(stream),
    isInShow: stream.isInShow,
    recording:
      viewerId === stream.performerId
        ? { isOn: stream.isRecorded && stream.recordingProblem === null, problem: stream.recordingProblem }
        : null,
    stopReason: viewerId === stream.performerId ? stream.stopReason : null,
    menu: menus.get(stream.performerId) ?? [],
    duration: durationOf(ctx, stream),
    startedAt: stream.startedAt?.toISOString() ?? null,
    endedAt: stream.endedAt?.toISOString() ?? null,
  }))
}

export const presentGoal = ({
  goalTitle,
  goalTokens,
  goalReached,
}: Pick<StreamRow, 'goalTitle' | 'goalTokens' | 'goalReached'>): Stream['goal'] =>
  goalTitle === null
    ? null
    : { title: goalTitle, tokens: fromHundredths(goalTokens!), reached: fromHundredths(goalReached!) }

/** Whole seconds since video came first, by the server's clock. */
export const durationOf = (ctx: Context, { startedAt, endedAt }: Pick<StreamRow, 'startedAt' | 'endedAt'>): number =>
  startedAt === null
    ? 0
    : Math.max(0, Math.floor(((endedAt ?? ctx.clock.now()).getTime() - startedAt.getTime()) / 1000))
