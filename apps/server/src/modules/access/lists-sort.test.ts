import { declared } from '@fanlight/contract/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { api } from '../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../testing/builders.ts'
import { rowsRead } from '../../testing/plans.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildGallery } from '../content/galleries/testing.ts'
import { buildFeed } from '../content/posts/testing.ts'
import { buildVideo } from '../content/videos/testing.ts'
import { buildProduct } from '../shop/products/testing.ts'

// Lists in the requested order.
// spec: table.sort-default

const many = 30
let server: TestServer
let fan: Built
let creator: Built
let blocker: Built
let uninterested: Built
let post: string
beforeAll(async () => {
  server = await startTestServer()
  fan = await buildUser(server.ctx)
  creator = await buildPerformer(server.ctx)
  blocker = await buildUser(server.ctx)
  uninterested = await buildUser(server.ctx)
  post = await buildFeed(server.ctx, creator)
  const others: Built[] = []
  for (let n = 0; n < many; n++) others.push(await buildPerformer(server.ctx))
  const ids = others.map((other) => other.id)
  // Three rows share each minute: rows with equal times are distinguished by their ids.
  const at = sql`app_now() - make_interval(mins => (n / 3)::int)`
  const all = sql`unnest(${ids}::uuid[]) WITH ORDINALITY AS o(id, n)`
  const { db } = server.ctx
  await sql`INSERT INTO follows (follower_id, performer_id, created_at) SELECT ${fan.id}, id, ${at} FROM ${all}`.execute(
    db,
  )
  await sql`INSERT INTO follows (follower_id, performer_id, created_at) SELECT id, ${creator.id}, ${at} FROM ${all}`.execute(
    db,
  )
  await sql`INSERT INTO reactions (account_id, action, object_type, object_id, created_at) SELECT ${fan.id}, 'bookmark', 'performer', id, ${at} FROM ${all}`.execute(
    db,
  )
  await sql`INSERT INTO not_interested (account_id, performer_id, created_at) SELECT ${uninterested.id}, id, ${at} FROM ${all}`.execute(
    db,
  )
  await sql`INSERT INTO comments (item_id, author_id, text, created_at, updated_at) SELECT ${post}, id, 'Text', ${at}, ${at} FROM ${all}`.execute(
    db,
  )
  await sql`INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT ${blocker.id}, id, ${at} FROM ${all}`.execute(
    db,
  )
  const posts: string[] = []
  for (const performer of others) posts.push(await buildFeed(server.ctx, performer))
  const items = sql`unnest(${posts}::uuid[]) WITH ORDINALITY AS o(id, n)`
  await sql`UPDATE items i SET published_at = ${at} FROM ${items} WHERE i.id = o.id`.execute(db)
  await sql`INSERT INTO feed_inbox (account_id, published_at, item_id, performer_id) SELECT ${fan.id}, published_at, id, performer_id FROM items WHERE id = ANY(${posts}::uuid[])`.execute(
    db,
  )
  await sql`INSERT INTO reactions (account_id, action, object_type, object_id, created_at) SELECT ${fan.id}, 'bookmark', 'feed', id, ${at} FROM ${items}`.execute(
    db,
  )
  await sql`UPDATE items SET title = 'Celadon' WHERE id = ANY(${posts}::uuid[])`.execute(db)
  const galleries: string[] = []
  const photos: string[] = []
  for (const performer of [...others.slice(1), creator]) {
    const { id, photoIds } = await buildGallery(server.ctx, performer, { photos: 1 })
    galleries.push(id)
    photos.push(...photoIds)
  }
  for (const [kind, marked] of Object.entries({ gallery: galleries, photo: photos }))
    await sql`INSERT INTO reactions (account_id, action, object_type, object_id, created_at)
      SELECT ${fan.id}, 'bookmark', ${kind}, id, ${at} FROM unnest(${marked}::uuid[]) WITH ORDINALITY AS o(id, n)`.execute(
      db,
    )
  await buildGallery(server.ctx, creator, { photos: many - 1 })
  for (let n = 0; n < many; n++) await buildProduct(server.ctx, creator)
  const numbers = sql`generate_series(1, ${many}) AS n`
  // What was made last was changed first.
  const made = sql`app_now() - make_interval(days => 1, mins => ${many} - n)`
  await sql`INSERT INTO broadcasts (performer_id, text, include, status, publish_at, created_at, updated_at)
    SELECT ${creator.id}, 'Text', '[{"kind":"followers"}]', 'cancelled', ${made}, ${made}, ${at} FROM ${numbers}`.execute(
    db,
  )
  await sql`INSERT INTO coupons (performer_id, code, percent, applies_to, new_subscribers_only, starts_at, made_by, created_at, updated_at)
    SELECT ${creator.id}, 'SORT-' || n, 10, 'tokens', false, ${made}, ${creator.id}, ${made}, ${at} FROM ${numbers}`.execute(
    db,
  )
  await sql`INSERT INTO plans (performer_id, name, type, months, price, active, position, updated_at)
    SELECT ${creator.id}, 'Plan', 'bundle', 2, 999, false, n, ${at} FROM ${numbers}`.execute(db)
  await sql`INSERT INTO addresses (account_id, name, line1, line2, city, state, postal_code, country, phone, is_default, updated_at)
    SELECT ${fan.id}, 'Noor', 'Street 1', '', 'Town', '', '', 'DE', '', false, ${at} FROM ${numbers}`.execute(db)
  await sql`INSERT INTO token_packages (name, tokens, price, updated_at) SELECT 'Some', 1000, 1000, ${at} FROM ${numbers}`.execute(
    db,
  )
  await sql`INSERT INTO posts (slug, locale, type, title, html, updated_at) SELECT 'sorted-' || n, 'en-US', 'news', 'News', '<p>New</p>', ${at}
    FROM ${numbers}`.execute(db)
  await sql`INSERT INTO cards (account_id, gateway, gateway_ref, brand, last4, exp_month, exp_year, is_default, created_at)
    SELECT ${fan.id}, 'test', id, 'visa', '4242', 1, 2040, n = 7, ${at} FROM ${all}`.execute(db)
  for (let n = 0; n < many; n++) await buildFeed(server.ctx, creator, { hoursAgo: n + 1 })
  const videos: string[] = []
  for (let n = 0; n < many; n++) videos.push(await buildVideo(server.ctx, creator, { hoursAgo: n + 1 }))
  await sql`INSERT INTO reactions (account_id, action, object_type, object_id, created_at)
    SELECT ${fan.id}, 'bookmark', 'video', id, ${at} FROM unnest(${videos}::uuid[]) WITH ORDINALITY AS o(id, n)`.execute(
    db,
  )
})
afterAll(() => server.stop())

