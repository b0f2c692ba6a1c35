import { expect, test } from 'vitest'
import { Limiter } from './limiter.ts'

test('a key is refused past its limit with the time to wait, and accepted again in the next window', () => {
  const limiter = new Limiter(2, 60_000)
  expect([limiter.count('a', 0), limiter.count('a', 10), limiter.count('a', 20_000)]).toEqual([0, 0, 40_000])
  expect(limiter.count('b', 20_000)).toBe(0)
  expect(limiter.count('a', 60_000)).toBe(0)
})

test('a refused key does not lengthen its own wait', () => {
  const limiter = new Limiter(1, 1_000)
  limiter.count('a', 0)
  for (let ms = 100; ms < 1_000; ms += 100) expect(limiter.count('a', ms)).toBe(1_000 - ms)
  expect(limiter.count('a', 1_000)).toBe(0)
})

test('many keys take a bounded amount of memory, and those that still count are dropped last', () => {
  const limiter = new Limiter(1, 1_000)
  for (let key = 0; key < 150_000; key++) limiter.count(`k${key}`, 0)
  expect(limiter.count('k149999', 1)).toBeGreaterThan(0)
  expect(limiter.count('k0', 1)).toBe(0)
})
