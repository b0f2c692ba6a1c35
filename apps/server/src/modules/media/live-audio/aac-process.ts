import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { AacEncoder } from '@fanlight/live-engine/recorder/aac/encoder'
import { opusSeconds } from '@fanlight/live-engine/recorder/opus'
import { AdtsReader } from './adts.ts'
import { fitsPage } from './ogg.ts'

/** How an encoder wants its packets. */
export interface Input {
  head: Buffer
  write(packets: readonly { bytes: Buffer; samples: number }[]): Buffer
}

const frameSamples = 1024
/** The encoder keeps the last two for what comes next, and the program may hold some more on their way. */
const heldFramesMax = 4
const answerMsMax = 8_000
const tooLong = 'This is no packet of a live room.'

/** One process that turns Opus into AAC. What is asked of it at once it does one after the other. */
export class AacProcess implements AacEncoder {
  readonly #child: ChildProcess
  readonly #input: Input
  readonly #reader = new AdtsReader()
  #frames: Buffer[] = []
  #out = 0
  #samples = 0
  #ended: Error | undefined
  #heard: (() => void) | undefined
  #said = ''
  #last: Promise<unknown> = Promise.resolve()

  constructor(child: ChildProcess, input: Input) {
    this.#child = child
    this.#input = input
    child.once('error', (error) => this.#end(error))
    child.once('close', (code, signal) =>
      this.#end(new Error(`The encoder of audio has ended (${signal ?? code}). ${this.#said}`.trim())),
    )
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#said = (this.#said + text).slice(-300)))
    // Its end says why nothing can be written any more.
    this.#stdin.on('error', () => {})
    ;(child.stdout as Readable).on('data', (bytes: Buffer) => this.#take(bytes))
    this.#stdin.write(input.head)
  }

  get #stdin(): Writable {
    return this.#child.stdin as Writable
  }

  encode(packets: readonly Buffer[]): Promise<Buffer[]> {
    const answer = this.#last.catch(() => {}).then(() => this.#encode(packets))
    this.#last = answer
    return answer
  }

  close(): void {
    this.#end(new Error('The encoder of audio was closed.'))
  }

  async #encode(packets: readonly Buffer[]): Promise<Buffer[]> {
    if (!packets.every(fitsPage)) throw new Error(tooLong)
    const all = packets.map((bytes) => ({ bytes, samples: Math.round(opusSeconds(bytes) * 48_000) }))
    this.#samples += all.reduce((sum, { samples }) => sum + samples, 0)
    if (all.length > 0 && !this.#ended) this.#stdin.write(this.#input.write(all))
    const wanted = Math.floor(this.#samples / frameSamples) - heldFramesMax
    const late = setTimeout(() => this.#end(new Error('The encoder of audio does not answer.')), answerMsMax)
    try {
      while (this.#out < wanted && !this.#ended) await new Promise<void>((done) => (this.#heard = done))
    } finally {
      clearTimeout(late)
    }
    if (this.#ended) throw this.#ended
    return this.#frames.splice(0)
  }

  #take(bytes: Buffer): void {
    try {
      const frames = this.#reader.take(bytes)
      this.#frames.push(...frames)
      this.#out += frames.length
      this.#heard?.()
    } catch (error) {
      this.#end(error as Error)
    }
  }

  #end(error: Error): void {
    if (this.#ended) return
    this.#ended = error
    this.#heard?.()
    try {
      process.kill(-this.#child.pid!, 'SIGKILL')
    } catch {
      this.#child.kill('SIGKILL')
    }
  }
}
