import { type liveRoom, roomTypes } from '@fanlight/contract/live-wall'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import type { RoomRow, SuspendedRow } from './store.ts'

type Person = Pick<
  RoomRow,
  'performerId' | 'performerName' | 'performerUsername' | 'performerAvatarId' | 'performerVerified'
>
async function presenterOf(ctx: Context, people: readonly Person[]) {
  const ids = people.flatMap(({ performerAvatarId }) => performerAvatarId ?? [])
  const files = ids.length > 0 ? await loadFiles(ctx, [...new Set(ids)]) : undefined
  return (person: Person) => ({
    _id: person.performerId,
    name: person.performerName,
    username: person.performerUsername,
    avatar: presentAvatar(
      ctx,
      person.performerAvatarId === null ? null : (files?.get(person.performerAvatarId) ?? null),
    ),
    isVerified: person.performerVerified,
  })
}

export async function presentSuspended(ctx: Context, suspended: readonly SuspendedRow[]) {
  const present = await presenterOf(ctx, suspended)
  return suspended.map((entry) => ({
    performer: present(entry),
    reason: entry.reason,
    until: entry.until?.toISOString() ?? null,
  }))
}

/** Of all rooms, how many are reported and how many of each type there are. */
export const countsOf = (rooms: readonly Pick<RoomRow, 'type' | 'reports'>[]) => ({
  all: rooms.length,
  reported: rooms.filter(({ reports }) => reports > 0).length,
  types: roomTypes.map((type) => ({ type, rooms: rooms.filter((room) => room.type === type).length })),
})

/** Rooms as staff see them. */
export async function presentRooms(ctx: Context, rooms: readonly RoomRow[]): Promise<z.infer<typeof liveRoom>[]> {
  const present = await presenterOf(ctx, rooms)
  return rooms.map((room) => ({
    _id: room.id,
    type: room.type,
    title: room.title,
    status: room.status,
    performer: present(room),
    viewers: room.viewers,
    startedAt: room.startedAt.toISOString(),
    reports: room.reports,
    still: room.stillId === null ? null : { _id: room.stillId, at: room.stillAt!.toISOString() },
  }))
}
