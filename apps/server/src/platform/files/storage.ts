import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, lstat, mkdir, open, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isLeftBehind, ownFilePrefix } from '../process/processes.ts'

// File storage. A key is a path of characters a to z, digits, dots and dashes; it is never derived from a user's file name.

export interface Stored {
  bytes: number
  sha256: Buffer
  /** The first bytes, to detect the file type. */
  head: Buffer
}
export interface ByteRange {
  start: number
  /** The last byte, included. */
  end: number
}

export interface Storage {
  /** Stores a stream completely or not at all: the key does not exist before its last byte is on disk. */
  put(key: string, source: Readable, limits: { bytesMax: number }): Promise<Stored>
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Bytes of a file; nothing where there is none. */
  size(key: string): Promise<number | undefined>
  move(from: string, to: string): Promise<void>
  /** Removes a file or a whole folder; no error where there is none. */
  remove(key: string): Promise<void>
  /** Puts a readable copy of a stored file at a path of this machine, for decoders. */
  checkOut(key: string, path: string): Promise<void>
  /** Takes a finished local file or folder of plain files; whole or not at all. Returns its bytes. */
  adopt(path: string, key: string): Promise<number>
  /** A new empty folder of this machine, on the same disk where that makes `adopt` cheap. */
  workFolder(): Promise<{ path: string; remove(): Promise<void> }>
  /** Keys below a prefix that were last written before a moment. */
  list(prefix: string, before: Date): AsyncGenerator<string>
  /** Bytes that can still be written. */
  room(): Promise<number>
  /** Removes what interrupted writes and decoders left behind. */
  sweep(before: Date): Promise<void>
  /** Removes what writes and decoders of processes that were killed left behind, however new it is. */
  sweepKilled(): Promise<void>
}

export class TooManyBytes extends Error {}

const headBytes = 64 * 1024
const renameTries = 50
const validKey = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9._-]*)+$/

/** Storage in a folder of this machine. */
export function folderStorage(root: string): Storage {
  const unfinished = join(root, 'unfinished')
  const work = join(root, 'work')
  const pathOf = (key: string): string => {
    if (!validKey.test(key) || key.includes('..')) throw new Error(`Not a storage key: ${key}`)
    return join(root, key)
  }
  const moveIntoFolder = async (from: string, key: string, tries = renameTries): Promise<void> => {
    const to = pathOf(key)
    try {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await rename(from, to)
    } catch (error) {
      // Another process may just have deleted the last other file of that folder, and the folder with it.
      // `mkdir` says so, too, where the folder above is removed while it looks at it.
      const isGone = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
      if (!isGone || tries === 1) throw error
      return moveIntoFolder(from, key, tries - 1)
    }
  }
  return {
    async put(key, source, { bytesMax }) {
      pathOf(key)
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      const path = join(unfinished, ownFilePrefix() + randomBytes(16).toString('hex'))
      const hash = createHash('sha256')
      const head: Buffer[] = []
      let bytes = 0
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          if (bytes < headBytes) head.push(chunk.subarray(0, headBytes - bytes))
          bytes += chunk.length
          hash.update(chunk)
          if (bytes > bytesMax) done(new TooManyBytes())
          else done(null, chunk)
        },
      })
      try {
        // Decoders may run as another user; the folders above keep everybody else out.
        await pipeline(source, measure, createWriteStream(path, { flags: 'wx', mode: 0o644, flush: true }))
        await moveIntoFolder(path, key)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { bytes, sha256: hash.digest(), head: Buffer.concat(head) }
    },
    async read(key, range) {
      const file = await open(pathOf(key), 'r')
      return createReadStream('', { fd: file, ...range, highWaterMark: 128 * 1024 })
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch(nothingIfAbsent)
      return found?.isFile() ? found.size : undefined
    },
    async move(from, to) {
      await moveIntoFolder(pathOf(from), to)
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { recursive: true, force: true })
      // Parent folders that are now empty are deleted too; the loop ends at the first folder that is not empty.
      for (let folder = dirname(path); folder !== root; folder = dirname(folder))
        if (
          !(await rmdir(folder).then(
            () => true,
            () => false,
          ))
        )
          break
    },
    async checkOut(key, path) {
      // Some disks know no second names for a file.
      await link(pathOf(key), path).catch(() => copyFile(pathOf(key), path))
    },
    async adopt(path, key) {
      await moveIntoFolder(path, key)
      // Checked at the new path: a decoder that is still running can't access it there.
      return plainBytes(pathOf(key)).catch(async (error: unknown) => {
        await rm(pathOf(key), { recursive: true, force: true })
        throw error
      })
    },
    async workFolder() {
      const path = join(work, ownFilePrefix() + randomBytes(16).toString('hex'))
      await mkdir(path, { recursive: true, mode: 0o711 })
      return { path, remove: () => rm(path, { recursive: true, force: true }) }
    },
    async *list(prefix, before) {
      for (const entry of (await readdir(join(root, prefix), { recursive: true, withFileTypes: true }).catch(
        nothingIfAbsent,
      )) ?? []) {
        const path = join(entry.parentPath, entry.name)
        const found = entry.isFile() ? await stat(path).catch(nothingIfAbsent) : undefined
        if (found && found.mtime < before) yield path.slice(root.length + 1)
      }
    },
    async room() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    async sweepKilled() {
      for (const folder of [unfinished, work])
        for (const name of (await readdir(folder).catch(nothingIfAbsent)) ?? [])
          if (isLeftBehind(name)) await rm(join(folder, name), { recursive: true, force: true })
    },
    async sweep(before) {
      for (const folder of [unfinished, work])
        for (const name of (await readdir(folder).catch(nothingIfAbsent)) ?? []) {
          const found = await stat(join(folder, name)).catch(nothingIfAbsent)
          if (found && found.mtime < before) await rm(join(folder, name), { recursive: true, force: true })
        }
    },
  }
}

const opened = new Map<string, Storage>()
/** The installation's storage. A bucket of an S3 kind would be chosen here. */
export function storageOf(config: { dataDir: string }): Storage {
  const root = join(resolve(config.dataDir), 'media')
  let storage = opened.get(root)
  if (!storage) opened.set(root, (storage = folderStorage(root)))
  return storage
}

// A decoder wrote these: a link instead of a file would make us serve something else.
async function plainBytes(path: string): Promise<number> {
  const found = await lstat(path)
  if (found.isFile() && found.nlink === 1) return found.size
  if (!found.isDirectory()) throw new Error('A decoder made something that is not a plain file.')
  let bytes = 0
  for (const name of await readdir(path)) bytes += await plainBytes(join(path, name))
  return bytes
}

function nothingIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
