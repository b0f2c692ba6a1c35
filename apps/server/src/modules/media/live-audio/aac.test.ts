import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOggOpus } from '@fanlight/live-engine/loop/ogg'
import type { OpenAac } from '@fanlight/live-engine/recorder/aac/encoder'
import { Recorder } from '@fanlight/live-engine/recorder/recorder'
import { pictureOf, rtp, testStreams } from '@fanlight/live-engine/recorder/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { avEngine, avLibrary } from '../processing/engine-av.ts'
import { ffmpegEngine, findFfmpeg } from '../processing/engine-ffmpeg.ts'
import { samplesPerSecond } from '../processing/engine.ts'
import { readSegments } from '../recorded/segment-list.ts'
import { withFfmpeg, withLibrary } from './open-aac.ts'

// What a room sounds like in AAC, decoded and compared with its Opus, for each encoder that this machine has.

const programs = await findFfmpeg((process.env['PATH'] ?? '').split(':'))
const library = avLibrary()
const engine = programs ? ffmpegEngine(programs) : library ? avEngine(library) : undefined
const packets = readOggOpus(
  await readFile(new URL('../../../../../../demo/assets/live-teo-dough.opus', import.meta.url)),
)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanlight-aac-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const room = () => join(folder, 'room')
const file = (name: string) => readFile(join(room(), name))
const secondsMost = 0.05
const listed = (list: string) =>
  file(list).then(
    (text) => readSegments(String(text)).length,
    () => 0,
  )

/** Records twelve seconds; packets of sound of which `isHeard` says no are lost. */
async function record(
  openAac: OpenAac,
  { isHeard = () => true, hasAac = true }: { isHeard?: (n: number) => boolean; hasAac?: boolean } = {},
): Promise<unknown[]> {
  const failures: unknown[] = []
  const recorder = new Recorder({
    folder: room(),
    keeps: true,
    wantKeyframe() {},
    wrote() {},
    failed: (error) => failures.push(error),
    silent: (error) => failures.push(error),
    openAac,
  })
  const { streams, video, audio } = testStreams()
  for (let n = 0, sound = 0; n < 361; n++) {
    for (const packet of pictureOf(n, { isKeyframe: n % 60 === 0 })) recorder.take(streams, video, packet)
    for (; sound * 0.02 < (n + 1) / 30; sound++)
      if (isHeard(sound))
        recorder.take(
          streams,
          audio,
          rtp(packets[sound % packets.length]!, { sequence: sound, timestamp: 7_000 + sound * 960 }),
        )
    // Segments come faster than those of a room: none is left out.
    if (n > 60 && n % 60 === 30)
      for (const list of hasAac ? ['live.m3u8', 'aac.m3u8'] : ['live.m3u8'])
        await expect.poll(() => listed(list), { timeout: 10_000 }).toBe((n - 30) / 60)
  }
  await recorder.finish()
  return failures
}

/** A variant of the room as one file, in a folder that decoders get. */
async function variant(list: string): Promise<string> {
  const segments = readSegments(String(await file(list)))
  const job = await mkdtemp(join(folder, 'job-'))
  await mkdir(join(job, 'out'), { mode: 0o777 })
  const parts = [await file(segments[0]!.init), ...(await Promise.all(segments.map((segment) => file(segment.file))))]
  await writeFile(join(job, 'source'), Buffer.concat(parts), { mode: 0o644 })
  return job
}
/** What is heard from the beginning of the video on. Decoders leave out the first 80 ms of Opus, which settle it. */
async function heardIn(job: string): Promise<Int16Array> {
  const probe = await engine!.probe(job, 'mov')
  await engine!.samples(job, 'mov', probe, 12_000, 'out/samples')
  const bytes = await readFile(join(job, 'out/samples'))
  const heard = new Int16Array(Math.round((probe.audio!.endMs! * samplesPerSecond) / 1000))
  for (let at = 1; at <= Math.min(heard.length, bytes.length / 2); at++)
    heard[heard.length - at] = bytes.readInt16LE(bytes.length - 2 * at)
  return heard
}

/** By how many seconds the second is later than the first, from one moment to another: where the two are most alike. */
function laterBy(one: Int16Array, other: Int16Array, from: number, to: number): number {
  const [begin, end] = [from * samplesPerSecond, to * samplesPerSecond]
  const most = Math.round(0.2 * samplesPerSecond)
  let best = { lag: NaN, likeness: -Infinity }
  for (let lag = -most; lag <= most; lag++) {
    let likeness = 0
    for (let at = begin; at < end; at++) likeness += one[at]! * (other[at + lag] ?? 0)
    if (likeness > best.likeness) best = { lag, likeness }
  }
  return best.lag / samplesPerSecond
}

