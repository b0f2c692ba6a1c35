import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader, frameBytesMax, framed } from './framing.ts'

const packets = fc.array(fc.uint8Array({ minLength: 1, maxLength: frameBytesMax }), { maxLength: 6 })

test('packets come out as they went in, wherever the stream is cut', () => {
  fc.assert(
    fc.property(packets, fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1 }), (arrays, cuts) => {
      const stream = Buffer.concat(arrays.map((array) => framed(Buffer.from(array))))
      const reader = new FrameReader()
      const read: Buffer[] = []
      for (let offset = 0, piece = 0; offset < stream.length; piece++) {
        const bytes = cuts[piece % cuts.length]!
        read.push(...reader.read(stream.subarray(offset, offset + bytes))!)
        offset += bytes
      }
      expect(read).toEqual(arrays.map((array) => Buffer.from(array)))
    }),
  )
})

test('a length that arrives in two pieces is one length', () => {
  const reader = new FrameReader()
  const [first, ...others] = framed(Buffer.from('one'))
  expect(reader.read(Buffer.of(first!))).toEqual([])
  expect(reader.read(Buffer.from(others))).toEqual([Buffer.from('one')])
})

test('the longest packet is read, one byte more ends the stream', () => {
  expect(new FrameReader().read(framed(Buffer.alloc(frameBytesMax)))).toHaveLength(1)
  expect(new FrameReader().read(framed(Buffer.alloc(frameBytesMax + 1)))).toBeUndefined()
  // It is known by its length alone: its bytes are not waited for.
  expect(new FrameReader().read(Buffer.of(0xff, 0xff))).toBeUndefined()
})

test('empty frames are left out', () => {
  expect(new FrameReader().read(Buffer.concat([Buffer.alloc(2), framed(Buffer.from('one')), Buffer.alloc(2)]))).toEqual(
    [Buffer.from('one')],
  )
})
