import { mkdir, readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type OutputInfo, type Sharp, type SharpOptions } from 'sharp'

// Runs alone in the sandbox: reads one image, writes its sizes into `out`, and prints what it made as one line of JSON.
// It imports nothing of ours, because nothing else can be read there.

interface Order {
  from: string
  reader: 'jpeg' | 'png' | 'webp' | 'gif' | 'heif' | 'heic'
  use: 'photo' | 'avatar' | 'cover' | 'poster' | 'logo' | 'icon'
  /** Per cent of the upright image; only this part is shown. */
  crop: { x: number; y: number; width: number; height: number } | null
  pixelsMax: number
}
interface Made {
  name: string
  file: string
  format: 'avif' | 'webp' | 'jpeg' | 'png'
  width: number
  height: number
  isAnimated?: true
}
type Pixels = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } }

class Broken extends Error {}

const widths = {
  photo: [320, 640, 1080, 1600],
  poster: [320, 640, 1080],
  cover: [640, 1080, 1600],
  avatar: [64, 128, 256, 512],
  logo: [160, 320, 640],
  icon: [32, 180, 192, 512],
}
const formats = {
  photo: ['avif', 'webp', 'jpeg'],
  poster: ['webp', 'jpeg'],
  cover: ['avif', 'webp', 'jpeg'],
  avatar: ['webp', 'jpeg'],
  // What is behind shines through; an icon is read by programs that know nothing newer.
  logo: ['webp', 'png'],
  icon: ['png'],
} as const
const animationWidth = 640
/** What some programs write behind the end of a JPEG. */
const tailBytes = 64 * 1024
/** As HEIF numbers color primaries. */
const displayP3 = 12
/** Twelve screens high: a taller strip becomes narrower. */
const heightMax = 12_000

sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
})

const order = JSON.parse(process.argv[2]!) as Order
try {
  await mkdir('out', { recursive: true })
  process.stdout.write(`${JSON.stringify(await make(order))}\n`)
} catch (error) {
  const text = error instanceof Error ? error.message : String(error)
  const code = /pixel limit|too many pixels/i.test(text) ? 'FILE_TOO_MANY_PIXELS' : 'FILE_BROKEN'
  process.stdout.write(`${JSON.stringify({ error: code })}\n`)
  process.stderr.write(text.slice(0, 500))
}

async function make({ from, reader, use, crop, pixelsMax }: Order) {
  const options = { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true } as const
  let source: Sharp
  let size: { width: number; height: number }
  let pages = 1
  if (reader === 'heic') {
    const photo = await readHeic(from, pixelsMax)
    const { width, height } = await sharp(photo, options).metadata()
    size = { width, height }
    source = sharp(photo, options)
  } else {
    const ended = reader === 'jpeg' ? await withEnd(from) : undefined
    const open = () => (ended ? sharp(ended, { ...options, failOn: 'warning' }) : sharp(from, options))
    const header = await open().metadata()
    if (header.format !== reader) throw new Broken(`announced as ${reader}, is ${header.format}`)
    pages = header.pages ?? 1
    size = { width: header.autoOrient.width, height: header.autoOrient.height }
    source = open().autoOrient()
  }
  if (crop) {
    const part = pixelsOf(crop, size)
    source = source.extract(part)
    size = { width: part.width, height: part.height }
  }
  const sizes = widths[use]
  const largest = Math.max(...sizes)
  const box = use === 'avatar' ? Math.min(largest, size.width, size.height) : use === 'icon' ? largest : undefined
  // Decoded once; every size is made from the largest. No metadata of the source is copied.
  const base = (await source
    .resize(
      box
        ? {
            width: box,
            height: box,
            ...(use === 'icon' ? { fit: 'contain', background: '#00000000' } : { fit: 'cover' }),
          }
        : { width: largest, height: heightMax, fit: 'inside', withoutEnlargement: true },
    )
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })) as Pixels
  const again = () => sharp(base.data, { raw: base.info })

  const made: Made[] = []
  const wanted = [...sizes.filter((width) => width < base.info.width), base.info.width]
  for (const width of wanted)
    for (const format of formats[use]) {
      const name = `${use === 'poster' ? 'poster-' : ''}${format}-${width}`
      const resized = again().resize({ width })
      const encoded = {
        avif: () => resized.avif({ quality: 50, effort: 1 }),
        webp: () => resized.webp({ quality: 76, effort: 2 }),
        png: () => resized.png({ compressionLevel: 9 }),
        jpeg: () => resized.flatten({ background: '#ffffff' }).jpeg({ quality: 78, mozjpeg: width <= 640 }),
      }[format]()
      const { width: w, height: h } = await encoded.toFile(`out/${name}.${format}`)
      made.push({ name, file: `${name}.${format}`, format, width: w, height: h })
    }
  if (use === 'photo' && pages > 1 && size.width * size.height * pages <= pixelsMax) {
    const moving = (await movingPages(from, options)).webp({ quality: 60, effort: 2 })
    const { width, height, pageHeight } = (await moving.toFile('out/animation.webp')) as OutputInfo & {
      pageHeight?: number
    }
    made.push({
      name: 'animation',
      file: 'animation.webp',
      format: 'webp',
      width,
      height: pageHeight ?? height,
      isAnimated: true,
    })
  }

  const hidden = await hide(again, base.info).toFile('out/preview.webp')
  const dot = await again().flatten({ background: '#ffffff' }).removeAlpha().resize(1, 1).raw().toBuffer()
  return {
    width: size.width,
    height: size.height,
    averageColor: `#${dot.subarray(0, 3).toString('hex')}`,
    phash: await differenceHash(again),
    preview: {
      width: hidden.width,
      height: hidden.height,
      base64: (await readFile('out/preview.webp')).toString('base64'),
    },
    made,
  }
}

