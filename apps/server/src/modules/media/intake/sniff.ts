import type { FileKind } from '@fanlight/contract/media'

// The type of a file, by its own bytes; what the sender declares is ignored.

export type Input = {
  mime: string
  /** The demuxer name for reading it: explicit, so that no decoder detects the format itself. */
  reader:
    | 'jpeg'
    | 'png'
    | 'webp'
    | 'gif'
    | 'heif'
    | 'heic'
    | 'mov'
    | 'matroska'
    | 'mp3'
    | 'ogg'
    | 'wav'
    | 'flac'
    | 'aac'
    | 'pdf'
    | 'none'
}

const images: Record<string, Input> = {
  'image/jpeg': { mime: 'image/jpeg', reader: 'jpeg' },
  'image/png': { mime: 'image/png', reader: 'png' },
  'image/apng': { mime: 'image/png', reader: 'png' },
  'image/webp': { mime: 'image/webp', reader: 'webp' },
  'image/gif': { mime: 'image/gif', reader: 'gif' },
  'image/avif': { mime: 'image/avif', reader: 'heif' },
  'image/heic': { mime: 'image/heic', reader: 'heic' },
  'image/heif': { mime: 'image/heic', reader: 'heic' },
}
const videos: Record<string, Input> = {
  'video/mp4': { mime: 'video/mp4', reader: 'mov' },
  'video/x-m4v': { mime: 'video/mp4', reader: 'mov' },
  'video/quicktime': { mime: 'video/quicktime', reader: 'mov' },
  'video/webm': { mime: 'video/webm', reader: 'matroska' },
  'video/matroska': { mime: 'video/x-matroska', reader: 'matroska' },
  'video/x-matroska': { mime: 'video/x-matroska', reader: 'matroska' },
  // An audio file in a video's wrapping is read, and found to have no image.
  'audio/x-m4a': { mime: 'audio/mp4', reader: 'mov' },
  'audio/mp4': { mime: 'audio/mp4', reader: 'mov' },
}
const audioFiles: Record<string, Input> = {
  'audio/mpeg': { mime: 'audio/mpeg', reader: 'mp3' },
  'audio/x-m4a': { mime: 'audio/mp4', reader: 'mov' },
  'audio/mp4': { mime: 'audio/mp4', reader: 'mov' },
  'video/mp4': { mime: 'audio/mp4', reader: 'mov' },
  'video/quicktime': { mime: 'audio/mp4', reader: 'mov' },
  // A browser's recorder wraps a voice the way it wraps a video.
  'video/webm': { mime: 'audio/webm', reader: 'matroska' },
  'audio/webm': { mime: 'audio/webm', reader: 'matroska' },
  'audio/flac': { mime: 'audio/flac', reader: 'flac' },
  'audio/x-flac': { mime: 'audio/flac', reader: 'flac' },
  'audio/aac': { mime: 'audio/aac', reader: 'aac' },
  'audio/ogg': { mime: 'audio/ogg', reader: 'ogg' },
  'audio/opus': { mime: 'audio/ogg', reader: 'ogg' },
  'application/ogg': { mime: 'audio/ogg', reader: 'ogg' },
  'audio/wav': { mime: 'audio/wav', reader: 'wav' },
  'audio/vnd.wave': { mime: 'audio/wav', reader: 'wav' },
}
const pdf: Record<string, Input> = { 'application/pdf': { mime: 'application/pdf', reader: 'pdf' } }
const readAsIs = (mime: string): Input => ({ mime, reader: 'none' })

const accepted: Record<FileKind, Record<string, Input>> = {
  photo: images,
  thumbnail: images,
  video: videos,
  teaser: videos,
  audio: audioFiles,
  document: { ...pdf, ...images },
  // Sold as it is and never decoded.
  digital: {
    ...pdf,
    ...images,
    ...audioFiles,
    ...videos,
    'application/zip': readAsIs('application/zip'),
    'application/epub+zip': readAsIs('application/epub+zip'),
  },
}

/** What these first bytes begin, if it is something this kind of upload takes. */
export async function sniff(kind: FileKind, head: Buffer): Promise<Input | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime.split(';')[0]
  // A large cover image may precede the first audio frame of an MP3.
  const named = mime ?? (head.subarray(0, 3).toString('latin1') === 'ID3' ? 'audio/mpeg' : undefined)
  return named === undefined ? undefined : accepted[kind][named]
}
