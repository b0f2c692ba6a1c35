import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { returnPart } from '../charges/partial-return.ts'
import { checkLedger } from '../ledger/check.ts'
import { clearing, post, reserve } from '../ledger/post.ts'
import { buildFeed } from '../../content/posts/testing.ts'
import { buildBankDetails, buildEarning } from '../payouts/testing.ts'
import { buildFan, payer } from '../wallet/testing.ts'
import { hold, reverseHeld } from './holds.ts'
import { lockEarning } from './reversal.ts'

// A statement of a month adds up, agrees with the ledger, and doesn't change once its month is over.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const monthNow = async (): Promise<string> =>
  (await sql<{ month: string }>`SELECT to_char(app_now(), 'YYYY-MM') AS month`.execute(server.ctx.db)).rows[0]!.month
/** To the middle of the next month. */
const nextMonth = async () => {
  const days = await sql<{
    days: number
  }>`SELECT ceil(extract(epoch FROM date_trunc('month', app_now()) + interval '1 month 14 days' - app_now()) / 86400)::int AS days`.execute(
    server.ctx.db,
  )
  await advanceClock(server.ctx, `${days.rows[0]!.days} days`)
}
const statementOf = async (performer: Built, month: string) => {
  const reply = await api(server).as(performer).get(`/performer/earning/statements/${month}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const refund = ({ chargeId, fan }: { chargeId: string; fan: Built }) =>
  server.ctx.transaction(async (tx) => {
    const { net, fee } = (await lockEarning(tx, chargeId))!
    await returnPart(tx, { chargeId, userId: fan.id, net, fee })
  })
const loseDispute = (performer: Built, chargeId: string) =>
  server.ctx.transaction(async (tx) => {
    const held = await hold(tx, [{ id: chargeId, tokens: 10_000n }])
    await post(tx, {
      key: `test:hold:${chargeId}`,
      reason: 'dispute',
      moves: held.map((entry) => ({ from: entry.from, to: reserve(performer.id), amount: entry.held })),
    })
    await post(tx, {
      key: `test:lost:${chargeId}`,
      reason: 'dispute',
      moves: held.map((entry) => ({ from: reserve(performer.id), to: clearing('TOK'), amount: entry.held })),
    })
    await reverseHeld(tx, held)
  })
const addsUp = ({ opening, net, coupons, paidOut, closing }: Record<string, number>) =>
  expect(opening! + net! - coupons! - paidOut!).toBeCloseTo(closing!, 6)
const has = async (performer: Built): Promise<number> => {
  const { pending, available, escrow, inPayout, held, owed } = (
    await api(server).as(performer).get('/performer/earning/stats')
  ).body.data
  return pending + available + escrow + inPayout + held - owed
}

test('a month with sales, a refund, a lost dispute and a payout adds up, and the next one begins where it ended', async () => {
  const { ctx } = server
  await nextMonth()
  const performer = await buildPerformer(ctx)
  await buildBankDetails(ctx, performer)
  const as = api(server).as(performer)
  const first = await monthNow()
  const [, refunded, disputed] = [
    await buildEarning(server, performer, 1000),
    await buildEarning(server, performer, 200),
    await buildEarning(server, performer, 100),
  ]
  const late = await buildFan(ctx, 50)
  expect((await payer(server, late).tip(performer, 50)).status).toBe(200)
  await loseDispute(performer, disputed.chargeId)
  const asked = await as.post('/payout-requests', { tokens: 600 })
  expect(asked.status, asked.text).toBe(200)
  const now = await statementOf(performer, first)
  expect(now).toMatchObject({
    isOver: false,
    opening: 0,
    count: 4,
    gross: 1350,
    returned: 100,
    fee: 250,
    net: 1000,
    paidOut: 0,
  })
  addsUp(now)
  expect(now.closing).toBe(await has(performer))

  // Staff confirm who they are within ten minutes: after a month somebody else logs in.
  const finance = async () => api(server).as(await buildAdmin(ctx, { permissions: ['finance'] }))
  const staff = await finance()
  const id = asked.body.data._id
  expect((await staff.post(`/admin/payouts/${id}/approval`)).status).toBe(200)
  expect((await staff.post(`/admin/payouts/${id}/payment`)).status).toBe(200)
  const ended = await statementOf(performer, first)
  const sent = asked.body.data.tokens
  expect(ended).toMatchObject({ paidOut: sent, payouts: [{ _id: id, tokens: sent, cameBack: false }] })
  addsUp(ended)
  expect(ended.closing).toBe(await has(performer))
  expect(ended.byType).toMatchObject([{ type: 'tip', count: 4, net: 1000 }])
  expect(ended.byDay.reduce((sum: number, day: { net: number }) => sum + day.net, 0)).toBe(1000)

  // What goes back and what comes back later is of the later month.
  await nextMonth()
  const second = await monthNow()
  await refund(refunded)
  const failed = await (await finance()).post(`/admin/payouts/${id}/outcome`, {
    outcome: 'failed',
    reason: 'The account is closed',
  })
  expect(failed.status, failed.text).toBe(200)
  expect(await statementOf(performer, first)).toEqual({ ...ended, isOver: true })
  const next = await statementOf(performer, second)
  expect(next).toMatchObject({
    opening: ended.closing,
    count: 0,
    gross: 0,
    returned: 200,
    fee: -40,
    net: -160,
    paidOut: -sent,
    payouts: [{ _id: id, tokens: -sent, cameBack: true }],
  })
  addsUp(next)
  expect(next.closing).toBe(await has(performer))
  expect((await as.get('/performer/earning/statements')).body.data.months).toMatchObject([
    { month: second, isOver: false, net: -160 },
    { month: first, isOver: true, net: 1000, netValue: 100 },
  ])
  expect(await checkLedger(ctx)).toEqual([])
})

test('a month before the account, one to come, and somebody else’s', async () => {
  const performer = await buildPerformer(server.ctx)
  const as = api(server).as(performer)
  for (const month of ['2031-01', '2020-01']) {
    const reply = await as.get(`/performer/earning/statements/${month}`)
    expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND'])
  }
  expect((await as.get('/performer/earning/statements/2026-13')).status).toBe(422)
  const fan = await buildFan(server.ctx, 0)
  expect((await api(server).as(fan).get('/performer/earning/statements')).status).toBe(403)
  // A new creator has no month yet.
  expect((await as.get('/performer/earning/statements')).body.data.months).toEqual([])
  expect(await statementOf(performer, await monthNow())).toMatchObject({ opening: 0, net: 0, closing: 0, byDay: [] })
})

test('the list calls what was sold by the beginning of its text where it has no title', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, 500)
  const gate = { type: 'paid', price: 6000n } as const
  const text = 'The second shelf, every angle. '.repeat(4)
  for (const post of [{ title: 'First shelf' }, { title: '', text }, { title: '', text: '' }]) {
    const id = await buildFeed(server.ctx, performer, { ...post, gate })
    const paid = await payer(server, fan).unlock(id)
    expect(paid.status, paid.text).toBe(200)
  }
  const found = await api(server).as(performer).get('/performer/earning/search?group=unlocks')
  const titles = found.body.data.map(({ title }: { title: string | null }) => title)
  expect(new Set(titles)).toEqual(new Set(['First shelf', text.slice(0, 80), null]))
})

test('the list finds sales by the fan’s name, by group, and names what was sold', async () => {
  const performer = await buildPerformer(server.ctx)
  const { fan } = await buildEarning(server, performer, 100)
  const as = api(server).as(performer)
  const search = async (query: string) => (await as.get(`/performer/earning/search?${query}`)).body.data
  expect(await search(`q=${fan.username.slice(0, 6).toUpperCase()}`)).toHaveLength(1)
  expect(await search('q=nobody_of_that_name')).toEqual([])
  expect(await search('q=%25')).toEqual([])
  expect(await search('group=tips')).toMatchObject([{ type: 'tip', title: null }])
  expect(await search('group=unlocks')).toEqual([])
  const stats = (await as.get('/performer/earning/stats')).body.data
  expect(stats).toMatchObject({ escrow: 0, escrowCount: 0, inPayout: 0 })
  expect(stats.byDayAndType).toEqual([{ ...stats.byDay[0], type: 'tip' }])
})
