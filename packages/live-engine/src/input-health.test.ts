import { expect, test } from 'vitest'
import { Incoming } from './incoming.ts'
import { InputHealth } from './input-health.ts'
import { sizeIn } from './rtp/picture-size.ts'
import { PresentationOrder } from './rtp/presentation-order.ts'
import { parameters720 } from './testing.ts'

const codec = { payloadType: 96, name: 'H264', parameters: '', feedback: [] } as unknown as Incoming['codec']
const stream = new Incoming({ kind: 'video', codec, mid: '0', source: 1 })
const [keyframe, slice] = [parameters720, Buffer.from([0x41, 1, 2, 3])]
function packet(sequence: number, timestamp: number, payload: Buffer = slice): Buffer {
  const bytes = Buffer.alloc(12 + payload.length)
  bytes[0] = 0x80
  bytes[1] = 96
  bytes.writeUInt16BE(sequence & 0xffff, 2)
  bytes.writeUInt32BE(timestamp >>> 0, 4)
  payload.copy(bytes, 12)
  return bytes
}

test('a keyframe says its size, in both codecs, and what is cut off says none', () => {
  expect(sizeIn('H264', keyframe)).toEqual({ width: 1280, height: 720 })
  const high = Buffer.from('67640028acd940780227e5c044000003000400000300f03c60c658', 'hex')
  expect(sizeIn('H264', high)).toEqual({ width: 1920, height: 1080 })
  const length = Buffer.from([0, keyframe.length])
  expect(sizeIn('H264', Buffer.concat([Buffer.from([24]), length, keyframe]))).toEqual({ width: 1280, height: 720 })
  expect(sizeIn('VP8', Buffer.from([0x10, 0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0x68, 1]))).toEqual({
    width: 640,
    height: 360,
  })
  for (let length = 0; length < 8; length++) expect(sizeIn('H264', keyframe.subarray(0, length))).toBeUndefined()
  expect(sizeIn('H264', slice)).toBeUndefined()
})

test('it counts frames, bits, keyframes and what is missing', () => {
  const health = new InputHealth('H264')
  let sequence = 65_500
  for (let frame = 0; frame < 90; frame++) {
    const at = frame * (1000 / 30)
    // One in ten never comes.
    if (frame % 10 !== 9) health.take(stream, packet(sequence, frame * 3_000, frame % 60 === 0 ? keyframe : slice), at)
    sequence++
  }
  expect(health.read(3_000)).toMatchObject({
    codec: 'H264',
    width: 1280,
    height: 720,
    framesPerSecond: 27,
    keyframeSeconds: 2,
  })
  expect(health.read(3_000).lost).toBeCloseTo(0.09, 1)
  expect(health.read(8_000)).toMatchObject({ framesPerSecond: 0, kilobitsPerSecond: 0, keyframeSeconds: 6 })
})

test('B-frames are found; packets that the network reorders or repeats are none', () => {
  const shuffled = new InputHealth('H264')
  for (const n of [0, 1, 3, 2, 2, 4, 6, 5, 7, 9, 8, 10, 12, 11, 13])
    expect(shuffled.take(stream, packet(n, n * 3_000), n)).toBeUndefined()
  const encoded = new InputHealth('H264')
  const shown = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8]
  expect(shown.map((n, sent) => encoded.take(stream, packet(sent, n * 3_000), sent)).at(-1)).toBe('bFrames')
})

test('order goes on over the wrap of numbers and timestamps', () => {
  const order = new PresentationOrder()
  const found = Array.from({ length: 20 }, (_, n) =>
    order.goesBack((65_530 + n) & 0xffff, (0xffffff00 + n * 100) >>> 0),
  )
  expect(found).not.toContain(true)
  expect(order.goesBack(20, 0xffffff00)).toBe(true)
})
