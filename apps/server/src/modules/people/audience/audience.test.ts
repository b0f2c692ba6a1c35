import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import {
  type Built,
  buildAdmin,
  buildBlock,
  buildFollow,
  buildPerformer,
  buildUser,
} from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { refundItem } from '../../money/charges/refunding-items.ts'
import { buildFan, buildLockedFeed, buildPlan, payer } from '../../money/wallet/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const read = (creator: Built, query = '') => as(creator).get(`/performer/audience${query}`)
const namesIn = async (creator: Built, query = '') =>
  (await read(creator, query)).body.data.map(({ name }: { name: string }) => name)
interface Made {
  status?: string
  startedDaysAgo?: number
  endsInDays?: number
  cancelled?: boolean
  type?: string
}
const subscribe = (
  fan: Built,
  creator: Built,
  { status = 'active', startedDaysAgo = 60, endsInDays = 20, cancelled = false, type = 'monthly' }: Made = {},
) =>
  sql`INSERT INTO subscriptions (fan_id, performer_id, type, status, price_locked, created_at, started_at, current_period_end, access_until, cancel_at_period_end)
    VALUES (${fan.id}, ${creator.id}, ${type}, ${status}, 795, app_now() - make_interval(days => ${startedDaysAgo}), app_now() - make_interval(days => ${startedDaysAgo}),
      app_now() + make_interval(days => ${endsInDays}), app_now() + make_interval(days => ${endsInDays}), ${cancelled})`.execute(
    server.ctx.db,
  )
const named = (name: string) => buildUser(server.ctx, { name })

