import { rankPerformers } from './ranking.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { rollUpCounters } from '../../content/counters/roll-up.ts'
import { buildAccess, buildFeed, buildFreePlan, uniqueWord } from '../../content/posts/testing.ts'

// spec: follow.no-doubles, me.avatar-default, table.query

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
const asks = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
const names = (answer: { body: { data: { username: string }[] } }) => answer.body.data.map((item) => item.username)

test('a profile is found by id, username and former username, and contains its current address', async () => {
  const performer = await buildPerformer(server.ctx, { name: 'Ines Valloy' })
  const former = `old_${uniqueWord()}`
  await sql`INSERT INTO former_usernames (username, account_id) VALUES (${former}, ${performer.id})`.execute(
    server.ctx.db,
  )
  for (const name of [performer.id, performer.username, former, performer.username.toUpperCase()]) {
    const { status, body, text } = await asks().get(`/performers/${name}`)
    expect(status, text).toBe(200)
    expect(body.data).toMatchObject({
      _id: performer.id,
      name: 'Ines Valloy',
      canonicalUsername: performer.username,
      isVerified: true,
      avatar: '/no-avatar.svg',
    })
  }
  const text = (await asks().get(`/performers/${performer.id}`)).text
  for (const secret of [performer.email, '1995-05-05', 'Legal Name']) expect(text).not.toContain(secret)
})

test('unapproved and suspended creators, fans and unknown names have no profile', async () => {
  const waiting = await buildPerformer(server.ctx, { approved: false })
  const suspended = await buildPerformer(server.ctx, { status: 'suspended' })
  const fan = await buildUser(server.ctx)
  for (const name of [
    waiting.username,
    suspended.username,
    fan.username,
    fan.id,
    'no.such.name',
    '00000000-0000-7000-8000-000000000000',
  ]) {
    const { status, body } = await asks(fan).get(`/performers/${name}`)
    expect([status, body.code]).toEqual([404, 'PERFORMER_NOT_FOUND'])
  }
  expect((await asks(waiting).get(`/performers/${waiting.username}`)).status).toBe(200)
})

test('a profile says what this viewer may do', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  await sql`INSERT INTO plans (performer_id, name, type, months, price, discount_pct) VALUES (${performer.id}, 'Front Row', 'monthly', 1, 795, 0)`.execute(
    server.ctx.db,
  )
  await sql`UPDATE performers SET who_may_write = 'subscribers' WHERE account_id = ${performer.id}`.execute(
    server.ctx.db,
  )
  const see = async (who?: { token: string }) => (await asks(who).get(`/performers/${performer.username}`)).body.data
  expect((await see()).can).toEqual({ follow: false, subscribe: false, tip: false, message: false })
  expect((await see(performer)).can).toEqual({ follow: false, subscribe: false, tip: false, message: false })
  const before = await see(fan)
  expect(before).toMatchObject({
    can: { follow: true, subscribe: true, tip: true, message: false },
    subscription: null,
    isFollowed: false,
    isFree: false,
  })
  expect(before.plans).toMatchObject([
    { name: 'Front Row', type: 'monthly', months: 1, price: 7.95, tokens: 79.5, discountPct: 0 },
  ])
  await buildAccess(server.ctx, fan, performer)
  await asks(fan).post(`/follows/${performer.id}`)
  const after = await see(fan)
  expect(after).toMatchObject({
    isFollowed: true,
    can: { subscribe: false, message: true },
    subscription: { status: 'active', cancelAtPeriodEnd: false },
  })
  expect(Date.parse(after.subscription.accessUntil)).toBeGreaterThan(Date.now())
})

test('the list is found by part of a name, by nearly a name, and by filters', async () => {
  const word = uniqueWord()
  const first = await buildPerformer(server.ctx, { name: `Marisol ${word}`, country: 'CL' })
  const two = await buildPerformer(server.ctx, { name: `Tove ${word}`, country: 'SE' })
  await sql`UPDATE performers SET tagline = ${`tape loops ${word}x`}, gender = 'male' WHERE account_id = ${two.id}`.execute(
    server.ctx.db,
  )
  await buildFreePlan(server.ctx, two)
  await buildPerformer(server.ctx, { name: `Hidden ${word}`, approved: false })
  const find = async (query: string) => names(await asks().get(`/performers/user/search?q=${word}${query}`)).sort()
  expect(await find('')).toEqual([first.username, two.username].sort())
  expect(await find('&country=SE')).toEqual([two.username])
  expect(await find('&gender=male')).toEqual([two.username])
  expect(await find('&isFree=true')).toEqual([two.username])
  expect(await find('&isFree=false')).toEqual([first.username])
  expect(names(await asks().get(`/performers/user/search?q=${encodeURIComponent(`loops ${word}`)}`))).toContain(
    two.username,
  )
  expect(names(await asks().get(`/performers/user/search?q=${encodeURIComponent(`Marisal ${word}`)}`))).toContain(
    first.username,
  )
  expect(names(await asks().get('/performers/user/search?q=%25'))).toEqual([])
  expect((await asks().get('/performers/user/search?sortBy=balance')).status).toBe(400)
  expect((await asks().get('/performers/user/search?current=100000')).body.data).toEqual([])
})

