import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { samples } from '@fanlight/server/modules/media/testing'

// Files as cameras and programs write them: with the place, the owner, the serial number of the camera. Every such text holds one of these.

export const canaries = ['Jane-Canary', 'CanaryCam', 'SN-0451-CANARY', '+52.5000+013.4000'] as const
/** What the sender's machine called the file. */
export const telltaleName = 'Jane Canary, 12 Hidden Street'

const exif = {
  IFD0: { Make: 'CanaryCam', Artist: 'Jane-Canary', Copyright: 'Jane-Canary' },
  IFD2: { BodySerialNumber: 'SN-0451-CANARY', CameraOwnerName: 'Jane-Canary' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
}
const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:SerialNumber="SN-0451-CANARY" aux:OwnerName="Jane-Canary"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const small = async () => sharp(await samples.photo(320, 240))
export const images = {
  jpeg: async () => inJpeg(await (await small()).withExif(exif).withXmp(xmp).jpeg().toBuffer(), 'Jane-Canary'),
  png: async () => {
    const plain = await (await small()).withExif(exif).png().toBuffer()
    return afterHeader(plain, pngChunk('tEXt', Buffer.from('Author\0Jane-Canary SN-0451-CANARY')))
  },
  webp: async () => (await small()).withExif(exif).withXmp(xmp).webp().toBuffer(),
  avif: async () => (await small()).withExif(exif).avif({ effort: 0 }).toBuffer(),
  gif: async () => {
    const plain = await (await small()).gif().toBuffer()
    const text = Buffer.from('Jane-Canary')
    return Buffer.concat([plain.subarray(0, -1), Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0, 0x3b])])
  },
  // Its metadata is a box at the end, which programs skip.
  heic: async () => Buffer.concat([samples.heic(), box('uuid', Buffer.from(`0123456789abcdef${xmp}`))]),
}

export const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')

/** The boxes of an MP4, outermost only. */
export function boxesOf(bytes: Buffer): { type: string; from: number; to: number }[] {
  const found = []
  for (let from = 0; from + 8 <= bytes.length; ) {
    const to = from + bytes.readUInt32BE(from)
    if (to <= from) break
    found.push({ type: bytes.toString('latin1', from + 4, from + 8), from, to })
    from = to
  }
  return found
}

/** An MP4 whose index is replaced by what `change` makes of it, at the end of the file, so that no offset moves. */
export function withIndex(mp4: Buffer, change: (moov: Buffer) => Buffer): Buffer {
  const moov = boxesOf(mp4).find(({ type }) => type === 'moov')
  if (!moov) throw new Error('an MP4 without an index')
  const before = Buffer.from(mp4)
  before.write('free', moov.from + 4, 'latin1')
  return Buffer.concat([before, box('moov', change(mp4.subarray(moov.from + 8, moov.to)))])
}

/** QuickTime texts are a length, a language and the text. */
const quickTimeText = (name: string, text: string) =>
  box(`\u00a9${name}`, Buffer.from([0, text.length, 0x15, 0xc7]), ascii(text))
const userData = () =>
  box(
    'udta',
    quickTimeText('xyz', '+52.5000+013.4000/'),
    quickTimeText('ART', 'Jane-Canary'),
    quickTimeText('mak', 'CanaryCam'),
    quickTimeText('cmt', 'SN-0451-CANARY'),
  )
const inMp4 = (bytes: Buffer) =>
  Buffer.concat([
    withIndex(bytes, (moov) => Buffer.concat([moov, userData()])),
    box('uuid', ascii(`0123456789abcdef${xmp}`)),
  ])

export const videos = {
  // Its tracks are copied, not encoded again, where a browser plays them.
  mp4: async () => inMp4(await samples.video({ size: '256x144', length: 1 })),
  webm: async () => {
    const plain = await samples.webm({ size: '256x144', length: 1 })
    // Matroska's tags: an element that any program may append at the end of the segment, whose length is then unknown.
    return Buffer.concat([plain, matroskaTag('ARTIST', 'Jane-Canary SN-0451-CANARY')])
  },
}
export const audio = {
  mp3: async () =>
    Buffer.concat([id3({ TPE1: 'Jane-Canary', TENC: 'CanaryCam', TIT2: 'SN-0451-CANARY' }), await samples.audio()]),
  m4a: async () => inMp4(await samples.audioNamedAsVideo()),
}

function inJpeg(bytes: Buffer, comment: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([bytes.subarray(0, 2), head, ascii(comment), bytes.subarray(2)])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([ascii(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
/** After the signature and the first chunk. */
const afterHeader = (png: Buffer, chunk: Buffer) => Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])

function id3(frames: Record<string, string>): Buffer {
  const body = Buffer.concat(
    Object.entries(frames).map(([name, text]) => {
      const head = Buffer.alloc(10)
      head.write(name, 'latin1')
      head.writeUInt32BE(text.length + 1, 4)
      return Buffer.concat([head, Buffer.from([3]), ascii(text)])
    }),
  )
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, (body.length >> 7) & 0x7f, body.length & 0x7f])
  return Buffer.concat([head, body])
}

function matroskaTag(name: string, text: string): Buffer {
  const element = (id: number[], content: Buffer) =>
    Buffer.concat([Buffer.from([...id, 0x40 | (content.length >> 8), content.length & 0xff]), content])
  const simple = element(
    [0x67, 0xc8],
    Buffer.concat([element([0x45, 0xa3], ascii(name)), element([0x44, 0x87], ascii(text))]),
  )
  return element([0x12, 0x54, 0xc3, 0x67], element([0x73, 0x73], simple))
}
