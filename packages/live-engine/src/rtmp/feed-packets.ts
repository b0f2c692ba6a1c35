import type { Incoming } from '../incoming.ts'
import { h264Payloads } from '../rtp/h264-packets.ts'
import { RtpWriter } from '../rtp/writer.ts'
import type { Block, MatroskaReader } from './matroska.ts'

const [videoTrack, audioTrack] = [1, 2]
const reportMs = 1_000
const unit = { keyframe: 5, enhancement: 6, delimiter: 9 }
const opusSamples = 960

/** What comes back from the encoder as packets of RTP. */
export class FeedPackets {
  readonly #writers: { video: RtpWriter; audio: RtpWriter }
  readonly #reader: Pick<MatroskaReader, 'parameters'>
  /** Milliseconds since 1970 at which its time was 0. */
  #epoch: number | undefined
  #newest = { videoMs: 0, audio: undefined as { ms: number; timestamp: number } | undefined }
  #reportedAt = -Infinity

  constructor(streams: { video: Incoming; audio: Incoming }, reader: Pick<MatroskaReader, 'parameters'>) {
    const writer = ({ source, codec }: Incoming) => new RtpWriter({ source, payloadType: codec.payloadType })
    this.#writers = { video: writer(streams.video), audio: writer(streams.audio) }
    this.#reader = reader
  }

  of(block: Block): Buffer[] {
    this.#epoch ??= Date.now() - block.ms
    if (block.track === audioTrack) return [this.#sound(block)]
    return block.track === videoTrack ? this.#picture(block) : []
  }

  /** Once a second, for both. */
  reportsDue(): Buffer[] {
    const now = performance.now()
    if (this.#epoch === undefined || now - this.#reportedAt < reportMs) return []
    this.#reportedAt = now
    const { videoMs, audio } = this.#newest
    const reports = [this.#writers.video.report((videoMs * 90) % 2 ** 32, this.#epoch + videoMs)]
    if (audio) reports.push(this.#writers.audio.report(audio.timestamp, this.#epoch + audio.ms))
    return reports
  }

  #picture({ bytes, ms }: Block): Buffer[] {
    this.#newest.videoMs = ms
    const units = [...unitsIn(bytes)].filter(
      (each) => typeOf(each) !== unit.enhancement && typeOf(each) !== unit.delimiter,
    )
    // Whoever joins begins at a keyframe, and has heard no parameters before.
    if (units.some((each) => typeOf(each) === unit.keyframe)) units.unshift(...this.#parameters())
    const payloads = units.flatMap(h264Payloads)
    return payloads.map((payload, n) =>
      this.#writers.video.packet(payload, {
        timestamp: (ms * 90) % 2 ** 32,
        isMarked: n === payloads.length - 1,
      }),
    )
  }

  /** The times of the stream are whole milliseconds; the samples of the sound follow each other without a hole. */
  #sound({ bytes, ms }: Block): Buffer {
    const [before, told] = [this.#newest.audio, (ms * 48) % 2 ** 32]
    const next = before && (before.timestamp + opusSamples) % 2 ** 32
    const timestamp = next !== undefined && Math.abs(next - told) < opusSamples / 2 ? next : told
    this.#newest.audio = { ms, timestamp }
    return this.#writers.audio.packet(bytes, { timestamp, isMarked: false })
  }

  /** SPS and PPS (ISO/IEC 14496-15 §5.3.3.1). */
  #parameters(): Buffer[] {
    const record = this.#reader.parameters.get(videoTrack) ?? Buffer.alloc(0)
    if (record.length < 7) return []
    const found: Buffer[] = []
    let at = 5
    for (const mask of [0x1f, 0xff]) {
      for (let count = record[at++]! & mask; count > 0 && at + 2 <= record.length; count--) {
        const length = record.readUInt16BE(at)
        found.push(record.subarray(at + 2, at + 2 + length))
        at += 2 + length
      }
    }
    return found
  }
}

const typeOf = (bytes: Buffer): number => bytes[0]! & 0x1f

/** Units of H264, each after its length. */
function* unitsIn(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at + 4 < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length > 0) yield bytes.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
}
