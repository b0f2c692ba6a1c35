import { join } from 'node:path'
import { makeClip } from '@fanlight/server/testing/clip'
import sharp from 'sharp'

/** A photograph-like JPEG with its own colours, and with orientation and location in its EXIF as phones write them. */
export async function makePhoto(
  folder: string,
  name: string,
  hue: number,
  size = { width: 1600, height: 1200 },
): Promise<string> {
  const path = join(folder, `${name}.jpg`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue},70%,72%)"/><stop offset="1" stop-color="hsl(${hue + 40},65%,45%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/><circle cx="70%" cy="30%" r="140" fill="hsl(${hue + 20},90%,90%)"/>
    <path d="M0 ${size.height} L${size.width * 0.3} ${size.height * 0.5} L${size.width * 0.6} ${size.height * 0.8} L${size.width} ${size.height * 0.55} V${size.height} Z" fill="hsl(${hue + 60},45%,28%)"/></svg>`
  await sharp(Buffer.from(svg))
    .withExif({ IFD0: { Make: 'Camera of a test' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1' } })
    .jpeg({ quality: 85 })
    .toFile(path)
  return path
}

/** A real 720p video with audio. */
export const makeVideo = (folder: string, name: string, seconds: number): Promise<string> =>
  makeClip(join(folder, `${name}.mp4`), { seconds, rate: 30 })

/** Five minutes of 720p that a slow machine makes in seconds: one colour and a tone, ten images a second. */
export const makeLongVideo = (folder: string, name: string): Promise<string> =>
  makeClip(join(folder, `${name}.mp4`), { seconds: 300, rate: 10, image: 'plain' })

export const makeAudio = (folder: string, name: string, seconds: number): Promise<string> =>
  makeClip(join(folder, `${name}.mp3`), { seconds, video: null, audio: 'mp3' })
