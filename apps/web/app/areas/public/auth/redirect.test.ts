import { expect, test } from 'vitest'
import { sameSite } from './redirect.ts'

// spec: route.login.redirect

test.each(['/home', '/ines?tab=about', '/a/b#c'])('%s is a page of ours', (path) =>
  expect(sameSite(path, '/x')).toBe(path),
)

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\evil',
  'javascript:alert(1)',
  '/a\nb',
  '/\t/evil.example',
  '',
  null,
  undefined,
])('%s leads nowhere else', (path) => expect(sameSite(path, '/x')).toBe('/x'))
