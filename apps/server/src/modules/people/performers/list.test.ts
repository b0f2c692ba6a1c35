import { ageBand } from '@fanlight/contract/options'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { countryByHeader } from '../../../testing/country.ts'
import { passMidnight } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFeed, buildFreePlan } from '../../content/posts/testing.ts'
import { rollUpCounters } from '../../content/counters/roll-up.ts'
import { refreshSearchTerms } from '../../content/search/search-terms.ts'
import { rankPerformers } from './ranking.ts'

let server: TestServer
countryByHeader()
beforeAll(async () => {
  server = await startTestServer()
  await passMidnight(server.ctx)
})
afterAll(() => server.stop())

type Card = {
  _id: string
  username: string
  why: { code: string; name: string | null; category: string | null } | null
}
const asks = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
const find = async (query: string, who?: { token: string }, country?: string) => {
  const reply = await asks(who).get(
    `/performers/user/search?${query}`,
    country ? { headers: { 'x-test-country': country } } : {},
  )
  expect(reply.status, reply.text).toBe(200)
  return { names: reply.body.data.map((item: Card) => item.username).sort() as string[], ...reply.body } as {
    names: string[]
    data: Card[]
    total: number
  }
}
const counts = async (query: string, who?: { token: string }, country?: string) => {
  const reply = await asks(who).get(
    `/performers/user/search/counts?${query}`,
    country ? { headers: { 'x-test-country': country } } : {},
  )
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as { total: number; isFree: number; values: Record<string, Record<string, number>> }
}
const set = (who: Built, columns: Record<string, unknown>) =>
  sql`UPDATE performers SET ${sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} WHERE account_id = ${who.id}`.execute(
    server.ctx.db,
  )
let word = 0
const topic = () => `topic${String(++word).padStart(4, '0')}`

test('filters are combined with AND, values of one filter with OR, and values are counted', async () => {
  const category = topic()
  const [first, second, third] = [
    await buildPerformer(server.ctx, { country: 'JP' }),
    await buildPerformer(server.ctx, { country: 'JP' }),
    await buildPerformer(server.ctx, { country: 'SE' }),
  ]
  await set(first, {
    categories: [category],
    hair_color: 'black',
    eye_color: 'brown',
    height: '164_166',
    languages: ['ja'],
  })
  await set(second, {
    categories: [category],
    hair_color: 'red',
    gender: 'male',
    city: 'Kyoto',
    languages: ['ja', 'en'],
  })
  await set(third, {
    categories: [category],
    hair_color: 'red',
    body_type: 'runner',
    ethnicity: 'black or african america',
  })
  await buildFreePlan(server.ctx, third)
  await sql`INSERT INTO plans (performer_id, name, type, months, price, discount_pct) VALUES
    (${first.id}, 'Month', 'monthly', 1, 995, 0), (${second.id}, 'Year', 'yearly', 12, 6000, 0)`.execute(server.ctx.db)
  const all = [first, second, third].map((who) => who.username).sort()
  const only = (...who: Built[]) => who.map(({ username }) => username).sort()
  const of = async (query: string) => (await find(`category=${category}&${query}`)).names
  expect(await of('')).toEqual(all)
  expect(await of('hairColor=red')).toEqual(only(second, third))
  expect(await of('hairColor=red,black')).toEqual(all)
  expect(await of('hairColor=red&country=JP')).toEqual(only(second))
  expect(await of('hairColor=red&country=JP,SE&gender=female')).toEqual(only(third))
  expect(await of('language=en')).toEqual(only(second))
  expect(await of('city=Kyoto')).toEqual(only(second))
  expect(await of('bodyType=runner&ethnicity=black or african america')).toEqual(only(third))
  expect(await of('height=164_166&eyeColor=brown')).toEqual(only(first))
  expect(await of('isFree=true')).toEqual(only(third))
  // A year for 60 is 5 a month, and a free plan costs nothing.
  expect(await of('priceTo=5')).toEqual(only(second, third))
  expect(await of('priceFrom=5.01&priceTo=9.95')).toEqual(only(first))
  expect((await find(`category=${category}&hairColor=red`)).total).toBe(2)

  const some = await counts(`category=${category}&hairColor=red`)
  expect(some.total).toBe(2)
  expect(some.values['hairColor']).toEqual({ red: 2, black: 1 })
  expect(some.values['country']).toEqual({ JP: 1, SE: 1 })
  expect(some.values['gender']).toEqual({ male: 1, female: 1 })
  expect(some.isFree).toBe(1)
  for (const wrong of ['hairColor=plaid', 'country=japan', 'priceFrom=1e3', 'priceTo=-1', 'age=12', 'sortBy=salary'])
    expect([400, 422], wrong).toContain((await asks().get(`/performers/user/search?${wrong}`)).status)
})

