import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import type { Built } from '@fanlight/server/testing/builders'
import { type Change, watchChanges } from '@fanlight/server/testing/changes'
import { jsonSchema } from '@fanlight/server/testing/inputs'
import { startGoogle } from '@fanlight/server/testing/peers/google'
import { startTwitter } from '@fanlight/server/testing/peers/twitter'
import { startTestServer } from '@fanlight/server/testing/server'
import { type ApiRequest, buildWorld, type CastName, freshTokens, sendRequest, type World } from './api-world.ts'
import { type ReliabilityCheck, sabotaged } from './check.ts'
import { requests } from './valid-requests.ts'

// Every write is sent by everybody who may make it, twice: plainly, and with every column of every table added to its body, in both
// spellings, at its top and inside each of its objects. The second may change what the first changed, and nothing it was slipped
// may arrive. `n` counts the writes that were obeyed.

export const check: ReliabilityCheck = {
  id: 'S4',
  title: 'A write changes the fields it declares and no others',
  async run() {
    const violations: string[] = []
    const [google, twitter] = [await startGoogle(), await startTwitter()]
    const server = await startTestServer({ env: { LOG_LEVEL: 'silent', ...google.env, ...twitter.env } })
    const changes = await watchChanges(server.ownerUrl)
    let n = 0
    try {
      const extras = injected(changes.columns)
      const peers = { google, twitter }
      const [first, second] = [await buildWorld(server), await buildWorld(server)].map((world) => ({
        ...world,
        peers,
      })) as [World, World]
      const writes = declared.filter(
        ({ method, route }) =>
          method !== 'GET' && !needsMore.has(route) && (!sabotaged('S4') || brokenBySabotage.has(route)),
      )
      for (const call of writes) {
        let obeyed = 0
        for (const name of rolesOf(call)) {
          const send = async (world: World, more: Record<string, unknown>) => {
            const request = await requestOf(world, call, world.cast[name])
            if (!request) return undefined
            const [token] = await freshTokens(world.server, [world.cast[name]])
            await changes.taken()
            const reply = await sendRequest(world, call, token, { ...request, ...withMore(call, request, more) }, name)
            if (reply.status < 300) {
              n++
              obeyed++
            } else if (Object.keys(more).length === 0 && !mayFail[call.route]?.includes(name))
              violations.push(
                `${name} × ${call.route}: a valid request got ${reply.status} ${reply.text.slice(0, 200)}`,
              )
            return { ok: reply.status < 300, changes: await changes.taken() }
          }
          const plain = await send(first, {})
          const slipped = await send(second, extras)
          // Where it is refused, both worlds still go the same way.
          if (slipped && !slipped.ok) await send(second, {})
          if (!plain || !slipped) continue
          // What is refused whole must change nothing at all.
          const allowed = new Set(slipped.ok ? plain.changes.map(columnOf) : [])
          for (const change of slipped.changes) {
            if (!allowed.has(columnOf(change)))
              violations.push(`${name} × ${call.route} also ${change.kind} ${change.table}.${change.column}`)
            else if (
              carries(change, extras) &&
              !plain.changes.some(
                (otherChange) => columnOf(otherChange) === columnOf(change) && same(otherChange.value, change.value),
              )
            )
              violations.push(
                `${name} × ${call.route} let ${change.table}.${change.column} be set to ${JSON.stringify(change.value)}`,
              )
          }
        }
        if (obeyed === 0) violations.push(`no account could make a valid ${call.route}`)
      }
      return { n, violations: [...new Set(violations)] }
    } finally {
      await changes.close()
      await server.stop()
      await Promise.all([google.stop(), twitter.stop()])
    }
  },
}

/** It answers where live streams go through Agora alone, and its tests are there (`live/engine/agora.test.ts`). */
const needsMore = new Set(['POST /streaming/agora/token'])

/** The deliberate bug is in the two profile calls. */
const brokenBySabotage = new Set(['PUT /users', 'PUT /performers/me'])

