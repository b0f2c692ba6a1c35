import type { MediaSource } from './media.ts'

// What a size of an image leaves out because it follows from the rest, and back again. Server, web and tests use it; it needs no schema.

export const imageFormats = ['avif', 'webp', 'jpeg', 'png'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** How images and posters of videos are usually named, and in which formats they usually are. */
export const usualSources = {
  image: { prefix: '', formats: ['avif', 'webp', 'jpeg'] },
  poster: { prefix: 'poster-', formats: ['webp', 'jpeg'] },
} as const satisfies Record<string, { prefix: string; formats: readonly ImageFormat[] }>
export type SourceUse = keyof typeof usualSources

interface Dimensions {
  width?: number | null | undefined
  height?: number | null | undefined
}
export interface FullSource {
  name: string
  width: number
  height: number
  formats: readonly ImageFormat[]
  isAnimated?: boolean | undefined
}

/** What is true of an image of a file at a width unless its source says otherwise. It has the shape of its file. */
function usualSource(file: Dimensions, width: number, use: SourceUse) {
  const { prefix, formats } = usualSources[use]
  const height = file.width && file.height ? Math.round((width * file.height) / file.width) : null
  return { name: `${prefix}${width}`, width, height, formats }
}

export function shortSource(file: Dimensions, source: FullSource, use: SourceUse): MediaSource {
  const { name, width, height, formats, isAnimated } = source
  const usual = usualSource(file, width, use)
  const areUsual = formats.length === usual.formats.length && usual.formats.every((format) => formats.includes(format))
  return {
    ...(name !== usual.name && { name }),
    width,
    ...(height !== usual.height && { height }),
    ...(!areUsual && { formats: [...formats] }),
    ...(isAnimated && { isAnimated }),
  }
}
export function fullSource(file: Dimensions, source: MediaSource, use: SourceUse): FullSource {
  const { height, ...usual } = usualSource(file, source.width, use)
  // No answer leaves out a height that does not follow from its file.
  return { height: height ?? source.width, ...usual, ...source }
}
