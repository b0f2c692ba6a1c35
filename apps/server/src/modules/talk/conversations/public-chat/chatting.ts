import type { PublicChatChanges, publicChat } from '@fanlight/contract/public-chat'
import type { z } from 'zod'
import type { Context } from '../../../../platform/context.ts'
import { publish } from '../../../../platform/events/events.ts'
import { newId } from '../../../../platform/ids.ts'
import { bodyHash } from '../../../../platform/once.ts'
import { Refusal, refuse, refuseField, refuseIf } from '../../../../platform/refusal.ts'
import { idOf, type SignedIn, type Viewer } from '../../../../platform/viewer.ts'
import { lockPairShared } from '../../../access/pair-lock.ts'
import type { ChargeRow } from '../../../money/charges/charge.ts'
import * as conversations from '../store.ts'
import * as held from './held-store.ts'
import { hold, isHeldBack } from './holding.ts'
import { lockModerated, type Moderator, moderates, noteModeration, refuseAll } from './moderating.ts'
import * as people from './people-store.ts'
import { readable } from './reading.ts'
import * as store from './store.ts'
import {
  streamConversationChanged,
  streamMessageDeleted,
  streamMessageSent,
  streamMessagesCleared,
  tipShown,
} from './events.ts'

// Who may write in the public chat of a creator, and what.

type Writing = z.infer<typeof publicChat>['writing']
export function writingOf(
  viewer: Viewer,
  performerId: string,
  { isClosed, whoMayWrite, follows, subscribes, standing, mutedUntil }: store.PublicChatRow,
): Writing {
  const allowed: Writing = { allowed: true, reason: null, until: null }
  const only = (reason: Writing['reason']): Writing => ({ allowed: false, reason, until: null })
  if (isClosed) return only('closed')
  if (idOf(viewer) === performerId || standing === 'moderator') return allowed
  if (standing === 'banned') return only('banned')
  if (standing === 'muted') return { ...only('muted'), until: mutedUntil?.toISOString() ?? null }
  if (viewer.kind !== 'signed-in') return only(whoMayWrite === 'none' ? 'closed' : 'sign-in')
  if (whoMayWrite === 'none') return only('closed')
  if (whoMayWrite === 'everyone' || subscribes || (whoMayWrite === 'followers' && follows)) return allowed
  return only(whoMayWrite)
}

/** Writes a message, which may have to wait for approval, and returns its id. What was sent with this client id before is answered with the first message. */
export function send(
  ctx: Context,
  viewer: SignedIn,
  performerId: string,
  { text, clientId = newId() }: { text: string; clientId?: string | undefined },
): Promise<string> {
  const hash = bodyHash([performerId, text])
  return ctx.transaction(async (tx) => {
    await lockPairShared(tx, viewer.id, performerId)
    const chat = await readable(tx, viewer, performerId)
    await store.insertRows(tx, performerId)
    const last = await conversations.lockSequence(tx, performerId)
    const first =
      (await conversations.messageOfClient(tx, viewer.id, clientId)) ?? (await held.ofClient(tx, viewer.id, clientId))
    if (first) {
      refuseIf(!first.bodyHash.equals(hash), 'KEY_REUSED')
      return first.id
    }
    await requireWriting(tx, viewer, performerId, chat)
    const message = {
      id: newId(),
      conversationId: performerId,
      senderId: viewer.id,
      clientId,
      bodyHash: hash,
      type: 'text',
      authorKind: viewer.id === performerId ? 'creator' : null,
      replyToId: null,
      text,
      price: null,
      fileIds: [],
    } as const satisfies conversations.NewMessage
    if (!moderates(viewer, performerId, chat) && isHeldBack(text, chat)) {
      await hold(tx, message)
      return message.id
    }
    await conversations.insertMessage(tx, message, last + 1n)
    await publish(tx, streamMessageSent, {
      conversationId: performerId,
      messageId: message.id,
      senderId: viewer.id,
    })
    return message.id
  })
}

/**
 * Pays a tip and shows it in the chat of its creator, both or neither. A tip waits for no slow mode, and one without a note is also shown where its
 * sender may not write.
 */
export async function withShownTip(
  tx: Context,
  viewer: SignedIn,
  performerId: string,
  note: string,
  pay: () => Promise<ChargeRow>,
  { isOrder = false }: { isOrder?: boolean } = {},
): Promise<ChargeRow> {
  await lockPairShared(tx, viewer.id, performerId)
  const chat = await readable(tx, viewer, performerId)
  // What is asked for from the menu is in the words of the creator.
  if (note !== '' && !isOrder) {
    requireAllowed(viewer, performerId, chat)
    // Money doesn't wait, and so neither can the words that come with it.
    refuseIf(!moderates(viewer, performerId, chat) && isHeldBack(note, chat), 'WORD_NOT_ALLOWED')
  }
  await store.insertRows(tx, performerId)
  const last = await conversations.lockSequence(tx, performerId)
  const paid = await pay()
  const message = {
    id: newId(),
    conversationId: performerId,
    senderId: viewer.id,
    clientId: paid.id,
    bodyHash: paid.body_hash,
    type: 'tip',
    authorKind: null,
    replyToId: null,
    chargeId: paid.id,
    text: note,
    price: null,
    fileIds: [],
  } as const satisfies conversations.NewMessage
  await conversations.insertMessage(tx, message, last + 1n)
  await store.addTip(tx, performerId, paid.tokens)
  await publish(tx, streamMessageSent, {
    conversationId: performerId,
    messageId: message.id,
    senderId: viewer.id,
  })
  await publish(tx, tipShown, { conversationId: performerId })
  return paid
}

