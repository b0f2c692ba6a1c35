import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { rollUpCounters } from '../counters/roll-up.ts'
import { archiveExpired } from './withdrawing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const now = () => server.ctx.clock.now().getTime()
const inHours = (hours: number) => new Date(now() + hours * 3_600_000).toISOString()
const write = (performer: Built, fields: object) =>
  api(server)
    .as(performer)
    .post('/performer/feeds', { type: 'text', text: 'For a while', ...fields })
const change = (performer: Built, id: string, fields: object) =>
  api(server).as(performer).put(`/performer/feeds/${id}`, fields)
const homeOf = async (fan: Built) => {
  await server.work()
  const { body } = await api(server).as(fan).get('/user/feeds')
  return (body.data as { _id: string }[]).map(({ _id }) => _id)
}
async function feedCount(performer: Built): Promise<number> {
  await rollUpCounters(server.ctx)
  const found = await row(
    server.ctx.db,
    sql<{ feeds: bigint }>`SELECT feeds FROM performers WHERE account_id = ${performer.id}`,
  )
  return Number(found!.feeds)
}

test('an archived post leaves lists, home feeds and counts, and returns to its place when it is published again', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  await api(server).as(fan).post(`/follows/${performer.id}`)
  const older = (await write(performer, {})).body.data
  const newer = (await write(performer, {})).body.data
  expect(await homeOf(fan)).toEqual([newer._id, older._id])
  expect(await feedCount(performer)).toBe(2)

  expect((await change(performer, older._id, { status: 'archived' })).body.data.status).toBe('archived')
  expect(await homeOf(fan)).toEqual([newer._id])
  expect(await feedCount(performer)).toBe(1)
  expect((await api(server).as(fan).get(`/user/feeds/${older._id}`)).status).toBe(404)

  // An edit alone does not bring it back.
  expect((await change(performer, older._id, { title: 'Edited' })).body.data.status).toBe('archived')
  expect((await change(performer, older._id, { status: 'archived' })).body.data.status).toBe('archived')

  const again = await change(performer, older._id, { status: 'published' })
  expect(again.body.data).toMatchObject({ status: 'published', publishedAt: older.publishedAt })
  expect(await homeOf(fan)).toEqual([newer._id, older._id])
  expect(await feedCount(performer)).toBe(2)
})

test('a post is archived when it expires, and who bought it still has it', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const stranger = await buildUser(server.ctx)
  const { body } = await write(performer, { expiresAt: inHours(1) })
  const id = body.data._id as string
  expect((await api(server).as(stranger).get(`/user/feeds/${id}`)).body.data.expiresAt).toBe(body.data.expiresAt)
  await sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id)
    VALUES (${fan.id}, 'feed', ${id}, ${performer.id}, uuid_v7())`.execute(server.ctx.db)

  await archiveExpired(server.ctx)
  expect((await api(server).as(stranger).get(`/user/feeds/${id}`)).status).toBe(200)
  await advanceClock(server.ctx, '61 minutes')
  await archiveExpired(server.ctx)
  expect((await api(server).as(stranger).get(`/user/feeds/${id}`)).status).toBe(404)
  expect((await api(server).as(fan).get(`/user/feeds/${id}`)).body.data.text).toBe('For a while')
  expect(await feedCount(performer)).toBe(0)

  // Published again it has no expiry, unless a new one is set.
  expect((await change(performer, id, { status: 'published' })).body.data).toMatchObject({
    status: 'published',
    expiresAt: null,
  })
  await archiveExpired(server.ctx)
  expect((await api(server).as(stranger).get(`/user/feeds/${id}`)).status).toBe(200)
})

test('an expiry lies ahead and after the publication', async () => {
  const performer = await buildPerformer(server.ctx)
  expect((await write(performer, { expiresAt: inHours(-1) })).body.errors).toMatchObject([{ path: 'expiresAt' }])
  const early = await write(performer, { publishAt: inHours(3), expiresAt: inHours(2) })
  expect(early.status).toBe(422)
  expect(early.body.errors).toMatchObject([{ path: 'expiresAt' }])
  const right = await write(performer, { publishAt: inHours(2), expiresAt: inHours(3) })
  expect(right.body.data).toMatchObject({ status: 'scheduled', expiresAt: expect.any(String) })
})

test('only what is published can be archived, and what staff hid stays hidden', async () => {
  const performer = await buildPerformer(server.ctx)
  const draft = (await write(performer, { status: 'draft' })).body.data
  const refused = await change(performer, draft._id, { status: 'archived' })
  expect([refused.status, refused.body.code]).toEqual([409, 'ITEM_NOT_PUBLISHED'])
  const post = (await write(performer, {})).body.data
  await sql`UPDATE items SET status = 'hidden' WHERE id = ${post._id}`.execute(server.ctx.db)
  expect((await change(performer, post._id, { status: 'archived' })).status).toBe(409)
  expect((await change(performer, post._id, { status: 'published' })).body.data.status).toBe('hidden')
})
