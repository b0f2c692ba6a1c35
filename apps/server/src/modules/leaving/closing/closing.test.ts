import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildSession, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildAccess, buildFeed, buildFile } from '../../content/posts/testing.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { giveTokens } from '../../money/wallet/testing.ts'
import { carryOutClosings } from './close-accounts.ts'

const password = 'a-lamp-in-the-window'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const requestClosing = (who: Built) => api(server).as(who).post('/users/me/closing', {})
const statusOf = async (who: Built) =>
  (await row(server.ctx.db, sql<{ status: string }>`SELECT status FROM accounts WHERE id = ${who.id}`))!.status
const mailsTo = async (to: string) =>
  (
    await rows(
      server.ctx.db,
      sql<{ kind: string }>`SELECT kind FROM mails WHERE to_address = ${to} ORDER BY created_at, id`,
    )
  ).map((row) => row.kind)
async function subscribed(fan: Built, performer: Built) {
  await buildAccess(server.ctx, fan, performer)
  await sql`UPDATE subscriptions SET current_period_end = coalesce(current_period_end, app_now() + interval '20 days'),
    access_until = coalesce(access_until, app_now() + interval '20 days') WHERE fan_id = ${fan.id}`.execute(
    server.ctx.db,
  )
}

test('it takes the password or a fresh log-in; until the end it can only be taken back', async () => {
  const fan = await buildUser(server.ctx, { password })
  const other = await buildSession(server.ctx, fan.id)
  await sql`UPDATE sessions SET authenticated_at = app_now() - interval '1 hour' WHERE account_id = ${fan.id}`.execute(
    server.ctx.db,
  )
  expect((await requestClosing(fan)).status).toBe(401)
  expect((await api(server).as(fan).post('/users/me/closing', { currentPassword: 'not-the-right-one' })).status).toBe(
    401,
  )
  expect(await statusOf(fan)).toBe('active')
  const response = await api(server).as(fan).post('/users/me/closing', { currentPassword: password })
  const days = (Date.parse(response.body.data.closesAt) - server.ctx.clock.now().getTime()) / 86_400_000
  expect(days).toBeCloseTo(30, 2)
  expect((await api(server).as(other).get('/users/me')).status).toBe(401)
  for (const [method, path] of [
    ['PUT', '/users'],
    ['GET', '/block/users'],
    ['POST', '/auth/socket-ticket'],
  ] as const)
    expect(
      (
        await api(server)
          .as(fan)
          .call(method, path, method === 'GET' ? {} : { body: {} })
      ).body.code,
    ).toBe('ACCOUNT_CLOSING')
  // Signing in again leads to the page that takes it back.
  const again = await api(server).post('/auth/login', { email: fan.email, password, redirect: '/home' })
  expect(again.body.data.redirect).toBe('/user/privacy')
  expect((await api(server).as(again.body.data.token).delete('/users/me/closing')).status).toBe(200)
  expect(await statusOf(fan)).toBe('active')
  expect((await mailsTo(fan.email)).filter((kind) => kind.startsWith('closing'))).toEqual([
    'closing_started',
    'closing_taken_back',
  ])
  await advanceClock(server.ctx, '31 days')
  await carryOutClosings(server.ctx)
  expect(await statusOf(fan)).toBe('active')
})

test('many concurrent requests start it once; cancelled and requested again, the thirty days start again', async () => {
  const fan = await buildUser(server.ctx)
  const replies = await Promise.all(Array.from({ length: 6 }, () => requestClosing(fan)))
  // Those that come after the first find the account closing already.
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
  expect(await mailsTo(fan.email)).toEqual(['closing_started'])
  await advanceClock(server.ctx, '20 days')
  await api(server).as(fan).delete('/users/me/closing')
  await sql`UPDATE sessions SET authenticated_at = app_now() WHERE account_id = ${fan.id}`.execute(server.ctx.db)
  await requestClosing(fan)
  await advanceClock(server.ctx, '20 days')
  await carryOutClosings(server.ctx)
  expect(await statusOf(fan)).toBe('closing')
})

