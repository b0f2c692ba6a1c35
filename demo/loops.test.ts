import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Publisher } from '@fanlight/live-engine/publisher'
import { beginsKeyframe } from '@fanlight/live-engine/rtp/keyframe'
import {
  isMarked,
  payloadOf,
  sequenceDistance,
  sequenceOf,
  sourceOf,
  timestampOf,
} from '@fanlight/live-engine/rtp/packet'
import { vp8Payloads } from '@fanlight/live-engine/rtp/vp8-packets'
import { loadLoop } from '@fanlight/live-engine/loop/loop'
import { LoopPlayer, loopStreams } from '@fanlight/live-engine/loop/player'

const asset = (name: string) => fileURLToPath(new URL(`./assets/${name}`, import.meta.url))
const loop = await loadLoop({ video: asset('live-teo-dough.ivf'), audio: asset('live-teo-dough.opus') })

test('a loop is whole seconds of frames and packets, and begins with a keyframe', () => {
  expect(loop.seconds).toBe(12)
  expect(loop.video.frames).toHaveLength(12 * loop.video.perSecond)
  expect(loop.audio).toHaveLength(12 * 50)
  expect(beginsKeyframe('VP8', vp8Payloads(loop.video.frames[0]!)[0]!)).toBe(true)
  // A keyframe each second, for those who come in the middle.
  for (let second = 0; second < loop.seconds; second++)
    expect(beginsKeyframe('VP8', vp8Payloads(loop.video.frames[second * loop.video.perSecond]!)[0]!)).toBe(true)
})

test('payloads together are the frame, and each fits into a packet of any network', () => {
  const frame = loop.video.frames[0]!
  const payloads = vp8Payloads(frame)
  expect(Buffer.concat(payloads.map((payload) => payload.subarray(1)))).toEqual(frame)
  expect(Math.max(...payloads.map(({ length }) => length))).toBeLessThan(1_200)
})

test('a player sends in time, without a gap, also when it starts again', async () => {
  const sent: Buffer[] = []
  const [video, audio] = loopStreams()
  const publisher = new Publisher({
    streams: [video!, audio!],
    extensions: {},
    send: () => true,
    forward: { onPacket: (_stream, packet) => sent.push(Buffer.from(packet)), onReport: () => {} },
  })
  const player = new LoopPlayer(loop, [video!, audio!], publisher)
  const play = async () => {
    player.start()
    await new Promise((done) => setTimeout(done, 500))
    player.stop()
  }
  await play()
  const before = sent.length
  await play()
  const of = (source: number) => sent.filter((packet) => sourceOf(packet) === source)
  expect(before).toBeGreaterThan(20)
  for (const { source } of [video!, audio!]) {
    const packets = of(source)
    for (const [n, packet] of packets.entries()) {
      const last = packets[n - 1]
      if (!last) continue
      expect(sequenceDistance(sequenceOf(packet), sequenceOf(last))).toBe(1)
      expect(timestampOf(packet)).toBeGreaterThanOrEqual(timestampOf(last))
    }
  }
  // The second start begins with a keyframe.
  const frames = of(video!.source).filter((packet) => beginsKeyframe('VP8', payloadOf(packet)))
  expect(frames.length).toBe(2)
  expect(of(video!.source).filter(isMarked).length).toBeGreaterThan(20)
  expect(of(audio!.source).some(isMarked)).toBe(false)
  expect(video!.reports.length).toBe(2)
})

test('what is no loop is refused', async () => {
  const [video, audio] = [asset('live-teo-dough.ivf'), asset('live-teo-dough.opus')]
  await expect(loadLoop({ video: audio, audio })).rejects.toThrow('no IVF')
  await expect(loadLoop({ video, audio: video })).rejects.toThrow('no Ogg')
})
