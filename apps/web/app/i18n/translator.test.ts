import { expect, test } from 'vitest'
import { chooseLocale } from './locale.ts'
import { translator } from './translator.ts'

const t = translator('en-US', [
  { 'a.hi': 'Hi {{name}}', 'a.posts_one': '{{count}} post', 'a.posts_other': '{{count}} posts' },
  { 'a.hi': 'never', 'a.late': 'Late' },
])

test('gaps are filled and numbers written as the reader writes them', () => {
  expect(t('a.hi', { name: 'Ines' })).toBe('Hi Ines')
  expect(t('a.posts', { count: 1 })).toBe('1 post')
  expect(t('a.posts', { count: 12_500 })).toBe('12,500 posts')
})
test('a missing message comes from the next layer, and from nowhere as its key', () => {
  expect(t('a.late')).toBe('Late')
  expect(t('a.none')).toBe('a.none')
})

const site = { supportedLocales: ['en-US', 'ja-JP'], defaultLocale: 'en-US' }
const none = { query: null, cookie: undefined, account: null, acceptLanguage: undefined }
test.each([
  [{ ...none, query: 'ja-JP', cookie: 'en-US' }, 'ja-JP'],
  [{ ...none, cookie: 'ja-JP', account: 'en-US' }, 'ja-JP'],
  [{ ...none, account: 'ja-JP', acceptLanguage: 'en' }, 'ja-JP'],
  [{ ...none, acceptLanguage: 'fr-FR, ja;q=0.8, en;q=0.4' }, 'ja-JP'],
  [{ ...none, query: 'xx"><script>' }, 'en-US'],
  [none, 'en-US'],
])('the wish that comes first wins: %j', (hints, locale) => expect(chooseLocale(hints, site)).toBe(locale))
