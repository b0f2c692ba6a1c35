import { type Cut, mux } from '../mux.ts'
import { aacName, silentPrefix } from '../playlist.ts'
import { Segments } from '../segments.ts'
import type { OpenAac } from './encoder.ts'
import { aacCodec } from './frames.ts'
import { AacLine } from './line.ts'

/** An encoder that is too slow is left behind rather than waited for with everything in memory. */
const waitingMax = 6

/** The same segments with their sound as AAC, for players that have no Opus. They come a moment after the others. */
export class AacVariant {
  readonly segments: Segments
  readonly #line: AacLine
  readonly #wrote: (bytes: number) => void
  readonly #failed: (error: unknown) => void
  readonly #changed: () => void
  #work: Promise<void> = Promise.resolve()
  #waiting = 0
  #isBreak = false
  #hasTried = false

  constructor(of: {
    folder: string
    keeps: boolean
    open: OpenAac
    wrote: (bytes: number) => void
    failed: (error: unknown) => void
    /** What players have to know to play it is another. */
    changed: () => void
  }) {
    this.segments = new Segments({ folder: of.folder, keeps: of.keeps, prefix: 'aac-', list: aacName })
    this.#line = new AacLine(of)
    this.#wrote = of.wrote
    this.#failed = of.failed
    this.#changed = of.changed
  }

  /** There is something of it, or nothing came of its first segment. */
  get isSettled(): boolean {
    return this.#hasTried
  }

  take(n: number, cut: Cut, isBreak: boolean): void {
    const isAfter = isBreak || this.#isBreak
    this.#isBreak = this.#waiting >= waitingMax
    if (this.#isBreak) return
    this.#waiting++
    this.#work = this.#work
      .then(() => this.#write(n, cut, isAfter))
      .catch((error: unknown) => {
        this.#isBreak = true
        this.#failed(error)
      })
      .finally(() => {
        this.#waiting--
        if (this.#hasTried) return
        this.#hasTried = true
        this.#changed()
      })
  }

  /** Nothing runs while nobody publishes. */
  pause(): void {
    this.#work = this.#work.then(() => this.#line.close())
  }

  async finish(): Promise<void> {
    await this.#work
    this.#line.close()
    await this.segments.end()
  }

  async #write(n: number, cut: Cut, isBreak: boolean): Promise<void> {
    const { sounds, isSilent } = await this.#line.take(cut.sounds, cut.isLast)
    // Nothing is offered that has never had a sound.
    if (isSilent && this.segments.isEmpty) return
    const { init, media } = await mux({ ...cut, sounds }, 'aac')
    const codecs = `${cut.picture.codec},${aacCodec}`
    const name = isSilent ? { name: `${silentPrefix}${n}.m4s` } : {}
    const isOther = await this.segments.add({ n, cut, codecs, init, media, isBreak, ...name })
    this.#wrote(media.length)
    if (isOther && this.#hasTried) this.#changed()
  }
}
