import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFeed, buildFile } from '../posts/testing.ts'
import { buildFan } from '../../money/wallet/testing.ts'
import { purgeTrash } from './trash.ts'

let server: TestServer
let creator: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
})
afterAll(() => server.stop())

const as = (who = creator) => api(server).as(who)
const remove = (id: string) => as().delete(`/performer/feeds/${id}`)
const statusOf = async (id: string) =>
  (await row(server.ctx.db, sql<{ status: string }>`SELECT status FROM items WHERE id = ${id}`))?.status
const inTrash = async (who = creator): Promise<string[]> =>
  ((await as(who).get('/performer/trash')).body.data as { _id: string }[]).map(({ _id }) => _id)

test('a deleted post is in the trash of its creator alone, and nowhere else', async () => {
  const id = await buildFeed(server.ctx, creator, { text: 'Oops' })
  await remove(id)
  expect((await as().get('/performer/trash')).body.data[0]).toMatchObject({
    _id: id,
    kind: 'feed',
    restoredAs: 'archived',
  })
  expect(await inTrash(await buildPerformer(server.ctx))).toEqual([])
  expect((await as().get(`/performer/feeds/${id}`)).status).toBe(404)
  expect((await api(server).get(`/user/feeds/${id}`)).status).toBe(404)
  const list = await as().get('/performer/feeds?pageSize=100')
  expect(list.text).not.toContain(id)
})

test('what was published comes back archived, a draft as a draft, once', async () => {
  const [published, draft] = [
    await buildFeed(server.ctx, creator),
    await buildFeed(server.ctx, creator, { status: 'draft' }),
  ]
  for (const id of [published, draft]) await remove(id)
  const restore = (id: string) => as().post(`/performer/trash/${id}/restoration`)
  expect((await restore(published)).body.data).toEqual({ kind: 'feed', status: 'archived' })
  expect((await restore(draft)).body.data).toEqual({ kind: 'feed', status: 'draft' })
  expect((await restore(draft)).status).toBe(404)
  expect((await api(server).get(`/user/feeds/${published}`)).status).toBe(404)
  await as().put(`/performer/feeds/${published}`, { status: 'published' })
  expect((await api(server).get(`/user/feeds/${published}`)).status).toBe(200)
})

test('a bought post is archived and stays with its buyers instead', async () => {
  const fan = await buildFan(server.ctx, 100)
  const id = await buildFeed(server.ctx, creator, { gate: { type: 'paid', price: 500n } })
  await as(fan).post(`/wallet/charges/feed/${id}`, {}, { headers: { 'idempotency-key': id } })
  await remove(id)
  expect(await inTrash()).not.toContain(id)
  expect(await statusOf(id)).toBe('archived')
  expect((await as(fan).get(`/user/feeds/${id}`)).status).toBe(200)
})

test('its files are in use until it is deleted for good', async () => {
  const fileId = await buildFile(server.ctx, creator)
  const id = await buildFeed(server.ctx, creator, { type: 'photo', files: [fileId], status: 'draft' })
  await remove(id)
  const discard = () => as().delete(`/performer/files/${fileId}`)
  expect((await discard()).body.code).toBe('FILE_IN_USE')
  expect((await as().delete(`/performer/trash/${id}`)).status).toBe(200)
  expect((await discard()).status).toBe(200)
  expect(await statusOf(id)).toBeUndefined()
})

test('after thirty days a job deletes what is in it', async () => {
  const [published, draft] = [
    await buildFeed(server.ctx, creator),
    await buildFeed(server.ctx, creator, { status: 'draft' }),
  ]
  for (const id of [published, draft]) await remove(id)
  await advanceClock(server.ctx, '29 days')
  await purgeTrash(server.ctx)
  expect(await inTrash()).toEqual(expect.arrayContaining([published, draft]))
  await advanceClock(server.ctx, '2 days')
  for (let time = 0; time < 2; time++) await purgeTrash(server.ctx)
  expect(await inTrash()).toEqual([])
  expect([await statusOf(published), await statusOf(draft)]).toEqual(['removed', undefined])
})
