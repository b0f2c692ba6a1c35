import { pollAnswersMax } from '@fanlight/contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { connectSocket } from '../../../testing/socket.ts'
import { buildAccess } from '../../content/posts/testing.ts'
import { followPolls } from './polling.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

const as = (who?: Built) => (who ? api(server).as(who) : api(server))
const question = { question: 'Which glaze?', options: ['Celadon', 'Shino', 'Tenmoku'], seconds: 60 }
async function scene(type = 'public') {
  const creator = await buildPerformer(server.ctx)
  const streamId: string = (await as(creator).post('/streaming/live', { type })).body.data.stream._id
  await sql`UPDATE streams SET status = 'live', started_at = app_now() WHERE id = ${streamId}`.execute(server.ctx.db)
  return { creator, streamId, fan: await buildUser(server.ctx) }
}
const ask = (who: Built | undefined, streamId: string, changes: object = {}) =>
  as(who).post(`/streaming/${streamId}/poll`, { ...question, ...changes })
async function asked(who: Built, streamId: string): Promise<string> {
  const reply = await ask(who, streamId)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data._id
}
const vote = (who: Built | undefined, id: string, choice: number) =>
  as(who).put(`/streaming/polls/${id}/vote`, { choice })
const end = (who: Built, id: string) => as(who).put(`/streaming/polls/${id}/end`)
const shown = async (who: Built, streamId: string) => (await as(who).get(`/streaming/${streamId}/poll`)).body.data
const votesOf = async (who: Built, streamId: string) =>
  (await shown(who, streamId)).options.map(({ votes }: { votes: number }) => votes)
const setStanding = (creator: Built, who: Built, standing: string) =>
  as(creator).put(`/conversations/stream/${creator.id}/people/${who.id}`, { standing })

test('those who watch vote once, may change it until the end, and see how it stands', async () => {
  const { creator, streamId, fan } = await scene()
  const others = await Promise.all(Array.from({ length: 12 }, () => buildUser(server.ctx)))
  expect(await shown(fan, streamId)).toBeNull()
  const id = await asked(creator, streamId)
  expect((await vote(fan, id, 2)).body.data).toMatchObject({ choice: 2, endedAt: null })
  // The same person many times at once is one vote.
  await Promise.all(Array.from({ length: 8 }, () => vote(fan, id, 0)))
  expect((await Promise.all(others.map((who) => vote(who, id, 1)))).every(({ status }) => status === 200)).toBe(true)
  await followPolls(server.ctx)
  expect(await votesOf(fan, streamId)).toEqual([1, 12, 0])
  expect(await shown(fan, streamId)).toMatchObject({ question: 'Which glaze?', choice: 0 })
  expect((await shown(creator, streamId)).choice).toBeNull()
  await advanceClock(server.ctx, '61 seconds')
  // What is over is over, also before anything has counted it.
  expect((await vote(fan, id, 1)).body.code).toBe('POLL_ENDED')
  await followPolls(server.ctx)
  expect(await shown(fan, streamId)).toMatchObject({ endedAt: expect.any(String), choice: 0 })
  expect((await vote(others[0]!, id, 1)).body.code).toBe('POLL_ENDED')
  expect(await votesOf(fan, streamId)).toEqual([1, 12, 0])
})

