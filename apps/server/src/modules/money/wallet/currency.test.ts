import { expect, test } from 'vitest'
import { leastByCardOf } from './currency.ts'

test('the least that a card pays is half a unit, or what its currency needs for that', () => {
  expect(['USD', 'EUR', 'GBP', 'JPY', 'KRW', 'TWD', 'HUF', 'INR'].map(leastByCardOf)).toEqual([
    50n,
    50n,
    30n,
    50n,
    800n,
    2_000n,
    17_500n,
    50n,
  ])
})
