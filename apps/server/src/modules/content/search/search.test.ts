import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildPerformer, buildUser } from '../../../testing/builders.ts'
import { passMidnight } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFeed } from '../posts/testing.ts'
import { deleteSearches, keywordOf, visitorsMin } from './keywords.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await passMidnight(server.ctx)
})
afterAll(() => server.stop())
const asks = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
const search = (keyword: string, who?: { token: string }, from?: string) =>
  asks(who).post('/search/keywords', { keyword }, from ? { from } : {})
const trending = async () =>
  (await asks().get('/search/list/keywords?pageSize=50')).body.data.map(
    (item: { keyword: string }) => item.keyword,
  ) as string[]

test.each([
  ['  Kiln  GLAZE ', 'kiln glaze'],
  ['ＫＩＬＮ', 'kiln'],
  ['東京　陶芸', '東京 陶芸'],
  ['“kiln!”', 'kiln'],
  ['someone@example.com', undefined],
  ['https://example.com/x', undefined],
  ['4242 4242 4242 4242', undefined],
  ['x'.repeat(61), undefined],
  ['!!', undefined],
])('%j is counted as %j', (typed, keyword) => expect(keywordOf(typed)).toBe(keyword))

test('a keyword is counted once per visitor and hour, and shown only after several people searched for it', async () => {
  const fans: { token: string }[] = []
  for (let n = 0; n < visitorsMin; n++) fans.push(await buildUser(server.ctx))
  for (let n = 0; n < 5; n++) expect((await search('Raku', fans[0])).body.data).toEqual({ counted: n === 0 })
  const at = await Promise.all(Array.from({ length: 8 }, () => search('raku', fans[1])))
  expect(at.filter(({ body }) => body.data.counted)).toHaveLength(1)
  expect(await trending()).not.toContain('raku')
  for (const fan of fans) await search('raku', fan)
  expect(await trending()).toContain('raku')
  const { rows } = await sql<{
    searches: bigint
    visitors: bigint
  }>`SELECT searches, visitors FROM keyword_days WHERE keyword = 'raku'`.execute(server.ctx.db)
  expect(rows.map((row) => [Number(row.searches), Number(row.visitors)])).toEqual([[visitorsMin, visitorsMin]])
  await sql`UPDATE keyword_marks SET counted_at = counted_at - interval '61 minutes'`.execute(server.ctx.db)
  expect((await search('raku', fans[0])).body.data.counted).toBe(true)
  const again = await sql<{
    searches: bigint
    visitors: bigint
  }>`SELECT searches, visitors FROM keyword_days WHERE keyword = 'raku'`.execute(server.ctx.db)
  expect(again.rows.map((row) => [Number(row.searches), Number(row.visitors)])).toEqual([
    [visitorsMin + 1, visitorsMin],
  ])
})

test('visitors of one network count as one visitor, and stored searches can’t be traced to anyone', async () => {
  for (let n = 0; n < 3; n++) await search('slab building', undefined, '203.0.113.7')
  await search('slab building', undefined, '198.51.100.9')
  const { rows } = await sql<{
    visitors: bigint
  }>`SELECT visitors FROM keyword_days WHERE keyword = 'slab building'`.execute(server.ctx.db)
  expect(Number(rows[0]!.visitors)).toBe(2)
  const fan = await buildUser(server.ctx)
  await search('something private', fan)
  const stored = await sql<{ text: string }>`SELECT string_agg(t::text, ' ') AS text FROM (
    SELECT to_jsonb(m) AS t FROM keyword_marks m UNION ALL SELECT to_jsonb(d) FROM keyword_days d UNION ALL SELECT to_jsonb(e) FROM events e
    UNION ALL SELECT to_jsonb(i) FROM idempotent_replies i) all_of_it`.execute(server.ctx.db)
  expect(stored.rows[0]!.text).not.toContain(fan.id)
  expect(stored.rows[0]!.text).not.toContain('203.0.113')
  await sql`UPDATE keyword_marks SET day = day - 1`.execute(server.ctx.db)
  await sql`UPDATE keyword_salts SET day = day - 1`.execute(server.ctx.db)
  await deleteSearches(server.ctx)
  const left = await sql<{
    n: bigint
  }>`SELECT (SELECT count(*) FROM keyword_marks) + (SELECT count(*) FROM keyword_salts) AS n`.execute(server.ctx.db)
  expect(Number(left.rows[0]!.n)).toBe(0)
})

