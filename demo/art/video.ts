/** Videos: a static background rendered once, a moving part rendered for each frame, our own audio, encoded by ffmpeg. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { toRaw } from './render.ts'
import { wav, type Mix } from './audio.ts'
import { Sheet } from './svg.ts'

export const W = 1280
export const H = 720
export const FPS = 24
export type Video = {
  seconds: number
  still?: () => Sheet
  frame: (s: Sheet, t: number, i: number) => void
  audio: () => Mix
  title: string
  crf?: number
}

/** t runs 0..1 over the video. With `still`, frames are composited over it. */
export async function shoot(video: Video, file: string): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'video-'))
  const audio = join(dir, 'audio.wav')
  writeFileSync(audio, wav(video.audio(), 0.3, 0.8, 0.62))
  const ground = video.still
    ? await sharp(Buffer.from(video.still().toString()))
        .resize(W, H, { fit: 'cover' })
        .flatten({ background: '#000' })
        .removeAlpha()
        .raw()
        .toBuffer()
    : undefined
  const p = spawn(
    'ffmpeg',
    [
      '-y',
      '-loglevel',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${W}x${H}`,
      '-r',
      String(FPS),
      '-i',
      'pipe:0',
      '-i',
      audio,
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-flags:v',
      '+bitexact',
      '-flags:a',
      '+bitexact',
      '-metadata',
      `title=${video.title}`,
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-tune',
      'animation',
      '-crf',
      String(video.crf ?? 25),
      '-pix_fmt',
      'yuv420p',
      '-threads',
      '1',
      '-c:a',
      'aac',
      '-b:a',
      '72k',
      '-shortest',
      '-movflags',
      '+faststart',
      file,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const ended = new Promise<void>((done, fail) => {
    p.on('error', fail)
    p.on('close', (c) => (c === 0 ? done() : fail(new Error(`ffmpeg ended with ${c}`))))
  })
  const total = Math.round(video.seconds * FPS)
  for (let i = 0; i < total; i++) {
    const s = new Sheet(W, H)
    video.frame(s, i / total, i)
    const px = ground
      ? await sharp(ground, { raw: { width: W, height: H, channels: 3 } })
          .composite([{ input: Buffer.from(s.toString()) }])
          .removeAlpha()
          .raw()
          .toBuffer()
      : await toRaw(s.toString())
    if (!p.stdin.write(px)) await new Promise<void>((go) => p.stdin.once('drain', go))
  }
  p.stdin.end()
  await ended
  rmSync(dir, { recursive: true })
  return statSync(file).size
}
export const ease = (t: number): number => t * t * (3 - 2 * t)
