import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type AmfObject, type AmfValue, readAmf, writeAmf } from './amf.ts'
import { ChunkReader, type Message, messageTypes, writeMessage } from './chunks.ts'
import { isMedia } from './flv.ts'

const version = 3
const helloBytes = 1_536
/** What comes before anybody is let in are a few short commands. */
const commandBytesMax = 16 * 1024
const beforeBytesMax = 64 * 1024
/** A keyframe of a large picture. */
const mediaBytesMax = 4 * 1024 * 1024
/** Of what we say, for who doesn't read it. */
const unreadBytesMax = 256 * 1024
const windowBytes = 2_500_000
const app = 'live'

export interface SessionEvents {
  /** They want to publish with this key. Resolves with a sentence where they may not. */
  onPublish(key: string): Promise<string | undefined>
  /** False where nothing more can be taken before `resume`. */
  onMedia(message: Message): boolean
  onEnd(): void
}

/** One connection of RTMP (the specification of Adobe, 1.0): it publishes one stream under the name `live`, and can do nothing else. */
export class RtmpSession {
  readonly #socket: Socket
  readonly #events: SessionEvents
  readonly #reader = new ChunkReader(commandBytesMax)
  #waiting: Buffer = Buffer.alloc(0)
  #phase: 'hello' | 'echo' | 'commands' | 'asking' | 'publishing' | 'ended' = 'hello'
  #received = 0
  #acknowledged = 0

  constructor(socket: Socket, events: SessionEvents) {
    this.#socket = socket
    this.#events = events
    socket.on('data', (bytes) => this.#take(bytes))
    // Its end says the same.
    socket.on('error', () => {})
    socket.on('close', () => this.#finish())
  }

  get isPublishing(): boolean {
    return this.#phase === 'publishing'
  }

  resume(): void {
    if (this.#phase === 'publishing') this.#socket.resume()
  }

  /** Ends the connection, with a sentence where there is something to say to the program. */
  end(why?: string): void {
    if (this.#phase === 'ended') return
    if (why !== undefined) this.#status('error', 'NetStream.Publish.BadName', why)
    this.#finish()
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), 1_000).unref()
  }

  #finish(): void {
    if (this.#phase === 'ended') return
    this.#phase = 'ended'
    this.#socket.resume()
    this.#events.onEnd()
  }

  #take(bytes: Buffer): void {
    if (this.#phase === 'ended') return
    this.#received += bytes.length
    if (this.#phase !== 'publishing' && this.#received > beforeBytesMax) return this.#drop()
    try {
      const rest = this.#shakeHands(bytes)
      if (rest && rest.length > 0) this.#takeChunks(rest)
    } catch {
      // Whoever speaks no RTMP is told nothing.
      this.#drop()
    }
  }

  #drop(): void {
    this.#finish()
    this.#socket.destroy()
  }

  /** What comes after the handshake; undefined while that lasts. The simple form: its random bytes are echoed, and prove nothing. */
  #shakeHands(bytes: Buffer): Buffer | undefined {
    if (this.#phase !== 'hello' && this.#phase !== 'echo') return bytes
    this.#waiting = Buffer.concat([this.#waiting, bytes])
    if (this.#waiting[0] !== version && this.#phase === 'hello') throw new Error('This is no RTMP.')
    if (this.#phase === 'hello' && this.#waiting.length >= 1 + helloBytes) {
      const theirs = this.#waiting.subarray(1, 1 + helloBytes)
      this.#waiting = this.#waiting.subarray(1 + helloBytes)
      const ours = Buffer.concat([Buffer.alloc(8), randomBytes(helloBytes - 8)])
      this.#write(Buffer.concat([Buffer.of(version), ours, theirs]))
      this.#phase = 'echo'
    }
    if (this.#phase !== 'echo' || this.#waiting.length < helloBytes) return undefined
    const rest = this.#waiting.subarray(helloBytes)
    this.#waiting = Buffer.alloc(0)
    this.#phase = 'commands'
    return rest
  }

  #takeChunks(bytes: Buffer): void {
    if (this.#received - this.#acknowledged > windowBytes / 2) {
      this.#acknowledged = this.#received
      this.#write(writeMessage(messageTypes.acknowledgement, number32(this.#received >>> 0)))
    }
    for (const message of this.#reader.take(bytes)) {
      if (this.#phase === 'ended') return
      if (message.type === messageTypes.command) this.#command(readAmf(message.payload))
      else if (message.type === messageTypes.command3) this.#command(readAmf(message.payload.subarray(1)))
      // It pauses for what is on its way already, too.
      else if (isMedia(message) && this.#phase === 'publishing' && !this.#events.onMedia(message)) this.#socket.pause()
    }
  }

  #command([name, transaction = 0, first, second]: AmfValue[]): void {
    const answer = (...values: AmfValue[]) =>
      this.#write(writeMessage(messageTypes.command, writeAmf('_result', transaction, ...values)))
    if (name === 'connect') {
      const wanted = (first as AmfObject | null | undefined)?.['app']
      if (wanted !== app && wanted !== `${app}/`) return this.#drop()
      this.#write(writeMessage(messageTypes.windowSize, number32(windowBytes)))
      this.#write(writeMessage(messageTypes.peerBandwidth, Buffer.concat([number32(windowBytes), Buffer.of(2)])))
      answer(
        { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
        {
          level: 'status',
          code: 'NetConnection.Connect.Success',
          description: 'Connected.',
          objectEncoding: 0,
        },
      )
    } else if (name === 'createStream') answer(null, 1)
    else if (name === 'publish' && this.#phase === 'commands') void this.#publish(second)
    else if (name === 'play') this.#drop()
    else if (name === 'FCUnpublish' || name === 'deleteStream' || name === 'closeStream') this.end()
  }

  async #publish(name: AmfValue | undefined): Promise<void> {
    this.#phase = 'asking'
    this.#socket.pause()
    // What stands after a question mark is for other servers.
    const [key = ''] = typeof name === 'string' ? name.split('?') : []
    const why = await this.#events.onPublish(key).catch(() => 'The server could not be asked about this key.')
    // They may have gone meanwhile.
    if (this.#hasEnded()) return
    if (why !== undefined) return this.end(why)
    this.#phase = 'publishing'
    this.#reader.messageBytesMax = mediaBytesMax
    this.#status('status', 'NetStream.Publish.Start', 'Publishing.')
    this.#socket.resume()
  }

  #hasEnded = (): boolean => this.#phase === 'ended'

  #status(level: string, code: string, description: string): void {
    const values = writeAmf('onStatus', 0, null, { level, code, description })
    this.#write(writeMessage(messageTypes.command, values, 1))
  }

  #write(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes)
    if (this.#socket.writableLength > unreadBytesMax) this.#drop()
  }
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