test('a typing error is corrected beside a term that the parser splits', async () => {
  const { username } = await buildPerformer(server.ctx, { name: 'Marisol 00003e3b9e' })
  expect(names(await asks().get('/performers/user/search?q=Marisal%2000003e3b9e'))).toEqual([username])
})

test('the list is sorted and paged the same way each time', async () => {
  const word = uniqueWord()
  const made = []
  for (const [name, followers] of [
    ['Ada', 5],
    ['Cleo', 1],
    ['Bo', 9],
  ] as const) {
    const performer = await buildPerformer(server.ctx, { name: `${name} ${word}` })
    await sql`UPDATE performers SET followers = ${followers} WHERE account_id = ${performer.id}`.execute(server.ctx.db)
    made.push(performer.username)
  }
  const [ada, cleo, bo] = made
  await rankPerformers(server.ctx)
  const find = async (query: string) => names(await asks().get(`/performers/user/search?q=${word}&${query}`))
  expect(await find('sortBy=name')).toEqual([ada, bo, cleo])
  expect(await find('sortBy=followers')).toEqual([bo, ada, cleo])
  expect(await find('sortBy=followers&sort=asc')).toEqual([cleo, ada, bo])
  expect(await find('sortBy=updatedAt')).toEqual([bo, cleo, ada].map((entry) => entry))
  expect([...(await find('sortBy=name&pageSize=2')), ...(await find('sortBy=name&pageSize=2&current=2'))]).toEqual([
    ada,
    bo,
    cleo,
  ])
  expect((await asks().get(`/performers/user/search?q=${word}&pageSize=1`)).body.total).toBe(3)
  expect(names(await asks().get('/performers/top?pageSize=1'))).toEqual([bo])
  expect((await asks().get('/performers/search/random?pageSize=3')).body.data).toHaveLength(3)
})

test('a blocked viewer can’t find the creator by address, in lists or among bookmarks', async () => {
  const word = uniqueWord()
  const performer = await buildPerformer(server.ctx, { name: `Wall ${word}` })
  const fan = await buildUser(server.ctx)
  await asks(fan).post(`/follows/${performer.id}`)
  await asks(fan).post('/reactions', { action: 'bookmark', objectType: 'performer', objectId: performer.id })
  expect(names(await asks(fan).get('/reactions/performers/bookmark'))).toEqual([performer.username])
  await asks(performer).post('/block/users', { userId: fan.id, reason: 'rude' })
  expect((await asks(fan).get(`/performers/${performer.username}`)).status).toBe(404)
  for (const path of [
    `/performers/user/search?q=${word}`,
    '/performers/top?pageSize=100',
    '/performers/search/random?pageSize=100',
    '/reactions/performers/bookmark',
    '/follows/following',
  ])
    expect((await asks(fan).get(path)).text, path).not.toContain(performer.id)
  expect((await asks(fan).get(`/users/view/${performer.id}`)).status).toBe(404)
  expect((await asks(performer).get(`/users/view/${fan.id}`)).status).toBe(404)
  // An anonymous visitor is not signed in and still sees the public page.
  expect((await asks().get(`/performers/${performer.username}`)).status).toBe(200)
})

test('creators find people by name, and get only their name and image', async () => {
  const word = uniqueWord()
  const fan = await buildUser(server.ctx, { name: `Jamie ${word}` })
  const admin = await buildAdmin(server.ctx, { name: `Mara ${word}` })
  const seeker = await buildPerformer(server.ctx)
  const found = await asks(seeker).get(`/users/search?q=${word}`)
  expect(found.body.data).toEqual([
    { _id: fan.id, name: `Jamie ${word}`, username: fan.username, avatar: '/no-avatar.svg', isPerformer: false },
  ])
  expect((await asks(seeker).get(`/users/view/${fan.id}`)).body.data).toEqual(found.body.data[0])
  expect((await asks(seeker).get(`/users/view/${admin.id}`)).status).toBe(404)
  expect((await asks().get(`/users/search?q=${word}`)).status).toBe(401)
  expect((await asks(fan).get(`/users/search?q=${word}`)).status).toBe(403)
  expect((await asks(seeker).get('/users/search?q=a')).status).toBe(422)
})

