import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { refuseIf } from './refusal.ts'

// AES-256-GCM. Every ciphertext is bound to its context (a table and id, a file's name): copied elsewhere, it can't be decrypted.

const ivBytes = 12
const tagBytes = 16

export function encrypt(key: Buffer, context: string, plain: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Opens with the first key that fits: the present one, then those from before. */
export const decrypt = (keys: readonly Buffer[], context: string, encrypted: Buffer): string =>
  openWithAny(keys, context, encrypted).toString('utf8')

export function opensWith(key: Buffer, context: string, encrypted: Buffer): boolean {
  try {
    decryptWith(key, context, encrypted)
    return true
  } catch {
    return false
  }
}

function openWithAny(keys: readonly Buffer[], context: string, encrypted: Buffer): Buffer {
  for (const [at, key] of keys.entries()) {
    try {
      return decryptWith(key, context, encrypted)
    } catch (error) {
      // A wrong key and a modified ciphertext give the same error; the error of the last key is thrown.
      if (at === keys.length - 1) throw error
    }
  }
  throw new Error('There is no key.')
}

function decryptWith(key: Buffer, context: string, encrypted: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivBytes)).setAAD(Buffer.from(context))
  decipher.setAuthTag(encrypted.subarray(encrypted.length - tagBytes))
  return Buffer.concat([decipher.update(encrypted.subarray(ivBytes, encrypted.length - tagBytes)), decipher.final()])
}

export interface EncryptedFile {
  bytes: number
  sha256: Buffer
  /** The first bytes of the plain input, to detect the file type. */
  head: Buffer
}
const headBytes = 4_100

/** Encrypts a stream into a new file as it arrives: nothing readable touches the disk, and no whole file the memory. */
export async function encryptFile(
  key: Buffer,
  path: string,
  context: string,
  source: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<EncryptedFile> {
  const file = await open(path, 'wx', 0o600)
  try {
    return await encryptInto(file, key, context, source, bytesMax)
  } finally {
    await file.close()
  }
}

async function encryptInto(
  file: FileHandle,
  key: Buffer,
  context: string,
  source: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<EncryptedFile> {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
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

export const readEncryptedFile = async (keys: readonly Buffer[], path: string, context: string): Promise<Buffer> =>
  openWithAny(keys, context, await readFile(path))
