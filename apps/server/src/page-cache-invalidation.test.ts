import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { events } from './events.ts'
import { pageChanges } from './page-cache-invalidation.ts'

const folder = new URL('./', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'page-cache-invalidation.ts')
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))

test.each(pageChanges.map((changed) => [changed.name, changed] as const))(
  '%s is published somewhere: an event that is never published would invalidate no page',
  (_name, changed) => {
    const { constant } = events.find(({ event }) => event === changed)!
    const publishers = sources.filter((text) => /\bpublish(All)?\(/.test(text))
    expect(publishers.some((text) => new RegExp(`\\b${constant}\\b`).test(text))).toBe(true)
  },
)
