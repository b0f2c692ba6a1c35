import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildFollow, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildGallery } from '../../content/galleries/testing.ts'
import { buildAccess, buildFeed } from '../../content/posts/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const makeList = async (creator: Built, name: string) =>
  (await as(creator).post('/performer/fan-lists', { name })).body.data._id as string
const add = (creator: Built, list: string, fan: Built) =>
  as(creator).post(`/performer/fan-lists/${list}/members`, { username: fan.username })
const follower = async (creator: Built) => {
  const fan = await buildUser(server.ctx)
  await buildFollow(server.ctx, fan, creator)
  return fan
}
const toList = (...listIds: string[]) => ({ type: 'list', listIds }) as const

test('a post for a list opens to those on it, is locked to others, and never says which list it is for', async () => {
  const creator = await buildPerformer(server.ctx)
  const [friend, other] = [await follower(creator), await follower(creator)]
  const list = await makeList(creator, 'Canarybird friends')
  expect((await add(creator, list, friend)).body.data).toMatchObject({ username: friend.username })
  const saved = await as(creator).post('/performer/feeds', { type: 'text', text: 'Just for you.', gate: toList(list) })
  expect(saved.body.data).toMatchObject({ status: 'published', gate: { type: 'list', listIds: [list] } })
  const path = `/user/feeds/${saved.body.data._id}`

  expect((await as(friend).get(path)).body.data).toMatchObject({ text: 'Just for you.', locked: null })
  const locked = await as(other).get(path)
  expect(locked.body.data).toMatchObject({
    text: '',
    can: { view: false, unlock: false },
    locked: { reason: 'list', price: null },
  })
  expect(locked.text).not.toMatch(new RegExp(`${list}|Canarybird`))
  expect((await api(server).get(path)).body.data.locked).toMatchObject({ reason: 'sign-in' })
  expect((await as(other).post('/comments', { feedId: saved.body.data._id, text: 'Hello.' })).body.code).toBe(
    'NOT_ON_LIST',
  )
  // The lists of posts, which read the same relations another way.
  const listed = async (who: Built) =>
    (await as(who).get(`/user/feeds/search/${creator.username}`)).body.data.map((post: { text: string }) => post.text)
  expect(await listed(friend)).toEqual(['Just for you.'])
  expect(await listed(other)).toEqual([''])

  // Following and subscribing open nothing; leaving the list closes at once.
  await buildAccess(server.ctx, other, creator)
  expect((await as(other).get(path)).body.data.locked).toMatchObject({ reason: 'list' })
  expect((await as(creator).delete(`/performer/fan-lists/${list}/members/${friend.id}`)).status).toBe(200)
  expect((await as(friend).get(path)).body.data.locked).toMatchObject({ reason: 'list' })
  expect(await listed(friend)).toEqual([''])
})

test('one of several lists is enough, and photos of a gallery follow its lists', async () => {
  const creator = await buildPerformer(server.ctx)
  const friend = await follower(creator)
  const [first, second] = [await makeList(creator, 'One'), await makeList(creator, 'Two')]
  await add(creator, second, friend)
  const { id } = await buildGallery(server.ctx, creator)
  const saved = await as(creator).put(`/performer/performer-assets/galleries/${id}`, { gate: toList(first, second) })
  expect(saved.status).toBe(200)
  expect((await as(friend).get(`/performer-assets/galleries/${id}`)).body.data.locked).toBeNull()
  const stranger = await buildUser(server.ctx)
  expect((await as(stranger).get(`/performer-assets/galleries/${id}`)).body.data.locked.reason).toBe('list')
  // What was not sent stays as it is.
  const again = await as(creator).put(`/performer/performer-assets/galleries/${id}`, { title: 'Kiln' })
  expect(again.body.data.gate.listIds).toEqual([first, second])
})

