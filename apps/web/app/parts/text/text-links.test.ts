import { expect, test } from 'vitest'
import { textParts } from './text-links.ts'

test.each([
  ['Thanks @Lulu.Vane. See #Clay_1', ['mention:lulu.vane', 'tag:clay_1']],
  ['(@ines) and #陶芸、#123 #2026kiln', ['mention:ines', 'tag:陶芸', 'tag:2026kiln']],
  ['noor@example.com https://x.example/@noor #', []],
  ['@ab @@abc a#b ##c &#60;', []],
  ['@lulu@ines', []],
  ['<img src=x onerror=alert(1)>', []],
])('%s', (text, expected) => {
  const parts = textParts(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ kind }) => kind !== 'text').map(({ kind, name }) => `${kind}:${name}`)).toEqual(expected)
})
