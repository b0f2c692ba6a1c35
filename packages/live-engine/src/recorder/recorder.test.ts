import { fork } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from './files.ts'
import { Recorder } from './recorder.ts'
import { Recordings } from './recordings.ts'
import { RoomRecording } from './room-recording.ts'
import { otherSequence, pictureOf, rtp, soundOf, testStreams } from './testing.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const framesPerSegment = 60
function recorderOf(keeps: boolean) {
  const errors: unknown[] = []
  const recorder = new Recorder({
    folder: join(folder, 'room'),
    keeps,
    wantKeyframe() {},
    wrote() {},
    failed: (error) => errors.push(error),
  })
  const source = testStreams()
  /** From picture `from` on, with a keyframe each two seconds. */
  const send = (
    from: number,
    to: number,
    { sequence, sound = true }: { sequence?: typeof otherSequence; sound?: boolean } = {},
  ) => {
    for (let n = from; n < to; n++) {
      for (const packet of pictureOf(n, { isKeyframe: n % framesPerSegment === 0, ...(sequence && { sequence }) }))
        recorder.take(source.streams, source.video, packet)
      for (let s = Math.ceil((n * 5) / 3); sound && s < ((n + 1) * 5) / 3; s++)
        recorder.take(source.streams, source.audio, soundOf(s))
    }
  }
  return { recorder, errors, send }
}
const list = (name = 'live.m3u8') => readFile(join(folder, 'room', name), 'utf8')
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)
const durations = (text: string) => named(text, /EXTINF:([\d.]+)/g).map(Number)

