import { readdir, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../refusal.ts'
import type { OpenAac } from './aac/encoder.ts'
import { bytesIn, isFileName, isRoomName, repair } from './files.ts'

/** Beyond it nothing more is recorded; the room goes on, and who watches by HLS still does. */
const bytesMaxUsual = 20 * 1024 ** 3

/** So much of the disk stays free for everything else. */
const freeBytesMin = 1024 ** 3
const lookMs = 5_000

/** One run of a room: it has another one after each time that its publisher had gone for long, or the engine. */
export interface KeptRecording {
  room: string
  /** When it began, in milliseconds since 1970. It is its name as well. */
  at: string
  /** It is still being written. */
  isOpen: boolean
}

interface Options {
  log: (line: string) => void
  bytesMax?: number
  openAac?: OpenAac | undefined
  keepsVp8?: boolean
}

/** What all rooms share: the folder, and how much of the disk recordings take. */
export class Recordings {
  readonly folder: string
  readonly log: (line: string) => void
  /** Starts what turns Opus into AAC. */
  readonly openAac: OpenAac | undefined
  /** VP8 is recorded as well: browsers play none of it, and the product makes H264 of it. */
  readonly keepsVp8: boolean
  readonly #bytesMax: number
  #bytes: number
  #freeBytes = Infinity
  #lookedAt = -Infinity
  readonly #open = new Set<string>()
  readonly #writing = new Set<Promise<void>>()

  private constructor(of: Options & { folder: string; bytes: number }) {
    this.folder = of.folder
    this.log = of.log
    this.#bytes = of.bytes
    this.#bytesMax = of.bytesMax ?? bytesMaxUsual
    this.openAac = of.openAac
    this.keepsVp8 = of.keepsVp8 ?? false
  }

  /** Mends what an end in the middle has left. */
  static async open(folder: string, options: Options): Promise<Recordings> {
    return new Recordings({ ...options, folder, bytes: await repair(folder) })
  }

  get isFull(): boolean {
    return this.#bytes >= this.#bytesMax || this.#freeBytes < freeBytesMin
  }

  wrote(bytes: number): void {
    const wasFull = this.isFull
    this.#bytes += bytes
    if (!wasFull && this.isFull)
      this.log(
        `Recordings of live rooms take ${this.#bytesMax} bytes, which is all they may: nothing more is recorded.`,
      )
    if (performance.now() - this.#lookedAt < lookMs) return
    this.#lookedAt = performance.now()
    this.waitFor(this.#look())
  }

  /** A recorder writes into this folder. */
  began(folder: string): void {
    this.#open.add(folder)
  }
  ended(folder: string): void {
    this.#open.delete(folder)
  }

  /** What was recorded and not removed, oldest first. */
  async kept(): Promise<KeptRecording[]> {
    const all = join(this.folder, 'recordings')
    const found: KeptRecording[] = []
    for (const room of await names(all))
      for (const at of await names(join(all, room)))
        found.push({ room, at, isOpen: this.#open.has(join(all, room, at)) })
    return found.sort((a, b) => Number(a.at) - Number(b.at))
  }

  /** Throws a refusal where there is no such file. */
  async read(room: string, at: string, file: string): Promise<Buffer> {
    const isName = isRoomName(room) && isTime(at) && isFileName(file)
    const found = isName && (await readFile(join(this.folder, 'recordings', room, at, file)).catch(() => undefined))
    if (!found) throw new Refusal(404, 'There is no such file.')
    return found
  }

  /** Deletes what was recorded of a room and is not being written. */
  async remove(room: string): Promise<void> {
    if (!isRoomName(room)) return
    const folder = join(this.folder, 'recordings', room)
    for (const at of await names(folder)) {
      const path = join(folder, at)
      if (this.#open.has(path)) continue
      const bytes = await bytesIn(path)
      await rm(path, { recursive: true, force: true })
      this.#bytes = Math.max(0, this.#bytes - bytes)
    }
    if ((await names(folder)).length === 0) await rm(folder, { recursive: true, force: true })
    await this.#look()
  }

  async #look(): Promise<void> {
    const wasFull = this.isFull
    const disk = await statfs(this.folder).catch(() => undefined)
    if (disk) this.#freeBytes = disk.bavail * disk.bsize
    if (!wasFull && this.isFull)
      this.log(`Less than ${freeBytesMin} bytes of the disk are free: live rooms are not recorded.`)
  }

  /** Remembers work that has to end before the process does. */
  waitFor(work: Promise<void>): void {
    const done = work.catch((error: unknown) => this.log(String(error))).finally(() => this.#writing.delete(done))
    this.#writing.add(done)
  }

  async written(): Promise<void> {
    await Promise.all(this.#writing)
  }
}

const isTime = (name: string): boolean => /^\d{1,15}$/.test(name)
const names = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