/** Whole pixels inside the image, one at least. */
function pixelsOf(crop: NonNullable<Order['crop']>, { width, height }: { width: number; height: number }) {
  const left = Math.min(width - 1, Math.floor((crop.x / 100) * width))
  const top = Math.min(height - 1, Math.floor((crop.y / 100) * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round((crop.width / 100) * width))),
    height: Math.max(1, Math.min(height - top, Math.round((crop.height / 100) * height))),
  }
}

// What anyone may see of a locked image: a few dozen blurred pixels in one of four aspect ratios, so that the true one stays unknown.
function hide(again: () => Sharp, { width, height }: { width: number; height: number }): Sharp {
  const shapes = [
    [24, 24],
    [24, 30],
    [32, 18],
    [18, 32],
  ] as const
  const ratio = Math.log(width / height)
  const [w, h] = shapes.toSorted(
    (a, b) => Math.abs(Math.log(a[0] / a[1]) - ratio) - Math.abs(Math.log(b[0] / b[1]) - ratio),
  )[0]!
  return again()
    .flatten({ background: '#ffffff' })
    .resize(w, h, { fit: 'cover' })
    .blur(1.6)
    .webp({ quality: 40, effort: 6 })
}

/** 64 bits: whether each of 8 × 8 grey dots is darker than its right neighbour. */
async function differenceHash(again: () => Sharp): Promise<string> {
  const dots = await again()
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const step = dots.info.channels
  let hash = 0n
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++)
      hash = (hash << 1n) | (dots.data[(y * 9 + x) * step]! < dots.data[(y * 9 + x + 1) * step]! ? 1n : 0n)
  return hash.toString(16).padStart(16, '0')
}

/** The picture that the file names as its own, as a PNG that carries the colors' profile. */
async function readHeic(from: string, pixelsMax: number): Promise<Buffer> {
  // The library has no types.
  const name: string = 'libheif-js/wasm-bundle.js'
  const { default: library } = (await import(name)) as { default: Libheif }
  await library.ready
  const images = new library.HeifDecoder().decode(await readFile(from))
  const photo = images.find((image) => image.is_primary()) ?? images[0]
  if (!photo) throw new Broken('no image inside')
  const [width, height] = [photo.get_width(), photo.get_height()]
  if (width * height > pixelsMax) throw new Broken('too many pixels')
  const empty = { data: new Uint8ClampedArray(width * height * 4), width, height }
  const shown = await new Promise<typeof empty | null>((resolve) => photo.display(empty, resolve))
  if (!shown) throw new Broken('an image that can’t be decoded')
  const data = Buffer.from(shown.data.buffer, shown.data.byteOffset, shown.data.byteLength)
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const profile = await profileOf(library, photo.handle.$$.ptr)
  return profile ? withProfile(png, profile) : png
}

