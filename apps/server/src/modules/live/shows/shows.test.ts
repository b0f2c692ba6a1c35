import { randomUUID } from 'node:crypto'
import { requestSecondsMax, silentSecondsMax } from '@fanlight/contract/limits'
import type { Show } from '@fanlight/contract/shows'
import type { TestPeer } from '@fanlight/live-engine/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { connectSocket } from '../../../testing/socket.ts'
import { lockPairExclusive, lockPairShared } from '../../access/pair-lock.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { closeHoldsOf } from '../../money/holds/holds.ts'
import { walletBalance } from '../../money/ledger/post.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'

let server: LiveServer
let peers: TestPeer[] = []
beforeAll(async () => {
  server = await startLiveServer()
})
afterEach(async () => {
  for (const peer of peers) peer.close()
  peers = []
  expect(await checkLedger(server.ctx)).toEqual([])
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const price = 60
const peer = async (transport: { url: string; bearer: string }, may: 'publish' | 'view') => {
  const made = await server.peer(transport as never, may)
  peers.push(made)
  return made
}
/** A creator who is live and gives private shows. */
async function buildLive(): Promise<Built & { streamId: string }> {
  const creator = await buildPerformer(server.ctx)
  const { stream, transport } = (await as(creator).post('/streaming/live', { title: 'Loops after dark' })).body.data
  await as(creator).put('/streaming/update', { pricePerMinute: price })
  await peer(transport, 'publish')
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return (await as(creator).put('/streaming/set-duration', {})).body.data.status
    })
    .toBe('live')
  return { ...creator, streamId: stream._id }
}
const ask = (fan: Built, creator: Built, expectedPrice = price) =>
  as(fan).post('/streaming/private-requests', { performerId: creator.id, expectedPrice })
const answer = (who: Built, conversationId: string, status: string) =>
  as(who).put(`/streaming/private-requests/${conversationId}`, { status })
const joinShow = (who: Built, conversationId: string) =>
  as(who).get(`/streaming/private-requests/${conversationId}/join`)
const newest = async (who: Built) => (await as(who).get('/streaming/private-requests')).body.data[0]
const tokensOf = async (who: Built) => Number(await walletBalance(server.ctx, who.id)) / 100

/** Asked for and accepted. */
async function accepted(fan: Built, creator: Built): Promise<string> {
  const { conversationId } = (await ask(fan, creator)).body.data
  const reply = await answer(creator, conversationId, 'accepted')
  expect(reply.status, reply.text).toBe(200)
  return conversationId
}
/** Video runs from the creator to the fan. */
async function running(fan: Built, creator: Built, conversationId: string): Promise<TestPeer> {
  await peer((await joinShow(creator, conversationId)).body.data.transport, 'publish')
  let viewer: TestPeer | undefined
  await expect
    .poll(async () => {
      if (viewer?.status !== 201) viewer = await peer((await joinShow(fan, conversationId)).body.data.transport, 'view')
      return viewer.status
    })
    .toBe(201)
  await counted(fan, 1)
  return viewer!
}
const counted = (fan: Built, atLeast: number) =>
  expect
    .poll(
      async () => {
        await followRooms(server.ctx)
        return (await newest(fan)).counted
      },
      { timeout: 20_000, interval: 250 },
    )
    .toBeGreaterThanOrEqual(atLeast)

test('who accepts while a block waits for another request of the two holds nothing that this one needs', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 1_000)
  const { conversationId, _id: id } = (await ask(fan, creator)).body.data
  const waits = async (mode: string) =>
    (await row(
      server.ctx.db,
      sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = ${mode} AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )) !== undefined
  let [blocked, answered] = [Promise.resolve(), Promise.resolve<unknown>(undefined)]
  await server.ctx.transaction(async (tx) => {
    await lockPairShared(tx, fan.id, creator.id)
    blocked = server.ctx.transaction(async (other) => void (await lockPairExclusive(other, fan.id, creator.id)))
    await expect.poll(() => waits('ExclusiveLock')).toBe(true)
    answered = answer(creator, conversationId, 'accepted')
    await expect.poll(() => waits('ShareLock')).toBe(true)
    // As asking anew does next.
    await sql`SELECT FROM shows WHERE id = ${id} FOR UPDATE NOWAIT`.execute(tx.db)
  })
  await blocked
  expect(await answered).toMatchObject({ status: 200 })
})

