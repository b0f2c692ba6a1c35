import { mux } from '../mux.ts'
import { readBack } from '../read-back.ts'
import type { OpenAac } from './encoder.ts'
import { AacLine } from './line.ts'

/** Makes AAC of the Opus of segments that were written before, one after another. */
export class AacRemake {
  readonly #line: AacLine
  #error: unknown

  constructor(open: OpenAac) {
    this.#line = new AacLine({ open, failed: (error) => (this.#error = error) })
  }

  /** The same segment with AAC. `isLast`: the next one does not go on from it. Rejects where no encoder is to be had. */
  async make(init: Buffer, media: Buffer, isLast: boolean): Promise<{ init: Buffer; media: Buffer }> {
    const { video, audio } = await readBack(init, media)
    const { codec, codedWidth = 0, codedHeight = 0, description } = video.config
    const sounds = audio.map(({ data, timestamp, duration }) => ({
      bytes: Buffer.from(data),
      at: timestamp,
      seconds: duration,
    }))
    const made = await this.#line.take(sounds, isLast)
    if (made.isSilent) throw this.#error
    const frames = video.packets.map(({ data, type, timestamp, duration }) => ({
      bytes: Buffer.from(data),
      isKeyframe: type === 'key',
      at: timestamp,
      seconds: duration,
    }))
    const picture = { codec, width: codedWidth, height: codedHeight, description: bytesOf(description) }
    return mux({ picture, frames, sounds: made.sounds, hasAudio: true, seconds: 0, isLast, cameAt: 0 }, 'aac')
  }

  close(): void {
    this.#line.close()
  }
}

function bytesOf(description: AllowSharedBufferSource | undefined): Uint8Array | undefined {
  if (!description) return undefined
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
}
