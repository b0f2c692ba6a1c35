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

/** The video in one sound, and what it takes to play it. */
export interface Variant {
  list: string
  codecs: string
  width: number
  height: number
  bitsPerSecond: number
}

/** What players read first. The first variant is the one that most of them begin with. */
export const masterPlaylist = (variants: readonly Variant[]): string =>
  lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...variants.flatMap(({ list, codecs, width, height, bitsPerSecond }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bitsPerSecond},CODECS="${codecs}",RESOLUTION=${width}x${height}`,
      list,
    ]),
  ])

export const masterName = 'master.m3u8'
export const mediaName = 'live.m3u8'
/** The list of the same with AAC. */
export const aacName = 'aac.m3u8'
/** In place of `aac-<n>.m4s` where no encoder was to be had. */
export const silentPrefix = 'silent-'
export const endOfList = '#EXT-X-ENDLIST'

const lines = (all: string[]): string => `${all.join('\n')}\n`