test('a show is asked for, accepted, paid by the second, and what was not used goes back', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 1_000)
  const socket = await connectSocket(server)
  const got = new Map<string, { show: Show }>()
  socket.onAny((name: string, data: { show: Show }) => got.set(name, data))
  await socket.emitWithAck('auth/login', { token: creator.token })
  const asked = await ask(fan, creator)
  expect(asked.body.data).toMatchObject({
    status: 'requested',
    pricePerMinute: price,
    held: 0,
    cost: 0,
    secondsLeft: null,
  })
  const { conversationId } = asked.body.data
  // spec: stream.private-requests
  await expect
    .poll(() => got.get('private-request/created')?.show)
    .toMatchObject({ conversationId, user: { _id: fan.id } })
  // Nothing is held yet, and asking again finds it.
  expect(await tokensOf(fan)).toBe(1_000)
  expect((await ask(fan, creator)).body.data._id).toBe(asked.body.data._id)
  expect((await joinShow(fan, conversationId)).body.code).toBe('SHOW_ENDED')

  expect((await answer(creator, conversationId, 'accepted')).body.data).toMatchObject({ status: 'accepted', held: 180 })
  expect(await tokensOf(fan)).toBe(820)
  expect((await answer(creator, conversationId, 'accepted')).status).toBe(200)
  await running(fan, creator, conversationId)
  // The public room waits, and nobody publishes into it.
  expect((await as(creator).put('/streaming/set-duration', {})).body.data.status).toBe('away')
  expect((await ask(await buildFan(server.ctx, 1_000), creator)).body.code).toBe('IN_A_SHOW')
  await counted(fan, 3)

  const ended = (await answer(fan, conversationId, 'ended')).body.data
  expect(ended).toMatchObject({ status: 'ended', endedBy: 'fan', cost: ended.counted, held: 0, earned: null })
  expect(ended.counted).toBeGreaterThanOrEqual(3)
  expect(await tokensOf(fan)).toBe(1_000 - ended.cost)
  // More is held after ten seconds.
  expect(ended.returned + ended.cost).toBeGreaterThanOrEqual(180)
  const theirs = await newest(creator)
  expect(theirs.earned).toBeCloseTo(ended.cost * 0.8, 1)
  expect((await answer(fan, conversationId, 'ended')).body.data.cost).toBe(ended.cost)
  expect((await joinShow(fan, conversationId)).body.code).toBe('SHOW_ENDED')
  const charges = (await as(fan).get('/wallet/charges/search?type=stream')).body.data
  expect(charges).toMatchObject([{ _id: ended._id, tokens: ended.cost, type: 'stream' }])
  await expect.poll(() => got.get('private-show/ended')?.show.earned).toBe(theirs.earned)
  expect(got.has('private-show/started')).toBe(true)
  socket.disconnect()
}, 60_000)

test('a request is declined, taken back, or over after a minute; nothing is held', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 1_000)
  const { conversationId } = (await ask(fan, creator)).body.data
  expect((await answer(fan, conversationId, 'accepted')).body.code).toBe('SHOW_NOT_FOUND')
  expect((await answer(fan, conversationId, 'declined')).body.code).toBe('SHOW_NOT_FOUND')
  expect((await answer(creator, conversationId, 'cancelled')).body.code).toBe('SHOW_NOT_FOUND')
  expect((await answer(await buildUser(server.ctx), conversationId, 'ended')).body.code).toBe('SHOW_NOT_FOUND')
  expect((await answer(creator, conversationId, 'ended')).body.code).toBe('SHOW_ENDED')
  expect((await answer(creator, conversationId, 'declined')).body.data.status).toBe('declined')
  expect((await answer(creator, conversationId, 'accepted')).body.code).toBe('SHOW_ENDED')
  await ask(fan, creator)
  expect((await answer(fan, conversationId, 'cancelled')).body.data.status).toBe('cancelled')
  await ask(fan, creator)
  await advanceClock(server.ctx, `${requestSecondsMax + 1} seconds`)
  expect((await answer(creator, conversationId, 'accepted')).body.code).toBe('SHOW_ENDED')
  await followRooms(server.ctx)
  expect((await newest(fan)).status).toBe('expired')
  expect(await tokensOf(fan)).toBe(1_000)
})