describe('the audience of a creator', () => {
  test('is in groups by what is true now', async () => {
    const creator = await buildPerformer(server.ctx)
    const [long, fresh, soon, unpaid, leaving, gone, back, follower] = [
      await named('Long'),
      await named('Fresh'),
      await named('Soon'),
      await named('Unpaid'),
      await named('Leaving'),
      await named('Gone'),
      await named('Back'),
      await named('Follower'),
    ]
    await subscribe(long, creator, { startedDaysAgo: 300, type: 'yearly', endsInDays: 65 })
    await subscribe(fresh, creator, { startedDaysAgo: 3, endsInDays: 27 })
    await subscribe(soon, creator, { endsInDays: 2 })
    await subscribe(unpaid, creator, { status: 'past_due', endsInDays: 1 })
    await subscribe(leaving, creator, { cancelled: true, endsInDays: 4 })
    await subscribe(gone, creator, { status: 'expired', endsInDays: -4 })
    await subscribe(back, creator, { status: 'expired', startedDaysAgo: 200, endsInDays: -100 })
    await subscribe(back, creator, { startedDaysAgo: 50 })
    // A gift ends by itself, and what rests is neither renewed nor over.
    const [given, resting] = [await named('Given'), await named('Resting')]
    await subscribe(given, creator, { type: 'gift', endsInDays: 3 })
    await subscribe(resting, creator, { endsInDays: -3 })
    await sql`UPDATE subscriptions SET status = 'paused', paused_until = app_now() + interval '20 days', pause_months = 1
      WHERE fan_id = ${resting.id}`.execute(server.ctx.db)
    await buildFollow(server.ctx, follower, creator)
    await buildFollow(server.ctx, fresh, creator)
    const all = await namesIn(creator)
    expect(all.toSorted()).toEqual(['Back', 'Fresh', 'Given', 'Leaving', 'Long', 'Soon', 'Unpaid'])
    expect([all[0], all.at(-1)]).toEqual(['Fresh', 'Long'])
    expect(await namesIn(creator, '?group=new')).toEqual(['Fresh'])
    expect(await namesIn(creator, '?group=renewing')).toEqual(['Soon'])
    expect(await namesIn(creator, '?group=failed')).toEqual(['Unpaid'])
    expect(await namesIn(creator, '?group=ending')).toEqual(['Leaving'])
    expect(await namesIn(creator, '?group=lapsed')).toEqual(['Gone'])
    expect((await namesIn(creator, '?group=followers')).toSorted()).toEqual(['Follower', 'Fresh'])
    expect(await namesIn(creator, '?type=yearly')).toEqual(['Long'])
    expect(await namesIn(creator, '?q=fres')).toEqual(['Fresh'])
    expect(await namesIn(creator, `?q=${leaving.username.slice(2)}`)).toEqual(['Leaving'])
    expect(await namesIn(creator, '?q=%25')).toEqual([])
    const [person] = (await read(creator, '?q=Leaving')).body.data
    expect(person).toMatchObject({
      _id: leaving.id,
      followedAt: null,
      spent: 0,
      subscription: { type: 'monthly', price: 7.95, cancelAtPeriodEnd: true, isRunning: true, plan: null },
    })
    expect((await as(creator).get('/performer/audience/groups')).body.data).toEqual({
      subscribers: { total: 7 },
      followers: { total: 2 },
      new: { total: 1 },
      renewing: { total: 1 },
      failed: { total: 1 },
      ending: { total: 1 },
      lapsed: { total: 1 },
      spent: { total: 0 },
      newFollowers: { total: 2 },
    })
  })

  test('goes on page by page, each person once, in either order', async () => {
    const creator = await buildPerformer(server.ctx)
    const fans = await Promise.all(Array.from({ length: 7 }, (_, at) => named(`Fan ${at}`)))
    // Two began at the same moment.
    for (const [at, fan] of fans.entries()) await subscribe(fan, creator, { startedDaysAgo: Math.ceil(at / 2) + 40 })
    await sql`UPDATE subscriptions SET created_at = date_trunc('day', created_at) WHERE performer_id = ${creator.id}`.execute(
      server.ctx.db,
    )
    for (const group of ['subscribers', 'renewing', 'spent', 'followers', 'lapsed', 'ending'])
      for (const sort of ['asc', 'desc']) {
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const { body }: { body: { data: { _id: string }[]; nextCursor: string | null } } = await read(
            creator,
            `?group=${group}&sort=${sort}&pageSize=3${cursor ? `&cursor=${cursor}` : ''}`,
          )
          seen.push(...body.data.map(({ _id }) => _id))
          cursor = body.nextCursor
        } while (cursor)
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen).toHaveLength(group === 'subscribers' ? 7 : 0)
      }
  })

  test('leaves out who closed their account, and who is blocked in either direction', async () => {
    const creator = await buildPerformer(server.ctx)
    const [closed, blocked, blocking] = [await named('Closed'), await named('Blocked'), await named('Blocking')]
    for (const fan of [closed, blocked, blocking]) await buildFollow(server.ctx, fan, creator)
    await sql`UPDATE accounts SET status = 'closed' WHERE id = ${closed.id}`.execute(server.ctx.db)
    await buildBlock(server.ctx, creator, blocked)
    await buildBlock(server.ctx, blocking, creator)
    expect((await read(creator, '?group=followers')).body).toMatchObject({ data: [], total: 0 })
  })

  test('is another’s to nobody: each creator has their own, fans and staff none', async () => {
    const [creator, other, waiting] = [
      await buildPerformer(server.ctx),
      await buildPerformer(server.ctx),
      await buildPerformer(server.ctx, { approved: false }),
    ]
    const fan = await named('Fan')
    await subscribe(fan, creator)
    expect((await read(other)).body.data).toEqual([])
    expect((await read(waiting)).body.data).toEqual([])
    expect((await read(fan)).status).toBe(403)
    expect((await read(await buildAdmin(server.ctx))).status).toBe(403)
    expect((await api(server).get('/performer/audience')).status).toBe(401)
    const list = (await as(other).post('/performer/fan-lists', { name: 'Theirs' })).body.data._id
    expect((await read(creator, `?group=list&listId=${list}`)).status).toBe(404)
    expect((await read(creator, '?group=list')).status).toBe(400)
  })

  test('counts to a thousand', async () => {
    const creator = await buildPerformer(server.ctx)
    await sql`WITH made AS (INSERT INTO accounts (role, name, username) SELECT 'user', 'Many', 'many_' || n FROM generate_series(1, 1001) n RETURNING id)
      INSERT INTO follows (follower_id, performer_id) SELECT id, ${creator.id} FROM made`.execute(server.ctx.db)
    expect((await read(creator, '?group=followers&pageSize=1')).body).toMatchObject({
      total: 1000,
      totalIsAtLeast: true,
    })
  })
})

