import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { eventsPage } from './events-page.ts'

it('has a docs/events.md that is what the declarations and their readers say', () => {
  expect(readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8')).toBe(eventsPage())
})
