import { randomUUID } from 'node:crypto'
import { heldMinutesMin, type TicketShow } from '@fanlight/contract/tickets'
import type { TestPeer } from '@fanlight/live-engine/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { checkLedger } from '../../money/ledger/check.ts'
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

const minute = 60_000
const as = (who: Built) => api(server).as(who)
const inMinutes = (minutes: number) => new Date(server.ctx.clock.now().getTime() + minutes * minute).toISOString()
const usual = (over = {}) => ({
  title: 'The winter kiln',
  startsAt: inMinutes(120),
  minutes: 90,
  price: 150,
  seats: 2,
  ...over,
})
async function planned(creator: Built, over = {}): Promise<TicketShow> {
  const reply = await as(creator).post('/streaming/ticket-shows', usual(over))
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const buy = (fan: Built, show: Pick<TicketShow, '_id'>, body: object = {}, key?: string) =>
  payer(server, fan).keyed(`/wallet/charges/stream/${show._id}`, body, key)
const showOf = async (who: Built, { _id }: Pick<TicketShow, '_id'>): Promise<TicketShow> =>
  (await as(who).get(`/streaming/ticket-shows/${_id}`)).body.data
const tokensOf = async (who: Built) => Number(await walletBalance(server.ctx, who.id)) / 100
const pendingOf = async (who: Built) =>
  (await row(
    server.ctx.db,
    sql<{ n: number }>`SELECT (ledger_balance_of('performer_pending', ${who.id}, 'TOK') / 100)::int AS n`,
  ))!.n
const join = (who: Built, id: string) => as(who).get(`/streaming/join/${id}`)
/** What runs by itself: the decision each second, and the money after it. */
async function passes() {
  await followRooms(server.ctx)
  await server.work()
}
/** Its creator opens it and is live. */
async function opened(creator: Built, show: TicketShow) {
  const reply = await as(creator).post('/streaming/live', { ticketShowId: show._id })
  expect(reply.status, reply.text).toBe(200)
  const { stream, transport } = reply.body.data
  peers.push(await server.peer(transport, 'publish'))
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return (await as(creator).put('/streaming/set-duration', {})).body.data.status
    })
    .toBe('live')
  return stream as { _id: string; type: string; ticketShowId: string }
}
const end = async (creator: Built, streamId: string) => {
  await as(creator).put(`/streaming/live/${streamId}`, { status: 'ended' })
  for (const peer of peers) peer.close()
  peers = []
}

test('a ticket is bought once, waits in escrow, opens the show to its holder alone, and is paid when the show has taken place', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, other] = [await buildFan(server.ctx, 1_000), await buildFan(server.ctx, 1_000)]
  const show = await planned(creator)
  expect(show).toMatchObject({ status: 'planned', seatsLeft: 2, price: 150, mayWatch: true, earned: 0, myTicket: null })
  const { terms } = await showOf(fan, show)
  const key = randomUUID()
  const bought = await buy(fan, show, { expectedPrice: 150, expectedTerms: terms }, key)
  expect(bought.status, bought.text).toBe(200)
  expect(bought.body.data).toMatchObject({ type: 'stream', targetId: show._id, tokens: 150, balance: 850 })
  // The same request again is the same purchase; another one is refused with its receipt.
  expect((await buy(fan, show, { expectedPrice: 150, expectedTerms: terms }, key)).body.data).toEqual(bought.body.data)
  const again = await buy(fan, show)
  expect([again.status, again.body.code]).toEqual([409, 'ALREADY_PURCHASED'])
  expect(await showOf(fan, show)).toMatchObject({
    seatsLeft: 1,
    mayWatch: true,
    myTicket: { tokens: 150, isReturned: false },
    earned: null,
  })
  expect(await pendingOf(creator)).toBe(0)
  expect((await showOf(creator, show)).earned).toBe(120)

  const { data: announced } = (
    await as(creator).post('/streaming/schedule', {
      title: 'Glazing',
      type: 'public',
      startsAt: inMinutes(110),
      minutes: 60,
    })
  ).body
  const early = await as(creator).post('/streaming/live', { ticketShowId: show._id })
  expect(early.body.code).toBe('SHOW_NOT_YET')
  await advanceClock(server.ctx, '100 minutes')
  const stream = await opened(creator, show)
  expect(stream).toMatchObject({ type: 'ticket', ticketShowId: show._id })
  // It isn't the one that everyone was told of.
  const { data: ahead } = (await as(creator).get('/streaming/schedule')).body
  expect(ahead).toMatchObject([{ _id: announced._id }])
  expect((await showOf(other, show)).status).toBe('live')
  const shut = await join(other, creator.id)
  expect([shut.status, shut.body.code]).toEqual([403, 'TICKET_REQUIRED'])
  const { transport } = (await join(fan, creator.id)).body.data
  const watching = await server.peer(transport, 'view')
  peers.push(watching)
  expect(watching.status).toBe(201)
  // Nobody gets it for nothing, and there is no private show beside it.
  expect((await as(creator).put('/streaming/update', { type: 'public' })).body.code).toBe('SHOW_HAS_TICKETS')
  expect((await as(creator).post('/streaming/live', { type: 'public' })).body.code).toBe('SHOW_HAS_TICKETS')
  await as(creator).put('/streaming/update', { pricePerMinute: 60 })
  const asked = await as(fan).post('/streaming/private-requests', { performerId: creator.id, expectedPrice: 60 })
  expect(asked.body.code).toBe('SHOWS_CLOSED')
  expect((await as(creator).post(`/streaming/ticket-shows/${show._id}/cancel`, {})).body.code).toBe('SHOW_STARTED')
  expect((await as(fan).post(`/streaming/ticket-shows/${show._id}/return`)).body.code).toBe('SHOW_STARTED')

  await advanceClock(server.ctx, `${heldMinutesMin} minutes`)
  await end(creator, stream._id)
  await passes()
  expect((await showOf(fan, show)).status).toBe('held')
  expect(await pendingOf(creator)).toBe(120)
  expect(await tokensOf(fan)).toBe(850)
  expect((await buy(other, show)).body.code).toBe('NOT_FOR_SALE')
})