describe('what a fan spent', () => {
  const spentBy = async (creator: Built) =>
    (await read(creator, '?group=spent')).body.data.map(({ name, spent }: { name: string; spent: number }) => [
      name,
      spent,
    ])

  test('is the sum of all kinds, less what went back, and is at once what earnings add up to', async () => {
    const creator = await buildPerformer(server.ctx)
    const [big, small] = [
      await buildFan(server.ctx, 500, { name: 'Big' }),
      await buildFan(server.ctx, 500, { name: 'Small' }),
    ]
    const post = await buildLockedFeed(server.ctx, creator, 40)
    expect((await payer(server, small).tip(creator, 25)).status).toBe(200)
    expect((await payer(server, big).unlock(post)).status).toBe(200)
    await payer(server, big).tip(creator, 10.5)
    const planId = await buildPlan(server.ctx, creator)
    await payer(server, big).keyed('/payment/subscribe/performers', {
      performerId: creator.id,
      planId,
      paymentGateway: 'wallet',
    })
    expect(await spentBy(creator)).toEqual([
      ['Big', 40 + 10.5 + 99.9],
      ['Small', 25],
    ])
    expect(await namesIn(creator, '?group=spent&sort=asc')).toEqual(['Small', 'Big'])
    expect(await namesIn(creator, '?group=spent&spentAtLeast=25.01')).toEqual(['Big'])
    await sql`UPDATE items SET status = 'removed' WHERE id = ${post}`.execute(server.ctx.db)
    await refundItem(server.ctx, post)
    expect(await spentBy(creator)).toEqual([
      ['Big', 10.5 + 99.9],
      ['Small', 25],
    ])
    const { stored, earned } = (await row(
      server.ctx.db,
      sql<{
        stored: bigint
        earned: bigint
      }>`SELECT (SELECT sum(spent)::bigint FROM fan_spending WHERE performer_id = ${creator.id}) AS stored,
        (SELECT sum(gross - returned - fee_returned)::bigint FROM earnings WHERE performer_id = ${creator.id} AND status <> 'reversed') AS earned`,
    ))!
    expect(stored).toBe(earned)
  })
})

describe('several people at once', () => {
  test('are added to a list: fans alone, each once, and to one’s own list', async () => {
    const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
    const [follower, former, buyer, stranger] = [
      await named('Follower'),
      await named('Former'),
      await buildFan(server.ctx, 100, { name: 'Buyer' }),
      await named('Stranger'),
    ]
    await buildFollow(server.ctx, follower, creator)
    await subscribe(former, creator, { status: 'expired', endsInDays: -4 })
    await payer(server, buyer).tip(creator, 25)
    const list = (await as(creator).post('/performer/fan-lists', { name: 'Kiln club' })).body.data._id
    const add = (who: Built, ...fans: Built[]) =>
      as(who).post(`/performer/fan-lists/${list}/people`, { ids: fans.map(({ id }) => id) })
    expect((await add(creator, follower)).body.data).toEqual({ added: 1 })
    expect((await add(creator, follower, former, buyer, stranger)).body.data).toEqual({ added: 2 })
    expect((await namesIn(creator, `?group=list&listId=${list}`)).toSorted()).toEqual(['Buyer', 'Follower', 'Former'])
    expect((await add(other, follower)).status).toBe(404)
    expect((await add(follower, follower)).status).toBe(403)
  })

  test('get a message that was written for them: no one but fans', async () => {
    const creator = await buildPerformer(server.ctx)
    const [one, two, stranger] = [await named('One'), await named('Two'), await named('Stranger')]
    await buildFollow(server.ctx, one, creator)
    await buildFollow(server.ctx, two, creator)
    const include = [{ kind: 'people', ids: [one.id, stranger.id] }]
    expect((await as(creator).post('/performer/broadcasts/preview', { include })).body.data.recipients).toBe(1)
    const sent = await as(creator).post('/performer/broadcasts', { text: 'The second shelf.', include })
    expect(sent.status, sent.text).toBe(200)
    expect(sent.body.data.include).toEqual(include)
  })
})

