import { readFileSync, writeFileSync } from 'node:fs'
import { isTestFile, type TestRecords } from '../test-records.ts'

// Which test files have which calls answered with success, as answered-calls.tsv claims. write.ts brings it up to date from the records
// of test runs, and a run of all tests compares the two.

/** Test files by call. */
export type Claims = Map<string, string[]>

const claimsFile = new URL('answered-calls.tsv', import.meta.url)
const filesPerCall = 2

export function readClaims(): Claims {
  const lines = readFileSync(claimsFile, 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split('\t'))
      .map(([call = '', ...files]) => [call, files]),
  )
}

export function writeClaims(claims: Claims): void {
  const lines = [...claims].map(([call, files]) => [call, ...files].join('\t')).sort()
  const header =
    '# Which tests have a call answered with success. Written by tests/spec/write.ts from what test runs recorded.'
  writeFileSync(claimsFile, `${[header, ...lines].join('\n')}\n`)
}

// A page in a browser may be left before a call it made is answered; such a file only counts where no other has the call answered.
const isOfBrowser = (file: string) => /^tests\/(browser|pages)\//.test(file)

/** The claims with what the records add, without files that are gone or no longer have the call answered. */
export function updatedClaims(claims: Claims, records: TestRecords, isThere = isTestFile): Claims {
  const recorded = [...records].filter(([file]) => isThere(file))
  // A file that has few calls answered says more about each of them.
  recorded.sort(
    ([left, { calls }], [right, { calls: rightCalls }]) => calls.length - rightCalls.length || (left < right ? -1 : 1),
  )
  const updated: Claims = new Map()
  for (const call of new Set([...claims.keys(), ...recorded.flatMap(([, { calls }]) => calls)])) {
    const claimed = (claims.get(call) ?? []).filter(
      (file) => isThere(file) && (records.get(file)?.calls.includes(call) ?? true),
    )
    const found = recorded.filter(([, { calls }]) => calls.includes(call)).map(([file]) => file)
    const all = [...new Set([...claimed, ...found])]
    const asking = all.filter((file) => !isOfBrowser(file))
    const files = (asking.length > 0 ? asking : all).slice(0, filesPerCall)
    if (files.length > 0) updated.set(call, files)
  }
  return updated
}

/** The calls that a run had answered with success and that no claim names: they are in no table of what is tested. */
export const unclaimedCalls = (claims: Claims, records: TestRecords): string[] =>
  [...new Set([...records.values()].flatMap(({ calls }) => calls))]
    .filter((call) => !claims.has(call))
    .toSorted()
    .map((call) => `${call} is answered with success, and missing`)

/** The claims that the records of a run of all tests do not bear out. */
export const unfoundedClaims = (claims: Claims, records: TestRecords): string[] =>
  [...claims].flatMap(([call, files]) =>
    files
      .filter((file) => !records.get(file)?.calls.includes(call))
      .map((file) => `${call} is not answered with success in ${file}`),
  )
