import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { encryptStream, decryptedBytes, decryptStream } from './encrypted-stream.ts'
import type { ByteRange } from './storage.ts'

const key = randomBytes(32)
async function gather(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function* cut(bytes: Buffer, by: number) {
  for (let at = 0; at < bytes.length; at += by) yield bytes.subarray(at, at + by)
}
const readerOf =
  (encrypted: Buffer) =>
  async ({ start, end }: ByteRange) =>
    Readable.from(cut(encrypted.subarray(start, end + 1), 10_000))
const open = (encrypted: Buffer, range?: ByteRange, keys = [key], context = 'here') =>
  gather(decryptStream(keys, context, encrypted.length, readerOf(encrypted), range))

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_001])('a file of %i bytes comes back as it was', async (size) => {
  const plain = randomBytes(size)
  const encrypted = await gather(encryptStream(key, 'here', cut(plain, 40_000)))
  expect(decryptedBytes(encrypted.length)).toBe(size)
  expect((await open(encrypted)).equals(plain)).toBe(true)
})

test('any part is read without the rest', async () => {
  const plain = randomBytes(300_001)
  const encrypted = await gather(encryptStream(key, 'here', cut(plain, 7_777)))
  for (const [start, end] of [
    [0, 0],
    [65_535, 65_536],
    [131_072, 196_607],
    [299_999, 300_000],
    [10, 300_000],
  ] as const)
    expect((await open(encrypted, { start, end })).equals(plain.subarray(start, end + 1))).toBe(true)
})

test('an older key decrypts it; another key, another context, and a file that was cut, changed or reordered do not', async () => {
  const plain = randomBytes(200_000)
  const encrypted = await gather(encryptStream(key, 'here', cut(plain, 64_000)))
  expect((await open(encrypted, undefined, [randomBytes(32), key])).equals(plain)).toBe(true)
  await expect(open(encrypted, undefined, [randomBytes(32)])).rejects.toThrow('no key')
  await expect(open(encrypted, undefined, [key], 'there')).rejects.toThrow('no key')
  const piece = 65_536 + 16
  const changed = Buffer.from(encrypted)
  changed[piece + 100]! ^= 1
  const swapped = Buffer.concat([
    encrypted.subarray(0, 32),
    encrypted.subarray(32 + piece, 32 + 2 * piece),
    encrypted.subarray(32, 32 + piece),
    encrypted.subarray(32 + 2 * piece),
  ])
  // Cut where a piece ends: each piece that is left is whole.
  for (const broken of [
    changed,
    swapped,
    encrypted.subarray(0, 32 + 2 * piece),
    encrypted.subarray(0, encrypted.length - 5),
  ])
    await expect(open(broken)).rejects.toThrow()
})
