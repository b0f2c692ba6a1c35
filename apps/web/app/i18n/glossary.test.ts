import { shippedLocales } from '@fanlight/contract/locales'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { localesFolder, stemOf, textsOf } from '../../build-tools/locale-texts.ts'

// `locales/glossary.json` defines which word each language uses for a term, and which it must not use instead.

interface Wording {
  /** One of these is in every text whose English has the term; vowel marks and capitals don't count. */
  use: string[]
  /** Regular expressions that match no text of this language. */
  avoid: string[]
}
/** Without `english`, a list of words to avoid alone. */
type Term = { english?: string } & Record<string, Wording>

const glossary = JSON.parse(readFileSync(join(localesFolder, 'glossary.json'), 'utf8')) as Record<string, Term>

const texts = new Map(shippedLocales.map((locale) => [locale as string, textsOf(locale)]))
const withoutGaps = (text: string) => text.replaceAll(/\{\{\w+\}\}/g, '')
const folded = (text: string) => text.toLowerCase().replaceAll(/[\u064B-\u0652]/g, '')

const english = new Map([...texts.get('en-US')!].map(([key, text]) => [stemOf(key), withoutGaps(text)]))

/** Texts without the word for a term, although their English text contains the term. */
function missing(locale: string, { english: pattern, ...wordings }: Term): string[] {
  if (pattern === undefined) return []
  const found = new RegExp(pattern, 'i')
  const use = wordings[locale]?.use.map(folded) ?? []
  return [...texts.get(locale)!]
    .filter(([key]) => found.test(english.get(stemOf(key)) ?? ''))
    .filter(([, text]) => !use.some((word) => folded(text).includes(word)))
    .map(([key, text]) => `${key}: ${text}`)
}

/** Texts with a word that the glossary forbids. */
function forbidden(locale: string, term: Term): string[] {
  return (term[locale]?.avoid ?? []).flatMap((word) =>
    [...texts.get(locale)!]
      .filter(([, text]) => new RegExp(word, 'i').test(withoutGaps(text)))
      .map(([key, text]) => `${key}: ${text}`),
  )
}

describe.each(Object.keys(glossary))('the term “%s”', (name) => {
  const term = glossary[name] as Term
  const { english: pattern } = term

  test.runIf(pattern !== undefined)('has a word in every language, and English texts that carry it', () => {
    for (const locale of shippedLocales) expect(term[locale]?.use.length, locale).toBeGreaterThan(0)
    expect([...english.values()].some((text) => new RegExp(pattern!, 'i').test(text))).toBe(true)
  })

  test.each(shippedLocales)('is called by its word in %s, and by no other', (locale) => {
    expect(missing(locale, term)).toEqual([])
    expect(forbidden(locale, term)).toEqual([])
  })
})
