import { type FullSource, fullSource, type ImageFormat, type SourceUse } from '@fanlight/contract/image-sources'
import type { MediaFile } from '@fanlight/contract/media'
import type { Reply } from '../../api/client.ts'
import type { ImageSource } from '../../ui/image.tsx'
import type { VideoSource } from '../player/video.tsx'
import type { Item } from './kinds.ts'

// spec: feed.preview-order

export type Post = Reply<'GET /user/feeds/:id'>['data']
export type OpenFile = Extract<MediaFile, { isLocked: false }> & {
  /** What is on this device and not uploaded yet: an image, or in a preview a video or audio. */
  localUrl?: string
}

type Pictured = Pick<Item, 'files' | 'thumbnail' | 'teaser'>

// The contract of posts leaves a file's shape to the contract of media.
export const filesOf = (post: Pick<Item, 'files'>): MediaFile[] => post.files as unknown as MediaFile[]
export const fileOf = (file: Post['thumbnail'] | null): MediaFile | null =>
  (file ?? null) as unknown as MediaFile | null
export const isOpen = (file: MediaFile | null): file is OpenFile => file !== null && !file.isLocked

/** The image of a file; null where it has none. */
export const imageOf = (file: OpenFile): ImageSource | null =>
  file.localUrl
    ? { src: file.localUrl, width: 1280, height: 800, color: null, alt: file.alt ?? '' }
    : described(imageFrom(file, sourcesOf(file)), file)
export const posterOf = (file: OpenFile): ImageSource | null =>
  described(imageFrom(file, sourcesOf(file, 'poster')), file)
const described = (image: ImageSource | null, { alt = '' }: OpenFile): ImageSource | null => image && { ...image, alt }

const sourcesOf = (file: OpenFile, use: SourceUse = 'image') =>
  ((use === 'poster' ? file.poster : file.sources) ?? []).map((source) => fullSource(file, source, use))

/** One image out of its sizes and formats; the fallback is the one nearest to what a post needs. */
export function imageFrom(
  { base, averageColor: color }: Pick<OpenFile, 'base' | 'averageColor'>,
  sources: readonly FullSource[],
): ImageSource | null {
  const set = (format: ImageFormat) =>
    sources
      .filter(({ formats }) => formats.includes(format))
      .map(({ name, width }) => `${base}${name}.${format} ${width}w`)
      .join(', ') || null
  const inJpeg = sources.filter(({ formats }) => formats.includes('jpeg'))
  const nearest = (inJpeg.length ? inJpeg : sources).toSorted(
    (a, b) => Math.abs(a.width - 1280) - Math.abs(b.width - 1280),
  )[0]
  if (!nearest) return null
  const { name, width, height, formats } = nearest
  const format = formats.includes('jpeg') ? 'jpeg' : formats[0]
  return { src: `${base}${name}.${format}`, width, height, color: color ?? null, avif: set('avif'), webp: set('webp') }
}

export function videoOf(file: OpenFile, status: ImageSource | null = null): VideoSource | null {
  if (!file.hls) return null
  return {
    id: file._id,
    base: file.base,
    hls: file.hls,
    poster: posterOf(file) ?? status,
    alt: file.alt ?? '',
    durationMs: file.durationMs ?? null,
    width: file.width ?? 16,
    height: file.height ?? 9,
    sprite: file.sprite ?? null,
    captions: file.captions ?? [],
  }
}

/** The placeholder for a post that has no image of its own. */
const leaf: ImageSource = { src: '/leaf.svg', width: 640, height: 400, color: '#e8f7f5' }

/** The post's own image; the leaf if audio or a file in processing has none. A post with text only needs no image. */
export const previewOf = (post: Item): ImageSource | null => coverOf(post) ?? (filesOf(post).length > 0 ? leaf : null)

/** spec §3: thumbnail, first photo, teaser, first video. */
export function coverOf(post: Pictured): ImageSource | null {
  const files = filesOf(post)
  const thumbnail = fileOf(post.thumbnail)
  const teaser = fileOf(post.teaser)
  const photo = files.find((file) => isOpen(file) && file.kind === 'photo') ?? null
  const video = files.find((file) => isOpen(file) && file.kind === 'video') ?? null
  return (
    (isOpen(thumbnail) ? imageOf(thumbnail) : null) ??
    (isOpen(photo) ? imageOf(photo) : null) ??
    (isOpen(teaser) ? posterOf(teaser) : null) ??
    (isOpen(video) ? posterOf(video) : null)
  )
}

/** The tiny image of something closed. */
export const lockedPreview = (post: Pictured): string | null =>
  fileOf(post.thumbnail)?.preview ??
  filesOf(post).find(({ preview }) => preview)?.preview ??
  fileOf(post.teaser)?.preview ??
  null
