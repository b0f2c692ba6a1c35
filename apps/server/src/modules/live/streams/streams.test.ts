import { randomUUID } from 'node:crypto'
import { awaySecondsMax } from '@fanlight/contract/limits'
import { preparingMinutesMax } from '@fanlight/contract/streaming'
import type { TestPeer } from '@fanlight/live-engine/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import {
  type Built,
  buildBlock,
  buildFollow,
  buildPerformer,
  buildSession,
  buildUser,
} from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { connectSocket } from '../../../testing/socket.ts'
import { buildAccess } from '../../content/posts/testing.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { followRooms } from './streaming.ts'

// spec: kinds.performer

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const as = (who?: Built) => (who ? api(server).as(who) : api(server))
const start = async (creator: Built, body: object = { title: 'Centring clay' }) => {
  const reply = await as(creator).post('/streaming/live', body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const join = (who: Built, id: string) => as(who).get(`/streaming/join/${id}`)
const statusOf = async (creator: Built) => (await as(creator).put('/streaming/set-duration', {})).body.data?.status
/** Opened, with video that comes. */
async function goLive(creator: Built, body?: object) {
  const { stream, transport } = await start(creator, body)
  const publisher = await server.peer(transport, 'publish')
  expect(publisher.status).toBe(201)
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return statusOf(creator)
    })
    .toBe('live')
  return { id: stream._id as string, publisher }
}
/** Whether video still comes. */
async function isShown(viewer: TestPeer): Promise<boolean> {
  await new Promise((done) => setTimeout(done, 100))
  const before = viewer.received()
  await new Promise((done) => setTimeout(done, 300))
  return viewer.received() > before
}
const end = (creator: Built, id: string) => as(creator).put(`/streaming/live/${id}`, { status: 'ended' })

test('a stream is opened, seen, and ended', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { id, publisher } = await goLive(creator)
  const { stream, transport } = (await join(fan, id)).body.data
  expect(stream).toMatchObject({ title: 'Centring clay', status: 'live', type: 'public', conversationId: creator.id })
  const viewer = await server.peer(transport, 'view')
  await expect.poll(() => viewer.received()).toBeGreaterThan(10)
  await followRooms(server.ctx)
  const listed = (await as().get('/streaming/user/search')).body.data
  expect(listed.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ viewers: 1, peakViewers: 1 })
  const isLive = async () => (await as(fan).get(`/performers/${creator.id}`)).body.data.isLive
  expect(await isLive()).toBe(true)

  expect((await end(creator, id)).body.data).toMatchObject({ status: 'ended', viewers: 0 })
  const before = viewer.received()
  expect((await join(fan, id)).body.data.transport).toBeNull()
  expect((await as().get('/streaming/user/search')).body.data).toEqual([])
  expect(await isLive()).toBe(false)
  expect((await as(creator).put(`/streaming/live/${id}`, { status: 'live' })).body.code).toBe('STREAM_ENDED')
  expect(viewer.received() - before).toBeLessThan(5)
  for (const peer of [publisher, viewer]) peer.close()
})

test('the open stream is found by its creator, and opened once however often one asks', async () => {
  const creator = await buildPerformer(server.ctx)
  const all = await Promise.all([start(creator), start(creator), start(creator, { type: 'subscribers' })])
  expect(new Set(all.map(({ stream }) => stream._id)).size).toBe(1)
  const { stream } = (await join(await buildUser(server.ctx), creator.id)).body.data ?? { stream: null }
  expect(stream?._id ?? null).toBe(null)
  await end(creator, all[0]!.stream._id)
})

