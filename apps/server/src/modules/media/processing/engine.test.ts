import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobFolder } from '../../../platform/process/decoder-sandbox.ts'
import { type Clip, makeClip } from '../../../testing/clip.ts'
import { type MediaEngine, samplesPerSecond } from './engine.ts'
import { avEngine, avLibrary } from './engine-av.ts'
import { ffmpegEngine, findFfmpeg } from './engine-ffmpeg.ts'
import { readPlaylist } from '../serving/hls.ts'
import type { Input } from '../intake/sniff.ts'

// The contract that every engine must meet, tested for each engine available on this machine.

const programs = await findFfmpeg((process.env['PATH'] ?? '').split(':'))
const library = avLibrary()
const engines: [string, MediaEngine | undefined][] = [
  ['ffmpeg', programs && ffmpegEngine(programs)],
  ['node-av', library ? avEngine(library) : undefined],
]

let samples: string
beforeAll(async () => {
  samples = await mkdtemp(join(tmpdir(), 'fanlight-clips-'))
})
afterAll(() => rm(samples, { recursive: true, force: true }))

const made = new Map<string, Promise<string>>()
const clip = (name: string, options: Partial<Clip>): Promise<string> => {
  if (!made.has(name)) made.set(name, makeClip(join(samples, name), options))
  return made.get(name)!
}
const video = () => clip('video.mp4', { size: '640x360', seconds: 9 })
const webm = () => clip('video.webm', { size: '320x180', seconds: 3, video: 'vp8', audio: 'opus' })
const audio = () => clip('audio.mp3', { seconds: 3, video: null, audio: 'mp3' })

