import { randomInt, randomUUID } from 'node:crypto'
import { Incoming } from '../incoming.ts'
import type { Publisher } from '../publisher.ts'
import type { Message } from './chunks.ts'
import { flvHead, flvTag, isParameters, mediumOf } from './flv.ts'
import { FeedPackets } from './feed-packets.ts'
import { MatroskaReader } from './matroska.ts'
import type { OpenTranscoder, Transcoder } from './transcoder.ts'

/** Sound may come a moment after the picture; who sends none is shown without. */
const soundMs = 1_000
/** What waits for the program to take it, before the sender is asked to wait as well. */
const waitingBytesMax = 1024 * 1024
const h264 = {
  name: 'H264',
  payloadType: 102,
  clock: 90_000,
  channels: 1,
  parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
}
const opus = { name: 'opus', payloadType: 111, clock: 48_000, channels: 2, parameters: '' }

export type FeedEnd = 'left' | 'refused' | 'encoder'
interface FeedTaker {
  publisher: Pick<Publisher, 'onRtp' | 'onRtcp'>
  onEnd: (why: FeedEnd) => void
}

/**
 * What a program sends by RTMP, as a room takes it. It begins as one that nobody has let in: a room takes it by its id, which only its own engine and the
 * product hear of. For the room it is what a `Pipe` is for other publishers, except that nothing can be asked of it.
 */
export class Feed {
  readonly id = randomUUID()
  readonly isOpen = true
  /** When the last picture or sound came from the encoder, in milliseconds of `performance.now()`. */
  heardAt = performance.now()
  readonly streams: readonly Incoming[] = [
    new Incoming({ kind: 'video', codec: h264, mid: '0', source: randomInt(1, 2 ** 31) }),
    new Incoming({ kind: 'audio', codec: opus, mid: '1', source: randomInt(1, 2 ** 31) }),
  ]
  readonly #open: OpenTranscoder
  readonly #disconnect: (why: string | undefined) => void
  readonly #resume: () => void
  readonly #log: (line: string) => void
  #taker: FeedTaker | undefined
  #transcoder: Transcoder | undefined
  /** Until the encoder runs: what it will be told first. */
  #before: Message[] = []
  #beforeBytes = 0
  #beganAt: number | undefined
  #isStarting = false
  #isOver = false

  constructor(of: {
    open: OpenTranscoder
    /** Ends the connection, with what to say to the program. */
    disconnect: (why: string | undefined) => void
    /** The sender may go on. */
    resume: () => void
    log: (line: string) => void
  }) {
    this.#open = of.open
    this.#disconnect = of.disconnect
    this.#resume = of.resume
    this.#log = of.log
  }

  get isTaken(): boolean {
    return this.#taker !== undefined
  }
  get isOver(): boolean {
    return this.#isOver
  }

  /** A room takes it: from now on its packets go there, until one of the two ends it. */
  start(taker: FeedTaker): void {
    this.#taker = taker
    this.heardAt = performance.now()
  }

  /** A message with media. False where the sender has to wait until it is told to go on. */
  take(message: Message): boolean {
    if (this.#isOver) return true
    const medium = mediumOf(message)
    if (!medium) {
      this.#end('refused', 'Send H.264 and AAC.')
      return true
    }
    if (this.#transcoder) return this.#write(flvTag(message))
    this.#beganAt ??= performance.now()
    this.#before.push(message)
    this.#beforeBytes += message.payload.length
    if (this.#isStarting) return this.#beforeBytes < waitingBytesMax
    const has = (kind: 'video' | 'audio') => this.#before.some((each) => mediumOf(each) === kind && isParameters(each))
    const isLate = performance.now() - this.#beganAt > soundMs || this.#beforeBytes > waitingBytesMax
    if (has('video') && (has('audio') || isLate)) void this.#start(has('audio'))
    else if (isLate) this.#end('refused', 'No video comes that can be read.')
    return true
  }

  /** There is nothing to ask of the sender: the encoder makes a keyframe each second. */
  send = (): boolean => true

  /** By the room: it wants no more of it. */
  close(): void {
    this.#end(undefined, undefined)
  }

  /** By the connection: the sender has gone. */
  left(): void {
    this.#end('left', undefined)
  }

  async #start(hasAudio: boolean): Promise<void> {
    this.#isStarting = true
    try {
      const transcoder = await this.#open({ hasAudio })
      if (this.#isOver) return transcoder.close()
      this.#transcoder = transcoder
      void transcoder.ended.then((why) => this.#broke(why))
      transcoder.input.on('error', () => {}).on('drain', () => this.#resume())
      this.#read(transcoder)
      this.#write(flvHead({ hasAudio }))
      for (const message of this.#before) if (hasAudio || mediumOf(message) === 'video') this.#write(flvTag(message))
      this.#before = []
      if (transcoder.input.writableLength < waitingBytesMax) this.#resume()
    } catch (error) {
      this.#broke(error instanceof Error ? error.message : String(error))
    }
  }

  #read({ output }: Transcoder): void {
    const reader = new MatroskaReader()
    const [video, audio] = this.streams as [Incoming, Incoming]
    const packets = new FeedPackets({ video, audio }, reader)
    output
      .on('error', () => {})
      .on('data', (bytes: Buffer) => {
        try {
          for (const block of reader.take(bytes)) {
            if (this.#isOver) return
            this.heardAt = performance.now()
            for (const packet of packets.of(block)) this.#taker?.publisher.onRtp(packet)
            for (const report of packets.reportsDue()) this.#taker?.publisher.onRtcp(report)
          }
        } catch (error) {
          this.#broke(String(error))
        }
      })
  }

  #write(bytes: Buffer): boolean {
    const { input } = this.#transcoder!
    if (input.writable) input.write(bytes)
    return input.writableLength < waitingBytesMax
  }

  #broke(why: string): void {
    if (this.#isOver) return
    this.#log(`The encoder of a stream by RTMP has ended: ${why}`)
    this.#end('encoder', 'The encoder of the server has ended. Start streaming again.')
  }

  #end(why: FeedEnd | undefined, said: string | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#before = []
    this.#transcoder?.close()
    this.#disconnect(said)
    if (why) this.#taker?.onEnd(why)
  }
}
