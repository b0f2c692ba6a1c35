import {
  socketCommands,
  type SocketCommandName,
  type LiveMessageData,
  type SocketMessageName,
} from '@fanlight/contract/socket-messages'
import type { SocketCommandSpec } from '@fanlight/contract/sockets'
import type { Context } from '../context.ts'
import type { z } from 'zod'
import { type DeclaredEvent, type PublishedEvent, type Reader, reader } from '../events/events.ts'
import type { ValidInput } from '../http/request-pipeline.ts'
import type { Room, RoomDeclaration, RoomRules } from './rooms.ts'
import type { SignedIn } from '../viewer.ts'

// What modules declare for the live socket: which messages an event leads to and who gets them, and the commands that they answer.

export interface Delivery {
  room: Room
  /** Rooms whose sockets do not get it. */
  except?: readonly Room[]
  /** A room that they leave: of the others in `room`, who are not in that one, no one gets it. */
  leave?: Room
  /** They are disconnected after it. */
  disconnect?: boolean
}
/** One message to one room: name and data fit together. */
export type LiveMessage = {
  [N in SocketMessageName]: Delivery & { name: N; data: LiveMessageData<N> }
}[SocketMessageName]
/** What a reader of an event for sockets knows of them: the sessions with a socket on this process. */
export interface Connected {
  here(): string[]
}
/** Event → messages. A module's `sockets.ts` exports a list of these. */
export type MessageReader = Reader<[ctx: Context, connected: Connected], LiveMessage[] | Promise<LiveMessage[]>>
/**
 * Declares which messages an event leads to. They go to the recipients that the event declares. Where those are `many`, the reader
 * queries which of the sessions that are `here` it concerns, instead of listing all recipients.
 */
export const sendOn = <S extends z.ZodObject>(
  event: DeclaredEvent<S>,
  messages: (ctx: Context, payload: z.output<S>, connected: Connected) => LiveMessage[] | Promise<LiveMessage[]>,
): MessageReader => reader(event, (payload, ctx: Context, connected: Connected) => messages(ctx, payload, connected))

/** What the handler of a command is given: it passed the request pipeline with the session as it is now. */
export interface CommandCall<C extends SocketCommandSpec> {
  viewer: SignedIn
  payload: ValidInput<C>['body']
  rooms: Rooms
  /** Watches who of these accounts is online, as far as `allowed` names them; answers who is. */
  watch(accountIds: readonly string[], allowed: (accountIds: readonly string[]) => Promise<string[]>): Promise<string[]>
}
/** What a signed-in socket may send. Joining a room loads it through the viewer, every time. */
export interface SocketCommand<C extends SocketCommandSpec = SocketCommandSpec> {
  spec: C
  handle(ctx: Context, call: CommandCall<C>): Promise<unknown>
}
export type Commands = Record<string, SocketCommand>
/** Ties a declared command to the code that answers it. */
export const command = <C extends SocketCommandSpec>(spec: C, handle: SocketCommand<C>['handle']): SocketCommand =>
  ({ spec, handle }) as unknown as SocketCommand
/** Ties commands of the contract to the code that answers them, by name. */
export const answering = <N extends SocketCommandName>(
  handlers: {
    [K in N]: SocketCommand<(typeof socketCommands)[K]>['handle']
  },
): Commands =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      command(socketCommands[name as N] as SocketCommandSpec, handle as SocketCommand['handle']),
    ]),
  )
export interface Rooms {
  /** Refuses whom the rules of the room refuse. */
  join(room: RoomDeclaration, id: string): Promise<void>
  leave(room: RoomDeclaration, id: string): void
}

/** Sends a message that is not stored: who is not connected at this moment never gets it. */
export const sendSignal = (ctx: Context, message: LiveMessage): void => ctx.bus.signal(message)

export interface SocketSignIn {
  /** The live session that a ticket or a token belongs to. In the URL only a ticket is accepted. */
  sessionOf(ctx: Context, token: string, options: { ticketOnly: boolean }): Promise<string | undefined>
  /** The current owner of a session; undefined if the session has ended. */
  viewerOf(ctx: Context, request: HandshakeSource, sessionId: string): Promise<SignedIn | undefined>
  /** Of these sessions, those that are over. */
  ended(ctx: Context, sessionIds: readonly string[]): Promise<string[]>
}
/** What the handshake said of the sender. */
export interface HandshakeSource {
  address: string
  country: string | null
  acceptLanguage: string | undefined
}
export interface Live {
  messages: readonly MessageReader[]
  commands: Commands
  rooms: readonly RoomRules[]
  signIn: SocketSignIn
  /** Called for every event that is read, to update what a process caches in memory. */
  onEvent?: (event: PublishedEvent) => void
  /** Called once. What it returns is given every event that is read, for connections of a process that are no sockets; `position` is the place up to which all were handled. */
  follow?: (ctx: Context, position: () => string) => (event: PublishedEvent) => void
  /** What an event changes about who may see whom online. */
  presence: readonly PresenceReader[]
}
export type PresenceReader = Reader<[], PresenceChange>
export const presenceOn = <S extends z.ZodObject>(
  event: DeclaredEvent<S>,
  change: (payload: z.output<S>) => PresenceChange,
): PresenceReader => reader(event, change)
/** Whose presence to look at again, or two accounts who may no longer see each other's. */
export interface PresenceChange {
  look?: string[]
  apart?: [string, string]
}
