import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { passMidnight } from '../../../testing/clock.ts'
import { countryByHeader } from '../../../testing/country.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildAccess, buildFeed } from '../../content/posts/testing.ts'
import { rankPerformers } from './ranking.ts'
import { refreshListings } from './refresh-listings.ts'

// What the cards of Explore show, and the filters and the order that the page has of its own.

let server: TestServer
countryByHeader()
beforeAll(async () => {
  server = await startTestServer()
  await passMidnight(server.ctx)
})
afterAll(() => server.stop())

interface Card {
  _id: string
  username: string
  counts: Record<string, number>
  price: { perMonth: number; type: string; months: number } | null
  live?: { title: string; viewers: number } | null
  latest?: {
    title: string
    gate: { type: string; price?: number }
    locked: { reason: string } | null
    files: { isLocked: boolean; preview: string | null }[]
  } | null
}
const find = async (query: string, who?: Built, country?: string) => {
  const asks = who ? api(server).as(who) : api(server)
  const reply = await asks.get(
    `/performers/user/search?${query}`,
    country ? { headers: { 'x-test-country': country } } : {},
  )
  expect(reply.status, reply.text).toBe(200)
  return { ...(reply.body as { data: Card[]; total: number }), text: reply.text }
}
const names = async (query: string, who?: Built) => (await find(query, who)).data.map(({ username }) => username)
let topics = 0
async function inTopic(count: number) {
  const category = `explored${++topics}`
  const people = await Promise.all(Array.from({ length: count }, () => buildPerformer(server.ctx)))
  await sql`UPDATE performers SET categories = ${[category]} WHERE account_id = ANY(${people.map(({ id }) => id)}::uuid[])`.execute(
    server.ctx.db,
  )
  return { category, people }
}
const openStream = (who: Built, daysAgo: number, status = 'ended') =>
  sql`INSERT INTO streams (id, performer_id, type, title, status, viewers, started_at, ended_at)
    VALUES (${newId()}, ${who.id}, 'public', 'Loops after dark', ${status}, 12, app_now() - make_interval(days => ${daysAgo}),
      ${status === 'ended' ? sql`app_now()` : null})`.execute(server.ctx.db)

test('a card has the newest picture as far as its viewer may see it, and never more of a locked one than its preview', async () => {
  const { category, people } = await inTopic(4)
  const [open, locked, paid, quiet] = people as [Built, Built, Built, Built]
  await buildFeed(server.ctx, open, { type: 'photo', title: 'Older', hoursAgo: 9 })
  await buildFeed(server.ctx, open, { type: 'photo', title: 'Woke at 4', hoursAgo: 2 })
  await buildFeed(server.ctx, open, { type: 'text', title: 'Words', hoursAgo: 1 })
  await buildFeed(server.ctx, locked, { type: 'photo', title: 'The kiln', gate: { type: 'subscribers' } })
  await buildFeed(server.ctx, paid, { type: 'video', title: 'The crumb', gate: { type: 'paid', price: 500n } })
  await buildFeed(server.ctx, quiet, { type: 'photo', status: 'draft' })
  await buildFeed(server.ctx, quiet, { type: 'photo', gate: { type: 'list', listIds: [newId()] } })
  const fan = await buildUser(server.ctx)
  await buildAccess(server.ctx, fan, locked)
  const latest = async (who?: Built) => {
    const { data, text } = await find(`category=${category}&latest=true`, who)
    expect(text).not.toContain('Secret text')
    return new Map(data.map((card) => [card._id, card.latest]))
  }
  const seen = await latest()
  expect(seen.get(open.id)).toMatchObject({ title: 'Woke at 4', locked: null, files: [{ isLocked: false }] })
  expect(seen.get(locked.id)).toMatchObject({ title: 'The kiln', gate: { type: 'subscribers' } })
  expect(seen.get(locked.id)!.locked).not.toBeNull()
  for (const id of [locked.id, paid.id]) {
    const [file] = seen.get(id)!.files
    expect(file).toMatchObject({ isLocked: true, preview: expect.stringContaining('data:') })
    expect(JSON.stringify(file)).not.toMatch(/"base"|https?:/)
  }
  expect(seen.get(paid.id)!.gate).toMatchObject({ type: 'paid', price: 5 })
  expect(seen.get(quiet.id)).toBeNull()
  const toFan = await latest(fan)
  expect(toFan.get(locked.id)).toMatchObject({ locked: null, files: [{ isLocked: false }] })
  expect(toFan.get(paid.id)!.locked).not.toBeNull()
  expect((await find(`category=${category}`)).text).not.toContain('"latest"')
})

