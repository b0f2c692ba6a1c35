import type { WatchedVideo } from '@fanlight/contract/home'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildFollow, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { countryByHeader } from '../../../testing/country.ts'
import { rowsRead } from '../../../testing/plans.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildAccess, buildFile } from '../../content/posts/testing.ts'
import { buildVideo } from '../../content/videos/testing.ts'
import { shopOf } from '../../shop/orders/testing.ts'

countryByHeader()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who?: Built) => (who ? api(server).as(who) : api(server))
const from = (country: string) => ({ headers: { 'x-test-country': country } })
async function home(who: Built, country = 'NL') {
  const reply = await as(who).get('/user/home', from(country))
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const titles = (list: { title: string }[]) => list.map(({ title }) => title)

test('an empty home has nothing beside the feed, and a visitor has no home', async () => {
  const fan = await buildUser(server.ctx)
  expect(await home(fan)).toMatchObject({ watching: [], renewals: [], orders: [], comingUp: [], live: [] })
  expect((await as().get('/user/home')).status).toBe(401)
})

describe('videos to continue', () => {
  const watch = (fan: Built, id: string, minutesAgo: number, seconds = 42) =>
    sql`INSERT INTO watch_positions (account_id, item_id, seconds, updated_at)
      VALUES (${fan.id}, ${id}, ${seconds}, app_now() - make_interval(mins => ${minutesAgo}))`.execute(server.ctx.db)
  const watched = async (fan: Built, country?: string) => titles((await home(fan, country)).watching as WatchedVideo[])

  test('are at their place, the last watched first, six at most', async () => {
    const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
    for (let n = 0; n < 8; n++) await watch(fan, await buildVideo(server.ctx, creator, { title: `Part ${n}` }), n)
    const { watching } = await home(fan)
    expect(titles(watching)).toEqual(['Part 0', 'Part 1', 'Part 2', 'Part 3', 'Part 4', 'Part 5'])
    expect(watching[0]).toMatchObject({ position: 42, performer: { _id: creator.id, username: creator.username } })
    expect(await watched(await buildUser(server.ctx))).toEqual([])
  })

  test('are those that may be watched now: not what is locked again, removed, hidden or taken down', async () => {
    const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
    const build = async (title: string, options: Parameters<typeof buildVideo>[2] = {}) => {
      const id = await buildVideo(server.ctx, creator, { title, ...options })
      await watch(fan, id, 1)
      return id
    }
    const bought = await build('Bought', { gate: { type: 'paid', price: 900n } })
    await sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id)
      VALUES (${fan.id}, 'video', ${bought}, ${creator.id}, ${newId()})`.execute(server.ctx.db)
    await build('Paid and not bought', { gate: { type: 'paid', price: 900n } })
    await build('For subscribers', { gate: { type: 'subscribers' } })
    const removed = await build('Removed')
    await build('Hidden', { status: 'hidden' })
    const file = await buildFile(server.ctx, creator, { purpose: 'feed-video' })
    await build('Taken down', { fileId: file })
    const open = await build('Open')
    await sql`UPDATE items SET status = 'removed' WHERE id = ${removed}`.execute(server.ctx.db)
    await sql`UPDATE files SET status = 'blocked' WHERE id = ${file}`.execute(server.ctx.db)
    expect((await watched(fan)).toSorted()).toEqual(['Bought', 'Open'])
    // The subscription opens it, and its end closes it.
    await buildAccess(server.ctx, fan, creator)
    expect((await watched(fan)).toSorted()).toEqual(['Bought', 'For subscribers', 'Open'])
    await sql`UPDATE items SET status = 'hidden' WHERE id = ${open}`.execute(server.ctx.db)
    expect(await watched(fan)).not.toContain('Open')
  })

  test('are none of a creator who is hidden from the viewer', async () => {
    const [blocker, geo, fan] = [
      await buildPerformer(server.ctx),
      await buildPerformer(server.ctx),
      await buildUser(server.ctx),
    ]
    await watch(fan, await buildVideo(server.ctx, blocker, { title: 'Of who blocks' }), 1)
    await watch(fan, await buildVideo(server.ctx, geo, { title: 'Not in Germany' }), 2)
    expect(await watched(fan, 'DE')).toEqual(['Of who blocks', 'Not in Germany'])
    expect((await as(geo).post('/block/countries', { countries: ['DE'] })).status).toBe(200)
    expect(await watched(fan, 'DE')).toEqual(['Of who blocks'])
    await buildBlock(server.ctx, blocker, fan)
    expect(await watched(fan, 'DE')).toEqual([])
    expect(await watched(fan, 'FR')).toEqual(['Not in Germany'])
  })

  test('are read along their index, however many one has begun', async () => {
    const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
    await sql`WITH made AS (INSERT INTO items (id, kind, performer_id, title, text, status, published_at, gate_type)
        SELECT gen_random_uuid(), 'video', ${creator.id}, 'A video', '', 'published', app_now(), 'public' FROM generate_series(1, 1000)
        RETURNING id)
      INSERT INTO watch_positions (account_id, item_id, seconds, updated_at)
        SELECT ${fan.id}, id, 42, app_now() - make_interval(secs => row_number() OVER ()) FROM made`.execute(
      server.ctx.db,
    )
    const owner = new pg.Client({ connectionString: server.ownerUrl })
    await owner.connect()
    await owner.query('ANALYZE watch_positions')
    await owner.end()
    expect(await rowsRead(server.ownerUrl, /FROM watch_positions/, () => home(fan))).toEqual([12])
  })
})

describe('who is live', () => {
  const goLive = (who: Built, title: string, viewers: number) =>
    sql`INSERT INTO streams (id, performer_id, type, title, status, viewers, started_at)
      VALUES (${newId()}, ${who.id}, 'public', ${title}, 'live', ${viewers}, app_now())`.execute(server.ctx.db)

  test('whom one follows first, then the most watched; nobody who is hidden', async () => {
    const fan = await buildUser(server.ctx)
    const [followed, watched, blocker, geo] = await Promise.all([
      buildPerformer(server.ctx),
      buildPerformer(server.ctx),
      buildPerformer(server.ctx),
      buildPerformer(server.ctx),
    ])
    await buildFollow(server.ctx, fan, followed)
    await goLive(followed, 'Loops', 3)
    await goLive(watched, 'Kiln', 90)
    await goLive(blocker, 'Secret', 900)
    await goLive(geo, 'Elsewhere', 800)
    await buildBlock(server.ctx, blocker, fan)
    await as(geo).post('/block/countries', { countries: ['DE'] })
    // That somebody is live is known a second later.
    await expect.poll(async () => titles((await home(fan, 'DE')).live)).toEqual(['Loops', 'Kiln'])
    const { live } = await home(fan, 'FR')
    expect(titles(live)).toEqual(['Loops', 'Elsewhere', 'Kiln'])
    expect(live[0]).toMatchObject({ isFollowed: true, viewers: 3 })
    expect(live[1]).toMatchObject({ isFollowed: false })
    // One's own stream is no news.
    expect(titles((await home(watched, 'FR')).live)).not.toContain('Kiln')
  })
})

describe('what comes up', () => {
  const inHours = (hours: number) => new Date(server.ctx.clock.now().getTime() + hours * 3_600_000).toISOString()
  const announce = (who: Built, title: string, hours: number) =>
    as(who).post('/streaming/schedule', { title, type: 'public', startsAt: inHours(hours), minutes: 60 })
  const plan = (who: Built, title: string, hours: number) =>
    sql`INSERT INTO ticket_shows (id, performer_id, title, starts_at, minutes, price, seats)
      VALUES (${newId()}, ${who.id}, ${title}, ${inHours(hours)}, 60, 1500, 10)`.execute(server.ctx.db)

  test('is of creators one follows, the next first, four at most', async () => {
    const [followed, other, fan] = [
      await buildPerformer(server.ctx),
      await buildPerformer(server.ctx),
      await buildUser(server.ctx),
    ]
    await buildFollow(server.ctx, fan, followed)
    await announce(other, 'Of another', 1)
    await plan(other, 'A show of another', 1)
    await announce(followed, 'Third', 3)
    await plan(followed, 'Second', 2)
    await announce(followed, 'First', 1)
    await plan(followed, 'Fourth', 4)
    await announce(followed, 'Fifth', 5)
    const { comingUp } = await home(fan)
    expect(titles(comingUp)).toEqual(['First', 'Second', 'Third', 'Fourth'])
    expect(comingUp[0]).toMatchObject({ kind: 'stream', isReminded: false })
    expect(comingUp[1]).toMatchObject({ kind: 'show', price: 15, mayWatch: false })
    await buildBlock(server.ctx, followed, fan)
    expect((await home(fan)).comingUp).toEqual([])
  })
})

describe('what one paid for', () => {
  test('subscriptions that renew or end within a week, the next first', async () => {
    const fan = await buildUser(server.ctx)
    const subscribe = async (name: string, days: number, { price = 795, ends = false } = {}) => {
      const creator = await buildPerformer(server.ctx, { name })
      await buildAccess(server.ctx, fan, creator)
      await sql`UPDATE subscriptions SET status = 'active', price_locked = ${price},
        current_period_end = app_now() + make_interval(days => ${days}),
        access_until = app_now() + make_interval(days => ${days}), cancel_at_period_end = ${ends}
        WHERE fan_id = ${fan.id} AND performer_id = ${creator.id}`.execute(server.ctx.db)
    }
    await subscribe('Ayu', 5)
    await subscribe('Ines', 2)
    await subscribe('Rune', 3, { ends: true })
    await subscribe('Later', 8)
    await subscribe('Free', 1, { price: 0 })
    const { renewals } = await home(fan)
    expect(
      renewals.map(({ performer, price }: { performer: { name: string }; price: number | null }) => [
        performer.name,
        price,
      ]),
    ).toEqual([
      ['Ines', 7.95],
      ['Rune', null],
      ['Ayu', 7.95],
    ])
    expect((await home(await buildUser(server.ctx))).renewals).toEqual([])
  })
})

describe('creators to follow', () => {
  test('are as suggested, without those one is not interested in', async () => {
    const fan = await buildUser(server.ctx)
    for (let n = 0; n < 4; n++) await buildPerformer(server.ctx)
    const ids = async () => (await home(fan)).creators.map(({ _id }: { _id: string }) => _id) as string[]
    const before = await ids()
    expect(before).toHaveLength(3)
    const [first] = before
    expect((await as(fan).post('/user/not-interested', { type: 'performer', id: first! })).status).toBe(200)
    expect(await ids()).not.toContain(first)
    expect((await as(fan).delete(`/user/not-interested/${first}`)).status).toBe(200)
    expect(await ids()).toContain(first)
  })
})

test('parcels are on their way until they have arrived, two at most', async () => {
  const shop = shopOf(server)
  const { seller, fan, productId } = await shop.scene({ type: 'physical', price: 1000n, stock: 10 })
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push(await shop.buy(fan, productId, { quantity: 1 }))
  const shown = async () => (await home(fan)).orders.map(({ _id }: { _id: string }) => _id)
  expect(await shown()).toEqual([ids[2], ids[1]])
  const shipped = { fulfilment: 'shipped', carrier: 'DHL', trackingCode: 'X1' }
  expect((await shop.update(seller, ids[0]!, shipped)).status).toBe(200)
  const { orders } = await home(fan)
  expect(orders[0]).toMatchObject({ _id: ids[0], fulfilment: 'shipped', shippedAt: expect.any(String) })
  expect((await shop.update(seller, ids[0]!, { fulfilment: 'delivered' })).status).toBe(200)
  expect(await shown()).toEqual([ids[2], ids[1]])
  expect((await home(seller)).orders).toEqual([])
})
