import { readFile } from 'node:fs/promises'
import { readIvf } from './ivf.ts'
import { readOggOpus } from './ogg.ts'

/** Recorded video with audio that is shown again and again, as the demo does. */
export interface Loop {
  /** Frames of VP8, the first a keyframe. */
  video: { frames: Buffer[]; perSecond: number }
  /** Packets of Opus, of 20 ms each. */
  audio: Buffer[]
  seconds: number
}
const audioPerSecond = 50

/** Both files hold the same whole number of seconds. */
export async function loadLoop(files: { video: string; audio: string }): Promise<Loop> {
  const video = readIvf(await readFile(files.video))
  const seconds = Math.floor(video.frames.length / video.perSecond)
  const packets = readOggOpus(await readFile(files.audio))
  if (seconds === 0 || packets.length < seconds * audioPerSecond) throw new Error('A loop needs a second of both.')
  return {
    video: { ...video, frames: video.frames.slice(0, seconds * video.perSecond) },
    audio: packets.slice(0, seconds * audioPerSecond),
    seconds,
  }
}
