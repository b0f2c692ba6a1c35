import { median } from '../rig.ts'
import type { Picture } from './in-page.ts'

/** Pictures are due every 33 ms: in a longer gap three are missing. */
const gapMs = 100
const undisturbedMs = 2_000

export const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN

/** How old pictures were when they were presented, in milliseconds; those whose clock could not be read are counted. */
export function agesOf(pictures: readonly Picture[]): { p50: number; p95: number; unread: number } {
  const ages = pictures.flatMap(({ ageMs }) => ageMs ?? [])
  return { p50: at(ages, 0.5), p95: at(ages, 0.95), unread: pictures.length - ages.length }
}

export function perSecond(pictures: readonly Picture[]): number {
  const [first, last] = [pictures[0], pictures.at(-1)]
  return first && last ? ((last.count - first.count) * 1_000) / (last.at - first.at) : 0
}

/** After how many milliseconds of the first picture there was no gap for two seconds. Infinite where that never was. */
export function undisturbedAfter(pictures: readonly Picture[], since: number): number {
  let from = since
  let before = since
  for (const { at: shown } of pictures) {
    if (shown < since) continue
    if (shown - before > gapMs) from = shown
    if (shown - from >= undisturbedMs) return from - since
    before = shown
  }
  return Infinity
}

/** Of each figure the median of the rounds. */
export const medians = (rounds: readonly Record<string, number>[]): Record<string, number> =>
  Object.fromEntries(Object.keys(rounds[0] ?? {}).map((name) => [name, median(rounds.map((one) => one[name]!))]))