test('a creator is hidden at once, subscribers are notified once and charged no more, and buyers still have what they bought', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, buyer] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  await subscribed(fan, creator)
  await giveTokens(server.ctx, buyer.id, 10_000)
  const sold = await buildFeed(server.ctx, creator, { gate: { type: 'paid', price: 500n } })
  const unsold = await buildFeed(server.ctx, creator, { gate: { type: 'public', price: null } })
  expect(
    (
      await api(server)
        .as(buyer)
        .post(`/wallet/charges/feed/${sold}`, undefined, { headers: { 'idempotency-key': 'buy' } })
    ).status,
  ).toBe(200)
  expect((await requestClosing(creator)).body.data.creator).toMatchObject({ subscribers: 1, posts: 2, soldPosts: 1 })
  expect((await api(server).as(fan).get(`/performers/${creator.username}`)).status).toBe(404)
  await server.work()
  await server.work()
  expect(await mailsTo(fan.email)).toEqual(['creator_closing'])
  const renewing = await rows(
    server.ctx.db,
    sql`SELECT 1 FROM subscriptions WHERE performer_id = ${creator.id} AND NOT cancel_at_period_end AND status = 'active'`,
  )
  expect(renewing).toEqual([])
  await advanceClock(server.ctx, '30 days')
  await carryOutClosings(server.ctx)
  expect(await statusOf(creator)).toBe('closed')
  expect(
    await rows(
      server.ctx.db,
      sql`SELECT 1 FROM performer_listings WHERE performer_id = ${creator.id} AND terms <> '{}'`,
    ),
  ).toEqual([])
  const items = await rows(
    server.ctx.db,
    sql<{ id: string; status: string }>`SELECT id, status FROM items WHERE performer_id = ${creator.id}`,
  )
  expect(Object.fromEntries(items.map(({ id, status }) => [id, status]))).toEqual({
    [sold]: 'archived',
    [unsold]: 'removed',
  })
  expect((await api(server).as(buyer).get(`/user/feeds/${sold}`)).status).toBe(200)
  expect((await api(server).as(fan).get(`/user/feeds/${unsold}`)).status).toBe(404)
})

