import { shippedLocales } from '@fanlight/contract/locales'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// `locales/glossary.json` defines which word each language uses for a term, and which it must not use instead.

interface Wording {
  /** One of these is in every text whose English has the term; vowel marks and capitals don't count. */
  use: string[]
  /** Regular expressions that match no text of this language. */
  avoid: string[]
}
type Term = { english: string } & Record<string, Wording>

const folder = join(import.meta.dirname, '../locales')
const glossary = JSON.parse(readFileSync(join(folder, 'glossary.json'), 'utf8')) as Record<string, Term>

function textsOf(locale: string): Map<string, string> {
  return new Map(
    readdirSync(join(folder, locale)).flatMap((file) => {
      const texts = JSON.parse(readFileSync(join(folder, locale, file), 'utf8')) as Record<string, string>
      return Object.entries(texts).map(([key, text]) => [`${file.replace('.json', '')}.${key}`, text] as const)
    }),
  )
}
const withoutForm = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '')
const withoutGaps = (text: string) => text.replaceAll(/\{\{\w+\}\}/g, '')
const folded = (text: string) => text.toLowerCase().replaceAll(/[\u064B-\u0652]/g, '')

const english = new Map([...textsOf('en-US')].map(([key, text]) => [withoutForm(key), withoutGaps(text)]))

/** Texts without the word for a term, although their English text contains the term. */
function missing(locale: string, { english: pattern, ...wordings }: Term): string[] {
  const found = new RegExp(pattern, 'i')
  const use = wordings[locale]?.use.map(folded) ?? []
  return [...textsOf(locale)]
    .filter(([key]) => found.test(english.get(withoutForm(key)) ?? ''))
    .filter(([, text]) => !use.some((word) => folded(text).includes(word)))
    .map(([key, text]) => `${key}: ${text}`)
}

/** Texts with a word that the glossary forbids. */
function forbidden(locale: string, term: Term): string[] {
  return (term[locale]?.avoid ?? []).flatMap((word) =>
    [...textsOf(locale)]
      .filter(([, text]) => new RegExp(word, 'i').test(withoutGaps(text)))
      .map(([key, text]) => `${key}: ${text}`),
  )
}

describe.each(Object.keys(glossary))('the term “%s”', (name) => {
  const term = glossary[name] as Term

  test('has a word in every language, and English texts that carry it', () => {
    for (const locale of shippedLocales) expect(term[locale]?.use.length, locale).toBeGreaterThan(0)
    expect([...english.values()].some((text) => new RegExp(term.english, 'i').test(text))).toBe(true)
  })

  test.each(shippedLocales)('is called by its word in %s, and by no other', (locale) => {
    expect(missing(locale, term)).toEqual([])
    expect(forbidden(locale, term)).toEqual([])
  })
})
