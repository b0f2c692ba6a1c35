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
const totalOf = (creator: Built, query = '') => as(creator).get(`/performer/audience/total${query}`)
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

  test('is told by the days of the creator: who had access at the end of each, and who began to follow', async () => {
    const creator = await buildPerformer(server.ctx)
    const days = async () => (await as(creator).get('/performer/audience/days')).body.data
    const none = Array.from({ length: 30 }, () => 0)
    expect(await days()).toEqual({ subscribers: none, newFollowers: none })
    const fans = await Promise.all(Array.from({ length: 5 }, (_, at) => named(`Day ${at}`)))
    const [long, fresh, gone, short, resting] = fans as [Built, Built, Built, Built, Built]
    await subscribe(long, creator, { startedDaysAgo: 60 })
    await subscribe(fresh, creator, { startedDaysAgo: 3 })
    await subscribe(gone, creator, { status: 'expired', startedDaysAgo: 60, endsInDays: -10 })
    await subscribe(short, creator, { status: 'revoked', startedDaysAgo: 20, endsInDays: -15 })
    // Before the first of the days, and not begun at all.
    await subscribe(resting, creator, { status: 'expired', startedDaysAgo: 90, endsInDays: -40 })
    await sql`INSERT INTO subscriptions (fan_id, performer_id, type, status) VALUES (${gone.id}, ${creator.id}, 'monthly', 'incomplete')`.execute(
      server.ctx.db,
    )
    // Counted as they begin and end.
    await sql`UPDATE performers SET subscribers = 2 WHERE account_id = ${creator.id}`.execute(server.ctx.db)
    for (const [fan, daysAgo] of [
      [long, 45],
      [fresh, 3],
      [gone, 3],
      [short, 0],
    ] as const) {
      await buildFollow(server.ctx, fan, creator)
      await sql`UPDATE follows SET created_at = app_now() - make_interval(days => ${daysAgo}) WHERE follower_id = ${fan.id}`.execute(
        server.ctx.db,
      )
    }
    // Of so many days ago; the last is today.
    const told = (values: number[], of: (ago: number) => number) =>
      expect(values).toEqual(Array.from({ length: 30 }, (_, at) => of(29 - at)))
    const { subscribers, newFollowers } = await days()
    told(subscribers, (ago) => 1 + (ago <= 3 ? 1 : 0) + (ago > 10 ? 1 : 0) + (ago <= 20 && ago > 15 ? 1 : 0))
    told(newFollowers, (ago) => (ago === 3 ? 2 : ago === 0 ? 1 : 0))
  })

  test('has the days of the creator’s time zone', async () => {
    const creator = await buildPerformer(server.ctx)
    const [early, late] = [await named('Early'), await named('Late')]
    const startOfDay = (zone: string, ago: number) =>
      sql`((app_now() AT TIME ZONE ${zone})::date - ${ago}::int)::timestamp AT TIME ZONE ${zone}`
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      await sql`UPDATE accounts SET timezone = ${zone} WHERE id = ${creator.id}`.execute(server.ctx.db)
      await sql`DELETE FROM follows WHERE performer_id = ${creator.id}`.execute(server.ctx.db)
      await sql`INSERT INTO follows (follower_id, performer_id, created_at) VALUES
        (${early.id}, ${creator.id}, ${startOfDay(zone, 5)} - interval '1 second'), (${late.id}, ${creator.id}, ${startOfDay(zone, 5)})`.execute(
        server.ctx.db,
      )
      const { newFollowers } = (await as(creator).get('/performer/audience/days')).body.data
      expect(newFollowers.slice(22, 27)).toEqual([0, 1, 1, 0, 0])
    }
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
    for (const path of ['/performer/audience', '/performer/audience/total']) {
      expect((await as(creator).get(`${path}?group=list&listId=${list}`)).status).toBe(404)
      expect((await as(creator).get(`${path}?group=list`)).status).toBe(400)
    }
  })

  test('counts to a thousand', async () => {
    const creator = await buildPerformer(server.ctx)
    await sql`WITH made AS (INSERT INTO accounts (role, name, username) SELECT 'user', 'Many', 'many_' || n FROM generate_series(1, 1001) n RETURNING id)
      INSERT INTO follows (follower_id, performer_id) SELECT id, ${creator.id} FROM made`.execute(server.ctx.db)
    expect((await read(creator, '?group=followers&pageSize=1')).body).toMatchObject({
      total: 1000,
      totalIsAtLeast: true,
    })
    expect((await totalOf(creator, '?group=followers')).body.data).toEqual({ total: 1001 })
  })
})

