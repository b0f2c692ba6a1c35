import { readdirSync, readFileSync } from 'node:fs'
import { sha256 } from '../../../platform/ids.ts'

// Pages that every installation needs ship with the product, in `standard/<locale>/<slug>.html`: a title, a summary, the text.
// They are read from here until an operator writes their own, so a new version can ship improved texts without changing theirs.

export interface StandardPage {
  id: string
  slug: string
  locale: string
  title: string
  summary: string
  html: string
}

/** When this text was last changed. */
export const standardSince = new Date('2026-11-21T00:00:00Z')

const folder = new URL('./standard/', import.meta.url)

export const standardPages: readonly StandardPage[] = readdirSync(folder).flatMap((locale) =>
  readdirSync(new URL(`${locale}/`, folder)).map((file) => {
    const text = readFileSync(new URL(`${locale}/${file}`, folder), 'utf8')
    const parts = /^<h1>(.+)<\/h1>\n<p>(.+)<\/p>\n([\s\S]+)$/.exec(text)
    if (!parts) throw new Error(`${locale}/${file} begins with a title in <h1> and a summary in <p>.`)
    const slug = file.replace('.html', '')
    const [, title = '', summary = '', html = ''] = parts
    return { id: idFor(`${slug}/${locale}`), slug, locale, title, summary: withoutTags(summary), html }
  }),
)

function withoutTags(html: string): string {
  return html.replaceAll(/<[^>]+>/g, '')
}

/** The same id for the same page in every installation. */
function idFor(name: string): string {
  const bytes = sha256(`standard page ${name}`).subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
