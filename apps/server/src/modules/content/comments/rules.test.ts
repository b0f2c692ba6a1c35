import { expect, test } from 'vitest'
import { hasHeldWord } from './rules.ts'

test.each([
  ['Cheap PILLS here', ['pills'], true],
  ['Ｐｉｌｌｓ', ['pills'], true],
  ['pillsbury', ['pills'], false],
  ['a pill, a pillsbury, pills!', ['pills'], true],
  ['see you', ['cheap offer'], false],
  ['A cheap offer.', ['cheap offer'], true],
  ['これは広告です', ['広告'], true],
  ['c++ is fine', ['c++'], true],
  ['nothing', [], false],
])('%s with the words %j: %s', (text, words, held) => {
  expect(hasHeldWord(text, words)).toBe(held)
})
