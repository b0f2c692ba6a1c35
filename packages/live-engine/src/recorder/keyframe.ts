import type { Incoming } from '../incoming.ts'
import type { Picture } from '../rtp/sequence-parameters.ts'
import { type Cut, mux } from './mux.ts'
import { Part } from './part.ts'

const frameSeconds = 1 / 30

export interface Keyframe {
  /** MP4 with this picture alone. */
  file: Buffer
  picture: Picture
}

/** Waits for the next picture of a room that needs no other, and hands it on as a file. Nothing is decoded. */
export class KeyframeCatcher {
  readonly #part: Part
  readonly #video: Incoming

  /** `caught` is called once. Of one that is lost nothing is heard: whoever asked waits no longer than they want to. */
  constructor(video: Incoming, caught: (keyframe: Promise<Keyframe>) => void) {
    this.#video = video
    this.#part = new Part({
      video,
      audio: undefined,
      cut: (cut) => caught(asFile(cut)),
      lost: () => {},
      jumped: () => {},
    })
  }

  /** True once there is a picture. */
  take(stream: Incoming, packet: Buffer): void {
    if (stream !== this.#video) return
    this.#part.take(stream, packet)
    this.#part.end()
  }
}

async function asFile({ picture, frames, ...cut }: Cut): Promise<Keyframe> {
  const frame = { ...frames[0]!, at: 0, seconds: frameSeconds }
  const { init, media } = await mux({
    ...cut,
    picture,
    frames: [frame],
    sounds: [],
    hasAudio: false,
    seconds: frameSeconds,
  })
  return { file: Buffer.concat([init, media]), picture }
}
