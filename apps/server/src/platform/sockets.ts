import {
  liveCommands,
  type LiveCommandName,
  type LiveMessageData,
  type LiveMessageName,
  liveMessages,
} from '@fanlight/contract/live'
import type { Acknowledgement } from '@fanlight/contract/sockets'
import {
  type SocketCloseReason,
  socketCloseCodes,
  socketLimits,
  socketLogin,
  socketSession,
  type SocketCommandSpec,
  syncSince,
} from '@fanlight/contract/sockets'
import { type ErrorCode, statusOf } from '@fanlight/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Namespace, Server, type Socket } from 'socket.io'
import { type z, ZodError } from 'zod'
import type { Context } from './context.ts'
import { answersHost } from './demo-hosts.ts'
import type { ErrorText, Reader } from './error-text.ts'
import { type EventFeed, type FeedEntry, openFeed } from './event-feed.ts'
import { type PublishedEvent, eventsBetween } from './events.ts'
import { hasSeveralHosts } from './host-header.ts'
import { isWebSocket } from './http-upgrade.ts'
import { newId } from './ids.ts'
import { ownOrigin } from './origin.ts'
import { Refusal, refuse } from './refusal.ts'
import { isPresenceSignal, openPresence, type Presence, type Watcher } from './presence.ts'
import { admitCall, type ValidInput } from './request-pipeline.ts'
import { isInMaintenance, isSiteClosedTo } from './site-closed.ts'
import { sabotaged } from './sabotage.ts'
import { inTurns } from './turns.ts'
import type { SignedIn } from './viewer.ts'

// spec: socket.token

// Socket.IO on the server's own port. It handles rooms, events and sessions; each module defines an event's messages and recipients.
// spec: socket.signed-in-only, socket.relogin

/** A set of sockets that get the same messages. An account has all of its signed-in sockets in one room. */
export type Room = `account:${string}` | `session:${string}` | `conversation:${string}` | 'staff' | 'guests'
interface Delivery {
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
  [N in LiveMessageName]: Delivery & { name: N; data: LiveMessageData<N> }
}[LiveMessageName]
/**
 * Event → messages. A module's `sockets.ts` exports one of these. `here` are the sessions with a socket on this process: an event that
 * concerns very many people queries which of these it concerns, instead of listing all recipients.
 */
export type Topics = Record<
  string,
  (ctx: Context, event: PublishedEvent, here: () => string[]) => LiveMessage[] | Promise<LiveMessage[]>
>

/** What the handler of a command is given: it passed the request pipeline with the session as it is now. */
interface CommandCall<C extends SocketCommandSpec> {
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
export const answering = <N extends LiveCommandName>(
  handlers: {
    [K in N]: SocketCommand<(typeof liveCommands)[K]>['handle']
  },
): Commands =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      command(liveCommands[name as N] as SocketCommandSpec, handle as SocketCommand['handle']),
    ]),
  )
