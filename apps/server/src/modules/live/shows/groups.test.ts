import { randomUUID } from 'node:crypto'
import { groupWaitMinutesMax, silentSecondsMax } from '@fanlight/contract/limits'
import type { TestPeer } from '@fanlight/live-engine/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { connectSocket } from '../../../testing/socket.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { walletBalance } from '../../money/ledger/post.ts'
import { buildFan, giveTokens, payer } from '../../money/wallet/testing.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { followShows } from './meter.ts'

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
const offer = (creator: Built, changes = {}) =>
  as(creator).put('/streaming/update', {
    groupOffer: { pricePerMinute: price, peopleMin: 2, peopleMax: 3, ...changes },
  })
/** A creator who is live and offers a group show. */
async function buildLive(): Promise<Built> {
  const creator = await buildPerformer(server.ctx)
  const { transport } = (await as(creator).post('/streaming/live', { title: 'Loops after dark' })).body.data
  expect((await offer(creator)).status).toBe(200)
  await peer(transport, 'publish')
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return (await as(creator).put('/streaming/set-duration', {})).body.data.status
    })
    .toBe('live')
  return creator
}
const ask = (fan: Built, creator: Built, expectedPrice = price) =>
  as(fan).post('/streaming/group-shows', { performerId: creator.id, expectedPrice })
const start = (creator: Built) => as(creator).post('/streaming/group-shows/start', {})
const end = (creator: Built, id: string) => as(creator).put(`/streaming/group-shows/${id}`, { status: 'ended' })
const join = (who: Built, id: string) => as(who).get(`/streaming/group-shows/${id}/join`)
const newest = async (who: Built) => (await as(who).get('/streaming/private-requests')).body.data[0]
const leave = async (fan: Built) =>
  as(fan).put(`/streaming/private-requests/${(await newest(fan)).conversationId}`, { status: 'ended' })
const tokensOf = async (who: Built) => Number(await walletBalance(server.ctx, who.id)) / 100
const streamOf = async (creator: Built) => (await as(creator).get(`/streaming/join/${creator.id}`)).body.data.stream
const fans = (...tokens: number[]) => Promise.all(tokens.map((amount) => buildFan(server.ctx, amount)))

