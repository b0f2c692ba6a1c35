import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { countryPort } from '../accounts/auth/identify.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { walletBalance } from '../../money/ledger/post.ts'
import { buildProduct } from '../../shop/products/testing.ts'
import { renewDue } from '../../money/subscriptions/renewal.ts'
import { buildFan, buildLockedFeed, buildPlan, payer } from '../../money/wallet/testing.ts'
import { endAllInCountries } from './blocked-countries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const as = (who: Built) => api(server).as(who)
async function subscribed(creator: Built, planId: string): Promise<{ fan: Built; id: string }> {
  const fan = await buildFan(server.ctx, 500)
  const body = { performerId: creator.id, planId, paymentGateway: 'wallet' }
  const reply = await payer(server, fan).keyed('/payment/subscribe/performers', body)
  return { fan, id: reply.body.data.subscription._id }
}
const seenIn = (fan: Built, country: string) =>
  sql`UPDATE sessions SET country = ${country} WHERE account_id = ${fan.id}`.execute(server.ctx.db)
async function order(fan: Built, productId: string): Promise<string> {
  await as(fan).post('/addresses/create', {
    name: 'Jamie Rowe',
    line1: '4-2-8 Shibakoen',
    city: 'Minato',
    postalCode: '105-0011',
    country: 'JP',
  })
  return (await payer(server, fan).keyed(`/wallet/charges/product/${productId}`, {})).body.data._id
}
const stateOf = async (id: string) =>
  (await row(
    server.ctx.db,
    sql<{ status: string; price: bigint }>`SELECT status, price_locked AS price FROM subscriptions WHERE id = ${id}`,
  ))!.status
const fulfilmentOf = async (id: string) =>
  (await row(server.ctx.db, sql<{ is: string }>`SELECT fulfilment AS is FROM orders WHERE id = ${id}`))!.is
const mailsTo = async ({ email }: Built) =>
  (
    await rows(
      server.ctx.db,
      sql<{
        kind: string
      }>`SELECT kind FROM mails WHERE to_address = ${email} AND kind NOT LIKE 'receipt%' ORDER BY created_at, id`,
    )
  ).map(({ kind }) => kind)

test('blocking a country returns what its subscribers paid for, with the numbers that were shown before', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const planId = await buildPlan(ctx, creator, { price: 1000n })
  const [near, far, other] = [
    await subscribed(creator, planId),
    await subscribed(creator, planId),
    await subscribed(creator, planId),
  ]
  const product = await buildProduct(ctx, creator, { price: 2000n, stock: 3 })
  const [waiting, shipped, elsewhere] = [
    await order(near.fan, product),
    await order(near.fan, product),
    await order(other.fan, product),
  ]
  await as(creator).put(`/orders/${shipped}/update`, { fulfilment: 'shipped' })
  const feed = await buildLockedFeed(ctx, creator, 10)
  await payer(server, near.fan).unlock(feed)
  for (const { fan } of [near, far]) await seenIn(fan, 'FR')
  await seenIn(other.fan, 'DE')

  const effects = async (countries: string) =>
    (await as(creator).get(`/block/countries/effects?countries=${countries}`)).body.data
  const shown = await effects('FR,NL')
  expect(shown).toMatchObject({ subscriptions: 2, orders: 1, ordersReturned: 20, purchases: 1 })
  expect(shown.returned).toBeGreaterThan(199)
  expect(await effects('NL')).toEqual({ subscriptions: 0, returned: 0, orders: 0, ordersReturned: 0, purchases: 0 })

  const before = await walletBalance(ctx, far.fan.id)
  expect((await as(creator).post('/block/countries', { countries: ['FR', 'NL'] })).status).toBe(200)
  expect((await walletBalance(ctx, far.fan.id)) - before).toBeGreaterThan(9_990n)
  expect(await Promise.all([near, far, other].map(({ id }) => stateOf(id)))).toEqual(['revoked', 'revoked', 'active'])
  expect(await Promise.all([waiting, shipped, elsewhere].map(fulfilmentOf))).toEqual([
    'cancelled',
    'shipped',
    'not_fulfilled',
  ])
  expect(await row(ctx.db, sql`SELECT stock FROM products WHERE item_id = ${product}`)).toEqual({ stock: 1 })
  expect(await mailsTo(far.fan)).toEqual(['subscription_ended_by_country'])
  expect(await mailsTo(near.fan)).toContain('order_cancelled_for_buyer')
  expect(await mailsTo(other.fan)).toEqual(['order_confirmed'])
  // What they bought is not taken.
  expect(
    await row(
      ctx.db,
      sql`SELECT revoked_at AS at FROM purchases WHERE account_id = ${near.fan.id} AND object_id = ${feed}`,
    ),
  ).toEqual({ at: null })

  // Once it is done, the creator reads how much went back; setting the same list again ends nothing more.
  await endAllInCountries(ctx, { performerId: creator.id, countries: ['FR', 'NL'], since: new Date(0) })
  expect(await mailsTo(creator)).toContain('countries_blocked')
  await seenIn(other.fan, 'NL')
  expect(await effects('FR,NL')).toMatchObject({ subscriptions: 0, orders: 0 })
  await as(creator).post('/block/countries', { countries: ['NL', 'FR'] })
  expect(await stateOf(other.id)).toBe('active')
})

