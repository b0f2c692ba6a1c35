import { readFileSync, writeFileSync } from 'node:fs'
import { isTestFile, type TestRecords } from './test-records.ts'

/** Whole seconds by test file, brought up to date by write-durations.ts after a run of all tests. Files that take less than two are left out. */
export type Durations = Record<string, number>

const durationsFile = new URL('durations.json', import.meta.url)
const secondsMin = 2

export const readDurations = (): Durations => JSON.parse(readFileSync(durationsFile, 'utf8')) as Durations

export const writeDurations = (durations: Durations): void =>
  writeFileSync(durationsFile, `${JSON.stringify(durations, null, 2)}\n`)

/** The durations, updated with those of the records, longest first. */
export function updatedDurations(durations: Durations, records: TestRecords): Durations {
  const recorded = [...records].map(([file, { seconds }]): [string, number] => [file, Math.round(seconds)])
  const all = Object.entries({ ...durations, ...Object.fromEntries(recorded) })
  return Object.fromEntries(
    all
      .filter(([file, seconds]) => seconds >= secondsMin && isTestFile(file))
      .sort(([left, leftSeconds], [right, rightSeconds]) => rightSeconds - leftSeconds || (left < right ? -1 : 1)),
  )
}
