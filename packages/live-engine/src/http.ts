import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Engine, viewersMaxUsual } from './engine.ts'
import { isRoomName } from './recorder/files.ts'
import { Refusal } from './refusal.ts'
import type { Loop } from './loop/loop.ts'
import { type Grant, readGrant } from './token.ts'

const bytesMax = 64 * 1024
/** In place of an offer: the id of what is sent to us by RTMP. */
export const feedType = 'application/x-live-feed'
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, if-match',
  'access-control-allow-methods': 'POST, DELETE, OPTIONS',
  'access-control-expose-headers': 'location, etag, link',
}

/** What the product may have shown in place of a publisher, by name. Nothing, unless it is the demo. */
export type Loops = Readonly<Record<string, () => Promise<Loop>>>

interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/**
 * The engine over HTTP: WHIP (RFC 9725) for those who publish, WHEP for those who view, and `/control` for the product, which is the only one to hold grants
 * for that. It trusts nothing but the grant.
 */
export function serveEngine(engine: Engine, key: Buffer, loops: Loops = {}): Server {
  const server = createServer((request, response) => {
    answer({ engine, key, loops }, request).then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, replyTo(error)),
    )
  })
  return server
}

function replyTo(error: unknown): Reply {
  if (!(error instanceof Refusal)) {
    process.stderr.write(`The live engine failed: ${error instanceof Error ? error.stack : String(error)}\n`)
    return { status: 500, body: 'Something went wrong.' }
  }
  const { status, message } = error
  return { status, body: message, ...(status === 503 && { headers: { 'retry-after': '5' } }) }
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: Reply): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...cors, ...headers }).end(body)
}

interface Served {
  engine: Engine
  key: Buffer
  loops: Loops
}
async function answer({ engine, key, loops }: Served, request: IncomingMessage): Promise<Reply> {
  const { method = '' } = request
  const url = new URL(request.url ?? '/', 'http://engine')
  const [, area = '', kind = '', name = '', verb = '', file = ''] = url.pathname.split('/')
  if (area === 'control') {
    grantOf(key, request, 'control')
    const of = { user: url.searchParams.get('user') ?? '', session: url.searchParams.get('session') ?? '' }
    if (method === 'GET' && kind === 'rtmp') return json({ address: engine.feeds.address })
    if (kind === 'recordings') return recordings(engine, method, { room: name, at: verb, file })
    if (method === 'GET' && kind === 'rooms' && verb === 'hls')
      return { status: 200, headers: { 'content-type': typeOf(file) }, body: await engine.hls(name, file, of) }
    if (method === 'GET' && kind === 'rooms' && verb === 'keyframe') return keyframe(engine, name)
    return control({ engine, loops }, { method, kind, name, verb }, request)
  }
  if (area !== 'live') return { status: 404 }
  if (method === 'OPTIONS') return { status: 204 }
  if (kind === 'sessions') {
    if (method === 'DELETE') return { status: { ended: 200, replaced: 410, unknown: 404 }[engine.leave(name)] }
    // Neither more candidates nor a restart (RFC 9725 §4.3): who has lost the way comes anew.
    return { status: 405, headers: { allow: 'DELETE, OPTIONS' } }
  }
  if (kind !== 'whip' && kind !== 'whep') return { status: 404 }
  if (method !== 'POST') return { status: 405, headers: { allow: 'POST, OPTIONS' } }
  const grant = grantOf(key, request, kind === 'whip' ? 'publish' : 'view')
  if (grant.room !== name) throw new Refusal(403, 'This right is for another room.')
  const type = request.headers['content-type'] ?? ''
  if (kind === 'whip' && type === feedType)
    return { status: 201, ...taken(engine.takeFeed(grant, await textOf(request))) }
  if (!/^application\/sdp\b/.test(type)) throw new Refusal(415, 'Send application/sdp.')
  const { session, answer: sdp } = await engine.join(grant, await textOf(request))
  const { headers } = taken(session)
  return { status: 201, headers: { 'content-type': 'application/sdp', ...headers }, body: sdp }
}

const taken = (session: string) => ({
  headers: { location: `/live/sessions/${session}`, etag: `"${session}"` },
})

/** The newest picture of a room, for whoever decodes it elsewhere. */
async function keyframe(engine: Engine, room: string): Promise<Reply> {
  const { file, picture } = await engine.keyframe(room)
  return {
    status: 200,
    headers: { 'content-type': 'video/mp4', 'x-picture-size': `${picture.width}x${picture.height}` },
    body: file,
  }
}

/** What was recorded, for the product: the list, each file, and its end. */
async function recordings(
  engine: Engine,
  method: string,
  { room, at, file }: { room: string; at: string; file: string },
): Promise<Reply> {
  if (method === 'GET' && room === '') return json(await engine.recordings())
  if (method === 'GET')
    return { status: 200, headers: { 'content-type': typeOf(file) }, body: await engine.recorded(room, at, file) }
  if (method !== 'DELETE' || room === '' || at !== '') return { status: 404 }
  await engine.forget(room)
  return { status: 204 }
}

const json = (body: unknown): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function control(
  { engine, loops }: Pick<Served, 'engine' | 'loops'>,
  { method, kind, name, verb }: { method: string; kind: string; name: string; verb: string },
  request: IncomingMessage,
): Promise<Reply> {
  if (kind !== 'rooms') return { status: 404 }
  if (method === 'GET' && name === '') return json(engine.snapshots())
  if (method === 'DELETE') {
    engine.close(name)
    return { status: 204 }
  }
  if (method === 'PUT' && verb === '' && isRoomName(name)) {
    engine.open({ id: name, viewersMax: viewersMaxUsual, ...wishesIn(await textOf(request)) })
    return { status: 204 }
  }
  if (method === 'POST' && verb === 'play') {
    const wanted = await textOf(request)
    const loop = Object.hasOwn(loops, wanted) ? loops[wanted] : undefined
    if (!loop) return { status: 404 }
    engine.play(name, await loop())
    return { status: 204 }
  }
  if (method === 'POST' && verb === 'remove') {
    engine.remove(name, sessionsIn(await textOf(request)))
    return { status: 204 }
  }
  return { status: 404 }
}

function wishesIn(text: string): { record: boolean; hls: boolean } {
  try {
    const { record = false, hls = true } = JSON.parse(text) as { record?: unknown; hls?: unknown }
    if (typeof record === 'boolean' && typeof hls === 'boolean') return { record, hls }
  } catch {}
  throw new Refusal(400, 'Send {"record": …, "hls": …}.')
}

const typeOf = (file: string): string => (file.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp4')

function sessionsIn(text: string): string[] {
  try {
    const { sessions } = JSON.parse(text) as { sessions?: unknown }
    if (Array.isArray(sessions) && sessions.every((session) => typeof session === 'string')) return sessions
  } catch {}
  throw new Refusal(400, 'Send {"sessions": […]}.')
}

function grantOf(key: Buffer, request: IncomingMessage, may: Grant['may']): Grant {
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const grant = readGrant(key, token, Date.now() / 1000)
  if (!grant) throw new Refusal(401, 'The key is missing, wrong or no longer valid.')
  if (grant.may !== may) throw new Refusal(403, 'This key is not for that.')
  return grant
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Refusal(413, 'This is too long for an offer.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
