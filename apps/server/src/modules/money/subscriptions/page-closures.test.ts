import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { type Built, buildAdmin, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../ledger/check.ts'
import { walletBalance } from '../ledger/post.ts'
import { buildFan, buildPlan, payer } from '../wallet/testing.ts'
import { endAllOfClosedPage } from './ended-early.ts'
import { renewDue } from './renewal.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const day = 86_400_000
async function subscribed(creator: Built): Promise<{ fan: Built; id: string }> {
  const fan = await buildFan(server.ctx, 500)
  const planId = await buildPlan(server.ctx, creator, { price: 1000n })
  const body = { performerId: creator.id, planId, paymentGateway: 'wallet' }
  const reply = await payer(server, fan).keyed('/payment/subscribe/performers', body)
  return { fan, id: reply.body.data.subscription._id }
}
const stored = async (id: string) =>
  (await row(
    server.ctx.db,
    sql<{ status: string; end: Date; access: Date; periods: number }>`SELECT status, current_period_end AS end,
      access_until AS access, period_number AS periods FROM subscriptions WHERE id = ${id}`,
  ))!
const mailsTo = async ({ email }: Built) =>
  rows(
    server.ctx.db,
    sql<{
      kind: string
      text: string
    }>`SELECT kind, text FROM mails WHERE to_address = ${email} AND kind NOT LIKE 'receipt%' ORDER BY created_at, id`,
  )
async function suspend(staff: Built, creator: Built, call = 'suspension') {
  const path = `/admin/accounts/${creator.id}/${call}`
  expect((await payer(server, staff).post(path, { reason: 'A complaint is being looked at.' })).status).toBe(200)
  await server.work()
}
const endBy = (id: string, interval: string) =>
  sql`UPDATE subscriptions SET current_period_end = app_now() + ${interval}::interval, access_until = app_now() + ${interval}::interval + interval '1 hour'
    WHERE id = ${id}`.execute(server.ctx.db)

test('subscribers of a suspended creator learn of it at once, pay nothing meanwhile, and get the time back', async () => {
  const { ctx } = server
  const [staff, creator] = [await buildAdmin(ctx), await buildPerformer(ctx, { name: 'Mara Vale' })]
  const [long, due, cancelled] = [await subscribed(creator), await subscribed(creator), await subscribed(creator)]
  await endBy(due.id, '1 day')
  await endBy(cancelled.id, '1 day')
  await sql`UPDATE subscriptions SET cancel_at_period_end = true WHERE id = ${cancelled.id}`.execute(ctx.db)
  const before = await Promise.all([long, due, cancelled].map(({ id }) => stored(id)))
  await suspend(staff, creator)
  expect(await mailsTo(long.fan)).toMatchObject([
    { kind: 'creator_paused', text: expect.stringContaining('Mara Vale') },
  ])

  await advanceClock(ctx, '2 days')
  await renewDue(ctx)
  for (const [at, { id, fan }] of [long, due, cancelled].entries()) {
    expect(await stored(id)).toMatchObject({ status: 'active', periods: 1, end: before[at]!.end })
    expect(await walletBalance(ctx, fan.id)).toBe(40_000n)
  }
  // Open again: no renewal comes before the time was given back.
  const path = `/admin/accounts/${creator.id}/suspension/lift`
  expect((await payer(server, staff).post(path, { reason: 'Nothing was wrong.' })).status).toBe(200)
  await renewDue(ctx)
  expect((await stored(due.id)).periods).toBe(1)
  await server.work()
  for (const [at, { id, fan }] of [long, due, cancelled].entries()) {
    const now = await stored(id)
    const lost = now.end.getTime() - before[at]!.end.getTime()
    expect(Math.abs(lost - 2 * day)).toBeLessThan(60_000)
    expect(now.access.getTime() - before[at]!.access.getTime()).toBe(lost)
    expect((await mailsTo(fan)).map(({ kind }) => kind)).toEqual(['creator_paused', 'creator_back'])
  }
  expect(await rows(ctx.db, sql`SELECT 1 FROM page_closures WHERE performer_id = ${creator.id}`)).toEqual([])
  await renewDue(ctx)
  expect((await stored(due.id)).periods).toBe(1)
  await advanceClock(ctx, '25 hours')
  await renewDue(ctx)
  const renewed = await stored(due.id)
  expect(renewed.periods).toBe(2)
  // A whole month from the end that was moved.
  expect(renewed.end.getTime() - before[1]!.end.getTime()).toBeGreaterThan((28 + 2) * day - 60_000)
  expect((await stored(cancelled.id)).status).toBe('expired')
})

test('a page that closes for a second reason stays closed until both are gone, and the whole time is given back', async () => {
  const { ctx } = server
  const [staff, creator] = [await buildAdmin(ctx), await buildPerformer(ctx)]
  const { id, fan } = await subscribed(creator)
  const before = await stored(id)
  await suspend(staff, creator)
  await advanceClock(ctx, '1 day')
  await sql`UPDATE performers SET verification_status = 'revoked' WHERE account_id = ${creator.id}`.execute(ctx.db)
  await suspend(staff, creator, 'suspension/lift')
  await renewDue(ctx)
  expect(await stored(id)).toEqual(before)
  await advanceClock(ctx, '1 day')
  await sql`UPDATE performers SET verification_status = 'approved' WHERE account_id = ${creator.id}`.execute(ctx.db)
  // Whatever opened it, the next run of renewals sees it.
  await renewDue(ctx)
  await server.work()
  expect(Math.abs((await stored(id)).end.getTime() - before.end.getTime() - 2 * day)).toBeLessThan(60_000)
  // Suspended anew, and lifted: the time is given once.
  const middle = await stored(id)
  await suspend(staff, creator)
  await suspend(staff, creator, 'suspension/lift')
  expect((await stored(id)).end.getTime() - middle.end.getTime()).toBeLessThan(60_000)
  expect(await walletBalance(ctx, fan.id)).toBe(40_000n)
})

test('where it lasts, subscriptions end after three days with what was unused since it closed, also those whose period ran out meanwhile', async () => {
  const { ctx } = server
  const [staff, creator] = [await buildAdmin(ctx), await buildPerformer(ctx)]
  const { id, fan } = await subscribed(creator)
  await sql`UPDATE subscriptions SET anchor_at = app_now() - interval '29 days', current_period_end = app_now() + interval '1 day' WHERE id = ${id}`.execute(
    ctx.db,
  )
  const since = ctx.clock.now()
  await suspend(staff, creator)
  await advanceClock(ctx, '73 hours')
  await renewDue(ctx)
  await endAllOfClosedPage(ctx, { performerId: creator.id, since })
  expect((await stored(id)).status).toBe('revoked')
  const returned = (await walletBalance(ctx, fan.id)) - 40_000n
  expect(returned).toBeGreaterThan(200n)
  expect(returned).toBeLessThan(500n)
  expect((await mailsTo(fan)).map(({ kind }) => kind)).toEqual(['creator_paused', 'subscription_ended'])
})
