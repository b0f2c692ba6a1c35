import { notificationKindNames } from '@fanlight/contract/notification-kinds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creators, fans } from './seed-accounts.ts'
import { row, rows, sql } from '@fanlight/server/platform/db/db'
import { handleAllEvents, registerSubscribers } from '@fanlight/server/platform/events/event-subscribers'
import { subscribers } from '@fanlight/server/subscribers'
import { api } from '@fanlight/server/testing/api'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { rollUpCounters } from '@fanlight/server/modules/content/counters/roll-up'
import { checkLedger } from '@fanlight/server/modules/money/ledger/check'
import { rollUpLedger, chainLedger } from '@fanlight/server/modules/money/ledger/upkeep'
import { demoPassword, isDemoLoading } from './accounts.ts'
import { loadDemoWorld } from './seed.ts'

let server: TestServer
const wasLoading: boolean[] = []
beforeAll(async () => {
  server = await startTestServer()
  await registerSubscribers(server.ctx, subscribers, 'first')
  // Killed three times on its way, and begun by two starts at once.
  for (const killAt of ['people', 'talk', 'money']) {
    const dying = { ...server.ctx, transaction: killAt === 'money' ? dieWithin(server) : dieAfter(server, killAt) }
    await expect(loadDemoWorld(dying)).rejects.toThrow('killed')
    wasLoading.push(await isDemoLoading(server.ctx))
  }
  await Promise.all([loadDemoWorld({ ...server.ctx }), loadDemoWorld({ ...server.ctx })])
  await rollUpCounters(server.ctx)
}, 120_000)
afterAll(() => server.stop())

/** A process that ends right after the transaction that finishes this step. */
function dieAfter({ ctx }: TestServer, name: string): typeof ctx.transaction {
  return async (work) => {
    const result = await ctx.transaction(work)
    const done = await row(
      ctx.db,
      sql<{ done: boolean }>`SELECT value->'done' ? ${name} AS done FROM settings WHERE key = 'demoWorld'`,
    )
    if (done?.done) throw new Error('killed')
    return result
  }
}
/** A process that ends before its transaction is committed. */
function dieWithin({ ctx }: TestServer): typeof ctx.transaction {
  return (work) =>
    ctx.transaction(async (tx) => {
      await work(tx)
      throw new Error('killed')
    })
}
const apiAs = (token?: string) => (token ? api(server).as(token) : api(server))
const signIn = async (username: string) =>
  (await apiAs().post('/auth/login', { username, password: demoPassword })).body.data.token as string

test('fans were there at different times, as their creator sees', async () => {
  const { body } = await apiAs(await signIn(creators[0]!.username)).get(
    '/performer/audience?group=followers&pageSize=100',
  )
  const seen = new Set(body.data.map(({ lastActive }: { lastActive: string | null }) => lastActive))
  expect(seen.has(null)).toBe(false)
  expect(seen.size).toBeGreaterThan(1)
})

test('each seed account is there once, and the three shown accounts can sign in', async () => {
  const { rows: counts } = await sql<{
    role: string
    n: bigint
  }>`SELECT role, count(*) AS n FROM accounts GROUP BY 1`.execute(server.ctx.db)
  expect(Object.fromEntries(counts.map((count) => [count.role, Number(count.n)]))).toEqual({
    performer: creators.length,
    user: fans.length,
    admin: 1,
  })
  for (const username of ['jamierowe', 'valloyclay', 'maralindt']) expect(await signIn(username)).toBeTruthy()
})

test('that it is loading is said until all of it is there', async () => {
  expect([...wasLoading, await isDemoLoading(server.ctx)]).toEqual([true, true, true, false])
})

test('transactions of ninety days are posted by the rules of the ledger, add up to zero, and can be chained', async () => {
  const charges = await rows(
    server.ctx.db,
    sql<{
      type: string
      n: bigint
      first: Date
    }>`SELECT type, count(*) AS n, min(created_at) AS first FROM charges GROUP BY 1`,
  )
  expect(charges.map((charge) => charge.type).sort()).toEqual(['feed', 'message', 'product', 'subscription', 'tip'])
  for (const charge of charges.filter(({ type }) => type !== 'product' && type !== 'message'))
    expect(Number(charge.n)).toBeGreaterThan(15)
  const first = Math.min(...charges.map((charge) => charge.first.getTime()))
  expect((Date.now() - first) / 86_400_000).toBeGreaterThan(70)
  const twice = await rows(
    server.ctx.db,
    sql`SELECT fan_id, performer_id FROM subscriptions WHERE access_until > now() GROUP BY 1, 2 HAVING count(*) > 1`,
  )
  expect(twice).toEqual([])
  await rollUpLedger(server.ctx)
  await chainLedger(server.ctx)
  expect(await checkLedger(server.ctx)).toEqual([])
  expect((await apiAs(await signIn('jamierowe')).get('/users/me')).body.data.balance).toBeGreaterThan(500)
})

