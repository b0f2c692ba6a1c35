import { expect, test } from 'vitest'
import { readExtensions } from './extensions.ts'
import { beginsKeyframe } from './keyframe.ts'
import { MissingPackets } from './missing.ts'
import { payloadOf, payloadOffset, readdressed, sequenceDistance, sequenceOf, withoutExtras } from './packet.ts'
import { Reception } from './reception.ts'
import { original } from './retransmission.ts'
import { PacketRing } from './ring.ts'

/** An RTP packet with one-byte extensions and padding. */
function packet({ sequence = 1, payload = [9, 9], extension = [] as number[], padding = 0 } = {}): Buffer {
  const header = Buffer.alloc(12)
  header[0] = 0x80 | (extension.length > 0 ? 0x10 : 0) | (padding > 0 ? 0x20 : 0)
  header[1] = 0x80 | 96
  header.writeUInt16BE(sequence, 2)
  header.writeUInt32BE(3_000, 4)
  header.writeUInt32BE(77, 8)
  const words = Math.ceil(extension.length / 4)
  const extra = Buffer.alloc(extension.length > 0 ? 4 + words * 4 : 0)
  if (extension.length > 0) {
    extra.writeUInt16BE(0xbede, 0)
    extra.writeUInt16BE(words, 2)
    Buffer.from(extension).copy(extra, 4)
  }
  const pad = Buffer.alloc(padding)
  if (padding > 0) pad[padding - 1] = padding
  return Buffer.concat([header, extra, Buffer.from(payload), pad])
}

test('sequence numbers are compared over their wrap', () => {
  expect(sequenceDistance(0, 65_535)).toBe(1)
  expect(sequenceDistance(65_535, 0)).toBe(-1)
  expect(sequenceDistance(10, 4)).toBe(6)
})

test('extensions and padding are between publisher and engine', () => {
  const bare = withoutExtras(packet({ extension: [0x11, 0xab, 0xcd], padding: 4, payload: [1, 2, 3] }))!
  expect([...payloadOf(bare)]).toEqual([1, 2, 3])
  expect(bare[0]).toBe(0x80)
  expect(sequenceOf(bare)).toBe(1)
})

test('a packet that says more than it holds is none', () => {
  const long = packet({ extension: [0x11, 1, 2] })
  long.writeUInt16BE(5_000, 14)
  expect(payloadOffset(long)).toBeUndefined()
  const padded = packet({ padding: 4 })
  padded[padded.length - 1] = 200
  expect(withoutExtras(padded)).toBeUndefined()
  padded[padded.length - 1] = 0
  expect(withoutExtras(padded)).toBeUndefined()
  expect(withoutExtras(Buffer.alloc(12))).toBeUndefined()
})

test('extensions are read by the numbers that the offer gave them', () => {
  const read = readExtensions(packet({ extension: [0x31, 0x12, 0x34, 0x40, 0x30] }), { transportSequence: 3, mid: 4 })
  expect(read).toEqual({ transportSequence: 0x1234, mid: '0' })
  expect(readExtensions(packet({ extension: [0x3f, 1] }), { transportSequence: 3 })).toEqual({})
  expect(readExtensions(packet(), { transportSequence: 3 })).toEqual({})
})

test('viewers begin at a keyframe of VP8', () => {
  expect(beginsKeyframe('VP8', Buffer.from([0x10, 0x00]))).toBe(true)
  expect(beginsKeyframe('VP8', Buffer.from([0x10, 0x01]))).toBe(false)
  expect(beginsKeyframe('VP8', Buffer.from([0x00, 0x00]))).toBe(false)
  expect(beginsKeyframe('VP8', Buffer.from([0x90, 0x80, 0x81, 0x02, 0x00]))).toBe(true)
  expect(beginsKeyframe('VP8', Buffer.from([0x90, 0x80]))).toBe(false)
})

test('viewers begin at a keyframe of H264: alone, in an aggregate or at its first fragment', () => {
  expect(beginsKeyframe('H264', Buffer.from([0x65, 0]))).toBe(true)
  expect(beginsKeyframe('H264', Buffer.from([0x67, 0]))).toBe(true)
  expect(beginsKeyframe('H264', Buffer.from([0x41, 0]))).toBe(false)
  expect(beginsKeyframe('H264', Buffer.from([0x18, 0, 1, 0x06, 0, 1, 0x67]))).toBe(true)
  expect(beginsKeyframe('H264', Buffer.from([0x18, 255, 255, 0x06]))).toBe(false)
  expect(beginsKeyframe('H264', Buffer.from([0x7c, 0x85]))).toBe(true)
  expect(beginsKeyframe('H264', Buffer.from([0x7c, 0x05]))).toBe(false)
})

test('what is missing is requested at once, again after a while, and then given up', () => {
  const missing = new MissingPackets()
  for (const sequence of [65_534, 1]) missing.arrived(sequence, 0)
  expect(missing.due(0)).toEqual([65_535, 0])
  expect(missing.due(10)).toEqual([])
  missing.arrived(0, 20)
  expect(missing.due(60)).toEqual([65_535])
  for (let now = 110; now < 400; now += 50) missing.due(now)
  expect(missing.due(500)).toEqual([])
})

test('a long gap is a break, which no repeats mend', () => {
  const missing = new MissingPackets()
  missing.arrived(1, 0)
  expect(missing.arrived(5_000, 0)).toBe(true)
  expect(missing.due(0)).toEqual([])
})

test('the ring answers with the packet of that number alone', () => {
  const ring = new PacketRing(4)
  ring.put(packet({ sequence: 65_535 }))
  expect(ring.get(65_535)).toBeDefined()
  expect(ring.get(3)).toBeUndefined()
})

test('a retransmission is the packet as it was first', () => {
  const restored = original(packet({ sequence: 900, payload: [0x12, 0x34, 5, 6] }), { payloadType: 97, source: 42 })!
  expect([sequenceOf(restored), restored[1]! & 0x7f, restored.readUInt32BE(8)]).toEqual([0x1234, 97, 42])
  expect([...payloadOf(restored)]).toEqual([5, 6])
  expect(original(packet({ payload: [1, 2] }), { payloadType: 97, source: 42 })).toBeUndefined()
})

test('reports count what was lost over the wrap of numbers', () => {
  const reception = new Reception()
  expect(reception.block(0)).toBeUndefined()
  for (const sequence of [65_534, 65_535, 1]) reception.arrived(sequence)
  expect(reception.block(0)).toMatchObject({ lost: 1, fractionLost: 64, highest: 65_537 })
  reception.arrived(2)
  expect(reception.block(0)).toMatchObject({ lost: 1, fractionLost: 0 })
})

test('a packet is addressed anew without changing the one in the ring', () => {
  const bare = packet()
  const sent = readdressed(bare, { payloadType: 108, sequence: 4, timestamp: 5, source: 6 })
  expect([sent[1], sequenceOf(sent), sent.readUInt32BE(4), sent.readUInt32BE(8)]).toEqual([0x80 | 108, 4, 5, 6])
  expect(sequenceOf(bare)).toBe(1)
})