test('an age is the band of the birth date, in SQL as in the contract, and grows older by itself', async () => {
  const { rows } = await sql<{
    years: number
    band: string
  }>`SELECT years, age_band(('2026-06-15'::date - make_interval(years => years))::date, '2026-06-15') AS band
    FROM generate_series(18, 70) years`.execute(server.ctx.db)
  for (const { years, band } of rows) expect([years, band]).toEqual([years, ageBand(years)])
  const category = topic()
  const who = await buildPerformer(server.ctx)
  await set(who, {
    categories: [category],
    date_of_birth: sql`(app_now() - interval '30 years')::date`,
    hidden_fields: '{}',
  })
  expect((await find(`category=${category}&age=29_31`)).names).toEqual([who.username])
  await sql`UPDATE performer_listings SET age_band = '26_28', terms = array_replace(terms, 'age:29_31', 'age:26_28') WHERE performer_id = ${who.id}`.execute(
    server.ctx.db,
  )
  await rankPerformers(server.ctx)
  expect((await counts(`category=${category}`)).values['age']).toEqual({ '29_31': 1 })
})

test('lists, totals and counts exclude creators hidden by a block or a country, except for staff and themselves', async () => {
  const category = topic()
  const [open, blocking, blocked, elsewhere] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
  ]
  for (const who of [open, blocking, blocked, elsewhere]) await set(who, { categories: [category] })
  const fan = await buildUser(server.ctx)
  await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blocking.id}, ${fan.id}), (${fan.id}, ${blocked.id})`.execute(
    server.ctx.db,
  )
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${elsewhere.id}, 'NL')`.execute(server.ctx.db)
  const see = async (who: { token: string } | undefined, country?: string) => {
    const [list, count] = [
      await find(`category=${category}`, who, country),
      await counts(`category=${category}`, who, country),
    ]
    expect(list.total).toBe(list.names.length)
    expect(count.total).toBe(list.names.length)
    expect(count.values['gender']?.['female'] ?? 0).toBe(list.names.length)
    return list.names
  }
  const names = (...who: Built[]) => who.map(({ username }) => username).sort()
  expect(await see(undefined)).toEqual(names(open, blocking, blocked, elsewhere))
  expect(await see(undefined, 'NL')).toEqual(names(open, blocking, blocked))
  expect(await see(fan)).toEqual(names(open, elsewhere))
  expect(await see(fan, 'NL')).toEqual(names(open))
  expect(await see(elsewhere, 'NL')).toEqual(names(open, blocking, blocked, elsewhere))
  expect(await see(await buildAdmin(server.ctx), 'NL')).toEqual(names(open, blocking, blocked, elsewhere))
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${open.id}`.execute(server.ctx.db)
  expect(await see(fan, 'NL')).toEqual([])
})

test('what a profile hides is neither a filter, nor a count, nor on the card', async () => {
  const category = topic()
  const who = await buildPerformer(server.ctx, { country: 'PT' })
  await set(who, { categories: [category], city: 'Porto', languages: ['pt'], hair_color: 'red' })
  expect((await counts(`category=${category}`)).values['age']).toBeUndefined()
  const values = {
    gender: { female: 1 },
    country: { PT: 1 },
    city: { Porto: 1 },
    language: { pt: 1 },
    hairColor: { red: 1 },
  }
  expect((await counts(`category=${category}`)).values).toMatchObject(values)
  const hide = { hiddenFields: ['age', 'country', 'city', 'languages', 'hairColor', 'gender'] }
  expect((await asks(who).put('/performers/me', hide)).status).toBe(200)
  expect(Object.keys((await counts(`category=${category}`)).values)).toEqual(['category'])
  for (const filter of ['country=PT', 'city=Porto', 'language=pt', 'hairColor=red', 'gender=female', 'age=29_31'])
    expect((await find(`category=${category}&${filter}`)).names, filter).toEqual([])
  expect((await find(`category=${category}`)).data[0]).toMatchObject({ username: who.username, country: null })
})

test('adult creators are neither listed nor counted for viewers without age assurance', async () => {
  const category = topic()
  const [open, adult] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  for (const who of [open, adult]) await set(who, { categories: [category], is_adult: who === adult })
  await server.ctx.settings.set(server.ctx.db, 'ageRule', 'self_declared', null)
  const [list, count] = [await find(`category=${category}`), await counts(`category=${category}`)]
  expect([list.names, list.total, count.total]).toEqual([[open.username], 1, 1])
  expect((await find(`category=${category}`, adult)).total).toBe(2)
  await server.ctx.settings.set(server.ctx.db, 'ageRule', 'off', null)
  expect((await find(`category=${category}`)).total).toBe(2)
})

test('two concurrent changes of a creator are both stored', async () => {
  const category = topic()
  const who = await buildPerformer(server.ctx, { country: 'DE' })
  await set(who, { categories: [category] })
  for (let round = 0; round < 5; round++)
    await Promise.all([
      set(who, { hair_color: round % 2 ? 'red' : 'blue' }),
      sql`UPDATE accounts SET country = ${round % 2 ? 'JP' : 'SE'} WHERE id = ${who.id}`.execute(server.ctx.db),
      asks(who).put('/performers/me', { tagline: `Round ${round}` }),
    ])
  const { values } = await counts(`category=${category}`)
  expect(values).toMatchObject({ hairColor: { blue: 1 }, country: { SE: 1 } })
})

test('search ignores accents, width, kana variants and typing errors, and the reason names the match', async () => {
  const [latin, kana] = [
    await buildPerformer(server.ctx, { name: 'Zoë Brånström' }),
    await buildPerformer(server.ctx, { name: '陶芸家の花子' }),
  ]
  await set(kana, { tagline: '東京で器を焼いています' })
  const first = async (q: string) => {
    const { data } = await find(`sortBy=relevance&q=${encodeURIComponent(q)}`)
    return data[0] && [data[0].username, data[0].why?.code]
  }
  expect(await first('zoe branstrom')).toEqual([latin.username, 'name_match'])
  expect(await first('ｚｏｅ')).toEqual([latin.username, 'name_match'])
  expect(await first('zoe branstrum')).toEqual([latin.username, 'near_match'])
  expect(await first('花子')).toEqual([kana.username, 'name_match'])
  expect(await first('東京')).toEqual([kana.username, 'text_match'])
  expect(await first('器')).toEqual([kana.username, 'text_match'])
  expect(await first('大阪')).toBeUndefined()
})

test('typing errors find creators and posts', async () => {
  const [potter, teacher, glazier] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
  ]
  await set(potter, { tagline: 'Ceramics and pottery' })
  await set(teacher, { tagline: 'Morning yoga' })
  await set(glazier, { tagline: 'Bottle by bottle' })
  const post = await buildFeed(server.ctx, glazier, { title: 'Terracotta chimneys' })
  for (const [typed, who] of [
    ['cermics', potter],
    ['ceramcis', potter],
    ['potery', potter],
    ['yga', teacher],
    ['botle', glazier],
    ['mornign yoga', teacher],
  ] as const) {
    expect((await find(`q=${typed}&sortBy=relevance`)).data[0]?.username, typed).toBe(who.username)
    expect((await counts(`q=${typed}`)).total, typed).toBeGreaterThan(0)
    const { body } = await asks().get(`/search/suggestions?q=${typed}`)
    expect(
      body.data.performers.map((card: Card) => card._id),
      typed,
    ).toContain(who.id)
  }
  const { body } = await asks().get('/search/feeds?q=teracota chimnies')
  expect(body.data.map((item: { _id: string }) => item._id)).toEqual([post])
  expect((await find('q=zzqqxx')).names).toEqual([])
  // A term that is no longer used anywhere is not suggested as a correction.
  const terms = async () =>
    (await sql<{ term: string }>`SELECT term FROM search_terms`.execute(server.ctx.db)).rows.map(({ term }) => term)
  expect(await terms()).toEqual(expect.arrayContaining(['ceramics', 'yoga', 'chimneys']))
  await set(teacher, { tagline: 'Evening walks' })
  // Two rows a statement: several batches are read, and several removed.
  await refreshSearchTerms(server.ctx, 2)
  expect(await terms()).not.toContain('yoga')
  expect(await terms()).toEqual(expect.arrayContaining(['ceramics', 'evening', 'chimneys']))
})

test('a word is found by its beginning, and by its middle if few begin so', async () => {
  const [begins, middle] = [
    await buildPerformer(server.ctx, { name: 'Quillwright Ana' }),
    await buildPerformer(server.ctx, { name: 'Oldquillwright Bea' }),
  ]
  const names = async (q: string) =>
    (await find(`sortBy=relevance&q=${encodeURIComponent(q)}`)).data.map((item) => item.username)
  expect(await names('ana quillw')).toEqual([begins.username])
  expect(await names('quillwr')).toEqual([begins.username, middle.username])
  for (let n = 0; n < 21; n++) await set(await buildPerformer(server.ctx), { tagline: `Tidewater ${n}` })
  const inside = await buildPerformer(server.ctx, { name: 'Lowtidewater' })
  expect((await find('q=tidewat&pageSize=100')).total).toBe(21)
  expect((await find('q=lowtide')).names).toEqual([inside.username])
  // Characters with a meaning in query syntax are treated as ordinary characters of the typed text.
  for (const q of ['a & b', "o'neil:*", '!(', '&', '\\', ':*', "'", 'ana |'])
    expect((await asks().get(`/performers/user/search?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
})

