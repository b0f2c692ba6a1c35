// The paths in the archive. They use our own names: the user's name for a file is in `files.json`, never in a path.

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  // What was recorded live is put together.
  'application/vnd.apple.mpegurl': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/matroska': 'mkv',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'application/pdf': 'pdf',
}
const endingOf = (mime: string) => endings[mime.split(';')[0]!.trim()] ?? 'bin'

export const pathOfFile = ({ id, purpose, mime }: { id: string; purpose: string; mime: string }): string =>
  `media/${purpose.replaceAll(/[^a-z0-9-]/g, '-')}/${id}.${endingOf(mime)}`
export const documentPath = ({ id, kind, mime }: { id: string; kind: string; mime: string }): string =>
  `identity-documents/${kind}-${id}.${endingOf(mime)}`