async function begun(creator: Built, ...people: Built[]): Promise<string> {
  for (const fan of people) expect((await ask(fan, creator)).status).toBe(200)
  const reply = await start(creator)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data._id
}
const watch = async (fan: Built, id: string): Promise<TestPeer> => {
  let viewer: TestPeer | undefined
  await expect
    .poll(async () => {
      if (viewer?.status !== 201) viewer = await peer((await join(fan, id)).body.data.transport, 'view')
      return viewer.status
    })
    .toBe(201)
  return viewer!
}
/** Video runs from the creator to these. */
async function running(id: string, creator: Built, ...people: Built[]): Promise<void> {
  await peer((await join(creator, id)).body.data.transport, 'publish')
  for (const fan of people) await watch(fan, id)
  for (const fan of people) await counted(fan, 1)
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

test('fans wait, the creator begins, and each pays by the second from a hold of their own', async () => {
  const creator = await buildLive()
  const [one, two, three] = (await fans(1_000, 1_000, 1_000)) as [Built, Built, Built]
  expect((await start(creator)).body.code).toBe('GROUP_TOO_SMALL')
  const asked = (await ask(one, creator)).body.data
  expect(asked).toMatchObject({ type: 'group', groupId: null, status: 'requested', held: 0 })
  expect((await ask(one, creator)).body.data._id).toBe(asked._id)
  expect((await streamOf(creator)).groupOffer).toMatchObject({ peopleMin: 2, waiting: 1 })
  expect((await start(creator)).body.code).toBe('GROUP_TOO_SMALL')
  expect(await tokensOf(one)).toBe(1_000)
  const id = await begun(creator, two)
  expect((await start(creator)).body.data).toMatchObject({ _id: id, people: 2 })
  expect([await tokensOf(one), await tokensOf(two)]).toEqual([820, 820])
  await running(id, creator, one)
  // The public room waits.
  expect((await as(creator).put('/streaming/set-duration', {})).body.data.status).toBe('away')
  expect(await newest(one)).toMatchObject({ status: 'active', groupId: id })
  // Who sees nothing pays nothing.
  expect((await newest(two)).counted).toBe(0)
  // While it runs, others come in as long as there is room.
  expect((await join(three, id)).body.code).toBe('SHOW_NOT_FOUND')
  expect((await ask(three, creator)).body.data).toMatchObject({ status: 'accepted', groupId: id, held: 180 })
  expect((await ask(await buildFan(server.ctx, 1_000), creator)).body.code).toBe('SEATS_GONE')
  await watch(two, id)
  await watch(three, id)
  await counted(three, 2)
  const left = (await leave(one)).body.data
  expect(left).toMatchObject({ status: 'ended', endedBy: 'fan', cost: left.counted })
  expect(await tokensOf(one)).toBe(1_000 - left.cost)
  const before = (await newest(two)).counted
  await counted(two, before + 2)
  // Below the smallest number it goes on.
  expect((await leave(three)).body.data.cost).toBeGreaterThan(0)
  await counted(two, before + 4)
  expect((await end(creator, id)).body.data.status).toBe('ended')
  const last = await newest(two)
  expect(last).toMatchObject({ status: 'ended', endedBy: 'performer', cost: last.counted })
  expect((await as(two).get('/wallet/charges/search?type=stream')).body.data).toMatchObject([
    { _id: last._id, tokens: last.cost },
  ])
  expect((await end(creator, id)).body.data.status).toBe('ended')
  expect((await join(two, id)).body.code).toBe('SHOW_NOT_FOUND')
}, 90_000)

test('one runs out of tokens and the others stay', async () => {
  const creator = await buildLive()
  const [rich, poor] = (await fans(1_000, 180)) as [Built, Built]
  const id = await begun(creator, rich, poor)
  await running(id, creator, rich, poor)
  await sql`UPDATE shows SET counted_ms = 178500 WHERE user_id = ${poor.id} AND status = 'active'`.execute(
    server.ctx.db,
  )
  await expect
    .poll(
      async () => {
        await followRooms(server.ctx)
        return (await newest(poor)).endedBy
      },
      { timeout: 15_000, interval: 300 },
    )
    .toBe('no_funds')
  expect((await newest(poor)).cost).toBeLessThanOrEqual(180)
  const before = (await newest(rich)).counted
  await counted(rich, before + 2)
  expect((await join(poor, id)).body.code).toBe('SHOW_NOT_FOUND')
  await end(creator, id)
}, 90_000)

test('who comes back pays for no second twice', async () => {
  const creator = await buildLive()
  const [one, two] = (await fans(1_000, 1_000)) as [Built, Built]
  const id = await begun(creator, one, two)
  await running(id, creator, one)
  await counted(one, 5)
  const first = (await leave(one)).body.data
  expect((await ask(one, creator)).body.data.status).toBe('accepted')
  await followRooms(server.ctx)
  expect((await newest(one)).counted).toBeLessThan(first.counted)
  await end(creator, id)
}, 60_000)

test('two devices of one fan are paid once', async () => {
  const creator = await buildLive()
  const [one, two] = (await fans(1_000, 1_000)) as [Built, Built]
  const id = await begun(creator, one, two)
  await running(id, creator, one, two)
  const before = await newest(one)
  const from = performance.now()
  await watch(one, id)
  await counted(one, before.counted + 4)
  const passed = (performance.now() - from) / 1_000
  expect((await newest(one)).counted - before.counted).toBeLessThanOrEqual(Math.ceil(passed) + 1)
  await end(creator, id)
}, 60_000)

test('it is refused with its reason', async () => {
  const creator = await buildLive()
  const [fan, poor, blocked] = (await fans(500, 179, 500)) as [Built, Built, Built]
  await buildBlock(server.ctx, creator, blocked)
  expect((await ask(fan, creator, price - 1)).body.code).toBe('PRICE_CHANGED')
  expect((await ask(poor, creator)).body.code).toBe('INSUFFICIENT_BALANCE')
  expect((await ask(blocked, creator)).body.code).toBe('PERFORMER_NOT_FOUND')
  expect((await ask(creator, creator)).body.code).toBe('NOT_TO_ONESELF')
  expect((await ask(fan, await buildPerformer(server.ctx))).body.code).toBe('STREAM_NOT_FOUND')
  for (const wrong of [{ peopleMin: 1 }, { peopleMin: 4 }, { peopleMax: 51 }, { pricePerMinute: 0 }])
    expect((await offer(creator, wrong)).status).toBe(422)
  const waiting = (await ask(fan, creator)).body.data
  // It begins for all at once.
  const accept = await as(creator).put(`/streaming/private-requests/${waiting.conversationId}`, { status: 'accepted' })
  expect(accept.body.code).toBe('SHOW_FOR_ALL')
  expect((await end(creator, randomUUID())).body.code).toBe('SHOW_NOT_FOUND')
})

test('another price sends away who waits, and so do a quarter of an hour and the creator', async () => {
  const creator = await buildLive()
  const [fan] = (await fans(1_000)) as [Built]
  const follow = async () => {
    await followRooms(server.ctx)
    return (await newest(fan)).status
  }
  await ask(fan, creator)
  await offer(creator, { pricePerMinute: 90 })
  expect(await follow()).toBe('expired')
  expect((await ask(fan, creator)).body).toMatchObject({ code: 'PRICE_CHANGED' })
  await ask(fan, creator, 90)
  await offer(creator, { pricePerMinute: 90, peopleMax: 5 })
  expect(await follow()).toBe('requested')
  await advanceClock(server.ctx, `${groupWaitMinutesMax * 60 + 1} seconds`)
  expect(await follow()).toBe('expired')
  const { conversationId } = (await ask(fan, creator, 90)).body.data
  await as(creator).put(`/streaming/private-requests/${conversationId}`, { status: 'declined' })
  expect(await follow()).toBe('declined')
  await ask(fan, creator, 90)
  await as(creator).put('/streaming/update', { groupOffer: null })
  expect(await follow()).toBe('expired')
  expect((await ask(fan, creator, 90)).body.code).toBe('SHOWS_CLOSED')
  expect(await tokensOf(fan)).toBe(1_000)
})

test('begun twice at once it is one, who can’t pay any more stays outside, and there is one show of a creator', async () => {
  const creator = await buildLive()
  await as(creator).put('/streaming/update', { pricePerMinute: price })
  const [one, two, alone] = (await fans(200, 200, 200)) as [Built, Built, Built]
  await ask(one, creator)
  await ask(two, creator)
  await payer(server, two).tip(await buildPerformer(server.ctx), 100)
  const { conversationId } = (
    await as(alone).post('/streaming/private-requests', { performerId: creator.id, expectedPrice: price })
  ).body.data
  const replies = await Promise.all([
    start(creator),
    start(creator),
    as(creator).put(`/streaming/private-requests/${conversationId}`, { status: 'accepted' }),
  ])
  expect(replies.filter(({ status }) => status >= 500)).toEqual([])
  const group = (await streamOf(creator)).groupShow
  const isPrivate = (await newest(alone)).status === 'accepted'
  expect(isPrivate).toBe(group === null)
  if (isPrivate) {
    expect((await start(creator)).body.code).toBe('IN_A_SHOW')
    await as(creator).put(`/streaming/private-requests/${conversationId}`, { status: 'ended' })
    await start(creator)
  }
  expect(await newest(one)).toMatchObject({ status: 'accepted', held: 180 })
  expect((await newest(two)).status).toBe('cancelled')
  expect([await tokensOf(one), await tokensOf(two)]).toEqual([20, 100])
  await end(creator, (await streamOf(creator)).groupShow._id)
  expect(await tokensOf(one)).toBe(200)
})

test('what a killed process has left is done within a second', async () => {
  const creator = await buildLive()
  const [one, two] = (await fans(500, 500)) as [Built, Built]
  const id = await begun(creator, one, two)
  // As if it had begun and nobody was let in, and as if it had ended and nobody was let out.
  const other = await buildLive()
  const [late] = (await fans(500)) as [Built]
  await ask(late, other)
  const group = randomUUID()
  await sql`INSERT INTO group_shows (id, performer_id, price_per_minute, people_max, started_at)
    VALUES (${group}, ${other.id}, 6000, 3, app_now())`.execute(server.ctx.db)
  await sql`UPDATE shows SET group_id = ${group} WHERE user_id = ${late.id}`.execute(server.ctx.db)
  await sql`UPDATE group_shows SET ended_by = 'performer', ended_at = app_now() WHERE id = ${id}`.execute(server.ctx.db)
  await followRooms(server.ctx)
  expect((await newest(late)).status).toBe('accepted')
  expect(await newest(one)).toMatchObject({ status: 'ended', endedBy: 'performer', held: 0 })
  expect([await tokensOf(one), await tokensOf(two), await tokensOf(late)]).toEqual([500, 500, 320])
  // Nobody comes: each part ends after a minute, and the group a minute after the last one.
  for (const _ of [1, 2]) {
    await advanceClock(server.ctx, `${silentSecondsMax + 2} seconds`)
    await followRooms(server.ctx)
  }
  expect(await newest(late)).toMatchObject({ endedBy: 'disconnect', cost: 0 })
  expect((await streamOf(other)).groupShow).toBe(null)
})

test('a fan who is blocked in the middle is out, and the others stay', async () => {
  const creator = await buildLive()
  const [one, two] = (await fans(500, 500)) as [Built, Built]
  const id = await begun(creator, one, two)
  await running(id, creator, one, two)
  await buildBlock(server.ctx, creator, one)
  await followRooms(server.ctx)
  expect(await newest(one)).toMatchObject({ endedBy: 'moderator' })
  expect((await join(one, id)).body.code).toBe('SHOW_NOT_FOUND')
  await counted(two, (await newest(two)).counted + 2)
  await end(creator, id)
}, 60_000)

test('the chat is for those who are in it', async () => {
  const creator = await buildLive()
  const [one, two, other] = (await fans(500, 500, 500)) as [Built, Built, Built]
  const id = await begun(creator, one, two)
  const socket = await connectSocket(server)
  const got: string[] = []
  socket.on('group-message/created', ({ message }: { message: { text: string } }) => got.push(message.text))
  await socket.emitWithAck('auth/login', { token: two.token })
  const write = (who: Built, text: string, clientId: string = randomUUID()) =>
    as(who).post(`/streaming/group-shows/${id}/messages`, { text, clientId })
  const read = (who: Built) => as(who).get(`/streaming/group-shows/${id}/messages`)
  const clientId = randomUUID()
  const first = (await write(one, 'Good evening', clientId)).body.data
  expect((await write(one, 'Good evening', clientId)).body.data._id).toBe(first._id)
  await expect.poll(() => got).toEqual(['Good evening'])
  await write(creator, 'Welcome')
  expect((await read(two)).body.data.map(({ text }: { text: string }) => text)).toEqual(['Welcome', 'Good evening'])
  for (const who of [other, await buildUser(server.ctx)]) {
    expect((await write(who, 'Hello')).body.code).toBe('SHOW_NOT_FOUND')
    expect((await read(who)).body.code).toBe('SHOW_NOT_FOUND')
  }
  expect((await write(one, '')).status).toBe(422)
  await leave(one)
  expect((await write(one, 'Still here')).body.code).toBe('SHOW_NOT_FOUND')
  await end(creator, id)
  expect((await write(creator, 'Good night')).body.code).toBe('SHOW_ENDED')
  expect((await read(creator)).body.data).toHaveLength(2)
  socket.disconnect()
})

/** As the engine would say it, without its video. */
const follow = (id: string, ...fans: [Built, number][]) =>
  followShows(
    server.ctx,
    new Map([
      [
        id,
        {
          id,
          opening: 'one',
          state: 'live' as const,
          publishing: null,
          recording: { isOn: false, bytes: 0, problem: null },
          watching: [],
          watchingAccounts: [],
          input: { reading: null, problem: null },
          received: fans.map(([{ id: userId }, ms]) => ({ userId, ms })),
        },
      ],
    ]),
  )

test('who comes and goes pays for all that came, once', async () => {
  const creator = await buildLive()
  const [one, two] = (await fans(1_000, 1_000)) as [Built, Built]
  const id = await begun(creator, one, two)
  const again = async () => {
    await leave(one)
    expect((await ask(one, creator)).body.data.status).toBe('accepted')
  }
  await follow(id, [one, 5_000])
  // A part of which nothing comes.
  await again()
  await again()
  await follow(id, [one, 65_000])
  await again()
  await follow(id, [one, 66_000])
  await leave(one)
  expect(await tokensOf(one)).toBe(1_000 - 66)
  // Less than a second each time is not free.
  await ask(one, creator)
  for (let ms = 66_900; ms <= 75_000; ms += 900) {
    await follow(id, [one, ms])
    await again()
  }
  await leave(one)
  expect(await tokensOf(one)).toBe(1_000 - 75)
  await end(creator, id)
})

test('of two creators who are in the group show of each other, each can leave', async () => {
  const [one, two] = [await buildLive(), await buildLive()]
  const [a, b, c] = (await fans(500, 500, 500)) as [Built, Built, Built]
  for (const creator of [one, two]) await giveTokens(server.ctx, creator.id, 500)
  const ofTwo = await begun(two, a, b)
  expect((await ask(two, one)).status).toBe(200)
  const ofOne = await begun(one, c)
  expect((await ask(one, two)).body.data.status).toBe('accepted')
  const { conversationId } = await newest(one)
  for (const who of [two, one]) {
    const left = (await as(who).put(`/streaming/private-requests/${conversationId}`, { status: 'ended' })).body.data
    expect(left).toMatchObject({ endedBy: 'fan', user: { _id: who.id } })
    expect(await tokensOf(who)).toBe(500)
  }
  await end(one, ofOne)
  await end(two, ofTwo)
})

test('who is banned from the rooms of a creator is in none of their shows', async () => {
  const creator = await buildLive()
  const [one, two, three] = (await fans(500, 500, 500)) as [Built, Built, Built]
  const ban = async (fan: Built) =>
    expect(
      (await as(creator).put(`/conversations/stream/${creator.id}/people/${fan.id}`, { standing: 'banned' })).status,
    ).toBe(200)
  await ask(three, creator)
  await ban(three)
  const id = await begun(creator, one, two)
  expect((await newest(three)).status).toBe('requested')
  await ban(one)
  expect((await join(one, id)).body.code).toBe('SHOW_NOT_FOUND')
  await follow(id)
  expect(await newest(one)).toMatchObject({ endedBy: 'moderator', cost: 0 })
  expect([await tokensOf(one), await tokensOf(two), await tokensOf(three)]).toEqual([500, 320, 500])
  await end(creator, id)
})

test('from a country in which the creator is not shown nobody joins', async () => {
  const creator = await buildLive()
  const [one, two] = (await fans(500, 500)) as [Built, Built]
  const id = await begun(creator, one, two)
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${creator.id}, 'DE')`.execute(server.ctx.db)
  await sql`UPDATE sessions SET country = 'DE' WHERE account_id = ${one.id}`.execute(server.ctx.db)
  expect((await join(one, id)).body.code).toBe('SHOW_NOT_FOUND')
  expect((await as(one).get(`/streaming/group-shows/${id}/messages`)).body.code).toBe('SHOW_NOT_FOUND')
  expect((await as(one).get(`/streaming/private-requests/${(await newest(one)).conversationId}/join`)).body.code).toBe(
    'SHOW_NOT_FOUND',
  )
  expect((await join(two, id)).status).toBe(200)
  await end(creator, id)
})

test('in the chat nobody reads somebody who has blocked them', async () => {
  const creator = await buildLive()
  const [one, two] = (await fans(500, 500)) as [Built, Built]
  const id = await begun(creator, one, two)
  await buildBlock(server.ctx, one, two)
  const socket = await connectSocket(server)
  const got: string[] = []
  socket.on('group-message/created', ({ message }: { message: { text: string } }) => got.push(message.text))
  await socket.emitWithAck('auth/login', { token: two.token })
  const write = (who: Built, text: string) =>
    as(who).post(`/streaming/group-shows/${id}/messages`, { text, clientId: randomUUID() })
  await write(one, 'Not for two')
  await write(creator, 'For all')
  await expect.poll(() => got).toContain('For all')
  expect(got).toEqual(['For all'])
  const read = async (who: Built) =>
    (await as(who).get(`/streaming/group-shows/${id}/messages`)).body.data.map(({ text }: { text: string }) => text)
  expect(await read(two)).toEqual(['For all'])
  expect(await read(creator)).toEqual(['For all', 'Not for two'])
  socket.disconnect()
  await end(creator, id)
})
