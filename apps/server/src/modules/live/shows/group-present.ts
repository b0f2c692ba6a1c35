import { fromHundredths } from '@fanlight/contract/fields'
import type { GroupMessage, GroupShow } from '@fanlight/contract/group-shows'
import type { Context } from '../../../platform/context.ts'
import { loadFiles } from '../../media/serving/present.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import type { GroupMessageRow } from './group-chat-rows.ts'
import type { GroupRow } from './group-rows.ts'

export const presentGroup = (group: GroupRow): GroupShow => ({
  _id: group.id,
  status: group.endedBy === null ? 'running' : 'ended',
  pricePerMinute: fromHundredths(group.pricePerMinute),
  peopleMax: group.peopleMax,
  people: group.people,
  startedAt: group.startedAt.toISOString(),
  endedAt: group.endedAt?.toISOString() ?? null,
})

export async function presentGroupMessages(ctx: Context, rows: readonly GroupMessageRow[]): Promise<GroupMessage[]> {
  const avatarIds = [...new Set(rows.flatMap(({ senderAvatarId }) => senderAvatarId ?? []))]
  const avatars = avatarIds.length > 0 ? await loadFiles(ctx, avatarIds) : undefined
  return rows.map((row) => ({
    _id: row.id,
    groupId: row.groupId,
    sender: {
      _id: row.senderId,
      name: row.senderName,
      username: row.senderUsername,
      avatar: presentAvatar(ctx, row.senderAvatarId === null ? null : (avatars?.get(row.senderAvatarId) ?? null)),
      isVerified: row.senderVerified,
    },
    text: row.text,
    createdAt: row.createdAt.toISOString(),
  }))
}
