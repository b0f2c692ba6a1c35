import { expect, test } from 'vitest'
import { askedBy, filterOf } from './asked.server.ts'
import { addressFor, askedByForm, narrowing, without } from './asked.ts'

const read = (query: string) => askedBy(new URL(`https://fanlight.test/explore${query}`))

test('the address says all, and says it back', () => {
  const address = '/explore?q=kiln&country=JP%2CSE&hairColor=red&isFree=true&priceTo=5&sortBy=newest&current=3'
  const asked = read(address.slice('/explore'.length))
  expect(asked).toMatchObject({
    q: 'kiln',
    chosen: { country: ['JP', 'SE'], hairColor: ['red'] },
    sortBy: 'newest',
    current: 3,
  })
  expect(addressFor(asked, { current: 3 })).toBe(address)
  expect(narrowing(asked)).toBe(6)
})
test('a plain form repeats a name; a changed filter goes back to page 1', () => {
  const asked = read('?country=JP&country=SE&current=4')
  expect(asked.chosen).toEqual({ country: ['JP', 'SE'] })
  expect(without(asked, 'country', 'JP')).toBe('/explore?country=SE')
  expect(addressFor(asked, { isFree: true })).not.toContain('current')
})
test('what is no value is left out', () => {
  expect(read('?country=japan,DE&gender=plaid&priceFrom=cheap&sortBy=salary&current=-2&q=%20%20')).toEqual({
    q: '',
    chosen: { country: ['DE'] },
    isFree: false,
    priceFrom: '',
    priceTo: '',
    sortBy: 'trending',
    current: 1,
  })
  expect(filterOf(read(''))).toEqual({})
  expect(addressFor(read(''))).toBe('/explore')
})
test('words put the best match first unless another order is asked for', () => {
  expect(read('?q=ines').sortBy).toBe('relevance')
  expect(addressFor(read('?q=ines'))).toBe('/explore?q=ines')
  expect(addressFor(read('?q=ines&sortBy=name'))).toBe('/explore?q=ines&sortBy=name')
})
test('a sent form is the same as its address', () => {
  const form = new FormData()
  for (const [name, value] of [
    ['q', ' clay '],
    ['country', 'JP'],
    ['country', 'SE'],
    ['country', ''],
    ['priceTo', '5'],
    ['sortBy', 'name'],
  ] as const)
    form.append(name, value)
  expect(addressFor(askedByForm(form))).toBe('/explore?q=clay&country=JP%2CSE&priceTo=5&sortBy=name')
})
