import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { api } from '../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../testing/builders.ts'
import { countryByHeader } from '../../testing/country.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildFeed } from '../content/posts/testing.ts'
import { rankPerformers } from '../people/performers/ranking.ts'

// Every list that shows a creator's name or image, requested by readers from whom a block, a country or their age hides the creator.

countryByHeader()
let server: TestServer
let host: Built
let post: string
let thread: string
const from = (country: string) => ({ headers: { 'x-test-country': country } })
const as = (who: Built) => api(server).as(who)

/** The ways in which a creator is hidden from a reader. Those between two accounts depend on who the reader is. */
const ways = {
  'blocks the reader’s country': (creator: Built) => as(creator).post('/block/countries', { countries: ['DE'] }),
  'is for adults': async (creator: Built) =>
    expect((await as(creator).put('/performers/me', { isAdult: true })).status).toBe(200),
  'blocked the reader': (creator: Built, reader: Built) => as(creator).post('/block/users', { userId: reader.id }),
  'is blocked by the reader': (creator: Built, reader: Built) =>
    as(reader).post('/block/users', { userId: creator.id }),
}
type Way = keyof typeof ways
const word = 'Quillwick'

interface World {
  creator: Built
  /** A reader from whom the creator is hidden, and who followed and bookmarked them before. */
  reader: Built
  /** A reader with the same follows and bookmarks from whom the creator is not hidden. */
  other: Built
  /** An account that the creator follows and that is hidden from the creator as well. */
  followed: Built
}
async function build(way: Way): Promise<World> {
  const creator = await buildPerformer(server.ctx, { name: `${word} ${way}` })
  const own = await buildFeed(server.ctx, creator, { title: `${word} title` })
  const [reader, other] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const followed = await buildPerformer(server.ctx)
  for (const account of [reader, other]) {
    await as(account).post(`/follows/${creator.id}`)
    await as(account).post('/reactions', { action: 'bookmark', objectType: 'performer', objectId: creator.id })
    await as(account).post('/reactions', { action: 'bookmark', objectType: 'feed', objectId: own })
    expect((await as(account).post('/user/not-interested', { type: 'feed', id: own })).status).toBe(200)
  }
  for (const performer of [followed, host]) await as(creator).post(`/follows/${performer.id}`)
  expect((await as(creator).post('/comments', { itemId: post, text: 'A fine piece.' })).status).toBe(200)
  expect((await as(creator).post('/comments', { itemId: post, parentId: thread, text: 'It is.' })).status).toBe(200)
  // The age check does not apply to creators: the lists tested are those of a fan, or of a viewer without age assurance.
  await ways[way](creator, reader)
  await rankPerformers(server.ctx)
  return { creator, reader, other, followed }
}

beforeAll(async () => {
  server = await startTestServer()
  await server.ctx.settings.set(server.ctx.db, 'ageRule', 'self_declared', null)
  await server.ctx.settings.set(server.ctx.db, 'ageOffCountries', ['FR'], null)
  host = await buildPerformer(server.ctx)
  post = await buildFeed(server.ctx, host)
  const fan = await buildUser(server.ctx)
  thread = (await as(fan).post('/comments', { itemId: post, text: 'What do you think?' })).body.data._id
})
afterAll(() => server.stop())

const lists: [name: string, path: () => string, signedIn: boolean][] = [
  ['comments', () => `/comments?itemId=${post}&pageSize=100`, false],
  ['replies', () => `/comments?itemId=${post}&parentId=${thread}&pageSize=100`, false],
  ['search of creators', () => `/performers/user/search?q=${word}&pageSize=100`, false],
  ['list of creators', () => '/performers/user/search?pageSize=100', false],
  ['top', () => '/performers/top?pageSize=50', false],
  ['random', () => '/performers/search/random?pageSize=50', false],
  ['search suggestions', () => `/search/suggestions?q=${word}`, false],
  ['search of posts', () => `/search/feeds?q=${word}&pageSize=100`, false],
  ['followed creators', () => '/follows/following?pageSize=100', true],
  ['home', () => '/user/feeds?pageSize=100', true],
  ['bookmarked creators', () => '/reactions/performers/bookmark?pageSize=100', true],
  ['bookmarked posts', () => '/reactions/feeds/bookmark?pageSize=100', true],
  ['not interested', () => '/user/not-interested?pageSize=100', true],
  ['newest posts', () => '/user/feeds?discover=true&pageSize=100', false],
]

