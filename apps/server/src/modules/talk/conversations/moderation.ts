import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { messageDeleted, messageUpdated } from './events.ts'
import { requireConversation } from './opening.ts'
import * as store from './store.ts'

// What staff do with a message of two people that was reported.

/** Refuses whoever is not one of the two who share a message, or can't see the other any more. */
export async function requireMember(ctx: Context, viewer: SignedIn, messageId: string): Promise<void> {
  const found = (await store.message(ctx, messageId)) ?? refuse('NOT_FOUND')
  await requireConversation(ctx, viewer, found.conversationId)
}

/** Deletes a message for both. False where its sender did so before. */
export async function removeByStaff(tx: Context, id: string): Promise<boolean> {
  const message = await store.lockMessage(tx, id)
  if (!message || message.isDeleted) return false
  await store.eraseMessage(tx, id)
  await publish(tx, messageDeleted, {
    conversationId: message.conversationId,
    messageId: id,
    sequence: Number(message.sequence),
    senderId: message.senderId,
    otherId: await otherOf(tx, message),
  })
  return true
}

/** Writes a message that staff deleted again, as it was. */
export async function restore(tx: Context, id: string, text: string): Promise<void> {
  const message = await store.lockMessage(tx, id)
  if (!message?.isDeleted) return
  await store.rewriteMessage(tx, id, text)
  const { conversationId, senderId } = message
  await publish(tx, messageUpdated, {
    conversationId,
    messageId: id,
    people: [senderId, await otherOf(tx, message)],
  })
}

const otherOf = async (ctx: Context, { conversationId, senderId }: store.MessageRow): Promise<string> =>
  (await row(
    ctx.db,
    sql<{
      id: string
    }>`SELECT other_id AS id FROM conversation_members WHERE conversation_id = ${conversationId} AND account_id = ${senderId}`,
  ))!.id