test('a show is refused with its reason', async () => {
  const creator = await buildLive()
  const [fan, poor, blocked] = [
    await buildFan(server.ctx, 500),
    await buildFan(server.ctx, 179),
    await buildFan(server.ctx, 500),
  ]
  await buildBlock(server.ctx, creator, blocked)
  expect((await ask(fan, creator, price - 1)).body).toMatchObject({ code: 'PRICE_CHANGED' })
  expect((await ask(poor, creator)).body).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  expect((await ask(blocked, creator)).body.code).toBe('PERFORMER_NOT_FOUND')
  expect((await ask(creator, creator)).body.code).toBe('NOT_TO_ONESELF')
  expect((await ask(fan, await buildPerformer(server.ctx))).body.code).toBe('STREAM_NOT_FOUND')
  await as(creator).put('/streaming/update', { pricePerMinute: null })
  expect((await ask(fan, creator)).body.code).toBe('SHOWS_CLOSED')
  for (const pricePerMinute of [0, -1, 1.5, 10_001, '60'])
    expect([400, 422]).toContain((await as(creator).put('/streaming/update', { pricePerMinute })).status)
})

test('who has spent the tokens meanwhile is told when the creator accepts, and the request is over', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 200)
  const { conversationId } = (await ask(fan, creator)).body.data
  await payer(server, fan).tip(await buildPerformer(server.ctx), 50)
  expect((await answer(creator, conversationId, 'accepted')).body.code).toBe('INSUFFICIENT_BALANCE')
  expect((await newest(fan)).status).toBe('cancelled')
  expect(await tokensOf(fan)).toBe(150)
})

test('of two fans who ask, one is accepted; of one request accepted twice at once, tokens are held once', async () => {
  const creator = await buildLive()
  const [one, other] = [await buildFan(server.ctx, 500), await buildFan(server.ctx, 500)]
  const [first, second] = [(await ask(one, creator)).body.data, (await ask(other, creator)).body.data]
  const replies = await Promise.all([
    answer(creator, first.conversationId, 'accepted'),
    answer(creator, first.conversationId, 'accepted'),
    answer(creator, second.conversationId, 'accepted'),
    answer(creator, second.conversationId, 'accepted'),
  ])
  expect(replies.filter(({ status }) => status >= 500)).toEqual([])
  const held = [one, other].map(async (fan) => 500 - (await tokensOf(fan)))
  expect((await Promise.all(held)).toSorted((a, b) => a - b)).toEqual([0, 180])
  for (const { conversationId } of [first, second]) await answer(creator, conversationId, 'ended')
  expect(await Promise.all([one, other].map(tokensOf))).toEqual([500, 500])
})

test('asked for several times at once it is one request, and of two creators one is asked', async () => {
  const [creator, other] = [await buildLive(), await buildLive()]
  const fan = await buildFan(server.ctx, 500)
  const same = await Promise.all([1, 2, 3, 4].map(() => ask(fan, creator)))
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(same.map(({ body }) => body.data._id)).size).toBe(1)
  const both = await Promise.all([ask(fan, creator), ask(fan, other)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await as(fan).get('/streaming/private-requests?open=true')).body.data).toHaveLength(1)
})

test('a creator does not learn what a fan has', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 100_000)
  const conversationId = await accepted(fan, creator)
  expect((await newest(creator)).secondsLeft).toBe(600)
  expect((await newest(fan)).secondsLeft).toBe(100_000)
  await answer(creator, conversationId, 'ended')
})

test('video that does not come is not paid, and the show is over after a minute', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 500)
  await accepted(fan, creator)
  await advanceClock(server.ctx, `${silentSecondsMax + 2} seconds`)
  await followRooms(server.ctx)
  expect(await newest(fan)).toMatchObject({ status: 'ended', endedBy: 'disconnect', counted: 0, cost: 0 })
  expect(await tokensOf(fan)).toBe(500)
  expect((await as(fan).get('/wallet/charges/search?type=stream')).body.data).toEqual([])
})