export interface Rooms {
  join(room: Room): void
  leave(room: Room): void
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
interface HandshakeSource {
  address: string
  country: string | null
  acceptLanguage: string | undefined
}
/** A session with a socket in a conversation. */
export interface Stay {
  conversationId: string
  sessionId: string
}
export interface Live {
  topics: Topics
  commands: Commands
  signIn: SocketSignIn
  /** Called for every event that is read, to update what a process caches in memory. */
  onEvent?: (event: PublishedEvent) => void
  /** Of these sessions with sockets in conversations, those that may stay there. What takes the right away is not always an event. */
  mayStay: (ctx: Context, stays: readonly Stay[]) => Promise<readonly Stay[]>
  /** What an event changes about who may see whom online. */
  presenceOf: (event: PublishedEvent) => PresenceChange | undefined
}
/** Whose presence to look at again, or two accounts who may no longer see each other's. */
export interface PresenceChange {
  look?: string[]
  apart?: [string, string]
}

type IncomingMessage = FastifyRequest['raw']
type ServerResponse = FastifyReply['raw']
type Connection = Socket['conn']
type State =
  | { kind: 'waiting'; tries: number; deadline: NodeJS.Timeout }
  | { kind: 'signed-in'; sessionId: string; accountId: string }

const socketPath = '/socket.io'
/** How often it is looked whether sessions are over, and stays in conversations. Tests have it sooner. */
export const sweeping = { ms: 30_000 }
/** How long a connection has to end in good form. */
const lingerMs = 1_000

/** A WebSocket at the live socket's path: the only request that may switch protocols. */
export const isSocketHandshake = (request: IncomingMessage): boolean =>
  isWebSocket(request) && request.url!.startsWith(`${socketPath}/`)

/** Attaches the live socket before the server listens; it closes with the server. */
export async function attachSockets(app: FastifyInstance, ctx: Context, live: Live): Promise<Server> {
  const io = new Server(app.server, {
    path: socketPath,
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    maxHttpBufferSize: socketLimits.messageBytesMax,
    connectTimeout: socketLimits.loginMs,
    // A browser always says whose page it is on; other programs have no cookie to borrow.
    allowRequest: (request, decide) => {
      const { origin, host = '' } = request.headers
      const own = ownOrigin(ctx.config, { protocol: 'http', host })
      decide(null, origin === undefined || origin === own)
    },
  })
  const countryOf = (request: IncomingMessage) => app.countries.of(app.addressOf(request))
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const refuseIt = (code: ErrorCode) =>
      refuseHandshake({ code, message: app.errorText(readerOf(request.headers), code) }, request, response)
    if (hasSeveralHosts(request)) refuseIt('MALFORMED_BODY')
    else if (!answersHost(ctx.config, request.headers.host)) refuseIt('MISDIRECTED_REQUEST')
    else if (isSiteClosedTo(ctx, countryOf(request))) refuseIt('GEO_BLOCKED')
    else next()
  })
  const waiting = new WaitingConnections()
  // When everyone comes back at once, most of the connections to the database stay with calls.
  const enterInTurn = inTurns(Math.ceil(ctx.config.databasePool / 4))
  io.engine.on('connection', (connection: Connection) => {
    waiting.add(connection)
    limitConnection(connection)
  })
  // A client given the API's address requests the second.
  const spaces = [io.of('/'), io.of('/api')]
  // Nothing is listening yet, so no one connects before the feed is open.
  const accept = (feed: EventFeed) => (space: Namespace) =>
    space.on('connection', (socket) => {
      const source: HandshakeSource = {
        address: app.addressOf(socket.request),
        country: countryOf(socket.request),
        acceptLanguage: socket.request.headers['accept-language'],
      }
      socket.data.country = source.country
      greet(ctx, live, socket, { source, errorText: app.errorText, feed, presence, waiting, enterInTurn })
    })

  const presence = await openPresence(ctx)
  const feed = await openFeed(ctx, {
    historyMax: socketLimits.historyMax,
    onRead(event) {
      live.onEvent?.(event)
      changePresence(presence, socketsOf(spaces), live.presenceOf(event))
    },
    prepare: (entry) =>
      concernsAny(live.topics, entry, spaces)
        ? messagesOf(ctx, live.topics, entry.event, () => sessionsOf(socketsOf(spaces))).then((messages) => () => {
            for (const message of messages) deliver(spaces, message, feed.position())
          })
        : undefined,
  })
  const stopSignals = await ctx.bus.listen({
    onWake: () => {},
    onSignal(signal) {
      if (isPresenceSignal(signal)) return
      const { data, ...message } = signal as LiveMessage
      try {
        deliver(spaces, { ...message, data: fitting(message.name, data, newId()) }, feed.position())
      } catch (error) {
        // Processes of another version may send what this one does not know.
        ctx.log.error({ err: error, name: message.name }, 'a signal was not delivered')
      }
    },
  })
  spaces.forEach(accept(feed))
  const sweep = setInterval(
    () =>
      void letGoEnded(ctx, live, spaces)
        .then(() => endStays(ctx, live, spaces, feed.position()))
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'socket sweep failed')),
    sweeping.ms,
  )
  // Clients that are sent nothing still learn the position: a reconnection has less to catch up on.
  let sentPosition = ''
  const positions = setInterval(() => {
    const seq = feed.position()
    if (seq === sentPosition) return
    sentPosition = seq
    for (const space of spaces) space.to(['staff', 'guests']).emit('sync/position', { id: newId(), seq })
  }, socketLimits.positionMs)
  app.addHook('preClose', async () => {
    clearInterval(sweep)
    clearInterval(positions)
    stopSignals()
    // Closing `io` would also close the server, which is Fastify's. Clients whose connection breaks come back, to another process or a
    // new one; those that are disconnected don't.
    io.engine.close()
    await presence.stop()
    await feed.stop()
  })
  return io
}

