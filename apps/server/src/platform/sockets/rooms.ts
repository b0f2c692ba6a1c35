import type { SocketMessageName } from '@fanlight/contract/socket-messages'
import type { Context } from '../context.ts'
import type { SignedIn } from '../viewer.ts'

// Rooms are sets of sockets that get the same messages. An account has all of its signed-in sockets in one, each session too. Others are
// declared by modules; a socket enters them by a command.

export type Room = `account:${string}` | `session:${string}` | `room:${string}:${string}` | 'staff' | 'guests'

/** A kind of room that a module declares, such as a public chat: there is one for each id. */
export interface RoomDeclaration {
  readonly name: string
  of(id: string): Room
  /** The id of a room of this kind; undefined for other rooms. */
  idOf(room: string): string | undefined
}
export function room(name: string): RoomDeclaration {
  const prefix = `room:${name}:` as const
  return {
    name,
    of: (id) => `${prefix}${id}`,
    idOf: (room) => (room.startsWith(prefix) ? room.slice(prefix.length) : undefined),
  }
}

/** A session with a socket in a room. */
export interface Stay {
  id: string
  sessionId: string
}
/** Who may enter the rooms of a kind and stay there. */
export interface RoomRules {
  room: RoomDeclaration
  /** Refuses who may not enter. It loads through the viewer. */
  mayJoin(ctx: Context, viewer: SignedIn, id: string): Promise<unknown>
  /** Of these sessions, those that may stay. What takes the right away is not always an event. */
  mayStay(ctx: Context, stays: readonly Stay[]): Promise<readonly Stay[]>
  /** What a socket is sent that may not stay. */
  left(id: string): { name: SocketMessageName; data: object }
}
