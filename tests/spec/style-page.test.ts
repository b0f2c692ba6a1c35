import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(root + path, 'utf8')
const excerpts = [...read('docs/style.md').matchAll(/^`([^`]+)`\n\n```\w+\n(.+?)\n```$/gms)].map(
  ([, path, text]) => [path!, text!] as const,
)

test('the page of excerpts has some', () => expect(excerpts.length).toBe(8))
test.each(excerpts)('the excerpt of %s is what it says, and short', (path, text) => {
  expect(read(path)).toContain(text)
  expect(text.split('\n').length).toBeLessThanOrEqual(15)
})
