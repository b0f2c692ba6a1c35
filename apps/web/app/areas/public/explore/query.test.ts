import { expect, test } from 'vitest'
import { criteriaFromUrl, filterOf } from './query.server.ts'
import { addressFor, criteriaFromForm, narrowing, toggled, without } from './query.ts'

const read = (query: string) => criteriaFromUrl(new URL(`https://fanlight.test/explore${query}`))

test('the address says all, and says it back', () => {
  const address = '/explore?q=kiln&country=JP%2CSE&hairColor=red&priceTo=5&sortBy=newest&current=3'
  const criteria = read(address.slice('/explore'.length))
  expect(criteria).toMatchObject({
    q: 'kiln',
    chosen: { country: ['JP', 'SE'], hairColor: ['red'] },
    sortBy: 'newest',
    current: 3,
  })
  expect(addressFor(criteria, { current: 3 })).toBe(address)
  expect(narrowing(criteria)).toBe(5)
})
test('a plain form repeats a name; a changed filter goes back to page 1', () => {
  const criteria = read('?country=JP&country=SE&current=4')
  expect(criteria.chosen).toEqual({ country: ['JP', 'SE'] })
  expect(without(criteria, 'country', 'JP')).toBe('/explore?country=SE')
  expect(addressFor(criteria, { priceTo: '0' })).not.toContain('current')
})
test('what is no value is left out', () => {
  expect(read('?country=japan,DE&gender=plaid&priceFrom=cheap&sortBy=salary&current=-2&q=%20%20')).toEqual({
    q: '',
    chosen: { country: ['DE'] },
    quick: [],
    priceFrom: '',
    priceTo: '',
    sortBy: 'popular',
    current: 1,
  })
  expect(filterOf(read(''))).toEqual({})
  expect(addressFor(read(''))).toBe('/explore')
})
test('a filter that is on or off is in the address', () => {
  const criteria = read('?postedToday=true&liveThisWeek=true')
  expect(criteria.quick).toEqual(['liveThisWeek', 'postedToday'])
  expect(filterOf(criteria)).toEqual({ liveThisWeek: 'true', postedToday: 'true' })
  expect(addressFor(criteria, { quick: ['postedToday'] })).toBe('/explore?postedToday=true')
})
test('several values of one filter are turned on and off one by one', () => {
  const one = read('?category=Pottery&current=2')
  expect(toggled(one, 'category', 'Music')).toBe('/explore?category=Pottery%2CMusic')
  expect(toggled(one, 'category', 'Pottery')).toBe('/explore')
})
test('older addresses find the same creators', () => {
  expect(addressFor(read('?hasShop=true&isFree=true'))).toBe('/explore?publishes=shop&priceTo=0')
  expect(filterOf(read('?isFree=true'))).toEqual({ priceTo: '0' })
})
test('a search puts the best match first unless another order is requested', () => {
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
  expect(addressFor(criteriaFromForm(form))).toBe('/explore?q=clay&country=JP%2CSE&priceTo=5&sortBy=name')
})
