import { readClaims, unfoundedClaims } from './answered-calls.ts'
import { readRecords } from '../test-records.ts'

// After a run of all tests: prints each claim of answered-calls.tsv that the run did not bear out.

const renew = 'node scripts/run.mjs tests/spec/write.ts renews it'
const claims = unfoundedClaims(readClaims(), readRecords())
for (const claim of claims) console.log(`FAIL  tests/spec/answered-calls.tsv: ${claim} (${renew})`)
process.exitCode = claims.length > 0 ? 1 : 0
