import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount, fromHundredths, isUrl, link, text, toHundredths, username } from './fields.ts'

describe('amounts', () => {
  it.each([1, 0.01, 10.5, 79.5, 120, 0.1, 1e9])('reads %d', (value) =>
    expect(amount.safeParse(value).success).toBe(true),
  )
  it.each([
    ['10'],
    [1.005],
    [-1],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e21],
    [[10]],
    [null],
    [undefined],
    [true],
    ['１０'],
    [{ valueOf: () => 1 }],
  ])('refuses %j', (value) => expect(amount.safeParse(value).success).toBe(false))
  it('turns digits into hundredths and back without a float between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const wire = JSON.parse(`${whole}.${String(cents).padStart(2, '0')}`) as number
        expect(toHundredths(wire)).toBe(BigInt(whole) * 100n + BigInt(cents))
        expect(fromHundredths(toHundredths(wire))).toBe(wire)
      }),
    )
  })
})

// spec: url.rule
describe('links', () => {
  it('begin with http or https', () => {
    expect(isUrl('https://a.example')).toBe(true)
    expect(isUrl('ftp://a.example')).toBe(false)
  })
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
    '//a.example',
    ' javascript:x',
    'https://bank.example@a.example/',
    'https://@a.example/',
    'https://a.example\\@b.example/',
    'https://a.exa\tmple/',
    'https://a.example/"onclick="x',
    'https://a.example/\u200fx',
  ])('refuse %j', (value) => expect(link.safeParse(value).success).toBe(false))
  it('write a host with confusable characters as Punycode', () => {
    expect(link.parse('https://\u0430pple.example/a?b#c')).toBe('https://xn--pple-43d.example/a?b#c')
    expect(link.parse('https://a.example')).toBe('https://a.example')
    expect(link.parse('https://a.example/@name')).toBe('https://a.example/@name')
  })
})

describe('text', () => {
  it('is trimmed and bounded', () => {
    expect(text(1, 5).parse('  hey ')).toBe('hey')
    expect(text(1, 5).safeParse('   ').success).toBe(false)
    expect(text(1, 5).safeParse('too long').success).toBe(false)
  })
  it.each(['a\u0000b', 'a\u202eb', 'a\ud800'])('refuses control, direction and half characters %j', (value) =>
    expect(text(1, 50).safeParse(value).success).toBe(false),
  )
})

describe('usernames', () => {
  it('are lower case and plain', () => {
    expect(username.parse('Jamie.Rowe')).toBe('jamie.rowe')
    for (const bad of ['ab', 'a b c', 'jämie', 'a'.repeat(31), 'x/../y'])
      expect(username.safeParse(bad).success).toBe(false)
  })
})