test('by relevance the best match is first in either direction; other orders are reversed', async () => {
  const [exact, near, far] = [
    await buildPerformer(server.ctx, { name: 'Verdigris' }),
    await buildPerformer(server.ctx, { name: 'Verdigris Works' }),
    await buildPerformer(server.ctx),
  ]
  await set(far, { tagline: 'Paints in verdigris' })
  await sql`UPDATE performer_listings SET followers = 1000, score = 9 WHERE performer_id = ${far.id}`.execute(
    server.ctx.db,
  )
  await sql`UPDATE performer_listings SET score = 2 WHERE performer_id = ${exact.id}`.execute(server.ctx.db)
  await sql`UPDATE performer_listings SET score = 1 WHERE performer_id = ${near.id}`.execute(server.ctx.db)
  const order = async (query: string) => (await find(`q=verdigris&${query}`)).data.map((item) => item.username)
  const best = [exact, near, far].map(({ username }) => username)
  expect(await order('sortBy=relevance')).toEqual(best)
  expect(await order('sortBy=relevance&sort=asc')).toEqual(best)
  expect((await order('sortBy=followers'))[0]).toBe(far.username)
  expect((await order('sortBy=followers&sort=asc')).at(-1)).toBe(far.username)
})

test('a random order lists every creator once across pages, without hidden ones', async () => {
  const fan = await buildUser(server.ctx)
  const hidden = await buildPerformer(server.ctx)
  await asks(fan).post('/block/users', { userId: hidden.id })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body, status, text } = await asks(fan).get(
      `/performers/search/random?pageSize=3${cursor ? `&cursor=${cursor}` : ''}`,
    )
    expect(status, text).toBe(200)
    seen.push(...body.data.map((item: Card) => item.username))
    expect(body.data.every((item: Card) => item.why?.code === 'chance')).toBe(true)
    cursor = body.nextCursor
  } while (cursor)
  const { total } = await find('', fan)
  for (const size of [1, 3, 100])
    expect((await asks(fan).get(`/performers/search/random?pageSize=${size}`)).body.total).toBe(total)
  expect(seen).toHaveLength(total)
  expect(new Set(seen).size).toBe(total)
  expect(seen).not.toContain(hidden.username)
  for (const wrong of ['x', Buffer.from('["1","2"]').toString('base64url')])
    expect((await asks().get(`/performers/search/random?cursor=${wrong}`)).status).toBe(400)
})