describe.each(Object.keys(ways) as Way[])('a creator who %s', (way) => {
  let world: World
  beforeAll(async () => {
    world = await build(way)
  })
  const between = way.includes('reader') && !way.includes('country')

  test.each(lists)('is not listed in: %s', async (name, path, signedIn) => {
    const { creator, reader, other } = world
    // This list leaves out whom one follows, and what one is not interested in.
    if (name === 'newest posts')
      await sql`WITH gone AS (DELETE FROM not_interested WHERE performer_id = ${creator.id})
        DELETE FROM follows WHERE performer_id = ${creator.id}`.execute(server.ctx.db)
    const names = async (who: Built | undefined, country: string) => {
      const reply = await (who ? as(who) : api(server)).get(path(), from(country))
      expect(reply.status, reply.text).toBe(200)
      return reply.text.includes(creator.username)
    }
    expect(await names(reader, 'DE')).toBe(false)
    // Readers without the restriction see them: the other account, or a country where age assurance is not required.
    expect(await names(other, between ? 'DE' : 'FR')).toBe(true)
    if (signedIn) return
    expect(await names(undefined, 'DE')).toBe(between)
    expect(await names(undefined, 'FR')).toBe(true)
  })

  test('is neither listed nor counted among the followers of an account hidden from them', async () => {
    const { creator, followed } = world
    if (between) {
      await (way === 'blocked the reader' ? as(creator) : as(followed)).post('/block/users', {
        userId: way === 'blocked the reader' ? followed.id : creator.id,
      })
    }
    // Creators whose documents were reviewed count as adults.
    const isHidden = way !== 'is for adults'
    const reply = await as(followed).get('/follows/followers', from('DE'))
    expect(reply.text.includes(creator.username)).toBe(!isHidden)
    expect(reply.body.total).toBe(isHidden ? 0 : 1)
    expect((await as(host).get('/follows/followers', from('FR'))).text).toContain(creator.username)
  })

  test('gets no replies or likes from readers from whom they are hidden, and is not counted for them', async () => {
    const { creator, reader, other } = world
    const { rows } = await sql<{
      id: string
    }>`SELECT id FROM comments WHERE author_id = ${creator.id} AND parent_id IS NULL`.execute(server.ctx.db)
    const { id } = rows[0]!
    const like = { action: 'like', objectType: 'comment', objectId: id }
    expect((await as(reader).post('/reactions', like, from('DE'))).status).toBe(404)
    expect((await as(other).post('/reactions', like, from('FR'))).status).toBe(200)
    const answer = { itemId: post, parentId: id, text: 'Indeed.' }
    expect((await as(other).post('/comments', answer, from('FR'))).status).toBe(200)
    const refused = await as(reader).post('/comments', answer, from('DE'))
    expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND'])
    const under = (who: Built, country: string) => as(who).get(`/comments?itemId=${post}&parentId=${id}`, from(country))
    expect((await under(other, 'FR')).body).toMatchObject({ total: 1, data: [{ text: 'Indeed.' }] })
    expect((await under(reader, 'DE')).body).toMatchObject({ total: 0, data: [] })
    const seen = async (who: Built, country: string) =>
      (await as(who).get(`/comments?itemId=${post}&pageSize=100`, from(country))).body
    const [whole, part] = [await seen(creator, 'DE'), await seen(reader, 'DE')]
    expect(part.total).toBe(part.data.length)
    expect(part.total).toBeLessThan(whole.total)
    const replies = (body: { data: { _id: string; replies: number }[] }) =>
      body.data.find((item) => item._id === thread)!.replies
    expect(replies(part)).toBeLessThan(replies(whole))
  })

  test('can always read their own comments', async () => {
    expect((await as(world.creator).get(`/comments?itemId=${post}&pageSize=100`, from('DE'))).text).toContain(
      world.creator.username,
    )
  })
})
