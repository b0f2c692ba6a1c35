import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declared } from '@fanlight/contract'
import { readClaims } from './answered-calls.ts'

// Holds every call and requirement of docs/spec against the code and the tests that show it. A call is in the code when the contract
// declares it, and shown when a test has had it answered. A requirement is named by its id in a comment: `spec: login.payload`.

export interface CoverageRow {
  id: string
  what: string
  code: string[]
  tests: string[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const skipped = new Set(['node_modules', '.git', '.tools', '.data', 'build', '.react-router', 'docs', 'demo'])

export function coverage(): CoverageRow[] {
  const sources = [...walk(join(root, 'apps')), ...walk(join(root, 'packages')), ...walk(join(root, 'tests'))].map(
    (file) => {
      const text = readFileSync(file, 'utf8')
      return {
        file: relative(root, file),
        isTest: /\.test\.tsx?$|^tests\//.test(relative(root, file)),
        ids: idsIn(text),
      }
    },
  )
  const filesWith = (isTest: boolean, has: (source: (typeof sources)[number]) => boolean) =>
    sources.filter((source) => source.isTest === isTest && has(source)).map((source) => source.file)
  const answeredIn = new Map(
    [...readClaims()].map(([call, files]) => [normal(...(call.split(' ') as [string, string])), files]),
  )
  const inContract = new Set(declared.map((call) => normal(call.method, call.path)))
  const calls = table('docs/spec/calls.tsv').map(([method = '', path = '', who = '']): CoverageRow => {
    const route = normal(method, path)
    return {
      id: `${method} ${path}`,
      what: who,
      code: inContract.has(route) ? ['contract'] : [],
      tests: (answeredIn.get(route) ?? []).filter((file) => existsSync(join(root, file))),
    }
  })
  const requirements = table('docs/spec/requirements.tsv').map(
    ([id = '', , what = '']): CoverageRow => ({
      id,
      what,
      code: filesWith(false, (source) => source.ids.has(id)),
      tests: filesWith(true, (source) => source.ids.has(id)),
    }),
  )
  return [...calls, ...requirements]
}

export const isCovered = (row: CoverageRow): boolean => row.code.length > 0 && row.tests.length > 0

export function coveragePage(rows: CoverageRow[]): string {
  const covered = rows.filter(isCovered).length
  const line = (row: CoverageRow) =>
    `| ${isCovered(row) ? '●' : row.code.length > 0 ? '◐' : '○'} | ${row.id.replaceAll('|', '\\|')} | ${row.what} | ${row.code.slice(0, 2).join('<br>')} | ${row.tests.slice(0, 2).join('<br>')} |`
  return [
    '# What the specification asks, and what shows it',
    '',
    `Written by \`node scripts/run.mjs tests/spec/write.ts\`. ${covered} of ${rows.length} rows are covered: ● in code and shown by a test, ◐ in code, ○ not yet.`,
    '',
    '| | row | what | code | test |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(line),
    '',
  ].join('\n')
}

/** Ids of the rows that the committed page says are covered. */
export const coveredIn = (page: string): string[] =>
  [...page.matchAll(/^\| ● \| (.+?) \| /gm)].map((match) => match[1]!.replaceAll('\\|', '|'))

const table = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'))
const normal = (method: string, path: string) => `${method} ${path.replace(/\{[^}]+\}|:[a-zA-Z]+/g, '{}')}`
const idsIn = (text: string) =>
  new Set([...text.matchAll(/\bspec: ([a-z][\w.-]*(?:, [a-z][\w.-]*)*)/g)].flatMap((match) => match[1]!.split(', ')))

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}
