import { fieldErrors } from '@fanlight/contract/field-errors'
import { shippedLocales } from '@fanlight/contract/locales'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stemOf as stem, textsOf } from '../../build-tools/locale-texts.ts'

const app = join(import.meta.dirname, '..')
const messages = (locale: string): Map<string, string> => {
  const folder = join(app, 'locales', locale)
  return new Map(
    readdirSync(folder).flatMap((file) => {
      const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
      return Object.entries(texts).map(([key, text]) => [`${file.replace('.json', '')}.${key}`, text] as const)
    }),
  )
}
const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(join(app, file), 'utf8'))
const all = sources.join('\n')
const english = messages('en-US')

/** The whole numbers below 200 that take a message's plural form. */
function numbersOf(locale: string, key: string): string {
  const form = key.slice(key.lastIndexOf('_') + 1)
  const rules = new Intl.PluralRules(locale)
  return Array.from({ length: 200 }, (_, n) => n)
    .filter((n) => rules.select(n) === form)
    .join(' ')
}
const stems = new Set([...english.keys()].map(stem))

/** Keys written in full, and the fixed beginnings of those made at run time. */
const files = [...new Set([...stems].map((key) => key.split('.')[0]))].join('|')
const written = new Set(
  [...all.matchAll(new RegExp(`['"\`]((?:${files})\\.[\\w.]+)['"\`]`, 'g'))].map(([, key = '']) => key),
)
const begun = [...all.matchAll(new RegExp(`\`((?:${files})\\.[\\w.]*)\\$\\{`, 'g'))].map(([, start = '']) => start)
const ends = [...all.matchAll(new RegExp(`\`((?:${files})\\.[\\w.]*)\\$\\{[^}]+\\}([\\w.]*)\``, 'g'))].map(
  ([, start = '', end = '']) => ({ start, end }),
)

test('every message that a page asks for is there', () => {
  const missing = [...all.matchAll(/\bt(?:\.rich)?\(\s*'([\w.]+)'/g)]
    .map(([, key = '']) => key)
    .filter((key) => !stems.has(key))
  expect([...new Set(missing)]).toEqual([])
})

test('every message is used somewhere', () => {
  const unused = [...stems].filter(
    (key) =>
      !written.has(key) &&
      !begun.some((start) => key.startsWith(start)) &&
      !ends.some(({ start, end }) => key.startsWith(start) && key.endsWith(end)),
  )
  expect(unused).toEqual([])
})

test.each(shippedLocales.filter((locale) => locale !== 'en-US'))(
  '%s says all that en-US says, with the same gaps to fill',
  (locale) => {
    const there = messages(locale)
    const known = new Set([...there.keys()].map(stem))
    expect([...stems].filter((key) => !known.has(key))).toEqual([])
    expect([...known].filter((key) => !stems.has(key))).toEqual([])
    const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([gap]) => gap).sort()
    const different = [...there].filter(([key, text]) => {
      const same = english.get(key) ?? english.get(`${stem(key)}_other`) ?? english.get(stem(key)) ?? ''
      // A plural form for exactly one number may contain the number as a word: "two photos" is one word in Arabic.
      const numeral = /^\d+$/.test(numbersOf(locale, key)) && !/\{\{(?:count|shown)\}\}/.test(text)
      const wanted = gaps(same).filter((gap) => !(numeral && /count|shown/.test(gap)))
      return gaps(text).join() !== wanted.join()
    })
    expect(different.map(([key]) => key)).toEqual([])
  },
)

test.each(shippedLocales)('%s has every plural form its language knows', (locale) => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const keys = new Set(textsOf(locale).keys())
  const missing = [...keys]
    .filter((key) => key.endsWith('_other'))
    .flatMap((key) => forms.map((form) => `${stem(key)}_${form}`).filter((entry) => !keys.has(entry)))
  expect(missing).toEqual([])
})

test('every field error has a text, and English has the text of the API', () => {
  const fields = [...english].filter(([key]) => key.startsWith('fields.'))
  expect(Object.fromEntries(fields.map(([key, text]) => [key.replace('fields.', ''), text]))).toEqual(fieldErrors)
})

test('Chinese says “you” in one manner, and Arabic calls a token by one name', () => {
  const polite = [...messages('zh-TW')].filter(([, text]) => text.includes('您'))
  expect(polite.map(([key]) => key)).toEqual([])
  const tokens = [...messages('ar')].filter(([, text]) =>
    /\{\{(?:tokens|available|pending|most)\}\} (?:من الرموز|رمزًا)/.test(text),
  )
  expect(tokens.map(([key]) => key)).toEqual([])
})

/** How each language says what usually happens, a length of time, and the two days in which documents are reviewed. */
const reviewTimes: Record<string, { usually: RegExp; time: RegExp; two: RegExp }> = {
  'en-US': { usually: /usually|within/i, time: /\b(?:hour|day|week)s?\b/, two: /\bup to two days\b/ },
  'zh-TW': { usually: /通常|大約/, time: /天|小時|週/, two: /兩天內/ },
  'ko-KR': { usually: /보통/, time: /하루|이틀|사흘|\d일|시간|\d주/, two: /이틀 안에/ },
  'ja-JP': { usually: /通常/, time: /\d日|時間|週/, two: /2日以内/ },
  ar: { usually: /عادة/, time: /يوم|أيام|ساع|أسبوع/, two: /يومين/ },
}

test.each(shippedLocales)('%s says of every review of documents that it takes up to two days', (locale) => {
  const { usually, time, two } = reviewTimes[locale]!
  const said = [...textsOf(locale)].filter(
    ([key, text]) => /verification|auth\.creator|consent|review\./.test(key) && usually.test(text) && time.test(text),
  )
  expect(said.map(([key]) => key)).toEqual(
    expect.arrayContaining(['auth.creator.sent', 'studio.verification.next.submitted']),
  )
  expect(said.filter(([, text]) => !two.test(text))).toEqual([])
})

test('Korean has no space between a number and its counter', () => {
  const number = String.raw`(?:\{\{(?:count|shown|days|minutes|most|least|limit|total|more|tokens|missing|price)\}\}|\d)(?:</\w+>)?`
  const counter = '(?:개|명|건|회|번|장|일|시간|분|초|주|월|년|자|토큰|편|곳|살|세|원|대)'
  const spaced = new RegExp(String.raw`${number}\s+${counter}(?!\p{Script=Hangul}{2})`, 'u')
  expect(spaced.test('사진 {{count}} 장')).toBe(true)
  expect([...textsOf('ko-KR')].filter(([, text]) => spaced.test(text))).toEqual([])
})

// spec: toast.success, toast.error, error.401, error.login
test('English has exactly the texts of the specification', () => {
  expect(Object.fromEntries(english)).toMatchObject({
    'errors.NOT_SIGNED_IN': 'Forbidden in the action!',
    'errors.INCORRECT_CREDENTIALS': 'Incorrect credentials!',
    'ui.saved': 'Changes saved',
    'ui.toast.success': 'Action success',
    'ui.toast.copied': 'Copied to clipboard',
    'ui.toast.error': 'Something went wrong, please try again later',
  })
})
