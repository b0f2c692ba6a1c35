import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildGallery } from '@fanlight/server/modules/content/galleries/testing'
import { processFile } from '@fanlight/server/modules/media/processing/processing'
import { samples } from '@fanlight/server/modules/media/testing'
import { row, rows, sql } from '@fanlight/server/platform/db/db'
import { type Built, buildPerformer } from '@fanlight/server/testing/builders'
import { api } from '@fanlight/server/testing/api'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import sharp from 'sharp'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { ascii, audio, box, canaries, images, pngChunk, telltaleName, videos } from './telltale-files.ts'

// Which files are taken and what becomes of them: only the formats of the specification, at most 50 megapixels, everything that is shown is
// encoded again or packed anew, and nothing of it says where, with what or by whom it was made, or what its sender called it.

type Kind = 'photo' | 'video' | 'audio'
interface Entrance {
  path: string | ((world: World) => string)
  kind: Kind
  /** What it takes besides. */
  also?: 'photo'
  /** The field of the file, and what else the form needs. */
  field?: string
  fields?: (world: World) => Record<string, string>
}
interface World {
  server: TestServer
  creator: Built
  galleryId: string
  commentId: string
}

/** Every call that takes an image, a video or audio from a creator; those for staff are the same function with other names. */
const entrances: readonly Entrance[] = [
  { path: '/performer/feeds/photo/upload', kind: 'photo' },
  { path: '/performer/feeds/thumbnail/upload', kind: 'photo' },
  { path: '/performers/avatar/upload', kind: 'photo', field: 'avatar' },
  { path: '/performers/cover/upload', kind: 'photo', field: 'cover' },
  { path: '/messages/public/file/photo', kind: 'photo' },
  {
    path: '/performer/performer-assets/photos/upload',
    kind: 'photo',
    field: 'photo',
    fields: ({ galleryId }) => ({ galleryId }),
  },
  {
    path: '/performer/performer-assets/products',
    kind: 'photo',
    field: 'image',
    fields: () => ({ type: 'physical', title: 'Cup', price: '20' }),
  },
  { path: ({ commentId }) => `/comments/${commentId}`, kind: 'photo', fields: () => ({ text: 'Look' }) },
  { path: '/performer/feeds/video/upload', kind: 'video' },
  { path: '/performer/feeds/teaser/upload', kind: 'video' },
  { path: '/performers/welcome-video/upload', kind: 'video' },
  { path: '/messages/private/file/video', kind: 'video' },
  { path: '/performer/feeds/audio/upload', kind: 'audio' },
  { path: '/messages/private/file', kind: 'audio', also: 'photo' },
]

export const check: ReliabilityCheck = {
  id: 'U5',
  title: 'only known formats are taken, and nothing shown says where or by whom it was made',
  async run({ tier }) {
    const server = await startTestServer()
    const violations: string[] = []
    let n = 0
    try {
      const creator = await buildPerformer(server.ctx)
      const { id: galleryId } = await buildGallery(server.ctx, creator)
      const comment = await api(server).as(creator).post('/comments', { itemId: galleryId, text: 'Look at this' })
      const world = { server, creator, galleryId, commentId: comment.body.data._id as string }
      n += await tryForeignTypes(world, violations)
      if (sabotaged('U5')) return { n, violations }
      n += await tryFloods(world, violations)
      n += await tryTelltales(world, tier === 'ci', violations)
    } finally {
      await server.stop()
    }
    return { n, violations }
  },
}

const pathOf = (world: World, { path }: Entrance) => (typeof path === 'string' ? path : path(world))
function send(world: World, entrance: Entrance, bytes: Buffer) {
  const { field = 'file', fields } = entrance
  const form = new FormData()
  for (const [name, value] of Object.entries(fields?.(world) ?? {})) form.set(name, value)
  form.set(field, new Blob([new Uint8Array(bytes)]), `${telltaleName}.jpg`)
  return api(world.server).as(world.creator).upload(pathOf(world, entrance), form)
}

