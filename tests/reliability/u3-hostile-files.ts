import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileKind } from '@fanlight/contract/media'
import { processFile } from '@fanlight/server/modules/media/processing/processing'
import { samples } from '@fanlight/server/modules/media/testing'
import { rows, sql } from '@fanlight/server/platform/db/db'
import { type Method, api } from '@fanlight/server/testing/api'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { corpus, type HostileFile, oddNames } from './hostile-files.ts'

// Files that were made to do harm, and uploads that change under way. No output holds anything of a text file on this machine, no call reaches
// the server that the files name, nothing is written outside the folder of the data, and what is taken ends, as ready or as failed.

const canary = 'CANARY-OF-THIS-MACHINE'
const entrances: Record<FileKind, string> = {
  photo: '/performer/feeds/photo/upload',
  thumbnail: '/performer/feeds/thumbnail/upload',
  video: '/performer/feeds/video/upload',
  teaser: '/performer/feeds/teaser/upload',
  audio: '/performer/feeds/audio/upload',
  digital: '/performer/performer-assets/products/file/upload',
  // Identity documents take several files at once; `sniff` decides there as everywhere.
  document: '/performers/documents/upload',
}

interface World {
  server: TestServer
  creator: Built
  violations: string[]
}

export const check: ReliabilityCheck = {
  id: 'U3',
  title: 'files that were made to do harm do none',
  async run({ tier, random }) {
    const { share, mutations } = counts.U3[tier]
    const folder = await mkdtemp(join(tmpdir(), 'fanlight-canary-'))
    const canaryPath = join(folder, 'canary.txt')
    await writeFile(canaryPath, `${canary}\n`.repeat(2000))
    let calls = 0
    const listener = createServer((socket) => {
      calls++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const listenerUrl = `http://127.0.0.1:${(listener.address() as { port: number }).port}`
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    const world: World = { server, creator: await buildPerformer(server.ctx), violations: [] }
    let n = 0
    try {
      n += await tryParts(world)
      if (sabotaged('U3')) return { n, violations: world.violations }
      n += await tryNames(world)
      const files = await corpus({ canaryPath, listenerUrl }, (most) => Math.max(20, Math.floor(most * share)))
      const mutated = await mutationsOf(mutations, random)
      n += await tryFiles(world, [...files, ...mutated])
      n += await readOutputs(world)
      if (calls > 0) world.violations.push(`${calls} connections to the server that the files name`)
      const left = await readdir(folder)
      if (left.length !== 1) world.violations.push(`beside the canary there is ${left.join(', ')}`)
      for (const path of ['/tmp/hostile', '/etc/hostile', '/tmp/hostile.jpg'])
        if (existsSync(path)) world.violations.push(`${path} was written`)
      const health = await api(server).get('/health')
      if (health.status !== 200) world.violations.push(`afterwards the server answers ${health.status}`)
    } finally {
      await server.stop()
      listener.close()
      await rm(folder, { recursive: true, force: true })
    }
    return { n, violations: [...new Set(world.violations)] }
  },
}

function form(kind: FileKind, bytes: Buffer, name: string): FormData {
  const made = new FormData()
  made.set(kind === 'document' ? 'id_front' : 'file', new Blob([new Uint8Array(bytes)]), name)
  return made
}

/** Every file by its entrance, named as what it pretends to be. */
async function tryFiles({ server, creator, violations }: World, files: readonly HostileFile[]): Promise<number> {
  const extension = {
    video: 'mp4',
    teaser: 'avi',
    audio: 'mp3',
    photo: 'jpg',
    thumbnail: 'jpg',
    document: 'pdf',
    digital: 'zip',
  }
  for (const { name, kind, bytes, refused } of files) {
    if (kind === 'document') continue
    const sent = await api(server)
      .as(creator)
      .upload(entrances[kind], form(kind, bytes, `holiday.${extension[kind]}`))
    const isTaken = sent.status === 200
    if (
      refused
        ? sent.status !== 415 && sent.body?.code !== 'FILE_TOO_MANY_PIXELS'
        : !isTaken && ![415, 422].includes(sent.status)
    )
      violations.push(`${name} as ${kind}: answered ${sent.status} ${sent.body?.code ?? ''}`)
  }
  const taken = await rows(
    server.ctx.db,
    sql<{ id: string }>`SELECT id FROM files WHERE owner_id = ${creator.id} AND status = 'uploaded'`,
  )
  const left = [...taken]
  const worker = async () => {
    for (let file = left.pop(); file; file = left.pop()) await processFile(server.ctx, file.id)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  const unended = await rows(
    server.ctx.db,
    sql<{
      name: string
      kind: string
      status: string
      code: string | null
    }>`SELECT original_name AS name, kind, status, error_code AS code FROM files
      WHERE owner_id = ${creator.id} AND (status NOT IN ('ready', 'failed') OR error_code = 'PROCESSING_FAILED')`,
  )
  // A failure that isn't the file's fault is tried again, and hides the others.
  for (const { kind, status, code } of unended) violations.push(`a ${kind} ended as ${status} ${code ?? ''}`)
  return files.length + taken.length
}

/** Good files with bytes that were changed at random. */
async function mutationsOf(count: number, random: () => number): Promise<HostileFile[]> {
  const good = [
    ['photo', await samples.photo(80, 60)],
    ['photo', samples.heic()],
    ['video', await samples.video({ size: '256x144', length: 1 })],
    ['audio', await samples.audio()],
  ] as const
  return Array.from({ length: count }, (_, n) => {
    const [kind, bytes] = good[n % good.length]!
    const changed = Buffer.from(bytes)
    // The beginning is where formats describe themselves; the first bytes stay, or it would not be taken.
    for (let at = 0; at < 30; at++)
      changed[32 + Math.floor(random() ** 2 * (changed.length - 32))] = Math.floor(random() * 256)
    return { name: `mutation ${n}`, kind, bytes: changed }
  })
}

/** Nothing that was made holds what the files tried to read or to carry. */
async function readOutputs({ server, violations }: World): Promise<number> {
  const root = join(server.ctx.config.dataDir, 'media')
  const made = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  let bytesMade = 0
  for (const entry of made) {
    const path = join(entry.parentPath, entry.name)
    const isOutput = path.startsWith(join(root, 'variants'))
    if (!isOutput && !path.startsWith(join(root, 'originals'))) violations.push(`${entry.name} is left behind`)
    if (!isOutput) continue
    const bytes = await readFile(path)
    bytesMade += bytes.length
    for (const text of [canary, 'hostile()', 'root:x:0:0'])
      if (bytes.includes(text)) violations.push(`${entry.name} holds ${text}`)
  }
  if (bytesMade > 50 * 1024 * 1024) violations.push(`${bytesMade} bytes were made`)
  const described = await rows(server.ctx.db, sql<{ text: string }>`SELECT v.detail::text AS text FROM file_variants v`)
  if (described.some(({ text }) => text.includes(canary))) violations.push('a variant is described with the canary')
  return made.length
}

/** Names are shown as text and used for nothing else. */
async function tryNames({ server, creator, violations }: World): Promise<number> {
  const bytes = await samples.photo(40, 30)
  for (const name of oddNames) {
    const body = Buffer.concat([
      Buffer.from(
        `--b\r\ncontent-disposition: form-data; name="file"; filename="${name.replaceAll('"', '%22')}"\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ])
    const { status } = await api(server)
      .as(creator)
      .call('POST', entrances.photo, { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } })
    if (status !== 200 && status !== 400)
      violations.push(`the name ${JSON.stringify(name.slice(0, 30))}: answered ${status}`)
  }
  const stored = await rows(
    server.ctx.db,
    sql<{
      name: string
      key: string
      id: string
    }>`SELECT id, original_name AS name, original_key AS key FROM files WHERE owner_id = ${creator.id}`,
  )
  for (const { name, key } of stored) {
    if (name.length > 200 || /[/\\\u0000-\u001f\u202a-\u202e\u2066-\u2069]/.test(name))
      violations.push(`stored the name ${JSON.stringify(name.slice(0, 40))}`)
    if (!/^originals\/[0-9a-f]{2}\/[0-9a-f]{40}$/.test(key)) violations.push(`stored at ${key}`)
  }
  // Their bytes are one photo: one of them is enough to be made into sizes.
  await sql`UPDATE files SET status = 'ready' WHERE owner_id = ${creator.id} AND id <> ${stored[0]!.id}`.execute(
    server.ctx.db,
  )
  return oddNames.length
}

/** Uploads in parts: twice, out of order, with other content than they began with, and by someone else. */
async function tryParts({ server, violations }: World): Promise<number> {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const tus = { 'tus-resumable': '1.0.0' }
  const ask = (who: Built, method: Method, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
    api(server)
      .as(who)
      .call(method, path, { headers: { ...tus, ...headers }, ...(body && { body }) })
  const begin = async (bytes: number, type: string) => {
    const metadata = `type ${btoa(type)},filename ${btoa('clip.mp4')}`
    const made = await ask(creator, 'POST', '/uploads', { 'upload-length': String(bytes), 'upload-metadata': metadata })
    if (made.status !== 201) violations.push(`an upload of ${type} is begun with ${made.status}`)
    return String(made.headers['location']).replace('/api', '')
  }
  const part = (path: string, offset: number, bytes: Buffer, who = creator) =>
    ask(
      who,
      'PATCH',
      path,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      bytes,
    )
  const expected = (what: string, given: { status: number }, ...statuses: number[]) => {
    if (!statuses.includes(given.status)) violations.push(`${what}: answered ${given.status}`)
  }

  const photo = await samples.photo(60, 40)
  const half = Math.floor(photo.length / 2)
  const twice = await begin(photo.length, 'feed-photo')
  expected('the first half', await part(twice, 0, photo.subarray(0, half)), 204)
  expected('the first half again', await part(twice, 0, photo.subarray(0, half)), 409)
  expected('a part that leaves a gap', await part(twice, half + 1, photo.subarray(half + 1)), 409)
  expected(
    'more than was announced',
    await part(twice, half, Buffer.concat([photo.subarray(half), Buffer.alloc(1000)])),
    400,
    413,
  )
  // None of these is theirs, whether they know the address or not.
  expected('another’s upload, looked up', await ask(other, 'HEAD', twice), 404)
  expected('another’s upload, continued', await part(twice, half, photo.subarray(half), other), 404)
  expected('another’s upload, cancelled', await ask(other, 'DELETE', twice), 404)
  const offset = Number((await ask(creator, 'HEAD', twice)).headers['upload-offset'])
  expected('the rest', await part(twice, offset, photo.subarray(offset)), 204)
  expected('the rest again', await part(twice, half, photo.subarray(half)), 409, 204)

  const playlist = ascii('#EXTM3U\nfile:///etc/passwd\n'.repeat(4000))
  // Too short to fill an image with its characters as pixels.
  const short = playlist.subarray(0, 2700)
  const changing = await begin(500 + short.length, 'feed-photo')
  await part(changing, 0, (await samples.photo()).subarray(0, 500))
  expected('another content after the first part', await part(changing, 500, short), 204, 415)
  const late = await begin(1_000_000, 'feed-video')
  expected('a playlist as the first part', await part(late, 0, playlist), 415)
  expected('what was refused, again', await ask(creator, 'HEAD', late), 404)

  await server.work()
  const files = await rows(
    server.ctx.db,
    sql<{
      status: string
      sha256: string
    }>`SELECT status, encode(sha256, 'hex') AS sha256 FROM files WHERE owner_id = ${creator.id} ORDER BY bytes`,
  )
  const statuses = files.map(({ status }) => status)
  if (statuses.join() !== 'ready,failed') violations.push(`uploads in parts became ${statuses.join(', ') || 'nothing'}`)
  const parts = await readdir(join(server.ctx.config.dataDir, 'uploads')).catch(() => [])
  if (parts.length > 0) violations.push(`${parts.length} parts are left behind`)
  return 14
}
const ascii = (text: string) => Buffer.from(text, 'latin1')
