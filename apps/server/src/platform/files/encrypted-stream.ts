import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ByteRange } from './storage.ts'

// Files too big to encrypt at once: AES-256-GCM over 64 KiB chunks, each bound to its position in the file and the last one to being
// the last. Any part of such a file can be read without the rest, and none of it can be swapped, cut off or moved to another file.

const pieceBytes = 64 * 1024
const tagBytes = 16
const encryptedChunkBytes = pieceBytes + tagBytes
const saltBytes = 32

/** The context identifies the encrypted value: a table and id. */
export async function* encryptStream(
  key: Buffer,
  context: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const ofFile = keyOf(key, salt, context)
  yield salt
  let waiting: Buffer[] = []
  let buffered = 0
  let index = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    buffered += chunk.length
    // Only the end of the stream shows which chunk is the last, so one chunk is always buffered.
    while (buffered > pieceBytes) {
      const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
      yield encryptChunk(ofFile, index++, false, all.subarray(0, pieceBytes))
      waiting = [all.subarray(pieceBytes)]
      buffered -= pieceBytes
    }
  }
  yield encryptChunk(ofFile, index, true, Buffer.concat(waiting))
}

/** How long the file is that is stored encrypted in this many bytes. */
export const decryptedBytes = (encryptedBytes: number): number =>
  encryptedBytes - saltBytes - piecesOf(encryptedBytes) * tagBytes
const piecesOf = (encryptedBytes: number): number => Math.ceil((encryptedBytes - saltBytes) / encryptedChunkBytes)

/** The file, or a part of it; `read` reads the encrypted bytes. Opens with the first key that fits: the present one, then those from before. */
export async function* decryptStream(
  keys: readonly Buffer[],
  context: string,
  encryptedBytes: number,
  read: (range: ByteRange) => Promise<Readable>,
  range: ByteRange = { start: 0, end: decryptedBytes(encryptedBytes) - 1 },
): AsyncGenerator<Buffer> {
  const last = piecesOf(encryptedBytes) - 1
  const salt = await whole(await read({ start: 0, end: saltBytes - 1 }))
  const end = Math.min(last, Math.floor(range.end / pieceBytes))
  let index = Math.floor(range.start / pieceBytes)
  const from = saltBytes + index * encryptedChunkBytes
  const to = Math.min(encryptedBytes, saltBytes + (end + 1) * encryptedChunkBytes) - 1
  let opening: Buffer | undefined
  for await (const encrypted of inPieces(await read({ start: from, end: to }))) {
    opening ??= keys.map((key) => keyOf(key, salt, context)).find((key) => opens(key, index, index === last, encrypted))
    if (!opening) throw new Error('There is no key that opens this file.')
    const plain = openPiece(opening, index, index === last, encrypted)
    const begins = index * pieceBytes
    yield plain.subarray(Math.max(0, range.start - begins), Math.min(plain.length, range.end + 1 - begins))
    index += 1
  }
  if (index !== end + 1) throw new Error('An encrypted file ended before its last chunk.')
}

const keyOf = (key: Buffer, salt: Buffer, context: string) => Buffer.from(hkdfSync('sha256', key, salt, context, 32))

/** Each file has a key of its own, so that counting from nought never repeats. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 0)
  nonce.writeBigUInt64BE(BigInt(index), 4)
  return nonce
}

function encryptChunk(key: Buffer, index: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openPiece(key: Buffer, index: number, isLast: boolean, encrypted: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast))
  decipher.setAuthTag(encrypted.subarray(encrypted.length - tagBytes))
  return Buffer.concat([decipher.update(encrypted.subarray(0, encrypted.length - tagBytes)), decipher.final()])
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
    while (waiting.length >= encryptedChunkBytes) {
      yield waiting.subarray(0, encryptedChunkBytes)
      waiting = waiting.subarray(encryptedChunkBytes)
    }
  }
  if (waiting.length > 0) yield waiting
}

async function whole(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
