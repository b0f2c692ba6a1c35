import type { TestPeer } from '@fanlight/live-engine/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { tellTicketHolders } from './telling.ts'

let server: LiveServer
let peers: TestPeer[] = []
beforeAll(async () => {
  server = await startLiveServer()
})
afterEach(() => {
  for (const peer of peers) peer.close()
  peers = []
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
async function planned(creator: Built, minutes: number): Promise<string> {
  const startsAt = new Date(server.ctx.clock.now().getTime() + minutes * 60_000).toISOString()
  const show = { title: 'The winter kiln', startsAt, minutes: 60, price: 150, seats: 9 }
  return (await as(creator).post('/streaming/ticket-shows', show)).body.data._id
}
async function buy(fan: Built, show: string) {
  expect((await payer(server, fan).keyed(`/wallet/charges/stream/${show}`, {})).status).toBe(200)
}
interface Told {
  kind: string
  detail: string
  path: string
  tokens: number | null
}
/** After all that runs by itself, the oldest first. */
const told = async (who: Built): Promise<Told[]> => {
  await followRooms(server.ctx)
  await server.work()
  return (await as(who).get('/notifications')).body.data.toReversed()
}
const kindsOf = async (who: Built) => (await told(who)).map(({ kind }) => kind)
async function open(creator: Built, show: string) {
  const { stream, transport } = (await as(creator).post('/streaming/live', { ticketShowId: show })).body.data
  return { id: stream._id as string, transport }
}
async function goLive(creator: Built, { transport }: Awaited<ReturnType<typeof open>>) {
  peers.push(await server.peer(transport, 'publish'))
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return (await as(creator).put('/streaming/set-duration', {})).body.data.status
    })
    .toBe('live')
}

test('who has a ticket is told once that a show is open and once that it has begun, whether they follow its creator or not', async () => {
  const creator = await buildPerformer(server.ctx, { name: 'Ayu' })
  const [fan, returned, shutOut, late] = await Promise.all([1, 2, 3, 4].map(() => buildFan(server.ctx, 500)))
  const stranger = await buildFan(server.ctx, 500)
  const show = await planned(creator, 20)
  for (const who of [fan!, returned!, shutOut!]) await buy(who, show)
  await as(returned!).post(`/streaming/ticket-shows/${show}/return`)
  await buildBlock(server.ctx, creator, shutOut!)
  expect(await kindsOf(fan!)).toEqual([])

  const first = await open(creator, show)
  // A second device finds it open.
  await open(creator, show)
  expect(await told(fan!)).toMatchObject([
    { kind: 'show_opened', detail: 'The winter kiln', path: `/show/${show}`, actors: [{ name: 'Ayu' }] },
  ])
  await buy(late!, show)
  await goLive(creator, first)
  expect(await kindsOf(fan!)).toEqual(['show_opened', 'show_begun'])
  expect(await kindsOf(late!)).toEqual(['show_begun'])
  for (const who of [returned!, shutOut!, stranger]) expect(await kindsOf(who)).toEqual([])

  // It breaks off and goes on.
  await as(creator).put(`/streaming/live/${first.id}`, { status: 'ended' })
  for (const peer of peers) peer.close()
  await goLive(creator, await open(creator, show))
  expect(await kindsOf(fan!)).toEqual(['show_opened', 'show_begun'])
})

test('a worker that is killed after it told tells nobody twice, and leaves nobody out', async () => {
  const creator = await buildPerformer(server.ctx)
  const fans = await Promise.all([1, 2, 3].map(() => buildFan(server.ctx, 500)))
  const show = await planned(creator, 20)
  for (const fan of fans) await buy(fan, show)
  await open(creator, show)
  const job = { showId: show, news: 'opened' } as const
  // It is killed before its transaction is through, and once more after it, before the job counts as done.
  const killed = server.ctx.transaction(async (tx) => {
    await tellTicketHolders(tx, job)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  await tellTicketHolders(server.ctx, job)
  await tellTicketHolders(server.ctx, job)
  for (const fan of fans) expect(await kindsOf(fan)).toEqual(['show_opened'])
  // What they have read isn't joined by another.
  await sql`UPDATE notifications SET read_at = app_now() WHERE object_id = ${show}`.execute(server.ctx.db)
  await tellTicketHolders(server.ctx, job)
  for (const fan of fans) expect(await kindsOf(fan)).toEqual(['show_opened'])
})

test('what was cancelled or did not take place is told with the tokens that are back, once', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 500)
  const cancelled = await planned(creator, 120)
  const forgotten = await planned(creator, 20)
  await buy(fan, cancelled)
  await buy(fan, forgotten)
  for (let n = 0; n < 2; n++) await as(creator).post(`/streaming/ticket-shows/${cancelled}/cancel`, { reason: 'Rain' })
  expect(await told(fan)).toMatchObject([{ kind: 'show_cancelled', tokens: 150, path: `/show/${cancelled}` }])
  await advanceClock(server.ctx, '51 minutes')
  await told(fan)
  expect(await told(fan)).toMatchObject([
    { kind: 'show_cancelled', tokens: 150, detail: 'The winter kiln' },
    { kind: 'show_not_held', tokens: 150, path: `/show/${forgotten}` },
  ])
})
