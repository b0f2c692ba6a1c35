import { readFileSync } from 'node:fs'
import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { api } from '@fanlight/server/testing/api'
import { buildSession } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { openSnapshots } from '@fanlight/server/testing/snapshot'
import { buildCast, type Cast, type CastName, freshToken, pathOf } from './api-world.ts'
import type { ReliabilityCheck } from './check.ts'

// Who may ask what is written twice: in the contract, and in two tables that are reviewed on their own (the specification's calls,
// and `own-calls.tsv` for those we added). Both must agree, and the server must do what they say.

export const check: ReliabilityCheck = {
  id: 'S2',
  title: 'Every call refuses whom the table says, and a refusal changes nothing',
  async run() {
    const violations = tableDeviations()
    const server = await startTestServer()
    const snapshots = await openSnapshots(server.ownerUrl)
    let n = declared.length
    try {
      const cast = await buildCast(server)
      const names = Object.keys(cast) as CastName[]
      for (const call of declared) {
        // Enough to see what is wrong.
        if (violations.length >= violationsMax) break
        const denied = names.filter((name) => refusal(call, name, cast) !== undefined)
        const tokens = new Map(
          await Promise.all(names.map(async (name) => [name, await freshToken(server, cast[name])] as const)),
        )
        const before = await snapshots.digest()
        for (const name of denied) {
          const reply = await api(server, tokens.get(name)).call(call.method, pathOf(call))
          const [status, codes] = refusal(call, name, cast)!
          if (reply.status !== status || !codes.includes(reply.body?.code))
            violations.push(`${name} × ${call.route}: ${reply.status} ${reply.body?.code}, not ${status} ${codes[0]}`)
        }
        const after = await snapshots.digest()
        for (const [table, hash] of after)
          if (before.get(table) !== hash) violations.push(`${call.route}: a refusal changed ${table}`)
        for (const name of names.filter((one) => !denied.includes(one))) {
          const reply = await api(server, tokens.get(name)).call(call.method, pathOf(call))
          if (policyCodes.includes(reply.body?.code))
            violations.push(`${name} × ${call.route}: ${reply.body.code}, though it is theirs to ask`)
        }
        n += names.length
      }
      n += await objects(server, cast, violations)
      return { n, violations }
    } finally {
      await snapshots.close()
      await server.stop()
    }
  },
}

const violationsMax = 20
const policyCodes = ['NOT_SIGNED_IN', 'NOT_ALLOWED', 'NOT_APPROVED', 'ACCOUNT_SUSPENDED']

/** What somebody must be told, or undefined when they may ask. */
function refusal(call: Endpoint, name: CastName, cast: Cast): [number, string[]] | undefined {
  const { who } = call
  if (who === 'public') return undefined
  if (cast[name] === undefined) return [401, ['NOT_SIGNED_IN']]
  if ((name === 'suspended' || name === 'suspendedPerformer') && call.method !== 'GET')
    return [403, ['ACCOUNT_SUSPENDED']]
  const staff: readonly CastName[] = ['support', 'moderator', 'compliance', 'finance', 'owner']
  const performers: readonly CastName[] = ['performer', 'otherPerformer', 'kycPending', 'suspendedPerformer']
  const role = staff.includes(name) ? 'admin' : performers.includes(name) ? 'performer' : 'user'
  if (who === 'any') return undefined
  if (who === 'user') return role === 'user' ? undefined : [403, ['NOT_ALLOWED']]
  if (who === 'performer') return role === 'performer' ? undefined : [403, ['NOT_ALLOWED']]
  if (who === 'approved')
    return role !== 'performer' ? [403, ['NOT_ALLOWED']] : name === 'kycPending' ? [403, ['NOT_APPROVED']] : undefined
  const holder = {
    support: 'support',
    moderation: 'moderator',
    compliance: 'compliance',
    finance: 'finance',
    content: '',
    settings: '',
    owner: 'owner',
  } as const
  const needed = holder[who.slice('admin:'.length) as keyof typeof holder]
  return name === 'owner' || name === needed ? undefined : [403, ['NOT_ALLOWED']]
}

function tableDeviations(): string[] {
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
    // An approved performer is a performer of whom more is asked.
    if (table === call.who || (table === 'performer' && call.who === 'approved')) return []
    return [
      table
        ? `${call.route} is for ${call.who}; the table says ${table}`
        : `${call.route} stands in no table: add it to own-calls.tsv`,
    ]
  })
}

/** Own things, other people's, nobody's, and children of another parent. Modules with such things add theirs. */
async function objects(server: TestServer, cast: Cast, violations: string[]): Promise<number> {
  const nobody = '01890000-0000-7000-8000-00000000dead'
  const phone = await buildSession(server.ctx, cast.fan.id)
  const token = (name: CastName) => freshToken(server, cast[name])
  const { rows } = await server.ctx.pool.query<{ id: string }>('SELECT id FROM verifications WHERE performer_id = $1', [
    cast.kycPending.id,
  ])
  const verification = rows[0]!.id
  const cases: [string, string | undefined, 'GET' | 'POST' | 'DELETE', string, number][] = [
    ['somebody else’s session', await token('otherFan'), 'DELETE', `/auth/sessions/${phone.sessionId}`, 404],
    [
      'staff ending a fan’s session as their own',
      await token('owner'),
      'DELETE',
      `/auth/sessions/${phone.sessionId}`,
      404,
    ],
    ['no such session', await token('fan'), 'DELETE', `/auth/sessions/${nobody}`, 404],
    ['one’s own session', await token('fan'), 'DELETE', `/auth/sessions/${phone.sessionId}`, 200],
    ['no such review', await token('compliance'), 'GET', `/admin/verifications/${nobody}`, 404],
    [
      'a performer looking at their own review as staff',
      await token('kycPending'),
      'GET',
      `/admin/verifications/${verification}`,
      403,
    ],
    [
      'a paper of no review',
      await token('compliance'),
      'GET',
      `/admin/verifications/${verification}/documents/${nobody}?reason=look`,
      404,
    ],
    ['approving oneself', await token('kycPending'), 'POST', `/admin/verifications/${verification}/approval`, 403],
  ]
  for (const [what, token, method, path, status] of cases) {
    const reply = await api(server, token).call(method, path)
    if (reply.status !== status) violations.push(`${what}: ${reply.status}, not ${status}`)
  }
  return cases.length
}