describe('when a fan was last there', () => {
  test('is said by day, week and month, to the creator alone whose fan they are, and not of those who hide it', async () => {
    const creator = await buildPerformer(server.ctx)
    const agoOf = { Today: 0.5, Days: 3, Weeks: 20, Long: 90, Hidden: 0 }
    for (const [name, days] of Object.entries(agoOf)) {
      const fan = await named(name)
      await buildFollow(server.ctx, fan, creator)
      await sql`UPDATE sessions SET last_seen_at = app_now() - make_interval(hours => ${days * 24}) WHERE account_id = ${fan.id}`.execute(
        server.ctx.db,
      )
      if (name === 'Hidden') expect((await as(fan).put('/users', { showPresence: false })).status).toBe(200)
      const { data } = (await as(creator).get(`/performer/audience/people/${fan.username}`)).body
      const expected = { Today: 'day', Days: 'week', Weeks: 'month', Long: 'longer', Hidden: null }
      expect(data.lastActive).toBe(expected[name as keyof typeof expected])
      const listed = (await read(creator, `?group=followers&q=${name}`)).body.data
      expect(listed.map(({ lastActive }: { lastActive: string }) => lastActive)).toEqual([data.lastActive])
    }
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

describe('everybody whom the filters leave', () => {
  const listOf = async (creator: Built) =>
    (await as(creator).post('/performer/fan-lists', { name: 'Kiln club' })).body.data._id as string
  const add = (who: Built, list: string, segment: object) =>
    as(who).post(`/performer/fan-lists/${list}/people`, { segment })
  /** More followers than one request names. */
  const manyFollow = (creator: Built, count: number, name = 'Many') =>
    sql`WITH made AS (INSERT INTO accounts (role, name, username, status)
        SELECT 'user', ${name}, 'f' || substr(md5(n || ${creator.id}), 1, 20), 'active' FROM generate_series(1, ${count}::int) n RETURNING id)
      INSERT INTO follows (follower_id, performer_id) SELECT id, ${creator.id} FROM made`.execute(server.ctx.db)

  test('is added to a list, more people than are named one by one, and only those the creator is shown', async () => {
    const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
    await manyFollow(creator, 150)
    const [closed, blocked, blocking, theirs] = [
      await named('Closed'),
      await named('Blocked'),
      await named('Blocking'),
      await named('Theirs'),
    ]
    for (const fan of [closed, blocked, blocking]) await buildFollow(server.ctx, fan, creator)
    await buildFollow(server.ctx, theirs, other)
    await sql`UPDATE accounts SET status = 'closed' WHERE id = ${closed.id}`.execute(server.ctx.db)
    await buildBlock(server.ctx, creator, blocked)
    await buildBlock(server.ctx, blocking, creator)
    const list = await listOf(creator)
    expect((await totalOf(creator, '?group=followers')).body.data).toEqual({ total: 150 })
    expect((await add(creator, list, { group: 'followers' })).body.data).toEqual({ added: 150 })
    expect((await add(creator, list, { group: 'followers' })).body.data).toEqual({ added: 0 })
    const names = await namesIn(creator, `?group=list&listId=${list}&pageSize=100`)
    expect(new Set(names)).toEqual(new Set(['Many']))
  })

  test('is those who pass the filters: name, plan, spending and list', async () => {
    const creator = await buildPerformer(server.ctx)
    const [yearly, monthly, buyer] = [
      await named('Yearly'),
      await named('Monthly'),
      await buildFan(server.ctx, 100, { name: 'Buyer' }),
    ]
    await subscribe(yearly, creator, { type: 'yearly' })
    await subscribe(monthly, creator)
    await buildFollow(server.ctx, buyer, creator)
    await payer(server, buyer).tip(creator, 25)
    const addedBy = async (segment: object, query: string) => {
      const list = await listOf(creator)
      const reply = await add(creator, list, segment)
      expect(reply.status, reply.text).toBe(200)
      const names = await namesIn(creator, `?group=list&listId=${list}`)
      expect((await totalOf(creator, query)).body.data).toEqual({ total: names.length })
      return { list, names }
    }
    expect((await addedBy({ group: 'subscribers', type: 'yearly' }, '?type=yearly')).names).toEqual(['Yearly'])
    expect((await addedBy({ group: 'subscribers', q: 'month' }, '?q=month')).names).toEqual(['Monthly'])
    const spent = '?group=followers&spentAtLeast=25'
    const { list, names } = await addedBy({ group: 'followers', spentAtLeast: 25 }, spent)
    expect(names).toEqual(['Buyer'])
    expect((await addedBy({ group: 'followers', spentAtLeast: 25.01 }, `${spent}.01`)).names).toEqual([])
    const copied = { group: 'list', listId: list }
    expect((await addedBy(copied, `?group=list&listId=${list}`)).names).toEqual(['Buyer'])
  })

  test('is never added in part, nor from another’s list or to it', async () => {
    const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
    await manyFollow(creator, 10_001)
    const [list, theirs] = [await listOf(creator), await listOf(other)]
    expect((await totalOf(creator, '?group=followers')).body.data).toEqual({ total: 10_000, totalIsAtLeast: true })
    const refused = await add(creator, list, { group: 'followers' })
    expect([refused.status, refused.body.code]).toEqual([422, 'TOO_MANY_MEMBERS'])
    expect((await read(creator, `?group=list&listId=${list}`)).body.total).toBe(0)
    expect((await add(creator, theirs, { group: 'spent' })).status).toBe(404)
    expect((await add(creator, list, { group: 'list', listId: theirs })).status).toBe(404)
    for (const segment of [{ group: 'list' }, { group: 'followers', listId: list }, { group: 'everybody' }])
      expect((await add(creator, list, segment)).status).toBe(400)
    const fan = await named('Fan')
    expect((await add(fan, list, { group: 'followers' })).status).toBe(403)
    expect((await totalOf(fan)).status).toBe(403)
    expect((await api(server).get('/performer/audience/total')).status).toBe(401)
  })

  test('gets a message: who is in it when it is sent, and may be written to', async () => {
    const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
    const fans = await Promise.all(['One', 'Two', 'Suspended', 'Blocking', 'Gone'].map(named))
    const [one, two, suspended, blocking, gone] = fans as [Built, Built, Built, Built, Built]
    for (const fan of fans) await subscribe(fan, creator, { type: 'yearly' })
    const [monthly, late] = [await named('Monthly'), await named('Late')]
    await subscribe(monthly, creator)
    await sql`UPDATE accounts SET status = 'suspended', status_until = app_now() + interval '9 days' WHERE id = ${suspended.id}`.execute(
      server.ctx.db,
    )
    await buildBlock(server.ctx, blocking, creator)
    const include = [{ kind: 'segment', segment: { group: 'subscribers', type: 'yearly' } }]
    const preview = async (body: object) => as(creator).post('/performer/broadcasts/preview', body)
    expect((await preview({ include })).body.data.recipients).toBe(3)
    expect((await preview({ include: [{ kind: 'subscribers' }], exclude: include })).body.data.recipients).toBe(1)
    const sent = await as(creator).post('/performer/broadcasts', { text: 'The second shelf.', include })
    expect(sent.status, sent.text).toBe(200)
    expect(sent.body.data.include).toEqual(include)
    // Between writing and sending.
    await subscribe(late, creator, { type: 'yearly' })
    await sql`UPDATE subscriptions SET access_until = app_now() - interval '1 hour' WHERE fan_id = ${gone.id}`.execute(
      server.ctx.db,
    )
    await server.work()
    const [broadcast] = (await as(creator).get('/performer/broadcasts')).body.data
    expect(broadcast).toMatchObject({ status: 'sent', recipients: 3, sent: 3 })
    for (const [fan, count] of [
      [one, 1],
      [two, 1],
      [late, 1],
      [monthly, 0],
      [gone, 0],
    ] as const)
      expect((await as(fan).get('/conversations')).body.total).toBe(count)
    const theirs = await listOf(other)
    const toTheirs = [{ kind: 'segment', segment: { group: 'list', listId: theirs } }]
    for (const path of ['/performer/broadcasts', '/performer/broadcasts/preview'])
      expect(
        (await as(creator).post(path, { ...(path.endsWith('s') && { text: 'x' }), include: toTheirs })).status,
      ).toBe(404)
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
      conversationId: null,
    })
    // A conversation is named once one of them wrote.
    const conversation = (await as(creator).post('/conversations', { source: 'user', sourceId: fan.id })).body.data._id
    const named = async () => (await page(creator, fan)).body.data.conversationId
    expect(await named()).toBeNull()
    await as(fan).post(`/messages/conversations/${conversation}`, { text: 'Is the kiln on?' })
    expect(await named()).toBe(conversation)
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
