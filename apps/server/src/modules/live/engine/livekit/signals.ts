import type { Duplex } from 'node:stream'
import { type Grant, readGrant } from '@fanlight/live-engine/token'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AccessToken } from 'livekit-server-sdk'
import type { Context } from '../../../../platform/context.ts'
import { egressTo } from '../../../../platform/egress.ts'
import { answersHost } from '../../../../platform/http/demo-hosts.ts'
import { hasSeveralHosts } from '../../../../platform/http/host-header.ts'
import { isWebSocket } from '../../../../platform/http/http-upgrade.ts'
import { attempt } from '../../../../platform/http/http.ts'
import { Limiter } from '../../../../platform/http/limiter.ts'
import { ownOrigin } from '../../../../platform/http/origin.ts'
import { networkOf } from '../../../../platform/http/remote-address.ts'
import { keyFor } from '../../../../platform/keys.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { roomService, unlessMissing } from './client.ts'
import { removeNow } from './livekit.ts'
import { openPerson, publisherName, roomName, sealPerson } from './names.ts'
import { wasRemoved } from './store.ts'

// The signalling of a LiveKit server at our own address. Its server forgets no token and gives everyone a new one for ten minutes, so whoever was removed could
// come back by themselves: here a browser comes in by a right of ours, which is looked at when it comes, and no token of LiveKit's is good for anything.

type IncomingMessage = FastifyRequest['raw']

/** Joins of one network in a minute: a hundred people behind one address, each of whom comes back once. */
const joinsMax = 200
/** A browser says each five seconds that it is there. */
const silentMs = 12_000
/** How long a room is kept that was not entered, or was left by everybody. */
const keptSeconds = 60
const pathPattern = /^\/live(\/rtc(?:\/v1)?)\?/

export const isSignalHandshake = (request: IncomingMessage): boolean =>
  isWebSocket(request) && pathPattern.test(request.url ?? '')

export function forwardSignals(app: FastifyInstance, ctx: Context): void {
  const { liveKit } = ctx.config
  if (!liveKit) return
  const limiter = new Limiter(Math.ceil(joinsMax * ctx.config.rateLimitFactor), 60_000)
  const open = new Set<Duplex>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isSignalHandshake(request)) return
    socket.on('error', () => socket.destroy())
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const isWelcome =
      isOfOurPage(ctx, request) && limiter.count(networkOf(app.addressOf(request)), performance.now()) === 0
    if (!isWelcome) return refuseWith(socket, 403)
    join(ctx, request, socket, head).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a browser was not led into a live room')
      refuseWith(socket, 503)
    })
  })
  // What a publisher asks that was lost: 410 where another one has its place. It says it for whoever was in the room, and ends nothing.
  app.get<{ Params: { sealed: string } }>(
    '/live/rtc/publisher/:sealed',
    {
      schema: { hide: true },
      onRequest: (request, _reply, done) => done(attempt(() => limiter.admit(networkOf(request.viewer.address)))),
    },
    async ({ params }, reply) => reply.status((await isReplaced(ctx, params.sealed)) ? 410 : 204).send(),
  )
  // What the studio asks before a stream: whether the live server is there.
  app.options('/live/whip/check', { schema: { hide: true } }, async (_request, reply) => {
    const answered = await egressTo(liveKit.url, { isOwn: true })
      .send(`${liveKit.url}/`)
      .catch(() => null)
    return reply.status(answered?.status === 200 ? 204 : 503).send()
  })
  // What a browser asks when it was not led in. Its right is used up or was ended: it takes another one.
  for (const path of ['/live/rtc/validate', '/live/rtc/v1/validate'])
    app.get(path, { schema: { hide: true } }, (_request, reply) => reply.status(401).send())
  app.addHook('preClose', (done) => {
    for (const socket of open) socket.destroy()
    done()
  })
}

/** A browser always says whose page it is on. */
function isOfOurPage(ctx: Context, request: IncomingMessage): boolean {
  const { origin, host = '' } = request.headers
  if (hasSeveralHosts(request) || !answersHost(ctx.config, host)) return false
  return origin === undefined || origin === ownOrigin(ctx.config, { protocol: 'http', host })
}

