import type { Replay } from '@fanlight/contract/replays'

export interface Tip {
  /** In seconds of the video, as everywhere here. */
  at: number
  tokens: number
  /** What it asked for from the tip menu. */
  order: string | null
}
export interface Goal {
  title: string
  tokens: number
  from: number
  until: number
}
export interface Marker {
  at: number
  label: string
}
type Chapter = NonNullable<Replay['chapters']>[number]

/** Besides those that were marked by hand. */
const chaptersMax = 12
const ordersMax = 6
const peaksMax = 3
/** Chapters are further apart than this. */
const apartSeconds = 10
/** So many equal parts are drawn along a video. */
const partsMax = 60
const partSecondsMin = 5
/** A peak is so many times what comes on average. */
const peakTimes = 3

/** Where to jump to in a replay: what was marked, goals that were reached, what was asked for, and where many tips came, besides its start. */
export function chaptersOf(
  tips: readonly Tip[],
  goals: readonly Goal[],
  duration: number,
  markers: readonly Marker[] = [],
): Chapter[] {
  const found = [
    { at: 0, kind: 'start' as const, title: '', tokens: null },
    ...goals.flatMap((goal) => reached(goal, tips)),
    ...tips
      .filter(({ order }) => order !== null)
      .toSorted((a, b) => b.tokens - a.tokens)
      .slice(0, ordersMax)
      .map(({ at, tokens, order }) => ({ at, kind: 'order' as const, title: order!, tokens })),
    ...peaks(tips, duration),
  ]
  // What was marked by hand is where it was marked.
  const chapters: Chapter[] = markers.map(({ at, label }) => ({ at, kind: 'marker', title: label, tokens: null }))
  const max = chapters.length + chaptersMax
  // What comes first in `found` stays where two are close together.
  for (const chapter of found)
    if (chapters.length < max && chapters.every(({ at }) => Math.abs(at - chapter.at) >= apartSeconds))
      chapters.push(chapter)
  return chapters.toSorted((a, b) => a.at - b.at)
}

/** The tip with which a goal was reached. */
function reached({ title, tokens, from, until }: Goal, tips: readonly Tip[]): Chapter[] {
  let sum = 0
  for (const tip of tips) {
    if (tip.at < from || tip.at > until) continue
    sum += tip.tokens
    if (sum >= tokens) return [{ at: tip.at, kind: 'goal', title, tokens }]
  }
  return []
}

/** Tokens in each of some equal parts. */
export function tipsAlong(tips: readonly Tip[], duration: number): number[] {
  const count = Math.max(1, Math.min(partsMax, Math.floor(duration / partSecondsMin)))
  const sums = Array.from({ length: count }, () => 0)
  for (const { at, tokens } of tips) {
    const part = Math.min(count - 1, Math.floor((at / duration) * count))
    sums[part] = (sums[part] ?? 0) + tokens
  }
  return sums
}

function peaks(tips: readonly Tip[], duration: number): Chapter[] {
  const sums = tipsAlong(tips, duration)
  const usual = sums.reduce((sum, tokens) => sum + tokens, 0) / sums.length
  return sums
    .map((tokens, part) => ({ at: (part * duration) / sums.length, kind: 'peak' as const, title: '', tokens }))
    .filter(({ tokens }) => sums.length > 1 && tokens > 0 && tokens >= peakTimes * usual)
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, peaksMax)
}
