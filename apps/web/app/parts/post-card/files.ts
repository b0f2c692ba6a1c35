import type { MediaFile, MediaSource } from '@fanlight/contract/media'
import type { Reply } from '../../api/client.ts'
import type { PictureSource } from '../../ui/picture.tsx'
import type { FilmSource } from '../player/video.tsx'

// spec: feed.preview-order

export type Post = Reply<'GET /user/feeds/:id'>['data']
export type OpenFile = Extract<MediaFile, { isLocked: false }>

// The contract of posts leaves a file's shape to the contract of media.
export const filesOf = (post: Pick<Post, 'files'>): MediaFile[] => post.files as unknown as MediaFile[]
export const fileOf = (file: Post['thumbnail']): MediaFile | null => file as unknown as MediaFile | null
export const isOpen = (file: MediaFile | null): file is OpenFile => file !== null && !file.isLocked

/** One picture out of its formats and sizes; the fallback is the one nearest to what a post needs. */
export function pictureOf(sources: readonly MediaSource[], color: string | null): PictureSource | null {
  if (sources.length === 0) return null
  const set = (format: MediaSource['format']) =>
    sources
      .filter((one) => one.format === format)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ') || null
  const plain = sources.filter(({ format }) => format === 'jpeg' || format === 'gif')
  const nearest = (plain.length ? plain : sources).toSorted(
    (a, b) => Math.abs(a.width - 1280) - Math.abs(b.width - 1280),
  )[0]
  return nearest
    ? { src: nearest.url, width: nearest.width, height: nearest.height, color, avif: set('avif'), webp: set('webp') }
    : null
}

export function filmOf(file: OpenFile, stand: PictureSource | null = null): FilmSource | null {
  if (!file.hls) return null
  return {
    id: file._id,
    src: file.hls,
    poster: pictureOf(file.poster, file.averageColor) ?? stand,
    durationMs: file.durationMs,
    width: file.width ?? 16,
    height: file.height ?? 9,
    sprite: file.sprite,
  }
}

/** What stands for a post that has no picture of its own. */
const leaf: PictureSource = { src: '/leaf.svg', width: 640, height: 400, color: '#e8f7f5' }

/** Its own picture where it has one; the leaf where a sound or a file in the making has none. Words stand for themselves. */
export const previewOf = (post: Post): PictureSource | null => coverOf(post) ?? (filesOf(post).length > 0 ? leaf : null)

/** spec §3: thumbnail, first photo, teaser, first video. */
export function coverOf(post: Post): PictureSource | null {
  const files = filesOf(post)
  const thumbnail = fileOf(post.thumbnail)
  const teaser = fileOf(post.teaser)
  const photo = files.find((file) => isOpen(file) && file.kind === 'photo') ?? null
  const video = files.find((file) => isOpen(file) && file.kind === 'video') ?? null
  if (isOpen(thumbnail) && thumbnail.sources.length) return pictureOf(thumbnail.sources, thumbnail.averageColor)
  if (isOpen(photo) && photo.sources.length) return pictureOf(photo.sources, photo.averageColor)
  if (isOpen(teaser) && teaser.poster.length) return pictureOf(teaser.poster, teaser.averageColor)
  if (isOpen(video) && video.poster.length) return pictureOf(video.poster, video.averageColor)
  return null
}

/** The tiny picture of something closed. */
export const lockedPreview = (post: Post): string | null =>
  fileOf(post.thumbnail)?.preview ??
  filesOf(post).find(({ preview }) => preview)?.preview ??
  fileOf(post.teaser)?.preview ??
  null
