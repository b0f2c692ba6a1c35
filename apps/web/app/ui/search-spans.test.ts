import { expect, test } from 'vitest'
import { excerptOf, spansOf } from './search-spans.ts'

const marked = (text: string, q: string) => spansOf(text, q).map(([from, to]) => text.slice(from, to))

test('words are highlighted by their beginning, whatever their case and marks', () => {
  expect(marked('Copper, coppery, Teflon-coated: uncoppered', 'copper')).toEqual(['Copper', 'copper'])
  expect(marked('Señor Jose\u0301 left', 'senor jose')).toEqual(['Señor', 'Jose\u0301'])
  expect(marked('Die große Straße', 'strasse')).toEqual(['Straße'])
  expect(marked('ＣＯＰＰＥＲ', 'copper')).toEqual(['ＣＯＰＰＥＲ'])
  expect(marked('the kiln is warm', 'warm kil')).toEqual(['kil', 'warm'])
})
test('without spaces between words they are found anywhere', () => {
  expect(marked('これは陶芸の窯です', '陶芸')).toEqual(['陶芸'])
  expect(marked('우리 도자기가 좋아요', '자기')).toEqual(['자기'])
  expect(marked('ガラス', 'カラス')).toEqual([])
  expect(marked('陶芸kiln', 'kiln')).toEqual(['kiln'])
})
test('Arabic is found with and without its marks', () => {
  expect(marked('النحاس لامع', 'النحاس')).toEqual(['النحاس'])
  expect(marked('نُحاس لامع', 'نحاس')).toEqual(['نُحاس'])
})
test('what has no letters highlights nothing', () => {
  for (const q of ['', ' ', '!', '.*', '\\']) expect(marked('a.* b! c\\', q)).toEqual([])
})
test('a long text is shown from shortly before what was found', () => {
  expect(excerptOf('copper at once', 'copper')).toBe('copper at once')
  expect(excerptOf(`${'many words '.repeat(20)}then copper`, 'copper')).toMatch(/^…[\w ]{10,40}copper$/)
})