/** The tables with a value that contains the marker. */
async function referencesOf(marker: string): Promise<string[]> {
  const tables = await rows(
    server.ctx.db,
    sql<{
      name: string
    }>`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const hit = await row(
      server.ctx.db,
      sql`SELECT 1 FROM ${sql.table(name)} AS t WHERE to_jsonb(t)::text ILIKE ${`%${marker}%`} LIMIT 1`,
    )
    if (hit) found.push(name)
  }
  return found
}

test('after thirty days the person is gone from every table, the books are as they were, and the name is never given away', async () => {
  const marker = 'canarybird'
  const fan = await buildUser(server.ctx, { name: `Noor ${marker}`, email: `${marker}@example.com`, password })
  const creator = await buildPerformer(server.ctx)
  const as = api(server).as(fan)
  await giveTokens(server.ctx, fan.id, 5_000)
  const post = await buildFeed(server.ctx, creator)
  await as.post(
    `/wallet/charges/tip/${creator.id}`,
    { tokens: 5, note: 'well made' },
    { headers: { 'idempotency-key': `${marker}-tip` } },
  )
  const parcels = { name: marker, line1: marker, city: marker, postalCode: '1', country: 'DE' }
  expect((await as.post('/addresses/create', parcels)).status).toBe(200)
  await as.post('/comments', { feedId: post, text: 'A fine piece.' })
  await as.post(`/follows/${creator.id}`)
  await as.post('/auth/users/me/email', { email: `new-${marker}@example.com` })
  await sql`INSERT INTO cards (account_id, gateway, gateway_ref, brand, last4, exp_month, exp_year)
    VALUES (${fan.id}, 'test', ${`card_${marker}`}, 'visa', '4242', 12, 2030)`.execute(server.ctx.db)
  const file = await buildFile(server.ctx, fan)
  await sql`UPDATE files SET original_name = ${`${marker}.jpg`} WHERE id = ${file}`.execute(server.ctx.db)
  await as.delete('/auth/users/me/email')
  expect((await requestClosing(fan)).status).toBe(200)
  const entries = async () =>
    (await row(
      server.ctx.db,
      sql<{
        n: bigint
        balance: bigint
      }>`SELECT (SELECT count(*) FROM ledger_entries) AS n, ledger_balance_of('fan_wallet', ${fan.id}, 'TOK') AS balance`,
    ))!
  const before = await entries()
  await advanceClock(server.ctx, '27 days')
  await carryOutClosings(server.ctx)
  await carryOutClosings(server.ctx)
  expect((await mailsTo(fan.email)).filter((kind) => kind === 'closing_soon')).toHaveLength(1)
  await advanceClock(server.ctx, '3 days')
  // Two at once, and once more: it happens once.
  await Promise.all([carryOutClosings(server.ctx), carryOutClosings(server.ctx)])
  await carryOutClosings(server.ctx)
  expect(await mailsTo(fan.email)).toEqual(['account_closed'])
  await advanceClock(server.ctx, '2 days')
  await carryOutClosings(server.ctx)
  expect(await referencesOf(marker)).toEqual([])
  expect(await entries()).toEqual(before)
  expect(await checkLedger(server.ctx)).toEqual([])
  expect((await api(server).as(fan).get('/users/me')).status).toBe(401)
  expect((await api(server).post('/auth/login', { username: fan.username, password })).status).toBe(401)
  const { body } = await api(server).get(`/comments?itemId=${post}`)
  expect(body.data[0]).toMatchObject({ text: 'A fine piece.', author: { name: '', username: null } })
  const form = (username: string, email: string) => ({ name: 'Noor', username, email, password, acceptTerms: true })
  expect((await api(server).post('/auth/users/register', form(fan.username, 'else@example.com'))).body.code).toBe(
    'USERNAME_TAKEN',
  )
  // The address is free again.
  expect((await api(server).post('/auth/users/register', form('noor_again', fan.email))).status).toBe(200)
  expect((await api(server).post('/auth/login', { username: 'noor_again', password })).status).toBe(200)
  const logged = await rows(
    server.ctx.db,
    sql<{ action: string }>`SELECT action FROM audit_log WHERE target_id = ${fan.id} ORDER BY id`,
  )
  expect(logged.map((entry) => entry.action)).toEqual(['account.closing', 'account.closed'])
})

test('killed in the middle nothing is half erased, and the next turn closes it', async () => {
  const fan = await buildUser(server.ctx)
  await requestClosing(fan)
  await advanceClock(server.ctx, '30 days')
  await server.ctx.transaction(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx.db)
    await sql`CREATE FUNCTION fall_over() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''the power went''; END'`.execute(
      tx.db,
    )
    await sql`CREATE TRIGGER fall_over BEFORE UPDATE ON accounts FOR EACH ROW WHEN (NEW.status = 'closed') EXECUTE FUNCTION fall_over()`.execute(
      tx.db,
    )
  })
  await carryOutClosings(server.ctx)
  expect(await statusOf(fan)).toBe('closing')
  expect((await api(server).as(fan).get('/users/me')).body.data.email).toBe(fan.email)
  await server.ctx.transaction(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx.db)
    await sql`DROP TRIGGER fall_over ON accounts`.execute(tx.db)
  })
  await carryOutClosings(server.ctx)
  expect(await statusOf(fan)).toBe('closed')
})

/** Rows that remain after the account is closed, and why: none of them identifies the person. */
const remaining = new Set(
  // Money records, what others own, and conversations; then what reserves the name, what a law requires, and the record of the
  // closing itself; texts by staff; counts by day; and the listings, which a trigger empties.
  `charges earnings earning_returns coupons coupon_uses plan_changes wallet_holds shows group_shows payment_transactions disputes subscriptions purchases orders tip_orders cards plans items photos files comments reactions polls
  poll_votes payout_freezes payouts payout_events posts former_usernames performers verifications account_closings follows report_cases reports live_looks
  order_decisions promos message_overrides performer_days performer_listings conversations conversation_members messages broadcasts broadcast_recipients`.split(
    /\s+/,
  ),
)
test('every table that points at an account is emptied by the closing, or named here with those that stay', async () => {
  const pointing = await rows(
    server.ctx.db,
    sql<{
      name: string
    }>`SELECT DISTINCT c.conrelid::regclass::text AS name FROM pg_constraint c WHERE c.contype = 'f' AND c.confrelid = 'accounts'::regclass`,
  )
  const { readFileSync, readdirSync } = await import('node:fs')
  const folder = new URL('../../', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const unlisted = pointing
    .map((entry) => entry.name)
    .filter(
      (name) =>
        !remaining.has(name) &&
        !new RegExp(`DELETE FROM ${name} WHERE (account_id|owner_id|blocker_id|performer_id|follower_id) = `).test(
          sources,
        ),
    )
  expect(unlisted).toEqual([])
})
