// RTMP cuts its messages into chunks, so that a long one doesn't hold up the others (§5.3 of its specification).

export const messageTypes = {
  chunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  command3: 17,
  command: 20,
} as const

export interface Message {
  type: number
  /** Milliseconds, of 32 bits. */
  timestamp: number
  payload: Buffer
}

const chunkBytesUsual = 128
const streamsMax = 16
const extended = 0xff_ff_ff
const headerBytes = [11, 7, 3, 0] as const

interface ChunkStream {
  timestamp: number
  delta: number
  isExtended: boolean
  length: number
  type: number
  parts: Buffer[]
  missing: number
}

/** Puts messages together from a stream that comes in pieces of any size. */
export class ChunkReader {
  /** A message that is longer ends the connection. So does more than twice as much in messages that have not come to their end. */
  messageBytesMax: number
  #chunkBytes = chunkBytesUsual
  #rest: Buffer = Buffer.alloc(0)
  readonly #streams = new Map<number, ChunkStream>()
  #begun = 0

  constructor(messageBytesMax: number) {
    this.messageBytesMax = messageBytesMax
  }

  /** Each message that has come to its end. Throws where this is no RTMP, or too much. */
  *take(bytes: Buffer): Generator<Message> {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    for (;;) {
      const read = this.#readChunk(this.#rest)
      if (!read) return
      this.#rest = this.#rest.subarray(read.bytes)
      if (read.message?.type === messageTypes.chunkSize) this.#setChunkSize(read.message.payload)
      else if (read.message?.type === messageTypes.abort) this.#abort(read.message.payload)
      else if (read.message) yield read.message
    }
  }

  #readChunk(from: Buffer): { bytes: number; message?: Message } | undefined {
    if (from.length < 3) return undefined
    const format = (from[0]! >> 6) as 0 | 1 | 2 | 3
    const short = from[0]! & 0x3f
    const basic = short === 0 ? 2 : short === 1 ? 3 : 1
    const id = short === 0 ? from[1]! + 64 : short === 1 ? from.readUInt16LE(1) + 64 : short
    const stream = this.#stream(id, format)
    const header = headerBytes[format]
    if (from.length < basic + header) return undefined
    const isBegun = stream.parts.length > 0
    const isExtended = header > 0 ? from.readUIntBE(basic, 3) === extended : stream.isExtended
    const offset = basic + header + (isExtended ? 4 : 0)
    if (from.length < offset) return undefined
    const length = header >= 7 ? from.readUIntBE(basic + 3, 3) : stream.length
    if (length > this.messageBytesMax) throw new Error('This message is too long.')
    if (isBegun && header > 0 && length !== stream.length) throw new Error('A message begins inside of another one.')
    const missing = isBegun ? stream.missing : length
    const size = Math.min(missing, this.#chunkBytes)
    if (from.length < offset + size) return undefined

    if (!isBegun) {
      const written = isExtended ? from.readUInt32BE(basic + header) : header > 0 ? from.readUIntBE(basic, 3) : 0
      const time = format === 3 ? stream.delta : written
      if (header >= 7) stream.type = from[basic + 6]!
      stream.length = length
      stream.isExtended = isExtended
      stream.delta = format === 0 ? 0 : time
      stream.timestamp = (format === 0 ? time : stream.timestamp + time) >>> 0
    }
    stream.missing = missing - size
    this.#begun += size
    if (this.#begun > 2 * this.messageBytesMax) throw new Error('Too many messages are under way at once.')
    // A copy: what has been read of a chunk would else keep all that came with it.
    stream.parts.push(Buffer.from(from.subarray(offset, offset + size)))
    if (stream.missing > 0) return { bytes: offset + size }
    const payload = stream.parts.length === 1 ? stream.parts[0]! : Buffer.concat(stream.parts)
    this.#forget(stream)
    return { bytes: offset + size, message: { type: stream.type, timestamp: stream.timestamp, payload } }
  }

  #stream(id: number, format: number): ChunkStream {
    const known = this.#streams.get(id)
    if (known) return known
    if (format !== 0 && format !== 1) throw new Error('This is no RTMP.')
    if (this.#streams.size >= streamsMax) throw new Error('Too many streams of chunks.')
    const stream = { timestamp: 0, delta: 0, isExtended: false, length: 0, type: 0, parts: [], missing: 0 }
    this.#streams.set(id, stream)
    return stream
  }

  #forget(stream: ChunkStream): void {
    this.#begun -= stream.parts.reduce((sum, { length }) => sum + length, 0)
    stream.parts = []
    stream.missing = 0
  }

  #setChunkSize(payload: Buffer): void {
    const size = payload.length >= 4 ? payload.readUInt32BE() : 0
    if (size < 1 || size > 0x7f_ff_ff_ff) throw new Error('This is no size of chunks.')
    this.#chunkBytes = size
  }

  #abort(payload: Buffer): void {
    const stream = payload.length >= 4 ? this.#streams.get(payload.readUInt32BE()) : undefined
    if (stream) this.#forget(stream)
  }
}

/** A message that fits into one chunk each of `chunkBytesUsual`, in as many as it takes. `stream`: 0 for what is about the connection, 1 for what is published. */
export function writeMessage(type: number, payload: Buffer, stream: 0 | 1 = 0): Buffer {
  const id = type >= messageTypes.audio ? 3 : 2
  const header = Buffer.alloc(12)
  header[0] = id
  header.writeUIntBE(payload.length, 4, 3)
  header[7] = type
  header.writeUInt32LE(stream, 8)
  const parts: Buffer[] = [header]
  for (let at = 0; at < payload.length; at += chunkBytesUsual) {
    if (at > 0) parts.push(Buffer.of(0xc0 | id))
    parts.push(payload.subarray(at, at + chunkBytesUsual))
  }
  return Buffer.concat(parts)
}
