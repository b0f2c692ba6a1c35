import { readFileSync, statSync } from 'node:fs'
import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { buildFeed } from '@fanlight/server/modules/content/posts/testing'
import { api } from '@fanlight/server/testing/api'
import { jsonSchema, randomOf } from '@fanlight/server/testing/inputs'
import { startTestServer } from '@fanlight/server/testing/server'
import { builtSqlIn, builtSqlProblems } from '../../scripts/built-sql.ts'
import { allowedFor, type ApiRequest, buildWorld, freshTokens, pathOf, type World } from './api-world.ts'
import { type ReliabilityCheck, type Tier, sabotaged } from './check.ts'
import { counts } from './counts.ts'
import { sqlmapAt, sqlmapFindings } from './sqlmap.ts'
import { requests } from './valid-requests.ts'

// Visitor input never becomes SQL: no SQL in the source is built from it, every list is called with hostile values, and PostgreSQL's
// own log is read afterwards. A hostile value may be refused or find nothing; it may not reach the database as an error of any kind.

export const check: ReliabilityCheck = {
  id: 'S5',
  title: 'No word of a visitor becomes SQL',
  async run({ tier, seed }) {
    const violations = [...builtSqlProblems(), ...blindSpots()]
    const log = openLog()
    const server = await startTestServer({ listen: true, env: { LOG_LEVEL: 'silent' } })
    const database = new URL(server.ownerUrl).pathname.slice(1)
    let n = 0
    try {
      const world = await buildWorld(server)
      for (const ordinal of ['first', 'second'])
        await buildFeed(server.ctx, world.cast.performer, { title: `The ${ordinal}` })
      const lists = declared.filter((call) => call.query && (!sabotaged('S5') || call.route === brokenBySabotage))
      const random = randomOf(seed)
      for (const call of lists) n += await fuzz(world, call, random, counts.S5[tier].inputsPerList, violations)
      if (!sabotaged('S5') || tier !== 'ci') n += await searchWithSqlmap(world, tier, violations)
      violations.push(...log.errorsIn(database))
      return { n, violations: [...new Set(violations)].slice(0, 30) }
    } finally {
      await server.stop()
    }
  },
}

/** The deliberate bug puts the name of a column into this list's statement as it was sent. */
const brokenBySabotage = 'GET /performers/user/search'

const hostile = [
  "'",
  '"',
  "';--",
  '")--',
  "' OR '1'='1",
  "1' AND 1=CAST((SELECT version()) AS int)--",
  '(SELECT 1)',
  '(CASE WHEN true THEN a.id END)',
  '1;SELECT pg_sleep(5)',
  "'||pg_sleep(5)||'",
  'name DESC, (SELECT password_hash FROM accounts LIMIT 1)',
  'updated_at; DROP TABLE accounts',
  '$1',
  '$$',
  "E'\\\\x41'",
  '\\',
  '\\\\',
  "\\'",
  '%',
  '_',
  '%%%____',
  ':*',
  '& | ! ( )',
  "a' <-> 'b",
  '/* */',
  '--',
  '{}',
  '{1,2}',
  '[]',
  '[1,2]',
  '{"a":1}',
  'null',
  'NULL',
  'true',
  'infinity',
  'NaN',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  '1.5',
  '0x10',
  '１',
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '💡',
  '\u202e',
  'x'.repeat(3_000),
  'asc',
  'desc nulls first',
  'updatedAt',
  'updated_at',
  'ctid',
  '*',
  '1',
  '2024-02-30',
  '-infinity',
  '294277-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
]
const position = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Pagination cursors in the format of the server, with hostile content. */
const cursors = [
  position(["2024-01-01T00:00:00Z' OR 1=1", '01890000-0000-7000-8000-000000000000', 0]),
  position(['2024-01-01T00:00:00Z', "' OR 1=1--", 0]),
  position(['2024-01-01T00:00:00Z', '01890000-0000-7000-8000-000000000000', '0; DROP TABLE accounts']),
  position(['2024-13-45T99:00:00Z', '01890000-0000-7000-8000-000000000000', 0]),
  position(['9999-12-31T23:59:59.999999999999Z', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 9_999_999]),
  position(['0000-01-01T00:00:00Z', '01890000-0000-7000-8000-000000000000', 1]),
  position([]),
  position({}),
  Buffer.from('-1').toString('base64url'),
  Buffer.from('1e9').toString('base64url'),
  Buffer.from('9999999').toString('base64url'),
  Buffer.from("1' OR 1=1").toString('base64url'),
]

