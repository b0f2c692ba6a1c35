import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildUser } from '../../../testing/builders.ts'
import { seedCreators } from '../../../testing/many-creators.ts'
import { rowsRead } from '../../../testing/plans.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

// Lists of creators among many: what a page reads does not grow with the site. Rows are counted, never milliseconds.

const many = 12_000
let server: TestServer
let fan: Built
beforeAll(async () => {
  server = await startTestServer()
  await seedCreators(server.ownerUrl, many)
  fan = await buildUser(server.ctx)
  await sql`INSERT INTO follows (follower_id, performer_id) SELECT ${fan.id}, performer_id FROM performer_listings ORDER BY score DESC LIMIT 30`.execute(
    server.ctx.db,
  )
  await sql`INSERT INTO blocks (blocker_id, blocked_id) SELECT ${fan.id}, performer_id FROM performer_listings ORDER BY name_key LIMIT 30`.execute(
    server.ctx.db,
  )
}, 60_000)
afterAll(() => server.stop())

const readBy = async (path: string, who?: Built) => {
  const requester = who ? api(server).as(who) : api(server)
  let found = 0
  const read = await rowsRead(server.ownerUrl, /performer_listings/, async () => {
    const reply = await requester.get(path)
    expect(reply.status, reply.text).toBe(200)
    found = reply.body.data.length
  })
  expect(read.length).toBeGreaterThan(0)
  return { read: Math.max(...read), found }
}

// A count looks at a thousand who fit; a walk along an order at two thousand. With the rows of a page it comes to this.
const listMax = 7_000
test.each([
  ['', 1_500],
  ['sortBy=followers', 1_500],
  ['sortBy=newest&sort=asc', 1_500],
  ['sortBy=trending&current=40', 4_000],
  ['gender=female', listMax],
  ['country=JP', listMax],
  ['category=topic 3', listMax],
  ['category=nothing such', listMax],
  ['isFree=true', listMax],
  ['language=ja', listMax],
  ['hairColor=red', listMax],
  ['priceFrom=10&priceTo=11', listMax],
  ['priceFrom=29.5', listMax],
  ['priceTo=0', listMax],
  ['priceTo=4&country=JP', listMax],
  ['gender=female&country=JP&hairColor=red&sortBy=followers', listMax],
  ['gender=male&country=US&category=topic 1&isFree=true&priceTo=12', listMax],
  ['hairColor=red,black&country=SE,FR&language=en,ja&eyeColor=blue', listMax],
])('the list by "%s" reads no more than %i rows', async (query, most) => {
  for (const who of [undefined, fan])
    expect((await readBy(`/performers/user/search?${query}`, who)).read).toBeLessThan(most)
})

test.each([
  ['/performers/top', 900],
  ['/performers/search/random', 1_500],
])('%s reads no more than %i rows', async (path, most) => {
  for (const who of [undefined, fan]) {
    const { read, found } = await readBy(path, who)
    expect(read).toBeLessThan(most)
    expect(found).toBeGreaterThan(19)
  }
})

test.each([
  ['7300000000000000000', 0, '7300000000000000000'],
  ['-9000000000000000000', 0, '9000000000000000000'],
  ['7300000000000000000', 1, '7000000000000000000'],
])('a random order from %s reads few rows wherever its page begins (%i, %s)', async (start, wrapped, place) => {
  const cursor = Buffer.from(JSON.stringify([start, wrapped, place, fan.id])).toString('base64url')
  for (const who of [undefined, fan])
    expect((await readBy(`/performers/search/random?cursor=${cursor}`, who)).read).toBeLessThan(1_500)
})

