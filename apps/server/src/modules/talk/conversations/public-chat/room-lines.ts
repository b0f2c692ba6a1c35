import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../../platform/context.ts'
import * as store from './store.ts'

// What was said in a creator's room, as programs of their own show it to everybody: without what was deleted, and without people who are muted, banned, or
// parted from the creator by a block.

export interface RoomLine {
  id: string
  at: string
  sender: { _id: string; name: string; username: string | null; role: 'creator' | 'moderator' | null }
  text: string
  /** Of a tip. */
  tokens: number | null
  isOrder: boolean
  /** What it asks for from the tip menu has this id. */
  orderId: string | null
}

const linesMax = 20

/** The last lines since a moment, oldest first. */
export const linesOf = async (ctx: Context, performerId: string, since: Date): Promise<RoomLine[]> =>
  (await store.inRoom(ctx, performerId, since, linesMax)).map(present).reverse()

export async function lineOf(ctx: Context, performerId: string, messageId: string): Promise<RoomLine | undefined> {
  const found = await store.messageInRoom(ctx, performerId, messageId)
  return found && present(found)
}

/** Whether there is something of this person since a moment. */
export const hasSaid = store.hasSaid

/** Whether the lines of this person are shown no more. */
export const isHiddenInRoom = store.isHiddenInRoom

const present = (row: store.PublicMessageRow): RoomLine => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  sender: {
    _id: row.senderId,
    name: row.senderName,
    username: row.senderUsername,
    role: row.senderId === row.conversationId ? 'creator' : row.senderModerates ? 'moderator' : null,
  },
  text: row.text,
  tokens: row.tipTokens === null ? null : fromHundredths(row.tipTokens),
  isOrder: row.isOrder,
  orderId: row.isOrder ? row.clientId : null,
})
