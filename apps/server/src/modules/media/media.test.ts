import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { fullSource } from '@fanlight/contract/image-sources'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../platform/db/db.ts'
import { sha256 } from '../../platform/ids.ts'
import type { SignedIn, Viewer } from '../../platform/viewer.ts'
import { api, formOf } from '../../testing/api.ts'
import { type Built, buildAdmin, buildBlock, buildFollow, buildPerformer, buildUser } from '../../testing/builders.ts'
import { advanceClock } from '../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { accountOfToken } from '../people/accounts/auth/identify.ts'
import { decideFiles } from './serving/access.ts'
import { baseOf } from './serving/address.ts'
import { sniff } from './intake/sniff.ts'
import { useMatchPort } from './intake/known-illegal.ts'
import { downloadAddress, loadFiles, presentFile, profileImage } from './serving/present.ts'
import { filesReady, processFile, resumeUnfinished } from './processing/processing.ts'
import { buildItemAround, buildUploadedFile, imagesOf, partsOf, samples } from './testing.ts'

// spec: feed.files.types, feed.upload-field

let server: TestServer
let creator: Built
let fan: Built
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  creator = await buildPerformer(server.ctx)
  fan = await buildUser(server.ctx)
})
afterAll(() => server?.stop())

const upload = (path: string, bytes: Buffer, field = 'file', who = creator) =>
  api(server)
    .as(who)
    .upload(path, formOf({}, { [field]: bytes }))
