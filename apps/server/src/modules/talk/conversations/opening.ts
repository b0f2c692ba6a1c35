import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { assert, refuse } from '../../../platform/refusal.ts'
import { sendSignal } from '../../../platform/sockets/declarations.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireBeginnable } from '../../access/conversations.ts'
import { lockPairShared } from '../../access/pair-lock.ts'
import * as store from './store.ts'
import { conversationRead } from './events.ts'

export { insertPair } from './store.ts'

// spec: conversation.opening, conversation.read
/** The conversation of the viewer with a person: one for each pair. Opening marks it read. */
export const openConversation = (
  ctx: Context,
  viewer: SignedIn,
  other: { source: 'user' | 'performer'; id: string },
): Promise<string> =>
  ctx.transaction(async (tx) => {
    await lockPairShared(tx, viewer.id, other.id)
    let found = await store.withPerson(tx, viewer, other.id)
    if (!found) {
      await requireBeginnable(tx, viewer, other)
      await store.insertPair(tx, viewer.id, other.id)
      found = await store.withPerson(tx, viewer, other.id)
      assert(found, 'a conversation that may begin is visible')
    }
    await markRead(tx, viewer, found)
    return found.id
  })

export const read = (ctx: Context, viewer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => markRead(tx, viewer, await requireConversation(tx, viewer, id)))

/** Refused where it is hidden, or of other accounts. */
export const requireConversation = async (ctx: Context, viewer: SignedIn, id: string): Promise<store.ConversationRow> =>
  (await store.byId(ctx, viewer, id)) ?? refuse('NOT_FOUND')

async function markRead(tx: Context, viewer: SignedIn, { id, otherId }: store.ConversationRow): Promise<void> {
  const sequence = await store.lockSequence(tx, id)
  if (!(await store.markRead(tx, id, viewer.id, sequence))) return
  await publish(tx, conversationRead, {
    conversationId: id,
    readerId: viewer.id,
    otherId,
    sequence: Number(sequence),
  })
}

/** Sends the other person that the viewer is typing, where both may see each other. Nothing of it is stored. */
export async function setTyping(ctx: Context, viewer: SignedIn, id: string, isTyping: boolean): Promise<void> {
  const { otherId } = await requireConversation(ctx, viewer, id)
  sendSignal(ctx, {
    room: `account:${otherId}`,
    name: 'typing/changed',
    data: { conversationId: id, accountId: viewer.id, isTyping },
  })
}