test('the clock is right again, for everybody', async () => {
  const now = await row(
    server.ctx.db,
    sql<{ apart: number }>`SELECT abs(extract(epoch FROM app_now() - now()))::float AS apart`,
  )
  expect(now!.apart).toBe(0)
})

test('a fan’s home is full and a creator’s page has posts of three months', async () => {
  const home = await apiAs(await signIn('jamierowe')).get('/user/feeds?pageSize=100')
  expect(home.body.data.length).toBeGreaterThan(20)
  const page = await apiAs().get('/user/feeds/search/valloyclay?pageSize=100')
  const ages = page.body.data.map(
    (item: { publishedAt: string }) => (Date.now() - Date.parse(item.publishedAt)) / 86_400_000,
  )
  expect(Math.max(...ages)).toBeGreaterThan(60)
  expect(page.body.data.some((item: { locked: unknown }) => item.locked)).toBe(true)
  const profile = (await apiAs().get('/performers/valloyclay')).body.data
  expect(profile.plans.length).toBeGreaterThanOrEqual(3)
  expect(profile.counts.followers).toBeGreaterThan(5)
  expect(profile.counts.subscribers).toBeGreaterThan(0)
})

test('several creators have galleries, free ones and others', async () => {
  const { data } = (await apiAs().get('/performer-assets/galleries/search?pageSize=100')).body
  const gates = data.map(({ gate }: { gate: { type: string } }) => gate.type)
  expect(data.length).toBeGreaterThanOrEqual(4)
  expect(gates).toContain('public')
  expect(new Set(gates).size).toBeGreaterThan(1)
})

test('authors of comments under a locked post have access to it', async () => {
  const strangers = await rows(
    server.ctx.db,
    sql`SELECT c.text FROM comments c JOIN items i ON i.id = c.item_id WHERE c.author_id <> i.performer_id AND (
      (i.gate_type = 'paid' AND NOT EXISTS (SELECT FROM purchases p WHERE p.account_id = c.author_id AND p.object_id = i.id))
      OR (i.gate_type = 'followers' AND NOT EXISTS (SELECT FROM follows f WHERE f.follower_id = c.author_id AND f.performer_id = i.performer_id))
      OR (i.gate_type = 'subscribers' AND NOT EXISTS (SELECT FROM subscriptions s WHERE s.fan_id = c.author_id AND s.performer_id = i.performer_id)))`,
  )
  expect(strangers.length, JSON.stringify(strangers)).toBe(0)
})

test('an installation that is in use is left alone', async () => {
  const other = await startTestServer()
  await sql`INSERT INTO accounts (role, username) VALUES ('user', 'username')`.execute(other.ctx.db)
  await loadDemoWorld(other.ctx)
  expect((await other.ctx.pool.query('SELECT count(*)::int AS n FROM accounts')).rows[0].n).toBe(1)
  await other.stop()
})

test('four creators have a shop, and orders are in every state', async () => {
  const shops = await rows(server.ctx.db, sql`SELECT DISTINCT performer_id FROM items WHERE kind = 'product'`)
  expect(shops.length).toBeGreaterThanOrEqual(4)
  const states = await rows(server.ctx.db, sql<{ fulfilment: string }>`SELECT DISTINCT fulfilment FROM orders`)
  expect(states.map(({ fulfilment }) => fulfilment).sort()).toEqual([
    'cancelled',
    'delivered',
    'not_fulfilled',
    'processing',
    'returned',
    'shipped',
  ])
  const mine = await apiAs(await signIn('jamierowe')).get('/orders/users/search')
  expect(mine.body.total).toBe(4)
  const problems = await rows(
    server.ctx.db,
    sql<{ problem: string }>`SELECT problem FROM orders WHERE problem IS NOT NULL`,
  )
  expect(problems.map(({ problem }) => problem).sort()).toEqual(['answered', 'escalated'])
})