const statusOf = async (id: string) => (await api(server).as(creator).get(`/files/${id}/status`)).body.data
const get = (url: string, who?: Built, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers: { ...(who && { authorization: who.token }), ...headers } })
const visitor: Viewer = { kind: 'visitor', address: '127.0.0.1', country: null, locale: 'en-US', age: 'none' as const }
async function viewerOf(who: Built): Promise<SignedIn> {
  const found = await accountOfToken(server.ctx, who.token)
  return {
    kind: 'signed-in',
    ...found!.account,
    address: '127.0.0.1',
    country: null,
    locale: 'en-US',
    age: 'none' as const,
  }
}
async function shown(fileId: string, viewer: Viewer) {
  const file = (await loadFiles(server.ctx, [fileId])).get(fileId)!
  const decision = (await decideFiles(server.ctx, viewer, [file])).get(fileId)!
  return presentFile(server.ctx, file, viewer, decision)
}
async function openly(fileId: string, who: Built) {
  const file = await shown(fileId, await viewerOf(who))
  if (file.isLocked) throw new Error('locked')
  return file
}
async function processed(
  bytes: Buffer,
  kind: 'photo' | 'video' | 'audio',
  mime: string,
  purpose = `feed-${kind}`,
): Promise<string> {
  const id = await buildUploadedFile(server.ctx, { ownerId: creator.id, kind, purpose, mime, bytes })
  await processFile(server.ctx, id)
  return id
}
const originals = () => {
  try {
    return readdirSync(join(server.ctx.config.dataDir, 'media'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.parentPath.includes('variants'),
    ).length
  } catch {
    return 0
  }
}

test('an uploaded video is playable at once and gets its other qualities later', { timeout: 120_000 }, async () => {
  const reply = await upload('/performer/feeds/video/upload', await samples.video())
  expect(reply.status).toBe(200)
  expect(reply.body.data).toMatchObject({
    kind: 'video',
    type: 'feed-video',
    status: 'uploaded',
    progress: 0,
    mime: 'video/mp4',
  })
  const id = reply.body.data._id
  await processFile(server.ctx, id)
  expect(await statusOf(id)).toEqual({ status: 'ready', progress: 100, errorCode: null })
  const first = await openly(id, creator)
  expect(first).toMatchObject({
    width: 1280,
    height: 720,
    durationMs: expect.closeTo(5000, -3),
    averageColor: expect.stringMatching(/^#/),
  })
  expect(imagesOf(first).length).toBeGreaterThan(3)
  expect((await shown(id, visitor)).preview!.length).toBeLessThan(1200)

  await server.work()
  const { base, hls } = await openly(id, creator)
  const master = (await get(base + hls, creator)).body
  expect(master.match(/RESOLUTION=\S+?(?=,)/g)).toEqual([
    'RESOLUTION=426x240',
    'RESOLUTION=640x360',
    'RESOLUTION=854x480',
    'RESOLUTION=1280x720',
  ])
  expect(master).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"/)
  const [playlistUrl] = partsOf(base + hls, master)
  const served = await get(playlistUrl!, creator)
  const playlist = served.body
  expect(playlist).toContain('#EXT-X-ENDLIST')
  // It contains no URL, so it is the same for every base URL it is requested through, and a client that has it cached fetches it once.
  expect(master + playlist).not.toContain('/media/')
  const validators = { 'if-none-match': String(served.headers.etag) }
  expect((await get(playlistUrl!, creator, validators)).statusCode).toBe(304)
  const [map, segment] = partsOf(playlistUrl!, playlist)
  for (const url of [map!, segment!]) {
    const part = await get(url, creator)
    expect(part).toMatchObject({ statusCode: 200 })
    expect(part.headers).toMatchObject({
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(part.headers['content-security-policy']).toContain('sandbox')
  }
  const withSprite = await openly(id, creator)
  expect(withSprite.sprite).toMatchObject({ columns: 5, rows: 1, tileWidth: 160, tileHeight: 90, intervalMs: 1000 })
  expect((await get(withSprite.base + withSprite.sprite!.name, creator)).statusCode).toBe(200)
  const events = await rows(
    server.ctx.db,
    sql<{
      payload: { fileId: string; status: string }
    }>`SELECT payload FROM events WHERE topic = 'file.progressed' ORDER BY id`,
  )
  const statuses = events.filter((event) => event.payload.fileId === id).map((event) => event.payload.status)
  expect(statuses).toEqual(expect.arrayContaining(['scanning', 'processing', 'ready']))
})

test('what browsers can’t play is encoded again, a medium quality first', { timeout: 60_000 }, async () => {
  const id = await processed(await samples.webm(), 'video', 'video/webm')
  expect(await statusOf(id)).toMatchObject({ status: 'ready' })
  const { base, hls } = await openly(id, creator)
  const master = (await get(base + hls, creator)).body
  expect(master.match(/RESOLUTION=\d+x\d+/g)).toEqual(['RESOLUTION=640x360'])
})

test.each([
  [
    'a truncated video',
    async () => (await samples.video({ size: '640x360', length: 6 })).subarray(0, 120_000),
    'video',
    'video/mp4',
    'FILE_BROKEN',
  ],
  [
    'a video without its index',
    async () => (await samples.video({ size: '320x180', length: 1 })).subarray(0, 600),
    'video',
    'video/mp4',
    'FILE_BROKEN',
  ],
  ['an audio file named as a video', samples.audioNamedAsVideo, 'video', 'audio/mp4', 'FILE_NO_IMAGE'],
  ['a video without sound named as audio', async () => caseOf('mirror.mp4'), 'audio', 'audio/mp4', 'FILE_NO_SOUND'],
  ['an image of 400 megapixels', () => samples.png(20_000, 20_000), 'photo', 'image/png', 'FILE_TOO_MANY_PIXELS'],
  ['a truncated image', async () => (await samples.photo()).subarray(0, 9_000), 'photo', 'image/jpeg', 'FILE_BROKEN'],
] as const)('%s fails with its error code', { timeout: 60_000 }, async (_what, bytes, kind, mime, code) => {
  const id = await processed(Buffer.from(await bytes()), kind, mime)
  expect(await statusOf(id)).toEqual({ status: 'failed', progress: 0, errorCode: code })
  expect(await rows(server.ctx.db, sql`SELECT 1 FROM file_variants WHERE file_id = ${id}`)).toEqual([])
})

test('what is not media, is empty or is too big is refused and leaves nothing behind', async () => {
  const before = originals()
  const files = (await row(server.ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM files`))!.n
  const text = await upload('/performer/feeds/video/upload', Buffer.from('#EXTM3U\nfile:///etc/passwd\n'))
  expect([text.status, text.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA'])
  expect(
    (
      await upload(
        '/performer/feeds/photo/upload',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      )
    ).status,
  ).toBe(415)
  expect((await upload('/performer/feeds/photo/upload', await samples.audio())).status).toBe(415)
  const empty = await upload('/performer/feeds/photo/upload', Buffer.alloc(0))
  expect([empty.status, empty.body.code]).toEqual([422, 'FILE_EMPTY'])
  const big = await upload('/performer/feeds/photo/upload', Buffer.alloc(26 * 1024 * 1024, 1))
  expect([big.status, big.body.code]).toEqual([413, 'TOO_LARGE'])
  expect((await upload('/performer/feeds/photo/upload', await samples.photo(), 'wrong')).status).toBe(400)
  expect(
    (
      await api(server)
        .as(creator)
        .upload('/performer/feeds/photo/upload', formOf({ a: 'b' }))
    ).status,
  ).toBe(400)
  expect((await api(server).as(creator).post('/performer/feeds/photo/upload', {})).status).toBe(415)
  expect((await upload('/performer/feeds/photo/upload', await samples.photo(), 'file', fan)).status).toBe(403)
  expect(
    (
      await upload(
        '/performer/feeds/photo/upload',
        await samples.photo(),
        'file',
        await buildPerformer(server.ctx, { approved: false }),
      )
    ).status,
  ).toBe(403)
  expect(
    (await api(server).upload('/performer/feeds/photo/upload', formOf({}, { file: await samples.photo() }))).status,
  ).toBe(401)
  const spelledWrongly = [
    ['multipart/form-data', 'x'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nhalf a file',
    ],
    ['multipart/form-data; boundary=b', 'no part at all'],
  ] as const
  for (const [type, payload] of spelledWrongly) {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/performer/feeds/photo/upload',
      headers: { authorization: creator.token, 'content-type': type },
      payload,
    })
    expect(reply.statusCode, payload).toBe(400)
  }
  expect((await upload(`/users/${fan.id}/avatar/upload`, await samples.photo(), 'avatar')).status).toBe(404)
  expect(originals()).toBe(before)
  expect((await row(server.ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM files`))!.n).toBe(files)
})

test('an upload that breaks off, or grows too big under way, leaves nothing behind', { timeout: 60_000 }, async () => {
  const before = originals()
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const open = () =>
    httpRequest(`${server.url}/api/performer/feeds/photo/upload`, {
      method: 'POST',
      headers: {
        authorization: creator.token,
        'content-type': 'multipart/form-data; boundary=b',
        'transfer-encoding': 'chunked',
      },
    })
  const broken = open()
  broken.on('error', () => {})
  broken.write(head)
  broken.write(Buffer.alloc(3_000_000, 1))
  await expect.poll(originals).toBe(before + 1)
  broken.destroy()
  await expect.poll(originals).toBe(before)
  const partial = open()
  partial.on('error', () => {})
  partial.write(head)
  const answered = once(partial, 'response')
  let sent = 0
  const timer = setInterval(() => partial.write(Buffer.alloc(1024 * 1024, 1)) && sent++, 5)
  const [response] = await answered
  clearInterval(timer)
  partial.destroy()
  expect(response.statusCode).toBe(413)
  await expect.poll(originals).toBe(before)
  expect(sent).toBeLessThan(5000)
})

const caseOf = (name: string) => readFileSync(new URL(`processing/cases/${name}`, import.meta.url))

test('a photo is stored in many sizes, upright, and without metadata', async () => {
  const id = await processed(await samples.telltale(), 'photo', 'image/jpeg')
  const file = await openly(id, creator)
  expect([file.width, file.height]).toEqual([400, 600])
  expect(
    imagesOf(file)
      .map((entry) => `${entry.format} ${entry.width}`)
      .sort(),
  ).toEqual(['avif 320', 'avif 400', 'jpeg 320', 'jpeg 400', 'webp 320', 'webp 400'])
  for (const source of imagesOf(file)) {
    const reply = await get(source.url, creator)
    expect(reply.headers['content-type']).toBe(`image/${source.format}`)
    expect(reply.rawPayload.includes('Canary')).toBe(false)
    const metadata = await sharp(reply.rawPayload).metadata()
    expect(metadata.exif).toBeUndefined()
    expect([metadata.width, metadata.orientation ?? 1]).toEqual([source.width, 1])
  }
})

test('the smallest image works, and images are never enlarged', async () => {
  const dot = await processed(await samples.png(1, 1), 'photo', 'image/png')
  expect(imagesOf(await openly(dot, creator)).map((entry) => entry.width)).toEqual([1, 1, 1])
  const moving = await sharp([await samples.png(80, 60), await samples.photo(80, 60)], { join: { animated: true } })
    .gif()
    .toBuffer()
  const gif = await openly(await processed(moving, 'photo', 'image/gif'), creator)
  expect(gif.sources.filter((source) => source.isAnimated)).toHaveLength(1)
  const avif = await sharp(await samples.photo(200, 100))
    .avif({ effort: 0 })
    .toBuffer()
  expect((await openly(await processed(avif, 'photo', 'image/avif'), creator)).width).toBe(200)
})

test('a phone’s HEIC is converted to formats that browsers support', async () => {
  const reply = await upload('/performer/feeds/photo/upload', samples.heic())
  expect(reply.body.data.mime).toBe('image/heic')
  await processFile(server.ctx, reply.body.data._id)
  const file = await openly(reply.body.data._id, creator)
  expect([file.width, file.height, imagesOf(file).length]).toEqual([96, 64, 3])
})

/** The same picture, whose profile is replaced by the number of its color space. */
function namedP3(): Buffer {
  const bytes = Buffer.from(caseOf('p3.heic'))
  const at = bytes.indexOf('colrprof')
  bytes.write('colrnclx', at, 'latin1')
  const [displayP3, sRgbCurve, matrix] = [12, 13, 6]
  for (const [n, value] of [displayP3, sRgbCurve, matrix].entries()) bytes.writeUInt16BE(value, at + 8 + 2 * n)
  bytes.writeUInt8(0x80, at + 14)
  return bytes
}

test.each([
  ['in the colors of a phone', 'p3.heic', 'image/heic', [600, 400], [239, 0, 22]],
  ['behind another picture in its file', 'primarysecond.heic', 'image/heic', [600, 400], [220, 40, 41]],
  ['without the mark of its end', 'noend.jpg', 'image/jpeg', [600, 400], null],
  ['in colors that its file only names', namedP3, 'image/heic', [600, 400], [239, 0, 22]],
] as const)('a photo %s is shown as it is', async (_which, source, mime, size, topLeft) => {
  const bytes = typeof source === 'string' ? caseOf(source) : source()
  const file = await openly(await processed(bytes, 'photo', mime), creator)
  expect([file.width, file.height]).toEqual(size)
  const jpeg = imagesOf(file).find(({ format }) => format === 'jpeg')!
  const corner = await sharp((await get(jpeg.url, creator)).rawPayload)
    .extract({ left: 5, top: 5, width: 20, height: 20 })
    .resize(1, 1)
    .raw()
    .toBuffer()
  for (const [n, value] of (topLeft ?? []).entries()) expect(Math.abs(corner[n]! - value)).toBeLessThan(6)
})

test.each([
  ['mirror.mp4', 'video/mp4'],
  ['lateclock.webm', 'video/webm'],
  ['sound.flac', 'audio/flac'],
])('%s is sold as %s', async (name, mime) => {
  expect((await sniff('digital', caseOf(name)))?.mime).toBe(mime)
})

test('an animation that was taken on its side moves upright', async () => {
  const file = await openly(await processed(caseOf('lyinganimation.webp'), 'photo', 'image/webp'), creator)
  expect([file.width, file.height]).toEqual([400, 600])
  const moving = file.sources.find((source) => source.isAnimated)!
  const { name } = fullSource(file, moving, 'image')
  const { rawPayload } = await get(`${file.base}${name}.webp`, creator)
  const { width, pageHeight, pages, delay } = await sharp(rawPayload, { animated: true }).metadata()
  expect({ width, pageHeight, pages, delay }).toEqual({ width: 400, pageHeight: 600, pages: 3, delay: [100, 100, 100] })
})

test('what came while no worker could read it is read once one can', async () => {
  const reply = await upload('/performer/feeds/audio/upload', caseOf('sound.flac'))
  const id = reply.body.data._id
  await sql`UPDATE files SET status = 'failed', error_code = 'NO_VIDEO_ENGINE', attempts = 1 WHERE id = ${id}`.execute(
    server.ctx.db,
  )
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(server.ctx.db).catch(() => {})
  await resumeUnfinished(server.ctx)
  await server.work()
  expect(await statusOf(id)).toMatchObject({ status: 'ready', errorCode: null })
})

test.each([
  ['FLAC', 'sound.flac', 'audio/flac'],
  ['AAC without a container', 'sound.aac', 'audio/aac'],
  ['a voice that a browser recorded', 'voice.webm', 'audio/webm'],
] as const)('%s becomes audio', async (_what, name, mime) => {
  const reply = await upload('/performer/feeds/audio/upload', caseOf(name))
  expect(reply.body.data.mime, reply.text).toBe(mime)
  await processFile(server.ctx, reply.body.data._id)
  expect((await openly(reply.body.data._id, creator)).durationMs).toBeCloseTo(2000, -3)
})

test('audio gets AAC and a waveform', async () => {
  const file = await openly(await processed(await samples.audio(), 'audio', 'audio/mpeg'), creator)
  expect(file.durationMs).toBeCloseTo(3000, -2)
  expect((await get(file.base + file.audio, creator)).headers['content-type']).toBe('audio/mp4')
  const outline = (await get(file.base + file.waveform, creator)).json()
  expect(outline.peaks.length).toBeGreaterThan(20)
  expect(Math.max(...outline.peaks)).toBeLessThanOrEqual(100)
})

test('a cover is cropped from the original as its owner chose, in every orientation of the camera', async () => {
  // Four quarters: red and green above, blue and white below; stored lying on its side, as phones do.
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: 200, height: 100, channels: 3 as const, background } },
    left,
    top,
  })
  const upright = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } })
    .composite([quarter('#f00', 0, 0), quarter('#0f0', 200, 0), quarter('#00f', 0, 100)])
    .png()
    .toBuffer()
  const lying = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer()
  const send = (crop: unknown) => {
    const form = new FormData()
    form.set('crop', typeof crop === 'string' ? crop : JSON.stringify(crop))
    form.set('cover', new Blob([new Uint8Array(lying)]), 'cover.jpg')
    return api(server).as(creator).upload('/performers/cover/upload', form)
  }
  for (const wrong of [
    { x: 60, y: 0, width: 60, height: 50 },
    { x: 0, y: 0, width: 0, height: 50 },
    { x: -1, y: 0, width: 50, height: 50 },
    'x',
  ])
    expect([400, 422]).toContain((await send(wrong)).status)
  const id = (await send({ x: 50, y: 0, width: 50, height: 50 })).body.data._id
  await processFile(server.ctx, id)
  const made = await row(
    server.ctx.db,
    sql<{
      width: number
      height: number
      color: string
    }>`SELECT width, height, average_color AS color FROM files WHERE id = ${id}`,
  )
  expect(made).toMatchObject({ width: 200, height: 100 })
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(made!.color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  expect(green).toBeGreaterThan(200)
  expect(red + blue).toBeLessThan(80)
})

