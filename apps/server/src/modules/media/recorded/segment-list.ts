// The lists of what was recorded live: HLS whose segments say when they were sent. Breaks and other sizes begin with another initialisation.

export interface Segment {
  file: string
  seconds: number
  /** Milliseconds since 1970. */
  at: number
  /** The file that players read before it. */
  init: string
  /** Its times don't go on from those of the one before. */
  isBreak: boolean
}

export function readSegments(text: string): Segment[] {
  const segments: Segment[] = []
  let next = { seconds: 0, at: 0, isBreak: false }
  let init = ''
  for (const line of text.split(/\r?\n/)) {
    const [, tag, value = ''] = /^#EXT(?:-X-|)([A-Z-]+):?(.*)$/.exec(line) ?? []
    if (tag === 'MAP') init = /URI="([^"]+)"/.exec(value)?.[1] ?? ''
    else if (tag === 'DISCONTINUITY') next.isBreak = true
    else if (tag === 'PROGRAM-DATE-TIME') next.at = Date.parse(value)
    else if (tag === 'INF') next.seconds = Number.parseFloat(value)
    else if (/^[\w-]+\.m4s$/.test(line) && init && next.seconds > 0 && next.at > 0) {
      segments.push({ file: line, init, ...next })
      next = { seconds: 0, at: 0, isBreak: false }
    }
  }
  return segments
}

/** Of a recording that is over. */
export function writeSegments(segments: readonly Segment[]): string {
  const longest = Math.max(1, ...segments.map(({ seconds }) => Math.ceil(seconds)))
  let init = ''
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...segments.flatMap((segment, n) => {
      const isNew = segment.init !== init
      init = segment.init
      return [
        ...(segment.isBreak && n > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
        ...(isNew ? [`#EXT-X-MAP:URI="${init}"`] : []),
        `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.at).toISOString()}`,
        `#EXTINF:${segment.seconds.toFixed(5)},`,
        segment.file,
      ]
    }),
    '#EXT-X-ENDLIST',
  ]
  return `${lines.join('\n')}\n`
}

/** A stretch of time without a break, in milliseconds since 1970. */
export interface Stretch {
  from: number
  to: number
}
/** Between two segments that are further apart something is missing. */
const apartMs = 100

export function stretchesOf(segments: readonly Segment[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const { at, seconds, isBreak } of segments) {
    const last = stretches.at(-1)
    const to = at + Math.round(seconds * 1000)
    if (last && !isBreak && Math.abs(at - last.to) <= apartMs) last.to = to
    else stretches.push({ from: at, to })
  }
  return stretches
}

export const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0) / 1000

/** The second of the video in which this moment is; of one that is in none, where the video goes on after it. */
export function positionOf(stretches: readonly Stretch[], at: number): number {
  let before = 0
  for (const { from, to } of stretches) {
    if (at < from) break
    if (at < to) return (before + at - from) / 1000
    before += to - from
  }
  return before / 1000
}

/** The moment that is shown at a second of the video. */
export function momentOf(stretches: readonly Stretch[], position: number): number {
  let rest = position * 1000
  for (const { from, to } of stretches) {
    if (rest < to - from) return from + rest
    rest -= to - from
  }
  return stretches.at(-1)?.to ?? 0
}
