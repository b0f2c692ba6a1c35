import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// What the last run of each test file on this machine recorded, one file each below .tools.

export interface TestRecord {
  seconds: number
  /** The calls that were answered with success. */
  calls: string[]
}
/** By test file. */
export type TestRecords = Map<string, TestRecord>

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, '.tools', 'test-records')

export const isTestFile = (file: string): boolean => existsSync(join(root, file))

export function writeRecord(testPath: string, record: TestRecord): void {
  mkdirSync(folder, { recursive: true })
  const file = relative(root, testPath)
  writeFileSync(join(folder, `${file.replaceAll('/', '+')}.json`), JSON.stringify({ file, ...record }))
}

export function readRecords(): TestRecords {
  if (!existsSync(folder)) return new Map()
  const records = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestRecord & { file: string },
  )
  return new Map(records.map(({ file, ...record }) => [file, record]))
}
