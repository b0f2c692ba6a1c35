import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ByteRange } from './storage.ts'

// Files too big to be sealed in one piece: AES-256-GCM over pieces of 64 KiB, each bound to its place in the file and the last one to being
// the last. Any part of such a file can be read without the rest, and none of it can be swapped, cut off or moved to another file.

const pieceBytes = 64 * 1024
const tagBytes = 16
const sealedPieceBytes = pieceBytes + tagBytes
const saltBytes = 32

/** `place` names what is sealed: a table and id. */
export async function* sealStream(key: Buffer, place: string, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const ofFile = keyOf(key, salt, place)
  yield salt
  let waiting: Buffer[] = []
  let held = 0
  let index = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    held += chunk.length
    // The last piece is known only at the end, so one is always held back.
    while (held > pieceBytes) {
      const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
      yield sealPiece(ofFile, index++, false, all.subarray(0, pieceBytes))
      waiting = [all.subarray(pieceBytes)]
      held -= pieceBytes
    }
  }
  yield sealPiece(ofFile, index, true, Buffer.concat(waiting))
}

/** How long the file is that lies sealed in this many bytes. */
export const unsealedBytes = (sealedBytes: number): number => sealedBytes - saltBytes - piecesOf(sealedBytes) * tagBytes
const piecesOf = (sealedBytes: number): number => Math.ceil((sealedBytes - saltBytes) / sealedPieceBytes)

/** The file, or a part of it; `read` reads the sealed bytes. Opens with the first key that fits: the present one, then those from before. */
export async function* unsealStream(
  keys: readonly Buffer[],
  place: string,
  sealedBytes: number,
  read: (range: ByteRange) => Promise<Readable>,
  range: ByteRange = { start: 0, end: unsealedBytes(sealedBytes) - 1 },
): AsyncGenerator<Buffer> {
  const last = piecesOf(sealedBytes) - 1
  const salt = await whole(await read({ start: 0, end: saltBytes - 1 }))
  const end = Math.min(last, Math.floor(range.end / pieceBytes))
  let index = Math.floor(range.start / pieceBytes)
  const from = saltBytes + index * sealedPieceBytes
  const to = Math.min(sealedBytes, saltBytes + (end + 1) * sealedPieceBytes) - 1
  let opening: Buffer | undefined
  for await (const sealed of inPieces(await read({ start: from, end: to }))) {
    opening ??= keys.map((key) => keyOf(key, salt, place)).find((key) => opens(key, index, index === last, sealed))
    if (!opening) throw new Error('There is no key that opens this file.')
    const plain = openPiece(opening, index, index === last, sealed)
    const begins = index * pieceBytes
    yield plain.subarray(Math.max(0, range.start - begins), Math.min(plain.length, range.end + 1 - begins))
    index += 1
  }
  if (index !== end + 1) throw new Error('A sealed file ended before its time.')
}

const keyOf = (key: Buffer, salt: Buffer, place: string) => Buffer.from(hkdfSync('sha256', key, salt, place, 32))

/** Each file has a key of its own, so that counting from nought never repeats. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 0)
  nonce.writeBigUInt64BE(BigInt(index), 4)
  return nonce
}

function sealPiece(key: Buffer, index: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openPiece(key: Buffer, index: number, isLast: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()])
}

function opens(...piece: Parameters<typeof openPiece>): boolean {
  try {
    openPiece(...piece)
    return true
  } catch {
    return false
  }
}

async function* inPieces(source: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    waiting = waiting.length === 0 ? (chunk as Buffer) : Buffer.concat([waiting, chunk as Buffer])
    while (waiting.length >= sealedPieceBytes) {
      yield waiting.subarray(0, sealedPieceBytes)
      waiting = waiting.subarray(sealedPieceBytes)
    }
  }
  if (waiting.length > 0) yield waiting
}

async function whole(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
