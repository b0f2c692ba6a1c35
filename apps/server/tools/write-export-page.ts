import { writeFileSync } from 'node:fs'
import { exportPage } from '../src/modules/leaving/exports/page.ts'

// Writes docs/export.md. A test fails while the page and the archive differ.

writeFileSync(new URL('../../../docs/export.md', import.meta.url), exportPage())
