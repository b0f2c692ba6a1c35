import { readFileSync } from 'node:fs'
import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import type { Reply } from '@fanlight/server/testing/api'
import { type Change, watchChanges } from '@fanlight/server/testing/changes'
import { startTestServer } from '@fanlight/server/testing/server'
import { buildWorld, type CastName, freshTokens, sendRequest, type World } from './api-world.ts'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { leakedTiming } from './timing-leak.ts'
import { requests } from './valid-requests.ts'
import { expectedOf, hasListOfOwn, isShutWhileClosing, lineOf, readTable } from './call-policies.ts'

// Who may make a call is written three times: in the contract, in two lists of permitted callers (the specification's calls, and
// `own-calls.tsv` for those we added), and in `call-policies.tsv`, which says what each person gets about their own things, other
// people's, what is not there, and children of another parent. All must agree, and the server must do what they say.
// spec: kinds.user

export const check: ReliabilityCheck = {
  id: 'S2',
  title:
    'Every call refuses the viewers that the table lists, a refusal changes nothing, and no reply discloses more than it may',
  async run() {
    const violations = sabotaged('S2') ? [] : listDeviations()
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    const changes = await watchChanges(server.ownerUrl)
    let n = 0
    try {
      const world = await buildWorld(server)
      const table = readTable()
      for (const route of table.keys())
        if (!declared.some((call) => call.route === route))
          violations.push(`${route} is in the table and in no contract`)
      // The deliberate bug gives everybody access to staff-only calls.
      for (const call of inOrder.filter((entry) => !sabotaged('S2') || entry.who.startsWith('admin:'))) {
        if (violations.length >= violationsMax) break
        const seen = await requestAll(world, call, table.get(call.route), changes, violations)
        n += [...seen.values()].flat().length
        const found = lineOf(call.route, requests[call.route as keyof typeof requests].about, seen)
        const line = table.get(call.route)
        if (!line) violations.push(`call-policies.tsv does not know ${call.route}. It answers: ${found}`)
        else
          for (const [name, outcomes] of seen) {
            const expected = expectedOf(line, name, outcomes.length, call)
            // There may be no such case for them; the table has no column for that.
            const wanted = hasListOfOwn(name)
              ? expected.map((entry, at) => (outcomes[at] === '–' ? '–' : entry))
              : expected
            if (wanted.join('/') !== outcomes.join('/'))
              violations.push(
                `${name} × ${call.route}: ${outcomes.join('/')}, not ${expected.join('/')}. It answers: ${found}`,
              )
          }
      }
      return { n, violations }
    } finally {
      await changes.close()
      await server.stop()
    }
  },
}

const violationsMax = 20
/** Subscribing, leaving, coming back or accepting the terms changes the role of the account from then on, so these calls come last. */
const changesPeople = [
  'POST /payment/subscribe/performers',
  'POST /users/me/terms',
  'POST /users/me/closing',
  'DELETE /users/me/closing',
]
const inOrder = declared.toSorted((a, b) => changesPeople.indexOf(a.route) - changesPeople.indexOf(b.route))
const atOnce = 6

interface Try {
  name: CastName
  index: number
  send: () => Promise<Reply>
  /** The table lets them. */
  allowed: boolean
}

/** All roles send all calls. Those that will be rejected go first, so that their changes are detected separately. */
async function requestAll(
  world: World,
  call: Endpoint,
  line: ReturnType<typeof readTable> extends Map<string, infer L> ? L | undefined : never,
  changes: { taken(): Promise<Change[]> },
  violations: string[],
): Promise<Map<CastName, string[]>> {
  const { about, make } = requests[call.route as keyof typeof requests]
  const cases = about.length === 0 ? (['own'] as const) : about
  const names = Object.keys(world.cast) as CastName[]
  const seen = new Map(names.map((name) => [name, cases.map(() => '–')]))
  const tokens = await freshTokens(
    world.server,
    cases.flatMap(() => names.map((name) => world.cast[name])),
  )
  const tries: Try[] = []
  for (const [index, whose] of cases.entries())
    for (const [position, name] of names.entries()) {
      // An account that is being closed can't create the objects of some calls; its requests are rejected before the objects are loaded.
      const request = await make(world, isShutWhileClosing(call, name) ? world.cast.fan : world.cast[name], whose)
      const token = tokens[index * names.length + position]
      const allowed = !line || expectedOf(line, name, cases.length, call)[index]!.startsWith('2')
      if (request) tries.push({ name, index, allowed, send: () => sendRequest(world, call, token, request, name) })
    }
  await changes.taken()
  const run = async (some: Try[]) => {
    for (let from = 0; from < some.length; from += atOnce)
      await Promise.all(
        some.slice(from, from + atOnce).map(async ({ name, index, send }) => {
          const reply = await send()
          seen.get(name)![index] = String(reply.status)
          violations.push(...wrongIn(call, name, reply, world).map((what) => `${name} × ${call.route}: ${what}`))
        }),
      )
  }
  await run(tries.filter((otherTry) => !otherTry.allowed))
  const tables = new Set((await changes.taken()).map((entry) => entry.table))
  for (const table of tables)
    if (!notedOnRefusal[call.route]?.includes(table)) violations.push(`${call.route}: a refusal changed ${table}`)
  await run(tries.filter((otherTry) => otherTry.allowed))
  return seen
}

/** What a refusal may leave behind. */
const notedOnRefusal: Record<string, readonly string[]> = {
  // A form of a visitor counts for the captcha, whatever becomes of it.
  'POST /reports': ['captcha_tries'],
}

function wrongIn(call: Endpoint, name: CastName, reply: Reply, { cast }: World): string[] {
  if (reply.status < 300) return leakedTiming(call, reply.body, reply.text, name, cast)
  const code = String(reply.body?.code)
  if (reply.status === 401 && cast[name]) return [`401 ${code} with a live session`]
  // A reply to HEAD has no body to say it.
  if (reply.status === 403 && call.method !== 'HEAD' && !codesOf403.has(code)) return [`403 ${code}`]
  if (reply.status >= 500) return [`${reply.status} ${code}`]
  return []
}
const codesOf403 = new Set([
  'NOT_ALLOWED',
  'NOT_APPROVED',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_CLOSING',
  'ACCOUNT_UNFINISHED',
  'TERMS_NOT_ACCEPTED',
  'SUBSCRIPTION_REQUIRED',
  'PURCHASE_REQUIRED',
  'TICKET_REQUIRED',
  'FOLLOW_REQUIRED',
])

/** Differences between the contract and the two lists of who may make calls at all. */
function listDeviations(): string[] {
  const read = (file: string) =>
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split('\t'))
  const normal = (route: string) => route.replaceAll(/\{[^}]+\}|:[a-zA-Z]+/g, '{}')
  const expected = new Map<string, string>()
  for (const [method, path, who] of read('../../docs/spec/calls.tsv')) expected.set(normal(`${method} ${path}`), who!)
  for (const [route, who] of read('own-calls.tsv')) expected.set(normal(route!), who!)
  return declared.flatMap((call) => {
    const table = expected.get(normal(call.route))
    // An approved performer is a performer with additional requirements.
    if (table === call.who || (table === 'performer' && call.who === 'approved')) return []
    return [
      table
        ? `${call.route} is for ${call.who}; the list says ${table}`
        : `${call.route} stands in no list: add it to own-calls.tsv`,
    ]
  })
}
