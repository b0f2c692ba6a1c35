import type { TestPeer } from '@fanlight/live-engine/testing'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'

// A program such as OBS publishes with an address and a key.

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())
const running: TestPeer[] = []
afterEach(() => {
  for (const peer of running.splice(0)) peer.close()
})

const as = (who: Built) => api(server).as(who)
const makeKey = async (creator: Built): Promise<string> => (await as(creator).post('/streaming/key', {})).body.data.key
const prepare = async (creator: Built): Promise<string> =>
  (await as(creator).post('/streaming/live', { title: 'Centring clay' })).body.data.stream._id
const inputOf = async (creator: Built) => (await as(creator).get('/streaming/input')).body.data
const statusOf = async (creator: Built) => {
  await followRooms(server.ctx)
  return (await as(creator).put('/streaming/set-duration', {})).body.data?.status
}
const program = async (...words: Parameters<LiveServer['program']>) => {
  const peer = await server.program(...words)
  running.push(peer)
  return peer
}
const inOrder = { shown: (sent: number) => sent }
/** As x264 sends them by default: each third picture is shown before the two that were sent ahead of it. */
const bFrames = { shown: (sent: number) => sent + [2, -1, -1][sent % 3]! }

test('a program brings the prepared stream live, and the studio reads how its video is', async () => {
  const creator = await buildPerformer(server.ctx)
  const key = await makeKey(creator)
  await prepare(creator)
  expect(await statusOf(creator)).toBe('preparing')
  expect((await program(key, inOrder)).status).toBe(201)
  await expect.poll(() => statusOf(creator)).toBe('live')
  await expect.poll(async () => (await inputOf(creator)).reading?.width).toBe(1280)
  expect(await inputOf(creator)).toMatchObject({
    isByKey: true,
    problem: null,
    reading: { codec: 'H264', height: 720, lost: 0 },
  })
  // Creators who look at their own stream are no viewers.
  const { transport } = (await as(creator).get(`/streaming/join/${creator.id}`)).body.data
  running.push(await server.peer(transport, 'view'))
  await followRooms(server.ctx)
  expect((await as(creator).get(`/streaming/join/${creator.id}`)).body.data.stream.viewers).toBe(0)
  // What is sent stays, second after second.
  await followRooms(server.ctx)
  expect(await statusOf(creator)).toBe('live')
})

test('the key is shown once and only its hash is kept', async () => {
  const creator = await buildPerformer(server.ctx)
  expect((await as(creator).get('/streaming/key')).body.data).toEqual({ createdAt: null, rtmp: null })
  const key = await makeKey(creator)
  expect(key.length).toBeGreaterThan(40)
  expect((await as(creator).get('/streaming/key')).body.data).toEqual({ createdAt: expect.any(String), rtmp: null })
  const stored = await rows(server.ctx.db, sql<{ all: string }>`SELECT to_json(k)::text AS all FROM stream_keys k`)
  expect(stored.some(({ all }) => all.includes(key))).toBe(false)
})

test('without a prepared stream nothing is shown to anyone', async () => {
  const creator = await buildPerformer(server.ctx)
  const key = await makeKey(creator)
  expect((await program(key)).status).toBe(404)
  expect(await as(creator).get('/streaming/input')).toMatchObject({ status: 404 })
  const id = await prepare(creator)
  expect((await program(key)).status).toBe(201)
  await as(creator).put(`/streaming/live/${id}`, { status: 'ended' })
  expect((await program(key)).status).toBe(404)
})

test('another key makes the one before useless, and ends what it sends', async () => {
  const creator = await buildPerformer(server.ctx)
  const before = await makeKey(creator)
  await prepare(creator)
  expect((await program(before)).status).toBe(201)
  await expect.poll(() => statusOf(creator)).toBe('live')
  const after = await makeKey(creator)
  expect((await program(before)).status).toBe(401)
  await expect.poll(() => statusOf(creator)).toBe('away')
  expect((await program(after)).status).toBe(201)
  await expect.poll(() => statusOf(creator)).toBe('live')
})

test('what an engine that was away missed of a change of keys is made up for', async () => {
  const creator = await buildPerformer(server.ctx)
  await prepare(creator)
  expect((await program(await makeKey(creator))).status).toBe(201)
  await expect.poll(() => statusOf(creator)).toBe('live')
  await sql`DELETE FROM stream_keys WHERE performer_id = ${creator.id}`.execute(server.ctx.db)
  await expect.poll(() => statusOf(creator)).toBe('away')
})

test('of two programs with one key the first one stays, until it has gone', async () => {
  const creator = await buildPerformer(server.ctx)
  const key = await makeKey(creator)
  await prepare(creator)
  const first = await program(key)
  await expect.poll(() => statusOf(creator)).toBe('live')
  expect((await program(key)).status).toBe(409)
  expect(await statusOf(creator)).toBe('live')
  first.close()
  await expect.poll(async () => (await program(key)).status).toBe(201)
  await expect.poll(() => statusOf(creator)).toBe('live')
})

test('pictures in another order than they are shown end the session, and the studio says why', async () => {
  const creator = await buildPerformer(server.ctx)
  const key = await makeKey(creator)
  await prepare(creator)
  expect((await program(key, bFrames)).status).toBe(201)
  await expect.poll(async () => (await inputOf(creator)).problem).toBe('bFrames')
  // Nobody was told of it.
  expect(await statusOf(creator)).toBe('preparing')
  await expect.poll(async () => (await inputOf(creator)).reading).toBeNull()
  // The next one, which is set right, is taken.
  expect((await program(key, inOrder)).status).toBe(201)
  await expect.poll(async () => (await inputOf(creator)).problem).toBeNull()
  await expect.poll(() => statusOf(creator)).toBe('live')
})

test('wrong keys are refused; fans have none, nor have closed creators', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  expect((await as(fan).post('/streaming/key', {})).status).toBe(403)
  const key = await makeKey(creator)
  await prepare(creator)
  expect((await program('nobody-has-this')).status).toBe(401)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${creator.id}`.execute(server.ctx.db)
  expect((await program(key)).status).toBe(403)
})

test('the studio is told what the live video of the site can, and no stream is recorded where nothing records', async () => {
  const creator = await buildPerformer(server.ctx)
  const abilities = async (of: TestServer, who: Built) => (await api(of).as(who).get('/streaming/abilities')).body.data
  expect(await abilities(server, creator)).toEqual({ records: true, takesPrograms: true })
  const other = await startTestServer({
    // Neither of the two calls asks it.
    env: { LIVEKIT_URL: 'http://127.0.0.1:9', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret'.repeat(6) },
  })
  try {
    const one = await buildPerformer(other.ctx)
    expect(await abilities(other, one)).toEqual({ records: false, takesPrograms: false })
    const { stream, transport } = (await api(other).as(one).post('/streaming/live', { record: true })).body.data
    expect(stream.recording).toEqual({ isOn: false, problem: null })
    expect(transport).toMatchObject({ kind: 'livekit', url: '/live' })
    const changed = await api(other).as(one).put('/streaming/update', { record: true })
    expect(changed.body.data.recording).toEqual({ isOn: false, problem: null })
  } finally {
    await other.stop()
  }
})
