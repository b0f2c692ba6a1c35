import { chapterSecondsMin, chaptersMax } from '@fanlight/contract/limits'
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

/** The chapters as they are saved; null where the contract would refuse them: from 0:00 on, in order, apart, each with a title. */
export function chaptersOf(lines: readonly ChapterLine[]): { at: number; title: string }[] | null {
  if (lines.length > chaptersMax) return null
  const read: { at: number; title: string }[] = []
  for (const line of lines) {
    const [at, title, before] = [secondOf(line.at), line.title.trim(), read.at(-1)]
    if (at === null || title === '' || (before ? at - before.at < chapterSecondsMin : at !== 0)) return null
    read.push({ at, title })
  }
  return read
}
