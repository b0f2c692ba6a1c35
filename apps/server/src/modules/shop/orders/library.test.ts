import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { rowsRead } from '../../../testing/plans.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildGallery } from '../../content/galleries/testing.ts'
import { buildFeed, buildFile, uniqueWord } from '../../content/posts/testing.ts'
import { buildVideo } from '../../content/videos/testing.ts'
import { buildProduct } from '../products/testing.ts'
import { buildConversation, buildMessage } from '../../talk/conversations/testing.ts'

// What one bought, in any order, and what a search finds in it.

let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  owner = new pg.Client({ connectionString: server.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

interface Entry {
  _id: string
  title: string
  isAvailable: boolean
  plays: { kind: string; durationMs: number | null } | null
  photos: number
  position: number | null
  saves: { bytes: number | null } | null
  startsAt: string | null
}
interface Page {
  data: Entry[]
  total: number
  nextCursor: string | null
}
const as = (who: Built) => api(server).as(who)
async function list(fan: Built, query = ''): Promise<Page> {
  const reply = await as(fan).get(`/user/purchases?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
async function overview(fan: Built, q?: string) {
  const reply = await as(fan).get(`/user/purchases/overview${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const search = async (fan: Built, q: string, more = '') =>
  (await list(fan, `pageSize=100&q=${encodeURIComponent(q)}${more}`)).data.map(({ title }) => title).toSorted()
/** All pages, one after another. */
async function whole(fan: Built, query: string, size: number): Promise<Entry[]> {
  const found: Entry[] = []
  let next: string | null = ''
  while (next !== null) {
    const page: Page = await list(fan, `${query}&pageSize=${size}${next}`)
    found.push(...page.data)
    next = page.nextCursor && `&cursor=${page.nextCursor}`
  }
  return found
}

/** Paid for some minutes ago. */
async function own(fan: Built, creator: Built, kind: string, id: string, minutesAgo = 0) {
  const charge = newId()
  await owner.query(
    `INSERT INTO charges (id, transaction_id, user_id, performer_id, type, target_id, tokens, balance_after, key, body_hash)
     VALUES ($1, $1, $2, $3, $4, $5, 500, 0, $6, '')`,
    [charge, fan.id, creator.id, kind, id, randomUUID()],
  )
  await sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
    VALUES (${fan.id}, ${kind}, ${id}, ${creator.id}, ${charge}, app_now() - make_interval(mins => ${minutesAgo}))`.execute(
    server.ctx.db,
  )
  return id
}
const gate = { type: 'paid', price: 500n } as const
const setStatus = (id: string, status: string) =>
  sql`UPDATE items SET status = ${status} WHERE id = ${id}`.execute(server.ctx.db)

test('is in the requested order, whatever the size of its pages', async () => {
  const [ines, teo, fan] = [
    await buildPerformer(server.ctx, { name: 'Ines Valloy' }),
    await buildPerformer(server.ctx, { name: 'élan Teo' }),
    await buildUser(server.ctx),
  ]
  const titles = ['Zinnia', 'birch', 'Àrbol', '', 'Cedar', 'Birch', 'ash', '', 'Oak', 'Elm', 'fig']
  for (const [n, title] of titles.entries()) {
    const creator = n % 3 === 0 ? ines : teo
    // Two share each minute.
    await own(fan, creator, 'feed', await buildFeed(server.ctx, creator, { title, text: 'Zzz', gate }), n >> 1)
  }
  const other = await buildUser(server.ctx)
  await own(other, ines, 'feed', await buildFeed(server.ctx, ines, { title: 'Of another', gate }))

  for (const query of [
    'sortBy=createdAt&sort=desc',
    'sortBy=createdAt&sort=asc',
    'sortBy=title&sort=asc',
    'sortBy=title&sort=desc',
    'sortBy=creator&sort=asc',
    'sortBy=creator&sort=desc',
    'sortBy=title&sort=asc&q=r',
  ]) {
    const all = await whole(fan, query, 100)
    const ids = all.map(({ _id }) => _id)
    expect(ids.length, query).toBe(query.includes('q=') ? 4 : titles.length)
    expect(new Set(ids).size, query).toBe(ids.length)
    for (const size of [1, 3, 4])
      expect(
        (await whole(fan, query, size)).map(({ _id }) => _id),
        `${query} by ${size}`,
      ).toEqual(ids)
    expect(
      (await list(fan, `${query}&pageSize=4&current=2`)).data.map(({ _id }) => _id),
      query,
    ).toEqual(ids.slice(4, 8))
  }
  const inOrder = async (query: string) => (await whole(fan, query, 4)).map(({ title }) => title.toLowerCase())
  // What has no title shows its text, and comes last.
  expect(await inOrder('sortBy=title&sort=asc')).toEqual([
    'àrbol',
    'ash',
    'birch',
    'birch',
    'cedar',
    'elm',
    'fig',
    'oak',
    'zinnia',
    'zzz',
    'zzz',
  ])
  expect(await inOrder('sortBy=title&sort=desc')).toEqual([
    'zinnia',
    'oak',
    'fig',
    'elm',
    'cedar',
    'birch',
    'birch',
    'ash',
    'àrbol',
    'zzz',
    'zzz',
  ])
  const newest = await inOrder('')
  expect(await inOrder('sort=asc')).toEqual(newest.toReversed())
  const byCreator = (await as(fan).get('/user/purchases?sortBy=creator&sort=asc&pageSize=100')).body.data as {
    performer: { name: string }
  }[]
  expect(byCreator.map(({ performer }) => performer.name)).toEqual([
    ...Array.from({ length: 7 }, () => 'élan Teo'),
    ...Array.from({ length: 4 }, () => 'Ines Valloy'),
  ])
  // A cursor of one order is none of another.
  const { nextCursor } = await list(fan, 'pageSize=2')
  expect((await as(fan).get(`/user/purchases?sortBy=title&cursor=${nextCursor}`)).body.code).toBe('INVALID_INPUT')
})

test('is searched by titles and creators, in any case and without accents', async () => {
  const [ines, rune, fan, stranger] = [
    await buildPerformer(server.ctx, { name: 'Inés Valloy' }),
    await buildPerformer(server.ctx, { name: 'Rune Osterby' }),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  await own(fan, ines, 'feed', await buildFeed(server.ctx, ines, { title: 'Glaze tests, autumn', gate }))
  await own(fan, ines, 'video', await buildVideo(server.ctx, ines, { title: 'Céramique: the kiln', gate }))
  await own(fan, rune, 'video', await buildVideo(server.ctx, rune, { title: 'Winter crossing 100%', gate }))
  const sold = await own(
    fan,
    rune,
    'gallery',
    (await buildGallery(server.ctx, rune, { photos: 3, title: 'Winter light' })).id,
  )
  const show = newId()
  await sql`INSERT INTO ticket_shows (id, performer_id, title, starts_at, minutes, price, seats)
    VALUES (${show}, ${rune.id}, 'Winter live', app_now() + interval '1 day', 60, 1500, 10)`.execute(server.ctx.db)
  await own(fan, rune, 'stream', show)
  await own(stranger, ines, 'feed', await buildFeed(server.ctx, ines, { title: 'Glaze of another', gate }))

  expect(await search(fan, 'GLAZE')).toEqual(['Glaze tests, autumn'])
  expect(await search(fan, 'ceramique')).toEqual(['Céramique: the kiln'])
  expect(await search(fan, 'ines')).toEqual(['Céramique: the kiln', 'Glaze tests, autumn'])
  expect(await search(fan, 'winter')).toEqual(['Winter crossing 100%', 'Winter light', 'Winter live'])
  expect(await search(fan, 'winter', '&type=video')).toEqual(['Winter crossing 100%'])
  expect(await search(fan, '100%')).toEqual(['Winter crossing 100%'])
  expect(await search(fan, 'w%r')).toEqual([])
  expect(await search(fan, 'stoneware')).toEqual([])
  expect((await list(fan, 'q=winter&pageSize=1')).total).toBe(3)

  const none = { feed: 0, video: 0, gallery: 0, product: 0, message: 0, stream: 0 }
  const kinds = { ...none, feed: 1, video: 2, gallery: 1, stream: 1 }
  expect(await overview(fan)).toEqual({ items: 5, creators: 2, kinds, matching: kinds, watching: [] })
  expect(await overview(fan, 'winter')).toEqual({
    items: 5,
    creators: 2,
    kinds,
    matching: { ...none, video: 1, gallery: 1, stream: 1 },
    watching: [],
  })
  expect(await overview(fan, 'of another')).toMatchObject({ matching: none })
  expect(await overview(await buildUser(server.ctx))).toEqual({
    items: 0,
    creators: 0,
    kinds: none,
    matching: none,
    watching: [],
  })
  // What was given back is gone from the list, the search and the numbers.
  await sql`UPDATE purchases SET revoked_at = app_now() WHERE object_id = ${sold}`.execute(server.ctx.db)
  expect(await search(fan, 'winter')).toEqual(['Winter crossing 100%', 'Winter live'])
  expect(await overview(fan, 'winter')).toMatchObject({ items: 4, kinds: { gallery: 0 }, matching: { gallery: 0 } })
})

test('a search finds by what the list shows, and by nothing that it hides', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx, { name: 'Mara Vale' }), await buildUser(server.ctx)]
  const [text, said, hiddenText, inside] = [uniqueWord(), uniqueWord(), uniqueWord(), uniqueWord()]
  const post = await own(fan, creator, 'feed', await buildFeed(server.ctx, creator, { title: '', text, gate }))
  const conversation = await buildConversation(server.ctx, creator, fan)
  await own(fan, creator, 'message', await buildMessage(server.ctx, conversation, creator, { text: said, price: 500n }))
  const hidden = await own(
    fan,
    creator,
    'feed',
    await buildFeed(server.ctx, creator, { title: '', text: hiddenText, gate }),
  )
  // Under a title its text is not shown.
  const titled = await own(
    fan,
    creator,
    'feed',
    await buildFeed(server.ctx, creator, { title: 'Kiln', text: inside, gate }),
  )
  expect(await search(fan, text)).toEqual([text])
  expect(await search(fan, said)).toEqual([said])
  expect(await search(fan, inside)).toEqual([])
  expect(await search(fan, hiddenText)).toEqual([hiddenText])

  await setStatus(hidden, 'hidden')
  expect(await search(fan, hiddenText)).toEqual([])
  expect((await overview(fan, hiddenText)).matching.feed).toBe(0)
  // Its card stays, with the name alone.
  expect(await search(fan, 'mara')).toEqual(['', 'Kiln', said, text].toSorted())
  for (const status of ['removed', 'hidden', 'archived']) {
    await setStatus(post, status)
    await setStatus(titled, status)
    const shown = (await list(fan, 'pageSize=100')).data.map(({ title }) => title)
    expect(await search(fan, text), status).toEqual(shown.filter((title) => title === text))
    expect(await search(fan, 'kiln'), status).toEqual(['Kiln'])
  }
  // What is hidden from the buyer because of their age has no text on its card.
  const hide = (isAdult: boolean) =>
    sql`UPDATE performers SET is_adult = ${isAdult} WHERE account_id = ${creator.id}`.execute(server.ctx.db)
  expect(await search(fan, said)).toEqual([said])
  await hide(true)
  expect((await list(fan)).data.map(({ title }) => title)).not.toContain(said)
  expect(await search(fan, said)).toEqual([])
  await hide(false)
  // Of a creator who blocks, the name is shown and the username is not.
  await buildBlock(server.ctx, creator, fan)
  expect(await search(fan, creator.username!)).toEqual([])
  expect(await search(fan, 'mara')).toHaveLength(4)
  // While an account is suspended nothing of it opens, and no text is found.
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${fan.id}`.execute(server.ctx.db)
  expect((await list(fan)).data.map(({ title }) => title)).not.toContain(said)
  expect(await search(fan, said)).toEqual([])
  expect((await overview(fan, said)).matching.message).toBe(0)
})

test('its cards say how long it is, how many photos are in it and where one stopped', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const video = await own(
    fan,
    creator,
    'video',
    await buildVideo(server.ctx, creator, {
      title: 'A video',
      gate,
      fileId: await buildFile(server.ctx, creator, { purpose: 'feed-video' }),
    }),
  )
  await own(
    fan,
    creator,
    'gallery',
    (
      await buildGallery(server.ctx, creator, {
        photos: [await buildFile(server.ctx, creator), await buildFile(server.ctx, creator)],
        title: 'Photos',
        gate,
      })
    ).id,
  )
  await own(fan, creator, 'feed', await buildFeed(server.ctx, creator, { title: 'A song', type: 'audio', gate }))
  await own(fan, creator, 'feed', await buildFeed(server.ctx, creator, { title: 'A text', gate }))
  await sql`INSERT INTO watch_positions (account_id, item_id, seconds) VALUES (${fan.id}, ${video}, 42)`.execute(
    server.ctx.db,
  )
  const cards = async () =>
    Object.fromEntries(
      (await list(fan)).data.map(({ title, plays, photos, position, isAvailable }) => [
        title,
        { plays, photos, position, isAvailable },
      ]),
    )
  const nothing = { plays: null, photos: 0, position: null, isAvailable: true }
  expect(await cards()).toEqual({
    'A video': { ...nothing, plays: { kind: 'video', durationMs: 61_000 }, position: 42 },
    Photos: { ...nothing, photos: 2 },
    'A song': { ...nothing, plays: { kind: 'audio', durationMs: 61_000 } },
    'A text': nothing,
  })
  expect((await overview(fan)).watching).toMatchObject([{ _id: video, title: 'A video', position: 42, length: 61 }])
  await setStatus(video, 'hidden')
  expect((await cards())['A video']).toEqual({ ...nothing, isAvailable: false })
  expect((await overview(fan)).watching).toEqual([])
})

test('its cards offer to save what their link saves, and nothing else', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const file = () => buildFile(server.ctx, creator, { purpose: 'product-file' })
  const [older, newer] = [await file(), await file()]
  await sql`UPDATE files SET bytes = 2048 WHERE id = ${newer}`.execute(server.ctx.db)
  const files = [older, newer].map((id) => ({ id, role: 'main' as const }))
  const product = await own(
    fan,
    creator,
    'product',
    await buildProduct(server.ctx, creator, { type: 'digital', files }),
  )
  const parcel = await own(fan, creator, 'product', await buildProduct(server.ctx, creator))
  const video = () => buildVideo(server.ctx, creator, { gate })
  const [open, closed, waiting] = [await video(), await video(), await video()]
  for (const id of [open, closed, waiting]) await own(fan, creator, 'video', id)
  await own(fan, creator, 'feed', await buildFeed(server.ctx, creator, { gate }))
  await owner.query('UPDATE items SET buyers_may_download = false WHERE id = $1', [closed])
  await owner.query(
    "UPDATE files SET status = 'processing' WHERE id IN (SELECT file_id FROM item_files WHERE item_id = $1)",
    [waiting],
  )

  const offered = async () => {
    const cards = (await list(fan)).data
    return Object.fromEntries(cards.flatMap(({ _id, saves }) => (saves ? [[_id, saves]] : [])))
  }
  expect(await offered()).toEqual({ [product]: { bytes: 2048 }, [open]: { bytes: null } })
  for (const [id, kind] of [
    [product, 'products'],
    [parcel, 'products'],
    [open, 'videos'],
    [closed, 'videos'],
    [waiting, 'videos'],
  ] as const)
    expect((await as(fan).get(`/performer-assets/${kind}/${id}/download-link`)).status, id).toBe(
      id === product || id === open ? 200 : 404,
    )
  // What was taken down is not offered.
  await setStatus(open, 'hidden')
  expect(await offered()).toEqual({ [product]: { bytes: 2048 } })
})

test('a page and the numbers read no more than what one account owns', async () => {
  const many = 10_000
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  await owner.query('SET statement_timeout = 0')
  await owner.query(
    `WITH made AS (INSERT INTO items (id, kind, performer_id, title, text, status, published_at, gate_type, gate_price)
        SELECT gen_random_uuid(), 'feed', $1, 'Number ' || n, '', 'published', app_now(), 'paid', 500 FROM generate_series(1, ${many}) n RETURNING id),
      paid AS (INSERT INTO charges (id, transaction_id, user_id, performer_id, type, target_id, tokens, balance_after, key, body_hash)
        SELECT c, c, $2, $1, 'feed', id, 500, 0, c, '' FROM (SELECT id, gen_random_uuid() AS c FROM made) m RETURNING id, target_id)
      INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id, created_at)
        SELECT $2, CASE WHEN n % 100 = 0 THEN 'video' ELSE 'feed' END, target_id, $1, id, app_now() - make_interval(secs => n)
        FROM (SELECT *, row_number() OVER ()::int AS n FROM paid) p`,
    [creator.id, fan.id],
  )
  await owner.query('VACUUM ANALYZE purchases, charges, items')
  const read = (pattern: RegExp, work: () => Promise<unknown>) =>
    rowsRead(server.ownerUrl, pattern, work, ['purchases', 'items', 'charges'])
  const page = /^WITH mine/
  for (const query of ['', 'sort=asc', 'type=video', 'type=video&sort=asc'])
    for (const rows of await read(page, () => list(fan, query))) expect(rows, query).toBeLessThan(200)
  const { nextCursor } = await list(fan, 'pageSize=100')
  for (const rows of await read(page, () => list(fan, `cursor=${nextCursor}`))) expect(rows).toBeLessThan(200)
  // A search reads each of them once.
  for (const query of ['q=number 77', 'sortBy=title', 'sortBy=creator&q=number'])
    for (const rows of await read(page, () => list(fan, query))) expect(rows, query).toBeLessThan(4 * many)
  expect((await overview(fan, 'number 77')).matching).toMatchObject({ feed: 110, video: 1 })
})
