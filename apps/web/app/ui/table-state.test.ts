import { expect, test } from 'vitest'
import { tableQuery, withChange } from './table-state.ts'

// spec: table.filter-resets
const here = () => new URLSearchParams('current=4&type=tip&sort=asc')

test('another filter or order begins again at page 1, another page keeps the filter', () => {
  expect(withChange(here(), { type: 'feed' }).toString()).toBe('type=feed&sort=asc')
  expect(withChange(here(), { sort: 'desc' }).toString()).toBe('type=tip&sort=desc')
  expect(withChange(here(), { type: null }).toString()).toBe('sort=asc')
  expect(withChange(here(), { current: 5 }).toString()).toBe('current=5&type=tip&sort=asc')
  expect(withChange(here(), { current: 1 }).has('current')).toBe(false)
})

test('what an address asks for beyond the limits is page 1 and the usual order', () => {
  const { current, pageSize, sort, sortBy } = tableQuery(new URLSearchParams('current=-3&pageSize=5000&sort=sideways'))
  expect([current, pageSize, sort, sortBy]).toEqual([1, 20, 'desc', 'updatedAt'])
})
