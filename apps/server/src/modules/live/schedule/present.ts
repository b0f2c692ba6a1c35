import type { ScheduledStream } from '@fanlight/contract/stream-schedule'
import type { Context } from '../../../platform/context.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import type { ScheduledRow } from './store.ts'

export async function presentScheduled(
  ctx: Context,
  viewerId: string | null,
  found: readonly ScheduledRow[],
): Promise<ScheduledStream[]> {
  const avatarIds = [...new Set(found.flatMap(({ performerAvatarId }) => performerAvatarId ?? []))]
  const files = avatarIds.length > 0 ? await loadFiles(ctx, avatarIds) : undefined
  return found.map((scheduled) => ({
    _id: scheduled.id,
    performer: {
      _id: scheduled.performerId,
      name: scheduled.performerName,
      username: scheduled.performerUsername,
      avatar: presentAvatar(ctx, scheduled.performerAvatarId === null ? null : files?.get(scheduled.performerAvatarId)),
      isVerified: scheduled.performerVerified,
    },
    title: scheduled.title,
    type: scheduled.type,
    startsAt: scheduled.startsAt.toISOString(),
    minutes: scheduled.minutes,
    isReminded: scheduled.isReminded,
    reminders: viewerId === scheduled.performerId ? scheduled.reminders : null,
    updatedAt: scheduled.updatedAt.toISOString(),
  }))
}
