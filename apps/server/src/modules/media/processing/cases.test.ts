import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { jobFolder } from '../../../platform/process/decoder-sandbox.ts'
import { folderStorage } from '../../../platform/files/storage.ts'
import { type Clip, makeClip } from '../../../testing/clip.ts'
import { type MediaEngine, samplesPerSecond } from './engine.ts'
import { avEngine, avLibrary } from './engine-av.ts'
import { ffmpegEngine, findFfmpeg } from './engine-ffmpeg.ts'
import { readPlaylist } from '../serving/hls.ts'
import { makeVideo } from './videos.ts'

// Videos as phones, editors and screen recorders write them. Each engine makes the same of each, the way it is uploaded and encoded again.

interface Case {
  name: string
  /** Of an MP4 where none is named. */
  reader?: 'matroska'
  /** Made here, and no file beside this test. */
  made?: Partial<Clip>
  seconds: number
  /** Of the first quality and the poster, as they are shown. */
  size: [width: number, height: number]
  /** Of the first frame: red, green and blue. */
  begins?: [number, number, number]
  /** When the audio begins. */
  audioAt?: number
  /** Colors in the first frame and the poster, by how far from the left and from above, in per cent. */
  spots?: [x: number, y: number, red: number, green: number, blue: number][]
  /** Whether it may be copied can't be seen from outside. */
  isTrimmed?: true
}
type Color = [red: number, green: number, blue: number]
const red: Color = [253, 0, 0]
const green: Color = [0, 127, 0]
const blue: Color = [0, 0, 254]
const white: Color = [254, 254, 254]
const quarters = (...colors: [Color, Color, Color, Color]): Case['spots'] =>
  colors.map((color, n) => [n % 2 === 0 ? 25 : 75, n < 2 ? 25 : 75, ...color])
const cases: Case[] = [
  { name: 'editlist', seconds: 5, size: [320, 240], begins: [0, 128, 0] },
  { name: 'lateaudio', seconds: 20, size: [160, 120], audioAt: 6 },
  { name: 'shortaudio', seconds: 75, size: [160, 120], audioAt: 0 },
  { name: 'still-end', seconds: 20, size: [640, 360] },
  { name: 'slides', seconds: 40, size: [160, 120] },
  { name: 'heldframe', seconds: 17, size: [640, 360] },
  { name: 'rot90', seconds: 4, size: [360, 640] },
  // One red frame is trimmed off.
  { name: 'oneframe', seconds: 4, size: [160, 120], begins: [0, 128, 0], isTrimmed: true },
  // Fragments: the first three and a half seconds are trimmed off, or all but the first three.
  { name: 'fragtrim', seconds: 6.5, size: [320, 240], begins: [0, 128, 0] },
  { name: 'fragend', seconds: 3, size: [320, 240], begins: [253, 0, 0] },
  // One frame under twelve seconds of audio; images three seconds after the audio; nothing new from the tenth second to the 25th.
  { name: 'onestill', seconds: 12, size: [160, 120], begins: [253, 0, 0] },
  { name: 'lateimage', seconds: 12, size: [160, 120], begins: [0, 128, 0], audioAt: 0 },
  { name: 'midhold', seconds: 30, size: [160, 120] },
  // Matroska says nothing of the length of its tracks.
  { name: 'shortaudio.mkv', reader: 'matroska', seconds: 12, size: [160, 120], audioAt: 0 },
  // Stored as red, green, blue and white quarters, from the top left to the bottom right.
  { name: 'mirror', seconds: 4, size: [160, 120], spots: quarters(green, red, white, blue) },
  { name: 'upside', seconds: 4, size: [160, 120], spots: quarters(blue, white, red, green) },
  { name: 'swapped', seconds: 4, size: [120, 160], spots: quarters(red, blue, green, white) },
  { name: 'swapped-back', seconds: 4, size: [120, 160], spots: quarters(white, green, blue, red) },
  // A page in white, and light that is brighter than white beside it.
  {
    name: 'hdr',
    seconds: 3,
    size: [640, 360],
    spots: [
      [15, 50, 190, 190, 190],
      [75, 50, 174, 0, 1],
    ],
  },
  {
    name: 'hlg',
    seconds: 3,
    size: [160, 120],
    spots: [
      [25, 50, 243, 243, 243],
      [75, 50, 255, 255, 255],
    ],
  },
  // The picture of the cover is the first of its tracks.
  { name: 'cover', seconds: 6, size: [320, 240], audioAt: 0 },
  // A track for audio with nothing in it.
  { name: 'emptyaudio', seconds: 6, size: [320, 240] },
  { name: 'singleframe', seconds: 0.04, size: [320, 240] },
  { name: 'lateclock.webm', reader: 'matroska', seconds: 4, size: [160, 120], audioAt: 0 },
  // The first audio track is silent; the second is the one to be played.
  { name: 'twotracks.mkv', reader: 'matroska', seconds: 4, size: [160, 120], audioAt: 0 },
  // Its first key frame comes after two seconds.
  { name: 'nokey', seconds: 7, size: [160, 120] },
  // Its only key frame is the first: copied, it would be one part.
  {
    name: 'onekey',
    made: { size: '160x120', seconds: 30, keySeconds: 30 },
    seconds: 30,
    size: [160, 120],
    audioAt: 0,
  },
]