const encoders: [string, OpenAac | undefined][] = [
  ['ffmpeg', programs && (() => withFfmpeg(join(folder, 'encoder'), programs))],
  ['node-av', library ? () => withLibrary(join(folder, 'encoder'), library) : undefined],
]
describe.each(encoders)('AAC by %s', (_name, open) => {
  test.skipIf(!open)(
    'is in step with the Opus of the same room, also after lost packets and a killed encoder',
    async () => {
      let calls = 0
      let opened = 0
      const openAac: OpenAac = async () => {
        opened++
        const encoder = await open!()
        return {
          encode: (all) => {
            const answer = encoder.encode(all)
            // The fourth batch is on its way when the process is killed.
            if (++calls === 4) encoder.close()
            return answer
          },
          close: () => encoder.close(),
        }
      }
      // Nothing is heard for half a second, after 3.1 seconds.
      const failures = await record(openAac, { isHeard: (n) => n < 155 || n >= 180 })
      expect(failures).toHaveLength(1)
      expect(opened).toBe(2)
      const [opus, aac] = [readSegments(String(await file('live.m3u8'))), readSegments(String(await file('aac.m3u8')))]
      expect(aac.map(({ at, seconds }) => [at, seconds])).toEqual(opus.map(({ at, seconds }) => [at, seconds]))
      expect(aac.map((segment) => segment.file)).toEqual(opus.map((segment) => `aac-${segment.file}`))
      expect(String(await file('aac.m3u8'))).toContain('#EXT-X-ENDLIST')
      expect(String(await file('master.m3u8'))).toMatch(/,mp4a\.40\.2".*\naac\.m3u8\n.*,opus".*\nlive\.m3u8\n$/)

      const [ofOpus, ofAac] = [await variant('live.m3u8'), await variant('aac.m3u8')]
      const [one, other] = [await engine!.probe(ofOpus, 'mov'), await engine!.probe(ofAac, 'mov')]
      expect(other.audio).toMatchObject({ codec: 'aac', profile: 'LC' })
      expect(Math.abs(other.audio!.startMs - one.audio!.startMs)).toBeLessThanOrEqual(secondsMost * 1000)
      expect(Math.abs(other.durationMs! - one.durationMs!)).toBeLessThanOrEqual(secondsMost * 1000)
      expect(Math.abs(other.audio!.endMs! - one.audio!.endMs!)).toBeLessThanOrEqual(secondsMost * 1000)
      const [before, after] = [await heardIn(ofOpus), await heardIn(ofAac)]
      for (const [from, to] of [
        [0, 2],
        [4, 6],
        [8, 10],
        [9.5, 11],
      ] as const)
        expect(Math.abs(laterBy(before, after, from, to)), `${from}`).toBeLessThanOrEqual(secondsMost)
    },
  )
})

test.skipIf(!engine)('its process ends when nobody publishes any more, and another one begins with them', async () => {
  const [, open] = encoders.find(([, each]) => each)!
  const running = new Set<object>()
  let opened = 0
  const recorder = new Recorder({
    folder: room(),
    keeps: true,
    wantKeyframe() {},
    wrote() {},
    failed: (error) => expect.unreachable(String(error)),
    silent: (error) => expect.unreachable(String(error)),
    openAac: async () => {
      const encoder = await open!()
      opened++
      running.add(encoder)
      return {
        encode: (all) => encoder.encode(all),
        close() {
          encoder.close()
          running.delete(encoder)
        },
      }
    },
  })
  for (const part of [0, 1]) {
    const { streams, video, audio } = testStreams()
    for (let n = 0; n < 90; n++) {
      for (const packet of pictureOf(n, { isKeyframe: n % 60 === 0 })) recorder.take(streams, video, packet)
      for (const sound of n % 3 === 0 ? [5, 6, 7, 8, 9].map((more) => (n / 3) * 5 + more) : [])
        recorder.take(streams, audio, rtp(packets[sound]!, { sequence: sound, timestamp: sound * 960 }))
    }
    await expect.poll(() => running.size, { timeout: 10_000 }).toBe(1)
    recorder.pause()
    await expect.poll(() => running.size, { timeout: 10_000 }).toBe(0)
    expect(opened).toBe(part + 1)
  }
  await recorder.finish()
  expect(readSegments(String(await file('aac.m3u8'))).map(({ isBreak }) => isBreak)).toEqual([
    false,
    false,
    true,
    false,
  ])
})

test('without an encoder the room is as it was, and is not waited for', async () => {
  const failures = await record(
    async () => {
      throw new Error('There is none.')
    },
    { hasAac: false },
  )
  expect(failures.length).toBeGreaterThan(0)
  expect(String(await file('master.m3u8'))).not.toContain('aac')
  expect(readSegments(String(await file('live.m3u8')))).toHaveLength(7)
  await expect(file('aac.m3u8')).rejects.toThrow()
})

test('an encoder that is gone for good leaves pictures without sound, and says so in their names', async () => {
  let calls = 0
  const [, open] = encoders.find(([, each]) => each) ?? []
  const failures = await record(async () => {
    if (calls > 0) throw new Error('There is none any more.')
    const encoder = await open!()
    return {
      close: () => encoder.close(),
      encode: (all) => (++calls > 2 ? (encoder.close(), encoder.encode(all)) : encoder.encode(all)),
    }
  })
  expect(failures.length).toBeGreaterThan(0)
  const names = readSegments(String(await file('aac.m3u8'))).map((segment) => segment.file)
  expect(names).toEqual(['aac-0.m4s', 'aac-1.m4s', ...[2, 3, 4, 5, 6].map((n) => `silent-${n}.m4s`)])
  const heard = await heardIn(await variant('aac.m3u8'))
  const loudest = (from: number, to: number) =>
    heard
      .subarray(from * samplesPerSecond, to * samplesPerSecond)
      .reduce((most, now) => Math.max(most, Math.abs(now)), 0)
  expect(loudest(0, 3)).toBeGreaterThan(1_000)
  expect(loudest(5, 11)).toBeLessThan(10)
})
