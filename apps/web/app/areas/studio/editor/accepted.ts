import type { UploadKind } from './uploads.ts'

// What the server takes, so that a file which can't be used is refused before it is sent and not after.

export type MainKind = 'photo' | 'video' | 'audio'
const MiB = 1024 * 1024
export const bytesMax: Record<UploadKind, number> = {
  photo: 25 * MiB,
  thumbnail: 25 * MiB,
  video: 5 * 1024 * MiB,
  teaser: 1024 * MiB,
  audio: 500 * MiB,
  product: 1024 * MiB,
}

const types: Record<MainKind, readonly string[]> = {
  photo: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/heif', 'image/avif'],
  video: ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska'],
  audio: [
    'audio/mpeg',
    'audio/mp4',
    'audio/x-m4a',
    'audio/ogg',
    'audio/webm',
    'audio/flac',
    'audio/x-flac',
    'audio/aac',
    'audio/wav',
    'audio/x-wav',
    'audio/wave',
  ],
}
// Systems that don't know a format send no type with it; its name has to do.
const endings: Record<MainKind, RegExp> = {
  photo: /\.(?:jpe?g|png|webp|gif|hei[cf]|avif)$/i,
  video: /\.(?:mp4|m4v|mov|webm|mkv)$/i,
  audio: /\.(?:mp3|m4a|ogg|oga|flac|aac|wav)$/i,
}
const kinds = ['photo', 'video', 'audio'] as const

/** What a file is for a post; null where a post can't hold it. */
export const kindOf = ({ type, name }: Pick<File, 'type' | 'name'>): MainKind | null =>
  kinds.find((kind) => types[kind].includes(type)) ??
  (type === '' || type === 'application/octet-stream' ? (kinds.find((kind) => endings[kind].test(name)) ?? null) : null)

// What is sold as a file is never decoded: documents and archives, too.
const soldTypes = ['application/pdf', 'application/epub+zip', 'application/zip', 'application/x-zip-compressed']
const soldEndings = /\.(?:pdf|epub|zip)$/i
/** Whether a file can be sold as a digital product. */
const isSellable = (file: Pick<File, 'type' | 'name'>): boolean =>
  kindOf(file) !== null || soldTypes.includes(file.type) || soldEndings.test(file.name)
/** What the file chooser of a digital product offers. */
export const sellable = (): string => [acceptOf(...kinds), ...soldTypes, '.pdf', '.epub', '.zip'].join(',')

/** What a file chooser offers. */
export const acceptOf = (...wanted: readonly MainKind[]): string =>
  wanted
    .flatMap((kind) => [
      ...types[kind],
      ...(kind === 'photo' ? ['.heic', '.heif', '.avif'] : kind === 'video' ? ['.mkv', '.mov'] : []),
    ])
    .join(',')

export interface RefusedFile {
  name: string
  code: 'UNSUPPORTED_MEDIA' | 'TOO_LARGE' | 'FILE_EMPTY'
  /** What it should have been; null where it could be a photo, a video or audio. */
  wanted: MainKind | null
  /** The limit as people say it: 25 MB, not 26.2. */
  saidBytesMax: number
}
const GiB = 1024 * MiB
const said = (bytes: number): number => (bytes >= GiB ? (bytes / GiB) * 1e9 : (bytes / MiB) * 1e6)
const mainOf: Record<Exclude<UploadKind, 'product'>, MainKind> = {
  photo: 'photo',
  thumbnail: 'photo',
  video: 'video',
  teaser: 'video',
  audio: 'audio',
}
/** What the server would say of this file, as far as the browser can know. */
export function refusedFile(file: Pick<File, 'type' | 'name' | 'size'>, kind: UploadKind | null): RefusedFile | null {
  const most = kind ? bytesMax[kind] : 0
  const wanted = kind === null || kind === 'product' ? null : mainOf[kind]
  const fits = kind === 'product' ? isSellable(file) : wanted !== null && kindOf(file) === wanted
  const code = !fits ? 'UNSUPPORTED_MEDIA' : file.size === 0 ? 'FILE_EMPTY' : file.size > most ? 'TOO_LARGE' : null
  return code && { name: file.name, code, wanted, saidBytesMax: said(most) }
}