test('what does not take place within half an hour goes back by itself, once, and everyone who paid is told', async () => {
  const creator = await buildPerformer(server.ctx)
  const fans = [await buildFan(server.ctx, 500), await buildFan(server.ctx, 500)]
  const show = await planned(creator, { startsAt: inMinutes(40) })
  for (const fan of fans) expect((await buy(fan, show)).status).toBe(200)
  await advanceClock(server.ctx, '69 minutes')
  await passes()
  expect((await showOf(fans[0]!, show)).status).toBe('planned')
  await advanceClock(server.ctx, '2 minutes')
  await passes()
  await passes()
  for (const fan of fans) {
    expect(await showOf(fan, show)).toMatchObject({
      status: 'not_held',
      mayWatch: false,
      myTicket: { isReturned: true },
    })
    expect(await tokensOf(fan)).toBe(500)
  }
  expect(
    await rows(
      server.ctx.db,
      sql`SELECT 1 FROM mails WHERE kind = 'ticket_refunded' AND to_address = ANY(${fans.map(({ email }) => email)})`,
    ),
  ).toHaveLength(2)
  expect((await showOf(creator, show)).earned).toBe(0)
  expect((await as(creator).post('/streaming/live', { ticketShowId: show._id })).body.code).toBe('SHOW_ENDED')
})

test('a show that broke off after a moment may begin again, and goes back where it does not', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 500)
  const show = await planned(creator, { startsAt: inMinutes(10) })
  await buy(fan, show)
  const first = await opened(creator, show)
  await advanceClock(server.ctx, '5 minutes')
  await end(creator, first._id)
  await passes()
  expect((await showOf(fan, show)).status).toBe('planned')
  const second = await opened(creator, show)
  expect(second._id).not.toBe(first._id)
  // What both showed counts.
  await advanceClock(server.ctx, '5 minutes')
  await end(creator, second._id)
  await passes()
  expect((await showOf(fan, show)).status).toBe('held')

  const short = await planned(creator, { startsAt: inMinutes(10) })
  await buy(fan, short)
  const stream = await opened(creator, short)
  await advanceClock(server.ctx, '2 minutes')
  await end(creator, stream._id)
  await advanceClock(server.ctx, '39 minutes')
  await passes()
  expect((await showOf(fan, short)).status).toBe('not_held')
  expect(await tokensOf(fan)).toBe(350)
})

test('a cancelled show and a returned ticket give everything back', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, other] = [await buildFan(server.ctx, 500), await buildFan(server.ctx, 500)]
  const show = await planned(creator, { seats: 1 })
  await buy(fan, show)
  const gone = await buy(other, show)
  expect([gone.status, gone.body.code]).toEqual([409, 'SEATS_GONE'])
  expect((await as(other).post(`/streaming/ticket-shows/${show._id}/return`)).body.code).toBe('TICKET_REQUIRED')
  const returned = await as(fan).post(`/streaming/ticket-shows/${show._id}/return`)
  expect(returned.body.data).toMatchObject({ seatsLeft: 1, mayWatch: false, myTicket: { isReturned: true } })
  // A second time it is answered as it is.
  expect((await as(fan).post(`/streaming/ticket-shows/${show._id}/return`)).status).toBe(200)
  expect(await tokensOf(fan)).toBe(500)
  expect((await buy(other, show)).status).toBe(200)
  expect((await as(other).post(`/streaming/ticket-shows/${show._id}/cancel`, {})).status).toBe(403)
  const cancelled = await as(creator).post(`/streaming/ticket-shows/${show._id}/cancel`, { reason: 'A brick fell in.' })
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', reason: 'A brick fell in.' })
  expect((await as(creator).post(`/streaming/ticket-shows/${show._id}/cancel`, {})).status).toBe(200)
  await passes()
  expect(await tokensOf(other)).toBe(500)
  expect((await as(creator).get('/streaming/ticket-shows?mine=true')).body.data).toHaveLength(1)
  expect((await as(other).get('/streaming/ticket-shows?bought=true')).body.data[0]).toMatchObject({
    _id: show._id,
    status: 'cancelled',
  })
  expect((await as(other).get(`/streaming/ticket-shows?performerId=${creator.id}`)).body.data).toEqual([])
})

