import type { PublicChatChanges, publicChat } from '@fanlight/contract/public-chat'
import type { z } from 'zod'
import type { Context } from '../../../../platform/context.ts'
import { publish } from '../../../../platform/events/events.ts'
import { newId } from '../../../../platform/ids.ts'
import { bodyHash } from '../../../../platform/once.ts'
import { Refusal, refuse, refuseField, refuseIf } from '../../../../platform/refusal.ts'
import { idOf, type SignedIn, type Viewer } from '../../../../platform/viewer.ts'
import { lockPairShared } from '../../../access/pair-lock.ts'
import { requireVisiblePerformer } from '../../../access/policy.ts'
import type { ChargeRow } from '../../../money/charges/charge.ts'
import { hasHeldWord } from '../../../content/comments/rules.ts'
import * as conversations from '../store.ts'
import * as store from './store.ts'
import {
  streamConversationChanged,
  streamMessageDeleted,
  streamMessageSent,
  streamMessagesCleared,
  tipShown,
} from './events.ts'

// Who may read and write in the public chat of a creator. Its id is that of the creator, so that every viewer who may know of the creator may know of it.

/** Refused where the creator is hidden from the viewer. */
export async function readable(ctx: Context, viewer: Viewer, performerId: string): Promise<store.PublicChatRow> {
  await requireVisiblePerformer(ctx, viewer, performerId)
  return (await store.ofPerformer(ctx, viewer, performerId)) ?? refuse('PERFORMER_NOT_FOUND')
}

type Writing = z.infer<typeof publicChat>['writing']
export function writingOf(
  viewer: Viewer,
  performerId: string,
  { isClosed, whoMayWrite, follows, subscribes }: store.PublicChatRow,
): Writing {
  const only = (reason: Writing['reason']): Writing => ({ allowed: false, reason })
  if (isClosed) return only('closed')
  if (idOf(viewer) === performerId) return { allowed: true, reason: null }
  if (viewer.kind !== 'signed-in') return only(whoMayWrite === 'none' ? 'closed' : 'sign-in')
  if (whoMayWrite === 'none') return only('closed')
  if (whoMayWrite === 'everyone' || subscribes || (whoMayWrite === 'followers' && follows))
    return { allowed: true, reason: null }
  return only(whoMayWrite)
}

/** Writes a message and returns its id. What was sent with this client id before is answered with the first message. */
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
    const first = await conversations.messageOfClient(tx, viewer.id, clientId)
    if (first) {
      refuseIf(!first.bodyHash.equals(hash), 'KEY_REUSED')
      return first.id
    }
    await requireWriting(tx, viewer, performerId, chat, text)
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
): Promise<ChargeRow> {
  await lockPairShared(tx, viewer.id, performerId)
  const chat = await readable(tx, viewer, performerId)
  if (note !== '') requireAllowed(viewer, performerId, chat, note)
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

function requireAllowed(viewer: SignedIn, performerId: string, chat: store.PublicChatRow, text: string): void {
  const { allowed, reason } = writingOf(viewer, performerId, chat)
  if (!allowed) refuse(chat.isClosed ? 'NOT_APPROVED' : refusals[reason!])
  refuseIf(viewer.id !== performerId && hasHeldWord(text, chat.heldWords), 'WORD_NOT_ALLOWED')
}

/** The creator themselves waits for no slow mode and is held to no words. */
async function requireWriting(
  tx: Context,
  viewer: SignedIn,
  performerId: string,
  chat: store.PublicChatRow,
  text: string,
): Promise<void> {
  requireAllowed(viewer, performerId, chat, text)
  if (viewer.id === performerId || chat.slowModeSeconds === 0) return
  const seconds = await store.secondsToWait(tx, performerId, viewer.id, chat.slowModeSeconds)
  if (seconds > 0) throw new Refusal('SLOW_MODE', { seconds }, undefined, seconds)
}
const refusals = {
  'sign-in': 'NOT_SIGNED_IN',
  followers: 'FOLLOW_REQUIRED',
  subscribers: 'SUBSCRIPTION_REQUIRED',
  closed: 'CHAT_CLOSED',
} as const

export const update = (ctx: Context, creator: SignedIn, id: string, changes: PublicChatChanges): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockOwn(tx, creator, id)
    const { pinnedMessageId } = changes
    if (pinnedMessageId) {
      const pinned = await store.visibleMessage(tx, creator, id, pinnedMessageId)
      if (!pinned || pinned.isDeleted) refuseField('NOT_FOUND', 'pinnedMessageId')
    }
    await store.change(tx, id, changes)
    await publish(tx, streamConversationChanged, { conversationId: id })
  })

export const clear = (ctx: Context, creator: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await lockOwn(tx, creator, id)
    if ((await store.deleteAll(tx, id)) > 0) await publish(tx, streamMessagesCleared, { conversationId: id })
  })

/** The chats of others are refused like those that do not exist. What is written meanwhile waits. */
async function lockOwn(tx: Context, creator: SignedIn, id: string): Promise<void> {
  refuseIf(id !== creator.id, 'NOT_FOUND')
  await store.insertRows(tx, id)
  await conversations.lockSequence(tx, id)
}

/** Its sender and the creator delete a message; others may not know more of it than that it is not theirs. The caller has locked it. */
export async function removeMessage(
  tx: Context,
  viewer: SignedIn,
  message: { id: string; senderId: string; conversationId: string },
): Promise<void> {
  const { id, senderId, conversationId } = message
  await readable(tx, viewer, conversationId)
  refuseIf(viewer.id !== senderId && viewer.id !== conversationId, 'NOT_ALLOWED')
  await conversations.eraseMessage(tx, id)
  await store.unpin(tx, id)
  await publish(tx, streamMessageDeleted, { conversationId, messageId: id })
}

/** When a creator closes their account, their public chat goes with all that was written in it. */
export async function deleteChat(tx: Context, performerId: string): Promise<void> {
  await store.deleteAll(tx, performerId)
  await store.deleteRows(tx, performerId)
}

const deletedAtOnce = 5000
/** Keeps the newest messages of each chat, and none that is old. */
export async function prunePublicMessages(ctx: Context): Promise<void> {
  while ((await store.deleteOld(ctx, deletedAtOnce)) === deletedAtOnce);
}
