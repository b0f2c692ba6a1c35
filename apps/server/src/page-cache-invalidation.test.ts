import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { topics } from './page-cache-invalidation.ts'

const folder = new URL('./', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'page-cache-invalidation.ts')
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))

test.each([...topics])(
  '%s is published somewhere: a topic that is never published would invalidate no page',
  (topic) => {
    const publishers = sources.filter((text) => /\bpublish(All)?\(|INSERT INTO events/.test(text))
    expect(publishers.some((text) => text.includes(`'${topic}'`))).toBe(true)
  },
)
