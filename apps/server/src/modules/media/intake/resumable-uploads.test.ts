import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { unfinishedUploadsMax } from '@fanlight/contract/uploads'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api, type Method } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { samples } from '../testing.ts'
import { cleanUploads } from './uploads.ts'

let server: TestServer
let creator: Built
let fan: Built
let other: Built
beforeAll(async () => {
  server = await startTestServer()
  fan = await buildUser(server.ctx)
  other = await buildPerformer(server.ctx)
})
beforeEach(async () => {
  creator = await buildPerformer(server.ctx)
})
afterAll(() => server.stop())

const tus = { 'tus-resumable': '1.0.0' }
const metadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const ask = (method: Method, path: string, headers: Record<string, string> = {}, body?: Buffer, who: Built = creator) =>
  api(server)
    .as(who)
    .call(method, path, { headers: { ...tus, ...headers }, ...(body && { body }) })

const declare = (bytes: number | string, type = 'feed-photo', values: Record<string, string> = {}, who = creator) =>
  ask(
    'POST',
    '/uploads',
    { 'upload-length': String(bytes), 'upload-metadata': metadata({ type, filename: 'kiln.jpg', ...values }) },
    undefined,
    who,
  )
async function begin(bytes: number, type?: string, values?: Record<string, string>): Promise<string> {
  const made = await declare(bytes, type, values)
  expect(made.status, made.text).toBe(201)
  return String(made.headers['location']).replace('/api', '')
}
const part = (path: string, offset: number, bytes: Buffer, who = creator) =>
  ask('PATCH', path, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, bytes, who)
const offsetOf = async (path: string) => Number((await ask('HEAD', path)).headers['upload-offset'])
const idIn = (path: string) => path.split('/').at(-1)!
const fileOf = (path: string) =>
  row(
    server.ctx.db,
    sql<{
      sha256: string
      name: string
      isRetained: boolean
      kind: string
      status: string
    }>`SELECT encode(sha256, 'hex') AS sha256,
      original_name AS name, is_retained AS "isRetained", kind, status FROM files WHERE id = ${idIn(path)}`,
  )
const staged = () => readdirSync(join(server.ctx.config.dataDir, 'uploads'))
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a file that is sent in parts is received as one of a form is, under the id of its upload', async () => {
  const bytes = await samples.photo()
  const path = await begin(bytes.length, 'feed-photo', { keep: 'true' })
  expect(await offsetOf(path)).toBe(0)
  const first = await part(path, 0, bytes.subarray(0, 4000))
  expect([first.status, first.headers['upload-offset']]).toEqual([204, '4000'])
  expect(first.headers).toMatchObject({ 'tus-resumable': '1.0.0', 'cache-control': 'private, no-store' })
  expect(await offsetOf(path)).toBe(4000)
  expect((await part(path, 4000, bytes.subarray(4000))).status).toBe(204)
  expect(await fileOf(path)).toMatchObject({ sha256: hash(bytes), name: 'kiln.jpg', isRetained: true, kind: 'photo' })
  await server.work()
  expect(
    (
      await api(server)
        .as(creator)
        .get(`/files/${idIn(path)}/status`)
    ).body.data.status,
  ).toBe('ready')
  expect(staged()).not.toContain(idIn(path))
})

test('a part that comes twice, out of order or beyond the declared length changes nothing', async () => {
  const bytes = await samples.photo()
  const path = await begin(bytes.length)
  await part(path, 0, bytes.subarray(0, 3000))
  expect((await part(path, 0, bytes.subarray(0, 3000))).status).toBe(409)
  expect((await part(path, 5000, bytes.subarray(5000))).status).toBe(409)
  expect((await part(path, 3000, Buffer.concat([bytes.subarray(3000), Buffer.alloc(10)]))).status).toBe(413)
  expect(await offsetOf(path)).toBe(3000)
  await part(path, 3000, bytes.subarray(3000))
  expect((await fileOf(path))!.sha256).toBe(hash(bytes))
})

test('finishing twice, and requesting it again afterwards, stores one file', async () => {
  const bytes = await samples.photo()
  const path = await begin(bytes.length)
  const again = await Promise.all([part(path, 0, bytes), part(path, 0, bytes)])
  expect(again.map(({ status }) => status)).toContain(204)
  expect(await offsetOf(path)).toBe(bytes.length)
  expect((await part(path, bytes.length, Buffer.alloc(0))).status).toBe(204)
  expect((await part(path, 10, bytes.subarray(10))).status).toBe(409)
  expect((await ask('DELETE', path)).status).toBe(409)
  const files = await rows(server.ctx.db, sql`SELECT id FROM files WHERE owner_id = ${creator.id}`)
  expect(files).toHaveLength(1)
})

