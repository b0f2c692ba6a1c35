import { chapters as chaptersShape } from '@fanlight/contract/videos'
import { clock } from '../../../parts/posts/duration.ts'

/** A chapter as it is written: the time as 1:38. */
export interface ChapterLine {
  at: string
  title: string
}

/** The second of a written time, such as 1:38 or 1:02:30; null where it is none. */
export function secondOf(written: string): number | null {
  const match = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(written.trim())
  if (!match) return null
  const [, hours, minutes, seconds] = match
  if (hours !== undefined && Number(minutes) > 59) return null
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
}

export const linesOf = (chapters: readonly { at: number; title: string }[]): ChapterLine[] =>
  chapters.map(({ at, title }) => ({ at: clock(at * 1000), title }))

/** The chapters as they are saved; null where the contract would refuse them. */
export function chaptersOf(lines: readonly ChapterLine[]): { at: number; title: string }[] | null {
  const read = lines.map(({ at, title }) => ({ at: secondOf(at), title }))
  const checked = chaptersShape.safeParse(read)
  return checked.success ? checked.data : null
}