test('the engine is killed in the middle: both come back, no second is counted twice and none while it was gone', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 500)
  const conversationId = await accepted(fan, creator)
  await running(fan, creator, conversationId)
  await counted(fan, 2)
  await server.killEngine()
  await followRooms(server.ctx)
  const before = (await newest(fan)).counted
  await advanceClock(server.ctx, '20 seconds')
  await followRooms(server.ctx)
  expect(await newest(fan)).toMatchObject({ status: 'active', isCounting: false, counted: before })
  await server.back()
  await running(fan, creator, conversationId)
  await counted(fan, before + 2)
  const { counted: seconds, notCounted, cost } = (await answer(creator, conversationId, 'ended')).body.data
  // It was gone for more than that.
  expect(notCounted).toBeGreaterThan(10)
  expect(cost).toBe(seconds)
  expect(await tokensOf(fan)).toBe(500 - cost)
}, 60_000)

test('a fan on two devices pays once, and a third person gets no way in', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 500)
  const conversationId = await accepted(fan, creator)
  await running(fan, creator, conversationId)
  const before = await newest(fan)
  const from = performance.now()
  await peer((await joinShow(fan, conversationId)).body.data.transport, 'view')
  await counted(fan, before.counted + 4)
  const passed = (performance.now() - from) / 1_000
  expect((await newest(fan)).counted - before.counted).toBeLessThanOrEqual(Math.ceil(passed) + 1)
  const other = await buildUser(server.ctx)
  expect((await joinShow(other, conversationId)).body.code).toBe('SHOW_NOT_FOUND')
  expect((await as(other).get(`/streaming/join/${before._id}`)).body.code).toBe('STREAM_NOT_FOUND')
  // A fan can't publish with the right to watch.
  const { transport } = (await joinShow(fan, conversationId)).body.data
  expect((await server.peer({ ...transport, url: transport.url.replace('whep', 'whip') }, 'publish')).status).toBe(403)
  await answer(fan, conversationId, 'ended')
  expect((await server.peer(transport, 'view')).status).toBe(404)
}, 60_000)

test('the show ends when the tokens do, and never costs more than there were', async () => {
  const creator = await buildLive()
  await as(creator).put('/streaming/update', { pricePerMinute: 3_000 })
  const fan = await buildFan(server.ctx, 9_000)
  const { conversationId } = (await ask(fan, creator, 3_000)).body.data
  await answer(creator, conversationId, 'accepted')
  await running(fan, creator, conversationId)
  // As if it had run for almost three minutes.
  await sql`UPDATE shows SET counted_ms = 178500 WHERE conversation_id = ${conversationId}`.execute(server.ctx.db)
  await expect
    .poll(
      async () => {
        await followRooms(server.ctx)
        return (await newest(fan)).endedBy
      },
      { timeout: 15_000, interval: 300 },
    )
    .toBe('no_funds')
  const { cost } = await newest(fan)
  expect(cost).toBeLessThanOrEqual(9_000)
  expect(cost).toBeGreaterThan(8_900)
  expect(await tokensOf(fan)).toBe(9_000 - cost)
}, 60_000)

test('a block ends it at once and what was used is paid; so does what gives back the hold', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 500)
  const conversationId = await accepted(fan, creator)
  await running(fan, creator, conversationId)
  await buildBlock(server.ctx, creator, fan)
  await followRooms(server.ctx)
  const found = await row(
    server.ctx.db,
    sql<{
      by: string
      tokens: bigint
      ms: bigint
    }>`SELECT s.ended_by AS by, c.tokens, s.counted_ms AS ms FROM shows s JOIN charges c ON c.id = s.id
      WHERE s.conversation_id = ${conversationId}`,
  )
  expect(found).toMatchObject({ by: 'moderator', tokens: (found!.ms / 1_000n) * 100n })

  const next = await buildFan(server.ctx, 500)
  const again = (await ask(next, creator)).body.data.conversationId
  await answer(creator, again, 'accepted')
  await server.ctx.transaction((tx) => closeHoldsOf(tx, next.id))
  expect(await tokensOf(next)).toBe(500)
  await followRooms(server.ctx)
  expect(await newest(next)).toMatchObject({ status: 'ended', endedBy: 'no_funds', cost: 0 })
}, 60_000)