test('what was killed between the last byte and the record is stored when its sender returns, or by the job', async () => {
  const bytes = await samples.photo()
  const [returning, left] = [await begin(bytes.length), await begin(bytes.length)]
  for (const path of [returning, left]) {
    await part(path, 0, bytes)
    // As if the process had ended there.
    await server.ctx.transaction(async (tx) => {
      await sql`DELETE FROM files WHERE id = ${idIn(path)}`.execute(tx.db)
      await sql`UPDATE uploads SET finished_at = NULL WHERE id = ${idIn(path)}`.execute(tx.db)
    })
    await writeFile(join(server.ctx.config.dataDir, 'uploads', idIn(path)), bytes)
  }
  expect(await offsetOf(returning)).toBe(bytes.length)
  expect((await fileOf(returning))!.sha256).toBe(hash(bytes))
  await advanceClock(server.ctx, '11 minutes')
  await cleanUploads(server.ctx)
  expect((await fileOf(left))!.sha256).toBe(hash(bytes))
})

test('a connection that is lost loses nothing that had arrived, and the next one goes on', async () => {
  const listening = await startTestServer({ listen: true })
  try {
    const sender = await buildPerformer(listening.ctx)
    const bytes = Buffer.concat([await samples.photo(), Buffer.alloc(300_000, 7)])
    const headers = { ...tus, authorization: sender.token }
    const made = await fetch(`${listening.url}/api/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes.length),
        'upload-metadata': metadata({ type: 'feed-photo' }),
      },
    })
    const url = new URL(made.headers.get('location')!, listening.url)
    const partOf = (offset: number) => ({
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    })
    const lost = httpRequest(url, { ...partOf(0), headers: { ...partOf(0).headers, 'content-length': bytes.length } })
    lost.on('error', () => {})
    lost.write(bytes.subarray(0, 150_000))
    const offset = async () => Number((await fetch(url, { method: 'HEAD', headers })).headers.get('upload-offset'))
    const file = join(listening.ctx.config.dataDir, 'uploads', idIn(url.pathname))
    await expect.poll(async () => (await stat(file)).size, { interval: 20 }).toBeGreaterThan(0)
    lost.destroy()
    const arrived = await offset()
    expect(arrived).toBeGreaterThan(0)
    expect(arrived).toBeLessThanOrEqual(150_000)
    const rest = await fetch(url, { ...partOf(arrived), body: new Uint8Array(bytes.subarray(arrived)) })
    expect(rest.status).toBe(204)
    const stored = await row(
      listening.ctx.db,
      sql<{ sha256: string }>`SELECT encode(sha256, 'hex') AS sha256 FROM files WHERE id = ${idIn(url.pathname)}`,
    )
    expect(stored!.sha256).toBe(hash(bytes))
  } finally {
    await listening.stop()
  }
})

test("another's upload is as good as none, and only a verified creator has any", async () => {
  const bytes = await samples.photo()
  const path = await begin(bytes.length)
  expect((await ask('HEAD', path, {}, undefined, other)).status).toBe(404)
  expect((await part(path, 0, bytes, other)).status).toBe(404)
  expect((await ask('DELETE', path, {}, undefined, other)).status).toBe(404)
  expect((await ask('HEAD', '/uploads/not-an-id')).status).toBe(422)
  expect((await declare(10, 'feed-photo', {}, fan)).status).toBe(403)
  expect((await api(server).call('HEAD', path, { headers: tus })).status).toBe(401)
  expect((await declare(10, 'feed-photo', {}, await buildPerformer(server.ctx, { approved: false }))).status).toBe(403)
  expect(await offsetOf(path)).toBe(0)
})

test('a declaration that makes no sense is refused before a byte is sent', async () => {
  const refused = async (bytes: number | string, type?: string) => {
    const { status, body } = await declare(bytes, type)
    return [status, body.code]
  }
  expect(await refused(0)).toEqual([422, 'FILE_EMPTY'])
  expect(await refused(-1)).toEqual([400, 'INVALID_INPUT'])
  expect(await refused('1e3')).toEqual([400, 'INVALID_INPUT'])
  expect(await refused(25 * 1024 * 1024 + 1)).toEqual([413, 'TOO_LARGE'])
  expect(await refused(6e9, 'feed-video')).toEqual([413, 'TOO_LARGE'])
  expect(await refused(10, 'avatar')).toEqual([400, 'INVALID_INPUT'])
  const unknown = await ask('POST', '/uploads', {
    'upload-defer-length': '1',
    'upload-metadata': metadata({ type: 'feed-photo' }),
  })
  expect(unknown.status).toBe(400)
  const plain = await ask('POST', '/uploads', { 'upload-length': '10' })
  expect(plain.status).toBe(400)
  const { 'tus-resumable': _version, ...none } = tus
  const old = await api(server)
    .as(creator)
    .call('POST', '/uploads', {
      headers: { ...none, 'upload-length': '10', 'upload-metadata': metadata({ type: 'feed-photo' }) },
    })
  expect([old.status, old.body.code]).toEqual([400, 'INVALID_INPUT'])
  expect(await rows(server.ctx.db, sql`SELECT FROM uploads WHERE owner_id = ${creator.id}`)).toHaveLength(0)
})

test.each([
  [
    'a playlist that calls itself a video',
    'feed-video',
    () => Buffer.from('#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\nhttp://10.0.0.1/\n'),
  ],
  [
    'a vector image',
    'feed-photo',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  ],
  ['an archive as a photo', 'feed-photo', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)])],
  ['an image as a video', 'feed-video', () => samples.photo()],
])('%s is refused, and nothing of it remains', async (_name, type, make) => {
  const bytes = Buffer.from(await make())
  const path = await begin(bytes.length, type)
  const sent = await part(path, 0, bytes)
  expect([sent.status, sent.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA'])
  expect((await ask('HEAD', path)).status).toBe(404)
  expect(staged()).not.toContain(idIn(path))
  expect(await fileOf(path)).toBeUndefined()
})

test('an image that would fill the memory is refused by its size in pixels', async () => {
  const bytes = await samples.png(8000, 7000)
  const path = await begin(bytes.length)
  const sent = await part(path, 0, bytes)
  expect([sent.status, sent.body.code]).toEqual([422, 'FILE_TOO_MANY_PIXELS'])
  expect((await ask('HEAD', path)).status).toBe(404)
})

test('a large file of the wrong type is refused after its first part', async () => {
  const bytes = Buffer.concat([Buffer.from('#EXTM3U\n'), Buffer.alloc(200_000, 'a')])
  const path = await begin(1_000_000, 'feed-video')
  expect((await part(path, 0, bytes)).status).toBe(415)
  expect((await ask('HEAD', path)).status).toBe(404)
})

test('a file that becomes another one between two parts is processed as what it began as, and fails', async () => {
  const [photo, playlist] = [await samples.photo(), Buffer.from('#EXTM3U\nfile:///etc/passwd\n'.repeat(100))]
  const bytes = Buffer.concat([photo.subarray(0, 500), playlist])
  const path = await begin(bytes.length)
  await part(path, 0, bytes.subarray(0, 500))
  expect((await part(path, 500, bytes.subarray(500))).status).toBe(204)
  await server.work()
  expect((await fileOf(path))!.status).toBe('failed')
})

test('a cancelled upload is gone, and so is one that was not continued for a day', async () => {
  const [cancelled, left, fresh] = [await begin(1000), await begin(1000), await begin(1000)]
  await part(left, 0, Buffer.alloc(10))
  expect((await ask('DELETE', cancelled)).status).toBe(204)
  expect((await ask('HEAD', cancelled)).status).toBe(404)
  await advanceClock(server.ctx, '23 hours')
  await part(fresh, 0, Buffer.alloc(10))
  await advanceClock(server.ctx, '2 hours')
  await cleanUploads(server.ctx)
  expect((await ask('HEAD', left)).status).toBe(404)
  expect(await offsetOf(fresh)).toBe(10)
  expect(staged()).not.toContain(idIn(left))
})

test('an account has so many unfinished uploads, and so much storage', async () => {
  const all = await Promise.all(Array.from({ length: unfinishedUploadsMax + 2 }, () => declare(100)))
  expect(all.filter(({ status }) => status === 201)).toHaveLength(unfinishedUploadsMax)
  expect(all.find(({ status }) => status !== 201)!.body.code).toBe('TOO_MANY_UPLOADS')
  const next = await buildPerformer(server.ctx)
  await sql`UPDATE uploads SET owner_id = ${next.id}, bytes = 249999999000 WHERE id = ${idIn(String(all[0]!.headers['location']))}`.execute(
    server.ctx.db,
  )
  const full = await declare(2000, 'feed-video', {}, next)
  expect([full.status, full.body.code]).toEqual([422, 'STORAGE_FULL'])
  expect((await declare(1000, 'feed-video', {}, next)).status).toBe(201)
})
