import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildSession, buildUser } from '../../../testing/builders.ts'
import { buildAccess } from '../../content/posts/testing.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { followRooms } from './streaming.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

/** A stream with video that comes. */
async function goLive(creator: Built, body: object = {}, codec: 'VP8' | 'H264' = 'H264') {
  const { stream, transport } = (await api(server).as(creator).post('/streaming/live', body)).body.data
  const publisher = await server.peer(transport, 'publish', codec)
  expect(publisher.status).toBe(201)
  const status = async () => {
    await followRooms(server.ctx)
    return (await api(server).as(creator).put('/streaming/set-duration', {})).body.data.status
  }
  await expect.poll(status).toBe('live')
  const file = (who: Pick<Built, 'token'> | undefined, name: string, id = stream._id as string) =>
    fetch(`${server.url}/live/hls/${id}/${name}`, { headers: who ? { authorization: who.token } : {} })
  const end = async () => {
    publisher.close()
    await api(server).as(creator).put(`/streaming/live/${stream._id}`, { status: 'ended' })
  }
  return { id: stream._id as string, file, end }
}
const watchingIn = async (id: string) => {
  await followRooms(server.ctx)
  const { viewers } = (
    await sql<{ viewers: number }>`SELECT viewers FROM streams WHERE id = ${id}`.execute(server.ctx.db)
  ).rows[0]!
  return viewers
}

test('who may join a stream may fetch it as HLS, and is counted as a viewer', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { id, file, end } = await goLive(creator)
  const { transport } = (await api(server).as(fan).get(`/streaming/join/${id}`)).body.data
  expect(transport.hlsFallback).toBe(`/live/hls/${id}/master.m3u8`)
  const master = await fetch(server.url + transport.hlsFallback, { headers: { authorization: fan.token } })
  expect([master.status, master.headers.get('content-type'), master.headers.get('cache-control')]).toEqual([
    200,
    'application/vnd.apple.mpegurl',
    'private, no-store',
  ])
  expect(await master.text()).toContain('live.m3u8')
  const list = await (await file(fan, 'live.m3u8')).text()
  for (const name of [/URI="(.*)"/.exec(list)![1]!, /^\d+\.m4s$/m.exec(list)![0]]) {
    const reply = await file(fan, name)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(100)
  }
  expect(await watchingIn(id)).toBe(1)

  expect((await file(undefined, 'live.m3u8')).status).toBe(401)
  for (const name of ['0.m4s.tmp', 'x.m4s', '..%2f..%2fsecret', '%2e%2e', 'live.m3u8%00', '999.m4s', 'running.json'])
    expect((await file(fan, name)).status, name).toBe(404)
  for (const other of ['nothing', '0190f8a2-0000-7000-8000-000000000001', '..%2f' + id])
    expect((await file(fan, 'live.m3u8', other)).status, other).toBe(404)
  await end()
  expect((await file(creator, 'live.m3u8')).status).toBe(404)
})

test('who loses the right gets no more of it within two seconds, and is no longer counted', async () => {
  const [creator, fan, blocked, stranger] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  for (const who of [fan, blocked]) await buildAccess(server.ctx, who, creator)
  const { id, file, end } = await goLive(creator, { type: 'subscribers' })
  expect((await file(stranger, 'live.m3u8')).status).toBe(403)
  for (const who of [fan, blocked]) expect((await file(who, 'live.m3u8')).status).toBe(200)
  expect(await watchingIn(id)).toBe(2)
  await sql`UPDATE subscriptions SET access_until = app_now() WHERE fan_id = ${fan.id}`.execute(server.ctx.db)
  await buildBlock(server.ctx, creator, blocked)
  await new Promise((done) => setTimeout(done, 2_100))
  expect((await file(fan, 'live.m3u8')).status).toBe(403)
  expect((await file(blocked, 'live.m3u8')).status).toBe(404)
  await followRooms(server.ctx)
  expect(await watchingIn(id)).toBe(0)
  await end()
})

test('a session that has ended fetches nothing, and another one of the same person still does', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { file, end } = await goLive(creator)
  const session = await buildSession(server.ctx, fan.id)
  expect((await file(session, 'live.m3u8')).status).toBe(200)
  expect((await api(server).as(session).post('/auth/logout')).status).toBe(200)
  expect((await file(session, 'live.m3u8')).status).toBe(401)
  expect((await file(fan, 'live.m3u8')).status).toBe(200)
  await end()
})

test('a room that runs VP8 has no HLS, and an engine that is gone is said to be', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { file, end } = await goLive(creator, {}, 'VP8')
  expect((await file(fan, 'master.m3u8')).status).toBe(406)
  await server.killEngine()
  expect((await file(fan, 'master.m3u8')).status).toBe(503)
  await server.back()
  await end()
})
