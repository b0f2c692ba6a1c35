import type { Permission } from '@fanlight/contract/endpoint'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../platform/db/db.ts'
import { idOf, type SignedIn, type Viewer, type Visitor } from '../../platform/viewer.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { ageScope } from './age.ts'
import { authorize, hiddenPerformers } from './policy.ts'
import { idsIn, performerRelationsSql } from './policy-sql.ts'
import { visibleToSessions } from './sessions.ts'
import { ageHides, hiddenAmong, type VisibilityRelations } from './visibility.ts'
import {
  authorVisibleSql,
  listingVisibleSql,
  performerVisibleSql,
  visibilityVariant,
  withViewer,
} from './visibility-sql.ts'

// One rule decides which performers a viewer may know of. Worlds that fast-check makes are written to PostgreSQL, and every form of the
// rule is compared with what the rule says of the world itself.

let server: TestServer
let performers: Built[]
let fan: Built
let admin: Built
beforeAll(async () => {
  server = await startTestServer()
  performers = await Promise.all(Array.from({ length: 6 }, () => buildPerformer(server.ctx)))
  fan = await buildUser(server.ctx)
  admin = await buildAdmin(server.ctx)
}, 60_000)
afterAll(() => server.stop())

// As often open as closed in some way.
const performerAttributes = fc.record({
  status: fc.oneof(
    { weight: 4, arbitrary: fc.constant('active' as const) },
    fc.constantFrom('pending_email', 'suspended', 'closing', 'closed' as const),
  ),
  verification: fc.oneof(
    { weight: 4, arbitrary: fc.constant('approved' as const) },
    fc.constantFrom('draft', 'submitted', 'in_review', 'more_info', 'rejected', 'expired', 'revoked' as const),
  ),
  isAdult: fc.boolean(),
  countries: fc.subarray(['DE', 'JP']),
})
type PerformerAttributes = typeof performerAttributes extends fc.Arbitrary<infer A> ? A : never

/** Index of an account: the performers, then the fan, then the member of staff. */
const accountIndex = fc.nat({ max: 7 })
const permission = fc.constantFrom<Permission>('support', 'moderation', 'compliance', 'finance', 'content', 'owner')
const world = fc.record({
  performers: fc.array(performerAttributes, { minLength: 6, maxLength: 6 }),
  blocks: fc.uniqueArray(fc.tuple(accountIndex, accountIndex), {
    maxLength: 8,
    selector: ([blocker, blocked]) => `${blocker} ${blocked}`,
  }),
  adultContent: fc.constantFrom('marked' as const, 'everything' as const),
  permissions: fc.uniqueArray(permission, { maxLength: 2 }),
  viewerStatus: fc.oneof(
    { weight: 3, arbitrary: fc.constant('active' as const) },
    fc.constantFrom('pending_email' as const, 'suspended' as const, 'closing' as const, 'closed' as const),
  ),
  country: fc.constantFrom('DE', 'JP', 'FR', null),
  age: fc.constantFrom('none' as const, 'declared' as const, 'assured' as const),
})
type World = typeof world extends fc.Arbitrary<infer W> ? W : never

const accounts = () => [...performers, fan, admin]