test('what is sent becomes segments between keyframes, over the wrap of every number', async () => {
  const { recorder, errors, send } = recorderOf(true)
  send(0, 3 * framesPerSegment + 10)
  await recorder.finish()
  expect(errors).toEqual([])
  const text = await list()
  expect(durations(text).map((seconds) => Math.round(seconds * 100) / 100)).toEqual([2, 2, 2, 0.33])
  expect(text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
  expect(text.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true)
  expect(text).not.toContain('DISCONTINUITY\n')
  expect(await list('master.m3u8')).toMatch(/CODECS="avc1.42c00d,opus",RESOLUTION=320x240\nlive.m3u8/)
  const init = await readFile(join(folder, 'room', 'init-1.mp4'), 'latin1')
  for (const box of ['ftyp', 'avc1', 'avcC', 'Opus']) expect(init).toContain(box)
  // Each picture and each sound of the segment, beginning where the one before ended.
  const segment = await readFile(join(folder, 'room', '1.m4s'))
  const starts = trackStarts(segment)
  expect(starts.length).toBe(2)
  for (const start of starts) expect(Math.abs(start - 2)).toBeLessThan(0.6)
})

test('another size, and a publisher who comes back, begin anew in the list', async () => {
  const { recorder, send } = recorderOf(true)
  send(0, 2 * framesPerSegment)
  send(2 * framesPerSegment, 4 * framesPerSegment, { sequence: otherSequence })
  recorder.pause()
  await expect.poll(() => list()).toContain('3.m4s')
  send(4 * framesPerSegment, 5 * framesPerSegment, { sequence: otherSequence })
  await recorder.finish()
  const text = await list()
  expect(named(text, /EXT-X-MAP:URI="(.*)"/g)).toEqual(['init-1.mp4', 'init-2.mp4', 'init-3.mp4'])
  expect(named(text, /(#EXT-X-DISCONTINUITY)\n/g).length).toBe(2)
})

test('times that jump far begin anew, and cost no more than others', async () => {
  const { recorder, errors, send } = recorderOf(true)
  const source = testStreams()
  send(0, framesPerSegment)
  await expect.poll(() => recorder.hasSegments(0)).toBe(false)
  const jump = (from: number, firstTimestamp: number) => {
    for (let n = from; n < from + framesPerSegment; n++) {
      for (const packet of pictureOf(n, { isKeyframe: n % framesPerSegment === 0, firstTimestamp }))
        recorder.take(source.streams, source.video, packet)
      const sound = soundOf(n)
      sound.writeUInt32BE((n * 2 ** 30) >>> 0, 4)
      recorder.take(source.streams, source.audio, sound)
    }
  }
  for (const [n, timestamp] of [0, 2 ** 31, 2 ** 20, 2 ** 31].entries()) {
    jump(n * framesPerSegment, timestamp)
    await new Promise((done) => setTimeout(done, 50))
  }
  await recorder.finish()
  expect(errors).toEqual([])
  const text = await list()
  for (const seconds of durations(text)) expect(seconds).toBeLessThan(3)
  // Another publisher, and after the keyframe that showed the jump the next one.
  expect(named(text, /(#EXT-X-DISCONTINUITY)\n/g).length).toBe(2)
})

test('audio that stops becomes silence, at which no player stops', async () => {
  const { recorder, send } = recorderOf(true)
  send(0, framesPerSegment)
  send(framesPerSegment, 3 * framesPerSegment, { sound: false })
  await recorder.finish()
  expect((await readFile(join(folder, 'room', '1.m4s'))).includes(Buffer.of(0xf8, 0xff, 0xfe, 0xf8, 0xff, 0xfe))).toBe(
    true,
  )
})

test('where nothing is to stay, only the last minute is on the disk, and nothing after the end', async () => {
  const { recorder, send } = recorderOf(false)
  for (let segment = 0; segment < 41; segment++) {
    send(segment * framesPerSegment, (segment + 1) * framesPerSegment)
    await expect
      .poll(async () => (await readdir(join(folder, 'room'))).includes(`${segment - 1}.m4s`) || segment === 0)
      .toBe(true)
  }
  await expect.poll(async () => named(await list(), /MEDIA-SEQUENCE:(\d+)/g)).toEqual(['10'])
  const files = (await readdir(join(folder, 'room'))).filter((name) => name.endsWith('.m4s'))
  expect(files.length).toBeLessThanOrEqual(36)
  for (const name of named(await list(), /^(\d+\.m4s)$/gm)) expect(files).toContain(name)
  await recorder.finish()
  expect(await readdir(folder)).toEqual([])
})

test('after kill -9 nothing is listed that is missing, and the list is ended at the next start', async () => {
  const child = fork(fileURLToPath(new URL('recording-process.ts', import.meta.url)), [folder])
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const [at] = await readdir(join(folder, 'recordings', 'room'))
  const path = folderOf(folder, 'room', { keeps: true, at: Number(at) })
  const before = await readFile(join(path, 'live.m3u8'), 'utf8')
  expect(before).not.toContain('ENDLIST')
  await writeFile(join(path, '99.m4s.tmp'), 'half')
  await Recordings.open(folder, { log() {} })
  const text = await readFile(join(path, 'live.m3u8'), 'utf8')
  expect(text).toBe(`${before}#EXT-X-ENDLIST\n`)
  const listed = named(text, /^(\d+\.m4s)$/gm)
  expect(listed.length).toBeGreaterThan(3)
  const files = await readdir(path)
  expect(files).not.toContain('99.m4s.tmp')
  for (const name of [...listed, ...named(text, /EXT-X-MAP:URI="(.*)"/g)]) expect(files).toContain(name)
  for (const name of listed) expect(isWhole(await readFile(join(path, name!)))).toBe(true)
})

test('kill -9 at any moment loses what was sent since the last cut: a segment at most', async () => {
  const killedAfter = [125, 140, 155, 170, 183]
  await Promise.all(
    killedAfter.map(async (pictures, n) => {
      const own = join(folder, String(n))
      const child = fork(fileURLToPath(new URL('recording-process.ts', import.meta.url)), [own, 'live'])
      let sent = 0
      await new Promise<void>((done) =>
        child.on('message', (now: number) => {
          sent = now
          if (sent >= pictures) done()
        }),
      )
      child.kill('SIGKILL')
      await once(child, 'exit')
      await Recordings.open(own, { log() {} })
      const [at] = await readdir(join(own, 'recordings', 'room'))
      const text = await readFile(join(own, 'recordings', 'room', at!, 'live.m3u8'), 'utf8')
      const listed = durations(text).reduce((sum, seconds) => sum + seconds, 0)
      // A keyframe each two seconds; what has just been cut may still be on its way to the disk.
      const lost = sent / 30 - listed
      expect(lost).toBeGreaterThanOrEqual(0)
      expect(lost).toBeLessThanOrEqual(2 + 0.5)
    }),
  )
}, 30_000)

test('recordings take as much of the disk as they may, which is said once, and HLS goes on', async () => {
  const said: string[] = []
  const recordings = await Recordings.open(folder, { log: (line) => said.push(line), bytesMax: 1 })
  const room = new RoomRecording(recordings, { room: 'room', record: true, hls: true, wantKeyframe() {} })
  const { streams, video } = testStreams()
  const send = (from: number, to: number) => {
    for (let n = from; n < to; n++)
      for (const packet of pictureOf(n, { isKeyframe: n % framesPerSegment === 0 })) room.take(streams, video, packet)
  }
  send(0, 121)
  await expect.poll(() => recordings.isFull).toBe(true)
  room.sweep(performance.now())
  send(121, 181)
  await recordings.written()
  expect(said.length).toBe(1)
  const [at] = await readdir(join(folder, 'recordings', 'room'))
  expect(await readFile(join(folder, 'recordings', 'room', at!, 'live.m3u8'), 'utf8')).toContain('ENDLIST')
  const fan = { user: 'fan', session: 'tab' }
  const reading = room.read('live.m3u8', fan, streams)
  send(180, 302)
  expect(String(await reading)).toContain('#EXTINF')
  expect(await readdir(join(folder, 'passing', 'room'))).toHaveLength(1)
  room.close()
  await recordings.written()
})

test('VP8 is recorded where something can be made of it, and is served to nobody', async () => {
  const picture = (n: number) => {
    const isKeyframe = n % framesPerSegment === 0
    const head = isKeyframe ? Buffer.of(0x10, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00) : Buffer.of(0x11, 0, 0)
    const parts = [Buffer.concat([Buffer.of(0x90, 0x80, n & 0x7f), head]), Buffer.of(0x80, 0x80, n & 0x7f, 1, 2, 3)]
    return parts.map((payload, part) =>
      rtp(payload, { sequence: 2 * n + part, timestamp: n * 3_000, isLast: part === 1 }),
    )
  }
  for (const keepsVp8 of [true, false]) {
    const recordings = await Recordings.open(join(folder, String(keepsVp8)), { log() {}, keepsVp8 })
    const room = new RoomRecording(recordings, { room: 'room', record: true, hls: true, wantKeyframe() {} })
    const { streams, video } = testStreams('VP8')
    for (let n = 0; n < 2 * framesPerSegment + 1; n++)
      for (const packet of picture(n)) room.take(streams, video, packet)
    expect(room.state(streams)).toMatchObject({ isOn: keepsVp8, problem: keepsVp8 ? null : 'codec' })
    await expect(room.read('live.m3u8', { user: 'fan', session: 'tab' }, streams)).rejects.toMatchObject({
      status: 406,
    })
    room.close()
    await recordings.written()
    const [kept] = await recordings.kept()
    if (!keepsVp8) expect(kept).toBeUndefined()
    else {
      const text = String(await recordings.read('room', kept!.at, 'live.m3u8'))
      expect(durations(text).map((seconds) => Math.round(seconds * 100) / 100)).toEqual([2, 2, 0.03])
      expect(String(await recordings.read('room', kept!.at, 'master.m3u8'))).toContain(
        'CODECS="vp8,opus",RESOLUTION=320x240',
      )
      // Each picture without what the packets said of it.
      expect(
        (await recordings.read('room', kept!.at, '0.m4s')).includes(
          Buffer.of(0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0, 1, 2, 3),
        ),
      ).toBe(true)
    }
  }
})

test('who watches by HLS is counted while they fetch; no name leads out; VP8 is refused', async () => {
  const recordings = await Recordings.open(folder, { log() {} })
  const room = new RoomRecording(recordings, { room: 'room', record: false, hls: true, wantKeyframe() {} })
  const { streams, video } = testStreams()
  const fan = { user: 'fan', session: 'tab' }
  for (const name of ['../room', '..', 'live.m3u8.tmp', '', 'init-.mp4', '1.m4s/..', 'master.m3u8\n'])
    await expect(room.read(name, fan, streams)).rejects.toMatchObject({ status: 404 })
  await expect(room.read('live.m3u8', fan, testStreams('VP8').streams)).rejects.toMatchObject({ status: 406 })
  expect(room.watching(performance.now())).toEqual([])
  const reading = room.read('live.m3u8', fan, streams)
  for (let n = 0; n < 62; n++)
    for (const packet of pictureOf(n, { isKeyframe: n % framesPerSegment === 0 })) room.take(streams, video, packet)
  await reading
  expect(room.watching(performance.now())).toEqual([fan])
  expect(room.watching(performance.now() + 15_000)).toEqual([])
  room.remove(new Set(['tab']))
  expect(room.watching(performance.now())).toEqual([])
  await expect(room.read('7.m4s', fan, streams)).rejects.toMatchObject({ status: 404 })
  room.sweep(performance.now() + 31_000)
  await recordings.written()
  expect(await readdir(join(folder, 'passing', 'room'))).toEqual([])
  const forbidden = new RoomRecording(recordings, { room: 'room', record: false, hls: false, wantKeyframe() {} })
  await expect(forbidden.read('live.m3u8', fan, streams)).rejects.toMatchObject({ status: 404 })
})

/** Where its tracks begin, in seconds (ISO 14496-12 §8.8.12). */
function trackStarts(segment: Buffer): number[] {
  const starts: number[] = []
  const scales = [57_600, 48_000]
  for (let at = segment.indexOf('tfdt'); at >= 0; at = segment.indexOf('tfdt', at + 4)) {
    const value = segment[at + 4] === 1 ? Number(segment.readBigUInt64BE(at + 8)) : segment.readUInt32BE(at + 8)
    starts.push(value / scales[starts.length]!)
  }
  return starts
}

/** Its boxes end where it ends. */
function isWhole(segment: Buffer): boolean {
  let at = 0
  while (at + 8 <= segment.length) at += segment.readUInt32BE(at)
  return at === segment.length && segment.includes('mdat')
}