test('top is ranked by recent activity in a scheduled job, and has a reason', async () => {
  const category = topic()
  const many = []
  for (let n = 0; n < 5; n++) many.push(await buildPerformer(server.ctx))
  for (const who of many) await set(who, { categories: [category], followers: 10 })
  await sql`UPDATE performers SET created_at = app_now() - interval '90 days' WHERE account_id = ANY(${many.map(({ id }) => id)})`.execute(
    server.ctx.db,
  )
  await sql`UPDATE verifications SET decided_at = app_now() - interval '60 days' WHERE performer_id = ANY(${many.map(({ id }) => id)})`.execute(
    server.ctx.db,
  )
  for (const who of many) await sql`SELECT refresh_listing(${who.id}::uuid)`.execute(server.ctx.db)
  const [star, rising, quiet] = many as [Built, Built, Built]
  for (let n = 0; n < 4; n++) await asks(await buildUser(server.ctx)).post(`/follows/${star.id}`)
  await asks(await buildUser(server.ctx)).post(`/follows/${rising.id}`)
  await rollUpCounters(server.ctx)
  await rankPerformers(server.ctx)
  const { data } = await find(`category=${category}&sortBy=trending`)
  expect(data.slice(0, 2).map((item) => [item.username, item.why])).toEqual([
    [star.username, { code: 'popular_in', name: null, category }],
    [rising.username, { code: 'popular_in', name: null, category }],
  ])
  expect(data.find((item) => item.username === quiet.username)?.why?.code).toBe('most_followed')
  const top = (await asks().get('/performers/top?pageSize=1')).body.data as Card[]
  expect(top[0]?.username).toBe(star.username)
  // Who stops following takes it back.
  const before = data.length
  await sql`UPDATE performer_days SET day = day - 40 WHERE performer_id = ${star.id}`.execute(server.ctx.db)
  await rankPerformers(server.ctx)
  const later = await find(`category=${category}&sortBy=trending`)
  expect(later.data).toHaveLength(before)
  expect(later.data[0]?.username).toBe(rising.username)
})

