import { beginsKeyframe } from '../rtp/keyframe.ts'
import { isMarked, payloadOf, timestampOf } from '../rtp/packet.ts'

/** One picture, as the units that it is made of. */
export interface AccessUnit {
  timestamp: number
  isKeyframe: boolean
  units: Buffer[]
}

export const unitType = (unit: Buffer): number => (unit[0] ?? 0) & 0x1f
export const unitTypes = { sliceOfKeyframe: 5, sequenceParameters: 7, pictureParameters: 8, delimiter: 9 } as const
const aggregate = 24
const fragment = 28
/** More is no picture. */
const bytesMax = 8 * 1024 * 1024

/** Puts pictures together from packets in their order (RFC 6184). After a loss it hands on nothing before the next keyframe. */
export class H264Pictures {
  readonly #hand: (picture: AccessUnit) => void
  #isWaiting = true
  #timestamp: number | undefined
  /** Each is the parts that its fragments brought. */
  #units: Buffer[][] = []
  #bytes = 0

  constructor(hand: (picture: AccessUnit) => void) {
    this.#hand = hand
  }

  get isWaiting(): boolean {
    return this.#isWaiting
  }

  take(packet: Buffer, isAfterLoss: boolean): void {
    const payload = payloadOf(packet)
    if (isAfterLoss || this.#bytes > bytesMax) this.#skip()
    const timestamp = timestampOf(packet)
    if (this.#timestamp !== undefined && timestamp !== this.#timestamp) this.#end()
    if (this.#isWaiting && this.#units.length === 0 && !beginsKeyframe('H264', payload)) return
    this.#timestamp = timestamp
    this.#add(payload)
    if (isMarked(packet)) this.#end()
  }

  #add(payload: Buffer): void {
    this.#bytes += payload.length
    const type = unitType(payload)
    if (type >= 1 && type < aggregate) this.#units.push([payload])
    else if (type === aggregate) {
      for (let offset = 1; offset + 2 < payload.length; ) {
        const begin = offset + 2
        offset = begin + payload.readUInt16BE(offset)
        if (offset > payload.length) return this.#skip()
        if (offset > begin) this.#units.push([payload.subarray(begin, offset)])
      }
    } else if (type === fragment && payload.length > 2) {
      const isFirst = (payload[1]! & 0x80) !== 0
      const rest = payload.subarray(2)
      if (isFirst) this.#units.push([Buffer.of((payload[0]! & 0xe0) | (payload[1]! & 0x1f)), rest])
      else if (this.#units.length > 0) this.#units.at(-1)!.push(rest)
      else this.#skip()
    }
  }

  #end(): void {
    const units = this.#units.map((parts) => (parts.length === 1 ? parts[0]! : Buffer.concat(parts)))
    const timestamp = this.#timestamp
    this.#forget()
    if (units.length === 0 || timestamp === undefined) return
    const isKeyframe = units.some((unit) => unitType(unit) === unitTypes.sliceOfKeyframe)
    if (this.#isWaiting && !isKeyframe) return
    this.#isWaiting = false
    this.#hand({ timestamp, isKeyframe, units })
  }

  #skip(): void {
    this.#forget()
    this.#isWaiting = true
  }

  #forget(): void {
    this.#units = []
    this.#bytes = 0
    this.#timestamp = undefined
  }
}
