import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedUfrag, isStun } from './stun.ts'
import { bindingRequest } from './testing.ts'

test('a check says whom it is for', () => {
  expect(askedUfrag(bindingRequest('abcd:efgh'))).toBe('abcd')
  expect(askedUfrag(bindingRequest('a+b/:x', [[0x8022, Buffer.from('agent')]]))).toBe('a+b/')
})

const changed = (packet: Buffer, offset: number, value: number): Buffer => {
  packet.writeUInt16BE(value, offset)
  return packet
}
test.each<[string, (packet: Buffer) => Buffer]>([
  ['cut short', (packet) => packet.subarray(0, packet.length - 4)],
  ['longer than it says', (packet) => Buffer.concat([packet, Buffer.alloc(4)])],
  ['a response', (packet) => changed(packet, 0, 0x0101)],
  ['without the cookie', (packet) => changed(packet, 4, 1)],
  ['an attribute that is longer than all', (packet) => changed(packet, 22, 60_000)],
  ['an attribute of another type', (packet) => changed(packet, 20, 0x0024)],
  ['only a header', (packet) => changed(packet, 2, 0).subarray(0, 20)],
  ['nothing', () => Buffer.alloc(0)],
])('%s is no check', (_what, change) => {
  expect(askedUfrag(change(bindingRequest('abcd:efgh')))).toBeUndefined()
})

test.each(['', ':', 'abcd', 'abc:efgh', 'ab\0d:efgh', 'ab d:efgh', `${'a'.repeat(257)}:b`])(
  '“%s” names nobody',
  (name) => {
    expect(askedUfrag(bindingRequest(name))).toBeUndefined()
  },
)

test('random bytes name nobody, whatever of a check they hold', () => {
  const header = bindingRequest('').subarray(0, 20)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (array, isRightLength) => {
      const packet = Buffer.concat([header, array])
      if (isRightLength) packet.writeUInt16BE(array.length, 2)
      const name = askedUfrag(packet)
      expect(name === undefined || packet.includes(`${name}:`)).toBe(true)
      expect(askedUfrag(Buffer.from(array))).toBeUndefined()
    }),
  )
})

test('DTLS and media are told from STUN by their first byte', () => {
  expect([0, 1, 22, 128, 191].map((byte) => isStun(Buffer.of(byte)))).toEqual([true, true, false, false, false])
  expect(isStun(Buffer.alloc(0))).toBe(false)
})
