import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { rowsRead } from '../../../testing/plans.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { payer } from '../wallet/testing.ts'

// Lists of money among many rows: a page reads its own rows and no others, however deep it is, and nothing is shown twice or left out.

const count = 700
let server: TestServer
let fan: Built
let performer: Built
beforeAll(async () => {
  server = await startTestServer()
  const { ctx } = server
  ;[fan, performer] = [await buildUser(ctx), await buildPerformer(ctx, { name: 'Mara' })]
  const other = await buildUser(ctx)
  for (const payer of [fan, other])
    await sql`INSERT INTO payment_transactions (account_id, purpose, amount, currency, tokens, gateway, key, body_hash, status, created_at, updated_at)
      SELECT ${payer.id}, 'top_up', n, 'USD', n, 'test', n::text, '', 'succeeded', app_now() - n * interval '1 hour', app_now() - n * interval '1 minute'
      FROM generate_series(1, ${count}) n`.execute(ctx.db)
  await sql`WITH fans AS (INSERT INTO accounts (role, name, username, email, status, email_verified_at, locale, terms_accepted_at)
      SELECT 'user', 'Fan ' || n, 'listed_' || n, 'listed' || n || '@example.com', 'active', app_now(), 'en-US', app_now()
      FROM generate_series(1, ${count}) n RETURNING id, username)
    INSERT INTO subscriptions (fan_id, performer_id, type, status, payment_gateway, price_locked, months, current_period_end, access_until, created_at, updated_at)
    SELECT id, ${performer.id}, 'monthly', 'active', 'wallet', 999, 1, app_now() + interval '1 day', app_now() + interval '1 day',
      app_now() - substr(username, 8)::int * interval '1 hour', app_now() - substr(username, 8)::int * interval '1 minute' FROM fans`.execute(
    ctx.db,
  )
  // Enough rows of others that finding a page must not require reading them all.
  const elsewhere = await buildPerformer(ctx)
  await sql`WITH strangers AS (INSERT INTO accounts (role, name, username, email, status, locale, terms_accepted_at)
      SELECT 'user', 'Stranger', 'stranger_' || n, 'stranger' || n || '@example.com', 'active', 'en-US', app_now()
      FROM generate_series(1, 10000) n RETURNING id)
    INSERT INTO subscriptions (fan_id, performer_id, type, status, payment_gateway, price_locked, months)
    SELECT id, ${elsewhere.id}, 'monthly', 'active', 'wallet', 999, 1 FROM strangers`.execute(ctx.db)
  const owner = new (await import('pg')).default.Client({ connectionString: server.ownerUrl })
  await owner.connect()
  // One in ten was paid back since.
  for (const payer of [fan, other])
    await owner.query(
      `INSERT INTO charges (id, transaction_id, user_id, performer_id, type, target_id, tokens, balance_after, key, body_hash, status, created_at, updated_at)
      SELECT id, id, $1, $2, 'tip', $2, n, 0, n::text, '', CASE n % 10 WHEN 0 THEN 'refunded' ELSE 'succeeded' END, at, CASE n % 10 WHEN 0 THEN at + interval '90 minutes' ELSE at END
      FROM (SELECT uuid_v7() AS id, n, app_now() - n * interval '1 hour' AS at FROM generate_series(1, ${count}) n) made`,
      [payer.id, performer.id],
    )
  await owner.query('ANALYZE')
  await owner.end()
})
afterAll(() => server.stop())

const lists = [
  ['/payment/transactions/user/search', 'payment_transactions', () => fan],
  ['/subscriptions/performer/search', 'subscriptions', () => performer],
  ['/wallet/charges/search', 'charges', () => fan],
] as const

describe.each(lists)('%s', (path, table, whose) => {
  const page = async (query: string) => (await payer(server, whose()).get(`${path}?pageSize=20&${query}`)).body

  test.each(['updatedAt', 'createdAt'])('by %s goes on to the end, each row once', async (sortBy) => {
    for (const sort of ['asc', 'desc']) {
      const seen: string[] = []
      let cursor = ''
      do {
        const { data, nextCursor } = await page(`sortBy=${sortBy}&sort=${sort}&cursor=${cursor}`)
        const dates = data.flatMap((item: Record<string, string>) => item[sortBy] ?? [])
        expect(dates).toEqual(sort === 'asc' ? [...dates].sort() : [...dates].sort().reverse())
        seen.push(...data.map((item: { _id: string }) => item._id))
        cursor = nextCursor
      } while (cursor)
      expect(new Set(seen).size).toBe(count)
      expect(seen).toHaveLength(count)
    }
  })

  test.each(['updatedAt', 'createdAt'])(
    'by %s reads the rows of its page alone, at the start and far down',
    async (sortBy) => {
      let cursor = (await page(`sortBy=${sortBy}`)).nextCursor
      for (let n = 0; n < 15; n++) cursor = (await page(`sortBy=${sortBy}&cursor=${cursor}`)).nextCursor
      const wanted = new RegExp(`^SELECT [^]*AS at[^]* FROM [^]*${table}[^]*ORDER BY`)
      for (const query of ['', `cursor=${cursor}`]) {
        const read = await rowsRead(server.ownerUrl, wanted, () => page(`sortBy=${sortBy}&${query}`))
        expect(read).toHaveLength(1)
        expect(read[0], query).toBeLessThanOrEqual((table === 'charges' ? 10 : 3) * 21)
      }
    },
  )

  test('says how many there are, answers page numbers, and none beyond its depth', async () => {
    const [first, last, beyond] = [await page('current=1'), await page('current=35'), await page('current=36')]
    expect([first.total, last.data.length, beyond.data.length]).toEqual([count, 20, 0])
    expect((await page('current=100000')).data).toEqual([])
  })
})

test('a subscription shows whom it is with, unless they hide', async () => {
  const { ctx } = server
  await sql`INSERT INTO subscriptions (fan_id, performer_id, type, status, payment_gateway, price_locked, months)
    VALUES (${fan.id}, ${performer.id}, 'monthly', 'active', 'wallet', 999, 1)`.execute(ctx.db)
  const [own] = (await payer(server, fan).get('/subscriptions/user/search')).body.data
  expect(own.performer).toMatchObject({ name: 'Mara', avatar: '/no-avatar.svg' })
  expect(own.user.avatar).toBe('/no-avatar.svg')
})

test('a subscription is cancelled by the gateway that pays for it, and is not there for another', async () => {
  const [own] = (await payer(server, fan).get('/subscriptions/user/search')).body.data
  const cancel = (gateway: string) => payer(server, fan).post(`/payment/${gateway}/cancel-subscription/${own._id}`)
  expect((await cancel('test')).body).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect((await cancel('paypal')).status).toBe(400)
  expect((await cancel('wallet')).body.data.cancelAtPeriodEnd).toBe(true)
})