test('a welcome video is shown with the profile, replaced by a newer one, and removed, also while one is being processed', async () => {
  const video = await samples.video({ size: '640x360', length: 1 })
  const send = async () => (await upload('/performers/welcome-video/upload', video)).body.data._id as string
  const onProfile = async () => (await api(server).get(`/performers/${creator.username}`)).body.data.welcomeVideo
  expect(await onProfile()).toBeNull()
  const older = await send()
  await processFile(server.ctx, older)
  expect(await onProfile()).toMatchObject({ isLocked: false, _id: older, type: 'welcome-video' })
  const underWay = await send()
  expect((await api(server).as(creator).get('/performers/me')).body.data).toMatchObject({
    welcomeVideo: { _id: older },
    welcomeVideoUnderWay: { _id: underWay, status: 'uploaded' },
  })
  expect((await api(server).as(creator).delete('/performers/welcome-video')).status).toBe(200)
  expect(await onProfile()).toBeNull()
  await processFile(server.ctx, underWay)
  expect(await onProfile()).toBeNull()
  expect((await api(server).as(creator).get('/performers/me')).body.data).toMatchObject({
    welcomeVideo: null,
    welcomeVideoUnderWay: null,
  })
})

test('avatar and cover appear when they are ready, for every viewer, and the newest stays', async () => {
  const older = (await upload(`/users/${creator.id}/avatar/upload`, await samples.photo(), 'avatar')).body.data._id
  const newer = (await upload('/performers/avatar/upload', await samples.photo(300, 200), 'avatar')).body.data._id
  const cover = (await upload('/performers/cover/upload', await samples.photo(1800, 600), 'cover')).body.data._id
  for (const id of [newer, older, cover]) await processFile(server.ctx, id)
  const account = await row(
    server.ctx.db,
    sql<{
      avatar: string
      cover: string
    }>`SELECT avatar_file_id AS avatar, cover_file_id AS cover FROM accounts WHERE id = ${creator.id}`,
  )
  expect(account).toEqual({ avatar: newer, cover })
  const file = (await loadFiles(server.ctx, [newer])).get(newer)!
  const url = profileImage(server.ctx, file, 128)!
  const reply = await get(url)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['cache-control']).toMatch(/public/)
  const { width, height } = await sharp(reply.rawPayload).metadata()
  expect([width, height]).toEqual([128, 128])
  await advanceClock(server.ctx, '1 day')
  expect((await get(url)).statusCode).toBe(200)
})

