import { expect, test } from 'vitest'
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

test('a name in the other direction cannot disturb the sentence around it', () => {
  const arabic = translator('ar', [
    { 'a.hi': 'أهلًا {{name}}!', 'a.n_few': '{{count}} صور', 'a.n_other': '{{count}} صورة' },
  ])
  expect(arabic('a.hi', { name: 'Ines' })).toBe('أهلًا \u2068Ines\u2069!')
  expect(arabic('a.n', { count: 3 })).toBe('3 صور')
  expect(t('a.hi', { name: 'نور' })).toBe('Hi \u2068نور\u2069')
})
