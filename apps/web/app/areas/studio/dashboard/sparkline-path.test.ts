import { expect, test } from 'vitest'
import { sparklineOf } from './sparkline-path.ts'

test('goes from the first value on the left to the last on the right, the most at the top', () => {
  expect(sparklineOf([4, 8, 6], 4)).toBe('M0 100L50 0L100 50')
})

test('begins at nothing where it is told so', () => {
  expect(sparklineOf([4, 8, 6], 0)).toBe('M0 50L50 0L100 25')
})

test('begins at the least where more was taken back than earned', () => {
  expect(sparklineOf([0, -5, 5], 0)).toBe('M0 50L50 100L100 0')
  expect(sparklineOf([0, -5, 0], 0)).toBe('M0 0L50 100L100 0')
})

test('is nothing where there is no change to show', () => {
  for (const values of [[], [3], [0, 0, 0], [7, 7]]) expect(sparklineOf(values, 0)).toBeNull()
})
