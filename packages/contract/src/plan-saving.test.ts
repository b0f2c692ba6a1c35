import { expect, it } from 'vitest'
import { planSavingPercent } from './plan-saving.ts'

it.each([
  [10_000, 1000, 12, 16],
  [9600, 1000, 12, 20],
  [11_999, 1000, 12, 0],
  [12_000, 1000, 12, 0],
  [13_000, 1000, 12, 0],
  [2295, 900, 3, 15],
  [100, 1000, 12, 90],
])('a plan for %i beside a month for %i saves over %i months %i per cent', (price, monthly, months, saving) => {
  expect(planSavingPercent(price, monthly, months)).toBe(saving)
})
