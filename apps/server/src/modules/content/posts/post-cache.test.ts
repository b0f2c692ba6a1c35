import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { insertVariants } from '../../media/store.ts'
import { buildFeed, buildFile } from './testing.ts'

// Text is cached by the version of the rows it was made from: after any change, made by any code, the next page contains the new data.

let server: TestServer
let performer: Built
let fan: Built
beforeAll(async () => {
  server = await startTestServer()
  performer = await buildPerformer(server.ctx, { name: 'Before' })
  fan = await buildUser(server.ctx)
})
afterAll(() => server.stop())

const pageOf = async (who: Built = fan) =>
  (await api(server).as(who).get(`/user/feeds/search/${performer.username}`)).body
const shown = async (id: string, who: Built = fan) =>
  (await pageOf(who)).data.find((feed: { _id: string }) => feed._id === id)

test('text, gate and counts are the current ones', async () => {
  const { db } = server.ctx
  const id = await buildFeed(server.ctx, performer, { text: 'first text', status: 'published' })
  for (let times = 0; times < 2; times++) expect((await shown(id)).text).toBe('first text')
  const changes = [
    [sql`text = 'second text'`, { text: 'second text' }],
    [sql`likes = 7`, { stats: { views: 0, likes: 7, comments: 0, bookmarks: 0 } }],
    [
      sql`gate_type = 'subscribers'`,
      { text: '', locked: { reason: 'subscribe', price: null, alsoBySubscribing: false } },
    ],
    [
      sql`gate_type = 'paid', gate_price = 300`,
      { text: '', locked: { reason: 'buy', price: 3, alsoBySubscribing: false } },
    ],
    [sql`gate_type = 'public'`, { text: 'second text', locked: null }],
  ] as const
  for (const [change, expected] of changes) {
    await sql`UPDATE items SET ${change} WHERE id = ${id}`.execute(db)
    expect(await shown(id)).toMatchObject(expected)
  }
  await sql`UPDATE items SET status = 'hidden' WHERE id = ${id}`.execute(db)
  expect(await shown(id)).toBeUndefined()
})

test('name, badge, image and closing of the performer are the current ones', async () => {
  const { ctx } = server
  const id = await buildFeed(ctx, performer, { text: 'by a creator', status: 'published' })
  const avatar = await buildFile(ctx, performer)
  await sql`UPDATE files SET purpose = 'avatar', kind = 'photo', status = 'processing' WHERE id = ${avatar}`.execute(
    ctx.db,
  )
  await sql`INSERT INTO file_variants (file_id, name, kind, storage_key, mime, width, height)
    VALUES (${avatar}, 'webp-256', 'profile-image', ${avatar}, 'image/webp', 256, 256)`.execute(ctx.db)
  expect((await shown(id)).performer).toMatchObject({ name: 'Before', isVerified: true, avatar: '/no-avatar.svg' })
  await sql`UPDATE accounts SET name = 'After', avatar_file_id = ${avatar} WHERE id = ${performer.id}`.execute(ctx.db)
  expect((await shown(id)).performer).toMatchObject({ name: 'After', avatar: '/no-avatar.svg' })
  await sql`UPDATE performers SET verification_status = 'expired' WHERE account_id = ${performer.id}`.execute(ctx.db)
  expect((await shown(id)).performer.isVerified).toBe(false)
  await sql`UPDATE files SET status = 'ready' WHERE id = ${avatar}`.execute(ctx.db)
  expect((await shown(id)).performer.avatar).toMatch(/^\/media\//)
  await sql`UPDATE files SET status = 'blocked' WHERE id = ${avatar}`.execute(ctx.db)
  expect((await shown(id)).performer.avatar).toBe('/no-avatar.svg')
  const home = async () => (await api(server).as(fan).get('/user/feeds')).body.data.length
  await api(server).as(fan).post(`/follows/${performer.id}`)
  expect(await home()).toBeGreaterThan(0)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${performer.id}`.execute(ctx.db)
  expect(await home()).toBe(0)
  await sql`UPDATE accounts SET status = 'active' WHERE id = ${performer.id}`.execute(ctx.db)
  expect(await home()).toBeGreaterThan(0)
})

test('files are the current ones after any change: of a size, a state, an order', async () => {
  const { ctx } = server
  const [first, second] = [await buildFile(ctx, performer), await buildFile(ctx, performer)]
  const id = await buildFeed(ctx, performer, { type: 'photo', status: 'published', files: [first, second] })
  const files = async () => (await shown(id)).files
  const sources = async () => (await files())[0].sources
  const size = (width: number) => ({
    name: `webp-${width}`,
    kind: 'photo',
    storageKey: `${first} ${width}`,
    mime: 'image/webp',
    bytes: 1,
    width,
    height: width,
    detail: {},
  })
  expect(await sources()).toEqual([{ width: 640, formats: ['webp'] }])
  await insertVariants(ctx, first, [size(320)])
  expect(await sources()).toHaveLength(2)
  await insertVariants(ctx, first, [size(1080)])
  expect((await sources()).map(({ width }: { width: number }) => width)).toEqual([320, 640, 1080])
  await sql`UPDATE files SET status = 'processing', progress = 40 WHERE id = ${first}`.execute(ctx.db)
  expect((await files())[0]).toMatchObject({ status: 'processing', progress: 40 })
  await sql`UPDATE files SET status = 'blocked' WHERE id = ${first}`.execute(ctx.db)
  expect((await files())[0]).toMatchObject({ isLocked: true, preview: null })
  await ctx.transaction(async (tx) => {
    await sql`UPDATE items SET updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
    await sql`DELETE FROM item_files WHERE item_id = ${id} AND file_id = ${first}`.execute(tx.db)
  })
  expect((await files()).map((file: { _id: string }) => file._id)).toEqual([second])
})

