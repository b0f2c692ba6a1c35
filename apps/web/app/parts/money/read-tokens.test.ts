import { describe, expect, it } from 'vitest'
import { readTokens } from './read-tokens.ts'

describe('a typed amount', () => {
  it.each([
    ['50', 50],
    ['79.5', 79.5],
    ['79,50', 79.5],
    ['1,250', 1250],
    [' 10 ', 10],
  ])('%j is %d', (text, tokens) => expect(readTokens(text)).toBe(tokens))
  it.each(['', 'ten', '1.234', '-5', '1e3', '0x10'])('%j is no amount', (text) => expect(readTokens(text)).toBeNull())
})
