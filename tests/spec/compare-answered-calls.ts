import { readClaims, unclaimedCalls, unfoundedClaims } from './answered-calls.ts'
import { readRecords } from '../test-records.ts'

// After a run of all tests: prints each claim of answered-calls.tsv that the run did not bear out, and each call that it lacks.

const renew = 'node scripts/run.mjs tests/spec/write.ts renews it'
const [claims, records] = [readClaims(), readRecords()]
const wrong = [unfoundedClaims(claims, records), unclaimedCalls(claims, records)].flat()
for (const entry of wrong) console.log(`FAIL  tests/spec/answered-calls.tsv: ${entry} (${renew})`)
process.exitCode = wrong.length > 0 ? 1 : 0
