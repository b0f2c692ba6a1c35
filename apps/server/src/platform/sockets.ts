import type { Acknowledgement } from '@fanlight/contract/sockets'
import { socketLimits, socketLogin, socketSince } from '@fanlight/contract/sockets'
import { errors } from '@fanlight/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Namespace, Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import type { Context } from './context.ts'
import { type Fact, factsBetween, followFromNow } from './events.ts'
import { newId } from './ids.ts'
import { ownOrigin } from './origin.ts'
import { Refusal } from './refusal.ts'

// spec: socket.token

// Socket.IO on the server's own port. It knows rooms, facts and who signed in; what a fact says to whom is each module's business.
// spec: socket.signed-in-only, socket.relogin

/** One message to one room. `disconnect` lets the room's sockets go after it. */
export interface LiveMessage {
  room: string
  name: string
  data: Record<string, unknown>
  disconnect?: boolean
}
/**
 * Fact → messages. A module's `sockets.ts` gives one of these. `here` are the sessions with a socket on this process: a fact that
 * concerns very many people asks which of these it concerns, instead of naming everybody.
 */
export type Topics = Record<
  string,
  (ctx: Context, fact: Fact, here: () => string[]) => LiveMessage[] | Promise<LiveMessage[]>
>

/** Who holds a live socket. */
export interface SocketViewer {
  accountId: string
  sessionId: string
  isStaff: boolean
}
/** What a signed-in socket may ask. Joining a room loads it through the viewer, every time. */
export interface SocketCommand<P extends z.ZodType = z.ZodType> {
  payload: P
  handle(ctx: Context, viewer: SocketViewer, payload: z.output<P>, rooms: Rooms): Promise<unknown>
}
export type Commands = Record<string, SocketCommand>
export const command = <P extends z.ZodType>(payload: P, handle: SocketCommand<P>['handle']): SocketCommand =>
  ({ payload, handle }) as unknown as SocketCommand
export interface Rooms {
  join(room: string): void
  leave(room: string): void
}

export interface SocketSignIn {
  authenticate(ctx: Context, token: string, options: { ticketOnly: boolean }): Promise<SocketViewer | undefined>
  /** Of these sessions, those that are over. */
  ended(ctx: Context, sessionIds: readonly string[]): Promise<string[]>
}
export interface Live {
  topics: Topics
  commands: Commands
  signIn: SocketSignIn
  /** Whether the site is closed to whoever is in this country. */
  isClosedTo: (ctx: Context, country: string | null) => boolean
  /** Whether the site is being worked on, and open to staff alone. */
  isInMaintenance: (ctx: Context) => boolean
  /** Told of every fact that is read, for what a process keeps in memory. */
  heard?: (fact: Fact) => void
}

type IncomingMessage = FastifyRequest['raw']
type ServerResponse = FastifyReply['raw']
type State = { kind: 'waiting'; tries: number; deadline: NodeJS.Timeout } | { kind: 'signed-in'; viewer: SocketViewer }

const followMs = 100
const sweepMs = 30_000

/** Attaches the live socket before the server listens; it closes with the server. */
export async function attachSockets(app: FastifyInstance, ctx: Context, live: Live): Promise<Server> {
  const io = new Server(app.server, {
    path: '/socket.io',
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
    if (live.isClosedTo(ctx, countryOf(request))) refuseHandshake(request, response)
    else next()
  })
  // A client given the API's address asks for the second.
  const spaces = [io.of('/'), io.of('/api')]
  for (const space of spaces)
    space.on('connection', (socket) => {
      socket.data.country = countryOf(socket.request)
      greet(ctx, live, socket)
    })

  const stopFollowing = await followFromNow(ctx, followMs, async (fact) => {
    live.heard?.(fact)
    for (const message of await messagesOf(ctx, live.topics, fact, () => sessionsOf(socketsOf(spaces))))
      deliver(spaces, message)
  })
  const sweep = setInterval(
    () =>
      void letGoEnded(ctx, live, spaces).catch((error: unknown) => ctx.log.warn({ err: error }, 'socket sweep failed')),
    sweepMs,
  )
  app.addHook('preClose', async () => {
    clearInterval(sweep)
    stopFollowing()
    for (const space of spaces) space.disconnectSockets(true)
    // Closing `io` would also close the server, which is Fastify's.
    io.engine.close()
  })
  return io
}

