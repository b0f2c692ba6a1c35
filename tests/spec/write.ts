import { writeFileSync } from 'node:fs'
import { readClaims, updatedClaims, writeClaims } from './answered-calls.ts'
import { coverage, coveragePage } from './coverage.ts'
import { pageNames, pageNamesFile } from './page-names.ts'
import { readRecords } from '../test-records.ts'

writeClaims(updatedClaims(readClaims(), readRecords()))
writeFileSync(new URL('../../docs/spec-coverage.md', import.meta.url), coveragePage(coverage()))
writeFileSync(pageNamesFile, await pageNames())