test('keywords blocked by staff are neither counted nor shown, including those counted before', async () => {
  for (let n = 0; n < visitorsMin; n++) await search('badword here', await buildUser(server.ctx))
  expect(await trending()).toContain('badword here')
  await server.ctx.settings.set(server.ctx.db, 'blockedKeywords', ['BadWord'], null)
  expect(await trending()).not.toContain('badword here')
  expect((await search('a badword', await buildUser(server.ctx))).body.data.counted).toBe(false)
  expect((await search('badwords', await buildUser(server.ctx))).body.data.counted).toBe(true)
  await server.ctx.settings.set(server.ctx.db, 'blockedKeywords', [], null)
})

test('a post is found by its title, by stemmed terms of its language, and by its text only while it is public', async () => {
  const performer = await buildPerformer(server.ctx)
  await sql`UPDATE performers SET languages = '{en}' WHERE account_id = ${performer.id}`.execute(server.ctx.db)
  const open = await buildFeed(server.ctx, performer, {
    title: 'Glazing bowls',
    text: 'Firing celadon all night',
    gate: { type: 'public' },
  })
  const locked = await buildFeed(server.ctx, performer, {
    title: 'Behind the kiln',
    text: 'The secret is wollastonite',
    gate: { type: 'paid', price: 500n },
  })
  const kana = await buildFeed(server.ctx, performer, {
    title: '窯出しの朝',
    text: '京都の陶芸教室から',
    gate: { type: 'public' },
  })
  const find = async (q: string, who?: { token: string }) => {
    const reply = await asks(who).get(`/search/feeds?q=${encodeURIComponent(q)}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data.map((item: { _id: string }) => item._id) as string[]
  }
  expect(await find('celadon')).toEqual([open])
  expect(await find('glaze bowl')).toEqual([open])
  expect(await find('glazng bowls')).toEqual([open])
  expect(await find('behind the kiln')).toEqual([locked])
  expect(await find('陶芸')).toEqual([kana])
  expect(await find('窯')).toEqual([kana])
  expect(await find('芸陶')).toEqual([])
  for (const who of [undefined, await buildUser(server.ctx), performer])
    expect(await find('wollastonite', who)).toEqual([])
  await sql`UPDATE items SET gate_type = 'subscribers' WHERE id = ${open}`.execute(server.ctx.db)
  expect(await find('celadon')).toEqual([])
  const fan = await buildUser(server.ctx)
  expect(await find('behind the kiln', fan)).toEqual([locked])
  await asks(performer).post('/block/users', { userId: fan.id })
  expect(await find('behind the kiln', fan)).toEqual([])
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${performer.id}`.execute(server.ctx.db)
  expect(await find('behind the kiln')).toEqual([])
  for (const odd of ['&', "'", '!!', '"unclosed', '-', 'a -', '\\', '%', '<->', 'or', '()'])
    expect((await asks().get(`/search/feeds?q=${encodeURIComponent(odd)}`)).status, odd).toBe(200)
})

test('suggestions begin with the typed text, and exclude hidden creators', async () => {
  const [listed, hidden] = [
    await buildPerformer(server.ctx, { name: 'Quillon Avery' }),
    await buildPerformer(server.ctx, { name: 'Quillon Secret' }),
  ]
  await sql`UPDATE performers SET categories = '{quilting}' WHERE account_id = ${hidden.id}`.execute(server.ctx.db)
  const fan = await buildUser(server.ctx)
  const suggest = async (q: string, who?: { token: string }) =>
    (await asks(who).get(`/search/suggestions?q=${encodeURIComponent(q)}`)).body.data
  expect((await suggest('quill')).performers.map((who: { _id: string }) => who._id).sort()).toEqual(
    [listed.id, hidden.id].sort(),
  )
  expect((await suggest('quilt')).categories).toEqual(['quilting'])
  await asks(hidden).post('/block/users', { userId: fan.id })
  const seen = await suggest('quil', fan)
  expect(seen.performers.map((who: { _id: string }) => who._id)).toEqual([listed.id])
  expect(seen.categories).toEqual([])
  expect((await suggest('quilon avery')).performers[0]._id).toBe(listed.id)
})
