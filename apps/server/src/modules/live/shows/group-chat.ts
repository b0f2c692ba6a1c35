import type { GroupMessage } from '@fanlight/contract/group-shows'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { newId } from '../../../platform/ids.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { readable } from '../../talk/conversations/public-chat/reading.ts'
import { groupMessageCreated } from './events.ts'
import * as chat from './group-chat-rows.ts'
import { presentGroupMessages } from './group-present.ts'
import { requireInGroup } from './groups.ts'

// What is written in a group show, for those who are in it. Who is muted in the creator's public chat is muted here, too.

const readMax = 100

export async function messagesIn(ctx: Context, viewer: SignedIn, groupId: string): Promise<GroupMessage[]> {
  await requireInGroup(ctx, viewer, groupId)
  return presentGroupMessages(ctx, await chat.messagesOf(ctx, viewer, groupId, readMax))
}

export async function write(
  ctx: Context,
  viewer: SignedIn,
  groupId: string,
  { text, clientId }: { text: string; clientId: string },
): Promise<GroupMessage> {
  const written = await ctx.transaction(async (tx) => {
    const { performerId, endedBy, isClosed } = await requireInGroup(tx, viewer, groupId)
    refuseIf(endedBy !== null || isClosed, 'SHOW_ENDED')
    refuseIf((await readable(tx, viewer, performerId)).standing === 'muted', 'MUTED_IN_ROOM')
    const id = newId()
    if (await chat.insertMessage(tx, { id, groupId, accountId: viewer.id, clientId, text }))
      await publish(tx, groupMessageCreated, { groupId, messageId: id })
    return (await chat.messageOfClient(tx, groupId, viewer.id, clientId))!
  })
  return (await presentGroupMessages(ctx, [written]))[0]!
}

/** Of an account that is closed. */
export const deleteGroupMessages = chat.deleteMessagesOf