/** The ICC profile of an image's colors, its own or that of the color space that it names; none where it is what screens show anyway. */
async function profileOf(library: Libheif, handle: number): Promise<Buffer | undefined> {
  const copy = (at: number, bytes: number) => Buffer.from(library.HEAPU8.slice(at, at + bytes))
  const [reply, named] = [library._malloc(32), library._malloc(4)]
  const bytes = library._heif_image_handle_get_raw_color_profile_size(handle)
  if (bytes > 0) {
    const at = library._malloc(bytes)
    library._heif_image_handle_get_raw_color_profile(reply, handle, at)
    return copy(at, bytes)
  }
  copy(named, 4).fill(0)
  library._heif_image_handle_get_nclx_color_profile(reply, handle, named)
  if (copy(reply, 4).readInt32LE(0) !== 0) return undefined
  // A version of one byte, then the color primaries.
  const primaries = copy(copy(named, 4).readUInt32LE(0) + 4, 4).readUInt32LE(0)
  if (primaries !== displayP3) return undefined
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } })
  return (await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()).icc
}

/** A PNG with a profile put behind its header. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPphoto\0\0', 'latin1'), deflateSync(profile)])
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(content.length - 4, 0)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), chunk.length - 4)
  const headerEnd = 33
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)])
}

interface Libheif {
  ready: Promise<unknown>
  HEAPU8: Uint8Array
  HeifDecoder: new () => { decode(file: Uint8Array): HeicImage[] }
  _malloc(bytes: number): number
  _heif_image_handle_get_raw_color_profile_size(handle: number): number
  _heif_image_handle_get_raw_color_profile(reply: number, handle: number, to: number): void
  _heif_image_handle_get_nclx_color_profile(reply: number, handle: number, to: number): void
}
interface HeicImage {
  handle: { $$: { ptr: number } }
  is_primary(): boolean
  get_width(): number
  get_height(): number
  display<Pixels>(empty: Pixels, then: (shown: Pixels | null) => void): void
}

/** A JPEG that lacks only its end is whole: with one, a reader that forgives nothing tells it from one that is cut off. */
async function withEnd(from: string): Promise<Buffer | undefined> {
  const bytes = await readFile(from)
  const end = Buffer.from([0xff, 0xd9])
  return bytes.includes(end, Math.max(0, bytes.length - tailBytes)) ? undefined : Buffer.concat([bytes, end])
}
/** The pages of an animation in one strip, upright. The library turns single images alone: only those that lie are turned one by one. */
async function movingPages(from: string, options: SharpOptions): Promise<Sharp> {
  const { orientation = 1, delay, loop } = await sharp(from, options).metadata()
  const small = { width: animationWidth, withoutEnlargement: true }
  if (orientation === 1) return sharp(from, { ...options, animated: true }).resize(small)
  const strip = await sharp(from, { ...options, animated: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const stored = { width: strip.info.width, height: strip.info.pageHeight ?? strip.info.height, channels: 4 as const }
  const bytes = stored.width * stored.height * stored.channels
  const pages: Buffer[] = []
  let size = { width: stored.width, height: stored.height }
  for (let at = 0; at < strip.data.length; at += bytes) {
    const page = sharp(strip.data.subarray(at, at + bytes), { raw: stored })
    const marked = await page.withMetadata({ orientation }).png({ compressionLevel: 1 }).toBuffer()
    const upright = await sharp(marked).autoOrient().resize(small).raw().toBuffer({ resolveWithObject: true })
    pages.push(upright.data)
    size = { width: upright.info.width, height: upright.info.height }
  }
  const raw = { width: size.width, height: size.height * pages.length, channels: 4 as const, pageHeight: size.height }
  return sharp(Buffer.concat(pages), { raw }).webp({ delay, loop })
}
