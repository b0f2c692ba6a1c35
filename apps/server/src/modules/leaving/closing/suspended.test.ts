import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildAccess } from '../../content/posts/testing.ts'
import { endSuspensionsRunOut } from '../../staff/moderation/actions.ts'
import { carryOutClosings } from './close-accounts.ts'

// A closing and a suspension of the same account, in every order.

const password = 'a-lamp-in-the-window'
const dayMs = 86_400_000
let server: TestServer
let support: Built
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  support = await buildAdmin(server.ctx, { permissions: ['support'] })
})
afterAll(() => server.stop())

const requestClosing = (who: Built) => api(server).as(who).post('/users/me/closing', {})
const cancelClosing = (who: Built | string) => api(server).as(who).delete('/users/me/closing')
const suspend = (id: string, until?: Date) =>
  api(server).as(support).post(`/admin/accounts/${id}/suspension`, { reason: 'A complaint is being reviewed.', until })
const lift = (id: string) =>
  api(server).as(support).post(`/admin/accounts/${id}/suspension/lift`, { reason: 'Nothing was found.' })
const signIn = (who: Built) => api(server).post('/auth/login', { email: who.email, password })
const now = () => server.ctx.clock.now().getTime()
const stateOf = async ({ id }: Built) =>
  (await row(
    server.ctx.db,
    sql<{
      status: string
      email: string | null
      closesAt: Date | null
    }>`SELECT a.status, a.email::text AS email, c.closes_at AS "closesAt"
      FROM accounts a LEFT JOIN account_closings c ON c.account_id = a.id WHERE a.id = ${id}`,
  ))!
const emailsTo = async ({ email }: Built) =>
  (
    await rows(
      server.ctx.db,
      sql<{
        kind: string
      }>`SELECT kind FROM mails WHERE to_address = ${email} AND kind LIKE '%clos%' ORDER BY created_at, id`,
    )
  ).map((row) => row.kind)

test('a closing pauses while its account is suspended and then continues with the same date', async () => {
  const fan = await buildUser(server.ctx)
  const { closesAt } = (await requestClosing(fan)).body.data
  await advanceClock(server.ctx, '10 days')
  expect((await suspend(fan.id)).status).toBe(200)
  expect((await api(server).as(support).get(`/admin/accounts/${fan.id}`)).body.data).toMatchObject({
    status: 'suspended',
    closesAt,
  })
  await advanceClock(server.ctx, '10 days')
  expect((await lift(fan.id)).status).toBe(200)
  expect(await stateOf(fan)).toMatchObject({ status: 'closing', closesAt: new Date(closesAt) })
  expect(await emailsTo(fan)).toEqual(['closing_started', 'reinstated_while_closing'])
  await advanceClock(server.ctx, '10 days')
  await carryOutClosings(server.ctx)
  expect((await stateOf(fan)).status).toBe('closed')
})

test('if its date passed meanwhile, it can be cancelled for three more days, and an email says so', async () => {
  const [leaving, staying] = [await buildUser(server.ctx, { password }), await buildUser(server.ctx, { password })]
  for (const account of [leaving, staying]) {
    await requestClosing(account)
    await suspend(account.id)
  }
  await advanceClock(server.ctx, '40 days')
  await carryOutClosings(server.ctx)
  for (const account of [leaving, staying]) {
    expect(await stateOf(account)).toMatchObject({ status: 'suspended', email: account.email })
    expect((await lift(account.id)).status).toBe(200)
    const { status, closesAt } = await stateOf(account)
    expect(status).toBe('closing')
    expect((closesAt!.getTime() - now()) / dayMs).toBeCloseTo(3, 2)
  }
  await carryOutClosings(server.ctx)
  expect(await emailsTo(leaving)).toEqual(['closing_started', 'reinstated_while_closing', 'closing_soon'])
  const back = (await signIn(staying)).body.data
  expect(back.redirect).toBe('/user/privacy')
  expect((await cancelClosing(back.token as string)).status).toBe(200)
  await advanceClock(server.ctx, '4 days')
  await carryOutClosings(server.ctx)
  expect((await stateOf(leaving)).status).toBe('closed')
  expect((await stateOf(staying)).status).toBe('active')
})

