import type { VariantRow } from '../store.ts'

// Playlists. They name their segments by relative paths, so they are the same for every viewer.

const partName = /^(init\.mp4|s\d{5}\.m4s)$/

export function readPlaylist(text: string): { name: string; seconds: number }[] {
  const segments: { name: string; seconds: number }[] = []
  let seconds = 0
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice('#EXTINF:'.length)) || 0
    else if (partName.test(line)) segments.push({ name: line, seconds })
  }
  return segments
}

/** What is stored and served: the parts that are there. Without its end the video is still being made. */
export function writePlaylist(segments: readonly { name: string; seconds: number }[], isComplete: boolean): string {
  const longest = Math.max(1, ...segments.map(({ seconds }) => Math.ceil(seconds)))
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${isComplete ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    ...segments.flatMap(({ name, seconds }) => [`#EXTINF:${seconds.toFixed(6)},`, name]),
    ...(isComplete ? ['#EXT-X-ENDLIST'] : []),
  ]
  return `${lines.join('\n')}\n`
}

export function masterPlaylist(renditions: readonly VariantRow[]): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  for (const rendition of renditions.toSorted((a, b) => bits(a) - bits(b))) {
    const codecs = rendition.detail.codecs ? `,CODECS="${String(rendition.detail.codecs)}"` : ''
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${bits(rendition)},RESOLUTION=${rendition.width}x${rendition.height}${codecs}`,
      `${rendition.name}/index.m3u8`,
    )
  }
  return `${lines.join('\n')}\n`
}

const bits = (rendition: VariantRow) => Number(rendition.detail.bitsPerSecond ?? 1)
