import { expect, test } from 'vitest'
import { Incoming } from './incoming.ts'
import { Outgoing } from './outgoing.ts'

const codec = { payloadType: 96, name: 'VP8', clock: 90_000, channels: 1, parameters: '' }
const stream = (kind: 'audio' | 'video' = 'video') => new Incoming({ kind, codec, mid: '0', source: 5 })
const outgoing = (kind: 'audio' | 'video' = 'video') =>
  new Outgoing({ kind, payloadType: 108, source: 77, clock: 90_000 })
function packet(sequence: number, timestamp: number): Buffer {
  const made = Buffer.alloc(14)
  made[0] = 0x80
  made.writeUInt16BE(sequence, 2)
  made.writeUInt32BE(timestamp, 4)
  return made
}

test('video begins at a keyframe, audio at once', () => {
  const [from, video, audio] = [stream(), outgoing(), outgoing('audio')]
  expect(video.next(from, packet(1, 0), false, 0)).toBeUndefined()
  expect(video.isWaiting).toBe(true)
  expect(video.next(from, packet(2, 0), true, 0)).toEqual({ payloadType: 108, sequence: 2, timestamp: 0, source: 77 })
  expect(video.isWaiting).toBe(false)
  expect(audio.next(stream('audio'), packet(1, 0), false, 0)).toBeDefined()
})

test('another publisher goes on where the one before ended, in numbers and in time', () => {
  const [first, second, video] = [stream(), stream(), outgoing()]
  video.next(first, packet(65_535, 4_294_967_000), true, 0)
  expect(video.next(second, packet(7, 500), false, 1_000)).toBeUndefined()
  expect(video.next(second, packet(8, 600), true, 2_000)).toMatchObject({
    sequence: 0,
    timestamp: (4_294_967_000 + 180_000) % 2 ** 32,
  })
  expect(video.next(second, packet(9, 3_600), false, 2_033)).toMatchObject({ sequence: 1 })
  expect(video.origin(1)).toEqual({ from: second, sequence: 9 })
})

test('reports follow the stream that the viewer is sent', () => {
  const [first, second, video] = [stream(), stream(), outgoing()]
  const report = { source: 5, ntpSeconds: 1, ntpFraction: 2, timestamp: 90_000 }
  video.next(first, packet(1, 0), true, 0)
  video.next(second, packet(1, 0), true, 1_000)
  expect(video.report(first, report)).toBeUndefined()
  expect(video.report(second, report)).toMatchObject({ source: 77, timestamp: 180_000 })
})

test('after a pause video goes on at a keyframe with the next number, in the publisher’s time', () => {
  const [from, video] = [stream(), outgoing()]
  video.next(from, packet(10, 900), true, 0)
  video.pause()
  expect(video.origin(10)).toBeUndefined()
  expect(video.next(from, packet(11, 1_800), false, 10)).toBeUndefined()
  expect(video.next(from, packet(40, 27_900), true, 300)).toMatchObject({ sequence: 11, timestamp: 27_900 })
  // It comes late, and would take a number that is another one's.
  expect(video.next(from, packet(39, 27_000), false, 301)).toBeUndefined()
  expect(video.origin(11)).toEqual({ from, sequence: 40 })
  expect(video.origin(10)).toBeUndefined()
})

test('audio knows no pause', () => {
  const [from, audio] = [stream('audio'), outgoing('audio')]
  audio.next(from, packet(1, 0), false, 0)
  audio.pause()
  expect(audio.next(from, packet(2, 960), false, 20)).toMatchObject({ sequence: 2 })
})