async function write({ performers: attributes, blocks, adultContent }: World): Promise<void> {
  const { ctx } = server
  const ids = performers.map(({ id }) => id)
  await ctx.transaction(async (tx) => {
    await sql`DELETE FROM blocks`.execute(tx.db)
    await sql`DELETE FROM country_blocks`.execute(tx.db)
    await sql`UPDATE accounts a SET status = s.status FROM unnest(${ids}::uuid[], ${attributes.map(({ status }) => status)}::text[]) s(id, status)
      WHERE a.id = s.id`.execute(tx.db)
    await sql`UPDATE performers p SET verification_status = s.verification, is_adult = s.adult
      FROM unnest(${ids}::uuid[], ${attributes.map(({ verification }) => verification)}::text[], ${attributes.map(({ isAdult }) => isAdult)}::boolean[])
        s(id, verification, adult) WHERE p.account_id = s.id`.execute(tx.db)
    for (const [index, { countries }] of attributes.entries())
      await sql`INSERT INTO country_blocks (performer_id, country) SELECT ${ids[index]}::uuid, unnest(${countries}::text[])`.execute(
        tx.db,
      )
    for (const [blocker, blocked] of blocks)
      if (blocker !== blocked)
        await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${accounts()[blocker]!.id}, ${accounts()[blocked]!.id})`.execute(
          tx.db,
        )
  })
  await ctx.settings.set(ctx.db, 'adultContent', adultContent, null)
}

/** A visitor, the fan, the member of staff, and a performer who is hidden in some way. */
function viewersOf({ permissions, viewerStatus, country, age }: World): Viewer[] {
  const visitor: Visitor = { kind: 'visitor', address: '192.0.2.1', country, locale: 'en-US', age }
  const signedIn = (account: Built, more: Partial<SignedIn>): SignedIn => ({
    ...visitor,
    kind: 'signed-in',
    id: account.id,
    role: 'user',
    username: account.username,
    status: viewerStatus,
    emailVerified: true,
    unfinished: false,
    termsDue: false,
    approved: false,
    permissions: [],
    needsSecondFactor: false,
    accessEpoch: 0,
    sessionId: account.sessionId,
    authenticatedAt: new Date(0),
    ...more,
  })
  return [
    visitor,
    signedIn(fan, {}),
    signedIn(admin, { role: 'admin', permissions }),
    ...performers.slice(0, 2).map((performer) => signedIn(performer, { role: 'performer' })),
  ]
}

const isClosed = ({ status, verification }: PerformerAttributes) =>
  !['active', 'pending_email'].includes(status) || !['approved', 'expired'].includes(verification)

/** The relations by the world itself, without SQL. */
function relationsOf(made: World, viewer: Viewer): VisibilityRelations {
  const all = accounts()
  const scope = ageScope(server.ctx.settings.all(), viewer)
  const where = (holds: (attributes: PerformerAttributes) => boolean) =>
    new Set(performers.filter((_, index) => holds(made.performers[index]!)).map(({ id }) => id))
  const me = idOf(viewer)
  const pairs = made.blocks
    .filter(([blocker, blocked]) => blocker !== blocked)
    .map(([blocker, blocked]) => [all[blocker]!.id, all[blocked]!.id] as const)
  return {
    blockedPerformers: new Set(
      pairs.flatMap(([blocker, blocked]) => (blocker === me ? [blocked] : blocked === me ? [blocker] : [])),
    ),
    geoBlockedPerformers: where(({ countries }) => viewer.country !== null && countries.includes(viewer.country)),
    closedPerformers: where(isClosed),
    ageClosedPerformers: where(({ isAdult }) => ageHides(scope, isAdult)),
  }
}

const select = async (
  condition: ReturnType<typeof withViewer>,
  from = sql`unnest(${performers.map(({ id }) => id)}::uuid[]) p(id)`,
) =>
  new Set(
    (await rows(server.ctx.db, sql<{ id: string }>`SELECT id FROM ${from} WHERE ${condition}`)).map(({ id }) => id),
  )

const none: ReadonlySet<string> = new Set()
const without = (ids: readonly string[], hidden: ReadonlySet<string>) => new Set(ids.filter((id) => !hidden.has(id)))

async function compare(made: World, viewer: Viewer): Promise<void> {
  const { ctx } = server
  const ids = performers.map(({ id }) => id)
  const relations = relationsOf(made, viewer)
  const hidden = hiddenAmong(viewer, ids, relations)
  const variant = visibilityVariant(ctx, viewer)
  const visible = without(ids, hidden)

  expect(await hiddenPerformers(ctx, viewer, ids), 'relations of the policy').toEqual(hidden)
  expect(
    await select(withViewer(viewer, (me, country) => performerVisibleSql(variant, 'p.id', me, country))),
    'condition for lists',
  ).toEqual(visible)

  const listed = ids.filter((_, index) => {
    const { status, verification } = made.performers[index]!
    return status === 'active' && verification === 'approved'
  })
  const listings = sql`(SELECT l.*, l.performer_id AS id FROM performer_listings l) l`
  for (const isVisitor of viewer.kind === 'visitor' ? [true, false] : [false])
    expect(
      await select(
        withViewer(viewer, (me, country) => listingVisibleSql(variant, isVisitor ? null : me, country)),
        listings,
      ),
      'condition for listings',
    ).toEqual(without(listed, hidden))

  // What an author wrote elsewhere stays where their own page is closed.
  expect(await select(authorVisibleSql(ctx, viewer, 'p.id')), 'condition for authors').toEqual(
    without(ids, hiddenAmong(viewer, ids, { ...relations, closedPerformers: none })),
  )

  const fastPath = await row(
    ctx.db,
    sql<{ blocked: string | null; geoBlocked: string | null }>`SELECT ${sql.raw(
      performerRelationsSql({ me: 'v.me', performers: 'v.ids', country: 'v.country' }),
    )} FROM (SELECT ${idOf(viewer)}::uuid AS me, ${ids}::uuid[] AS ids, ${viewer.country}::text AS country) v`,
  )
  expect(
    hiddenAmong(viewer, ids, {
      ...relations,
      blockedPerformers: idsIn(fastPath!.blocked),
      geoBlockedPerformers: idsIn(fastPath!.geoBlocked),
    }),
    'relations of fast-path queries',
  ).toEqual(hidden)

  for (const id of ids) {
    const gate = { type: 'public' as const, planIds: [], listIds: [], price: null, freeForSubscribers: false }
    const thing = { id, performerId: id, gate, availability: 'published' as const }
    const more = { followedPerformers: none, subscribedPerformers: none, plans: none, purchases: none, lists: none }
    const verdict = authorize(viewer, thing, { ...relations, ...more })
    expect(verdict.granted, 'access policy').toBe(!hidden.has(id))
  }
  if (viewer.kind === 'visitor') return

  // Before a charge neither age nor staff matters. A performer who is hidden for another reason can't charge.
  const others = ids.filter((id) => id !== viewer.id)
  const payer = { ...viewer, role: 'user' as const }
  const hiddenFromPayer = hiddenAmong(payer, others, { ...relations, ageClosedPerformers: none })
  const refused = await select(
    withViewer(viewer, (me, country) => `performer_is_hidden(${me}, p.id, ${country})`),
    sql`unnest(${others}::uuid[]) p(id)`,
  )
  expect(refused, 'function for charges').toEqual(hiddenFromPayer)
  for (const id of others)
    if (hidden.has(id) && !relations.ageClosedPerformers.has(id)) expect(refused.has(id)).toBe(true)

  if (viewer.role === 'admin') return
  await sql`UPDATE sessions SET country = ${viewer.country} WHERE id = ${viewer.sessionId}`.execute(ctx.db)
  await sql`UPDATE accounts SET age_assurance = ${viewer.age}, age_assurance_until = app_now() + interval '1 day' WHERE id = ${viewer.id}`.execute(
    ctx.db,
  )
  // A performer whose documents were reviewed is an adult by them, whatever else the account says.
  if (viewer.role === 'performer') return
  for (const id of ids)
    expect((await visibleToSessions(ctx, id, [viewer.sessionId])).length === 1, 'sessions').toBe(!hidden.has(id))
}

test('every form of the rule hides the same performers from the same viewers', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      await write(made)
      for (const viewer of viewersOf(made)) await compare(made, viewer)
    }),
    { numRuns: 40 },
  )
}, 120_000)

/** Every performer is hidden by every relation, but for a block, which there is with the first one only. */
const closedWorld = (permissions: Permission[]): World => ({
  performers: performers.map(() => ({
    status: 'suspended',
    verification: 'revoked',
    isAdult: true,
    countries: ['DE'],
  })),
  blocks: [[0, 7]],
  adultContent: 'everything',
  permissions,
  viewerStatus: 'active',
  country: 'DE',
  age: 'none',
})

test.each<[permissions: Permission[], seesAll: boolean]>([
  [['moderation'], true],
  [['owner'], true],
  [['support', 'compliance', 'finance', 'content', 'settings'], false],
])('staff with %j view hidden performers: %s', async (permissions, seesAll) => {
  const made = closedWorld(permissions)
  await write(made)
  const viewer = viewersOf(made).find((entry) => idOf(entry) === admin.id)!
  const hidden = await hiddenPerformers(
    server.ctx,
    viewer,
    performers.map(({ id }) => id),
  )
  expect(hidden.size).toBe(seesAll ? 0 : performers.length)
  await compare(made, viewer)
})

test('PostgreSQL replaces the functions of the pieces by their text, so that it can use the indexes', async () => {
  const viewer = viewersOf(closedWorld(['support']))[1]!
  const conditions = [
    withViewer(viewer, (me, country) => performerVisibleSql('marked', 'p.id', me, country)),
    withViewer(viewer, (me, country) => {
      const [own, here] = [`(SELECT ${me})`, `(SELECT ${country})`]
      return `(SELECT r.blocked IS NULL FROM (SELECT ${performerRelationsSql({ me: own, performers: 'ARRAY[p.id]', country: here })}) r)`
    }),
  ]
  for (const condition of conditions) {
    // Tables of a test are so small that PostgreSQL would read all of them.
    const plan = await server.ctx.transaction(async (tx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(tx.db)
      return rows(
        tx.db,
        sql<{
          'QUERY PLAN': string
        }>`EXPLAIN (VERBOSE) SELECT id FROM unnest(${performers.map(({ id }) => id)}::uuid[]) p(id) WHERE ${condition}`,
      )
    })
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text).not.toMatch(/blocked_with|performer_is_closed/)
    expect(text).toMatch(/Scan (using|on) blocks_/)
    expect(text).not.toContain('Seq Scan on public.blocks')
  }
})
