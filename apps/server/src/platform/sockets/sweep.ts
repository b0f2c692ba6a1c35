import type { Namespace } from 'socket.io'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import type { Live } from './declarations.ts'
import type { RoomRules, Stay } from './rooms.ts'
import { isInMaintenance, isSiteClosedTo } from '../http/site-closed.ts'
import { fitting, sessionsOf, socketsOf } from './delivery.ts'
import { endSocket } from './limits.ts'

// What ends without an event, or with one that was missed, is found within half a minute.

/** How often it is looked whether sessions are over, and stays in rooms. Tests have it sooner. */
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

/** Accounts that may no longer be in a room, such as after their age check ran out, leave it. Staff may see all. */
export async function endStays(ctx: Context, live: Live, spaces: Namespace[], position: string): Promise<void> {
  for (const rules of live.rooms) await endStaysIn(ctx, rules, spaces, position)
}

async function endStaysIn(
  ctx: Context,
  { room: kind, mayStay, left }: RoomRules,
  spaces: Namespace[],
  position: string,
): Promise<void> {
  const stays = spaces.flatMap((space) =>
    [...space.adapter.rooms].flatMap(([room, ids]) => {
      const id = kind.idOf(room)
      if (id === undefined) return []
      return [...ids]
        .flatMap((socketId) => space.sockets.get(socketId) ?? [])
        .filter(({ data }) => data.isStaff === false)
        .map((socket) => ({ socket, room, id, sessionId: socket.data.sessionId as string }))
    }),
  )
  const keyOf = ({ id, sessionId }: Stay) => `${id} ${sessionId}`
  for (let from = 0; from < stays.length; from += staysAtOnce) {
    const some = stays.slice(from, from + staysAtOnce)
    const staying = new Set((await mayStay(ctx, some)).map(keyOf))
    for (const { socket, room, id } of some.filter((stay) => !staying.has(keyOf(stay)))) {
      const { name, data } = left(id)
      socket.emit(name, { ...fitting(name, data, newId()), seq: position })
      void socket.leave(room)
    }
  }
}
const staysAtOnce = 5_000
