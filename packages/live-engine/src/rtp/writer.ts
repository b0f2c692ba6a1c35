import { randomInt } from 'node:crypto'
import { senderReport } from '../rtcp/sender-report.ts'

/** Seconds from 1900, where the clock of RTCP begins, to 1970. */
const ntpOffset = 2_208_988_800

/** Numbers the packets of one source, and counts them for its reports. */
export class RtpWriter {
  readonly #source: number
  readonly #payloadType: number
  #sequence = randomInt(0, 2 ** 15)
  #sent = { packets: 0, bytes: 0 }

  constructor(of: { source: number; payloadType: number }) {
    this.#source = of.source
    this.#payloadType = of.payloadType
  }

  packet(payload: Buffer, { timestamp, isMarked }: { timestamp: number; isMarked: boolean }): Buffer {
    const packet = Buffer.alloc(12 + payload.length)
    packet[0] = 0x80
    packet[1] = this.#payloadType | (isMarked ? 0x80 : 0)
    packet.writeUInt16BE(this.#sequence, 2)
    packet.writeUInt32BE(timestamp, 4)
    packet.writeUInt32BE(this.#source, 8)
    payload.copy(packet, 12)
    this.#sequence = (this.#sequence + 1) & 0xffff
    this.#sent.packets++
    this.#sent.bytes += payload.length
    return packet
  }

  /** Says that `timestamp` is the moment `at`, in milliseconds since 1970, so that viewers keep picture and audio together. */
  report(timestamp: number, at: number): Buffer {
    const clock = at / 1000 + ntpOffset
    const [ntpSeconds, ntpFraction] = [Math.floor(clock), Math.floor((clock % 1) * 2 ** 32)]
    return senderReport({ source: this.#source, ntpSeconds, ntpFraction, timestamp }, this.#sent)
  }
}