describe('one fan', () => {
  const page = (creator: Built, fan: Built) => as(creator).get(`/performer/audience/people/${fan.username}`)

  test('is shown with what they spent by kind and their lists, to this creator alone', async () => {
    const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
    const fan = await buildFan(server.ctx, 500, { name: 'Jamie' })
    await subscribe(fan, creator, { type: 'yearly' })
    await buildFollow(server.ctx, fan, other)
    await payer(server, fan).unlock(await buildLockedFeed(server.ctx, creator, 40))
    await payer(server, fan).tip(creator, 25)
    await payer(server, fan).tip(other, 30)
    await sql`UPDATE earnings SET created_at = created_at - interval '40 days' WHERE performer_id = ${creator.id} AND type = 'tip'`.execute(
      server.ctx.db,
    )
    const list = (await as(creator).post('/performer/fan-lists', { name: 'Kiln club' })).body.data._id
    await as(creator).post(`/performer/fan-lists/${list}/people`, { ids: [fan.id] })
    const { body, text } = await page(creator, fan)
    expect(body.data, text).toMatchObject({
      _id: fan.id,
      spent: 65,
      net: 52,
      subscription: { type: 'yearly', isRunning: true },
      lists: [{ _id: list, name: 'Kiln club' }],
    })
    const spentOn = Object.fromEntries(
      body.data.spending.map((row: { group: string; spent: number; recent: number }) => [
        row.group,
        [row.spent, row.recent],
      ]),
    )
    expect(spentOn).toEqual({ subscriptions: [0, 0], unlocks: [40, 40], tips: [25, 0], live: [0, 0], shop: [0, 0] })
    expect(text).not.toContain(fan.email)
    const theirs = (await page(other, fan)).body.data
    expect(theirs).toMatchObject({ spent: 30, subscription: null, lists: [] })
    const sales = await as(creator).get(`/performer/earning/search?userId=${fan.id}`)
    expect(sales.body.total).toBe(2)
    expect((await as(creator).get(`/performer/earning/search?userId=${other.id}`)).body.total).toBe(0)
    expect((await as(creator).get(`/orders/search?buyerId=${fan.id}`)).body.total).toBe(0)
  })

  test('who is no fan, blocked or gone is not found, like nobody', async () => {
    const creator = await buildPerformer(server.ctx)
    const [stranger, blocked, closed] = [await named('Stranger'), await named('Blocked'), await named('Closed')]
    for (const fan of [blocked, closed]) await buildFollow(server.ctx, fan, creator)
    expect((await page(creator, blocked)).status).toBe(200)
    await buildBlock(server.ctx, blocked, creator)
    await sql`UPDATE accounts SET status = 'closed' WHERE id = ${closed.id}`.execute(server.ctx.db)
    for (const fan of [stranger, blocked, closed, creator, { ...stranger, username: 'nobody_here' }])
      expect((await page(creator, fan)).status).toBe(404)
    expect((await page(stranger, creator)).status).toBe(403)
    expect((await page(await buildAdmin(server.ctx), blocked)).status).toBe(403)
  })
})