test('a goal counts the tips that come in the room, keeps them when it is changed, and another one begins after it', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 2_000)
  const { id } = await goLive(creator)
  const change = async (goal: unknown) => (await as(creator).put('/streaming/update', { goal })).body
  const seen = async () => (await join(fan, id)).body.data.stream.goal
  const tip = (tokens: number, inPublicChat = true) =>
    payer(server, fan).keyed(`/wallet/charges/tip/${creator.id}`, { tokens, inPublicChat }, randomUUID())
  await tip(30)
  expect((await change({ title: 'New strings', tokens: 100 })).data.goal).toEqual({
    title: 'New strings',
    tokens: 100,
    reached: 0,
  })
  await tip(40)
  // What is given out of sight is not shown in the room.
  await tip(10, false)
  expect(await seen()).toEqual({ title: 'New strings', tokens: 100, reached: 40 })
  expect((await change({ title: 'New strings, new song', tokens: 120 })).data.goal).toMatchObject({ reached: 40 })
  await tip(100)
  expect(await seen()).toEqual({ title: 'New strings, new song', tokens: 120, reached: 140 })
  expect((await change({ title: 'A longer show', tokens: 50 })).data.goal).toEqual({
    title: 'A longer show',
    tokens: 50,
    reached: 0,
  })
  // A title alone leaves it as it is.
  await as(creator).put('/streaming/update', { title: 'Loops' })
  expect(await seen()).toMatchObject({ title: 'A longer show' })
  expect((await change(null)).data.goal).toBeNull()
  for (const wrong of [
    { title: '', tokens: 1 },
    { title: 'x'.repeat(61), tokens: 1 },
    { title: 'x', tokens: 0 },
    { title: 'x', tokens: 1.5 },
    { title: 'x', tokens: 1_000_001 },
  ])
    expect([400, 422], JSON.stringify(wrong)).toContain(
      (await as(creator).put('/streaming/update', { goal: wrong })).status,
    )
  expect(await seen()).toBeNull()
  await end(creator, id)
  expect((await change({ title: 'Late', tokens: 1 })).code).toBe('STREAM_NOT_FOUND')
})

test('the list is narrowed to a creator, a topic, whom one follows, and who may watch', async () => {
  const [one, other, fan] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
  ]
  await sql`UPDATE performers SET categories = '{Clay,Glass}' WHERE account_id = ${one.id}`.execute(server.ctx.db)
  await buildFollow(server.ctx, fan, other)
  const open = [await goLive(one), await goLive(other, { title: 'Dough', type: 'subscribers' })]
  const found = async (query: string) => {
    const { data } = (await as(fan).get(`/streaming/user/search?${query}`)).body
    return data.map(({ performer }: { performer: { _id: string } }) => performer._id)
  }
  expect(await found(`performerId=${one.id}`)).toEqual([one.id])
  expect(await found('category=Glass')).toEqual([one.id])
  // That nobody is live is remembered for a second.
  await expect.poll(() => found('followed=true')).toEqual([other.id])
  expect(await found('type=public')).toEqual([one.id])
  expect((await found('')).toSorted()).toEqual([one.id, other.id].toSorted())
  expect((await as().get('/streaming/user/search?followed=true')).body.data).toEqual([])
  const [listed] = (await as().get('/streaming/user/search?category=Clay')).body.data
  expect(listed).toMatchObject({ category: 'Clay', poster: null, tips: null })
  for (const { id, publisher } of open) {
    await end(id === open[0]!.id ? one : other, id)
    publisher.close()
  }
})

test('a creator sees what was tipped in the room while the stream was open; nobody else does', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 1000)]
  const tip = () =>
    payer(server, fan).keyed(`/wallet/charges/tip/${creator.id}`, { tokens: 50, inPublicChat: true }, randomUUID())
  expect((await tip()).status).toBe(200)
  const { id, publisher } = await goLive(creator)
  for (const _ of [1, 2]) await tip()
  expect((await join(creator, id)).body.data.stream.tips).toBe(100)
  expect((await join(fan, id)).body.data.stream.tips).toBeNull()
  expect((await end(creator, id)).body.data.tips).toBe(100)
  await tip()
  expect((await join(creator, id)).body.data.stream.tips).toBe(100)
  publisher.close()
})

test('only subscribers watch what is for subscribers, and who ceases to be one loses the video', async () => {
  const [creator, fan, stranger] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  await buildAccess(server.ctx, fan, creator)
  const { id, publisher } = await goLive(creator, { title: 'For you', type: 'subscribers' })
  expect((await join(stranger, id)).body.code).toBe('SUBSCRIPTION_REQUIRED')
  const viewer = await server.peer((await join(fan, id)).body.data.transport, 'view')
  await expect.poll(() => viewer.received()).toBeGreaterThan(10)
  await sql`UPDATE subscriptions SET access_until = app_now() WHERE fan_id = ${fan.id}`.execute(server.ctx.db)
  await followRooms(server.ctx)
  expect(await isShown(viewer)).toBe(false)
  for (const peer of [publisher, viewer]) peer.close()
  await end(creator, id)
})

