import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Incoming } from '../incoming.ts'
import type { OpenAac } from './aac/encoder.ts'
import { AacVariant } from './aac/variant.ts'
import { writeWhole } from './files.ts'
import { type Cut, mux } from './mux.ts'
import { Part } from './part.ts'
import { masterName, masterPlaylist, mediaName } from './playlist.ts'
import { Segments } from './segments.ts'
import { vp8Codec } from './vp8.ts'

/** On a disk that is too slow segments are left out rather than held in memory. */
const waitingMax = 4

const videoOf = (streams: readonly Incoming[]): string | undefined =>
  streams.find(({ kind }) => kind === 'video')?.codec.name.toUpperCase()
/** Only H264 can be served as it comes: browsers play no VP8 out of MP4. */
export const canServe = (streams: readonly Incoming[]): boolean => videoOf(streams) === 'H264'
/** VP8 can be kept for those who will make something else of it. */
export const canRecord = (streams: readonly Incoming[], keepsVp8: boolean): boolean =>
  canServe(streams) || (keepsVp8 && videoOf(streams) === 'VP8')

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
  readonly #segments: Segments
  readonly #aac: AacVariant | undefined
  #hasAac = false
  #readers: (() => void)[] = []
  #isOver = false

  constructor(of: {
    folder: string
    /** To stay; otherwise only the last minutes are held. */
    keeps: boolean
    wantKeyframe: () => void
    wrote: (bytes: number) => void
    failed: (error: unknown) => void
    /** Starts what turns Opus into AAC, where there is something for that. */
    openAac?: OpenAac | undefined
    silent?: (error: unknown) => void
    wroteAgain?: (bytes: number) => void
  }) {
    this.folder = of.folder
    this.keeps = of.keeps
    this.#wantKeyframe = of.wantKeyframe
    this.#wrote = of.wrote
    this.#failed = of.failed
    this.#segments = new Segments({ ...of, prefix: '', list: mediaName })
    if (of.openAac)
      this.#aac = new AacVariant({
        folder: of.folder,
        keeps: of.keeps,
        open: of.openAac,
        wrote: of.wroteAgain ?? (() => {}),
        failed: of.silent ?? (() => {}),
        changed: () => this.#aacChanged(),
      })
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
    // After what has just been cut has reached it.
    if (this.#part) this.#work = this.#work.then(() => this.#aac?.pause())
    this.#part = undefined
    this.#streams = []
    this.#isBreak = true
  }

  /** Resolves when there is something to play, or after `ms`. */
  async hasSegments(ms: number): Promise<boolean> {
    if (!this.#isReady)
      await new Promise<void>((done) => {
        const timer = setTimeout(done, ms)
        this.#readers.push(() => {
          clearTimeout(timer)
          done()
        })
      })
    return !this.#segments.isEmpty
  }

  /** Players read the first list once: what will be first in it is waited for. */
  get #isReady(): boolean {
    return !this.#segments.isEmpty && (!this.#hasAac || this.#aac!.isSettled)
  }

  /** Writes what is left, and ends the list or deletes what was not to stay. */
  async finish(): Promise<void> {
    if (this.#isOver) return
    this.pause()
    this.#isOver = true
    this.#heardOf()
    await this.#work
    await this.#aac?.finish()
    // The list of AAC may have become another one last.
    await this.#work
    if (!this.keeps || this.#segments.isEmpty) await rm(this.folder, { recursive: true, force: true })
    else await this.#segments.end()
  }

  /** The first list is written by one at a time. */
  #aacChanged(): void {
    this.#work = this.#work
      .then(() => this.#writeMaster())
      .catch(this.#failed)
      .finally(() => this.#heardOf())
  }

  #begin(streams: readonly Incoming[]): void {
    this.pause()
    this.#streams = streams
    const video = streams.find(({ kind }) => kind === 'video')
    if (!video || !canRecord(streams, true)) return
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
    const codecs = `${cut.picture.codec}${cut.hasAudio ? ',opus' : ''}`
    const n = this.#count++
    const isOther = await this.#segments.add({ n, cut, codecs, init, media, isBreak })
    this.#wrote(media.length)
    if (isOther) await this.#writeMaster()
    if (this.#aac && cut.hasAudio && cut.picture.codec !== vp8Codec) {
      this.#hasAac = true
      this.#aac.take(n, cut, isBreak)
    }
    this.#heardOf()
  }

  /** The variant that more players can play is the first. It is offered once there is something of it. */
  async #writeMaster(): Promise<void> {
    const variants = [this.#aac?.segments.variant, this.#segments.variant].filter((variant) => variant !== undefined)
    await writeWhole(join(this.folder, masterName), masterPlaylist(variants))
  }

  #heardOf(): void {
    if (this.#isReady || this.#isOver) for (const tell of this.#readers.splice(0)) tell()
  }
}