async function inFolder<T>(path: string, work: (folder: string) => Promise<T>, bytes = Infinity): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fanlight-engine-'))
  try {
    await writeFile(join(folder, 'source'), (await readFile(path)).subarray(0, bytes), { mode: 0o644 })
    await mkdir(join(folder, 'out'), { mode: 0o777 })
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
const rung = (name: string, width: number, height: number) => ({ name, width, height, kbps: 400 })
const ignore = () => {}

/** The whole rendition as one file, to be probed with the engine itself. */
async function joined(folder: string, name: string): Promise<{ path: string; list: string }> {
  const list = await readFile(join(folder, 'out', name, 'index.m3u8'), 'utf8')
  const parts = ['init.mp4', ...readPlaylist(list).map((entry) => entry.name)]
  const path = join(samples, `joined-${Math.random().toString(36).slice(2)}.mp4`)
  await writeFile(
    path,
    Buffer.concat(await Promise.all(parts.map((part) => readFile(join(folder, 'out', name, part))))),
  )
  return { path, list }
}

for (const [name, engine] of engines) {
  if (!engine) {
    console.warn(`${name} is not on this machine: its cases are not tried.`)
    continue
  }
  const probe = (path: string, reader: Input['reader'], bytes?: number) =>
    inFolder(path, (folder) => engine.probe(folder, reader), bytes)

  describe(`the engine on ${name}`, { timeout: 60_000 }, () => {
    test('probes the tracks of a video', async () => {
      expect(await probe(await video(), 'mov')).toEqual({
        beginMs: 0,
        durationMs: expect.closeTo(9000, -2),
        isTrimmed: false,
        isCut: false,
        hasGaps: false,
        isLate: false,
        video: {
          codec: 'h264',
          profile: 'Constrained Baseline',
          pixelFormat: 'yuv420p',
          width: 640,
          height: 360,
          index: 0,
          transfer: 'sdr',
          upright: '',
          bitsPerSecond: expect.any(Number),
          rate: 25,
          endMs: expect.closeTo(9000, -2),
        },
        audio: { index: 1, codec: 'aac', profile: 'LC', startMs: 0, endMs: expect.closeTo(9000, -2) },
      })
      expect(await probe(await webm(), 'matroska')).toMatchObject({
        video: { codec: 'vp8', width: 320, height: 180 },
        audio: { codec: 'opus' },
      })
      expect(await probe(await audio(), 'mp3')).toMatchObject({
        durationMs: expect.closeTo(3000, -2),
        video: null,
        audio: { codec: 'mp3' },
      })
    })

    test('rejects what is no video, and a video in another container than announced', async () => {
      const text = join(samples, 'playlist.txt')
      await writeFile(text, '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')
      await expect(probe(text, 'mov')).rejects.toThrow('FILE_BROKEN')
      await expect(probe(await webm(), 'mov')).rejects.toThrow('FILE_BROKEN')
      await expect(probe(await video(), 'mov', 600)).rejects.toThrow('FILE_BROKEN')
    })

    test('distinguishes a complete video from a truncated one', async () => {
      const [whole, size] = [await video(), (await stat(await video())).size]
      const isWhole = (bytes: number) =>
        inFolder(
          whole,
          async (folder) => {
            const found = await engine.probe(folder, 'mov')
            await truncate(join(folder, 'source'), bytes)
            return engine.isWhole(folder, 'mov', found)
          },
          size,
        )
      expect([await isWhole(size), await isWhole(Math.round(size / 3))]).toEqual([true, false])
    })

    test('decodes once into several qualities with segments of the same times', async () => {
      await inFolder(await video(), async (folder) => {
        const rungs = [rung('hls-240', 426, 240), rung('hls-360', 640, 360)]
        for (const rung of rungs) await jobFolder(folder, `out/${rung.name}`)
        const shares: number[] = []
        await engine.encode(folder, 'mov', await engine.probe(folder, 'mov'), rungs, (share) => shares.push(share))
        expect(shares.length).toBeGreaterThan(0)
        expect(Math.max(...shares)).toBeLessThanOrEqual(1)
        const lists = []
        for (const { name, width, height } of rungs) {
          const { path, list } = await joined(folder, name)
          expect(list).toContain('#EXT-X-ENDLIST')
          lists.push(readPlaylist(list).map((entry) => Math.round(entry.seconds)))
          expect(await probe(path, 'mov')).toMatchObject({
            durationMs: expect.closeTo(9000, -3),
            video: { codec: 'h264', profile: 'Main', pixelFormat: 'yuv420p', width, height },
            audio: { codec: 'aac', profile: 'LC' },
          })
        }
        expect(lists).toEqual([
          [4, 4, 1],
          [4, 4, 1],
        ])
      })
    })

    test('lists segments only when they are complete, while the rest is encoded', async () => {
      await inFolder(await clip('long.mp4', { size: '640x360', seconds: 40 }), async (folder) => {
        await jobFolder(folder, 'out/hls-360')
        const found = await engine.probe(folder, 'mov')
        let isOver = false
        const making = engine.encode(folder, 'mov', found, [rung('hls-360', 640, 360)], ignore).finally(() => {
          isOver = true
        })
        let counted = 0
        let readsBeforeEnd = 0
        while (!isOver) {
          const list = await readFile(join(folder, 'out/hls-360/index.m3u8'), 'utf8').catch(() => '')
          const parts = readPlaylist(list)
          for (const part of parts)
            expect((await stat(join(folder, 'out/hls-360', part.name))).size).toBeGreaterThan(1000)
          expect(parts.length).toBeGreaterThanOrEqual(counted)
          counted = parts.length
          if (counted > 0 && !list.includes('ENDLIST')) readsBeforeEnd++
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        await making
        expect(readsBeforeEnd).toBeGreaterThan(0)
      })
    })

    test('repacks what browsers can play without encoding it again', async () => {
      await inFolder(await video(), async (folder) => {
        await jobFolder(folder, 'out/hls-360')
        await engine.remux(folder, 'mov', await engine.probe(folder, 'mov'), 'hls-360')
        const { path, list } = await joined(folder, 'hls-360')
        expect(readPlaylist(list).length).toBeGreaterThan(1)
        expect(await probe(path, 'mov')).toMatchObject({
          durationMs: expect.closeTo(9000, -3),
          video: { codec: 'h264', profile: 'Constrained Baseline', width: 640, height: 360 },
        })
      })
    })

    test('extracts a frame, from the very end as well, and a sprite of small ones', async () => {
      await inFolder(await video(), async (folder) => {
        const found = await engine.probe(folder, 'mov')
        for (const atMs of [0, 4300, 8900]) {
          await engine.frame(folder, 'mov', found, atMs, 'poster.png')
          const { format, width, height } = await sharp(join(folder, 'poster.png')).metadata()
          expect([format, width, height]).toEqual(['png', 1600, 900])
        }
        const sheet = { columns: 3, rows: 3, tileWidth: 160, tileHeight: 90, intervalMs: 1000 }
        await engine.tiles(folder, 'mov', found, sheet, 9000, 'out/sprite.jpeg')
        const { format, width, height } = await sharp(join(folder, 'out/sprite.jpeg')).metadata()
        expect([format, width, height]).toEqual(['jpeg', 480, 270])
      })
    })

    test('makes AAC of any audio, and its samples', async () => {
      for (const [path, reader] of [
        [await audio(), 'mp3'],
        [await webm(), 'matroska'],
      ] as const)
        await inFolder(path, async (folder) => {
          const found = await engine.probe(folder, reader)
          await engine.audio(folder, reader, found, 'out/audio.m4a', ignore)
          expect(await probe(join(folder, 'out/audio.m4a'), 'mov')).toMatchObject({
            durationMs: expect.closeTo(3000, -2),
            video: null,
            audio: { codec: 'aac', profile: 'LC' },
          })
          await engine.samples(folder, reader, found, 3000, 'samples.raw')
          const raw = await readFile(join(folder, 'samples.raw'))
          expect(raw.length / 2 / samplesPerSecond).toBeCloseTo(3, 0)
          let loudest = 0
          for (let at = 0; at + 1 < raw.length; at += 2) loudest = Math.max(loudest, Math.abs(raw.readInt16LE(at)))
          expect(loudest).toBeGreaterThan(1000)
        })
    })

    test('shows a video upright that was taken with a rotated camera', async () => {
      const lying = join(samples, 'turned.mp4')
      await writeFile(lying, turned(await readFile(await video())))
      const found = await probe(lying, 'mov')
      expect(found.video).toMatchObject({ width: 360, height: 640 })
      await inFolder(lying, async (folder) => {
        await engine.frame(folder, 'mov', found, 1000, 'poster.png')
        const straight = await inFolder(await video(), async (other) => {
          await engine.frame(other, 'mov', await engine.probe(other, 'mov'), 1000, 'poster.png')
          return sharp(join(other, 'poster.png'))
            .rotate(90)
            .resize(36, 64, { fit: 'fill' })
            .removeAlpha()
            .raw()
            .toBuffer()
        })
        const shown = await sharp(join(folder, 'poster.png'))
          .resize(36, 64, { fit: 'fill' })
          .removeAlpha()
          .raw()
          .toBuffer()
        const off = shown.reduce((sum, value, at) => sum + Math.abs(value - straight[at]!), 0) / shown.length
        expect(off).toBeLessThan(12)
      })
    })
  })
}

/** The display matrix in the video's header, as a phone held upright writes it: a quarter turn clockwise. */
function turned(bytes: Buffer): Buffer {
  const at = bytes.indexOf('tkhd') + 4 + 40
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0, 0, 360 << 16, 0, 0x40000000].entries())
    bytes.writeInt32BE(value, at + index * 4)
  return bytes
}