/** The beginnings of files that programs with decoders of their own would open. */
const foreign: Record<string, Buffer> = {
  svg: ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  'svg with a declaration': ascii('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  html: ascii('<!doctype html><title>1</title>'),
  tiff: Buffer.concat([ascii('II*\0'), Buffer.alloc(200)]),
  bigtiff: Buffer.concat([ascii('MM\0+'), Buffer.alloc(200)]),
  bmp: Buffer.concat([ascii('BM'), Buffer.alloc(200)]),
  icon: Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(200)]),
  photoshop: Buffer.concat([ascii('8BPS'), Buffer.alloc(200)]),
  'jpeg xl': Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(200)]),
  'jpeg 2000': Buffer.concat([
    Buffer.from([0, 0, 0, 12]),
    ascii('jP  \r\n\x87\n'),
    box('ftyp', ascii('jp2 \0\0\0\0jp2 ')),
  ]),
  postscript: ascii('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n'),
  avi: Buffer.concat([ascii('RIFF\0\x10\0\0AVI LIST'), Buffer.alloc(200)]),
  flash: Buffer.concat([ascii('FLV\x01\x05\0\0\0\x09'), Buffer.alloc(200)]),
  'windows media': Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(200)]),
  'transport stream': Buffer.alloc(
    188 * 8,
    Buffer.concat([Buffer.from([0x47, 0x40, 0, 0x10]), Buffer.alloc(184, 0xff)]),
  ),
  'program stream': Buffer.concat([Buffer.from([0, 0, 1, 0xba, 0x44]), Buffer.alloc(200)]),
  midi: Buffer.concat([ascii('MThd\0\0\0\x06'), Buffer.alloc(200)]),
  aiff: Buffer.concat([ascii('FORM\0\0\0\x40AIFF'), Buffer.alloc(200)]),
  playlist: ascii('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
  dash: ascii('<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>'),
  concat: ascii("ffconcat version 1.0\nfile '/etc/passwd'\n"),
  zip: Buffer.concat([ascii('PK\x03\x04'), Buffer.alloc(200)]),
  gzip: Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(200)]),
  program: Buffer.concat([ascii('\x7fELF\x02\x01\x01'), Buffer.alloc(200)]),
  pdf: ascii('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
  text: ascii('plain words, and nothing else'),
  zeros: Buffer.alloc(500),
}

