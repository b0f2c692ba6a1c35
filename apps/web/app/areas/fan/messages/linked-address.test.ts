import { expect, test } from 'vitest'
import { linkedAddress } from './linked-address.ts'

test.each([
  ['https://example.org', 'https://example.org/'],
  ['http://Example.org:8080/A?b#c', 'http://example.org:8080/A?b#c'],
  ['https://example.org?x=@y', 'https://example.org/?x=@y'],
])('%s is a link', (text, href) => expect(linkedAddress(text)).toBe(href))

test.each([
  'https://bank.example@other.example/',
  'https://user:secret@other.example/',
  'https://bank.example%2f@other.example/',
  'https://bänk.example/',
  'https://bank.example\\@other.example',
  'https://bank\u200b.example/',
  'https://1/',
  'https://*/',
  'https://',
])('%s is plain text', (text) => expect(linkedAddress(text)).toBeUndefined())
