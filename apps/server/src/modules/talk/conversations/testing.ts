import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { buildFile } from '../../content/posts/testing.ts'
import { insertMessage, insertPair, lockSequence } from './store.ts'

/** A conversation of two accounts of any role. The same pair gets the same one. */
export const buildConversation = (ctx: Context, account: { id: string }, other: { id: string }): Promise<string> =>
  insertPair(ctx, account.id, other.id)

/** A photo that was uploaded for messages. */
export async function buildMessagePhoto(ctx: Context, owner: { id: string }): Promise<string> {
  const id = await buildFile(ctx, owner)
  await sql`UPDATE files SET purpose = 'message-photo' WHERE id = ${id}`.execute(ctx.db)
  return id
}

/** `price` is in hundredths of a token. */
export function buildMessage(
  ctx: Context,
  conversationId: string,
  sender: { id: string },
  {
    text = 'Hello',
    price = null,
    fileIds = [],
    authorKind = null,
  }: { text?: string; price?: bigint | null; fileIds?: string[]; authorKind?: 'creator' | 'automation' | null } = {},
): Promise<string> {
  return ctx.transaction(async (tx) => {
    const id = newId()
    const type = fileIds.length > 0 ? 'photo' : 'text'
    const hash = Buffer.from('00', 'hex')
    const sequence = (await lockSequence(tx, conversationId)) + 1n
    const made = {
      id,
      conversationId,
      senderId: sender.id,
      clientId: newId(),
      bodyHash: hash,
      type,
      replyToId: null,
    } as const
    await insertMessage(tx, { ...made, authorKind, text, price, fileIds }, sequence)
    return id
  })
}
