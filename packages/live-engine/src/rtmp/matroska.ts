// The stream that comes back from ffmpeg: Matroska (RFC 9559), of which we read the blocks and what decoders need before them.

const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  codecPrivate: 0x63a2,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
}
/** Of these only the head is read: what is in them follows as if it stood alone. */
const opened = new Set([ids.segment, ids.cluster, ids.tracks, ids.track, ids.blockGroup])
const elementBytesMax = 8 * 1024 * 1024

export interface Block {
  track: number
  ms: number
  bytes: Buffer
}

export class MatroskaReader {
  /** What stands before the blocks of a track: for H264 its parameters. */
  readonly parameters = new Map<number, Buffer>()
  #rest: Buffer = Buffer.alloc(0)
  #track = 0
  #clusterMs = 0;

  /** The blocks that have come to their end. Throws where this is no such stream. */
  *take(bytes: Buffer): Generator<Block> {
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    for (;;) {
      const head = headOf(this.#rest)
      if (!head) return
      if (opened.has(head.id)) {
        this.#rest = this.#rest.subarray(head.bytes)
        continue
      }
      if (head.size > elementBytesMax) throw new Error('This is no stream of ours.')
      if (this.#rest.length < head.bytes + head.size) return
      const body = this.#rest.subarray(head.bytes, head.bytes + head.size)
      this.#rest = this.#rest.subarray(head.bytes + head.size)
      if (head.id === ids.trackNumber) this.#track = numberIn(body)
      else if (head.id === ids.codecPrivate) this.parameters.set(this.#track, Buffer.from(body))
      else if (head.id === ids.timestamp) this.#clusterMs = numberIn(body)
      else if ((head.id === ids.simpleBlock || head.id === ids.block) && body.length > 4)
        yield { track: body[0]! & 0x7f, ms: this.#clusterMs + body.readInt16BE(1), bytes: body.subarray(4) }
    }
  }
}

function headOf(from: Buffer): { id: number; size: number; bytes: number } | undefined {
  const idBytes = bytesOf(from[0], 4)
  if (idBytes === undefined || from.length <= idBytes) return undefined
  const sizeBytes = bytesOf(from[idBytes], 8)
  if (sizeBytes === undefined || from.length < idBytes + sizeBytes) return undefined
  let size = from[idBytes]! & (0xff >> sizeBytes)
  for (let n = 1; n < sizeBytes; n++) size = size * 256 + from[idBytes + n]!
  return { id: from.readUIntBE(0, idBytes), size, bytes: idBytes + sizeBytes }
}

/** How long a number is stands in its first byte. */
function bytesOf(first: number | undefined, most: number): number | undefined {
  if (first === undefined) return undefined
  const bytes = Math.clz32(first) - 23
  if (bytes > most) throw new Error('This is no stream of ours.')
  return bytes
}

const numberIn = (body: Buffer): number => {
  if (body.length < 1 || body.length > 6) throw new Error('This is no stream of ours.')
  return body.readUIntBE(0, body.length)
}
