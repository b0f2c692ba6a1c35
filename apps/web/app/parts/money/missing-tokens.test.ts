import { describe, expect, it } from 'vitest'
import { leftTokens, missingTokens } from './missing-tokens.ts'

describe('what a wallet lacks', () => {
  it.each([
    [120, 84, 36],
    [79.5, 79.49, 0.01],
    [10, 10, 0],
    [10, 500, 0],
  ])('for %d with %d it lacks %d', (price, balance, missing) => {
    expect(missingTokens(price, balance)).toBe(missing)
  })
  it('keeps hundredths exact', () => expect(leftTokens(0.1, 0.3)).toBe(0.2))
})
