import { expect, test } from 'vitest'
import { sequenceOf } from '../rtp/packet.ts'
import { type AccessUnit, H264Pictures, unitType } from './h264.ts'
import { opusSeconds, silence } from './opus.ts'
import { Reorder } from './reorder.ts'
import { readSps } from '../rtp/sequence-parameters.ts'
import { otherSequence, parameters, pictureOf, rtp } from './testing.ts'
import { Timeline } from './timeline.ts'

/** What comes out of packets of video that are 10 ms apart. */
function ordered(sequences: readonly number[]): (number | 'after loss')[] {
  const out: (number | 'after loss')[] = []
  const order = new Reorder(90_000, (packet, isAfterLoss) => {
    if (isAfterLoss) out.push('after loss')
    out.push(sequenceOf(packet))
  })
  for (const sequence of sequences)
    order.take(rtp(Buffer.of(1), { sequence, timestamp: ((sequence + 40_000) & 0xffff) * 900 }))
  return out
}

test('packets are handed on in order, once each, over the wrap of their numbers', () => {
  expect(ordered([65_534, 0, 65_535, 65_535, 1, 0, 2])).toEqual([65_534, 65_535, 0, 1, 2])
})

test('a packet that is missing is waited for while the stream goes on for 300 ms', () => {
  const after = Array.from({ length: 31 }, (_, n) => 12 + n)
  expect(ordered([10, ...after])).toEqual([10])
  expect(ordered([10, ...after, 11])).toEqual([10, 11, ...after])
  expect(ordered([10, ...after, 43])).toEqual([10, 'after loss', ...after, 43])
})

test('a jump is another beginning', () => {
  expect(ordered([10, 11, 20_000, 20_001])).toEqual([10, 11, 'after loss', 20_000, 20_001])
})

const picturesOf = (packets: readonly Buffer[], isAfterLoss = (_n: number) => false): AccessUnit[] => {
  const out: AccessUnit[] = []
  const pictures = new H264Pictures((picture) => out.push(picture))
  for (const [n, packet] of packets.entries()) pictures.take(packet, isAfterLoss(n))
  return out
}

test('pictures are put together from aggregates and fragments', () => {
  const [first, second] = picturesOf([...pictureOf(0, { isKeyframe: true }), ...pictureOf(1)])
  expect(first!.units.map(unitType)).toEqual([7, 8, 5])
  expect(first).toMatchObject({ isKeyframe: true })
  expect([...first!.units[2]!]).toEqual([0x65, 0x88, 0, 1, 2, 3, 0x88, 0, 1, 2, 3])
  expect(second).toMatchObject({ isKeyframe: false })
  expect([...second!.units[0]!].slice(0, 4)).toEqual([0x61, 0x88, 1, 1])
})

test('nothing is handed on before a keyframe, nor after a loss until the next one', () => {
  const packets = [0, 1, 2, 3, 4].flatMap((n) => pictureOf(n, { isKeyframe: n === 1 || n === 4 }))
  expect(picturesOf(packets).map(({ isKeyframe }) => isKeyframe)).toEqual([true, false, false, true])
  // The second packet of the third picture is missing.
  const lossy = packets.filter((_, n) => n !== 7)
  expect(picturesOf(lossy, (n) => n === 7).map(({ isKeyframe }) => isKeyframe)).toEqual([true, true])
})

test('a picture whose last packet bears no mark ends with the first of the next', () => {
  const unmarked = pictureOf(0, { isKeyframe: true })
  unmarked.at(-1)![1] = 96
  expect(picturesOf([...unmarked, ...pictureOf(1)]).length).toBe(2)
})

test('packets that say more than they hold make no picture', () => {
  const cut = rtp(Buffer.of(0x78, 0, 200, 0x67), { isLast: true })
  expect(picturesOf([cut, rtp(Buffer.of(0x7c), { timestamp: 9, isLast: true })])).toEqual([])
})

test('the size of a picture is read from its parameters', () => {
  expect(readSps(parameters.sequence)).toEqual({ codec: 'avc1.42c00d', width: 320, height: 240 })
  expect(readSps(otherSequence)).toEqual({ codec: 'avc1.640015', width: 480, height: 270 })
  for (let bytes = 0; bytes < 8; bytes++) expect(readSps(parameters.sequence.subarray(0, bytes))).toBeUndefined()
})

test('timestamps go on over their wrap, and back', () => {
  const line = new Timeline(90_000, 2 ** 32 - 90_000, 5)
  expect([2 ** 32 - 90_000, 0, 90_000, 45_000].map((timestamp) => line.seconds(timestamp))).toEqual([5, 6, 7, 6.5])
})

test('a packet of Opus says how long it is', () => {
  expect(opusSeconds(silence)).toBe(0.02)
  expect(opusSeconds(Buffer.of(0x78))).toBe(0.02)
  expect(opusSeconds(Buffer.of(0x18))).toBe(0.06)
  expect(opusSeconds(Buffer.of(0xfb, 3))).toBeCloseTo(0.06)
  expect(opusSeconds(Buffer.alloc(0))).toBe(0)
})