test('more subscribers than a batch are ended by the job, and not where the country is open again', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const planId = await buildPlan(ctx, creator, { type: 'free', price: null })
  await sql`WITH fans AS (INSERT INTO accounts (id, role, status, name) SELECT uuid_v7(), 'user', 'active', 'Fan ' || n FROM generate_series(1, 230) n RETURNING id),
      seen AS (INSERT INTO sessions (account_id, token_hash, remember, country, expires_at)
        SELECT id, decode(replace(id::text, '-', ''), 'hex'), true, 'FR', app_now() + interval '1 day' FROM fans)
    INSERT INTO subscriptions (fan_id, performer_id, plan_id, type, status, current_period_end, access_until)
      SELECT id, ${creator.id}, ${planId}, 'free', 'active', app_now() + interval '9 days', app_now() + interval '9 days' FROM fans`.execute(
    ctx.db,
  )
  const running = async () =>
    (await row(
      ctx.db,
      sql<{
        n: number
      }>`SELECT count(*)::int AS n FROM subscriptions WHERE performer_id = ${creator.id} AND status = 'active'`,
    ))!.n
  await as(creator).post('/block/countries', { countries: ['FR'] })
  expect(await running()).toBe(130)
  await as(creator).post('/block/countries', { countries: [] })
  const rest = { performerId: creator.id, countries: ['FR'], since: ctx.clock.now() }
  await endAllInCountries(ctx, rest)
  expect(await running()).toBe(130)
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${creator.id}, 'FR')`.execute(ctx.db)
  await endAllInCountries(ctx, rest)
  expect(await running()).toBe(0)
})

test('what a fan could not look at is not renewed: it ends with its period, by email, and takes nothing', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const planId = await buildPlan(ctx, creator, { price: 1000n })
  await as(creator).post('/block/countries', { countries: ['FR'] })
  const [away, home, suspended] = [
    await subscribed(creator, planId),
    await subscribed(creator, planId),
    await subscribed(creator, planId),
  ]
  await seenIn(away.fan, 'FR')
  await seenIn(home.fan, 'DE')
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${suspended.fan.id}`.execute(ctx.db)
  const before = await Promise.all([away, home, suspended].map(({ fan }) => walletBalance(ctx, fan.id)))
  await advanceClock(ctx, '32 days')
  await renewDue(ctx)
  expect(await Promise.all([away, home, suspended].map(({ id }) => stateOf(id)))).toEqual([
    'expired',
    'active',
    'expired',
  ])
  expect(await Promise.all([away, home, suspended].map(({ fan }) => walletBalance(ctx, fan.id)))).toEqual([
    before[0],
    before[1]! - 10_000n,
    before[2],
  ])
  expect(await mailsTo(away.fan)).toEqual(['renewal_stopped'])
  expect(await mailsTo(suspended.fan)).toEqual([])
})

