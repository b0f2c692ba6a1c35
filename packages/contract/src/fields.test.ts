import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amount, fromHundredths, isBlank, isUrl, line, link, text, toHundredths, username } from './fields.ts'

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

describe('text that nobody sees', () => {
  it.each([
    ['a Hangul filler', '\u3164'],
    ['a half-width Hangul filler', '\uffa0'],
    ['Hangul fillers of a syllable', '\u115f\u1160'],
    ['a zero-width space', '\u200b'],
    ['a Braille blank', '\u2800'],
    ['a soft hyphen', '\u00ad'],
    ['a word joiner and a byte order mark', '\u2060\ufeff'],
    ['a variation selector', '\ufe0f'],
    ['a tag', '\u{e0041}'],
    ['an annotation mark', '\ufff9'],
    ['a null notehead', '\u{1d159}'],
    ['several, with spaces between', '\u3164 \u200b\u2800\n \u2063'],
  ])('is empty: %s', (_name, value) => {
    expect(isBlank(value)).toBe(true)
    for (const field of [text(1, 50), line(1, 50)])
      expect(field.safeParse(value).error?.issues).toMatchObject([{ code: 'too_small', minimum: 1, origin: 'string' }])
    expect(text(0, 50).parse(value)).toBe('')
  })
  it.each([
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['a family of joined emoji', '👩\u200d👩\u200d👧'],
    ['a heart with its variation', '❤\ufe0f'],
    ['the flag of Scotland, made of tags', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['Korean', '김하늘'],
    ['Braille', '⠓⠊\u2800⠽⠕⠥'],
    ['a sign of the Koran, which is a format character', '\u06dd'],
    ['a word with an invisible end', 'word\u200b'],
  ])('is not what merely contains such characters: %s', (_name, value) => {
    expect(isBlank(value)).toBe(false)
    expect(line(1, 50).parse(value)).toBe(value)
  })
})

describe('usernames', () => {
  it('are lower case and plain', () => {
    expect(username.parse('Jamie.Rowe')).toBe('jamie.rowe')
    for (const bad of ['ab', 'a b c', 'jämie', 'a'.repeat(31), 'x/../y'])
      expect(username.safeParse(bad).success).toBe(false)
  })
})
