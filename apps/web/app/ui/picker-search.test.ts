import { expect, test } from 'vitest'
import { found } from './picker-search.ts'

const options = [
  { value: '', label: 'Choose' },
  { value: 'CI', label: 'Côte d’Ivoire', also: 'Ivory Coast' },
  { value: 'IN', label: 'インド', also: 'India' },
  { value: 'ID', label: 'インドネシア', also: 'Indonesia' },
  { value: 'GB', label: 'United Kingdom' },
  { value: 'NU', label: 'Niue' },
  { value: 'US', label: 'United States' },
]
const codes = (query: string) => found(options, query).map(({ value }) => value)

test.each([
  ['', ['', 'CI', 'IN', 'ID', 'GB', 'NU', 'US']],
  ['cote', ['CI']],
  ['COAST ivory', ['CI']],
  ['india', ['IN']],
  ['ｲﾝﾄﾞ', ['IN', 'ID']],
  ['us', ['US']],
  ['united', ['GB', 'US']],
  ['un st', ['US']],
  ['n', ['NU', 'CI', 'IN', 'ID', 'GB', 'US'].filter((code) => code !== 'CI')],
  ['nowhere', []],
])('%s finds %s', (query, expected) => {
  expect(codes(query)).toEqual(expected)
})