test('a term that matches a fifth of all creators is found without ranking them all; names that begin with it come first', async () => {
  await sql`UPDATE accounts SET name = 'Painterly Quill', username = 'painter.quill' WHERE id = (SELECT performer_id FROM performer_listings ORDER BY score, performer_id LIMIT 1)`.execute(
    server.ctx.db,
  )
  const list = await readBy('/performers/user/search?q=painter&sortBy=relevance')
  expect(list.read).toBeLessThan(12_000)
  const { body } = await api(server).get('/performers/user/search?q=painter&sortBy=relevance')
  expect(body.data[0].username).toBe('painter.quill')
  expect(body.data[0].why.code).toBe('name_match')
  expect([body.total, body.totalIsAtLeast]).toEqual([1_000, true])
  expect((await api(server).get('/performers/user/search?q=painterly quil')).body.data[0].username).toBe(
    'painter.quill',
  )
  // Every page up to the total exists, and no creator is on two pages.
  const seen: string[] = []
  for (let current = 1; current <= Math.ceil(body.total / 100); current++)
    seen.push(
      ...(
        await api(server).get(`/performers/user/search?q=painter&sortBy=relevance&pageSize=100&current=${current}`)
      ).body.data.map((item: { _id: string }) => item._id),
    )
  expect(seen).toHaveLength(body.total)
  expect(new Set(seen).size).toBe(body.total)
})

test.each(['a', 'an', 'anna', 'painter', 'creator42', 'pianter', 'something about', 'zzqqxx', '%', '東京'])(
  'search for "%s" looks at some thousands at most',
  async (q) => {
    expect((await readBy(`/performers/user/search?q=${encodeURIComponent(q)}&sortBy=followers`)).read).toBeLessThan(
      30_000,
    )
    expect((await readBy(`/search/suggestions?q=${encodeURIComponent(q)}`)).read).toBeLessThan(30_000)
  },
)

test('a list that is read again is the same', async () => {
  for (const query of [
    'gender=female',
    'category=topic 3',
    'priceFrom=29.5',
    'q=creator42',
    'q=pianter',
    'q=zo',
    'q=an',
  ]) {
    const path = `/performers/user/search?${query}&sortBy=followers&pageSize=100`
    const first = (await api(server).get(path)).body
    for (let again = 0; again < 2; again++) expect((await api(server).get(path)).body).toEqual(first)
    const most = query.startsWith('q=') ? 30_000 : listMax
    expect((await readBy(`/performers/user/search?${query}`)).read).toBeLessThan(most)
  }
})

describe('search of posts', () => {
  const postsMany = 12_000
  beforeAll(async () => {
    const db = new pg.Client({ connectionString: server.ownerUrl })
    await db.connect()
    await db.query('SET session_replication_role = replica')
    await db.query(
      `INSERT INTO items (id, kind, performer_id, title, status, published_at)
        SELECT md5('post' || n)::uuid, 'feed', p.performer_id, 'Celadon in batch' || n / 40, 'published', now() - make_interval(mins => n)
        FROM generate_series(1, $1::int) n JOIN (SELECT performer_id, row_number() OVER () AS at FROM performer_listings WHERE NOT is_adult) p ON p.at = n % 9000`,
      [postsMany],
    )
    await db.query(`INSERT INTO feeds (item_id, type) SELECT id, 'text' FROM items`)
    await db.query(`INSERT INTO feed_search (item_id, published_at, title, vector)
      SELECT id, published_at, search_fold(title), search_vector(search_fold(title), search_language('en')) FROM items`)
    await db.query('VACUUM (ANALYZE)')
    await db.end()
  })

  // A walk over the newest looks at two thousand; of five hundred that fit, each is looked up with its creator.
  test.each(['relevance', 'publishedAt', 'updatedAt'])('by %s read some thousands at most', async (sortBy) => {
    for (const [q, least] of [
      ['celadon', 200],
      ['batch7', 30],
      ['batch290', 30],
      ['nothing such', 0],
    ] as const)
      for (const sort of ['asc', 'desc']) {
        let total = 0
        const read = await rowsRead(server.ownerUrl, /FROM feed_search/, async () => {
          const { status, body } = await api(server).get(`/search/feeds?q=${q}&sortBy=${sortBy}&sort=${sort}`)
          expect(status).toBe(200)
          total = body.total
        })
        expect(total, q).toBeGreaterThanOrEqual(least)
        expect(read).toHaveLength(1)
        expect(read[0], `${q} ${sort}`).toBeLessThan(7_000)
      }
  })
})