test('who was last seen in a country that the whole site is closed to is not renewed', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const planId = await buildPlan(ctx, creator, { price: 1000n })
  const [away, home] = [await subscribed(creator, planId), await subscribed(creator, planId)]
  await seenIn(away.fan, 'FR')
  await seenIn(home.fan, 'DE')
  const before = await Promise.all([away, home].map(({ fan }) => walletBalance(ctx, fan.id)))
  await ctx.settings.set(ctx.db, 'blockedCountries', ['FR'], null)
  try {
    await advanceClock(ctx, '32 days')
    await renewDue(ctx)
  } finally {
    await ctx.settings.set(ctx.db, 'blockedCountries', [], null)
  }
  expect(await Promise.all([away, home].map(({ id }) => stateOf(id)))).toEqual(['expired', 'active'])
  expect(await Promise.all([away, home].map(({ fan }) => walletBalance(ctx, fan.id)))).toEqual([
    before[0],
    before[1]! - 10_000n,
  ])
  expect(await mailsTo(away.fan)).toEqual(['renewal_stopped'])
})

test('a subscription that cost nothing ends with an email that speaks of no money', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const planId = await buildPlan(ctx, creator, { type: 'free', price: null })
  const { fan, id } = await subscribed(creator, planId)
  await seenIn(fan, 'FR')
  const before = await walletBalance(ctx, fan.id)
  expect((await as(creator).post('/block/countries', { countries: ['FR'] })).status).toBe(200)
  expect(await stateOf(id)).not.toBe('active')
  expect(await walletBalance(ctx, fan.id)).toBe(before)
  expect(await mailsTo(fan)).toEqual(['unpaid_subscription_ended_by_country'])
})

test('the country of a session is that of its last request, at once', async () => {
  const fan = await buildFan(server.ctx)
  const usual = countryPort.countryOf
  countryPort.countryOf = () => 'DE'
  try {
    await seenIn(fan, 'FR')
    await as(fan).get('/users/me')
  } finally {
    countryPort.countryOf = usual
  }
  expect(await row(server.ctx.db, sql`SELECT country FROM sessions WHERE account_id = ${fan.id}`)).toEqual({
    country: 'DE',
  })
})

test('blocking a person refunds the orders between the two that are not shipped, in either direction, and says so before', async () => {
  const { ctx } = server
  const [seller, buyer] = [await buildPerformer(ctx), await buildFan(ctx, 500)]
  const product = await buildProduct(ctx, seller, { price: 2000n, stock: 9 })
  const orders = [await order(buyer, product), await order(buyer, product), await order(buyer, product)]
  await as(seller).put(`/orders/${orders[1]!}/update`, { fulfilment: 'shipped' })
  await sql`UPDATE charges SET status = 'disputed' WHERE id = ${orders[2]!}`.execute(ctx.db)
  await payer(server, buyer).unlock(await buildLockedFeed(ctx, seller, 10))
  const shown = async (who: Built, other: Built) => (await as(who).get(`/block/users/${other.id}/effects`)).body.data
  expect(await shown(seller, buyer)).toMatchObject({ orders: 1, ordersReturned: 20, purchases: 1 })
  expect(await shown(buyer, seller)).toMatchObject({ orders: 1, ordersReturned: 20, purchases: 0 })
  const before = await walletBalance(ctx, buyer.id)
  const block = () =>
    as(buyer).post('/block/users', { userId: seller.id }, { headers: { 'idempotency-key': randomUUID() } })
  await Promise.all([block(), block()])
  expect((await walletBalance(ctx, buyer.id)) - before).toBe(2000n)
  expect(await Promise.all(orders.map(fulfilmentOf))).toEqual(['cancelled', 'shipped', 'not_fulfilled'])
  // Who has to stop packing is sent an email.
  expect(await mailsTo(seller)).toContain('order_cancelled_for_seller')
  await sql`UPDATE charges SET status = 'succeeded' WHERE id = ${orders[2]!}`.execute(ctx.db)
})
