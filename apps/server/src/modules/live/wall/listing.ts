import type { liveRoom } from '@fanlight/contract/live-wall'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import type { RoomRow } from './store.ts'

/** Rooms as staff see them. */
export async function presentRooms(ctx: Context, rooms: readonly RoomRow[]): Promise<z.infer<typeof liveRoom>[]> {
  const ids = rooms.flatMap(({ performerAvatarId }) => performerAvatarId ?? [])
  const files = ids.length > 0 ? await loadFiles(ctx, ids) : undefined
  return rooms.map((room) => ({
    _id: room.id,
    type: room.type,
    title: room.title,
    status: room.status,
    performer: {
      _id: room.performerId,
      name: room.performerName,
      username: room.performerUsername,
      avatar: presentAvatar(ctx, room.performerAvatarId === null ? null : (files?.get(room.performerAvatarId) ?? null)),
      isVerified: room.performerVerified,
    },
    viewers: room.viewers,
    startedAt: room.startedAt.toISOString(),
    reports: room.reports,
    still: room.stillId === null ? null : { _id: room.stillId, at: room.stillAt!.toISOString() },
  }))
}
