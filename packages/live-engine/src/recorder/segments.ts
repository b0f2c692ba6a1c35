import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endList, writeWhole } from './files.ts'
import type { Cut } from './mux.ts'
import { type Listed, mediaPlaylist, type Variant } from './playlist.ts'

/** Of a room that is not recorded so many segments stay, a minute or two. */
const windowSegments = 30
/** Behind the list for those who have just read it. */
const graceSegments = 5

/** A segment that is ready to be written. */
export interface Muxed {
  /** How many came before it in the recording. */
  n: number
  cut: Cut
  codecs: string
  init: Buffer
  media: Buffer
  isBreak: boolean
  /** In place of `<n>.m4s`. */
  name?: string
}

/** The segments of a recording in one sound, and their list. */
export class Segments {
  readonly #folder: string
  readonly #keeps: boolean
  readonly #prefix: string
  readonly #list: string
  #listed: Listed[] = []
  readonly #leaving: string[] = []
  #inits = 0
  #initOf = ''
  #first = 0
  #breaks = 0
  #variant: Variant | undefined

  constructor(of: { folder: string; keeps: boolean; prefix: string; list: string }) {
    this.#folder = of.folder
    this.#keeps = of.keeps
    this.#prefix = of.prefix
    this.#list = of.list
  }

  get isEmpty(): boolean {
    return this.#listed.length === 0
  }

  /** What it takes to play them; undefined until there is one. */
  get variant(): Variant | undefined {
    return this.#variant
  }

  /** Answers whether what it takes to play them has changed. */
  async add({ n, cut, codecs, init, media, isBreak, name }: Muxed): Promise<boolean> {
    const { width, height } = cut.picture
    const initOf = `${codecs} ${width}x${height}`
    const isOther = this.#initOf !== initOf
    if (isOther || isBreak) await writeWhole(join(this.#folder, this.#initName(++this.#inits)), init)
    this.#initOf = initOf
    const file = name ?? `${this.#prefix}${n}.m4s`
    await writeWhole(join(this.#folder, file), media)
    this.#listed.push({
      file,
      seconds: cut.seconds,
      cameAt: cut.cameAt,
      init: this.#initName(this.#inits),
      isBreak: isBreak || (isOther && this.#inits > 1),
    })
    if (!this.#keeps) await this.#forget()
    const kind = this.#keeps ? 'event' : 'sliding'
    const list = mediaPlaylist(this.#listed, { first: this.#first, breaks: this.#breaks, kind })
    await writeWhole(join(this.#folder, this.#list), list)
    const bitsPerSecond = Math.ceil((media.length * 8) / cut.seconds)
    if (!isOther && bitsPerSecond <= (this.#variant?.bitsPerSecond ?? 0)) return false
    const most = Math.max(bitsPerSecond, this.#variant?.bitsPerSecond ?? 0)
    this.#variant = { list: this.#list, codecs, width, height, bitsPerSecond: most }
    return true
  }

  async end(): Promise<void> {
    if (!this.isEmpty) await endList(join(this.#folder, this.#list))
  }

  async #forget(): Promise<void> {
    while (this.#listed.length > windowSegments) {
      this.#leaving.push(this.#listed.shift()!.file)
      this.#first++
      // The break before the one that is now the first is no longer in the list.
      if (this.#listed[0]?.isBreak) this.#breaks++
      if (this.#leaving.length > graceSegments) await rm(join(this.#folder, this.#leaving.shift()!), { force: true })
    }
  }

  #initName(n: number): string {
    return `${this.#prefix}init-${n}.mp4`
  }
}
