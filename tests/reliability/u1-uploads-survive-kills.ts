import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { samples } from '@fanlight/server/modules/media/testing'
import { cleanUploads } from '@fanlight/server/modules/media/intake/uploads'
import { rows, sql } from '@fanlight/server/platform/db/db'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { advanceClock } from '@fanlight/server/testing/clock'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { processEnvironment, type ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'

// The server is killed again and again while files are uploaded, at random bytes, also between the last byte and its answer. Each upload
// goes on where it stopped: in the end every file is stored once, with the bytes that were sent, and nothing else is left.

const server = fileURLToPath(new URL('./upload-server.ts', import.meta.url))
const tus = { 'tus-resumable': '1.0.0' }
/** A client that gets nowhere is a violation, not a check without end. */
const triesMax = 60

export const check: ReliabilityCheck = {
  id: 'U1',
  title: 'an upload goes on after the server was killed',
  async run({ tier, random }) {
    const { uploads, kills } = counts.U1[tier]
    const world = await startTestServer()
    const violations: string[] = []
    let n = 0
    const host = new Host(world)
    try {
      const creator = await buildPerformer(world.ctx)
      await host.start()
      for (let at = 0; at < uploads; at++) {
        const photo = await samples.photo(500 + at, 400)
        // What comes after an image's end is not shown, but it has to arrive.
        const bytes = Buffer.concat([photo, Buffer.alloc(200_000, at + 1)])
        n += await send(host, creator, bytes, { kills, random, violations })
      }
      const files = await rows(
        world.ctx.db,
        sql<{ id: string }>`SELECT id FROM files WHERE owner_id = ${creator.id} AND status <> 'deleted'`,
      )
      if (files.length !== uploads) violations.push(`${uploads} uploads are ${files.length} files`)
      await advanceClock(world.ctx, '25 hours')
      await cleanUploads(world.ctx)
      const left = await rows(world.ctx.db, sql`SELECT id FROM uploads`)
      if (left.length > 0) violations.push(`${left.length} uploads are left after a day`)
    } finally {
      await host.kill()
      await world.stop()
    }
    return { n, violations: [...new Set(violations)] }
  },
}

/** A process that takes uploads, on the database and the folder of the test server. */
class Host {
  url = ''
  #child: ChildProcess | undefined
  readonly #world: TestServer
  constructor(world: TestServer) {
    this.#world = world
  }
  async start(): Promise<void> {
    const { ownerUrl, ctx } = this.#world
    this.#child = spawn(process.execPath, ['--no-warnings', server, ownerUrl, ctx.config.dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: '/usr/bin:/bin', ...processEnvironment() },
    })
    const [line] = (await once(this.#child.stdout!, 'data')) as [Buffer]
    this.url = line.toString().trim()
  }
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

interface Sending {
  kills: number
  random: () => number
  violations: string[]
}
/** Sends a file as a client does that goes on after every failure. Returns how many requests it made. */
async function send(
  host: Host,
  creator: Built,
  bytes: Buffer,
  { kills, random, violations }: Sending,
): Promise<number> {
  const headers = { ...tus, authorization: creator.token }
  const made = await ask(host, 'POST', '/api/uploads', {
    ...headers,
    'upload-length': String(bytes.length),
    'upload-metadata': `type ${btoa('feed-photo')}`,
  })
  const path = made?.location ?? ''
  let left = kills
  let known = 0
  let tries = 0
  for (; tries < triesMax; tries++) {
    const head = await ask(host, 'HEAD', path, headers)
    const offset = head?.status === 200 ? head.offset : -1
    if (offset < known) {
      violations.push(
        offset === -1 ? `a known upload is answered with ${head?.status}` : 'bytes that had arrived are gone',
      )
      return tries
    }
    known = offset
    if (offset === bytes.length) break
    // The last kill comes after the last byte was sent, before it is answered.
    const share = left === 1 ? 1 : random()
    const until = left > 0 ? offset + Math.ceil((bytes.length - offset) * share) : bytes.length
    const part = { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    const sent = ask(
      host,
      'PATCH',
      path,
      part,
      bytes.subarray(offset),
      until - offset,
      left > 0 ? () => host.kill() : undefined,
    )
    const reply = await sent
    if (left > 0) {
      left--
      await host.kill()
      await host.start()
    } else if (reply?.status !== 204) violations.push(`the rest is answered with ${reply?.status}`)
  }
  if (tries === triesMax) violations.push('an upload never ends')
  const world = await ask(host, 'GET', `/api/performer/files?sha256=${hash(bytes)}`, headers)
  if (world?.total !== 1) violations.push(`a file is stored ${world?.total} times with the bytes that were sent`)
  return tries + kills
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Answer {
  status: number
  offset: number
  location: string
  total: number | undefined
}
/** One request; with `until`, `onSent` is called when so many bytes of the body are written. No answer is undefined. */
function ask(
  host: Host,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer,
  until = body?.length ?? 0,
  onSent?: () => Promise<void>,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const sending = request(
      `${host.url}${path}`,
      { method, headers: { ...headers, ...(body && { 'content-length': String(body.length) }) }, agent: false },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('error', () => resolve(undefined))
        reply.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({
            status: reply.statusCode ?? 0,
            offset: Number(reply.headers['upload-offset'] ?? 0),
            location: reply.headers.location ?? '',
            total: text.startsWith('{') ? (JSON.parse(text) as { total?: number }).total : undefined,
          })
        })
      },
    )
    sending.on('error', () => resolve(undefined))
    if (!body) return sending.end()
    sending.write(body.subarray(0, until), () => void onSent?.())
    if (until === body.length) sending.end()
  })
}