test('a gate takes one’s own lists alone, and one at least', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const theirs = await makeList(other, 'Theirs')
  const save = (gate: object) => as(creator).post('/performer/feeds', { type: 'text', text: 'x', gate })
  expect((await save(toList(theirs))).status).toBe(404)
  expect((await save({ type: 'list' })).body.errors).toMatchObject([{ path: 'gate.listIds', code: 'LISTS_MISSING' }])
  expect((await save({ type: 'list', listIds: [] })).status).toBe(422)
  for (const [method, path, body] of [
    ['PUT', '', { name: 'Mine' }],
    ['DELETE', '', undefined],
    ['GET', '/members', undefined],
    ['POST', '/members', { username: other.username }],
  ] as const) {
    const reply = await as(creator).call(method, `/performer/fan-lists/${theirs}${path}`, body ? { body } : {})
    expect(reply.status).toBe(404)
  }
})

test('followers and subscribers are found and added once; others are refused, and a block takes them off', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan, stranger] = [await follower(creator), await buildUser(server.ctx)]
  const subscriber = await buildUser(server.ctx)
  await buildAccess(server.ctx, subscriber, creator)
  const list = await makeList(creator, 'Friends')
  const found = await as(creator).get(`/performer/fan-list-candidates?q=${fan.username.slice(0, 30)}`)
  expect(found.body.data).toMatchObject([{ _id: fan.id, username: fan.username }])
  expect((await as(creator).get(`/performer/fan-list-candidates?q=${stranger.username}`)).body.data).toEqual([])
  expect((await add(creator, list, stranger)).body).toMatchObject({ code: 'NOT_A_FAN' })
  const replies = await Promise.all([add(creator, list, fan), add(creator, list, fan), add(creator, list, subscriber)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const members = async () => (await as(creator).get(`/performer/fan-lists/${list}/members`)).body
  expect((await members()).total).toBe(2)
  const paged = (await as(creator).get(`/performer/fan-lists/${list}/members?pageSize=1`)).body
  expect(paged.data).toHaveLength(1)
  const next = (await as(creator).get(`/performer/fan-lists/${list}/members?pageSize=1&cursor=${paged.nextCursor}`))
    .body
  expect(next.data[0]._id).not.toBe(paged.data[0]._id)
  await as(fan).post('/block/users', { userId: creator.id })
  expect((await members()).data.map((member: { _id: string }) => member._id)).toEqual([subscriber.id])
})

test('a list that an item is for is not deleted, and there are a hundred at most', async () => {
  const creator = await buildPerformer(server.ctx)
  const list = await makeList(creator, 'Friends')
  const item = await buildFeed(server.ctx, creator, { gate: { type: 'list', listIds: [list] } })
  expect((await as(creator).delete(`/performer/fan-lists/${list}`)).body.code).toBe('LIST_IN_USE')
  await as(creator).put(`/performer/feeds/${item}`, { gate: { type: 'public' } })
  expect((await as(creator).delete(`/performer/fan-lists/${list}`)).status).toBe(200)
  await sql`INSERT INTO fan_lists (performer_id, name) SELECT ${creator.id}, 'List ' || n FROM generate_series(1, 99) n`.execute(
    server.ctx.db,
  )
  const make = () => as(creator).post('/performer/fan-lists', { name: 'One more' })
  const replies = await Promise.all([make(), make(), make()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const counted = await row(
    server.ctx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM fan_lists WHERE performer_id = ${creator.id}`,
  )
  expect(counted!.n).toBe(100)
})

test('a list holds ten thousand at most', async () => {
  const creator = await buildPerformer(server.ctx)
  const list = await makeList(creator, 'Friends')
  await sql`WITH made AS (INSERT INTO accounts (role, name, status) SELECT 'user', '', 'closed' FROM generate_series(1, 9999) RETURNING id)
    INSERT INTO fan_list_members (list_id, account_id) SELECT ${list}, id FROM made`.execute(server.ctx.db)
  const fans = await Promise.all([follower(creator), follower(creator)])
  const replies = await Promise.all(fans.map((fan) => add(creator, list, fan)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
})
