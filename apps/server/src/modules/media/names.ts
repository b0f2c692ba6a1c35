// How the variants of a file are named below its base. An image of 640 pixels in WebP is `640.webp`, of a poster `poster-640.webp`;
// a rendition is a folder. Playlists name their segments by relative paths, so they are the same bytes for every viewer.

export const names = {
  hls: 'master.m3u8',
  sprite: 'sprite.jpeg',
  audio: 'audio.m4a',
  waveform: 'waveform.json',
  original: 'file',
  savedVideo: 'video.mp4',
  archive: 'file',
} as const

const singles: Record<string, string> = {
  'animation.webp': 'animation',
  'preview.webp': 'preview',
  [names.hls]: 'hls',
  [names.sprite]: 'sprite',
  [names.audio]: 'audio',
  [names.waveform]: 'waveform',
  [names.original]: 'original',
  [names.savedVideo]: 'saved-video',
}
/** Captions in one language. */
export const captionsName = (locale: string): string => `captions-${locale}.vtt`
const captions = /^(captions-[A-Za-z0-9-]{2,20})\.vtt$/
const image = /^(poster-)?(\d{1,5})\.(avif|webp|jpeg|png)$/
const rendition = /^(hls-\d{1,5})\/(index\.m3u8|init(?:-\d{1,5})?\.mp4|s\d{5}\.m4s)$/

export interface NamedPart {
  /** The variant's name in the database; `hls`, `original` and captions are no rows of it. */
  variant: string
  /** The part of a variant that is a folder; empty for all others. */
  part: string
}
export function partNamed(path: string): NamedPart | undefined {
  if (Object.hasOwn(singles, path)) return { variant: singles[path]!, part: '' }
  const [, prefix = '', width, format] = image.exec(path) ?? []
  if (format) return { variant: `${prefix}${format}-${width}`, part: '' }
  const [, track] = captions.exec(path) ?? []
  if (track) return { variant: track, part: '' }
  const [, variant, part] = rendition.exec(path) ?? []
  return variant && part ? { variant, part } : undefined
}

/** The name of an image without its ending, from the name of its variant. */
export function imageName(variant: string): string {
  const [, prefix = '', width] = /^(poster-)?[a-z]+-(\d+)$/.exec(variant) ?? []
  return width ? prefix + width : variant
}