test('addresses work for their viewer, their file and their minutes alone', { timeout: 60_000 }, async () => {
  const id = await processed(await samples.photo(), 'photo', 'image/jpeg')
  await buildItemAround(server.ctx, { performerId: creator.id, main: [id], gate: 'paid' })
  const locked = await shown(id, await viewerOf(fan))
  if (!locked.isLocked) throw new Error('open')
  expect(Object.keys(locked).sort()).toEqual(['durationMs', 'isLocked', 'kind', 'preview', 'type'])
  expect(JSON.stringify(locked)).not.toContain('/media/')
  const tiny = await sharp(Buffer.from(locked.preview!.split(',')[1]!, 'base64')).metadata()
  expect(Math.max(tiny.width, tiny.height)).toBeLessThanOrEqual(32)

  const [url] = imagesOf(await openly(id, creator)).map((entry) => entry.url)
  const again = imagesOf(await openly(id, creator))[0]!.url
  expect(again).toBe(url)
  const whole = await get(url!, creator)
  expect(whole.statusCode).toBe(200)
  const size = whole.rawPayload.length
  const etag = String(whole.headers.etag)
  const range = await get(url!, creator, { range: 'bytes=10-19' })
  expect([
    range.statusCode,
    range.headers['content-range'],
    range.rawPayload.equals(whole.rawPayload.subarray(10, 20)),
  ]).toEqual([206, `bytes 10-19/${size}`, true])
  expect((await get(url!, creator, { range: 'bytes=-5' })).rawPayload.equals(whole.rawPayload.subarray(-5))).toBe(true)
  expect((await get(url!, creator, { range: `bytes=${size}-` })).statusCode).toBe(416)
  expect((await get(url!, creator, { range: 'bytes=10-19', 'if-range': '"other"' })).statusCode).toBe(200)
  expect((await get(url!, creator, { 'if-none-match': etag })).statusCode).toBe(304)
  const head = await get(url!, creator, {}, 'HEAD')
  expect([head.statusCode, head.rawPayload.length, head.headers['content-length']]).toEqual([200, 0, String(size)])

  const [, , token = '', name = ''] = url!.split('/')
  const flipped = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
  const missing = await get(`/media/${'A'.repeat(token.length)}/${name}`, fan)
  for (const [other, who] of [
    [url!, fan],
    [url!, undefined],
    [`/media/${flipped}/${name}`, creator],
    // Another size of the same file is open to them; what is not of the display scope, or of no file, is not.
    [`/media/${token}/file`, creator],
    [`/media/${token}/9999.avif`, creator],
    [`/media/o${token.slice(1)}/file`, creator],
    [`/media/p${token.slice(1)}/${name}`, creator],
    [`/media/${token}/../${name}`, creator],
    [`/media/${token}/%2e%2e%2f${name}`, creator],
    [`/media/${token}`, creator],
    [`/media/${token}A/${name}`, creator],
    ['/media/x/y', creator],
  ] as const) {
    const reply = await get(other, who)
    expect(reply.statusCode, other).toBe(404)
    expect({ ...reply.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
  }
  expect((await get(url!, fan, { 'if-none-match': etag })).statusCode).toBe(404)

  await buildBlock(server.ctx, fan, creator)
  expect((await get(url!, creator)).statusCode).toBe(200)
  await sql`DELETE FROM blocks`.execute(server.ctx.db)
  await sql`UPDATE accounts SET access_epoch = access_epoch + 1 WHERE id = ${creator.id}`.execute(server.ctx.db)
  expect((await get(url!, creator)).statusCode).toBe(404)
  const fresh = imagesOf(await openly(id, creator))[0]!.url
  expect((await get(fresh, creator)).statusCode).toBe(200)
  await advanceClock(server.ctx, '6 minutes')
  expect((await get(fresh, creator)).statusCode).toBe(404)
})

// spec: files.status
test('access ends with the next request once it is revoked', async () => {
  const id = await processed(await samples.photo(400, 300), 'photo', 'image/jpeg')
  const itemId = await buildItemAround(server.ctx, { performerId: creator.id, main: [id], gate: 'followers' })
  await buildFollow(server.ctx, fan, creator)
  const url = imagesOf(await openly(id, fan))[0]!.url
  const download = downloadAddress(server.ctx, await viewerOf(fan), id)
  const saved = await get(download, fan)
  expect([saved.statusCode, saved.headers['content-type'], saved.headers['content-disposition']]).toEqual([
    200,
    'application/octet-stream',
    "attachment; filename*=UTF-8''holiday%20in%20secret%20town.jpg",
  ])
  expect((await get(url, fan)).statusCode).toBe(200)
  expect((await api(server).as(fan).get(`/user/feeds/${itemId}/file/${id}/status`)).body.data.status).toBe('ready')
  await sql`DELETE FROM follows`.execute(server.ctx.db)
  expect((await get(url, fan)).statusCode).toBe(404)
  expect((await get(download, fan)).statusCode).toBe(404)
  expect((await api(server).as(fan).get(`/user/feeds/${itemId}/file/${id}/status`)).status).toBe(404)
  expect((await api(server).as(fan).get(`/files/${id}/status`)).status).toBe(404)
  await sql`UPDATE items SET gate_type = 'public' WHERE id = ${itemId}`.execute(server.ctx.db)
  const open = await shown(id, visitor)
  const address = open.isLocked ? '' : imagesOf(open)[0]!.url
  expect((await get(address)).statusCode).toBe(200)
  await buildBlock(server.ctx, creator, fan)
  expect((await get(address, fan)).statusCode).toBe(404)
  await sql`UPDATE items SET status = 'removed' WHERE id = ${itemId}`.execute(server.ctx.db)
  expect((await get(address)).statusCode).toBe(404)
  const moderator = await buildAdmin(server.ctx, { permissions: ['moderation'] })
  expect((await shown(id, await viewerOf(moderator))).isLocked).toBe(false)
})

test('an image of a public post has one address, cached for a minute and then revalidated', async () => {
  const id = await processed(await samples.photo(400, 300), 'photo', 'image/jpeg')
  const itemId = await buildItemAround(server.ctx, { performerId: creator.id, main: [id], gate: 'public' })
  const url = `${baseOf(server.ctx, visitor, 'public', id)}320.webp`
  const [subscriber, blocked] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const reply = await get(url)
  expect([reply.statusCode, reply.headers['cache-control'], reply.headers.vary]).toEqual([
    200,
    'public, max-age=60, must-revalidate',
    undefined,
  ])
  const validators = { 'if-none-match': String(reply.headers.etag) }
  expect((await get(url, undefined, validators)).statusCode).toBe(304)
  expect((await get(url, subscriber)).statusCode).toBe(200)
  await advanceClock(server.ctx, '1 day')
  expect((await get(url)).statusCode).toBe(200)

  const refused = async (who?: Built) => {
    const answer = await get(url, who, validators)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  }
  await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${creator.id}, ${blocked.id})`.execute(server.ctx.db)
  await refused(blocked)
  // The original is in another scope, and has no public address.
  expect((await get(`${baseOf(server.ctx, visitor, 'public', id)}file`)).statusCode).toBe(404)
  // Once the item is gated, the public URL opens for no one, not even for viewers who may see the file through their own URL.
  await sql`UPDATE items SET gate_type = 'subscribers' WHERE id = ${itemId}`.execute(server.ctx.db)
  for (const who of [undefined, subscriber, creator]) await refused(who)
  await sql`UPDATE items SET gate_type = 'public' WHERE id = ${itemId}`.execute(server.ctx.db)
  expect((await get(url, undefined, validators)).statusCode).toBe(304)
  await sql`UPDATE items SET status = 'hidden' WHERE id = ${itemId}`.execute(server.ctx.db)
  for (const who of [undefined, subscriber, creator]) await refused(who)
})

test('while the site is closed to a country, shared caches keep no media', async () => {
  const id = await processed(await samples.photo(400, 300), 'photo', 'image/jpeg')
  await buildItemAround(server.ctx, { performerId: creator.id, main: [id], gate: 'public' })
  const url = `${baseOf(server.ctx, visitor, 'public', id)}320.webp`
  const block = (countries: string[]) => server.ctx.settings.set(server.ctx.db, 'blockedCountries', countries, null)
  const open = await get(url)
  expect(open.headers['cache-control']).toBe('public, max-age=60, must-revalidate')
  await block(['DE'])
  try {
    expect((await get(url)).headers['cache-control']).toBe('private, max-age=60, must-revalidate')
    // What a cache kept from before is revalidated, and not kept on.
    const again = await get(url, undefined, { 'if-none-match': String(open.headers.etag) })
    expect([again.statusCode, again.headers['cache-control']]).toEqual([304, 'private, max-age=60, must-revalidate'])
    const german = await server.app.inject({ url, remoteAddress: '91.64.0.1' })
    expect([german.statusCode, german.headers['cache-control']]).toEqual([451, 'no-store'])
  } finally {
    await block([])
  }
  expect((await get(url)).headers['cache-control']).toBe('public, max-age=60, must-revalidate')
})

test('an item’s teaser is open while its video is not', async () => {
  const [video, teaser] = [
    await processed(await samples.photo(300, 300), 'photo', 'image/jpeg'),
    await processed(await samples.photo(320, 320), 'photo', 'image/jpeg'),
  ]
  const itemId = await buildItemAround(server.ctx, { performerId: creator.id, main: [video], teaser, gate: 'paid' })
  const stranger = await viewerOf(await buildUser(server.ctx))
  expect([(await shown(video, stranger)).isLocked, (await shown(teaser, stranger)).isLocked]).toEqual([true, false])
  expect(await filesReady(server.ctx, itemId)).toBe(true)
})

test('known illegal material is quarantined before anyone sees it, and without an answer the file stays unprocessed', async () => {
  const bytes = await samples.photo(333, 222)
  const id = await buildUploadedFile(server.ctx, {
    ownerId: creator.id,
    kind: 'photo',
    purpose: 'feed-photo',
    mime: 'image/jpeg',
    bytes,
  })
  useMatchPort({ isKnown: () => Promise.reject(new Error('the service does not answer')) })
  await expect(processFile(server.ctx, id)).rejects.toThrow('does not answer')
  useMatchPort(undefined)
  expect(await statusOf(id)).toMatchObject({ status: 'scanning' })
  await writeFile(join(server.ctx.config.dataDir, 'known-illegal.sha256'), `# test\n${sha256(bytes).toString('hex')}\n`)
  await processFile(server.ctx, id)
  expect(await statusOf(id)).toEqual({ status: 'blocked', progress: 0, errorCode: 'FILE_BLOCKED' })
  const key = (await row(server.ctx.db, sql<{ key: string }>`SELECT original_key AS key FROM files WHERE id = ${id}`))!
    .key
  expect(key).toMatch(/^quarantine\//)
  expect((await readFile(join(server.ctx.config.dataDir, 'media', key))).equals(bytes)).toBe(true)
  expect((await get(downloadAddress(server.ctx, await viewerOf(creator), id), creator)).statusCode).toBe(404)
  await processFile(server.ctx, id)
  expect(await statusOf(id)).toMatchObject({ status: 'blocked' })
})