/** A tip of the open stream went back: it counts no more towards the goal. */
export async function takeBackTip(tx: Context, performerId: string, tokens: bigint): Promise<void> {
  await conversations.lockSequence(tx, performerId)
  await store.addTip(tx, performerId, -tokens)
  await publish(tx, tipShown, { conversationId: performerId })
}

function requireAllowed(viewer: SignedIn, performerId: string, chat: store.PublicChatRow): void {
  const { allowed, reason, until } = writingOf(viewer, performerId, chat)
  if (!allowed) refuse(chat.isClosed ? 'NOT_APPROVED' : refusals[reason!], reason === 'muted' ? { until } : undefined)
}

/** Creator and moderators wait for no slow mode. */
async function requireWriting(
  tx: Context,
  viewer: SignedIn,
  performerId: string,
  chat: store.PublicChatRow,
): Promise<void> {
  requireAllowed(viewer, performerId, chat)
  if (moderates(viewer, performerId, chat) || chat.slowModeSeconds === 0) return
  const seconds = await store.secondsToWait(tx, performerId, viewer.id, chat.slowModeSeconds)
  if (seconds > 0) throw new Refusal('SLOW_MODE', { seconds }, undefined, seconds)
}
const refusals = {
  'sign-in': 'NOT_SIGNED_IN',
  followers: 'FOLLOW_REQUIRED',
  subscribers: 'SUBSCRIPTION_REQUIRED',
  closed: 'CHAT_CLOSED',
  muted: 'MUTED',
  banned: 'BANNED_FROM_ROOM',
} as const

/** The rules are the creator's own. */
export const update = (
  ctx: Context,
  by: Moderator,
  id: string,
  { pinnedMessageId, ...rules }: PublicChatChanges,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockModerated(tx, by.viewer, id)
    refuseIf(by.viewer.id !== id, 'NOT_ALLOWED')
    if (pinnedMessageId !== undefined) await setPinned(tx, by, id, pinnedMessageId, 'pinnedMessageId')
    await store.change(tx, id, rules)
    await publish(tx, streamConversationChanged, { conversationId: id })
  })

export const pin = (ctx: Context, by: Moderator, id: string, messageId: string | null): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockModerated(tx, by.viewer, id)
    await setPinned(tx, by, id, messageId, 'messageId')
    await publish(tx, streamConversationChanged, { conversationId: id })
  })

async function setPinned(
  tx: Context,
  by: Moderator,
  id: string,
  messageId: string | null,
  field: string,
): Promise<void> {
  const pinned = messageId === null ? null : await store.visibleMessage(tx, by.viewer, id, messageId)
  if (pinned === undefined || pinned?.isDeleted) refuseField('NOT_FOUND', field)
  await store.change(tx, id, { pinnedMessageId: messageId })
  await noteModeration(tx, by, id, 'pinned', { messageId })
}

export const clear = (ctx: Context, by: Moderator, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockModerated(tx, by.viewer, id)
    await refuseAll(tx, id, null)
    await noteModeration(tx, by, id, 'cleared')
    if ((await store.deleteAll(tx, id)) > 0) await publish(tx, streamMessagesCleared, { conversationId: id })
  })

/**
 * Its sender and the creator delete a message, and moderators what is not the creator's; others may not know more of it than that it is not theirs.
 * The caller has locked it.
 */
export async function removeMessage(
  tx: Context,
  by: Moderator,
  message: { id: string; senderId: string; conversationId: string },
): Promise<void> {
  const { id, senderId, conversationId } = message
  const { viewer } = by
  const isModerator = moderates(viewer, conversationId, await readable(tx, viewer, conversationId))
  const isCreators = senderId === conversationId && viewer.id !== conversationId
  refuseIf(viewer.id !== senderId && (!isModerator || isCreators), 'NOT_ALLOWED')
  await conversations.eraseMessage(tx, id)
  await store.unpin(tx, id)
  if (viewer.id !== senderId)
    await noteModeration(tx, by, conversationId, 'message_deleted', { messageId: id, accountId: senderId })
  await publish(tx, streamMessageDeleted, { conversationId, messageId: id })
}

/**
 * When a creator closes their account, their public chat goes with all that was written in it. What anybody was in the chats of others goes with
 * their account, too.
 */
export async function deleteChat(tx: Context, performerId: string): Promise<void> {
  await people.removeAllOf(tx, performerId)
  await held.removeAllOf(tx, performerId)
  await store.deleteAll(tx, performerId)
  await store.deleteRows(tx, performerId)
}

const deletedAtOnce = 5000
/** Keeps the newest messages of each chat, and none that is old; nor one that waited for too long, nor a mute that is over. */
export async function prunePublicMessages(ctx: Context): Promise<void> {
  while ((await store.deleteOld(ctx, deletedAtOnce)) === deletedAtOnce);
  await held.removeOld(ctx)
  await people.removeOver(ctx)
}