test('there is one poll at a time, which ends by hand, by itself and with its stream', async () => {
  const { creator, streamId, fan } = await scene()
  const started = await Promise.all(Array.from({ length: 5 }, () => ask(creator, streamId)))
  expect(started.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(started.find(({ status }) => status === 409)!.body.code).toBe('POLL_RUNNING')
  const first = started.find(({ status }) => status === 200)!.body.data._id
  await vote(fan, first, 1)
  expect((await end(creator, first)).body.data).toMatchObject({ endedAt: expect.any(String) })
  expect((await end(creator, first)).status).toBe(200)
  expect(await votesOf(fan, streamId)).toEqual([0, 1, 0])
  const second = await asked(creator, streamId)
  // Its time is over, though nothing has ended it yet.
  await advanceClock(server.ctx, '2 minutes')
  const third = await asked(creator, streamId)
  expect((await vote(fan, second, 1)).body.code).toBe('POLL_ENDED')
  expect((await vote(fan, third, 1)).status).toBe(200)
  await as(creator).put(`/streaming/live/${streamId}`, { status: 'ended' })
  expect((await vote(fan, third, 0)).body.code).toBe('POLL_ENDED')
  await followPolls(server.ctx)
  expect(await shown(fan, streamId)).toMatchObject({ _id: third, endedAt: expect.any(String) })
  expect((await ask(creator, streamId)).body.code).toBe('STREAM_ENDED')
})

test('the creator and moderators ask; others don’t', async () => {
  const { creator, streamId, fan } = await scene()
  const other = await buildPerformer(server.ctx)
  for (const who of [fan, other]) expect((await ask(who, streamId)).body.code).toBe('NOT_ALLOWED')
  expect((await ask(undefined, streamId)).status).toBe(401)
  await setStanding(creator, fan, 'moderator')
  const id = await asked(fan, streamId)
  expect((await vote(fan, id, 0)).status).toBe(200)
  expect((await end(other, id)).body.code).toBe('NOT_ALLOWED')
  expect((await end(fan, id)).status).toBe(200)
  for (const changes of [
    { question: '' },
    { question: 'x'.repeat(141) },
    { options: ['One'] },
    { options: Array.from({ length: pollAnswersMax + 1 }, String) },
    { options: ['One', ''] },
    { seconds: 5 },
    { seconds: 100_000 },
  ])
    expect([changes, (await ask(creator, streamId, changes)).status]).toEqual([changes, 422])
})

test('who is muted, banned or blocked, who may not watch, and the creator don’t vote', async () => {
  const { creator, streamId, fan } = await scene()
  const [muted, banned, blocked] = [
    await buildUser(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const id = await asked(creator, streamId)
  await setStanding(creator, muted, 'muted')
  await setStanding(creator, banned, 'banned')
  await buildBlock(server.ctx, creator, blocked)
  expect((await vote(undefined, id, 0)).status).toBe(401)
  expect((await vote(creator, id, 0)).body.code).toBe('NOT_TO_ONESELF')
  expect((await vote(muted, id, 0)).body.code).toBe('MUTED_IN_ROOM')
  expect((await vote(banned, id, 0)).body.code).toBe('BANNED_FROM_ROOM')
  expect((await vote(blocked, id, 0)).body.code).toBe('PERFORMER_NOT_FOUND')
  expect((await as(banned).get(`/streaming/${streamId}/poll`)).body.code).toBe('BANNED_FROM_ROOM')
  expect((await vote(fan, id, 3)).status).toBe(404)
  expect((await vote(fan, id, 9)).status).toBe(422)
  await as(creator).put('/streaming/update', { type: 'subscribers' })
  expect((await vote(fan, id, 0)).body.code).toBe('SUBSCRIPTION_REQUIRED')
  expect((await as(fan).get(`/streaming/${streamId}/poll`)).body.code).toBe('SUBSCRIPTION_REQUIRED')
  await buildAccess(server.ctx, fan, creator)
  expect((await vote(fan, id, 0)).status).toBe(200)
  await followPolls(server.ctx)
  expect(await votesOf(fan, streamId)).toEqual([1, 0, 0])
})

test('sockets of those who watch hear of a poll, of how it stands, and of its end; others hear nothing', async () => {
  const { creator, streamId, fan } = await scene()
  const other = await buildUser(server.ctx)
  const open = async (who: Built) => {
    const socket = await connectSocket(server)
    const received: object[] = []
    socket.on('stream-poll/updated', (message: object) => received.push(message))
    await socket.emitWithAck('auth/login', { token: who.token })
    return { socket, received }
  }
  const [own, watching, elsewhere] = [await open(creator), await open(fan), await open(other)]
  expect(await watching.socket.emitWithAck('stream/join', { streamId })).toEqual({ success: true })
  const id = await asked(creator, streamId)
  const stands = (votes: number[], isOver = false) => ({
    poll: { _id: id, options: votes.map((n) => ({ votes: n })), endedAt: isOver ? expect.any(String) : null },
  })
  for (const { received } of [own, watching]) await expect.poll(() => received.at(-1)).toMatchObject(stands([0, 0, 0]))
  await vote(fan, id, 1)
  await followPolls(server.ctx)
  for (const { received } of [own, watching]) await expect.poll(() => received.at(-1)).toMatchObject(stands([0, 1, 0]))
  const before = watching.received.length
  await followPolls(server.ctx)
  await end(creator, id)
  await expect.poll(() => watching.received.at(-1)).toMatchObject(stands([0, 1, 0], true))
  // Nobody is told what they know.
  expect(watching.received).toHaveLength(before + 1)
  expect(watching.received.at(-1)).not.toHaveProperty('poll.choice')
  expect(elsewhere.received).toEqual([])
  for (const { socket } of [own, watching, elsewhere]) socket.close()
})
