import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { jsonSchema, sampleOf } from '@fanlight/server/testing/inputs'
import { startTestServer } from '@fanlight/server/testing/server'
import { type Change, changesBetween, openSnapshots } from '@fanlight/server/testing/snapshot'
import { allowedFor, buildCast, type Cast, freshToken, pathOf, sendCall } from './api-world.ts'
import type { ReliabilityCheck } from './check.ts'

// Each write is sent twice, by two people of a kind: plainly, and with every column of every table added to its body. The second
// may change what the first changed, and nothing it was slipped may arrive. `n` counts the writes that were obeyed.

export const check: ReliabilityCheck = {
  id: 'S4',
  title: 'A write changes the fields it declares and no others',
  async run() {
    const violations: string[] = []
    const server = await startTestServer()
    const snapshots = await openSnapshots(server.ownerUrl)
    let n = 0
    try {
      const extras = injected(snapshots.columns)
      const [first, second] = [await buildCast(server), await buildCast(server)]
      for (const call of declared.filter((one) => one.method !== 'GET' && one.body)) {
        const send = async (more: Record<string, unknown>, others: Cast) => {
          // A review is decided once.
          const cast = call.path.startsWith('/admin/verifications') ? await buildCast(server) : others
          const target = await targetOf(server, call, cast)
          const body = {
            ...bodies[call.route]?.(n),
            ...(bodies[call.route] ? {} : (sampleOf(jsonSchema(call.body!)) as object)),
          }
          const declaredFields = new Set(Object.keys(jsonSchema(call.body!).properties ?? body))
          const added = Object.fromEntries(Object.entries(more).filter(([name]) => !declaredFields.has(name)))
          const token = await freshToken(server, allowedFor(call, cast))
          const before = await snapshots.take()
          const reply = await sendCall(
            server,
            call,
            token,
            pathOf(call, () => target),
            { ...added, ...body },
          )
          if (reply.status < 400) n += 1
          return { status: reply.status, changes: changesBetween(before, await snapshots.take()) }
        }
        const plain = await send({}, first)
        const slipped = await send(extras, second)
        const allowed = new Set(plain.changes.map(placeOf))
        for (const change of slipped.changes) {
          if (!allowed.has(placeOf(change)))
            violations.push(`${call.route} also ${change.kind} ${change.table}.${change.column}`)
          else if (
            carries(change, extras) &&
            !plain.changes.some((one) => placeOf(one) === placeOf(change) && same(one.value, change.value))
          )
            violations.push(
              `${call.route} let ${change.table}.${change.column} be set to ${JSON.stringify(change.value)}`,
            )
        }
      }
      return { n, violations: [...new Set(violations)] }
    } finally {
      await snapshots.close()
      await server.stop()
    }
  },
}

const placeOf = (change: Change) => `${change.kind} ${change.table}.${change.column}`
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

/** One value for every column, under both spellings, that no honest row would hold. */
function injected(columns: readonly { column: string; type: string }[]): Record<string, unknown> {
  const special: Record<string, unknown> = {
    role: 'admin',
    permissions: ['owner'],
    status: 'closed',
    is_admin: true,
    balance: 424_242,
    verified_at: '2001-01-01T00:00:00Z',
    price: 424_242,
    scope: 'canary',
    verification_status: 'approved',
    isAdmin: true,
  }
  const byType: Record<string, unknown> = {
    boolean: true,
    integer: 424_242,
    smallint: 4_242,
    bigint: 424_242,
    uuid: '01890000-0000-7000-8000-0000000ca4a9',
    ARRAY: ['canary'],
    jsonb: { canary: true },
    date: '2001-01-01',
    'timestamp with time zone': '2001-01-01T00:00:00+00:00',
  }
  const values = Object.fromEntries(columns.map(({ column, type }) => [column, byType[type] ?? 'canary']))
  Object.assign(values, special)
  return { ...values, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [camel(name), value])) }
}
const carries = (change: Change, extras: Record<string, unknown>) =>
  same(change.value, extras[change.column]) || JSON.stringify(change.value ?? '').includes('canary')

const password = 'a-lamp-in-the-window'
let unique = 0
const person = () => ({
  name: 'Noor',
  username: `noor_${Date.now().toString(36)}_${++unique}`.slice(0, 30),
  email: `noor${++unique}@example.com`,
  password,
})
/** Bodies that pass, where a schema alone can't tell what does. */
const bodies: Partial<Record<string, (n: number) => object>> = {
  'POST /auth/login': () => ({ username: person().username, password }),
  'POST /auth/users/register': () => ({ ...person(), acceptTerms: true }),
  'PUT /auth/users/me/password': () => ({ password }),
  'PUT /auth/performers/me/password': () => ({ password }),
  'POST /auth/users/forgot': () => ({ email: 'nobody@example.com' }),
  'POST /auth/email-verification': () => ({ email: 'nobody@example.com' }),
  'PUT /users': () => ({ name: 'Noor' }),
  'PUT /performers/me': () => ({ bio: 'Clay.', links: [{ title: 'Shop', url: 'https://example.com' }] }),
  'POST /admin/verifications/:id/approval': () => ({ reason: 'fine' }),
  'POST /admin/verifications/:id/rejection': () => ({ reason: 'blurred' }),
  'POST /admin/verifications/:id/request-for-more': () => ({ fieldReasons: { id_front: 'Too dark.' } }),
}

async function targetOf(
  server: { ctx: { pool: { query(text: string, values: unknown[]): Promise<{ rows: { id: string }[] }> } } },
  call: Endpoint,
  cast: Cast,
): Promise<string> {
  if (!call.path.startsWith('/admin/verifications')) return cast.performer.id
  return (await server.ctx.pool.query('SELECT id FROM verifications WHERE performer_id = $1', [cast.kycPending.id]))
    .rows[0]!.id
}