const lists: [name: string, path: () => string, who: () => Built][] = [
  ['followed creators', () => '/follows/following', () => fan],
  ['followers', () => '/follows/followers', () => creator],
  ['blocked accounts', () => '/block/users', () => blocker],
  ['creators one is not interested in', () => '/user/not-interested', () => uninterested],
  ['bookmarked creators', () => '/reactions/performers/bookmark', () => fan],
  ['bookmarked posts', () => '/reactions/feeds/bookmark', () => fan],
  ['bookmarked photos', () => '/reactions/photos/bookmark', () => fan],
  ['bookmarked galleries', () => '/reactions/galleries/bookmark', () => fan],
  ['photos of a creator', () => `/performer-assets/photos/${creator.id}`, () => fan],
  ['one’s own photos', () => '/performer/performer-assets/photos/search', () => creator],
  ['bookmarked videos', () => '/reactions/videos/bookmark', () => fan],
  ['videos of a creator', () => `/performer-assets/videos/search?performerId=${creator.id}`, () => fan],
  ['search of posts', () => '/search/feeds?q=celadon', () => fan],
  ['cards', () => '/payment-cards', () => fan],
  ['comments', () => `/comments?itemId=${post}`, () => fan],
  ['home', () => '/user/feeds', () => fan],
  ['newest posts', () => '/user/feeds?discover=true', () => fan],
  ['posts of a creator', () => `/user/feeds/search/${creator.username}`, () => fan],
  ['creators', () => '/performers/user/search', () => fan],
  ['pages and news', () => '/posts/search', () => fan],
  ['addresses', () => '/addresses/search', () => fan],
  ['packages', () => '/package/token/search', () => fan],
  ['one’s own posts', () => '/performer/feeds', () => creator],
  ['one’s own products', () => '/performer/performer-assets/products/search', () => creator],
  ['one’s own plans', () => '/performer/plans', () => creator],
  ['one’s own broadcasts', () => '/performer/broadcasts', () => creator],
  ['one’s own coupons', () => '/performer/coupons', () => creator],
]
/** Where they are not asked for another order. */
const byChange = new Set([
  'one’s own photos',
  'one’s own posts',
  'one’s own products',
  'one’s own broadcasts',
  'one’s own coupons',
])

