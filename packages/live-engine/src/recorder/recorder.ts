import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Incoming } from '../incoming.ts'
import { endList, writeWhole } from './files.ts'
import { type Cut, mux } from './mux.ts'
import { Part } from './part.ts'
import { type Listed, masterName, masterPlaylist, mediaName, mediaPlaylist } from './playlist.ts'

/** Of a room that is not recorded so many segments stay, a minute or two. */
const windowSegments = 30
/** Behind the list for those who have just read it. */
const graceSegments = 5
/** On a disk that is too slow segments are left out rather than held in memory. */
const waitingMax = 4

/** Only H264 can be recorded: browsers play no VP8 out of MP4. */
export const canRecord = (streams: readonly Incoming[]): boolean =>
  streams.some(({ kind, codec }) => kind === 'video' && codec.name.toUpperCase() === 'H264')

/** Writes what a room's publisher sends into segments and their list (HLS). */
export class Recorder {
  readonly folder: string
  readonly keeps: boolean
  readonly #wantKeyframe: () => void
  readonly #wrote: (bytes: number) => void
  readonly #failed: (error: unknown) => void
  #streams: readonly Incoming[] = []
  #part: Part | undefined
  #work: Promise<void>
  #waiting = 0
  #count = 0
  #isBreak = false
  #inits = 0
  #initOf = ''
  #bitsPerSecond = 0
  #listed: Listed[] = []
  #first = 0
  #breaks = 0
  #readers: (() => void)[] = []
  #isOver = false

  constructor(of: {
    folder: string
    /** To stay; otherwise only the last minutes are held. */
    keeps: boolean
    wantKeyframe: () => void
    wrote: (bytes: number) => void
    failed: (error: unknown) => void
  }) {
    this.folder = of.folder
    this.keeps = of.keeps
    this.#wantKeyframe = of.wantKeyframe
    this.#wrote = of.wrote
    this.#failed = of.failed
    this.#work = mkdir(of.folder, { recursive: true, mode: 0o700 }).then(() => undefined, of.failed)
  }

  /** A packet that has passed `withoutExtras`, of one of `streams`. */
  take(streams: readonly Incoming[], stream: Incoming, packet: Buffer): void {
    if (this.#isOver) return
    if (streams !== this.#streams) this.#begin(streams)
    this.#part?.take(stream, packet)
  }

  /** The publisher has gone, and may come back. */
  pause(): void {
    this.#part?.end()
    this.#part = undefined
    this.#streams = []
    this.#isBreak = true
  }

  /** Resolves when there is something to play, or after `ms`. */
  async hasSegments(ms: number): Promise<boolean> {
    if (this.#listed.length === 0)
      await new Promise<void>((done) => {
        const timer = setTimeout(done, ms)
        this.#readers.push(() => {
          clearTimeout(timer)
          done()
        })
      })
    return this.#listed.length > 0
  }

  /** Writes what is left, and ends the list or deletes what was not to stay. */
  async finish(): Promise<void> {
    if (this.#isOver) return
    this.pause()
    this.#isOver = true
    this.#heardOf()
    await this.#work
    if (!this.keeps || this.#listed.length === 0) await rm(this.folder, { recursive: true, force: true })
    else await endList(join(this.folder, mediaName))
  }

  #begin(streams: readonly Incoming[]): void {
    this.pause()
    this.#streams = streams
    const video = streams.find(({ kind }) => kind === 'video')
    if (!video || !canRecord(streams)) return
    this.#part = new Part({
      video,
      audio: streams.find(({ kind }) => kind === 'audio'),
      cut: (cut) => this.#cut(cut),
      lost: this.#wantKeyframe,
      jumped: () => this.pause(),
    })
    this.#wantKeyframe()
  }

  #cut(cut: Cut): void {
    const isBreak = this.#isBreak
    this.#isBreak = this.#waiting >= waitingMax
    if (this.#isBreak) return
    this.#waiting++
    this.#work = this.#work
      .then(() => this.#write(cut, isBreak))
      .catch((error: unknown) => {
        this.#isBreak = true
        this.#failed(error)
      })
      .finally(() => this.#waiting--)
  }

  async #write(cut: Cut, isBreak: boolean): Promise<void> {
    const { init, media } = await mux(cut)
    const { codec, width, height } = cut.picture
    const codecs = `${codec}${cut.hasAudio ? ',opus' : ''}`
    const initOf = `${codecs} ${width}x${height}`
    const isOther = this.#initOf !== initOf
    if (isOther || isBreak) await writeWhole(join(this.folder, initName(++this.#inits)), init)
    this.#initOf = initOf
    const file = `${this.#count++}.m4s`
    await writeWhole(join(this.folder, file), media)
    this.#wrote(media.length)
    this.#listed.push({
      file,
      seconds: cut.seconds,
      cameAt: cut.cameAt,
      init: initName(this.#inits),
      isBreak: isBreak || (isOther && this.#inits > 1),
    })
    const bitsPerSecond = Math.ceil((media.length * 8) / cut.seconds)
    if (isOther || bitsPerSecond > this.#bitsPerSecond) {
      this.#bitsPerSecond = Math.max(bitsPerSecond, this.#bitsPerSecond)
      const master = masterPlaylist({ codecs, width, height, bitsPerSecond: this.#bitsPerSecond })
      await writeWhole(join(this.folder, masterName), master)
    }
    if (!this.keeps) await this.#forget()
    const kind = this.keeps ? 'event' : 'sliding'
    const list = mediaPlaylist(this.#listed, { first: this.#first, breaks: this.#breaks, kind })
    await writeWhole(join(this.folder, mediaName), list)
    this.#heardOf()
  }

  async #forget(): Promise<void> {
    while (this.#listed.length > windowSegments) {
      const gone = this.#listed.shift()!
      this.#first++
      // The break before the one that is now the first is no longer in the list.
      if (this.#listed[0]?.isBreak) this.#breaks++
      const old = Number.parseInt(gone.file, 10) - graceSegments
      if (old >= 0) await rm(join(this.folder, `${old}.m4s`), { force: true })
    }
  }

  #heardOf(): void {
    for (const tell of this.#readers.splice(0)) tell()
  }
}

const initName = (n: number) => `init-${n}.mp4`
