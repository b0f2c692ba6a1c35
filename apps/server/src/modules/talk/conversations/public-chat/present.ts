import { fromHundredths } from '@fanlight/contract/fields'
import { deletedPublicMessageText, type PublicMessage, type publicChat } from '@fanlight/contract/public-chat'
import type { z } from 'zod'
import type { Context } from '../../../../platform/context.ts'
import { idOf, type Viewer } from '../../../../platform/viewer.ts'
import { presentAvatar } from '../../../people/accounts/profile/images.ts'
import { loadFiles } from '../../../media/serving/present.ts'
import { writingOf } from './chatting.ts'
import type { PersonRow } from './people-store.ts'
import * as store from './store.ts'

/** `viewerId` is null for what everyone receives alike. */
// spec: messages.deleted
export async function presentPublicMessages(
  ctx: Context,
  viewerId: string | null,
  rows: readonly store.PublicMessageRow[],
): Promise<PublicMessage[]> {
  const avatarIds = [...new Set(rows.flatMap(({ senderAvatarId }) => senderAvatarId ?? []))]
  const avatars = avatarIds.length > 0 ? await loadFiles(ctx, avatarIds) : undefined
  return rows.map((row) => ({
    _id: row.id,
    conversationId: row.conversationId,
    sequence: Number(row.sequence),
    clientId: row.senderId === viewerId ? row.clientId : null,
    sender: {
      _id: row.senderId,
      name: row.senderName,
      username: row.senderUsername,
      avatar: presentAvatar(ctx, row.senderAvatarId === null ? null : avatars?.get(row.senderAvatarId)),
      isVerified: row.senderVerified,
    },
    authorKind: row.authorKind,
    senderRole: row.senderId === row.conversationId ? 'creator' : row.senderModerates ? 'moderator' : null,
    isHeld: row.isHeld,
    text: row.isDeleted ? deletedPublicMessageText : row.text,
    tip:
      row.tipTokens === null || row.isDeleted ? null : { tokens: fromHundredths(row.tipTokens), isOrder: row.isOrder },
    isDeleted: row.isDeleted,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** Who is something in a chat. */
export async function presentPeople(ctx: Context, people: readonly PersonRow[]) {
  const avatarIds = [...new Set(people.flatMap(({ avatarId }) => avatarId ?? []))]
  const avatars = avatarIds.length > 0 ? await loadFiles(ctx, avatarIds) : undefined
  return people.map(({ id, name, username, avatarId, standing, until, since }) => ({
    _id: id,
    name,
    username,
    avatar: presentAvatar(ctx, avatarId === null ? null : avatars?.get(avatarId)),
    standing,
    until: until?.toISOString() ?? null,
    since: since.toISOString(),
  }))
}

export async function presentPublicChat(
  ctx: Context,
  viewer: Viewer,
  performerId: string,
  row: store.PublicChatRow,
): Promise<z.infer<typeof publicChat>> {
  const { pinnedMessageId, performerAvatarId } = row
  const [pinned, avatars] = await Promise.all([
    pinnedMessageId === null || row.standing === 'banned'
      ? undefined
      : store.visibleMessage(ctx, viewer, performerId, pinnedMessageId),
    loadFiles(ctx, performerAvatarId === null ? [] : [performerAvatarId]),
  ])
  const manages = idOf(viewer) === performerId
  return {
    _id: performerId,
    type: 'stream',
    source: 'stream',
    sourceId: performerId,
    recipient: {
      _id: performerId,
      name: row.performerName,
      username: row.performerUsername,
      avatar: presentAvatar(ctx, performerAvatarId === null ? null : avatars.get(performerAvatarId)),
      isVerified: row.performerVerified,
    },
    slowModeSeconds: row.slowModeSeconds,
    whoMayWrite: row.whoMayWrite,
    holdsLinks: row.holdsLinks,
    pinnedMessage: pinned ? (await presentPublicMessages(ctx, idOf(viewer) ?? null, [pinned]))[0]! : null,
    writing: writingOf(viewer, performerId, row),
    can: { moderate: manages || row.standing === 'moderator', manage: manages },
  }
}
