/** A segment as its playlist names it. */
export interface Listed {
  file: string
  seconds: number
  /** Milliseconds since 1970. */
  cameAt: number
  init: string
  /** Its times don't go on from those of the one before. */
  isBreak: boolean
}

/** The list of segments (RFC 8216). `first`: how many have left it before, and how many breaks with them. */
export function mediaPlaylist(
  listed: readonly Listed[],
  { first, breaks, kind }: { first: number; breaks: number; kind: 'sliding' | 'event' },
): string {
  const longest = Math.max(1, ...listed.map(({ seconds }) => Math.ceil(seconds)))
  let init = ''
  return lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${breaks}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(kind === 'event' ? ['#EXT-X-PLAYLIST-TYPE:EVENT'] : []),
    ...listed.flatMap((segment, n) => {
      const isNew = segment.init !== init
      init = segment.init
      return [
        ...(segment.isBreak && n > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
        ...(isNew ? [`#EXT-X-MAP:URI="${segment.init}"`] : []),
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.cameAt).toISOString()}`,
        `#EXTINF:${segment.seconds.toFixed(5)},`,
        segment.file,
      ]
    }),
  ])
}

/** What players read first: one quality, and what it takes to play it. */
export const masterPlaylist = (of: { codecs: string; width: number; height: number; bitsPerSecond: number }): string =>
  lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-STREAM-INF:BANDWIDTH=${of.bitsPerSecond},CODECS="${of.codecs}",RESOLUTION=${of.width}x${of.height}`,
    mediaName,
  ])

export const masterName = 'master.m3u8'
export const mediaName = 'live.m3u8'
export const endOfList = '#EXT-X-ENDLIST'

const lines = (all: string[]): string => `${all.join('\n')}\n`
