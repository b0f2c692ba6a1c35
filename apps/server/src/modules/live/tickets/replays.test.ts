import type { TicketShow } from '@fanlight/contract/tickets'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { subscribers } from '../../../subscribers.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { recountItemEarnings } from '../../content/counters/item-earnings.ts'
import { refundItem } from '../../money/charges/refunding-items.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { walletBalance } from '../../money/ledger/post.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { buildRecording } from '../recordings/testing.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
  await registerSubscribers(server.ctx, subscribers, 'first')
})
afterEach(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const inMinutes = (minutes: number) => new Date(server.ctx.clock.now().getTime() + minutes * 60_000).toISOString()
async function planned(creator: Built, over: object = {}): Promise<TicketShow> {
  const show = { title: 'The winter kiln', startsAt: inMinutes(20), minutes: 60, price: 150, seats: 9, ...over }
  const reply = await as(creator).post('/streaming/ticket-shows', show)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
async function buy(fan: Built, { _id }: TicketShow) {
  expect((await payer(server, fan).keyed(`/wallet/charges/stream/${_id}`, {})).status).toBe(200)
}
/** What was streamed for this show, some minutes long, and recorded. */
async function recorded(creator: Built, show: TicketShow, minutes: number): Promise<string> {
  const { id, streamId } = await buildRecording(server.ctx, creator)
  await sql`UPDATE streams SET type = 'ticket', ticket_show_id = ${show._id}, started_at = ended_at - make_interval(mins => ${minutes})
    WHERE id = ${streamId}`.execute(server.ctx.db)
  return id
}
const publish = (creator: Built, recording: string, body: object = {}) =>
  as(creator).post(`/streaming/recordings/${recording}/publish`, { gate: { type: 'paid', price: 90 }, ...body })
const passes = async () => {
  await followRooms(server.ctx)
  await handleAllEvents(server.ctx, subscribers)
  await server.work()
}
const opens = async (who: Built, video: string): Promise<boolean> => {
  const reply = await as(who).get(`/performer-assets/videos/${video}`)
  return reply.status === 200 && reply.body.data.can.view === true
}
const showOf = async (who: Built, { _id }: TicketShow): Promise<TicketShow> =>
  (await as(who).get(`/streaming/ticket-shows/${_id}`)).body.data
const purchasesOf = async (who: Built) => {
  const reply = await as(who).get('/user/purchases')
  expect(reply.status, reply.text).toBe(200)
  const found = reply.body.data as { _id: string; type: string; tokens: number }[]
  return found.map(({ _id, type, tokens }) => ({ _id, type, tokens }))
}

test('whoever has a ticket watches the replay without paying again, and finds it', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, returned, stranger, late] = await Promise.all([1, 2, 3, 4].map(() => buildFan(server.ctx, 500)))
  const show = await planned(creator)
  await buy(fan!, show)
  await buy(returned!, show)
  await as(returned!).post(`/streaming/ticket-shows/${show._id}/return`)
  const recording = await recorded(creator, show, 15)
  const published = await publish(creator, recording)
  expect(published.status, published.text).toBe(200)
  const video = published.body.data.videoId as string
  // It broke off and goes on: who buys now has a ticket of the whole show.
  await buy(late!, show)
  await passes()
  expect((await showOf(fan!, show)).status).toBe('held')
  for (const who of [fan!, late!, creator]) {
    expect(await opens(who, video)).toBe(true)
    expect((await showOf(who, show)).replayIds).toEqual([video])
  }
  for (const who of [returned!, stranger!]) {
    expect(await opens(who, video)).toBe(false)
    expect((await showOf(who, show)).replayIds).toEqual([])
  }
  expect(await purchasesOf(fan!)).toEqual([
    { _id: video, type: 'video', tokens: 0 },
    { _id: show._id, type: 'stream', tokens: 150 },
  ])
  expect(Number(await walletBalance(server.ctx, fan!.id))).toBe(35_000)
  // Nothing was earned with the video, and others buy it.
  await recountItemEarnings(server.ctx)
  expect(await row(server.ctx.db, sql`SELECT earned::int FROM items WHERE id = ${video}`)).toEqual({ earned: 0 })
  expect((await payer(server, stranger!).keyed(`/wallet/charges/video/${video}`, {})).status).toBe(200)
  expect(await opens(stranger!, video)).toBe(true)
  const again = await payer(server, fan!).keyed(`/wallet/charges/video/${video}`, {})
  expect(again.body.code).toBe('ALREADY_PURCHASED')
})