const programs = await findFfmpeg((process.env['PATH'] ?? '').split(':'))
const library = avLibrary()
const engines: [string, MediaEngine | undefined][] = [
  ['ffmpeg', programs && ffmpegEngine(programs)],
  ['node-av', library ? avEngine(library) : undefined],
]
const sourceOf = ({ name, reader }: Case) =>
  fileURLToPath(new URL(`cases/${reader ? name : `${name}.mp4`}`, import.meta.url))

async function inFolders<T>(
  wanted: Case,
  work: (folder: string, side: string, root: string) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'fanlight-cases-'))
  try {
    const source = wanted.made ? await makeClip(join(root, 'made.mp4'), wanted.made) : sourceOf(wanted)
    const folders = ['folder', 'side'].map((folder) => join(root, folder))
    for (const folder of folders) {
      await jobFolder(folder, 'out')
      await copyFile(source, join(folder, 'source'))
    }
    return await work(folders[0]!, folders[1]!, root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** What a rendition shows and plays, whose segments are joined into the source of a folder of its own. */
async function shown(engine: MediaEngine, root: string, parts: Buffer[]) {
  const folder = join(root, 'joined')
  await jobFolder(folder, 'out')
  await writeFile(join(folder, 'source'), Buffer.concat(parts), { mode: 0o644 })
  const probe = await engine.probe(folder, 'mov')
  await engine.frame(folder, 'mov', probe, 0, 'out/first.png')
  const { data } = await sharp(join(folder, 'out/first.png'))
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [audioAt, audioLasts]: (number | undefined)[] = []
  if (probe.audio) {
    await engine.samples(folder, 'mov', probe, probe.durationMs ?? 60_000, 'out/samples')
    const samples = await readFile(join(folder, 'out/samples'))
    audioLasts = samples.length / 2 / samplesPerSecond
    for (let at = 0; at + 1 < samples.length && audioAt === undefined; at += 2)
      if (Math.abs(samples.readInt16LE(at)) > 500) audioAt = at / 2 / samplesPerSecond
  }
  return { probe, first: join(folder, 'out/first.png'), begins: [...data] as number[], audioAt, audioLasts }
}
async function lookAt(image: string, { spots = [] }: Case) {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (const [x, y, ...color] of spots) {
    const at = (Math.round((y / 100) * info.height) * info.width + Math.round((x / 100) * info.width)) * info.channels
    for (const [n, value] of color.entries())
      expect(Math.abs(data[at + n]! - value), `${x} ${y}: ${[...data.subarray(at, at + 3)].join()}`).toBeLessThan(12)
  }
}

async function compare(made: Awaited<ReturnType<typeof shown>>, wanted: Case, isFirst: boolean) {
  const { seconds, size, begins, audioAt } = wanted
  await lookAt(made.first, wanted)
  expect(made.probe.durationMs! / 1000).toBeGreaterThan(seconds - 0.5)
  expect(made.probe.durationMs! / 1000).toBeLessThan(seconds + 0.5)
  if (isFirst) expect([made.probe.video!.width, made.probe.video!.height]).toEqual(size)
  if (begins) for (const [at, value] of begins.entries()) expect(Math.abs(made.begins[at]! - value)).toBeLessThan(30)
  // Playback stops where either of the two does.
  if (made.audioLasts !== undefined) expect(made.audioLasts).toBeGreaterThan(seconds - 0.5)
  if (audioAt !== undefined) expect(Math.abs((made.audioAt ?? -1) - audioAt)).toBeLessThanOrEqual(0.05)
}

for (const [engineName, engine] of engines) {
  if (!engine) {
    console.warn(`${engineName} is not on this machine: its cases are not tried.`)
    continue
  }
  describe(`on ${engineName}`, { timeout: 60_000, concurrent: true }, () => {
    test.each(cases)('$name is what it plays, as it is uploaded', (wanted) =>
      inFolders(wanted, async (folder, side, root) => {
        const storage = folderStorage(join(root, 'storage'))
        const job = { storage, engine, folder, side, reader: wanted.reader ?? ('mov' as const), prefix: 'made/one' }
        const { rendition, beginning } = await makeVideo(
          job,
          () => {},
          async () => {},
        )
        const read = (name: string) => readFile(join(root, 'storage/made/one', rendition.rung.name, name))
        const parts = await Promise.all(['init.mp4', ...rendition.segments.map(({ name }) => name)].map(read))
        await compare(await shown(engine, root, parts), wanted, false)
        for (const part of rendition.segments) expect(part.seconds).toBeLessThan(7)
        const poster = Buffer.from(beginning.averageColor.slice(1), 'hex')
        for (const [at, value] of (wanted.begins ?? []).entries())
          expect(Math.abs(poster[at]! - value)).toBeLessThan(30)
        expect([beginning.width, beginning.height]).toEqual(wanted.size)
        const posters = beginning.images.filter(({ name }) => name !== 'preview')
        expect(posters.length).toBeGreaterThan(0)
        const jpeg = posters.find(({ mime }) => mime === 'image/jpeg')!
        await lookAt(join(side, 'out', jpeg.storageKey.slice(jpeg.storageKey.lastIndexOf('/') + 1)), wanted)
        for (const poster of posters)
          expect(poster.width! / poster.height!).toBeCloseTo(wanted.size[0] / wanted.size[1], 1)
      }),
    )
    test.each(cases)('$name is what it plays, encoded', (wanted) =>
      inFolders(wanted, async (folder, _side, root) => {
        const probe = await engine.probe(folder, wanted.reader ?? 'mov')
        if (wanted.isTrimmed) expect(probe.isTrimmed).toBe(true)
        const [width, height] = wanted.size
        await jobFolder(folder, 'out/hls-x')
        await engine.encode(
          folder,
          wanted.reader ?? 'mov',
          probe,
          [{ name: 'hls-x', width, height, kbps: 400 }],
          () => {},
        )
        const list = await readFile(join(folder, 'out/hls-x/index.m3u8'), 'utf8')
        const names = ['init.mp4', ...readPlaylist(list).map((entry) => entry.name)]
        const parts = await Promise.all(names.map((name) => readFile(join(folder, 'out/hls-x', name))))
        await compare(await shown(engine, root, parts), wanted, true)
      }),
    )
  })
}