test('who may watch can be changed while it runs: strangers lose the video, subscribers keep it', async () => {
  const [creator, fan, stranger] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  await buildAccess(server.ctx, fan, creator)
  const { id, publisher } = await goLive(creator)
  const viewers = []
  for (const who of [fan, stranger]) viewers.push(await server.peer((await join(who, id)).body.data.transport, 'view'))
  for (const viewer of viewers) await expect.poll(() => viewer.received()).toBeGreaterThan(5)
  await as(creator).put('/streaming/update', { type: 'subscribers' })
  await followRooms(server.ctx)
  expect([await isShown(viewers[0]!), await isShown(viewers[1]!)]).toEqual([true, false])
  for (const peer of [publisher, ...viewers]) peer.close()
  await end(creator, id)
})

test('who is blocked sees nothing from then on, and can’t join with the right that they hold', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { id, publisher } = await goLive(creator)
  const { transport } = (await join(fan, id)).body.data
  const viewer = await server.peer(transport, 'view')
  await expect.poll(() => viewer.received()).toBeGreaterThan(5)
  await buildBlock(server.ctx, creator, fan)
  await followRooms(server.ctx)
  expect(await isShown(viewer)).toBe(false)
  expect((await server.peer(transport, 'view')).status).toBe(403)
  expect((await join(fan, id)).status).toBe(404)
  for (const peer of [publisher, viewer]) peer.close()
  await end(creator, id)
})

test('who is banned from the rooms of a creator loses the video, and may come back once it is lifted', async () => {
  const [creator, fan, other] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const { id, publisher } = await goLive(creator)
  const { transport } = (await join(fan, id)).body.data
  const [viewer, staying] = [
    await server.peer(transport, 'view'),
    await server.peer((await join(other, id)).body.data.transport, 'view'),
  ]
  for (const peer of [viewer, staying]) await expect.poll(() => peer.received()).toBeGreaterThan(5)
  const path = `/conversations/stream/${creator.id}/people/${fan.id}`
  expect((await as(creator).put(path, { standing: 'banned' })).status).toBe(200)
  await followRooms(server.ctx)
  expect([await isShown(viewer), await isShown(staying)]).toEqual([false, true])
  expect((await server.peer(transport, 'view')).status).toBe(403)
  expect((await join(fan, id)).body.code).toBe('BANNED_FROM_ROOM')
  expect((await as(creator).delete(path)).status).toBe(200)
  expect((await join(fan, id)).status).toBe(200)
  for (const peer of [publisher, viewer, staying]) peer.close()
  await end(creator, id)
})

test('a session that ends takes its video along', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { id, publisher } = await goLive(creator)
  const session = { ...fan, ...(await buildSession(server.ctx, fan.id)) }
  const { transport } = (await join(session, id)).body.data
  const viewer = await server.peer(transport, 'view')
  await expect.poll(() => viewer.received()).toBeGreaterThan(5)
  expect((await as(session).post('/auth/logout')).status).toBe(200)
  await followRooms(server.ctx)
  expect((await server.peer(transport, 'view')).status).toBe(403)
  for (const peer of [publisher, viewer]) peer.close()
  await end(creator, id)
})

test('a session that ends takes its own video along, and not that of another session of the same person', async () => {
  const creator = await buildPerformer(server.ctx)
  const { id, publisher } = await goLive(creator)
  const phone = { ...creator, ...(await buildSession(server.ctx, creator.id)) }
  const preview = await server.peer((await join(phone, id)).body.data.transport, 'view')
  await expect.poll(() => preview.received()).toBeGreaterThan(5)
  expect((await as(phone).post('/auth/logout')).status).toBe(200)
  await followRooms(server.ctx)
  expect(await statusOf(creator)).toBe('live')
  expect((await as(creator).post('/auth/logout')).status).toBe(200)
  await followRooms(server.ctx)
  await followRooms(server.ctx)
  const again = { ...creator, ...(await buildSession(server.ctx, creator.id)) }
  expect(await statusOf(again)).toBe('away')
  for (const peer of [publisher, preview]) peer.close()
  await end(again, id)
})

