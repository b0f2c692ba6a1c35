import { searchPerformers } from '@fanlight/contract/performers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { countryByHeader } from '../../../testing/country.ts'
import { seedCreators } from '../../../testing/many-creators.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFreePlan } from '../../content/posts/testing.ts'
import { countMax } from '../../../platform/db/totals.ts'

// Compares the public list as JSON text with the cards that other lists present, and changes each field that a cached card contains.

let server: TestServer
countryByHeader()
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Card = Record<string, unknown> & { _id: string; username: string; why: { code: string } }
const ask = async (path: string, who?: Built, country?: string) => {
  const requester = who ? api(server).as(who) : api(server)
  const reply = await requester.get(path, country ? { headers: { 'x-test-country': country } } : {})
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { data: Card[]; total: number; totalIsAtLeast?: true; nextCursor: null }
}
const list = (query: string, who?: Built, country?: string) => ask(`/performers/user/search?${query}`, who, country)
const without = ({ why: _, ...card }: Card) => card
const byId = (cards: Card[]) => new Map(cards.map((card) => [card._id, without(card)]))

test('a card as text equals the presented card, for every viewer and order', async () => {
  const { ctx } = server
  const odd = await buildPerformer(ctx, { name: 'Quote " and \\ back, é 😀', country: 'PT' })
  const [free, geo, blocking, adult] = [
    await buildPerformer(ctx),
    await buildPerformer(ctx),
    await buildPerformer(ctx),
    await buildPerformer(ctx),
  ]
  const fan = await buildUser(ctx)
  await buildFreePlan(ctx, free)
  await sql`UPDATE performers SET categories = '{"clay, and \\"fire\\"", glass}', tagline = 'One <b>line</b>', is_adult = account_id = ${adult.id}`.execute(
    ctx.db,
  )
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${geo.id}, 'NL')`.execute(ctx.db)
  await buildBlock(ctx, blocking, fan)
  await sql`INSERT INTO follows (follower_id, performer_id) VALUES (${fan.id}, ${odd.id}), (${fan.id}, ${geo.id})`.execute(
    ctx.db,
  )
  // A viewer without age assurance sees no creators marked as adult.
  const viewers: [who: Built | undefined, country: string | undefined, seen: number][] = [
    [undefined, undefined, 4],
    [undefined, 'NL', 3],
    [fan, undefined, 3],
    [fan, 'NL', 2],
    [geo, 'NL', 5],
    [await buildAdmin(ctx), 'NL', 5],
  ]
  for (const [who, country, seen] of viewers) {
    const presented = byId((await ask('/performers/top?pageSize=100', who, country)).data)
    expect(presented.size).toBe(seen)
    for (const sortBy of ['updatedAt', 'followers', 'name', 'newest', 'trending', 'popular', 'relevance'])
      for (const sort of ['asc', 'desc']) {
        const answer = await list(`sortBy=${sortBy}&sort=${sort}&pageSize=100`, who, country)
        expect(searchPerformers.reply.parse(answer)).toEqual(answer)
        expect(byId(answer.data)).toEqual(presented)
        expect(answer.total).toBe(seen)
      }
  }
  await ctx.settings.set(ctx.db, 'freeSubscriptionEnabled', false, null)
  expect((await list('')).data.some((card) => card['isFree'])).toBe(false)
  expect((await list('isFree=true')).total).toBe(0)
  await ctx.settings.set(ctx.db, 'freeSubscriptionEnabled', true, null)
  expect((await list('isFree=true')).data.map(({ _id }) => _id)).toEqual([free.id])
})

test('every change of a card is in the next list', async () => {
  const { ctx } = server
  const who = await buildPerformer(ctx, { name: 'Before Change', country: 'PT' })
  const mine = async () => (await list('pageSize=100')).data.find(({ _id }) => _id === who.id)
  expect(await mine()).toMatchObject({ name: 'Before Change', country: 'PT', isFree: false })
  const performers = (set: ReturnType<typeof sql>) =>
    sql`UPDATE performers SET ${set} WHERE account_id = ${who.id}`.execute(ctx.db)
  const accounts = (set: ReturnType<typeof sql>) => sql`UPDATE accounts SET ${set} WHERE id = ${who.id}`.execute(ctx.db)
  const changes: [() => Promise<unknown>, Record<string, unknown>][] = [
    [() => accounts(sql`name = 'After Change'`), { name: 'After Change' }],
    [() => accounts(sql`country = 'SE'`), { country: 'SE' }],
    [() => performers(sql`tagline = 'Another line'`), { tagline: 'Another line' }],
    [() => performers(sql`categories = '{wood}'`), { categories: ['wood'] }],
    [() => performers(sql`followers = 77, feeds = 5`), { followers: 77, feeds: 5 }],
    [() => performers(sql`hidden_fields = '{country}'`), { country: null }],
    [() => buildFreePlan(ctx, who), { isFree: true }],
  ]
  for (const [change, said] of changes) {
    await change()
    expect(await mine()).toMatchObject(said)
  }
  for (const closed of [sql`status = 'suspended'`, sql`status = 'closing'`]) {
    await accounts(closed)
    expect(await mine()).toBeUndefined()
    await accounts(sql`status = 'active'`)
    expect(await mine()).toMatchObject({ name: 'After Change' })
  }
})

test('a list longer than the counting limit has `totalIsAtLeast`, and shorter lists an exact total', async () => {
  const { ctx } = server
  await seedCreators(server.ownerUrl, countMax * 3)
  const pages = async (filter: string, size: number) => {
    const seen: Card[] = []
    for (let current = 1; current <= countMax / size; current++) {
      const { data, total, totalIsAtLeast } = await list(`${filter}&pageSize=${size}&current=${current}`)
      expect([total, totalIsAtLeast]).toEqual([countMax, true])
      seen.push(...data)
    }
    return seen
  }
  for (const filter of [
    'sortBy=followers',
    'sortBy=followers&gender=female',
    'sortBy=followers&isFree=false&priceTo=29',
  ]) {
    const seen = await pages(filter, 100)
    expect(seen).toHaveLength(countMax)
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(countMax)
    const followers = seen.map((card) => Number(card['followers']))
    expect(followers).toEqual(followers.toSorted((follower, other) => other - follower))
  }
  await sql`DELETE FROM performer_listings WHERE terms @> '{gender:female}' AND performer_id IN (
    SELECT performer_id FROM performer_listings WHERE terms @> '{gender:female}' ORDER BY is_adult, followers DESC, performer_id OFFSET 30)`.execute(
    ctx.db,
  )
  expect((await list('sortBy=followers&gender=female&current=2')).total).toBe(30)
  expect((await list('sortBy=followers&gender=female')).data).toHaveLength(20)
  expect((await list('gender=female&current=99')).data).toEqual([])
})
