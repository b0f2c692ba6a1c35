import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

/** A client with an open page, and the events about new posts that it receives. */
async function onlinePage(who: { token: string }) {
  const socket = io(server.url, { transports: ['websocket'], reconnection: false, forceNew: true })
  const received: Record<string, unknown>[] = []
  socket.on('feed/published', (message: Record<string, unknown>) => received.push(message))
  await socket.emitWithAck('auth/login', { token: who.token })
  return { received, socket }
}

test('a new post is sent to the open pages of its readers, and to no others', async () => {
  const performer = await buildPerformer(server.ctx)
  const [follower, stranger, blocked, abroad] = await Promise.all([1, 2, 3, 4].map(() => buildUser(server.ctx)))
  for (const fan of [follower, blocked, abroad]) await api(server).as(fan!).post(`/follows/${performer.id}`)
  await sql`UPDATE sessions SET country = 'DE' WHERE account_id = ${abroad!.id}`.execute(server.ctx.db)
  await api(server)
    .as(performer)
    .post('/block/countries', { countries: ['DE'] })
  // The block is made before the event is sent: a row in the inbox alone must not be sufficient.
  await buildBlock(server.ctx, performer, blocked!)
  const pages = await Promise.all([follower, stranger, blocked, abroad].map((who) => onlinePage(who!)))

  const saved = await api(server)
    .as(performer)
    .post('/performer/feeds', { type: 'text', text: 'Only inside', gate: { type: 'subscribers' } })
  expect(saved.status, saved.text).toBe(200)
  await server.work()
  await expect.poll(() => pages[0]!.received.length).toBe(1)
  expect(pages[0]!.received[0]).toEqual({
    feedId: saved.body.data._id,
    performerId: performer.id,
    id: expect.any(String),
    seq: expect.any(String),
  })
  const feed = await api(server).as(follower!).get('/user/feeds')
  expect(feed.body.data[0]).toMatchObject({ _id: saved.body.data._id, text: '' })

  // Once a second post has reached a reader, a message to the others would have arrived too.
  await api(server).as(performer).post('/performer/feeds', { type: 'text', text: 'And one more' })
  await server.work()
  await expect.poll(() => pages[0]!.received.length).toBe(2)
  expect(pages.slice(1).map(({ received }) => received)).toEqual([[], [], []])
  for (const { socket } of pages) socket.disconnect()
})
