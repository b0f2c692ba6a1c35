import { readdirSync, readFileSync } from 'node:fs'
import type { z } from 'zod'
import { readersOfEvents } from '../src/event-readers.ts'
import { events, type ListedEvent } from '../src/events.ts'
import { jobs, type ListedJob } from '../src/jobs.ts'
import { namesInSql } from '../src/platform/db/sql-names.ts'

// docs/events.md: every event and every job, from their declarations and from the sources that name them.

const server = new URL('../', import.meta.url)
const filesIn = (folder: string, extension: string) =>
  readdirSync(new URL(folder, server), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension) && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(new URL(`${folder}${path}`, server), 'utf8') }))

/** Product sources without their imports and types, which name a declaration and do nothing with it. */
const sources = filesIn('src/', '.ts')
  .filter(({ path }) => !/(^|\/)(events|jobs)\.ts$/.test(path))
  .map(({ path, text }) => ({
    path,
    imports: [...text.matchAll(/^import \{([^}]*)\} from '[^']+\/(?:events|jobs)\.ts'$/gm)]
      .map(([, names]) => names)
      .join(),
    text: text.replace(/^import [^;]*? from '[^']+'$/gm, '').replace(/\btypeof \w+/g, ''),
  }))
const functions = filesIn('sql/functions/', '.sql').map(({ path, text }) => ({ path, ...namesInSql(text) }))
const migrations = filesIn('migrations/', '.sql')

const code = (text: string) => `\`${text}\``
const list = (texts: readonly string[]) => texts.join(', ')
const inModules = (path: string) => code(path.replace(/^modules\//, '').replace(/\.ts$/, ''))
const cell = (text: string) => text.replaceAll('|', '\\|')
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

/** The files that import the constant of a declaration and use it, and have this beside. */
const naming = (constant: string, beside: RegExp) =>
  sources
    .filter(({ imports, text }) => [imports, text].every((part) => new RegExp(`\\b${constant}\\b`).test(part)))
    .filter(({ text }) => beside.test(text))
    .map(({ path }) => inModules(path))

function fieldsOf(schema: z.core.$ZodType): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'union') return def.options.map((option) => fieldsOf(option)).join(' or ')
  if (def.type !== 'object') return ''
  const isOptional = (field: z.core.$ZodType) => ['optional', 'default'].includes(field._zod.def.type)
  return list(Object.entries(def.shape).map(([name, field]) => code(isOptional(field) ? `${name}?` : name)))
}

const publishersOf = ({ constant, event }: ListedEvent): string => {
  const found = naming(constant, /\bpublish\w*\(/)
  for (const { path, events: written } of functions) if (written.includes(event.name)) found.push(code(path))
  const isOfCharges = migrations.some(({ text }) => text.includes('charge_kinds') && text.includes(`'${event.name}'`))
  if (isOfCharges) found.push(`${code('charge_tokens.sql')}, as ${code('charge_kinds')} says`)
  if (found.length === 0) throw new Error(`No one publishes ${event.name}.`)
  return list(found)
}
const readersOf = ({ event }: ListedEvent): string =>
  event.for === 'audit'
    ? '(audit)'
    : list(
        Object.entries(readersOfEvents)
          .filter(([, read]) => read.includes(event))
          .map(([reader]) => reader),
      )
function socketsOf({ event: declared }: ListedEvent): string {
  if (!readersOfEvents['sockets']!.includes(declared)) return ''
  if (declared.to === 'many') return 'whom a query finds'
  const { accounts = [], sessions = [], rooms = [] } = declared.to
  return [
    ...accounts.map((field) => `account ${code(field)}`),
    ...sessions.map((field) => `session ${code(field)}`),
    ...rooms.map(({ room, field }) => `${room.name} ${code(field)}`),
  ].join(', ')
}

const enqueuersOf = ({ constant, job }: ListedJob): string => {
  const found = naming(constant, new RegExp(`\\b${constant}\\.(enqueue|name)`))
  const names = [job.name, ...job.formerly]
  for (const { path, jobs: written } of functions)
    if (written.some((name) => names.includes(name))) found.push(code(path))
  for (const { path, text } of migrations)
    if (names.some((name) => text.includes(`-- job: ${name}\n`))) found.push(code(path))
  if (found.length === 0) throw new Error(`No one enqueues ${job.name}.`)
  return list(found)
}
const handlersOf = ({ constant }: ListedJob): string =>
  list(naming(constant, new RegExp(`\\bhandle\\(\\s*${constant}\\b`)))

export const eventsPage = (): string => `# Events and jobs

<!-- Written by apps/server/tools/write-events-page.ts; \`npm run check -- drift\` fails where it is not what the sources say. -->

An event is declared in the \`events.ts\` of its module, a job in its \`jobs.ts\`. CONTRIBUTING.md says how to add one. Files are those of
\`apps/server/src/modules\`; SQL is in \`apps/server/sql/functions\` and \`apps/server/migrations\`.

## Events

Readers: sockets send messages to open pages, presence and page cache are of each web process; \`notifications\` and
\`welcome-messages\` are subscribers, which read every event once. The last column says whose sockets hear of it.

| event | fields | published by | read by | sockets of |
| --- | --- | --- | --- | --- |
${events
  .toSorted((a, b) => (a.event.name < b.event.name ? -1 : 1))
  .map((listed) =>
    row(
      code(listed.event.name),
      fieldsOf(listed.event.schema),
      publishersOf(listed),
      readersOf(listed),
      socketsOf(listed),
    ),
  )
  .join('\n')}

## Jobs

Jobs that wait under a former name are handled, too.

| job | fields | enqueued by | handled by | formerly |
| --- | --- | --- | --- | --- |
${jobs
  .toSorted((a, b) => (a.job.name < b.job.name ? -1 : 1))
  .map((listed) =>
    row(
      code(listed.job.name),
      fieldsOf(listed.job.schema),
      enqueuersOf(listed),
      handlersOf(listed),
      list(listed.job.formerly.map(code)),
    ),
  )
  .join('\n')}
`