test('of two who want the last seat at once, one gets it', async () => {
  const creator = await buildPerformer(server.ctx)
  const show = await planned(creator, { seats: 1 })
  const fans = await Promise.all(Array.from({ length: 6 }, () => buildFan(server.ctx, 500)))
  const replies = await Promise.all(fans.map((fan) => buy(fan, show)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect(new Set(replies.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
    new Set(['SEATS_GONE']),
  )
  expect((await showOf(creator, show)).seatsLeft).toBe(0)
})

test('what was sold is not changed; what was shown is what is bought', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 500)
  const show = await planned(creator)
  const { terms } = await showOf(fan, show)
  const change = (body: object) => as(creator).put(`/streaming/ticket-shows/${show._id}`, body)
  expect((await change({ price: 200 })).status).toBe(200)
  const stale = await buy(fan, show, { expectedPrice: 150, expectedTerms: terms })
  expect([stale.body.code, stale.body.price]).toEqual(['PRICE_CHANGED', 200])
  expect((await change({ startsAt: inMinutes(300) })).status).toBe(200)
  expect((await buy(fan, show, { expectedPrice: 200, expectedTerms: terms })).body.code).toBe('TERMS_CHANGED')
  expect(await tokensOf(fan)).toBe(500)
  expect((await buy(fan, show, { expectedPrice: 200 })).status).toBe(200)
  for (const body of [{ price: 100 }, { startsAt: inMinutes(400) }, { minutes: 30 }, { seats: 0 }])
    expect((await change(body)).status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
  expect((await change({ title: 'The kiln, opened', seats: 5 })).body.data).toMatchObject({
    title: 'The kiln, opened',
    seatsLeft: 4,
  })
  expect((await change({ seats: 1 })).body.data.seatsLeft).toBe(0)
  const past = await as(creator).post('/streaming/ticket-shows', usual({ startsAt: inMinutes(-1) }))
  expect(past.body.errors).toMatchObject([{ path: 'startsAt', code: 'TIME_PAST' }])
  const dear = await as(creator).post('/streaming/ticket-shows', usual({ price: 20_000 }))
  expect(dear.status).toBe(422)
})

test('whoever is shut out pays nothing, subscribers may come free, and nobody sells to themselves', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, blocked] = [await buildFan(server.ctx, 500), await buildFan(server.ctx, 500)]
  const stranger = await buildUser(server.ctx)
  const show = await planned(creator, { startsAt: inMinutes(10), freeForSubscribers: true })
  expect((await buy(creator, show)).body.code).toBe('NOT_TO_ONESELF')
  expect((await buy(stranger, show)).body.code).toBe('INSUFFICIENT_BALANCE')
  await buy(fan, show)
  await buy(blocked, show)
  const stream = await opened(creator, show)
  await buildBlock(server.ctx, creator, blocked)
  expect((await join(blocked, creator.id)).status).toBe(404)
  await advanceClock(server.ctx, '11 minutes')
  await end(creator, stream._id)
  await passes()
  expect(await tokensOf(blocked)).toBe(500)
  expect(await tokensOf(fan)).toBe(350)
  expect(await pendingOf(creator)).toBe(120)
})

test('another stream stays open instead, and someone else’s show is none', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const show = await planned(creator, { startsAt: inMinutes(5) })
  expect((await as(other).post('/streaming/live', { ticketShowId: show._id })).body.code).toBe('SHOW_NOT_FOUND')
  expect((await as(other).put(`/streaming/ticket-shows/${show._id}`, { seats: 9 })).body.code).toBe('SHOW_NOT_FOUND')
  await as(creator).post('/streaming/live', {})
  expect((await as(creator).post('/streaming/live', { ticketShowId: show._id })).body.code).toBe('STREAM_IS_OPEN')
  expect((await api(server).get('/streaming/ticket-shows?mine=true')).status).toBe(401)
  const unknown = await buy(await buildFan(server.ctx, 10), { _id: randomUUID() })
  expect(unknown.body.code).toBe('SHOW_NOT_FOUND')
})