async function tryForeignTypes(world: World, violations: string[]): Promise<number> {
  const foreignTo: Record<Kind, Record<string, Buffer>> = {
    photo: { ...foreign, audio: await samples.audio() },
    video: { ...foreign, photo: await samples.photo(32, 24), audio: await samples.audio() },
    audio: { ...foreign, photo: await samples.photo(32, 24) },
  }
  const before = await countFiles(world)
  let n = 0
  for (const entrance of entrances)
    for (const [name, bytes] of Object.entries(foreignTo[entrance.kind])) {
      if (name === entrance.also) continue
      n++
      const { status, body } = await send(world, entrance, bytes)
      if (status !== 415)
        violations.push(`${name} to ${pathOf(world, entrance)}: answered ${status} ${body?.code ?? ''}`)
    }
  const after = await countFiles(world)
  if (after !== before) violations.push(`${after - before} refused files are stored`)
  return n
}
const countFiles = async ({ server }: World) =>
  Number((await row(server.ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM files`))!.n)

/** Images that announce more pixels than are decoded, in a few bytes. */
async function tryFloods(world: World, violations: string[]): Promise<number> {
  const size = (bytes: number, width: number, height: number, isLittle = false) => {
    const made = Buffer.alloc(bytes * 2)
    for (const [at, value] of [width, height].entries())
      if (isLittle) made.writeUIntLE(value, at * bytes, bytes)
      else made.writeUIntBE(value, at * bytes, bytes)
    return made
  }
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const png = (width: number, height: number) =>
    Buffer.concat([
      start,
      pngChunk('IHDR', Buffer.concat([size(4, width, height), Buffer.from([8, 0, 0, 0, 0])])),
      pngChunk('IDAT', Buffer.alloc(30)),
    ])
  const heic = samples.heic()
  const extent = heic.indexOf('ispe') + 8
  const floods: Record<string, Buffer> = {
    'png of 3.6 gigapixels': png(60_000, 60_000),
    'png that is 1 pixel high': png(2 ** 31 - 1, 1),
    'png just above the limit': png(10_000, 5_001),
    'gif of the largest size': Buffer.concat([
      ascii('GIF89a'),
      size(2, 65_535, 65_535, true),
      Buffer.from([0, 0, 0]),
      ascii(';'),
    ]),
    'jpeg of the largest size': Buffer.concat([
      Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
      Buffer.from('ffc0000b08', 'hex'),
      size(2, 65_500, 65_500),
      Buffer.from('01011100ffd9', 'hex'),
    ]),
    'webp of the largest size': Buffer.concat([
      ascii('RIFF\x30\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0'),
      size(3, 16_382, 16_382, true),
      Buffer.alloc(30),
    ]),
    'heic of 3.6 gigapixels': Buffer.concat([
      heic.subarray(0, extent),
      size(4, 60_000, 60_000),
      heic.subarray(extent + 8),
    ]),
  }
  let n = 0
  for (const entrance of entrances.filter(({ kind }) => kind === 'photo'))
    for (const [name, bytes] of Object.entries(floods)) {
      n++
      const { status, body } = await send(world, entrance, bytes)
      if (status !== 422 || body.code !== 'FILE_TOO_MANY_PIXELS')
        violations.push(`${name} to ${pathOf(world, entrance)}: answered ${status} ${body?.code ?? ''}`)
    }
  return n
}

/** Files that give their maker away, by every entrance, and each format by one. */
async function tryTelltales(world: World, isShort: boolean, violations: string[]): Promise<number> {
  const { server, creator } = world
  const [photo, others, video, webm, mp3, m4a] = await Promise.all([
    images.jpeg(),
    Promise.all(Object.entries(images).map(async ([name, make]) => [name, await make()] as const)),
    videos.mp4(),
    videos.webm(),
    audio.mp3(),
    audio.m4a(),
  ])
  const byKind = { photo, video, audio: mp3 }
  const first = (kind: Kind) => entrances.find((entrance) => entrance.kind === kind)!
  const sending: [string, Entrance, Buffer][] = [
    ...others.map(([name, bytes]) => [name, first('photo'), bytes] as [string, Entrance, Buffer]),
    ['webm', first('video'), webm],
    ['m4a', first('audio'), m4a],
    ...entrances.map(
      (entrance) => [pathOf(world, entrance), entrance, byKind[entrance.kind]] as [string, Entrance, Buffer],
    ),
  ]
  // A check that looks for what is not there proves nothing.
  for (const [name, bytes] of [...others, ['mp4', video], ['webm', webm], ['mp3', mp3], ['m4a', m4a]] as const)
    if (!canaries.some((canary) => bytes.includes(canary))) violations.push(`${name}: the sample gives nothing away`)
  for (const [name, entrance, bytes] of sending) {
    const { status, text } = await send(world, entrance, bytes)
    if (status !== 200 && status !== 201) violations.push(`${name}: answered ${status} ${text.slice(0, 200)}`)
    if (text.includes('Hidden Street')) violations.push(`${name}: the answer names the file`)
  }
  const files = await rows(
    server.ctx.db,
    sql<{
      id: string
      kind: string
      purpose: string
    }>`SELECT id, kind, purpose FROM files WHERE owner_id = ${creator.id} AND status = 'uploaded'`,
  )
  // Where time is short, one video of each format is enough: they pass the same encoder, whatever they are for.
  const isFirst = (file: (typeof files)[number]) =>
    !isShort || !['video', 'teaser'].includes(file.kind) || file.purpose === 'feed-video'
  const left = files.filter(isFirst)
  const worker = async () => {
    for (let file = left.pop(); file; file = left.pop()) await processFile(server.ctx, file.id)
  }
  await Promise.all([worker(), worker(), worker()])
  const ended = await rows(
    server.ctx.db,
    sql<{
      kind: string
      purpose: string
      status: string
      code: string | null
    }>`SELECT kind, purpose, status, error_code AS code
      FROM files WHERE owner_id = ${creator.id} AND status NOT IN ('ready', 'uploaded')`,
  )
  for (const { kind, purpose, status, code } of ended)
    violations.push(`a ${kind} of ${purpose} ended as ${status} ${code ?? ''}`)
  return sending.length + (await readOutputs(world, violations))
}

/** Every byte that was made, wherever it is shown. */
async function readOutputs({ server }: World, violations: string[]): Promise<number> {
  const root = join(server.ctx.config.dataDir, 'media', 'variants')
  const made = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  for (const entry of made) {
    const bytes = await readFile(join(entry.parentPath, entry.name))
    for (const canary of [...canaries, 'Hidden Street'])
      if (bytes.includes(canary)) violations.push(`${entry.name}: holds ${canary}`)
    if (/\.(avif|webp|jpeg|png)$/.test(entry.name)) {
      const { exif, xmp, iptc, comments } = await sharp(bytes).metadata()
      if (exif ?? xmp ?? iptc ?? comments) violations.push(`${entry.name}: has metadata`)
    }
  }
  const texts = await rows(server.ctx.db, sql<{ detail: string }>`SELECT detail::text AS detail FROM file_variants`)
  for (const { detail } of texts)
    if (canaries.some((canary) => detail.includes(canary)))
      violations.push('a variant is described with what gives away')
  if (made.length < 40) violations.push(`only ${made.length} outputs were made`)
  return made.length
}
