import type { Stream } from '@fanlight/contract/streaming'
import type { Context } from '../../../platform/context.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import type { StreamRow } from './store.ts'

export const presentStream = async (ctx: Context, stream: StreamRow): Promise<Stream> =>
  (await presentStreams(ctx, [stream]))[0]!

export async function presentStreams(ctx: Context, streams: readonly StreamRow[]): Promise<Stream[]> {
  const avatarIds = streams.flatMap(({ performerAvatarId }) => performerAvatarId ?? [])
  const avatars = avatarIds.length > 0 ? await loadFiles(ctx, avatarIds) : undefined
  return streams.map((stream) => ({
    _id: stream.id,
    type: stream.type,
    title: stream.title,
    status: stream.status,
    performer: {
      _id: stream.performerId,
      name: stream.performerName,
      username: stream.performerUsername,
      avatar: presentAvatar(ctx, stream.performerAvatarId === null ? null : avatars?.get(stream.performerAvatarId)),
      isVerified: stream.performerVerified,
    },
    conversationId: stream.performerId,
    viewers: stream.viewers,
    peakViewers: stream.peakViewers,
    duration: durationOf(ctx, stream),
    startedAt: stream.startedAt?.toISOString() ?? null,
    endedAt: stream.endedAt?.toISOString() ?? null,
  }))
}

/** Whole seconds since video came first, by the server's clock. */
export const durationOf = (ctx: Context, { startedAt, endedAt }: Pick<StreamRow, 'startedAt' | 'endedAt'>): number =>
  startedAt === null
    ? 0
    : Math.max(0, Math.floor(((endedAt ?? ctx.clock.now()).getTime() - startedAt.getTime()) / 1000))