test('the least number of minutes is shown, held, and paid where the fan ends the show before', async () => {
  const creator = await buildLive()
  const changed = (minutesMin: number) => as(creator).put('/streaming/update', { minutesMin })
  for (const wrong of [-1, 11, 1.5, '3']) expect([400, 422]).toContain((await changed(wrong as number)).status)
  expect((await changed(5)).body.data.minutesMin).toBe(5)
  const askFor = (who: Built, expectedMinutesMin: number) =>
    as(who).post('/streaming/private-requests', { performerId: creator.id, expectedPrice: price, expectedMinutesMin })
  const [fan, poor] = [await buildFan(server.ctx, 1_000), await buildFan(server.ctx, 299)]
  // They were shown another offer.
  expect((await ask(fan, creator)).body.code).toBe('PRICE_CHANGED')
  expect((await askFor(fan, 4)).body.code).toBe('PRICE_CHANGED')
  expect((await askFor(poor, 5)).body.code).toBe('INSUFFICIENT_BALANCE')
  const { conversationId } = (await askFor(fan, 5)).body.data
  // What is changed afterwards is not theirs.
  await changed(10)
  expect((await answer(creator, conversationId, 'accepted')).body.data).toMatchObject({ minutesMin: 5, held: 300 })
  await running(fan, creator, conversationId)
  const ended = (await answer(fan, conversationId, 'ended')).body.data
  expect(ended).toMatchObject({ cost: 300, toMinimum: 300 - ended.counted, returned: 0 })
  expect(await tokensOf(fan)).toBe(700)
  expect((await newest(creator)).earned).toBe(240)
}, 60_000)

test('the least number of minutes is not paid where the creator ends the show, or no video came', async () => {
  const creator = await buildLive()
  await as(creator).put('/streaming/update', { minutesMin: 5 })
  const again = async (fan: Built) => {
    const body = { performerId: creator.id, expectedPrice: price, expectedMinutesMin: 5 }
    const { conversationId } = (await as(fan).post('/streaming/private-requests', body)).body.data
    await answer(creator, conversationId, 'accepted')
    return conversationId as string
  }
  const fan = await buildFan(server.ctx, 1_000)
  const first = await again(fan)
  await running(fan, creator, first)
  const ended = (await answer(creator, first, 'ended')).body.data
  expect(ended).toMatchObject({ endedBy: 'performer', cost: ended.counted, toMinimum: 0 })
  expect((await answer(fan, await again(fan), 'ended')).body.data).toMatchObject({ endedBy: 'fan', cost: 0 })
}, 60_000)

test('the least number of minutes is not paid where the video stopped and nobody could count it', async () => {
  const creator = await buildLive()
  await as(creator).put('/streaming/update', { minutesMin: 5 })
  const fan = await buildFan(server.ctx, 1_000)
  const body = { performerId: creator.id, expectedPrice: price, expectedMinutesMin: 5 }
  const { conversationId } = (await as(fan).post('/streaming/private-requests', body)).body.data
  await answer(creator, conversationId, 'accepted')
  await running(fan, creator, conversationId)
  // The meter is not there.
  await advanceClock(server.ctx, '30 seconds')
  const ended = (await answer(fan, conversationId, 'ended')).body.data
  expect(ended).toMatchObject({ endedBy: 'fan', cost: ended.counted, toMinimum: 0 })
}, 60_000)

test('the list is of the viewer alone, with or without what is over', async () => {
  const creator = await buildLive()
  const fan = await buildFan(server.ctx, 500)
  const { conversationId, _id } = (await ask(fan, creator)).body.data
  const open = async (who: Built) => (await as(who).get('/streaming/private-requests?open=true')).body.data
  expect((await open(creator)).map((show: { _id: string }) => show._id)).toEqual([_id])
  await answer(creator, conversationId, 'declined')
  expect(await open(fan)).toEqual([])
  expect(await newest(await buildUser(server.ctx))).toBeUndefined()
  expect((await as(fan).get(`/streaming/private-requests/${randomUUID()}/join`)).body.code).toBe('SHOW_NOT_FOUND')
})
