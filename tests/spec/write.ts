import { writeFileSync } from 'node:fs'
import { coverage, coveragePage } from './coverage.ts'
import { pageNames, pageNamesFile } from './page-names.ts'

writeFileSync(new URL('../../docs/spec-coverage.md', import.meta.url), coveragePage(coverage()))
writeFileSync(pageNamesFile, await pageNames())