test('whether there is video the engine says, and not the creator, who can hide it', async () => {
  const creator = await buildPerformer(server.ctx)
  const { stream } = await start(creator)
  const set = async (status: string) => (await as(creator).put(`/streaming/live/${stream._id}`, { status })).body.data
  expect(await set('live')).toMatchObject({ status: 'preparing', startedAt: null })
  await end(creator, stream._id)
  const { id, publisher } = await goLive(creator)
  expect((await as(creator).put(`/streaming/live/${id}`, { status: 'away' })).body.data.status).toBe('away')
  await followRooms(server.ctx)
  expect(await statusOf(creator)).toBe('away')
  await as(creator).put(`/streaming/live/${id}`, { status: 'live' })
  await followRooms(server.ctx)
  expect(await statusOf(creator)).toBe('live')
  publisher.close()
  await end(creator, id)
})

test('no one publishes with a viewer’s right, nor into the stream of another', async () => {
  const [creator, other, fan] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
  ]
  const { id, publisher } = await goLive(creator)
  const { transport } = (await join(fan, id)).body.data
  expect((await server.peer({ ...transport, url: `/live/whip/${id}` }, 'publish')).status).toBe(403)
  expect((await as(other).put(`/streaming/live/${id}`, { status: 'ended' })).body.code).toBe('STREAM_NOT_FOUND')
  expect((await as(fan).post('/streaming/live', {})).status).toBe(403)
  publisher.close()
  await end(creator, id)
})

test('a stream whose creator is gone waits a minute, and one without any video a quarter of an hour', async () => {
  const [creator, idle] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const { publisher } = await goLive(creator)
  await start(idle)
  publisher.close()
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return statusOf(creator)
    })
    .toBe('away')
  await advanceClock(server.ctx, `${awaySecondsMax + 1} seconds`)
  await followRooms(server.ctx)
  expect(await statusOf(creator)).toBeUndefined()
  expect(await statusOf(idle)).toBe('preparing')
  await advanceClock(server.ctx, `${preparingMinutesMax} minutes`)
  await followRooms(server.ctx)
  expect(await statusOf(idle)).toBeUndefined()
})

test('an engine that is killed in the middle takes the room up again, and viewers come back', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { id, publisher } = await goLive(creator)
  await server.killEngine()
  await followRooms(server.ctx)
  expect(await statusOf(creator)).toBe('away')
  expect((await server.peer((await start(creator)).transport, 'publish')).status).toBe(503)
  await server.back()
  await followRooms(server.ctx)
  const again = await start(creator)
  expect(again.stream._id).toBe(id)
  const second = await server.peer(again.transport, 'publish')
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return statusOf(creator)
    })
    .toBe('live')
  const viewer = await server.peer((await join(fan, id)).body.data.transport, 'view')
  await expect.poll(() => viewer.received()).toBeGreaterThan(5)
  for (const peer of [publisher, second, viewer]) peer.close()
  await end(creator, id)
})

test('a stream that was ended while the engine was gone is over in it, too, and a right from before opens nothing', async () => {
  const creator = await buildPerformer(server.ctx)
  const { id, publisher } = await goLive(creator)
  const { transport } = await start(creator)
  await end(creator, id)
  expect((await server.peer(transport, 'publish')).status).toBe(404)
  publisher.close()
})

test('a creator who is suspended is off the air', async () => {
  const creator = await buildPerformer(server.ctx)
  const { publisher } = await goLive(creator)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${creator.id}`.execute(server.ctx.db)
  await followRooms(server.ctx)
  expect((await as().get('/streaming/user/search')).body.data).toEqual([])
  publisher.close()
})

test('who has joined a stream learns what becomes of it', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { id, publisher } = await goLive(creator)
  const socket = await connectSocket(server)
  const got: string[] = []
  socket.onAny((name: string) => got.push(name))
  await socket.emitWithAck('auth/login', { token: fan.token })
  await socket.emitWithAck('stream/join', { streamId: id })
  await as(creator).put('/streaming/update', { title: 'Trimming' })
  await expect.poll(() => got).toContain('stream/updated')
  await end(creator, id)
  await expect.poll(() => got).toContain('stream/ended')
  socket.disconnect()
  publisher.close()
})
