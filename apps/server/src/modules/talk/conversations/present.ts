import { type conversation, deletedMessageText, type message, quoteLengthMax } from '@fanlight/contract/conversations'
import { fromHundredths } from '@fanlight/contract/fields'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { writingOf } from '../../access/conversations.ts'
import { type Lockable, authorizeAll } from '../../access/policy.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { loadFiles, presentFile } from '../../media/serving/present.ts'
import { firstMessageTerms, termsOf } from '../../money/charges/shown-terms.ts'
import { previewImagePath } from './preview-images.ts'
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

/** All of it is as it was sent. */
export const messageTerms = ({ id, price, fileIds }: Pick<store.MessageRow, 'id' | 'price' | 'fileIds'>): string =>
  termsOf('message', id, price, fileIds)

export async function presentMessages(ctx: Context, viewer: SignedIn, rows: readonly store.MessageRow[]) {
  const repliedTo = [...new Set(rows.map(({ replyToId }) => replyToId).filter((id) => id !== null))]
  const quoted = repliedTo.length > 0 ? await store.messagesByIds(ctx, repliedTo) : []
  const lockable = [
    ...rows.filter(({ fileIds }) => fileIds.length > 0),
    ...quoted.filter(({ price }) => price !== null),
  ]
  const [verdicts, files] = await Promise.all([
    lockable.length > 0 ? authorizeAll(ctx, viewer, lockable.map(lockableOf)) : undefined,
    loadFiles(ctx, [...new Set(rows.flatMap(({ fileIds }) => fileIds))]),
  ])
  const isLocked = (row: store.MessageRow) =>
    row.senderId !== viewer.id && !row.isDeleted && row.price !== null && !(verdicts?.get(row.id)?.granted ?? true)
  const textOf = (row: store.MessageRow) => (row.isDeleted ? deletedMessageText : isLocked(row) ? '' : row.text)
  const quotes = new Map(
    quoted.map((row) => [
      row.id,
      {
        _id: row.id,
        senderId: row.senderId,
        type: row.type,
        text: beginningOf(textOf(row)),
        isDeleted: row.isDeleted,
      },
    ]),
  )
  return rows.map((row): z.infer<typeof message> => {
    const isMine = row.senderId === viewer.id
    const verdict = verdicts?.get(row.id)
    const granted = verdict?.granted ?? true
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
      authorKind: row.authorKind,
      text: textOf(row),
      files: found.map((file) => presentFile(ctx, file, viewer, { granted })),
      replyTo: row.replyToId === null ? null : (quotes.get(row.replyToId) ?? null),
      linkPreview: row.linkPreview === null || row.isDeleted || isLocked(row) ? null : presentPreview(row.linkPreview),
      tip: row.tipTokens === null || row.isDeleted ? null : { tokens: fromHundredths(row.tipTokens) },
      broadcastId: isMine ? row.broadcastId : null,
      price: row.price === null ? null : fromHundredths(row.price),
      ...(row.price !== null && { terms: messageTerms(row) }),
      isLocked: isLocked(row),
      isDeleted: row.isDeleted,
      seenAt: row.seenAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    }
  })
}

const presentPreview = ({ id, hasImage, ...preview }: NonNullable<store.MessageRow['linkPreview']>) => ({
  ...preview,
  image: hasImage ? previewImagePath(id) : null,
})

/** Never half of a character. */
const beginningOf = (text: string) => text.slice(0, quoteLengthMax).replace(/[\ud800-\udbff]$/, '')

/** Whether the viewer may write, and what the next message costs. */
const presentWriting = (row: store.ConversationRow): z.infer<typeof conversation>['writing'] => {
  const { price, ...writing } = writingOf(row)
  return {
    ...writing,
    price: price === null ? null : fromHundredths(price),
    ...(price !== null && { terms: firstMessageTerms(row.otherId, price) }),
  }
}

const avatarIds = (rows: readonly store.ConversationRow[]) => [
  ...new Set(rows.map(({ otherAvatarId }) => otherAvatarId).filter((id) => id !== null)),
]
const presentRecipient = (ctx: Context, row: store.ConversationRow, files: Awaited<ReturnType<typeof loadFiles>>) => ({
  _id: row.otherId,
  name: row.otherName,
  username: row.otherUsername,
  avatar: presentAvatar(ctx, row.otherAvatarId === null ? null : files.get(row.otherAvatarId)),
  isVerified: row.otherVerified,
})

/** Messages that a search found, each with the person it is shared with. */
export async function presentFound(ctx: Context, viewer: SignedIn, rows: readonly store.MessageRow[]) {
  const conversationIds = [...new Set(rows.map(({ conversationId }) => conversationId))]
  const [messages, conversations] = await Promise.all([
    presentMessages(ctx, viewer, rows),
    conversationIds.length > 0 ? store.byIds(ctx, viewer, conversationIds) : [],
  ])
  const files = await loadFiles(ctx, avatarIds(conversations))
  const people = new Map(conversations.map((row) => [row.id, presentRecipient(ctx, row, files)]))
  // A person who blocked the viewer in this moment is in none of them.
  return messages.flatMap((message) => {
    const recipient = people.get(message.conversationId)
    return recipient ? [{ ...message, recipient }] : []
  })
}

export async function presentConversations(ctx: Context, viewer: SignedIn, rows: readonly store.ConversationRow[]) {
  const [files, last] = await Promise.all([
    loadFiles(ctx, avatarIds(rows)),
    store.lastMessages(
      ctx,
      rows.map(({ id }) => id),
    ),
  ])
  const messages = new Map(
    (await presentMessages(ctx, viewer, last)).map((message) => [message.conversationId, message]),
  )
  return rows.map(
    (row): z.infer<typeof conversation> => ({
      _id: row.id,
      type: 'private',
      source: row.otherRole === 'performer' ? 'performer' : 'user',
      sourceId: row.otherId,
      recipient: presentRecipient(ctx, row, files),
      isFan: row.isFan,
      totalNotSeenMessages: row.unread,
      isMuted: row.isMuted,
      isHidden: row.isHidden,
      isPinned: row.isPinned,
      writing: presentWriting(row),
      lastMessage: messages.get(row.id) ?? null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }),
  )
}
