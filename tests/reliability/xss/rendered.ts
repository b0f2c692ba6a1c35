import type { WrittenTexts } from './writer-client.ts'

// Text found on pages, compared with the text that was written: it appears as written, or its beginning does.

const parts = /(?=\u00a7[0-9a-z]{3} )/
/** White space, case and marks of direction are a page's own affair. */
const flat = (text: string) =>
  text
    .replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Reduced to its allow list, and therefore not as it was written. */
const rich = new Set(['PUT /admin/posts/:slug/:locale html', 'PUT /admin/settings values.footerContent'])

/** Records which texts were seen; reports those that differ from what was written. */
export function compare(text: string, written: ReadonlyMap<string, WrittenTexts>, seen: Set<string>): string[] {
  return text.split(parts).flatMap((part) => {
    const texts = written.get(part.slice(0, 4))
    if (!texts) return []
    seen.add(texts.mark)
    if (rich.has(texts.field)) return []
    const there = flat(part)
    const cut = there.split('\u2026')[0]!.trim()
    const fits = (whole: string) =>
      there.startsWith(whole) || whole.startsWith(there) || (cut.length > 5 && whole.startsWith(cut))
    // Names from elsewhere have spaces in place of characters that nobody sees.
    if (fits(flat(texts.value.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu, ' ')))) return []
    // The log shows what changed as JSON.
    // A field of one line leaves line breaks out.
    if (fits(flat(texts.value.replaceAll(/[\r\n]/g, '')))) return []
    if (fits(flat(texts.value)) || fits(flat(JSON.stringify(texts.value).slice(1, -1)))) return []
    return [`${texts.field} was written as ${texts.value.slice(0, 120)} and stands there as ${part.slice(0, 120)}`]
  })
}
