import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { api } from '../../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer } from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { checkLedger } from '../../../money/ledger/check.ts'
import { walletBalance } from '../../../money/ledger/post.ts'
import { buildFan, payer } from '../../../money/wallet/testing.ts'
import { closeOldOrders } from './ordering.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const as = (who: Built) => api(server).as(who)
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const setMenu = (creator: Built, menu: object[]) => as(creator).put('/streaming/update', { menu })
interface Item {
  _id: string
  title: string
  tokens: number
}
async function scene(tokens = 1000) {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, tokens)]
  const streamId: string = (await as(creator).post('/streaming/live', { type: 'public' })).body.data.stream._id
  await sql`UPDATE streams SET status = 'live', started_at = app_now() WHERE id = ${streamId}`.execute(server.ctx.db)
  const set = await setMenu(creator, [
    { title: 'Dance', tokens: 50, isOn: true },
    { title: 'Song', tokens: 20, isOn: false },
  ])
  expect(set.status, set.text).toBe(200)
  return { creator, fan, streamId, dance: set.body.data.menu[0] as Item, song: set.body.data.menu[1] as Item }
}
const ask = (fan: Built, creator: Built, { _id, title, tokens }: Item, key: string = randomUUID()) =>
  payer(server, fan).keyed(`/wallet/charges/tip/${creator.id}`, { tokens, menuItem: { _id, title } }, key)
const orders = async (creator: Built, query = '') => (await as(creator).get(`/streaming/orders?${query}`)).body.data
const decide = (creator: Built, id: string, status: string) => as(creator).put(`/streaming/orders/${id}`, { status })
const tipped = async (creator: Built) =>
  (await row(
    server.ctx.db,
    sql<{ n: bigint }>`SELECT tipped AS n FROM stream_conversations WHERE performer_id = ${creator.id}`,
  ))!.n

test('a creator sets, orders and changes the menu; fans see what is on, and later streams have it, too', async () => {
  const { creator, fan, streamId, dance, song } = await scene()
  const seen = async (who: Built) => (await as(who).get(`/streaming/join/${creator.id}`)).body.data.stream.menu
  expect(await seen(fan)).toEqual([dance])
  expect(await seen(creator)).toEqual([dance, song])
  const moved = await setMenu(creator, [
    { ...song, isOn: true },
    { ...dance, tokens: 60 },
    { title: 'Poem', tokens: 15, isOn: true },
  ])
  expect(moved.body.data.menu).toMatchObject([
    { _id: song._id, isOn: true },
    { _id: dance._id, tokens: 60 },
    { title: 'Poem' },
  ])
  for (const tokens of [1, 100_000])
    expect((await setMenu(creator, [{ title: 'Too', tokens, isOn: true }])).status).toBe(422)
  for (const menu of [
    times(21).map((n) => ({ title: `Item ${n}`, tokens: 10, isOn: true })),
    [{ title: 'x'.repeat(81), tokens: 10, isOn: true }],
  ])
    expect((await setMenu(creator, menu)).status).toBe(422)
  // An item of another creator is none of theirs.
  const other = await scene()
  await setMenu(other.creator, [{ ...song, isOn: true }])
  expect((await seen(fan))[0]._id).toBe(song._id)
  await as(creator).put(`/streaming/live/${streamId}`, { status: 'ended' })
  await as(creator).post('/streaming/live', { type: 'public' })
  expect(await seen(fan)).toHaveLength(3)
})

test('asking for something pays once, is said in the chat and is an order until it is done', async () => {
  const { creator, fan, dance } = await scene()
  const key = randomUUID()
  const sent = await Promise.all(times(20).map(() => ask(fan, creator, dance, key)))
  expect(new Set(sent.map(({ status }) => status)), sent[0]!.text).toEqual(new Set([200]))
  expect(await walletBalance(server.ctx, fan.id)).toBe(95_000n)
  expect(sent[0]!.body.data).toMatchObject({ type: 'tip', tokens: 50, note: 'Dance' })
  expect((await as(fan).get(`/messages/stream/${creator.id}`)).body.data).toMatchObject([
    { text: 'Dance', tip: { tokens: 50, isOrder: true }, sender: { _id: fan.id } },
  ])
  const [order] = await orders(creator, 'status=open')
  expect(order).toMatchObject({ _id: sent[0]!.body.data._id, title: 'Dance', tokens: 50, user: { _id: fan.id } })
  expect((await decide(creator, order._id, 'done')).body.data).toMatchObject({ status: 'done' })
  expect((await decide(creator, order._id, 'done')).status).toBe(200)
  expect((await decide(creator, order._id, 'declined')).body.code).toBe('ORDER_DECIDED')
  expect(await walletBalance(server.ctx, fan.id)).toBe(95_000n)
  expect(await orders(creator, 'status=open')).toEqual([])
})