/** 451 for a request, and for a socket that would have become one of ours. */
function refuseHandshake({ headers, socket }: IncomingMessage, response: ServerResponse): void {
  const [, message] = errors.GEO_BLOCKED
  const body = JSON.stringify({ code: 'GEO_BLOCKED', message })
  const answer = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), connection: 'close' }
  if (headers.upgrade === undefined) {
    response.writeHead(errors.GEO_BLOCKED[0], answer).end(body)
    return
  }
  const lines = Object.entries(answer).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${errors.GEO_BLOCKED[0]} GEO_BLOCKED\r\n${lines.join('')}\r\n${body}`)
}

type Addressed = LiveMessage & { data: { id: string; seq: string } }

async function messagesOf(ctx: Context, topics: Topics, fact: Fact, here: () => string[]): Promise<Addressed[]> {
  const messages = (await topics[fact.topic]?.(ctx, fact, here)) ?? []
  return messages.map((message, index) => ({
    ...message,
    data: { ...message.data, id: `${fact.id}.${index}`, seq: `${fact.xid}.${fact.id}` },
  }))
}

function deliver(spaces: Namespace[], { room, name, data, disconnect }: LiveMessage): void {
  for (const space of spaces) {
    space.to(room).emit(name, data)
    if (disconnect) space.in(room).disconnectSockets(true)
  }
}

function greet(ctx: Context, live: Live, socket: Socket): void {
  let state: State = {
    kind: 'waiting',
    tries: 0,
    deadline: setTimeout(() => socket.disconnect(true), socketLimits.loginMs),
  }
  const accept = (viewer: SocketViewer) => {
    if (state.kind === 'waiting') clearTimeout(state.deadline)
    else for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room)
    state = { kind: 'signed-in', viewer }
    socket.data.sessionId = viewer.sessionId
    socket.data.isStaff = viewer.isStaff
    void socket.join([
      `account:${viewer.accountId}`,
      `session:${viewer.sessionId}`,
      viewer.isStaff ? 'staff' : 'guests',
    ])
    socket.emit('auth/accepted', { id: newId(), seq: '0.0', accountId: viewer.accountId })
  }
  const reject = (code: 'NOT_SIGNED_IN' | 'MAINTENANCE' = 'NOT_SIGNED_IN') => {
    socket.emit('auth/rejected', { id: newId(), seq: '0.0', code })
    if (state.kind === 'waiting' && ++state.tries >= socketLimits.loginTries) socket.disconnect(true)
  }
  const signIn = async (token: string, ticketOnly: boolean): Promise<Acknowledgement> => {
    const viewer = await live.signIn.authenticate(ctx, token, { ticketOnly })
    if (!socket.connected) return refusalOf('NOT_SIGNED_IN')
    if (!viewer) {
      reject()
      return refusalOf('NOT_SIGNED_IN')
    }
    if (live.isInMaintenance(ctx) && !viewer.isStaff) {
      reject('MAINTENANCE')
      return refusalOf('MAINTENANCE')
    }
    accept(viewer)
    // Its session may have ended between the look and the join.
    const [over] = await live.signIn.ended(ctx, [viewer.sessionId])
    if (over) socket.disconnect(true)
    return { success: true, data: { accountId: viewer.accountId } }
  }

  const asked = socket.handshake.query['token']
  if (typeof asked === 'string' && asked !== '' && asked.length <= 200)
    void answer(ctx, undefined, () => signIn(asked, true))

  const allowance = perSecond(socketLimits.commandsPerSecond)
  socket.onAny((name: string, ...args: unknown[]) => {
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as (reply: Acknowledgement) => void) : undefined
    if (!allowance()) {
      socket.disconnect(true)
      return
    }
    void answer(ctx, acknowledge, async () => {
      if (name === 'auth/login') {
        const given = socketLogin.safeParse(args[0])
        return given.success ? signIn(given.data.token, false) : refusalOf('INVALID_INPUT')
      }
      if (state.kind !== 'signed-in') return refusalOf('NOT_SIGNED_IN')
      if (name === 'sync/since') return catchUp(ctx, live.topics, socket, args[0])
      const known = Object.hasOwn(live.commands, name) ? live.commands[name] : undefined
      if (!known) return refusalOf('NOT_FOUND')
      const payload = known.payload.safeParse(args[0])
      if (!payload.success) return refusalOf('INVALID_INPUT')
      return { success: true, data: await known.handle(ctx, state.viewer, payload.data, roomsOf(socket)) }
    })
  })
  socket.on('disconnect', () => {
    if (state.kind === 'waiting') clearTimeout(state.deadline)
  })
}

const roomsOf = (socket: Socket): Rooms => ({
  join(room) {
    if (socket.rooms.size >= socketLimits.roomsMax) throw new Refusal('TOO_MANY_REQUESTS')
    void socket.join(room)
  },
  leave: (room) => void socket.leave(room),
})

const refusalOf = (code: keyof typeof errors): Acknowledgement => ({ success: false, code, message: errors[code][1] })

async function answer(
  ctx: Context,
  acknowledge: ((reply: Acknowledgement) => void) | undefined,
  work: () => Promise<Acknowledgement>,
): Promise<void> {
  try {
    const reply = await work()
    acknowledge?.(reply)
  } catch (error) {
    if (!(error instanceof Refusal)) ctx.log.error({ err: error }, 'a socket command failed')
    acknowledge?.(refusalOf(error instanceof Refusal ? error.code : 'INTERNAL'))
  }
}

/** Sends what this socket's rooms were told since `seq`, or says that it was too much and has to be fetched. */
async function catchUp(ctx: Context, topics: Topics, socket: Socket, given: unknown): Promise<Acknowledgement> {
  const asked = socketSince.safeParse(given)
  if (!asked.success) return refusalOf('INVALID_INPUT')
  const [xid, id] = asked.data.seq.split('.') as [string, string]
  const facts = xid === '0' ? undefined : await factsBetween(ctx, { xid, id: BigInt(id) }, socketLimits.gapMax)
  if (!facts) return { success: true, data: { complete: false } }
  for (const fact of facts)
    for (const { room, name, data, disconnect } of await messagesOf(ctx, topics, fact, () => sessionsOf([socket]))) {
      if (!disconnect && socket.rooms.has(room)) socket.emit(name, data)
    }
  return { success: true, data: { complete: true } }
}

const socketsOf = (spaces: Namespace[]): Socket[] => spaces.flatMap((space) => [...space.sockets.values()])
const sessionsOf = (sockets: Socket[]): string[] => [
  ...new Set(sockets.map((socket) => socket.data.sessionId as string | undefined).filter((id) => id !== undefined)),
]

/** The site and countries are closed while people are here; sessions also run out, and a fact may have been missed while the database was away. */
async function letGoEnded(ctx: Context, live: Live, spaces: Namespace[]): Promise<void> {
  for (const socket of socketsOf(spaces))
    if (
      live.isClosedTo(ctx, socket.data.country as string | null) ||
      (socket.data.isStaff === false && live.isInMaintenance(ctx))
    )
      socket.disconnect(true)
  const sockets = socketsOf(spaces)
  const sessionIds = sessionsOf(sockets)
  if (sessionIds.length === 0) return
  const over = new Set(await live.signIn.ended(ctx, sessionIds))
  for (const socket of sockets) if (over.has(socket.data.sessionId)) socket.disconnect(true)
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