test('a ticket whose tokens went back opens no replay', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 500)
  const show = await planned(creator)
  await buy(fan, show)
  // Too short to have taken place.
  const video = (await publish(creator, await recorded(creator, show, 1))).body.data.videoId as string
  expect(await opens(fan, video)).toBe(true)
  await advanceClock(server.ctx, '51 minutes')
  await passes()
  expect((await showOf(fan, show)).status).toBe('not_held')
  expect(await opens(fan, video)).toBe(false)
  expect(await purchasesOf(fan)).toEqual([])
})

test('the creator may keep a replay from ticket holders, unless they have promised it', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 900)
  const [free, promised] = [await planned(creator), await planned(creator, { promisesReplay: true })]
  expect([free.promisesReplay, promised.promisesReplay]).toEqual([false, true])
  for (const show of [free, promised]) await buy(fan, show)
  const change = (show: TicketShow, promisesReplay: boolean) =>
    as(creator).put(`/streaming/ticket-shows/${show._id}`, { promisesReplay })
  expect((await change(promised, false)).body.code).toBe('SHOW_HAS_TICKETS')
  const videos: string[] = []
  for (const show of [free, promised]) {
    const reply = await publish(creator, await recorded(creator, show, 15), { forTicketHolders: false })
    expect(reply.body.data.promisesReplay).toBe(show === promised)
    videos.push(reply.body.data.videoId)
  }
  expect(await Promise.all(videos.map((video) => opens(fan, video)))).toEqual([false, true])
  // What was promised to nobody yet may be taken back, and more may be promised at any time.
  const another = await planned(creator, { promisesReplay: true })
  const { terms } = await showOf(fan, another)
  expect((await change(another, false)).status).toBe(200)
  const stale = await payer(server, fan).keyed(`/wallet/charges/stream/${another._id}`, {
    expectedPrice: 150,
    expectedTerms: terms,
  })
  expect(stale.body.code).toBe('TERMS_CHANGED')
  await buy(fan, another)
  expect((await change(another, true)).body.data.promisesReplay).toBe(true)
})

test('a draft is nobody’s until it is published; one that staff remove takes nothing back but itself', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 500)
  const show = await planned(creator)
  await buy(fan, show)
  const reply = await publish(creator, await recorded(creator, show, 15), { status: 'draft' })
  const video = reply.body.data.videoId as string
  await passes()
  expect(await purchasesOf(fan)).toMatchObject([{ type: 'stream' }])
  await as(creator).put(`/performer/performer-assets/videos/edit/${video}`, { status: 'published' })
  await passes()
  expect(await opens(fan, video)).toBe(true)
  await sql`UPDATE items SET status = 'hidden' WHERE id = ${video}`.execute(server.ctx.db)
  await refundItem(server.ctx, video)
  expect(await opens(fan, video)).toBe(false)
  expect(await purchasesOf(fan)).toEqual([{ _id: show._id, type: 'stream', tokens: 150 }])
  expect(Number(await walletBalance(server.ctx, fan.id))).toBe(35_000)
})

test('a show is a file for a calendar, with its changes and its end', async () => {
  const creator = await buildPerformer(server.ctx, { name: 'Ayu' })
  const show = await planned(creator)
  const read = async () => {
    const reply = await api(server).get(`/streaming/ticket-shows/${show._id}/calendar`)
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
    return reply.text.replaceAll('\r\n ', '').split('\r\n')
  }
  const stamp = (instant: string | number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const first = await read()
  expect(first).toEqual(
    expect.arrayContaining([
      'SUMMARY:Ayu: The winter kiln',
      `DTSTART:${stamp(show.startsAt)}`,
      `DTEND:${stamp(Date.parse(show.startsAt) + 60 * 60_000)}`,
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
    ]),
  )
  expect(first.find((line) => line.startsWith('URL'))).toContain(`/show/${show._id}`)
  await as(creator).put(`/streaming/ticket-shows/${show._id}`, { minutes: 90 })
  expect(await read()).toContain('SEQUENCE:1')
  await as(creator).post(`/streaming/ticket-shows/${show._id}/cancel`, {})
  expect(await read()).toEqual(expect.arrayContaining(['SEQUENCE:2', 'STATUS:CANCELLED']))
  const unknown = await api(server).get('/streaming/ticket-shows/0195c1a4-0000-7000-8000-000000000000/calendar')
  expect(unknown.body.code).toBe('SHOW_NOT_FOUND')
})
