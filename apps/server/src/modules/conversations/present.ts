import { type conversation, deletedMessageText, type message } from '@fanlight/contract/conversations'
import { fromHundredths } from '@fanlight/contract/fields'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { type Lockable, authorizeAll } from '../access/policy.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import { loadFiles, presentFile } from '../media/present.ts'
import * as store from './store.ts'

/** A message in the form that the access policy reads: its sender is the owner. */
export const lockableOf = (row: store.MessageRow): Lockable => ({
  id: row.id,
  performerId: row.senderId,
  gate: {
    type: row.price === null ? 'public' : 'paid',
    planIds: [],
    listIds: [],
    price: row.price,
    freeForSubscribers: false,
  },
  availability: row.isDeleted ? 'archived' : 'published',
})

export async function presentMessages(ctx: Context, viewer: SignedIn, rows: readonly store.MessageRow[]) {
  const withFiles = rows.filter(({ fileIds }) => fileIds.length > 0)
  const [verdicts, files] = await Promise.all([
    withFiles.length > 0 ? authorizeAll(ctx, viewer, withFiles.map(lockableOf)) : undefined,
    loadFiles(ctx, [...new Set(withFiles.flatMap(({ fileIds }) => fileIds))]),
  ])
  return rows.map((row): z.infer<typeof message> => {
    const isMine = row.senderId === viewer.id
    const verdict = verdicts?.get(row.id)
    const granted = verdict?.granted ?? true
    const isLocked = !isMine && !row.isDeleted && row.price !== null && !granted
    // What was bought stays with its buyer after the message is deleted.
    const hasFiles = !row.isDeleted || (verdict?.granted === true && verdict.as === 'purchased')
    const found = hasFiles ? row.fileIds.flatMap((id) => files.get(id) ?? []) : []
    return {
      _id: row.id,
      conversationId: row.conversationId,
      sequence: Number(row.sequence),
      senderId: row.senderId,
      clientId: isMine ? row.clientId : null,
      type: row.type,
      text: row.isDeleted ? deletedMessageText : isLocked ? '' : row.text,
      files: found.map((file) => presentFile(ctx, file, viewer, { granted })),
      price: row.price === null ? null : fromHundredths(row.price),
      isLocked,
      isDeleted: row.isDeleted,
      seenAt: row.seenAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    }
  })
}

export async function presentConversations(ctx: Context, viewer: SignedIn, rows: readonly store.ConversationRow[]) {
  const [files, last] = await Promise.all([
    loadFiles(ctx, [...new Set(rows.map(({ otherAvatarId }) => otherAvatarId).filter((id) => id !== null))]),
    store.lastMessages(
      ctx,
      rows.map(({ id }) => id),
    ),
  ])
  const messages = new Map((await presentMessages(ctx, viewer, last)).map((one) => [one.conversationId, one]))
  return rows.map(
    (row): z.infer<typeof conversation> => ({
      _id: row.id,
      type: 'private',
      source: row.otherRole === 'performer' ? 'performer' : 'user',
      sourceId: row.otherId,
      recipient: {
        _id: row.otherId,
        name: row.otherName,
        username: row.otherUsername,
        avatar: presentAvatar(ctx, row.otherAvatarId === null ? null : files.get(row.otherAvatarId)),
        isVerified: row.otherVerified,
      },
      totalNotSeenMessages: row.unread,
      lastMessage: messages.get(row.id) ?? null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }),
  )
}
