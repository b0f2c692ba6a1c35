import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { refuseIf } from './refusal.ts'

// AES-256-GCM. Every sealed thing is bound to its `place` (a table and id, a file's name): moved elsewhere it does not open.

const ivBytes = 12
const tagBytes = 16

export function seal(key: Buffer, place: string, plain: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Opens with the first key that fits: the present one, then those from before. */
export const unseal = (keys: readonly Buffer[], place: string, sealed: Buffer): string =>
  openWithAny(keys, place, sealed).toString('utf8')

export function opensWith(key: Buffer, place: string, sealed: Buffer): boolean {
  try {
    openSealed(key, place, sealed)
    return true
  } catch {
    return false
  }
}

function openWithAny(keys: readonly Buffer[], place: string, sealed: Buffer): Buffer {
  for (const [at, key] of keys.entries()) {
    try {
      return openSealed(key, place, sealed)
    } catch (error) {
      // A wrong key and a changed text look alike; the last key's error tells.
      if (at === keys.length - 1) throw error
    }
  }
  throw new Error('There is no key.')
}

function openSealed(key: Buffer, place: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes)).setAAD(Buffer.from(place))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, sealed.length - tagBytes)), decipher.final()])
}

export interface SealedFile {
  bytes: number
  sha256: Buffer
  /** The first bytes as they came, to tell what kind of file it is. */
  head: Buffer
}
const headBytes = 4_100

/** Seals a stream into a new file as it arrives: nothing readable touches the disk, and no whole file the memory. */
export async function sealFile(
  key: Buffer,
  path: string,
  place: string,
  source: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<SealedFile> {
  const file = await open(path, 'wx', 0o600)
  try {
    return await sealInto(file, key, place, source, bytesMax)
  } finally {
    await file.close()
  }
}

async function sealInto(
  file: FileHandle,
  key: Buffer,
  place: string,
  source: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<SealedFile> {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let bytes = 0
  await file.appendFile(iv)
  for await (const chunk of source) {
    if (bytes < headBytes) head.push(chunk)
    bytes += chunk.length
    refuseIf(bytes > bytesMax, 'TOO_LARGE')
    hash.update(chunk)
    await file.appendFile(cipher.update(chunk))
  }
  await file.appendFile(Buffer.concat([cipher.final(), cipher.getAuthTag()]))
  await file.sync()
  return { bytes, sha256: hash.digest(), head: Buffer.concat(head).subarray(0, headBytes) }
}

export const readSealedFile = async (keys: readonly Buffer[], path: string, place: string): Promise<Buffer> =>
  openWithAny(keys, place, await readFile(path))
