import type { Namespace } from 'socket.io'
import type { Context } from './context.ts'
import { newId } from './ids.ts'
import type { Live, Stay } from './live.ts'
import { isInMaintenance, isSiteClosedTo } from './site-closed.ts'
import { fitting, sessionsOf, socketsOf } from './socket-delivery.ts'
import { endSocket } from './socket-limits.ts'

// What ends without an event, or with one that was missed, is found within half a minute.

/** How often it is looked whether sessions are over, and stays in conversations. Tests have it sooner. */
export const sweeping = { ms: 30_000 }

/** The site and countries are closed while people are here; sessions also run out, and an event may have been missed while the database was away. */
export async function letGoEnded(ctx: Context, live: Live, spaces: Namespace[]): Promise<void> {
  for (const socket of socketsOf(spaces))
    if (
      isSiteClosedTo(ctx, socket.data.country as string | null) ||
      (socket.data.isStaff === false && isInMaintenance(ctx))
    )
      endSocket(socket)
  const sockets = socketsOf(spaces)
  const sessionIds = sessionsOf(sockets)
  if (sessionIds.length === 0) return
  const over = new Set(await live.signIn.ended(ctx, sessionIds))
  for (const socket of sockets) if (over.has(socket.data.sessionId)) endSocket(socket)
}

/** Accounts that may no longer be in a conversation, such as after their age check ran out, leave it. Staff may see all. */
export async function endStays(ctx: Context, live: Live, spaces: Namespace[], position: string): Promise<void> {
  const stays = spaces.flatMap((space) =>
    [...space.adapter.rooms].flatMap(([room, ids]) => {
      const conversationId = room.startsWith(conversationRoom) && room.slice(conversationRoom.length)
      if (!conversationId) return []
      return [...ids]
        .flatMap((id) => space.sockets.get(id) ?? [])
        .filter(({ data }) => data.isStaff === false)
        .map((socket) => ({ socket, room, conversationId, sessionId: socket.data.sessionId as string }))
    }),
  )
  const keyOf = ({ conversationId, sessionId }: Stay) => `${conversationId} ${sessionId}`
  for (let from = 0; from < stays.length; from += staysAtOnce) {
    const some = stays.slice(from, from + staysAtOnce)
    const staying = new Set((await live.mayStay(ctx, some)).map(keyOf))
    for (const { socket, room, conversationId } of some.filter((stay) => !staying.has(keyOf(stay)))) {
      socket.emit('conversation/left', { ...fitting('conversation/left', { conversationId }, newId()), seq: position })
      void socket.leave(room)
    }
  }
}
const conversationRoom = 'conversation:'
const staysAtOnce = 5_000