/** The refusal of a request, and of a socket that would have become one of ours. */
function refuseHandshake(
  refusal: { code: ErrorCode; message: string },
  { headers, socket }: IncomingMessage,
  response: ServerResponse,
): void {
  const status = statusOf(refusal.code)
  const body = JSON.stringify(refusal)
  const answer = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), connection: 'close' }
  if (headers.upgrade === undefined) {
    response.writeHead(status, answer).end(body)
    return
  }
  const lines = Object.entries(answer).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${refusal.code}\r\n${lines.join('')}\r\n${body}`)
}

const readerOf = ({ 'accept-language': language }: IncomingMessage['headers'], locale?: string): Reader => ({
  viewer: locale === undefined ? undefined : { locale },
  query: {},
  cookies: {},
  headers: { 'accept-language': language },
})

/** A message as it leaves: it fits its schema. */
interface Addressed extends Delivery {
  name: LiveMessageName
  data: { id: string; seq: string }
}
/** Unknown fields are no less a mistake than missing ones: nothing leaves that is not declared. */
const strictMessages = new Map<string, z.ZodType<Addressed['data']>>(
  Object.entries(liveMessages).map(([name, schema]) => [name, schema.strict()]),
)

async function messagesOf(
  ctx: Context,
  topics: Topics,
  event: PublishedEvent,
  here: () => string[],
): Promise<Addressed[]> {
  const messages = (await topics[event.topic]?.(ctx, event, here)) ?? []
  // The id does not depend on the other recipients of the event: a client that gets the message again recognizes it.
  const counts = new Map<string, number>()
  return messages.map(({ data, ...message }) => {
    const kind = `${message.room} ${message.name}`
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    return { ...message, data: fitting(message.name, data, `${event.id}.${message.name}${count ? `.${count}` : ''}`) }
  })
}

const fitting = (name: LiveMessageName, data: object, id: string) =>
  strictMessages.get(name)!.parse({ ...data, id, seq: '0.0' })

function deliver(spaces: Namespace[], message: Addressed, position: string): void {
  const { room, except = [], leave, name, data, disconnect } = message
  for (const space of spaces) {
    if (leave) leaveRoom(space, { room, leave, name, data: { ...data, seq: position } })
    else
      space
        .to(room)
        .except([...except])
        .emit(name, { ...data, seq: position })
    if (disconnect && !sabotaged('R3'))
      for (const id of space.adapter.rooms.get(room) ?? []) letGo(space.sockets.get(id))
  }
}

function leaveRoom(space: Namespace, { room, leave, name, data }: Addressed & { leave: Room }): void {
  for (const id of space.adapter.rooms.get(room) ?? []) {
    const socket = space.sockets.get(id)
    if (!socket?.rooms.has(leave)) continue
    socket.emit(name, data)
    void socket.leave(leave)
  }
}

/** A handler that takes `here` finds by itself whom an event concerns; others send to those whom the event names. */
const concernsMany = (handler: Topics[string]): boolean => handler.length > 2

/** Whether an event can lead to a message to anyone who is connected here. */
function concernsAny(topics: Topics, { event, ids }: FeedEntry, spaces: Namespace[]): boolean {
  const handler = topics[event.topic]
  if (!handler) return false
  if (concernsMany(handler)) return true
  return spaces.some(({ adapter: { rooms } }) =>
    [...ids].some((id) => rooms.has(`account:${id}`) || rooms.has(`session:${id}`) || rooms.has(`conversation:${id}`)),
  )
}

function greet(
  ctx: Context,
  live: Live,
  socket: Socket,
  {
    source,
    errorText,
    feed,
    presence,
    waiting,
    enterInTurn,
  }: {
    source: HandshakeSource
    errorText: ErrorText
    feed: EventFeed
    presence: Presence
    waiting: WaitingConnections
    enterInTurn: ReturnType<typeof inTurns>
  },
): void {
  // Until it has signed in, the language is that of the handshake.
  let locale: string | undefined
  const refusalIn = (code: ErrorCode): Acknowledgement => ({
    success: false,
    code,
    message: errorText(readerOf(socket.request.headers, locale), code),
  })
  /** Sign-ins that this socket waits for. */
  let signInsWaiting = 0
  const signInDeadline = (): NodeJS.Timeout =>
    setTimeout(() => {
      if (signInsWaiting > 0 && state.kind === 'waiting') state.deadline = signInDeadline()
      else cut(socket.conn, 'LOGIN_TIMEOUT')
    }, socketLimits.loginMs)
  let state: State = { kind: 'waiting', tries: 0, deadline: signInDeadline() }
  const watcher: Watcher = {
    tell: (accountId, isOnline) =>
      socket.emit('presence/changed', {
        ...fitting('presence/changed', { accountId, isOnline }, newId()),
        seq: feed.position(),
      }),
  }
  socket.data.watcher = watcher
  const accept = (viewer: SignedIn) => {
    if (state.kind === 'waiting') clearTimeout(state.deadline)
    else {
      for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room)
      presence.leave(state.accountId)
      presence.release(watcher)
    }
    state = { kind: 'signed-in', sessionId: viewer.sessionId, accountId: viewer.id }
    presence.enter(viewer.id)
    waiting.delete(socket.conn)
    locale = viewer.locale
    const isStaff = viewer.role === 'admin'
    socket.data.sessionId = viewer.sessionId
    socket.data.accountId = viewer.id
    socket.data.isStaff = isStaff
    // Without its account's room it is connected and is sent nothing.
    if (!sabotaged('R1')) void socket.join(`account:${viewer.id}`)
    void socket.join([`session:${viewer.sessionId}`, isStaff ? 'staff' : 'guests'])
    socket.emit('auth/accepted', { id: newId(), seq: feed.position(), accountId: viewer.id })
  }
  const reject = (code: 'NOT_SIGNED_IN' | 'MAINTENANCE'): Acknowledgement => {
    socket.emit('auth/rejected', { id: newId(), seq: feed.position(), code })
    if (state.kind === 'waiting' && ++state.tries >= socketLimits.loginTries) cut(socket.conn, 'LOGIN_TRIES')
    return refusalIn(code)
  }
  const signIn = async (token: string, ticketOnly: boolean): Promise<Acknowledgement> => {
    if (signInsWaiting >= socketLimits.loginTries) {
      cut(socket.conn, 'LOGIN_TRIES')
      return refusalIn('NOT_SIGNED_IN')
    }
    signInsWaiting += 1
    try {
      return await enterInTurn(() => signInNow(token, ticketOnly))
    } finally {
      signInsWaiting -= 1
    }
  }
  const signInNow = async (token: string, ticketOnly: boolean): Promise<Acknowledgement> => {
    if (!socket.connected) return refusalIn('NOT_SIGNED_IN')
    const sessionId = await live.signIn.sessionOf(ctx, token, { ticketOnly })
    const viewer = sessionId === undefined ? undefined : await live.signIn.viewerOf(ctx, source, sessionId)
    if (!socket.connected) return refusalIn('NOT_SIGNED_IN')
    const code = viewer ? codeOf(() => admitCall(ctx, socketSession, viewer, {})) : 'NOT_SIGNED_IN'
    if (!viewer || code !== undefined) return reject(code === 'MAINTENANCE' ? code : 'NOT_SIGNED_IN')
    accept(viewer)
    // Its session may have ended between the look-up and the join.
    const [over] = await live.signIn.ended(ctx, [viewer.sessionId])
    if (over) letGo(socket)
    return { success: true, data: { accountId: viewer.id } }
  }
  /** The command's own session, limiter, policy and validation: what the socket was when it signed in may be over. */
  const run = async (name: string, sent: unknown): Promise<Acknowledgement> => {
    if (state.kind !== 'signed-in') refuse('NOT_SIGNED_IN')
    const known = name === 'sync/since' ? catchUp(live.topics, socket, feed) : ownCommand(live.commands, name)
    if (!known) refuse('NOT_FOUND')
    const viewer = await live.signIn.viewerOf(ctx, source, state.sessionId)
    if (!viewer) refuse('NOT_SIGNED_IN')
    const { body } = admitCall(ctx, known.spec, viewer, { body: sent })
    const watch: CommandCall<SocketCommandSpec>['watch'] = (accountIds, allowed) =>
      presence.watch(watcher, accountIds, allowed)
    return { success: true, data: await known.handle(ctx, { viewer, payload: body, rooms: roomsOf(socket), watch }) }
  }

  const token = socket.handshake.query['token']
  if (typeof token === 'string' && token !== '' && token.length <= 200)
    void answer(ctx, undefined, refusalIn, () => signIn(token, true))

  const allowance = perSecond(socketLimits.commandsPerSecond)
  socket.onAny((name: string, ...args: unknown[]) => {
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as (reply: Acknowledgement) => void) : undefined
    if (!allowance()) return cut(socket.conn, 'FLOOD')
    void answer(ctx, acknowledge, refusalIn, async () => {
      if (name === 'auth/login') {
        const given = socketLogin.safeParse(args[0])
        return given.success ? signIn(given.data.token, false) : refusalIn('INVALID_INPUT')
      }
      return name === 'sync/since' ? enterInTurn(() => run(name, args[0])) : run(name, args[0])
    })
  })
  socket.on('disconnect', () => {
    if (state.kind === 'waiting') clearTimeout(state.deadline)
    else presence.leave(state.accountId)
    presence.release(watcher)
  })
}

function changePresence(presence: Presence, sockets: Socket[], change: PresenceChange | undefined): void {
  if (change?.look) presence.look(change.look)
  if (!change?.apart) return
  const [first, second] = change.apart
  for (const { data } of sockets)
    if (data.accountId === first) presence.unwatch(data.watcher as Watcher, second)
    else if (data.accountId === second) presence.unwatch(data.watcher as Watcher, first)
}

const roomsOf = (socket: Socket): Rooms => ({
  join(room) {
    if (socket.rooms.size >= socketLimits.roomsMax) throw new Refusal('TOO_MANY_REQUESTS')
    void socket.join(room)
  },
  leave: (room) => void socket.leave(room),
})

const ownCommand = (commands: Commands, name: string): SocketCommand | undefined =>
  Object.hasOwn(commands, name) ? commands[name] : undefined

/** The code of what was thrown. Of the pipeline it is a refusal, or what validation found wrong. */
function codeOfError(error: unknown): ErrorCode {
  if (error instanceof Refusal) return error.code
  return error instanceof ZodError ? 'INVALID_INPUT' : 'INTERNAL'
}
function codeOf(work: () => void): ErrorCode | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return codeOfError(error)
  }
}

async function answer(
  ctx: Context,
  acknowledge: ((reply: Acknowledgement) => void) | undefined,
  refusalOf: (code: ErrorCode) => Acknowledgement,
  work: () => Promise<Acknowledgement>,
): Promise<void> {
  try {
    const reply = await work()
    acknowledge?.(reply)
  } catch (error) {
    const code = codeOfError(error)
    if (code === 'INTERNAL') ctx.log.error({ err: error }, 'a socket command failed')
    acknowledge?.(refusalOf(code))
  }
}

/** Sends what this socket's rooms were sent since `seq`, or says that it was too much and has to be fetched. */
const catchUp = (topics: Topics, socket: Socket, feed: EventFeed): SocketCommand =>
  command(syncSince, async (ctx, { viewer, payload }) => {
    const [xid, id] = payload.seq.split('.') as [string, string]
    const cursor = { xid, id: BigInt(id) }
    // What is still being handled here comes by itself, as this socket is in its rooms; but of who was here before, a handler may know less.
    const recent = feed
      .since(cursor)
      ?.filter(({ isHandled, event }) => isHandled || (topics[event.topic] && concernsMany(topics[event.topic]!)))
    const events = recent?.map(({ event }) => event) ?? (await olderEvents(ctx, cursor))
    if (!events) return { complete: false }
    if (sabotaged('R2')) return { complete: true }
    const own = [viewer.id, viewer.sessionId]
    for (const event of events) {
      const handler = topics[event.topic]
      if (!handler || !(concernsMany(handler) || names(event, own))) continue
      for (const { room, name, data, disconnect, leave } of await messagesOf(ctx, topics, event, () =>
        sessionsOf([socket]),
      ))
        if (!disconnect && !leave && socket.rooms.has(room)) socket.emit(name, { ...data, seq: feed.position() })
    }
    return { complete: true }
  })

const names = ({ payload }: PublishedEvent, ids: readonly string[]): boolean => {
  const text = JSON.stringify(payload)
  return ids.some((id) => text.includes(id))
}
/** No event has a place beyond these: who sends one made it up. */
const xidMax = 2n ** 64n - 1n
const idMax = 2n ** 63n - 1n
const olderEvents = (ctx: Context, cursor: { xid: string; id: bigint }) =>
  cursor.xid === '0' || BigInt(cursor.xid) > xidMax || cursor.id > idMax
    ? undefined
    : eventsBetween(ctx, cursor, socketLimits.gapMax)

const socketsOf = (spaces: Namespace[]): Socket[] => spaces.flatMap((space) => [...space.sockets.values()])
const sessionsOf = (sockets: Socket[]): string[] => [
  ...new Set(sockets.map((socket) => socket.data.sessionId as string | undefined).filter((id) => id !== undefined)),
]

/** The site and countries are closed while people are here; sessions also run out, and an event may have been missed while the database was away. */
async function letGoEnded(ctx: Context, live: Live, spaces: Namespace[]): Promise<void> {
  for (const socket of socketsOf(spaces))
    if (
      isSiteClosedTo(ctx, socket.data.country as string | null) ||
      (socket.data.isStaff === false && isInMaintenance(ctx))
    )
      letGo(socket)
  const sockets = socketsOf(spaces)
  const sessionIds = sessionsOf(sockets)
  if (sessionIds.length === 0) return
  const over = new Set(await live.signIn.ended(ctx, sessionIds))
  for (const socket of sockets) if (over.has(socket.data.sessionId)) letGo(socket)
}

/** Accounts that may no longer be in a conversation, such as after their age check ran out, leave it. Staff may see all. */
async function endStays(ctx: Context, live: Live, spaces: Namespace[], position: string): Promise<void> {
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

/** Connections that no one has signed in on yet. Of too many the oldest goes: who has a session signs in at once. */
class WaitingConnections {
  readonly #waiting = new Set<Connection>()
  add(connection: Connection): void {
    this.#waiting.add(connection)
    connection.once('close', () => this.#waiting.delete(connection))
    if (this.#waiting.size <= socketLimits.waitingMax || sabotaged('R4')) return
    const [oldest] = this.#waiting
    this.#waiting.delete(oldest!)
    cut(oldest!, 'CROWDED')
  }
  delete(connection: Connection): void {
    this.#waiting.delete(connection)
  }
}

/** Ends connections that send too much or read too little: what they would make the server keep is bounded. */
function limitConnection(connection: Connection): void {
  const allowance = perSecond(socketLimits.packetsPerSecond)
  let bytes = 0
  connection.on('packet', () => {
    if (!allowance()) cut(connection, 'FLOOD')
  })
  // What is handed over to the transport is on its way; it takes no more before that is written.
  connection.on('flush', () => (bytes = 0))
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    bytes += data === undefined ? 0 : data.length
    if (bytes > socketLimits.unreadBytesMax && !sabotaged('R4')) cut(connection, 'READS_TOO_SLOWLY')
  })
  // A frame that is too large was answered with its code: the rest of it is not read, and the connection ends soon.
  const socket = webSocketOf(connection)
  connection.once('close', (reason) => {
    if (reason !== 'transport error') return
    setImmediate(() => socket?.pause?.())
    endSoon(connection)
  })
}

/** The socket of a connection, where it is a WebSocket. */
const webSocketOf = ({ transport }: Connection) =>
  (transport as { socket?: { close?(code: number, reason: string): void; terminate?(): void; pause?(): void } }).socket

/** Ends a connection at once, with a code. What was not read of it is dropped. */
function cut(connection: Connection, reason: SocketCloseReason): void {
  webSocketOf(connection)?.close?.(socketCloseCodes[reason], reason)
  connection.close(true)
  endSoon(connection)
}
/** Disconnects a socket after what was sent to it, also where its client does not read. */
function letGo(socket: Socket | undefined): void {
  if (!socket) return
  socket.disconnect(true)
  endSoon(socket.conn)
}
function endSoon(connection: Connection): void {
  const socket = webSocketOf(connection)
  setTimeout(() => {
    connection.close(true)
    socket?.terminate?.()
  }, lingerMs).unref()
}

function perSecond(max: number): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) {
      second = now
      count = 0
    }
    count += 1
    return count <= max
  }
}
