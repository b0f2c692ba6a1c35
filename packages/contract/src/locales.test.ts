import { expect, test } from 'vitest'
import { chooseLocale, type LocaleHints, nearestLocale, shippedLocales } from './locales.ts'

// spec: languages.four, page.locale, default.locale

const choose = (hints: LocaleHints) => chooseLocale(hints, shippedLocales, 'en-US')

test.each<[LocaleHints, string]>([
  [{ query: 'ja-JP', cookie: 'ko-KR', account: 'zh-TW', acceptLanguage: 'ar' }, 'ja-JP'],
  [{ cookie: 'ko-KR', account: 'zh-TW', acceptLanguage: 'ar' }, 'ko-KR'],
  [{ account: 'zh-TW', acceptLanguage: 'ar' }, 'zh-TW'],
  [{ acceptLanguage: 'ar' }, 'ar'],
  [{}, 'en-US'],
  [{ acceptLanguage: 'fr-FR, ja;q=0.8, en;q=0.4' }, 'ja-JP'],
  [{ acceptLanguage: 'en;q=0.4, ko ; q=0.9' }, 'ko-KR'],
  [{ acceptLanguage: 'ko;q=0, ja' }, 'ja-JP'],
])('the first preference wins: %j', (hints, locale) => expect(choose(hints)).toBe(locale))

test.each([
  ['zh-Hant-TW', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['ar-EG', 'ar'],
  ['ar-MA', 'ar'],
  ['EN-gb', 'en-US'],
  ['ko', 'ko-KR'],
])('%s reads %s', (requestedLocale, locale) =>
  expect(choose({ acceptLanguage: `${requestedLocale}, fr` })).toBe(locale),
)

test('who reads simplified Chinese gets traditional only where nothing else they read is offered', () => {
  expect(choose({ acceptLanguage: 'zh-CN,zh;q=0.9,ja;q=0.8' })).toBe('ja-JP')
  expect(choose({ acceptLanguage: 'zh-CN,zh;q=0.9' })).toBe('zh-TW')
  expect(choose({ query: 'zh-CN', cookie: 'ko-KR' })).toBe('ko-KR')
})

test.each([
  'xx"><script>',
  'xx-XX',
  'klingon',
  '../../etc/passwd',
  'ja_JP',
  '__proto__',
  'constructor',
  '',
  '*',
  'a'.repeat(10_000),
  `ja-${'x'.repeat(5_000)}`,
])('a locale that is none changes nothing: %s', (requestedLocale) => {
  for (const hints of [
    { query: requestedLocale },
    { cookie: requestedLocale },
    { account: requestedLocale },
    { acceptLanguage: requestedLocale },
  ])
    expect(choose({ acceptLanguage: 'ko', ...hints })).toBe('acceptLanguage' in hints ? 'en-US' : 'ko-KR')
  expect(nearestLocale(requestedLocale, shippedLocales)).toBeUndefined()
})

test('a default that is not offered gives way to what is', () => {
  expect(chooseLocale({}, ['ja-JP', 'ar'], 'en-US')).toBe('ja-JP')
  expect(chooseLocale({}, ['ja-JP', 'ar'], 'ar-EG')).toBe('ar')
  expect(chooseLocale({}, [], 'en-US')).toBe('en-US')
})