async function isReplaced(ctx: Context, sealed: string): Promise<boolean> {
  const person = openPerson(ctx, sealed) ?? refuse('NOT_FOUND')
  const people =
    (await unlessMissing(roomService(ctx.config.liveKit!).listParticipants(roomName(ctx, person.room)))) ?? []
  return people.some(({ identity, metadata }) => identity === publisherName && metadata !== sealed)
}

async function join(ctx: Context, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  const liveKit = ctx.config.liveKit!
  const [, path = ''] = pathPattern.exec(request.url!) ?? []
  const asked = new URL(request.url!, 'http://localhost').searchParams
  const now = Math.floor(Date.now() / 1000)
  const grant = readGrant(keyFor(ctx.secret, 'live grants'), asked.get('access_token') ?? '', now)
  if (grant?.may !== 'publish' && grant?.may !== 'view') return refuseWith(socket, 401)
  const room = roomName(ctx, grant.room)
  if (await wasRemoved(ctx, grant.room, grant.session, grant.issuedAt)) return refuseWith(socket, 403)
  const service = roomService(liveKit)
  // Its publisher opens a room; nobody else does.
  if (grant.may === 'publish')
    await service.createRoom({ name: room, emptyTimeout: keptSeconds, departureTimeout: keptSeconds })
  else if ((await service.listRooms([room])).length === 0) return refuseWith(socket, 404)
  const sealed = sealPerson(ctx, grant)
  const identity = grant.may === 'publish' ? publisherName : sealed
  asked.delete('access_token')
  const upstream = await egressTo(liveKit.url, { isOwn: true }).openSocket(`${liveKit.url}${path}?${String(asked)}`, {
    ...passedOn(request, ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-extensions', 'user-agent']),
    authorization: `Bearer ${await tokenFor(ctx, room, grant, { identity, sealed })}`,
  })
  // Whoever was removed while this went on is in no list of theirs yet.
  const isGone = socket.destroyed || (await wasRemoved(ctx, grant.room, grant.session, grant.issuedAt))
  const leave = () => {
    upstream.socket.destroy()
    // Without signalling nobody stays: LiveKit would keep them for some time, and count it.
    void leaveRoom(ctx, room, { identity, sealed }).catch(() => {})
  }
  upstream.socket.on('error', () => upstream.socket.destroy())
  if (isGone) {
    leave()
    return refuseWith(socket, 403)
  }
  socket.write(switching(upstream.headers))
  if (head.length > 0) upstream.socket.write(head)
  upstream.socket.pipe(socket)
  socket.pipe(upstream.socket)
  upstream.socket.once('close', () => socket.destroy())
  socket.once('close', leave)
  const silence = setTimeout(() => socket.destroy(), silentMs)
  socket.on('data', () => silence.refresh())
  socket.once('close', () => clearTimeout(silence))
}

/** For LiveKit alone: what it says the browser may. */
async function tokenFor(
  ctx: Context,
  room: string,
  { may }: Grant,
  { identity, sealed }: { identity: string; sealed: string },
): Promise<string> {
  const { key, secret } = ctx.config.liveKit!
  const isPublisher = may === 'publish'
  const token = new AccessToken(key, secret, { identity, ttl: 60, ...(isPublisher && { metadata: sealed }) })
  token.addGrant({
    room,
    roomJoin: true,
    canPublish: isPublisher,
    canSubscribe: !isPublisher,
    canPublishData: false,
    canUpdateOwnMetadata: false,
    // Nobody is told of those who watch.
    hidden: !isPublisher,
  })
  return token.toJwt()
}

/** A publisher whose place was taken has left already. */
async function leaveRoom(ctx: Context, room: string, { identity, sealed }: { identity: string; sealed: string }) {
  const service = roomService(ctx.config.liveKit!)
  if (identity === publisherName) {
    const people = (await unlessMissing(service.listParticipants(room))) ?? []
    if (!people.some((one) => one.identity === identity && one.metadata === sealed)) return
  }
  await unlessMissing(removeNow(service, room, identity))
}

const passedOn = ({ headers }: IncomingMessage, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))

function switching(headers: Record<string, string>): string {
  const lines = Object.entries(headers).filter(([name]) => name.startsWith('sec-websocket-'))
  return [
    'HTTP/1.1 101 Switching Protocols',
    'upgrade: websocket',
    'connection: upgrade',
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')
}

function refuseWith(socket: Duplex, status: number): void {
  if (!socket.destroyed) socket.end(`HTTP/1.1 ${status} \r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
