import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { deleteUnreferencedFiles } from '../../media/vault/deletion.ts'
import { samples } from '../../media/testing.ts'

let server: TestServer
let staff: Built
let imageId: string
beforeAll(async () => {
  server = await startTestServer()
  staff = await buildAdmin(server.ctx, { permissions: ['content'] })
  imageId = await sent()
  await server.work()
})
beforeEach(() => sql`DELETE FROM promos`.execute(server.ctx.db))
afterAll(() => server.stop())

async function sent(): Promise<string> {
  const form = formOf({}, { image: await samples.photo(1200, 400) })
  return (await api(server).as(staff).upload('/admin/promos/images', form)).body.data._id
}
const hours = (count: number) => new Date(server.ctx.clock.now().getTime() + count * 3_600_000).toISOString()
const promo = (more: object = {}) => ({
  title: 'Kiln week',
  url: 'https://example.com/kiln',
  imageId,
  position: 'landing',
  startsAt: hours(-1),
  endsAt: hours(1),
  ...more,
})
const make = (more: object = {}) => api(server).as(staff).post('/admin/promos', promo(more))
const shown = async (query = '') => {
  // What a process keeps, it keeps for as long as its settings.
  await server.ctx.settings.refresh()
  return (await api(server).get(`/site-promo/search${query}`)).body.data.map((item: { title: string }) => item.title)
}

test('a promo is shown to everybody at its position, with an image that was encoded again', async () => {
  const made = await make()
  expect(made.status, made.text).toBe(200)
  expect(made.body.data).toMatchObject({ state: 'running', position: 'landing' })
  await server.ctx.settings.refresh()
  const { body } = await api(server).get('/site-promo/search?position=landing')
  expect(body).toMatchObject({ total: 1, data: [{ title: 'Kiln week', url: 'https://example.com/kiln' }] })
  expect(body.data[0].image.sources.length).toBeGreaterThan(2)
  const image = await server.app.inject({ method: 'GET', url: body.data[0].image.url })
  expect(image.headers['content-type']).toBe('image/jpeg')
  expect(await shown('?position=home')).toEqual([])
  expect((await api(server).get('/site-promo/search?position=nowhere')).status).toBe(400)
})

test('staff choose the order, and each change is in the audit log', async () => {
  await make({ title: 'Second', ordering: 2 })
  const first = await make({ title: 'First', ordering: 1 })
  expect(await shown()).toEqual(['First', 'Second'])
  await api(server)
    .as(staff)
    .put(`/admin/promos/${first.body.data._id}`, promo({ title: 'First', ordering: 3 }))
  expect(await shown()).toEqual(['Second', 'First'])
  expect((await api(server).as(staff).delete(`/admin/promos/${first.body.data._id}`)).status).toBe(200)
  expect((await api(server).as(staff).delete(`/admin/promos/${first.body.data._id}`)).status).toBe(404)
  expect(await shown()).toEqual(['Second'])
  const log = await rows(
    server.ctx.db,
    sql<{ action: string }>`SELECT action FROM audit_log WHERE target_id = ${first.body.data._id} ORDER BY id`,
  )
  expect(log.map(({ action }) => action)).toEqual(['promo.made', 'promo.changed', 'promo.removed'])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'mailto:a@b.example',
])('a link leads to the web or to a path of ours, and never to %s', async (url) => {
  expect(await make({ url })).toMatchObject({ status: 422, body: { errors: [{ path: 'url' }] } })
})

test('a promo that ends before it begins, or whose image does not exist, is refused', async () => {
  expect(await make({ endsAt: hours(-2) })).toMatchObject({ status: 422, body: { errors: [{ path: 'endsAt' }] } })
  expect(await make({ imageId: await sent() })).toMatchObject({ body: { code: 'IMAGE_NOT_READY' } })
  await server.work()
  expect((await make({ url: '/explore?q=kiln' })).status).toBe(200)
})

test('its image stays while the promo exists, and is marked for deletion with it', async () => {
  const own = await sent()
  await server.work()
  const { body } = await make({ imageId: own })
  const since = async () =>
    (await row(
      server.ctx.db,
      sql<{ since: Date | null }>`SELECT unreferenced_since AS since FROM files WHERE id = ${own}`,
    ))!.since
  await deleteUnreferencedFiles(server.ctx)
  expect(await since()).toBeNull()
  await api(server).as(staff).delete(`/admin/promos/${body.data._id}`)
  await deleteUnreferencedFiles(server.ctx)
  expect(await since()).not.toBeNull()
})

test('only staff for content make promos', async () => {
  for (const permission of ['support', 'moderation', 'compliance', 'finance', 'settings'] as const) {
    const other = await buildAdmin(server.ctx, { permissions: [permission] })
    expect((await api(server).as(other).get('/admin/promos')).status, permission).toBe(403)
    expect((await api(server).as(other).post('/admin/promos', promo())).status, permission).toBe(403)
  }
  for (const who of [await buildUser(server.ctx), await buildPerformer(server.ctx)])
    expect((await api(server).as(who).post('/admin/promos', promo())).status).toBe(403)
  expect((await api(server).post('/admin/promos', promo())).status).toBe(401)
})

test('it begins and ends exactly at the times set', async () => {
  await make({ title: 'Later', startsAt: hours(2), endsAt: hours(4) })
  await make({ title: 'For ever', endsAt: null })
  expect(await shown()).toEqual(['For ever'])
  await advanceClock(server.ctx, '2 hours 1 second')
  expect((await shown()).toSorted()).toEqual(['For ever', 'Later'])
  await advanceClock(server.ctx, '2 hours')
  expect(await shown()).toEqual(['For ever'])
  const list = await api(server).as(staff).get('/admin/promos')
  expect(list.body.data.map((item: { state: string }) => item.state)).toEqual(['running', 'over'])
})
