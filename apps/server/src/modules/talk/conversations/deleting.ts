import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { eraseBroadcasts } from './broadcasts/closing.ts'
import { deleteWelcomeFiles } from './message-settings.ts'
import { requireConversation } from './opening.ts'
import { deleteChat, removeMessage } from './public-chat/chatting.ts'
import * as store from './store.ts'
import { deleteMenu } from './tip-menu/menu.ts'
import { messageDeleted } from './events.ts'

/** Its sender alone deletes a message. What remains says that there was one; files stay with those who bought them. */
export const remove = (ctx: Context, viewer: SignedIn, requestId: string, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const message = await store.lockMessage(tx, id)
    if (!message || message.isDeleted) refuse('NOT_FOUND')
    if (await store.isPublic(tx, message.conversationId)) return removeMessage(tx, { viewer, requestId }, message)
    const { otherId } = await requireConversation(tx, viewer, message.conversationId)
    refuseIf(message.senderId !== viewer.id, 'NOT_ALLOWED')
    await store.eraseMessage(tx, id)
    await publish(tx, messageDeleted, {
      conversationId: message.conversationId,
      messageId: id,
      sequence: Number(message.sequence),
      senderId: viewer.id,
      otherId,
    })
  })

/** When an account is closed, its messages remain with the other person, without a username; files only where they were bought. */
export async function deleteMessageFiles(tx: Context, senderId: string): Promise<void> {
  await store.deleteFilesOf(tx, senderId)
  await deleteWelcomeFiles(tx, senderId)
  await eraseBroadcasts(tx, senderId)
  await deleteChat(tx, senderId)
  await deleteMenu(tx, senderId)
}