test('a creator was paid out, and the request of another waits for staff, who may approve and pay it', async () => {
  const creator = apiAs(await signIn('valloyclay'))
  const { data } = (await creator.get('/payout-requests/search')).body
  expect(data).toMatchObject([{ status: 'paid', reference: 'NPB-204417', currency: 'USD' }])
  expect((await creator.post('/payout-requests/calculate', {})).body.data.destination.ends).toBe('0154')
  const waiting = await rows(
    server.ctx.db,
    sql<{ amount: bigint }>`SELECT amount FROM payouts WHERE status = 'pending'`,
  )
  expect(waiting).toHaveLength(1)
  expect(waiting[0]!.amount).toBeLessThan(50_000n)
})

test('a creator has sent a broadcast, whose copies were opened and bought, and welcomed new subscribers', async () => {
  const creator = apiAs(await signIn('valloyclay'))
  const [broadcast] = (await creator.get('/performer/broadcasts')).body.data
  expect(broadcast).toMatchObject({ status: 'sent', price: 60, canUnsend: true })
  expect(broadcast.sent).toBe(broadcast.recipients)
  expect(broadcast.bought).toBeGreaterThan(0)
  expect(broadcast.opened).toBeGreaterThan(broadcast.bought)
  expect(broadcast.opened).toBeLessThan(broadcast.sent)
  expect(broadcast.revenue).toBe(broadcast.bought * 60)
  const welcomes = await rows(server.ctx.db, sql`SELECT FROM messages WHERE author_kind = 'automation'`)
  expect(welcomes.length).toBeGreaterThan(0)
})

test('fan and creator have notifications of many kinds, at the times of what they are about, and no emails about the past', async () => {
  await handleAllEvents(server.ctx, subscribers)
  const of = async (username: string) => {
    const list = await apiAs(await signIn(username)).get('/notifications?pageSize=100')
    return list.body as { data: { kind: string; createdAt: string; isRead: boolean }[]; total: number }
  }
  const [fan, creator] = [await of('jamierowe'), await of('valloyclay')]
  const kindsOf = ({ data }: typeof fan) => [...new Set(data.map(({ kind }) => kind))].toSorted()
  expect(kindsOf(fan)).toEqual(expect.arrayContaining(['comment_liked', 'post_published']))
  expect(kindsOf(creator)).toEqual(
    expect.arrayContaining(['comment_written', 'item_liked', 'item_sold', 'tip_received']),
  )
  // Of every kind someone has one; new items and streams have no rows, and messages are counted elsewhere.
  const stored = await rows(server.ctx.db, sql<{ kind: string }>`SELECT DISTINCT kind FROM notifications`)
  const rowless = ['post_published', 'stream_started', 'message_received']
  expect(stored.map(({ kind }) => kind).toSorted()).toEqual(
    notificationKindNames.filter((kind) => !rowless.includes(kind)).toSorted(),
  )
  for (const { data, total } of [fan, creator]) {
    expect(total).toBeGreaterThan(0)
    expect(total).toBeLessThan(40)
    expect(data.some(({ isRead }) => isRead)).toBe(true)
    expect(new Set(data.map(({ createdAt }) => createdAt.slice(0, 10))).size).toBeGreaterThan(3)
  }
  expect(await rows(server.ctx.db, sql`SELECT kind FROM notifications WHERE emailed_at IS NULL`)).toEqual([])
})

test('what a notification says of a subscription is what became of it', async () => {
  const told = await rows(
    server.ctx.db,
    sql<{ kind: string; fits: boolean }>`SELECT n.kind, CASE n.kind
        WHEN 'subscription_ended' THEN s.status = 'expired' AND s.access_until <= now()
        WHEN 'subscription_revoked' THEN s.status = 'revoked' AND s.access_until <= now()
        WHEN 'subscription_given' THEN s.type = 'gift' AND s.status = 'active'
        WHEN 'subscription_renewed' THEN s.started_at < n.created_at
        -- It was paid after all.
        WHEN 'subscription_past_due' THEN s.status = 'active' AND EXISTS (SELECT FROM charges c WHERE c.user_id = s.fan_id
          AND c.performer_id = s.performer_id AND c.type = 'subscription' AND c.created_at > n.created_at)
        END AND s.fan_id = n.account_id AND s.performer_id = ANY (n.actor_ids) AS fits
      FROM notifications n LEFT JOIN subscriptions s ON s.id = n.object_id WHERE n.kind LIKE 'subscription_%'`,
  )
  expect(new Set(told.map(({ kind }) => kind)).size).toBe(5)
  expect(told.filter(({ fits }) => !fits)).toEqual([])
})