describe('a suspension with an end', () => {
  test('that expires lets the closing continue, before and after the scheduled job has ended it', async () => {
    const fan = await buildUser(server.ctx, { password })
    await requestClosing(fan)
    await suspend(fan.id, new Date(now() + 35 * dayMs))
    expect((await signIn(fan)).body.code).toBe('ACCOUNT_SUSPENDED')
    await advanceClock(server.ctx, '36 days')
    await carryOutClosings(server.ctx)
    expect((await signIn(fan)).body.data.redirect).toBe('/user/privacy')
    await Promise.all([endSuspensionsRunOut(server.ctx), endSuspensionsRunOut(server.ctx)])
    const { status, closesAt } = await stateOf(fan)
    expect(status).toBe('closing')
    expect((closesAt!.getTime() - now()) / dayMs).toBeCloseTo(3, 2)
    const entries = await rows(
      server.ctx.db,
      sql`SELECT 1 FROM audit_log WHERE target_id = ${fan.id} AND action = 'account.reinstated'`,
    )
    expect(entries).toHaveLength(1)
    expect(await emailsTo(fan)).toEqual(['closing_started', 'reinstated_while_closing'])
  })

  test('ends by itself, which makes a creator public again; an unconfirmed address stays unconfirmed', async () => {
    const creator = await buildPerformer(server.ctx)
    const unconfirmed = await buildUser(server.ctx, { status: 'pending_email', emailVerified: false })
    for (const account of [creator, unconfirmed]) await suspend(account.id, new Date(now() + dayMs))
    expect((await api(server).get(`/performers/${creator.username}`)).status).toBe(404)
    await advanceClock(server.ctx, '2 days')
    expect((await api(server).as(support).get(`/admin/accounts/${unconfirmed.id}`)).body.data.status).toBe(
      'pending_email',
    )
    await endSuspensionsRunOut(server.ctx)
    expect((await api(server).get(`/performers/${creator.username}`)).status).toBe(200)
    expect((await stateOf(unconfirmed)).status).toBe('pending_email')
  })

  test('that can’t be ended prevents no other from ending, however many there are', async () => {
    const stuck = await Promise.all([1, 2].map(() => buildUser(server.ctx)))
    for (const account of stuck) await suspend(account.id, new Date(now() + dayMs))
    const behind = await Promise.all([1, 2].map(() => buildUser(server.ctx)))
    for (const account of behind) await suspend(account.id, new Date(now() + dayMs + 1000))
    // As many at one moment as fit in a batch, so that there is a second batch.
    await sql`WITH many AS (SELECT uuid_v7() AS id FROM generate_series(1, 110))
      INSERT INTO accounts (id, role, status, status_reason, status_until) SELECT id, 'user', 'suspended', 'stuck', app_now() + interval '12 hours' FROM many`.execute(
      server.ctx.db,
    )
    const asOwner = (statement: string) =>
      server.ctx.transaction(async (tx) => {
        await sql`SET LOCAL ROLE NONE`.execute(tx.db)
        await sql.raw(statement).execute(tx.db)
      })
    await asOwner(
      `CREATE FUNCTION stay_stuck() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''stuck''; END';
       CREATE TRIGGER stay_stuck BEFORE UPDATE ON accounts FOR EACH ROW WHEN (OLD.status_reason = 'stuck' OR OLD.id = '${stuck[0]!.id}') EXECUTE FUNCTION stay_stuck()`,
    )
    await advanceClock(server.ctx, '2 days')
    await endSuspensionsRunOut(server.ctx)
    const storedStatus = async (account: Built) => (await stateOf(account)).status
    expect(await Promise.all([...stuck, ...behind].map(storedStatus))).toEqual([
      'suspended',
      'active',
      'active',
      'active',
    ])
    await asOwner('DROP TRIGGER stay_stuck ON accounts')
    await endSuspensionsRunOut(server.ctx)
    expect(await storedStatus(stuck[0]!)).toBe('active')
    expect(
      await row(
        server.ctx.db,
        sql`SELECT count(*)::int AS n FROM accounts WHERE status = 'suspended' AND status_until <= app_now()`,
      ),
    ).toEqual({ n: 0 })
  })

  test('is not ended where it was prolonged', async () => {
    const fan = await buildUser(server.ctx)
    await suspend(fan.id, new Date(now() + dayMs))
    await advanceClock(server.ctx, '2 days')
    await Promise.all([suspend(fan.id), endSuspensionsRunOut(server.ctx)])
    await endSuspensionsRunOut(server.ctx)
    expect((await stateOf(fan)).status).toBe('suspended')
  })
})