test('following twice is following once, also concurrently', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  for (let i = 0; i < 60; i++) await buildFeed(server.ctx, performer, { hoursAgo: i })
  const sent = await Promise.all(Array.from({ length: 6 }, () => asks(fan).post(`/follows/${performer.id}`)))
  expect(sent.map((entry) => entry.body.data.isFollowed)).toEqual(Array(6).fill(true))
  await rollUpCounters(server.ctx)
  const count = async () => (await asks().get(`/performers/${performer.id}`)).body.data.counts.followers
  expect(await count()).toBe(1)
  expect((await asks(fan).get('/user/feeds?pageSize=100')).body.data).toHaveLength(50)
  expect((await asks(fan).get('/follows/following')).body).toMatchObject({
    total: 1,
    data: [{ _id: performer.id, isVerified: true }],
  })
  expect((await asks(performer).get('/follows/followers')).body).toMatchObject({ total: 1, data: [{ _id: fan.id }] })
  for (let i = 0; i < 2; i++)
    expect((await asks(fan).delete(`/follows/${performer.id}`)).body.data.isFollowed).toBe(false)
  await Promise.all([rollUpCounters(server.ctx), rollUpCounters(server.ctx)])
  await rollUpCounters(server.ctx)
  expect(await count()).toBe(0)
  expect((await asks(fan).get('/user/feeds')).body.data).toEqual([])
})

test('a subscriber who unfollows keeps the posts they pay for on their home', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  await buildFeed(server.ctx, performer)
  await buildAccess(server.ctx, fan, performer)
  await asks(fan).post(`/follows/${performer.id}`)
  await asks(fan).delete(`/follows/${performer.id}`)
  expect((await asks(fan).get('/user/feeds')).body.data).toHaveLength(1)
})

test('followers and followed are read page by page without a gap', async () => {
  const performer = await buildPerformer(server.ctx)
  const fans = await Promise.all(Array.from({ length: 5 }, () => buildUser(server.ctx)))
  await Promise.all(fans.map((fan) => asks(fan).post(`/follows/${performer.id}`)))
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await asks(performer).get(`/follows/followers?pageSize=2&cursor=${cursor}`)
    seen.push(...body.data.map((item: { _id: string }) => item._id))
    cursor = body.nextCursor
  } while (cursor)
  expect(seen.sort()).toEqual(fans.map((fan) => fan.id).sort())
})

test('following oneself, a fan or an unknown account is refused', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  expect((await asks(performer).post(`/follows/${performer.id}`)).body.code).toBe('NOT_TO_ONESELF')
  for (const id of [(await buildUser(server.ctx)).id, '00000000-0000-7000-8000-000000000000'])
    expect((await asks(fan).post(`/follows/${id}`)).body.code).toBe('PERFORMER_NOT_FOUND')
  expect((await asks(fan).post('/follows/x')).status).toBe(422)
  expect((await asks().post(`/follows/${performer.id}`)).status).toBe(401)
})

test('a block ends follows in both directions, invalidates media addresses, and can be removed', async () => {
  const [first, second] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  await asks(first).post(`/follows/${second.id}`)
  await asks(second).post(`/follows/${first.id}`)
  const epoch = async () =>
    (
      await sql<{ access_epoch: number }>`SELECT access_epoch FROM accounts WHERE id = ${second.id}`.execute(
        server.ctx.db,
      )
    ).rows[0]!.access_epoch
  const before = await epoch()
  for (let i = 0; i < 2; i++)
    expect((await asks(first).post('/block/users', { userId: second.id, reason: 'spam' })).status).toBe(200)
  expect(await epoch()).toBe(before + 1)
  for (const who of [first, second]) expect((await asks(who).get('/follows/following')).body.total).toBe(0)
  expect((await asks(second).post(`/follows/${first.id}`)).status).toBe(404)
  expect((await asks(first).get('/block/users')).body).toMatchObject({
    total: 1,
    data: [{ _id: second.id, reason: 'spam' }],
  })
  expect((await asks(second).get('/block/users')).body.total).toBe(0)
  for (let i = 0; i < 2; i++) expect((await asks(first).delete(`/block/users/${second.id}`)).status).toBe(200)
  expect((await asks(second).get(`/performers/${first.username}`)).status).toBe(200)
  expect((await asks(first).post('/block/users', { userId: first.id })).body.code).toBe('NOT_TO_ONESELF')
  expect((await asks(first).post('/block/users', { userId: (await buildAdmin(server.ctx)).id })).status).toBe(404)
})

test('a list of blocked countries replaces the one before', async () => {
  const performer = await buildPerformer(server.ctx)
  for (const countries of [['DE', 'FR', 'DE'], ['JP']])
    expect((await asks(performer).post('/block/countries', { countries })).status).toBe(200)
  expect((await asks(performer).get('/block/countries')).body.data.countries).toEqual(['JP'])
  await Promise.all(
    [1, 2, 3, 4].map((n) =>
      asks(performer).post('/block/countries', { countries: n % 2 ? ['SE', 'NO'] : ['DK', 'FI'] }),
    ),
  )
  expect((await asks(performer).get('/block/countries')).body.data.countries).toHaveLength(2)
  expect((await asks(performer).post('/block/countries', { countries: ['germany'] })).status).toBe(422)
  expect((await asks(await buildUser(server.ctx)).post('/block/countries', { countries: [] })).status).toBe(403)
  expect((await asks().get('/block/countries/check')).body.data).toEqual({ blocked: false, country: null })
})
