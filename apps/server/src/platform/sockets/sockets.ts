import type { Acknowledgement } from '@fanlight/contract/sockets'
import { type SocketCommandSpec, socketLimits, socketLogin, socketSession } from '@fanlight/contract/sockets'
import { type ErrorCode, statusOf } from '@fanlight/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Namespace, Server, type Socket } from 'socket.io'
import { ZodError } from 'zod'
import type { Context } from '../context.ts'
import { answersHost } from '../http/demo-hosts.ts'
import type { ErrorText, Reader } from '../http/error-text.ts'
import { type EventFeed, openFeed } from '../events/event-feed.ts'
import { readersByName } from '../events/events.ts'
import { hasSeveralHosts } from '../http/host-header.ts'
import { isWebSocket } from '../http/http-upgrade.ts'
import { newId } from '../ids.ts'
import {
  type CommandCall,
  type Commands,
  type HandshakeSource,
  type Live,
  type LiveMessage,
  type PresenceChange,
  type Rooms,
  type SocketCommand,
} from './declarations.ts'
import { ownOrigin } from '../http/origin.ts'
import { Refusal, refuse } from '../refusal.ts'
import { isPresenceSignal, openPresence, type Presence, type Watcher } from './presence.ts'
import { admitCall } from '../http/request-pipeline.ts'
import { isSiteClosedTo } from '../http/site-closed.ts'
import {
  catchUp,
  concernsAny,
  deliver,
  fitting,
  type MessageReaders,
  messagesOf,
  sessionsOf,
  socketsOf,
} from './delivery.ts'
import { type Connection, cut, endSocket, limitConnection, perSecond, WaitingConnections } from './limits.ts'
import { endStays, letGoEnded, sweeping } from './sweep.ts'
import { inTurns } from '../turns.ts'
import type { SignedIn } from '../viewer.ts'

// spec: socket.token

// Socket.IO on the server's own port. It handles rooms, events and sessions; each module defines an event's messages and recipients.
// spec: socket.signed-in-only, socket.relogin

type IncomingMessage = FastifyRequest['raw']
type ServerResponse = FastifyReply['raw']
type State =
  | { kind: 'waiting'; tries: number; deadline: NodeJS.Timeout }
  | { kind: 'signed-in'; sessionId: string; accountId: string }

const socketPath = '/socket.io'

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
    // Only those that somebody answers are let through as upgrades (`app.ts`).
    destroyUpgrade: false,
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
      greet(ctx, live, socket, { source, errorText: app.errorText, feed, readers, presence, waiting, enterInTurn })
    })

  const presence = await openPresence(ctx)
  const readers = readersByName(live.messages)
  const presenceReaders = readersByName(live.presence)
  const follow = live.follow?.(ctx, () => feed.position())
  const feed = await openFeed(ctx, {
    historyMax: socketLimits.historyMax,
    idsOf: ({ topic, payload }) => readers.get(topic)?.event.idsOf(payload) ?? new Set(),
    onRead(event) {
      live.onEvent?.(event)
      follow?.(event)
      changePresence(presence, socketsOf(spaces), presenceReaders.get(event.topic)?.read(event))
    },
    prepare: (entry) =>
      concernsAny(readers, entry, spaces)
        ? messagesOf(ctx, readers, entry.event, () => sessionsOf(socketsOf(spaces))).then((messages) => () => {
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

function greet(
  ctx: Context,
  live: Live,
  socket: Socket,
  {
    source,
    errorText,
    feed,
    readers,
    presence,
    waiting,
    enterInTurn,
  }: {
    source: HandshakeSource
    errorText: ErrorText
    feed: EventFeed
    readers: MessageReaders
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
    void socket.join(`account:${viewer.id}`)
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
    if (over) endSocket(socket)
    return { success: true, data: { accountId: viewer.id } }
  }
  /** The command's own session, limiter, policy and validation: what the socket was when it signed in may be over. */
  const run = async (name: string, sent: unknown): Promise<Acknowledgement> => {
    if (state.kind !== 'signed-in') refuse('NOT_SIGNED_IN')
    const known = name === 'sync/since' ? catchUp(readers, socket, feed) : ownCommand(live.commands, name)
    if (!known) refuse('NOT_FOUND')
    const viewer = await live.signIn.viewerOf(ctx, source, state.sessionId)
    if (!viewer) refuse('NOT_SIGNED_IN')
    const { body } = admitCall(ctx, known.spec, viewer, { body: sent })
    const watch: CommandCall<SocketCommandSpec>['watch'] = (accountIds, allowed) =>
      presence.watch(watcher, accountIds, allowed)
    return {
      success: true,
      data: await known.handle(ctx, { viewer, payload: body, rooms: roomsOf(ctx, live, socket, viewer), watch }),
    }
  }

  // A ticket is good for one sign-in: a page sends its own with the connection and as `auth/login`, which is answered as the first is.
  const token = socket.handshake.query['token']
  const isSent = typeof token === 'string' && token !== '' && token.length <= 200
  const sent = isSent ? { token, result: signIn(token, true) } : undefined
  if (sent) void answer(ctx, undefined, refusalIn, () => sent.result)

  const allowance = perSecond(socketLimits.commandsPerSecond)
  socket.onAny((name: string, ...args: unknown[]) => {
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as (reply: Acknowledgement) => void) : undefined
    if (!allowance()) return cut(socket.conn, 'FLOOD')
    void answer(ctx, acknowledge, refusalIn, async () => {
      if (name === 'auth/login') {
        const given = socketLogin.safeParse(args[0])
        if (!given.success) return refusalIn('INVALID_INPUT')
        return given.data.token === sent?.token ? sent.result : signIn(given.data.token, false)
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

const roomsOf = (ctx: Context, live: Live, socket: Socket, viewer: SignedIn): Rooms => ({
  async join(room, id) {
    const rules = live.rooms.find((entry) => entry.room === room)
    if (!rules) throw new Error(`No rules say who may enter ${room.name}.`)
    await rules.mayJoin(ctx, viewer, id)
    if (socket.rooms.size >= socketLimits.roomsMax) throw new Refusal('TOO_MANY_REQUESTS')
    void socket.join(room.of(id))
  },
  leave: (room, id) => void socket.leave(room.of(id)),
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