test('subscribers who were not notified because of the suspension are notified once it is lifted', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  await buildAccess(server.ctx, fan, creator)
  await sql`UPDATE subscriptions SET access_until = app_now() + interval '200 days' WHERE fan_id = ${fan.id}`.execute(
    server.ctx.db,
  )
  await requestClosing(creator)
  await suspend(creator.id)
  await server.work()
  await server.work()
  expect(await emailsTo(fan)).toEqual([])
  await lift(creator.id)
  await server.work()
  await server.work()
  expect(await emailsTo(fan)).toEqual(['creator_closing'])
})

test('an address confirmed while the account was closing is confirmed when that is taken back', async () => {
  const fan = await buildUser(server.ctx, { status: 'pending_email', emailVerified: false })
  await requestClosing(fan)
  await sql`UPDATE accounts SET email_verified_at = app_now() WHERE id = ${fan.id}`.execute(server.ctx.db)
  expect((await cancelClosing(fan)).status).toBe(200)
  expect((await stateOf(fan)).status).toBe('active')
})

describe('at the same time', () => {
  const rounds = [1, 2, 3, 4]
  test.each(rounds)(
    'closing and suspension at once: the closing exists or was rejected, in either order (%i)',
    async () => {
      const fan = await buildUser(server.ctx)
      const [response, suspended] = await Promise.all([requestClosing(fan), suspend(fan.id)])
      expect(suspended.status).toBe(200)
      expect([200, 401, 403, 409]).toContain(response.status)
      const { status, closesAt } = await stateOf(fan)
      expect(status).toBe('suspended')
      if (response.status !== 200) expect(closesAt).toBeNull()
      await lift(fan.id)
      expect((await stateOf(fan)).status).toBe(closesAt ? 'closing' : 'active')
    },
  )

  test.each(rounds)(
    'cancelling the closing and suspension at once: the closing is cancelled, or continues afterwards (%i)',
    async () => {
      const fan = await buildUser(server.ctx)
      await requestClosing(fan)
      const [taken, suspended] = await Promise.all([cancelClosing(fan), suspend(fan.id)])
      expect(suspended.status).toBe(200)
      expect([200, 401, 403, 409]).toContain(taken.status)
      const { status, closesAt } = await stateOf(fan)
      expect(status).toBe('suspended')
      if (taken.status === 200) expect(closesAt).toBeNull()
      await lift(fan.id)
      expect((await stateOf(fan)).status).toBe(closesAt ? 'closing' : 'active')
    },
  )

  test.each(rounds)('the last day and being suspended: the person is gone whole, or suspended whole (%i)', async () => {
    const fan = await buildUser(server.ctx)
    await requestClosing(fan)
    await advanceClock(server.ctx, '30 days')
    const [, suspended] = await Promise.all([carryOutClosings(server.ctx), suspend(fan.id)])
    const { status, email } = await stateOf(fan)
    if (suspended.status === 200) expect({ status, email }).toEqual({ status: 'suspended', email: fan.email })
    else expect([suspended.status, status, email]).toEqual([404, 'closed', null])
  })

  test('suspended from two sides and lifted twice, it is one suspension', async () => {
    const fan = await buildUser(server.ctx)
    await requestClosing(fan)
    const statuses = async (both: Promise<{ status: number }>[]) =>
      (await Promise.all(both)).map((entry) => entry.status).sort()
    expect(await statuses([suspend(fan.id), suspend(fan.id)])).toEqual([200, 409])
    expect(await statuses([lift(fan.id), lift(fan.id)])).toEqual([200, 409])
    expect((await stateOf(fan)).status).toBe('closing')
  })
})