const atOnce = 8
const insides = /syntax error|pg_|relation "|column "|SELECT|\bat [\w.<>]+ \(|invalid input syntax/

async function fuzz(
  world: World,
  call: Endpoint,
  random: (below: number) => number,
  count: number,
  violations: string[],
): Promise<number> {
  const me = allowedFor(call, world.cast)
  const [token] = await freshTokens(world.server, [me])
  const usual = await requestOf(world, call)
  const names = [...Object.keys(jsonSchema(call.query!).properties), 'filter', 'q[]', 'sortBy[]']
  const [client, tries] = [api(world.server, token), []] as [ReturnType<typeof api>, string[]]
  for (let index = 0; index < count; index++) {
    const name = names[index % names.length]!
    const values = name === 'cursor' ? [...cursors, ...hostile] : hostile
    const query = new URLSearchParams(usual.query)
    query.set(name, values[random(values.length)]!.toWellFormed())
    // The same name twice, as an array.
    if (random(6) === 0) query.append(name, hostile[random(hostile.length)]!.toWellFormed())
    tries.push(`${pathOf(call, { ...usual, query: {} }).split('?')[0]}?${query.toString()}`)
  }
  for (let from = 0; from < tries.length; from += atOnce)
    await Promise.all(
      tries.slice(from, from + atOnce).map(async (path) => {
        const reply = await client.get(path)
        if (reply.status >= 500) violations.push(`${reply.status} for ${path.slice(0, 160)}`)
        else if (reply.status >= 400 && insides.test(reply.text))
          violations.push(`${path.slice(0, 160)} discloses internals`)
      }),
    )
  return tries.length
}

const requestOf = async (world: World, call: Endpoint): Promise<ApiRequest> => {
  const { make, about } = requests[call.route as keyof typeof requests]
  return (await make(world, allowedFor(call, world.cast), about.includes('theirs') ? 'theirs' : 'own')) ?? {}
}

/** Lists that sqlmap looks at, the first ones first. */
const searched = [
  'GET /performers/user/search',
  'GET /user/feeds',
  'GET /user/feeds/search/:username',
  'GET /comments',
  'GET /users/search',
  'GET /performer/feeds',
  'GET /performer-assets/galleries/search',
  'GET /performer/performer-assets/photos/search',
  'GET /performer/earning/search',
  'GET /wallet/charges/search',
  'GET /payment/transactions/user/search',
  'GET /admin/verifications',
] as const

async function searchWithSqlmap(world: World, tier: Tier, violations: string[]): Promise<number> {
  const { level, lists } = counts.S5[tier].sqlmap
  const found = sqlmapAt()
  if ('reason' in found) {
    console.error(`S5: sqlmap did not look, because ${found.reason}.`)
    return 0
  }
  for (const route of searched.slice(0, lists)) {
    const call = declared.find((entry) => entry.route === route)!
    const properties = Object.keys(jsonSchema(call.query!).properties)
    const request = await requestOf(world, call)
    const query = {
      q: 'test',
      sortBy: 'updatedAt',
      sort: 'desc',
      current: '1',
      pageSize: '20',
      cursor: '',
      ...request.query,
    }
    const knownParams = Object.fromEntries(Object.entries(query).filter(([name]) => properties.includes(name)))
    if (!isSortable(call, knownParams['sortBy'])) delete knownParams['sortBy']
    const [token] = await freshTokens(world.server, [allowedFor(call, world.cast)])
    // At a low level sqlmap tests the two parameters that users type; at a high level it tests all.
    const parameters = level === 1 ? ['q', 'sortBy'].filter((name) => name in knownParams) : Object.keys(knownParams)
    const url = `${world.server.url}/api${pathOf(call, { ...request, query: knownParams })}`
    violations.push(
      ...(await sqlmapFindings(found.program, { url, parameters, token, level })).map(
        (finding) => `${route}: ${finding}`,
      ),
    )
  }
  return Math.min(lists, searched.length)
}
const isSortable = (call: Endpoint, by: string | undefined) =>
  by === undefined || jsonSchema(call.query!).properties.sortBy?.enum?.includes(by)

/** The rule that bans built SQL must itself see it. */
function blindSpots(): string[] {
  const bad = [
    'pool.query(`SELECT * FROM accounts ORDER BY ${by}`)',
    "pool.query('SELECT * FROM accounts WHERE name = ' + name)",
    'sql`SELECT 1 ORDER BY ${sql.raw(by)}`',
    'CompiledQuery.raw(text)',
  ]
  return [
    ...bad
      .filter((text) => builtSqlIn(text).length === 0)
      .map((text) => `the rule against built SQL does not see ${text}`),
    ...(builtSqlIn('sql`SELECT * FROM accounts WHERE name = ${name}`').length > 0
      ? ['it sees it in a bound parameter']
      : []),
  ]
}

/** What PostgreSQL writes down from here on. */
function openLog() {
  const file = process.env['TEST_CLUSTER_LOG']
  const from = file ? statSync(file).size : 0
  return {
    errorsIn(database: string): string[] {
      if (!file) {
        console.error('S5: the log of this PostgreSQL is not ours to read.')
        return []
      }
      return readFileSync(file)
        .subarray(from)
        .toString()
        .split('\n')
        .filter((line) => line.includes(` ${database} ERROR:`))
        .map((line) => `PostgreSQL noted ${line.replace(/^.*ERROR: +/, '').slice(0, 160)}`)
    },
  }
}
