import { expect, test } from 'vitest'
import { Incoming } from './incoming.ts'
import { Outgoing } from './outgoing.ts'
import { isRtcp, sequenceOf, sourceOf } from './rtp/packet.ts'
import { nack } from './rtcp/nack.ts'
import { pictureLossIndication } from './rtcp/picture-loss.ts'
import { receiverReport } from './rtcp/receiver-report.ts'
import { Viewer } from './viewer.ts'

const [picture, voice] = [77, 88]

/** A viewer of both kinds. `keyframes` counts how often they have requested one. */
function watching() {
  const codec = { payloadType: 96, name: 'VP8', clock: 90_000, channels: 1, parameters: '' }
  const video = new Incoming({ kind: 'video', codec, mid: '0', source: 5 })
  const audio = new Incoming({ kind: 'audio', codec: { ...codec, name: 'opus' }, mid: '1', source: 6 })
  const sent: { source: number; sequence: number; mark: number }[] = []
  const seen = { keyframes: 0 }
  const viewer = new Viewer({
    outgoing: [
      new Outgoing({ kind: 'video', payloadType: 96, source: picture, clock: 90_000 }),
      new Outgoing({ kind: 'audio', payloadType: 111, source: voice, clock: 48_000 }),
    ],
    send(packet) {
      if (!isRtcp(packet))
        sent.push({ source: sourceOf(packet), sequence: sequenceOf(packet), mark: packet.readUInt16BE(12) })
      return true
    },
    wantKeyframe: () => seen.keyframes++,
  })
  const forward = (stream: Incoming, sequence: number, { now = 0, isKeyframe = false }) => {
    const packet = Buffer.alloc(20)
    packet[0] = 0x80
    packet.writeUInt16BE(sequence, 2)
    // What the packet is, whatever number it is sent with.
    packet.writeUInt16BE(sequence, 12)
    stream.take(packet, now)
    viewer.forward(stream, packet, isKeyframe, now)
  }
  const report = (highest: number, now: number) =>
    viewer.onRtcp(
      receiverReport(picture, { fractionLost: 0, lost: 0, highest: 65_536 + highest, lastReport: 0, sinceReport: 0 }),
      now,
    )
  const pictures = () => sent.filter(({ source }) => source === picture)
  return { viewer, seen, sent, pictures, forward, report, video, audio }
}

/** A hundred packets of video, one each 10 ms, of which only the first ten have arrived at 1,000 ms. */
function behind() {
  const all = watching()
  for (let n = 0; n < 100; n++) all.forward(all.video, n, { now: n * 10, isKeyframe: n === 0 })
  all.report(9, 1_000)
  all.sent.length = 0
  return all
}

test('who is behind gets audio alone, and video from the next keyframe on without a gap once they have it all', () => {
  const { viewer, seen, sent, pictures, forward, report, video, audio } = behind()
  forward(video, 100, { now: 1_010 })
  forward(audio, 7, { now: 1_010 })
  expect(sent.map(({ source }) => source)).toEqual([voice])
  // Neither their request nor the room's repeat brings a keyframe that they could not be sent.
  viewer.onRtcp(pictureLossIndication(picture), 1_020)
  expect([seen.keyframes, viewer.isWaiting(1_020)]).toEqual([0, false])
  forward(video, 101, { now: 1_030, isKeyframe: true })
  report(60, 1_500)
  forward(video, 102, { now: 1_500 })
  expect([pictures(), seen.keyframes]).toEqual([[], 0])

  report(99, 2_000)
  expect([seen.keyframes, viewer.isWaiting(2_000)]).toEqual([1, true])
  forward(video, 150, { now: 2_010 })
  forward(video, 151, { now: 2_020, isKeyframe: true })
  forward(video, 152, { now: 2_030 })
  expect(pictures().map(({ sequence, mark }) => [sequence, mark])).toEqual([
    [100, 151],
    [101, 152],
  ])
})

test('after a pause, lost packets are repeated by their new numbers, and old numbers are no longer served', () => {
  const { viewer, pictures, forward, report, video } = behind()
  forward(video, 100, { now: 1_010 })
  report(99, 2_000)
  for (const n of [151, 152, 153]) forward(video, n, { now: 2_010, isKeyframe: n === 151 })
  const before = pictures().length
  viewer.onRtcp(nack(picture, [98, 101]), 2_050)
  expect(pictures().slice(before)).toEqual([{ source: picture, sequence: 101, mark: 152 }])
})

test('a viewer whose packets arrive in time is never held', () => {
  const { pictures, forward, report, video } = watching()
  for (let n = 0; n < 1_000; n++) {
    forward(video, n, { now: n * 10, isKeyframe: n === 0 })
    if (n % 100 === 99) report(n - 60, n * 10)
  }
  expect(pictures()).toHaveLength(1_000)
})