test('what is declined goes back in full, once, and counts no more towards the goal of the stream', async () => {
  const { creator, fan, dance, streamId } = await scene()
  const other = await buildPerformer(server.ctx)
  await ask(fan, creator, dance)
  const [order] = await orders(creator)
  expect(await tipped(creator)).toBe(5_000n)
  expect((await decide(other, order._id, 'declined')).status).toBe(404)
  const decided = await Promise.all(times(5).map(() => decide(creator, order._id, 'declined')))
  expect(new Set(decided.map(({ status }) => status)), decided[0]!.text).toEqual(new Set([200]))
  expect(await walletBalance(server.ctx, fan.id)).toBe(100_000n)
  expect(await tipped(creator)).toBe(0n)
  expect((await decide(creator, order._id, 'done')).body.code).toBe('ORDER_DECIDED')
  expect((await as(fan).get('/wallet/charges/search')).body.data[0]).toMatchObject({
    status: 'refunded',
    returned: 50,
    note: 'Dance',
  })
  // Done and declined at once: one of the two holds.
  await ask(fan, creator, dance)
  const [second] = await orders(creator, 'status=open')
  const both = await Promise.all([decide(creator, second._id, 'done'), decide(creator, second._id, 'declined')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  // After the stream what it was tipped stays as it was said.
  await ask(fan, creator, dance)
  await as(creator).put(`/streaming/live/${streamId}`, { status: 'ended' })
  const before = await tipped(creator)
  const [late] = await orders(creator, 'status=open')
  expect((await decide(creator, late._id, 'declined')).status).toBe(200)
  expect(await tipped(creator)).toBe(before)
})

test('nothing is charged for what is no longer on the menu as it was shown, or without the tokens for it', async () => {
  const { creator, fan, dance, song } = await scene(60)
  const code = async (item: Item, who = fan) => (await ask(who, creator, item)).body.code
  expect(await code({ ...dance, title: 'Jump' })).toBe('TERMS_CHANGED')
  expect(await code({ ...dance, tokens: 49 })).toBe('TERMS_CHANGED')
  expect(await code(song)).toBe('TERMS_CHANGED')
  await setMenu(creator, [{ ...dance, tokens: 55, isOn: true }])
  expect(await code(dance)).toBe('TERMS_CHANGED')
  await setMenu(creator, [])
  expect(await code(dance)).toBe('TERMS_CHANGED')
  const back = (await setMenu(creator, [{ title: 'Dance', tokens: 50, isOn: true }])).body.data.menu[0] as Item
  const other = await scene()
  expect(await code(other.dance)).toBe('TERMS_CHANGED')
  expect(await walletBalance(server.ctx, fan.id)).toBe(6_000n)
  expect((await ask(fan, creator, back)).status).toBe(200)
  expect(await code(back)).toBe('INSUFFICIENT_BALANCE')
  const blocked = await buildFan(server.ctx, 100)
  await buildBlock(server.ctx, creator, blocked)
  expect(await code(back, blocked)).toBe('PERFORMER_NOT_FOUND')
  expect(await orders(creator)).toHaveLength(1)
  const noted = await payer(server, other.fan).keyed(
    `/wallet/charges/tip/${other.creator.id}`,
    { tokens: 50, note: 'Please', menuItem: { _id: other.dance._id, title: 'Dance' } },
    randomUUID(),
  )
  expect(noted.status).toBe(400)
})

test('a charge that fails in the middle leaves neither an order nor a message', async () => {
  const { creator, fan, dance } = await scene()
  const owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  await owner.query("ALTER TABLE tip_orders ADD CONSTRAINT broken CHECK (title <> 'Dance') NOT VALID")
  try {
    expect((await ask(fan, creator, dance)).status).toBe(500)
  } finally {
    await owner.query('ALTER TABLE tip_orders DROP CONSTRAINT broken')
    await owner.end()
  }
  expect(await walletBalance(server.ctx, fan.id)).toBe(100_000n)
  expect((await as(fan).get(`/messages/stream/${creator.id}`)).body.data).toEqual([])
  expect(await orders(creator)).toEqual([])
})

test('nothing of a disputed payment is returned by declining', async () => {
  const { creator, fan, dance } = await scene()
  await ask(fan, creator, dance)
  const [order] = await orders(creator)
  await sql`UPDATE charges SET status = 'disputed' WHERE id = ${order._id}`.execute(server.ctx.db)
  expect((await decide(creator, order._id, 'declined')).body.code).toBe('ORDER_DISPUTED')
  await sql`UPDATE charges SET status = 'succeeded' WHERE id = ${order._id}`.execute(server.ctx.db)
  expect(await walletBalance(server.ctx, fan.id)).toBe(95_000n)
})

test('an order that is left open counts as done a week after its stream', async () => {
  const { creator, fan, dance, streamId } = await scene()
  await ask(fan, creator, dance)
  await advanceClock(server.ctx, '8 days')
  await closeOldOrders(server.ctx)
  expect(await orders(creator, 'status=open')).toHaveLength(1)
  await as(creator).put(`/streaming/live/${streamId}`, { status: 'ended' })
  await advanceClock(server.ctx, '6 days')
  await closeOldOrders(server.ctx)
  expect(await orders(creator, 'status=open')).toHaveLength(1)
  await advanceClock(server.ctx, '2 days')
  await closeOldOrders(server.ctx)
  expect(await orders(creator)).toMatchObject([{ status: 'done' }])
  expect(await rows(server.ctx.db, sql`SELECT status FROM charges WHERE user_id = ${fan.id}`)).toEqual([
    { status: 'succeeded' },
  ])
})

test('a menu is set without an open stream, and the next one has it', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 1000)]
  expect((await as(creator).get('/streaming/menu')).body.data).toEqual([])
  const set = await as(creator).put('/streaming/menu', { menu: [{ title: 'Poem', tokens: 15, isOn: true }] })
  expect(set.status, set.text).toBe(200)
  expect((await as(creator).get('/streaming/menu')).body.data).toEqual(set.body.data)
  await as(creator).post('/streaming/live', { title: 'Verse' })
  expect((await as(fan).get(`/streaming/join/${creator.id}`)).body.data.stream.menu).toEqual(set.body.data)
  expect(
    (await as(creator).put('/streaming/menu', { menu: [{ title: 'Poem', tokens: 0.5, isOn: true }] })).status,
  ).toBe(422)
  expect((await as(fan).put('/streaming/menu', { menu: [] })).status).toBe(403)
  const emptied = await as(creator).put('/streaming/update', { title: '' })
  expect(emptied.body.data.title).toBe('')
})