/** One of each kind of people who may make this call. */
function rolesOf(call: Endpoint): CastName[] {
  // An approved performer sends no documents again.
  if (call.route === 'POST /performers/documents/upload') return ['kycPending']
  // Others need the secret that was mailed to the author.
  if (call.route === 'POST /reports/decisions/:id/appeal') return ['performer']
  if (call.who === 'public') return ['anonymous', 'fan']
  // Staff accounts are closed by other staff.
  if (call.route === 'POST /users/me/closing') return ['fan', 'performer']
  if (call.who === 'any') return ['fan', 'performer', 'owner']
  if (call.who === 'user') return ['fan']
  if (call.who.startsWith('admin:')) {
    const admin = admins[call.who.slice('admin:'.length)]
    return admin ? [admin, 'owner'] : ['owner']
  }
  return ['performer']
}
/** Who in the cast has one permission and no other. */
const admins: Record<string, CastName> = {
  any: 'moderator',
  support: 'support',
  moderation: 'moderator',
  compliance: 'compliance',
  finance: 'finance',
}
/** Who is not wrong to be refused: staff see everything and have nothing to unlock. */
const mayFail: Record<string, readonly CastName[]> = {
  // Kept for who may watch: a stranger's place in a video for subscribers is none.
  'PUT /performer-assets/videos/:id/position': ['fan'],
  'POST /wallet/charges/feed/:id': ['owner'],
  'POST /wallet/charges/product/:id': ['owner'],
  'POST /wallet/charges/gallery/:id': ['owner'],
  'POST /wallet/charges/message/:id': ['owner'],
  'POST /wallet/charges/video/:id': ['owner'],
  'POST /wallet/charges/stream/:id': ['owner'],
  // They are nobody's moderators.
  'DELETE /messages/stream/:id': ['fan', 'owner'],
  'PUT /conversations/stream/:id/pinned': ['fan', 'owner'],
  'PUT /conversations/stream/:id/people/:userId': ['fan', 'owner'],
  'DELETE /conversations/stream/:id/people/:userId': ['fan', 'owner'],
  'POST /messages/stream/:id/held/:messageId/approve': ['fan', 'owner'],
  'DELETE /messages/stream/:id/held/:messageId': ['fan', 'owner'],
  'POST /streaming/:id/poll': ['fan', 'owner'],
  // They are not in it.
  'POST /streaming/group-shows/:id/messages': ['fan', 'owner'],
  'PUT /streaming/polls/:id/end': ['fan', 'owner'],
  'POST /streaming/:id/markers': ['fan', 'owner'],
  'DELETE /streaming/markers/:id': ['fan', 'owner'],
  // Creators have a call of their own.
  'PUT /users': ['performer'],
}

/** About the sender's own objects or, for calls that have none, about another user's objects. */
async function requestOf(world: World, call: Endpoint, me: Built | undefined): Promise<ApiRequest | undefined> {
  const { about, make } = requests[call.route as keyof typeof requests]
  if (theirsFirst.has(call.route) || (about.length > 0 && !about.includes('own'))) return make(world, me, 'theirs')
  return (await make(world, me, 'own')) ?? (about.includes('theirs') ? make(world, me, 'theirs') : undefined)
}
/** What one can't do to oneself. */
const theirsFirst = new Set([
  'POST /conversations',
  'PUT /performer/fans/:id/note',
  'POST /follows/:id',
  'DELETE /follows/:id',
  'POST /user/not-interested',
  'DELETE /user/not-interested/:id',
  'POST /reports',
  'POST /streaming/private-requests',
  'POST /streaming/group-shows',
  'POST /streaming/schedule/:id/reminder',
  'PUT /streaming/polls/:id/vote',
  'POST /block/users',
  'DELETE /block/users/:id',
  'POST /wallet/charges/tip/:id',
  'POST /wallet/charges/feed/:id',
  'POST /wallet/charges/product/:id',
  'POST /wallet/charges/gallery/:id',
  'POST /wallet/charges/message/:id',
  'POST /wallet/charges/video/:id',
  'POST /wallet/charges/stream/:id',
  'POST /payment/subscribe/performers',
  'POST /user/feeds/vote/:id',
])

/** The body with all undeclared fields added to every object in it. */
function withMore(call: Endpoint, { body }: ApiRequest, more: Record<string, unknown>): Partial<ApiRequest> {
  if (Object.keys(more).length === 0 || (body === undefined && !call.files)) return {}
  return { body: call.body ? added(jsonSchema(call.body), body ?? {}, more) : { ...more } }
}
function added(schema: ReturnType<typeof jsonSchema>, value: unknown, more: Record<string, unknown>): unknown {
  const shape = schema.anyOf ?? schema.oneOf ?? [schema]
  if (Array.isArray(value)) return value.map((entry) => added(shape[0].items ?? {}, entry, more))
  if (value === null || typeof value !== 'object') return value
  const known = new Set(
    shape.flatMap((entry: object) => Object.keys((entry as { properties?: object }).properties ?? {})),
  )
  // Keys of a record are data, not fields.
  if (known.size === 0) return value
  const own = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      added(
        shape.find((returnType: ReturnType<typeof jsonSchema>) => returnType.properties?.[name])?.properties[name] ??
          {},
        inner,
        more,
      ),
    ]),
  )
  return { ...Object.fromEntries(Object.entries(more).filter(([name]) => !known.has(name))), ...own }
}
const columnOf = (change: Change) => `${change.kind} ${change.table}.${change.column}`
const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_all, character: string) => character.toUpperCase())

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
  change.value !== true &&
  (same(change.value, extras[change.column]) || JSON.stringify(change.value ?? '').includes('canary'))