test('cards leave out who blocks the viewer and who is closed to their country, with all that they publish', async () => {
  const { category, people } = await inTopic(3)
  const [shown, blocking, elsewhere] = people as [Built, Built, Built]
  for (const who of people) await buildFeed(server.ctx, who, { type: 'photo', title: `By ${who.username}` })
  const fan = await buildUser(server.ctx)
  await buildBlock(server.ctx, blocking, fan)
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${elsewhere.id}, 'NL')`.execute(server.ctx.db)
  const { data, text, total } = await find(`category=${category}&latest=true&postedToday=true`, fan, 'NL')
  expect(data.map(({ _id }) => _id)).toEqual([shown.id])
  expect(total).toBe(1)
  for (const hidden of [blocking, elsewhere]) expect(text).not.toContain(`By ${hidden.username}`)
})

test('a card has the least that a month costs, what is published, and the stream that runs', async () => {
  const { category, people } = await inTopic(2)
  const [rich, bare] = people as [Built, Built]
  await sql`INSERT INTO plans (performer_id, name, type, months, price) VALUES
    (${rich.id}, 'Month', 'monthly', 1, 795), (${rich.id}, 'Year', 'yearly', 12, 7152), (${rich.id}, 'Three', 'bundle', 3, 2027)`.execute(
    server.ctx.db,
  )
  await sql`UPDATE performers SET videos = 36, photos = 402, products = 9 WHERE account_id = ${rich.id}`.execute(
    server.ctx.db,
  )
  await openStream(rich, 0, 'live')
  const { data } = await find(`category=${category}&latest=true`)
  const card = (who: Built) => data.find(({ _id }) => _id === who.id)
  expect(card(rich)).toMatchObject({
    price: { perMonth: 5.96, type: 'yearly', months: 12 },
    counts: { videos: 36, photos: 402, products: 9 },
    live: { title: 'Loops after dark', viewers: 12 },
  })
  expect(card(bare)).toMatchObject({ price: null, counts: { videos: 0, photos: 0, products: 0 }, live: null })
  // The next page of the list has another price as soon as the plan has.
  await sql`UPDATE plans SET active = false WHERE performer_id = ${rich.id} AND type = 'yearly'`.execute(server.ctx.db)
  expect((await find(`category=${category}`)).data.find(({ _id }) => _id === rich.id)!.price).toEqual({
    perMonth: 6.76,
    type: 'bundle',
    months: 3,
  })
})

test('posted today and live this week are what happened, and join with the other filters', async () => {
  const { category, people } = await inTopic(4)
  const [shop, posted, live, before] = people as [Built, Built, Built, Built]
  await sql`UPDATE performers SET products = 2 WHERE account_id = ${shop.id}`.execute(server.ctx.db)
  await buildFeed(server.ctx, posted, { hoursAgo: 3 })
  await buildFeed(server.ctx, before, { hoursAgo: 30 })
  await openStream(live, 6)
  await openStream(before, 9)
  await openStream(shop, 20, 'live')
  const of = async (query: string) => (await names(`category=${category}&sortBy=name&${query}`)).sort()
  const only = (...who: Built[]) => who.map(({ username }) => username).sort()
  expect(await of('publishes=shop')).toEqual(only(shop))
  expect(await of('postedToday=true')).toEqual(only(posted))
  expect(await of('liveThisWeek=true')).toEqual(only(live, shop))
  expect(await of('liveThisWeek=true&publishes=shop')).toEqual(only(shop))
  expect(await of('liveThisWeek=true&postedToday=true')).toEqual([])
  expect((await counted(`category=${category}&liveThisWeek=true`)).total).toBe(2)
})

const counted = async (query: string, who?: Built, country?: string) => {
  const asks = who ? api(server).as(who) : api(server)
  const reply = await asks.get(
    `/performers/user/search/counts?${query}`,
    country ? { headers: { 'x-test-country': country } } : {},
  )
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as {
    total: number
    isFree: number
    values: Record<string, Record<string, number>>
    prices: { upTo: number | null; count: number }[]
  }
}
const refresh = (...people: Built[]) =>
  sql`SELECT refresh_listing(id) FROM unnest(${people.map(({ id }) => id)}::uuid[]) id`.execute(server.ctx.db)

test('what creators publish is a filter with counts: what is published and sold, the kinds of their posts, and who was live', async () => {
  const { category, people } = await inTopic(5)
  const [films, posts, sells, shows, words] = people as [Built, Built, Built, Built, Built]
  await sql`UPDATE performers SET videos = 3, photos = 40 WHERE account_id = ${films.id}`.execute(server.ctx.db)
  await sql`UPDATE performers SET products = 1 WHERE account_id = ${sells.id}`.execute(server.ctx.db)
  await buildFeed(server.ctx, posts, { type: 'audio', hoursAgo: 2 })
  await buildFeed(server.ctx, posts, { type: 'photo', hoursAgo: 1 })
  await buildFeed(server.ctx, words, { type: 'text' })
  await openStream(shows, 40)
  await refresh(posts, words)
  const of = async (query: string) => (await names(`category=${category}&sortBy=name&${query}`)).sort()
  const only = (...who: Built[]) => who.map(({ username }) => username).sort()
  expect(await of('publishes=videos')).toEqual(only(films))
  expect(await of('publishes=photos')).toEqual(only(films, posts))
  expect(await of('publishes=audio')).toEqual(only(posts))
  expect(await of('publishes=shop,live')).toEqual(only(sells, shows))
  const { total, values } = await counted(`category=${category}&publishes=shop`)
  expect(total).toBe(1)
  expect(values['publishes']).toEqual({ videos: 1, photos: 2, audio: 1, shop: 1, live: 1 })
  // What is no longer published or sold is no longer counted.
  await sql`UPDATE performers SET videos = 0 WHERE account_id = ${films.id}`.execute(server.ctx.db)
  await sql`UPDATE performers SET products = 0 WHERE account_id = ${sells.id}`.execute(server.ctx.db)
  expect((await counted(`category=${category}`)).values['publishes']).toEqual({ photos: 2, audio: 1, live: 1 })
  expect([400, 422]).toContain((await api(server).get('/performers/user/search?publishes=secrets')).status)
})

test('counts tell nothing of drafts, of posts for a list, nor of creators whom the viewer may not see', async () => {
  const { category, people } = await inTopic(4)
  const [open, quiet, blocking, elsewhere] = people as [Built, Built, Built, Built]
  await buildFeed(server.ctx, quiet, { type: 'audio', status: 'draft' })
  await buildFeed(server.ctx, quiet, { type: 'audio', gate: { type: 'list', listIds: [newId()] } })
  for (const who of [open, blocking, elsewhere]) {
    await buildFeed(server.ctx, who, { type: 'video' })
    await sql`INSERT INTO plans (performer_id, name, type, months, price) VALUES (${who.id}, 'Month', 'monthly', 1, 500)`.execute(
      server.ctx.db,
    )
  }
  await refresh(...people)
  const fan = await buildUser(server.ctx)
  await buildBlock(server.ctx, blocking, fan)
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${elsewhere.id}, 'NL')`.execute(server.ctx.db)
  const seen = async (who?: Built, country?: string) => {
    const { total, values, prices } = await counted(`category=${category}`, who, country)
    return [total, values['publishes'], values['category']?.[category], prices.find(({ upTo }) => upTo === 5)?.count]
  }
  expect(await seen()).toEqual([4, { videos: 3 }, 4, 3])
  expect(await seen(fan, 'NL')).toEqual([2, { videos: 1 }, 2, 1])
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${open.id}`.execute(server.ctx.db)
  expect(await seen(fan, 'NL')).toEqual([1, undefined, 1, 0])
})

test('a month costs what the cheapest plan does, and nothing with a free one: in the filter and in the bands that are counted', async () => {
  const { category, people } = await inTopic(5)
  const [free, cheap, both, dear] = people as [Built, Built, Built, Built, Built]
  await sql`INSERT INTO plans (performer_id, name, type, months, price) VALUES (${free.id}, 'Open', 'free', 1, NULL),
    (${cheap.id}, 'Year', 'yearly', 12, 6000), (${cheap.id}, 'Month', 'monthly', 1, 2600),
    (${both.id}, 'Open', 'free', 1, NULL), (${both.id}, 'Month', 'monthly', 1, 700), (${dear.id}, 'Month', 'monthly', 1, 2501)`.execute(
    server.ctx.db,
  )
  const of = async (query: string) => (await names(`category=${category}&sortBy=name&${query}`)).sort()
  const only = (...who: Built[]) => who.map(({ username }) => username).sort()
  expect(await of('priceTo=0')).toEqual(only(free, both))
  expect(await of('priceTo=5')).toEqual(only(free, both, cheap))
  expect(await of('priceFrom=5&priceTo=10')).toEqual(only(cheap))
  expect(await of('priceFrom=0.01')).toEqual(only(cheap, dear))
  expect(await of('priceFrom=0')).toEqual(only(free, both, cheap, dear))
  const bands = async (query = '') =>
    (await counted(`category=${category}${query}`)).prices.flatMap(({ upTo, count }) => (count ? [[upTo, count]] : []))
  const all = [
    [2, 2],
    [5, 1],
    [null, 1],
  ]
  expect(await bands()).toEqual(all)
  // A band is counted beside the other filters, and not beside the price.
  expect(await bands('&priceFrom=20')).toEqual(all)
  expect((await counted(`category=${category}&priceFrom=20`)).total).toBe(1)
  await server.ctx.settings.set(server.ctx.db, 'freeSubscriptionEnabled', false, null)
  expect(await of('priceTo=10')).toEqual(only(both, cheap))
  expect(await bands()).toEqual([
    [5, 1],
    [8, 1],
    [null, 1],
  ])
  await server.ctx.settings.set(server.ctx.db, 'freeSubscriptionEnabled', true, null)
})

test('a job writes the listings that exist anew, in steps', async () => {
  const { category, people } = await inTopic(3)
  for (const who of people) await buildFeed(server.ctx, who, { type: 'audio' })
  const audio = async () => (await counted(`category=${category}`)).values['publishes']?.['audio']
  expect(await audio()).toBeUndefined()
  await refreshListings(server.ctx, 2)
  expect(await audio()).toBe(3)
})

test('popular this week is by the subscribers and likes of 7 days, then by score, in pages without gaps', async () => {
  const { category, people } = await inTopic(4)
  const [lately, little, before, followed] = people as [Built, Built, Built, Built]
  const day = (who: Built, daysAgo: number, subscribers: number, likes: number, followers = 0) =>
    sql`INSERT INTO performer_days (performer_id, day, subscribers, likes, followers)
      VALUES (${who.id}, (app_now() AT TIME ZONE 'UTC')::date - ${daysAgo}::int, ${subscribers}, ${likes}, ${followers})`.execute(
      server.ctx.db,
    )
  await day(lately, 6, 3, 10)
  await day(little, 1, 0, 20)
  await day(before, 7, 500, 900)
  await day(followed, 0, 0, 0, 30)
  await rankPerformers(server.ctx)
  const order = [lately, little, before, followed].map(({ username }) => username)
  const query = `category=${category}&sortBy=popular`
  expect(await names(query)).toEqual(order)
  expect(await names(`${query}&sort=asc`)).toEqual(order.toReversed())
  expect([...(await names(`${query}&pageSize=3`)), ...(await names(`${query}&pageSize=3&current=2`))]).toEqual(order)
})

test('a typing error finds whom it means', async () => {
  const { people } = await inTopic(1)
  await sql`UPDATE performers SET tagline = 'Wheel-thrown stoneware from Zennor' WHERE account_id = ${people[0]!.id}`.execute(
    server.ctx.db,
  )
  const { refreshSearchTerms } = await import('../../content/search/search-terms.ts')
  await refreshSearchTerms(server.ctx)
  expect(await names('q=stonewear&latest=true')).toContain(people[0]!.username)
})
