import { expect, test } from 'vitest'
import { hashesOfEnglish, readMarks, staleKeys } from '../../build-tools/translated-from.ts'

test('translations were made from the present English', () => {
  // Look at the four translations of each key named here, then run: node scripts/run.mjs apps/web/build-tools/mark-translated.ts KEY…
  const english = hashesOfEnglish()
  expect(staleKeys(readMarks(), english)).toEqual([])
  expect(Object.keys(readMarks()).filter((key) => english[key] === undefined)).toEqual([])
})

test('an English text that changed makes its key stale, and so does a new one', () => {
  expect(staleKeys({ 'a.b': '1', 'a.c': '2' }, { 'a.b': '1', 'a.c': '3', 'a.d': '4' })).toEqual(['a.c', 'a.d'])
})