const idOf = async (username: string) =>
  (await row(server.ctx.db, sql<{ id: string }>`SELECT id FROM accounts WHERE username = ${username}`))!.id

test('a post was removed: its creator sees why, and may appeal', async () => {
  const creator = apiAs(await signIn('valloyclay'))
  const { data: posts } = (await creator.get('/performer/feeds?pageSize=100')).body
  const removed = posts.filter(({ decision }: { decision: object | null }) => decision !== null)
  expect(removed).toMatchObject([
    { status: 'removed', decision: { statement: expect.stringMatching(/has not agreed/) } },
  ])
  const decision = await creator.get(`/reports/decisions/${removed[0].decision._id}`)
  expect(decision.body.data).toMatchObject({ action: 'remove', appeal: null, can: { appeal: true } })
  expect((await apiAs().get(`/user/feeds/${removed[0]._id}`)).status).toBe(404)
})

test('a person withdrew consent: the post that names them is hidden, and its buyers have their tokens back', async () => {
  const { data: people } = (await apiAs(await signIn('noabrightleaf')).get('/performer/participants')).body
  expect(people).toMatchObject([{ username: 'odile.wood', status: 'revoked', items: 1 }])
  const bought = await rows(
    server.ctx.db,
    sql`SELECT i.status, p.revoked_at IS NOT NULL AS revoked, c.tokens_returned = c.tokens AS returned
      FROM purchases p JOIN items i ON i.id = p.object_id JOIN item_participants x ON x.item_id = i.id JOIN charges c ON c.id = p.charge_id`,
  )
  expect(bought.length).toBeGreaterThan(1)
  for (const purchase of bought) expect(purchase).toEqual({ status: 'hidden', revoked: true, returned: true })
})

test('a message that was bought stays readable after its seller blocked the buyer', async () => {
  const fan = apiAs(await signIn('jamierowe'))
  expect((await fan.get('/performers/dovnightsky')).status).toBe(404)
  const { data } = (await fan.get('/user/purchases?type=message')).body
  expect(data).toMatchObject([{ tokens: 40, isAvailable: true }])
  const message = (await fan.get(`/user/purchases/messages/${data[0]._id}`)).body.data
  expect(message).toMatchObject({ text: expect.stringMatching(/full frame/), performer: { username: null } })
  expect(message.files).toHaveLength(1)
})

test('a creator owes what was paid out of a payment that its bank took back', async () => {
  const creator = apiAs(await signIn('kofi.ardane'))
  const { data } = (await creator.get('/performer/earning/stats')).body
  expect(data.owed).toBeGreaterThan(data.pending)
  expect(data).toMatchObject({ available: 0, held: 0 })
  const payouts = (await creator.get('/payout-requests/search')).body.data
  expect(payouts.map(({ status }: { status: string }) => status)).toEqual(['paid'])
  const disputes = (await apiAs(await signIn('maralindt')).get('/admin/disputes')).body.data
  expect(disputes).toMatchObject([{ status: 'lost' }])
})

test('a creator has blocked a country: a subscription from there ended, and its unused days went back', async () => {
  const { data } = (await apiAs(await signIn('northbound')).get('/block/countries')).body
  expect(data).toEqual({ countries: ['BR'] })
  const fan = await idOf('beatrizcalmon')
  const ended = await rows(
    server.ctx.db,
    sql<{ returned: bigint }>`SELECT s.status, s.access_until <= now() AS "isOver",
        (SELECT sum(tokens_returned) FROM charges c WHERE c.user_id = s.fan_id AND c.performer_id = s.performer_id
          AND c.type = 'subscription')::bigint AS returned
      FROM subscriptions s WHERE s.fan_id = ${fan} AND s.performer_id = ${await idOf('northbound')}`,
  )
  expect(ended).toMatchObject([{ status: 'revoked', isOver: true }])
  expect(ended[0]!.returned).toBeGreaterThan(0n)
})

test('the payouts of a creator who changed their bank account are frozen, and it says until when', async () => {
  const { data } = (await apiAs(await signIn('marisolquay')).post('/payout-requests/calculate', {})).body
  const [freeze] = data.blockers
  expect(freeze.code).toBe('PAYOUT_DETAILS_NEW')
  expect((Date.parse(freeze.until) - Date.now()) / 3_600_000).toBeGreaterThan(60)
  expect(data.destination.ends).toBe('6789')
})