test('a suggestion names only a creator whom the reader follows, and requires three other followers', async () => {
  const [known, near, far] = [
    await buildPerformer(server.ctx, { name: 'Known One' }),
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
  ]
  const fan = await buildUser(server.ctx)
  await asks(fan).post(`/follows/${known.id}`)
  const suggest = async () =>
    ((await asks(fan).get('/performers/search/suggested?pageSize=100')).body.data as Card[]).map((item) => [
      item.username,
      item.why,
    ])
  for (let n = 0; n < 3; n++) {
    const other = await buildUser(server.ctx)
    await asks(other).post(`/follows/${known.id}`)
    await asks(other).post(`/follows/${near.id}`)
    if (n < 2) await asks(other).post(`/follows/${far.id}`)
  }
  const found = await suggest()
  expect(found[0]).toEqual([near.username, { code: 'popular_with_followers', name: 'Known One', category: null }])
  expect(found.find(([name]) => name === far.username)?.[1]).not.toMatchObject({ name: 'Known One' })
  expect(found.some(([name]) => name === known.username)).toBe(false)
  // A creator who blocked the reader is no longer named.
  await asks(known).post('/block/users', { userId: fan.id })
  expect(JSON.stringify(await suggest())).not.toContain('Known One')
  expect((await asks().get('/performers/search/suggested')).status).toBe(401)
})

test('cached suggestions reflect later changes', async () => {
  const [known, another, near, next] = [
    await buildPerformer(server.ctx, { name: 'Known Two' }),
    await buildPerformer(server.ctx, { name: 'Another Two' }),
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
  ]
  for (let n = 0; n < 4; n++) await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  await asks(fan).post(`/follows/${known.id}`)
  for (let n = 0; n < 4; n++) {
    const other = await buildUser(server.ctx)
    for (const performer of n < 3 ? [known, near, next, another] : [known, near])
      await asks(other).post(`/follows/${performer.id}`)
  }
  const suggest = async () => (await asks(fan).get('/performers/search/suggested?pageSize=3')).body.data as Card[]
  const names = async () => (await suggest()).map((entry) => entry.username)
  const found = await names()
  expect(found[0]).toBe(near.username)
  expect(found).toHaveLength(3)
  expect(await names()).toEqual(found)
  // A creator who blocks the reader disappears at once, and another one takes the position.
  await asks(near).post('/block/users', { userId: fan.id })
  expect(await names()).not.toContain(near.username)
  expect(await names()).toHaveLength(3)
  // A reason never names a creator whom the reader has unfollowed.
  expect(JSON.stringify(await suggest())).toContain('Known Two')
  await asks(fan).delete(`/follows/${known.id}`)
  expect(JSON.stringify(await suggest())).not.toContain('Known Two')
  expect(await names()).toHaveLength(3)
  // A creator whom the reader now follows is no longer suggested.
  const [first] = await suggest()
  await asks(fan).post(`/follows/${first?._id}`)
  expect(await names()).not.toContain(first?.username)
  // Nor is one whom the reader subscribes to.
  const [second] = await suggest()
  await sql`INSERT INTO subscriptions (fan_id, performer_id, type, status, current_period_end, access_until)
    VALUES (${fan.id}, ${second?._id}, 'free', 'active', app_now() + interval '1 month', app_now() + interval '1 month')`.execute(
    server.ctx.db,
  )
  expect(await names()).not.toContain(second?.username)
})
