import { fromHundredths } from '@fanlight/contract/fields'
import { creatorSeesSecondsMax } from '@fanlight/contract/limits'
import type { Show } from '@fanlight/contract/shows'
import type { Context } from '../../../platform/context.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { costOf, secondsLeft, secondsOf } from './price.ts'
import type { ShowRow } from './store.ts'

export const presentShow = async (ctx: Context, viewerId: string, show: ShowRow): Promise<Show> =>
  (await presentShows(ctx, viewerId, [show]))[0]!

export async function presentShows(ctx: Context, viewerId: string, shows: readonly ShowRow[]): Promise<Show[]> {
  const ids = shows.flatMap(({ performerAvatarId, userAvatarId }) =>
    [performerAvatarId ?? [], userAvatarId ?? []].flat(),
  )
  const files = ids.length > 0 ? await loadFiles(ctx, [...new Set(ids)]) : undefined
  const avatar = (id: string | null) => presentAvatar(ctx, id === null ? null : (files?.get(id) ?? null))
  return shows.map((show) => ({
    _id: show.id,
    type: show.type,
    groupId: show.groupId,
    conversationId: show.conversationId,
    status: show.status,
    endedBy: show.endedBy,
    performer: {
      _id: show.performerId,
      name: show.performerName,
      username: show.performerUsername,
      avatar: avatar(show.performerAvatarId),
      isVerified: show.performerVerified,
    },
    user: { _id: show.userId, name: show.userName, username: show.userUsername, avatar: avatar(show.userAvatarId) },
    pricePerMinute: fromHundredths(show.pricePerMinute),
    minutesMin: show.minutesMin,
    isCounting: show.isCounting,
    counted: secondsOf(show.countedMs),
    notCounted: notCounted(ctx, show),
    cost: fromHundredths(show.endedBy === null ? costOf(show) : (show.paid ?? 0n)),
    toMinimum: fromHundredths(toMinimum(show)),
    held: fromHundredths(show.held ?? 0n),
    returned:
      viewerId === show.userId && show.endedBy !== null
        ? fromHundredths((show.wasHeld ?? 0n) - (show.paid ?? 0n))
        : null,
    secondsLeft:
      show.status === 'accepted' || show.status === 'active'
        ? Math.min(secondsLeft(show), viewerId === show.userId ? Infinity : creatorSeesSecondsMax)
        : null,
    earned: viewerId === show.performerId && show.endedBy !== null ? fromHundredths(show.earned ?? 0n) : null,
    wasLookedAt: show.endedBy === null ? null : show.wasLookedAt,
    expiresAt: show.expiresAt.toISOString(),
    createdAt: show.createdAt.toISOString(),
    startedAt: show.startedAt?.toISOString() ?? null,
    endedAt: show.endedAt?.toISOString() ?? null,
  }))
}

/** More than what was counted is only paid to reach the least number of minutes. */
function toMinimum(show: ShowRow): bigint {
  const more = (show.paid ?? 0n) - costOf(show)
  return show.endedBy === 'fan' && show.minutesMin > 0 && more > 0n ? more : 0n
}

const notCounted = (ctx: Context, { startedAt, endedAt, countedMs }: ShowRow): number =>
  startedAt === null
    ? 0
    : Math.max(
        0,
        Math.floor(((endedAt ?? ctx.clock.now()).getTime() - startedAt.getTime() - Number(countedMs)) / 1_000),
      )
