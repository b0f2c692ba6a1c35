import { writeFileSync } from 'node:fs'
import { coverage, coveragePage } from './coverage.ts'

writeFileSync(new URL('../../docs/spec-coverage.md', import.meta.url), coveragePage(coverage()))
