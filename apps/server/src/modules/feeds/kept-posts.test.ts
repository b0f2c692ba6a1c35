import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db.ts'
import { api } from '../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildFeed, buildFile } from './testing.ts'

// Text is kept by the version of the rows that it was made from: whatever changes, and whoever changes it, the next page says so.

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

test('words, gate and counts are those of now', async () => {
  const { db } = server.ctx
  const id = await buildFeed(server.ctx, performer, { text: 'first words', status: 'published' })
  for (let times = 0; times < 2; times++) expect((await shown(id)).text).toBe('first words')
  const changes = [
    [sql`text = 'second words'`, { text: 'second words' }],
    [sql`likes = 7`, { stats: { views: 0, likes: 7, comments: 0, bookmarks: 0 } }],
    [
      sql`gate_type = 'subscribers'`,
      { text: '', locked: { reason: 'subscribe', price: null, alsoBySubscribing: false } },
    ],
    [
      sql`gate_type = 'paid', gate_price = 300`,
      { text: '', locked: { reason: 'buy', price: 3, alsoBySubscribing: false } },
    ],
    [sql`gate_type = 'public'`, { text: 'second words', locked: null }],
  ] as const
  for (const [change, expected] of changes) {
    await sql`UPDATE items SET ${change} WHERE id = ${id}`.execute(db)
    expect(await shown(id)).toMatchObject(expected)
  }
  await sql`UPDATE items SET status = 'hidden' WHERE id = ${id}`.execute(db)
  expect(await shown(id)).toBeUndefined()
})

test('name, badge, picture and closing of the performer are those of now', async () => {
  const { ctx } = server
  const id = await buildFeed(ctx, performer, { text: 'by somebody', status: 'published' })
  const avatar = await buildFile(ctx, performer)
  await sql`UPDATE files SET purpose = 'avatar', kind = 'photo', status = 'processing' WHERE id = ${avatar}`.execute(
    ctx.db,
  )
  await sql`INSERT INTO file_variants (file_id, name, kind, storage_key, mime, width, height)
    VALUES (${avatar}, 'webp-256', 'profile-picture', ${avatar}, 'image/webp', 256, 256)`.execute(ctx.db)
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

test('what one viewer may read is not shown to the next', async () => {
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