test('a public post has the same permanent addresses for all viewers, a gated post different ones for each', async () => {
  const { ctx } = server
  const withFile = (type: 'public' | 'followers') => {
    const gate = { type, price: null, freeForSubscribers: false, planIds: [] }
    return buildFeed(ctx, performer, { type: 'photo', status: 'published', gate })
  }
  const [open, gated] = [await withFile('public'), await withFile('followers')]
  const neighbour = await buildUser(ctx)
  for (const who of [fan, neighbour]) await api(server).as(who).post(`/follows/${performer.id}`)
  const base = async (id: string, who: Built) => (await shown(id, who)).files[0].base
  expect(await base(open, fan)).toMatch(/^\/media\/p[\w-]{44}\/$/)
  expect(await base(open, neighbour)).toBe(await base(open, fan))
  expect(await base(gated, fan)).toMatch(/^\/media\/d[\w-]{80}\/$/)
  expect(await base(gated, neighbour)).not.toBe(await base(gated, fan))
  // The owner can view it even while it is hidden from all others.
  expect(await base(open, performer)).toMatch(/^\/media\/d/)
})

test('a poll shows the current votes', async () => {
  const { ctx } = server
  const id = await buildFeed(ctx, performer, { type: 'text', status: 'published' })
  await sql`UPDATE feeds SET type = 'poll' WHERE item_id = ${id}`.execute(ctx.db)
  await sql`WITH q AS (INSERT INTO polls (performer_id, item_id, question) VALUES (${performer.id}, ${id}, 'Clay?') RETURNING id)
    INSERT INTO poll_options (poll_id, position, text) SELECT id, p, 'Option ' || p FROM q, generate_series(0, 1) p`.execute(
    ctx.db,
  )
  const poll = async (who: Built) => (await shown(id, who)).poll
  const [first] = (await poll(fan)).options
  expect(await poll(fan)).toMatchObject({ votedFor: null, totalVotes: null })
  const vote = (who: Built) =>
    ctx.transaction(async (tx) => {
      await sql`INSERT INTO poll_votes (poll_id, account_id, option_id) SELECT poll_id, ${who.id}, id FROM poll_options WHERE id = ${first._id}`.execute(
        tx.db,
      )
      await sql`UPDATE poll_options SET votes = votes + 1 WHERE id = ${first._id}`.execute(tx.db)
    })
  await vote(fan)
  expect(await poll(fan)).toMatchObject({ votedFor: first._id, totalVotes: 1 })
  const neighbour = await buildUser(ctx)
  expect(await poll(neighbour)).toMatchObject({ votedFor: null, totalVotes: null })
  await vote(neighbour)
  expect((await poll(fan)).options[0].votes).toBe(2)
  await sql`UPDATE polls SET ends_at = app_now() - interval '1 second' WHERE item_id = ${id}`.execute(ctx.db)
  expect(await poll(await buildUser(ctx))).toMatchObject({ hasEnded: true, totalVotes: 2 })
})

test('text cached for one viewer is not sent to another', async () => {
  const id = await buildFeed(server.ctx, performer, {
    text: 'for followers',
    status: 'published',
    gate: { type: 'followers', price: null, freeForSubscribers: false, planIds: [] },
  })
  const stranger = await buildUser(server.ctx)
  await api(server).as(fan).post(`/follows/${performer.id}`)
  expect((await shown(id)).text).toBe('for followers')
  expect((await shown(id, stranger)).text).toBe('')
  expect((await shown(id, performer)).can).toMatchObject({ edit: true })
  await api(server).as(stranger).post(`/follows/${performer.id}`)
  expect((await shown(id, stranger)).text).toBe('for followers')
  await api(server).as(stranger).delete(`/follows/${performer.id}`)
  expect(await shown(id, stranger)).toMatchObject({ text: '', isFollowed: false })
})
