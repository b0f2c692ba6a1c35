import type { AttachmentKind } from './attachments.ts'

// What the server takes, so that a file which can't be sent is refused before it is uploaded and not after.

const MiB = 1024 * 1024
const bytesMax = { photo: 25 * MiB, video: 5 * 1024 * MiB, audio: 500 * MiB }
const kinds = {
  photo: /^image\/(?:jpeg|png|webp|gif|hei[cf]|avif)$/,
  video: /^video\/(?:mp4|quicktime|webm|x-matroska)$/,
  audio: /^audio\/(?:mpeg|mp4|x-m4a|ogg|webm|flac|x-flac|aac|wav|x-wav|wave)(?:;.*)?$/,
}
// Systems that don't know a format send no type with it; its name has to do.
const endings = { photo: /\.(?:hei[cf]|avif)$/i, video: /\.(?:mkv|mov)$/i, audio: /\.(?:m4a|ogg|flac|aac|wav)$/i }
const names = ['photo', 'video', 'audio'] as const

export const acceptedTypes =
  'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif,image/avif,.heic,.heif,.avif,video/mp4,video/quicktime,video/webm,.mkv,.mov,audio/mpeg,audio/mp4,audio/ogg,audio/flac,audio/aac,audio/wav,.m4a,.flac,.aac'

export const fileKindOf = ({ type, name }: Pick<File, 'type' | 'name'>): AttachmentKind | null =>
  names.find((kind) => kinds[kind].test(type)) ??
  (type === '' ? (names.find((kind) => endings[kind].test(name)) ?? null) : null)

export function refusalOf(
  { size }: Pick<File, 'size'>,
  kind: AttachmentKind | null,
): 'UNSUPPORTED_MEDIA' | 'FILE_EMPTY' | 'TOO_LARGE' | null {
  if (!kind) return 'UNSUPPORTED_MEDIA'
  if (size === 0) return 'FILE_EMPTY'
  return size > bytesMax[kind] ? 'TOO_LARGE' : null
}
