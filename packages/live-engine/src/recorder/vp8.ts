import { isMarked, payloadOf, timestampOf } from '../rtp/packet.ts'
import type { Picture } from '../rtp/sequence-parameters.ts'
import type { AccessUnit } from './h264.ts'

export const vp8Codec = 'vp8'
const bytesMax = 8 * 1024 * 1024
const startCode = Buffer.of(0x9d, 0x01, 0x2a)

/** Puts pictures together from packets in their order (RFC 7741). After a loss it hands on nothing before the next keyframe. */
export class Vp8Pictures {
  readonly #hand: (picture: AccessUnit) => void
  #isWaiting = true
  #timestamp: number | undefined
  #parts: Buffer[] = []
  #bytes = 0

  constructor(hand: (picture: AccessUnit) => void) {
    this.#hand = hand
  }

  get isWaiting(): boolean {
    return this.#isWaiting
  }

  take(packet: Buffer, isAfterLoss: boolean): void {
    const { begins, data } = partOf(payloadOf(packet))
    if (isAfterLoss || this.#bytes > bytesMax) this.#skip()
    const timestamp = timestampOf(packet)
    if (this.#timestamp !== undefined && timestamp !== this.#timestamp) this.#end()
    if (this.#parts.length === 0 && !begins) return
    this.#timestamp = timestamp
    this.#parts.push(data)
    this.#bytes += data.length
    if (isMarked(packet)) this.#end()
  }

  #end(): void {
    const picture = Buffer.concat(this.#parts)
    const timestamp = this.#timestamp
    this.#forget()
    if (picture.length === 0 || timestamp === undefined) return
    // The inverse of the key frame bit (RFC 6386 §9.1).
    const isKeyframe = (picture[0]! & 1) === 0
    if (this.#isWaiting && !isKeyframe) return
    this.#isWaiting = false
    this.#hand({ timestamp, isKeyframe, units: [picture] })
  }

  #skip(): void {
    this.#forget()
    this.#isWaiting = true
  }

  #forget(): void {
    this.#parts = []
    this.#bytes = 0
    this.#timestamp = undefined
  }
}

/** What follows the payload descriptor, and whether a picture begins with it. */
function partOf(payload: Buffer): { begins: boolean; data: Buffer } {
  const descriptor = payload[0] ?? 0
  let offset = 1
  if ((descriptor & 0x80) !== 0) {
    const has = payload[offset++] ?? 0
    if ((has & 0x80) !== 0) offset += ((payload[offset] ?? 0) & 0x80) === 0 ? 1 : 2
    if ((has & 0x40) !== 0) offset += 1
    if ((has & 0x30) !== 0) offset += 1
  }
  return { begins: (descriptor & 0x10) !== 0 && (descriptor & 0x0f) === 0, data: payload.subarray(offset) }
}

/** The size of a key frame (RFC 6386 §9.1); undefined where it has none. */
export function readVp8(keyframe: Buffer): Picture | undefined {
  if (keyframe.length < 10 || !keyframe.subarray(3, 6).equals(startCode)) return undefined
  const [width, height] = [keyframe.readUInt16LE(6) & 0x3fff, keyframe.readUInt16LE(8) & 0x3fff]
  return width > 0 && height > 0 ? { codec: vp8Codec, width, height } : undefined
}
