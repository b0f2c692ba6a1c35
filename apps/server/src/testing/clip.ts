import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { avLibrary } from '../modules/media/processing/engine-av.ts'
import { findFfmpeg } from '../modules/media/processing/engine-ffmpeg.ts'

// Videos and audio files for tests, made by the engine that the machine has.

export interface Clip {
  size: `${number}x${number}`
  seconds: number
  rate: number
  /** Seconds from one key frame to the next, of H.264. */
  keySeconds: number
  /** A moving test card, or one colour, which encodes fast. */
  image: 'pattern' | 'plain'
  video: 'h264' | 'vp8' | null
  audio: 'aac' | 'opus' | 'mp3' | null
}

const run = promisify(execFile)
const worker = fileURLToPath(new URL('./clip-process.ts', import.meta.url))
const folders = () => (process.env['PATH'] ?? '').split(':')

/** Whether videos and audio files can be made and processed here. */
export const hasVideoEngine = async (): Promise<boolean> =>
  avLibrary() !== undefined || (await findFfmpeg(folders())) !== undefined

/** Makes a clip; the extension of the file name decides the container. */
export async function makeClip(path: string, options: Partial<Clip>): Promise<string> {
  const clip: Clip = {
    size: '1280x720',
    seconds: 5,
    rate: 25,
    keySeconds: 2,
    image: 'pattern',
    video: 'h264',
    audio: 'aac',
    ...options,
  }
  const programs = await findFfmpeg(folders())
  if (programs) await run(programs.ffmpeg, ['-v', 'error', '-y', ...ffmpegArguments(clip), path])
  else {
    const library = avLibrary()
    if (!library) throw new Error('This machine has neither ffmpeg nor the fallback library.')
    await run(process.execPath, ['--no-warnings', worker, library, path, JSON.stringify(clip)])
  }
  return path
}

function ffmpegArguments({ size, seconds, rate, keySeconds, image, video, audio }: Clip): string[] {
  const source =
    image === 'plain' ? `color=size=${size}:rate=${rate}:color=0x336688` : `testsrc2=size=${size}:rate=${rate}`
  const codecs = {
    h264: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', String(rate * keySeconds)],
    vp8: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'],
    aac: ['-c:a', 'aac', '-b:a', '64k'],
    opus: ['-c:a', 'libopus', '-b:a', '64k'],
    mp3: ['-c:a', 'libmp3lame', '-b:a', '64k'],
  }
  return [
    ...(video ? ['-f', 'lavfi', '-i', source] : []),
    ...(audio ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'] : []),
    '-t',
    String(seconds),
    ...(video ? codecs[video] : []),
    ...(audio ? codecs[audio] : []),
    ...(video === 'h264' ? ['-movflags', '+faststart'] : []),
  ]
}