interface Page {
  data: { _id: string }[]
  total: number
  nextCursor: string | null
}
describe.each(lists)('%s', (name, path, who) => {
  const page = async (query: string) => {
    const reply = await api(server)
      .as(who())
      .get(`${path()}${path().includes('?') ? '&' : '?'}${query}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body as Page
  }
  const whole = async (query: string, size: number): Promise<string[]> => {
    const ids: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const got: Page = await page(`${query}&pageSize=${size}${next}`)
      ids.push(...got.data.map((item) => item._id))
      next = got.nextCursor && `&cursor=${got.nextCursor}`
    }
    return ids
  }

  test('sorts by updatedAt in both directions, equally for all page sizes and with equal times', async () => {
    const desc = await whole('sortBy=updatedAt&sort=desc', 100)
    expect(desc.length).toBeGreaterThanOrEqual(many)
    expect(new Set(desc).size).toBe(desc.length)
    expect(await whole('sortBy=updatedAt&sort=asc', 100)).toEqual(desc.toReversed())
    expect(await whole('sortBy=updatedAt&sort=desc', 4)).toEqual(desc)
    expect(await whole('sortBy=updatedAt&sort=asc', 4)).toEqual(desc.toReversed())
    const second = await page('sortBy=updatedAt&sort=desc&pageSize=7&current=2')
    expect(second.data.map((item) => item._id)).toEqual(desc.slice(7, 14))
    if (byChange.has(name)) expect(await whole('', 100)).toEqual(desc)
  })

  test('has the same total, whatever the size and number of the page', async () => {
    const { length } = await whole('', 100)
    for (const query of ['pageSize=1', 'pageSize=7', 'pageSize=7&current=2', 'pageSize=100', 'pageSize=7&current=90'])
      expect((await page(query)).total, query).toBe(length)
    const { nextCursor } = await page('pageSize=3')
    expect(nextCursor).not.toBeNull()
    expect((await page(`pageSize=3&cursor=${nextCursor}`)).total).toBe(length)
  })

  test('refuses a cursor that no list gave out', async () => {
    for (const cursor of ['junk', 'WyJhIl0', Buffer.from('-1').toString('base64url')]) {
      const reply = await api(server)
        .as(who())
        .get(`${path()}${path().includes('?') ? '&' : '?'}cursor=${cursor}`)
      expect([reply.status, reply.body.code], cursor).toEqual([400, 'INVALID_INPUT'])
    }
  })
})

test('a changed comment comes first by updatedAt, and keeps its position by createdAt', async () => {
  const oldest = (await api(server).get(`/comments?itemId=${post}&sort=asc&pageSize=1`)).body.data[0]
  await sql`UPDATE comments SET updated_at = app_now() + interval '1 second' WHERE id = ${oldest._id}`.execute(
    server.ctx.db,
  )
  const first = async (query: string) => (await api(server).get(`/comments?itemId=${post}&${query}`)).body.data[0]._id
  expect(await first('sortBy=updatedAt')).toBe(oldest._id)
  expect(await first('sortBy=createdAt')).not.toBe(oldest._id)
  expect(await first('sortBy=createdAt&sort=asc')).toBe(oldest._id)
})

test('cards begin with the default card unless a date order is requested', async () => {
  const cards = async (query: string) =>
    (await api(server).as(fan).get(`/payment-cards?pageSize=100&${query}`)).body.data as {
      _id: string
      isDefault: boolean
      createdAt: string
    }[]
  const [usual, byDate] = [await cards(''), await cards('sortBy=createdAt')]
  expect(usual.map((entry) => entry.isDefault)).toEqual([true, ...Array.from({ length: many - 1 }, () => false)])
  expect(byDate[0]!.isDefault).toBe(false)
  expect(usual.slice(1)).toEqual(byDate.filter((entry) => !entry.isDefault))
  const times = byDate.map((entry) => entry.createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(await cards('sort=asc')).toEqual(usual.toReversed())
})

test('people are found by name, or by their last change', async () => {
  const search = async (query: string) =>
    (await api(server).as(creator).get(`/users/search?q=Sorted&${query}`)).body.data.map(
      (item: { name: string }) => item.name,
    )
  const [b, a] = [await buildUser(server.ctx, { name: 'Sorted B' }), await buildUser(server.ctx, { name: 'Sorted A' })]
  await sql`UPDATE accounts SET updated_at = app_now() - interval '1 hour' WHERE id = ${a.id}`.execute(server.ctx.db)
  expect(b.id).not.toBe(a.id)
  expect(await search('')).toEqual(['Sorted A', 'Sorted B'])
  expect(await search('sort=desc')).toEqual(['Sorted B', 'Sorted A'])
  expect(await search('sortBy=updatedAt')).toEqual(['Sorted B', 'Sorted A'])
  expect(await search('sortBy=updatedAt&sort=asc')).toEqual(['Sorted A', 'Sorted B'])
})

describe('an order is read along its index', () => {
  const rowsMany = 4_000
  let full: string
  const photoList = /^SELECT ph\.id/
  /** The tables that have `rowsMany` rows. */
  const long = ['comments', 'photos', 'files', 'reactions']
  beforeAll(async () => {
    const { id } = await buildGallery(server.ctx, creator, { photos: 0 })
    await server.ctx.transaction(async ({ db }) => {
      // So many rows, with a check of each file, may take a slow machine longer than requests may.
      await sql`SET LOCAL statement_timeout = 0`.execute(db)
      await sql`INSERT INTO comments (item_id, author_id, text, created_at, updated_at)
        SELECT ${post}, ${fan.id}, 'Text', app_now() - make_interval(secs => n), app_now() - make_interval(secs => n)
        FROM generate_series(1, ${rowsMany}) AS n`.execute(db)
      await sql`WITH made AS (INSERT INTO files (owner_id, kind, purpose, status, is_playable)
          SELECT ${creator.id}, 'photo', 'feed-photo', 'ready', true FROM generate_series(1, ${rowsMany}) RETURNING id),
        shown AS (INSERT INTO photos (gallery_id, file_id, performer_id, position, created_at)
          SELECT ${id}, id, ${creator.id}, row_number() OVER () - 1, app_now() - make_interval(secs => row_number() OVER ()) FROM made RETURNING id)
        INSERT INTO reactions (account_id, action, object_type, object_id, created_at)
        SELECT ${blocker.id}, 'bookmark', 'photo', id, app_now() - make_interval(secs => row_number() OVER ()) FROM shown`.execute(
        db,
      )
    })
    full = id
    const owner = new pg.Client({ connectionString: server.ownerUrl })
    await owner.connect()
    await owner.query('ANALYZE')
    await owner.end()
  })
  test.each(['updatedAt', 'createdAt'])('of bookmarked photos by %s', async (sortBy) => {
    for (const sort of ['asc', 'desc']) {
      const read = await rowsRead(
        server.ownerUrl,
        photoList,
        () => api(server).as(blocker).get(`/reactions/photos/bookmark?sortBy=${sortBy}&sort=${sort}`),
        long,
      )
      expect(read).toHaveLength(1)
      expect(read[0]).toBeLessThan(1_000)
    }
  })
  test('of photos of a gallery and of a creator', async () => {
    for (const path of [`performer-assets/photos?galleryId=${full}`, `performer-assets/photos/${creator.id}?`]) {
      const read = await rowsRead(server.ownerUrl, photoList, () => api(server).get(`/${path}&pageSize=5`), long)
      expect(read).toHaveLength(1)
      expect(read[0]).toBeLessThan(1_000)
    }
  })
  test.each(['updatedAt', 'createdAt'])('of comments by %s', async (sortBy) => {
    for (const sort of ['asc', 'desc']) {
      const read = await rowsRead(
        server.ownerUrl,
        /FROM comments c WHERE .*LIMIT/s,
        () => api(server).get(`/comments?itemId=${post}&sortBy=${sortBy}&sort=${sort}`),
        long,
      )
      // The list, not the count beside it.
      expect(Math.min(...read)).toBeLessThan(1_000)
    }
  })
})

test('what was changed last comes first, where it was not made last', async () => {
  for (const path of ['/performer/broadcasts', '/performer/coupons']) {
    const ids = async (query: string) =>
      (await api(server).as(creator).get(`${path}?pageSize=100${query}`)).body.data.map(
        (item: { _id: string }) => item._id,
      )
    const [usual, newest] = [await ids(''), await ids('&sortBy=createdAt')]
    expect(new Set(usual)).toEqual(new Set(newest))
    expect(newest.slice(0, 3)).not.toEqual(usual.slice(0, 3))
  }
})

test('lists begin with what was changed last, except those listed here', () => {
  const others: Record<string, readonly string[]> = {
    'people browse these, or choose from them, in an order of their own': [
      'GET /comments',
      'GET /messages/search',
      'GET /package/token/search',
      'GET /performer-assets/galleries/search',
      'GET /performer-assets/photos',
      'GET /performer-assets/photos/:performerId',
      'GET /performer-assets/products/search',
      'GET /performer-assets/videos/search',
      'GET /performer/plans',
      'GET /search/feeds',
      'GET /streaming/ticket-shows',
      'GET /streaming/user/search',
      'GET /user/feeds',
      'GET /user/feeds/search/:username',
      'GET /users/search',
    ],
    'what is in these is made once, and not changed': [
      'GET /block/users',
      'GET /follows/followers',
      'GET /follows/following',
      'GET /performer/fan-lists/:id/members',
      'GET /reactions/:type/bookmark',
      'GET /reactions/feeds/bookmark',
      'GET /reactions/galleries/bookmark',
      'GET /reactions/performers/bookmark',
      'GET /reactions/products/bookmark',
      'GET /reactions/videos/bookmark',
      'GET /user/not-interested',
      'GET /user/purchases',
    ],
    'the card that is used comes first': ['GET /payment-cards'],
    'these are worked off, or read, by the day that each came': [
      'GET /admin/consents',
      'GET /admin/disputes',
      'GET /conversations/stream/:id/people',
      'GET /mails/outbox',
      'GET /messages/stream/:id/held',
      'GET /performer/audience',
      'GET /performer/files',
      'GET /streaming/orders',
      'GET /streaming/private-requests',
    ],
  }
  const found = declared
    .filter((call) => call.query && 'shape' in call.query && 'sortBy' in call.query.shape)
    .filter((call) => {
      const { sortBy, sort } = (call.query as unknown as { shape: Record<'sortBy' | 'sort', Parsing> }).shape
      return sortBy.safeParse(undefined).data !== 'updatedAt' || sort.safeParse(undefined).data !== 'desc'
    })
    .map((call) => `${call.method} ${call.path}`)
  expect([...new Set(found)].toSorted()).toEqual(Object.values(others).flat().toSorted())
})
interface Parsing {
  safeParse(value: unknown): { data?: unknown }
}

test('every list accepts the sort that the specification sends, except those listed here', () => {
  // Short lists with a fixed order, which requests cannot change.
  const own = new Set([
    'GET /admin/disputes',
    // Of what does not change its place.
    'GET /streaming/orders',
    'GET /streaming/private-requests',
    // By the time of the show.
    'GET /streaming/ticket-shows',
    'GET /conversations/stream/:id/people',
    'GET /messages/stream/:id/held',
    // By the date that its group is about.
    'GET /performer/audience',
    // By upload, size or name.
    'GET /performer/files',
  ])
  const refusing = declared
    .filter((call) => call.query && 'shape' in call.query && 'sortBy' in call.query.shape)
    .filter((call) => !own.has(`${call.method} ${call.path}`))
    .filter((call) => {
      const { sortBy } = (
        call.query as unknown as { shape: { sortBy: { safeParse: (v: unknown) => { success: boolean } } } }
      ).shape
      return !sortBy.safeParse('updatedAt').success
    })
    .map((call) => `${call.method} ${call.path}`)
  expect(refusing).toEqual([])
})
