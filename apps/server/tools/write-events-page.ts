import { writeFileSync } from 'node:fs'
import { eventsPage } from './events-page.ts'

// Writes docs/events.md. A test fails while the page and the sources differ.

writeFileSync(new URL('../../../docs/events.md', import.meta.url), eventsPage())
