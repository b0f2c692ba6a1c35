import type { Context } from '../../../../platform/context.ts'
import { publish } from '../../../../platform/events/events.ts'
import { refuse, refuseIf } from '../../../../platform/refusal.ts'
import { hasHeldWord } from '../../../content/comments/rules.ts'
import * as conversations from '../store.ts'
import { streamMessageHeld, streamMessageRefused, streamMessageSent } from './events.ts'
import * as held from './held-store.ts'
import { lockModerated, type Moderator, moderates, noteModeration } from './moderating.ts'
import { readable } from './reading.ts'
import type * as store from './store.ts'

// Messages with a word that the creator holds back, or with a link where they hold those, wait for the creator or a moderator.

/** Something like an address of a page: with `http`, with `www`, or a name with a dot in it and letters after it. */
const link = /https?:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}/u

/** Whether a text waits in this chat. Width and case make no difference. */
export const isHeldBack = (
  text: string,
  { heldWords, holdsLinks }: Pick<store.PublicChatRow, 'heldWords' | 'holdsLinks'>,
) => hasHeldWord(text, heldWords) || (holdsLinks && link.test(text.normalize('NFKC').toLowerCase()))

/** Refused where too many wait already. */
export async function hold(tx: Context, message: conversations.NewMessage): Promise<void> {
  const { id: messageId, conversationId, senderId } = message
  refuseIf(await held.isFull(tx, conversationId), 'WORD_NOT_ALLOWED')
  await held.insert(tx, message)
  await publish(tx, streamMessageHeld, { conversationId, messageId, senderId })
}

/** Shows it to everyone as if it were written now. Of two at once, the second finds nothing that waits. */
export const approveHeld = (ctx: Context, by: Moderator, performerId: string, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const last = await lockModerated(tx, by.viewer, performerId)
    const waiting = (await held.lock(tx, by.viewer, performerId, true, id)) ?? refuse('NOT_FOUND')
    const { senderId, clientId, bodyHash, text } = waiting
    await held.remove(tx, id)
    const message = {
      id,
      conversationId: performerId,
      senderId,
      clientId,
      bodyHash,
      type: 'text',
      authorKind: null,
      replyToId: null,
      text,
      price: null,
      fileIds: [],
    } as const satisfies conversations.NewMessage
    await conversations.insertMessage(tx, message, last + 1n)
    await noteModeration(tx, by, performerId, 'message_approved', { messageId: id, accountId: senderId })
    await publish(tx, streamMessageSent, { conversationId: performerId, messageId: id, senderId })
  })

export const refuseHeld = (ctx: Context, by: Moderator, performerId: string, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const moderating = moderates(by.viewer, performerId, await readable(tx, by.viewer, performerId))
    const waiting = (await held.lock(tx, by.viewer, performerId, moderating, id)) ?? refuse('NOT_FOUND')
    await held.remove(tx, id)
    if (waiting.senderId !== by.viewer.id)
      await noteModeration(tx, by, performerId, 'message_refused', { messageId: id, accountId: waiting.senderId })
    await publish(tx, streamMessageRefused, {
      conversationId: performerId,
      messageId: id,
      senderId: waiting.senderId,
    })
  })
