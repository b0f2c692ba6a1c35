import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildGallery } from '../galleries/testing.ts'
import { buildFeed } from '../posts/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const buildPhoto = async (performer: { id: string }, title: string, gate: 'public' | 'subscribers' = 'public') => {
  const { photoIds } = await buildGallery(server.ctx, performer, { gate: { type: gate }, photos: 1 })
  await sql`UPDATE photos SET title = ${title} WHERE id = ${photoIds[0]}`.execute(server.ctx.db)
  return photoIds[0]!
}
const bookmark = (objectId: string) => ({ action: 'bookmark', objectType: 'photo', objectId })
const titles = (reply: { body: { data: { title: string }[] } }) => reply.body.data.map((item) => item.title)

test('the list contains the user’s own bookmarks, newest first, page by page', async () => {
  const [performer, fan, other] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const as = api(server).as(fan)
  for (const title of ['First', 'Second', 'Third'])
    expect((await as.post('/reactions', bookmark(await buildPhoto(performer, title)))).status).toBe(200)
  await as.post('/reactions', {
    action: 'bookmark',
    objectType: 'feed',
    objectId: await buildFeed(server.ctx, performer),
  })
  const page = await as.get('/reactions/photos/bookmark?pageSize=2')
  expect(titles(page)).toEqual(['Third', 'Second'])
  expect(titles(await as.get(`/reactions/photos/bookmark?pageSize=2&cursor=${page.body.nextCursor}`))).toEqual([
    'First',
  ])
  expect(titles(await as.get('/reactions/photo/bookmark?current=2&pageSize=2'))).toEqual(['First'])
  expect(titles(await api(server).as(other).get('/reactions/photos/bookmark'))).toEqual([])
  expect((await api(server).get('/reactions/photos/bookmark')).status).toBe(401)
  expect((await as.get('/reactions/nonsense/bookmark')).status).toBe(400)
})

test('a bookmarked photo that is locked is listed as locked; a removed bookmark is not listed', async () => {
  const [performer, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const as = api(server).as(fan)
  const photo = await buildPhoto(performer, 'Behind the gate', 'subscribers')
  await as.post('/reactions', bookmark(photo))
  expect((await as.get('/reactions/photos/bookmark')).body.data).toMatchObject([{ _id: photo, can: { view: false } }])
  for (let at = 0; at < 2; at++)
    expect((await as.call('DELETE', '/reactions', { body: bookmark(photo) })).body.data.active).toBe(false)
  expect((await as.get('/reactions/photos/bookmark')).body).toMatchObject({ data: [], total: 0, nextCursor: null })
})

test('what its creator took down is no longer listed', async () => {
  const [performer, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const photo = await buildPhoto(performer, 'Gone')
  await api(server).as(fan).post('/reactions', bookmark(photo))
  await sql`UPDATE items SET status = 'removed' WHERE id = (SELECT gallery_id FROM photos WHERE id = ${photo})`.execute(
    server.ctx.db,
  )
  expect((await api(server).as(fan).get('/reactions/photos/bookmark')).body.data).toEqual([])
})
