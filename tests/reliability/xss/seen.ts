import type { Words } from './pen.ts'

// What was found on pages, held against what was written: it stands there as it was written, or the beginning of it.

const parts = /(?=\u00a7[0-9a-z]{3} )/
/** White space, case and marks of direction are a page's own affair. */
const flat = (text: string) =>
  text
    .replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Kept to its allow list, and so not as it was written. */
const rich = new Set(['PUT /admin/posts/:slug/:locale html', 'PUT /admin/settings values.footerContent'])

/** Notes which words were seen; says which stand there differently than they were written. */
export function compare(text: string, written: ReadonlyMap<string, Words>, seen: Set<string>): string[] {
  return text.split(parts).flatMap((part) => {
    const words = written.get(part.slice(0, 4))
    if (!words) return []
    seen.add(words.mark)
    if (rich.has(words.field)) return []
    const there = flat(part)
    const cut = there.split('\u2026')[0]!.trim()
    const fits = (whole: string) =>
      there.startsWith(whole) || whole.startsWith(there) || (cut.length > 5 && whole.startsWith(cut))
    // The log shows what changed as JSON.
    if (fits(flat(words.value)) || fits(flat(JSON.stringify(words.value).slice(1, -1)))) return []
    return [`${words.field} was written as ${words.value.slice(0, 120)} and stands there as ${part.slice(0, 120)}`]
  })
}
