import type { Why } from '@fanlight/contract/why'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildFollow, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFeed } from '../../content/posts/testing.ts'
import { rankPerformers } from '../performers/ranking.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who?: Built) => (who ? api(server).as(who) : api(server))
const forYou = async (who: Built) =>
  (await as(who).get('/user/feeds?discover=true&pageSize=100')).body.data as { _id: string; why: Why | null }[]
const idsFor = async (who: Built) => (await forYou(who)).map(({ _id }) => _id)
const dismiss = (who: Built, type: 'performer' | 'feed', id: string) =>
  as(who).post('/user/not-interested', { type, id })
const restore = (who: Built, id: string) => as(who).delete(`/user/not-interested/${id}`)

describe('not interested', () => {
  test('hides one post from For you, and nowhere else, until it is taken back', async () => {
    const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
    const [one, other] = [await buildFeed(server.ctx, creator), await buildFeed(server.ctx, creator)]
    for (let n = 0; n < 2; n++)
      expect((await dismiss(fan, 'feed', one)).body.data).toEqual({ _id: one, isInterested: false })
    expect(await idsFor(fan)).not.toContain(one)
    expect(await idsFor(fan)).toContain(other)
    expect((await as(fan).get(`/user/feeds/${one}`)).status).toBe(200)
    expect((await as(fan).get(`/user/feeds/search/${creator.username}`)).text).toContain(one)
    expect(await idsFor(await buildUser(server.ctx))).toContain(one)
    for (let n = 0; n < 2; n++) expect((await restore(fan, one)).body.data).toEqual({ _id: one, isInterested: true })
    expect(await idsFor(fan)).toContain(one)
  })

  test('hides all posts of a creator and the creator from suggestions; their posts come once one follows', async () => {
    const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
    const post = await buildFeed(server.ctx, creator)
    const suggested = async () => (await as(fan).get('/performers/search/suggested?pageSize=100')).text
    expect(await suggested()).toContain(creator.id)
    expect((await dismiss(fan, 'performer', creator.id)).status).toBe(200)
    expect(await idsFor(fan)).not.toContain(post)
    expect(await suggested()).not.toContain(creator.id)
    expect((await as(fan).get(`/performers/${creator.username}`)).status).toBe(200)
    await as(fan).post(`/follows/${creator.id}`)
    expect((await as(fan).get('/user/feeds')).text).toContain(post)
  })

  test('is listed, the newest first, without what is hidden or gone, and for its account alone', async () => {
    const [creator, blocker, fan] = [
      await buildPerformer(server.ctx),
      await buildPerformer(server.ctx),
      await buildUser(server.ctx),
    ]
    const [post, gone] = [
      await buildFeed(server.ctx, creator, { title: 'Spoons' }),
      await buildFeed(server.ctx, creator, { title: 'Gone' }),
    ]
    await dismiss(fan, 'performer', blocker.id)
    await dismiss(fan, 'performer', creator.id)
    await dismiss(fan, 'feed', gone)
    await dismiss(fan, 'feed', post)
    const list = async (who: Built) => (await as(who).get('/user/not-interested')).body
    expect((await list(fan)).total).toBe(4)
    await buildBlock(server.ctx, blocker, fan)
    await sql`UPDATE items SET status = 'removed' WHERE id = ${gone}`.execute(server.ctx.db)
    const { data, total } = await list(fan)
    expect(total).toBe(2)
    expect(data).toMatchObject([
      { _id: post, type: 'feed', title: 'Spoons', performer: { _id: creator.id, username: creator.username } },
      { _id: creator.id, type: 'performer', title: '', publishedAt: null },
    ])
    expect((await list(creator)).data).toEqual([])
    // Nobody takes back what another said.
    await restore(creator, post)
    expect((await list(fan)).total).toBe(2)
  })

  test('is refused of oneself, of what is hidden, and of what is not there', async () => {
    const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
    const post = await buildFeed(server.ctx, creator)
    const refused = async (who: Built, type: 'performer' | 'feed', id: string) => {
      const { status, body } = await dismiss(who, type, id)
      return [status, body.code]
    }
    expect(await refused(creator, 'performer', creator.id)).toEqual([422, 'NOT_TO_ONESELF'])
    expect(await refused(creator, 'feed', post)).toEqual([422, 'NOT_TO_ONESELF'])
    expect(await refused(fan, 'feed', creator.id)).toEqual([404, 'NOT_FOUND'])
    expect(await refused(fan, 'performer', fan.id)).toEqual([404, 'PERFORMER_NOT_FOUND'])
    await buildBlock(server.ctx, creator, fan)
    expect((await refused(fan, 'feed', post))[0]).toBe(404)
    expect((await refused(fan, 'performer', creator.id))[0]).toBe(404)
    expect((await as().post('/user/not-interested', { type: 'feed', id: post })).status).toBe(401)
  })
})

describe('the reason of a post', () => {
  const whyOf = async (who: Built, id: string) => (await forYou(who)).find(({ _id }) => _id === id)?.why
  const setTopics = (who: Built, ...topics: string[]) =>
    sql`UPDATE performers SET categories = ${topics} WHERE account_id = ${who.id}`.execute(server.ctx.db)

  test('names a creator one follows with three followers in common at least, and nobody who is hidden', async () => {
    const [known, near, far, fan] = [
      await buildPerformer(server.ctx, { name: 'Ines Valloy' }),
      await buildPerformer(server.ctx),
      await buildPerformer(server.ctx),
      await buildUser(server.ctx),
    ]
    await buildFollow(server.ctx, fan, known)
    for (let n = 0; n < 3; n++) {
      const other = await buildUser(server.ctx)
      for (const creator of [known, near, ...(n < 2 ? [far] : [])]) await buildFollow(server.ctx, other, creator)
    }
    const [post, another] = [await buildFeed(server.ctx, near), await buildFeed(server.ctx, far)]
    expect(await whyOf(fan, post)).toEqual({ code: 'popular_with_followers', name: 'Ines Valloy', category: null })
    expect((await whyOf(fan, another))?.name ?? null).toBeNull()
    await buildBlock(server.ctx, known, fan)
    expect((await whyOf(fan, post))?.name ?? null).toBeNull()
  })

  test('names a creator one follows with the same topic', async () => {
    const [known, alike, fan] = [
      await buildPerformer(server.ctx, { name: 'Rune Osterby' }),
      await buildPerformer(server.ctx),
      await buildUser(server.ctx),
    ]
    await setTopics(known, 'whittling', 'kayaks')
    await setTopics(alike, 'whittling')
    await buildFollow(server.ctx, fan, known)
    const post = await buildFeed(server.ctx, alike)
    expect(await whyOf(fan, post)).toEqual({ code: 'because_you_follow', name: 'Rune Osterby', category: null })
    await as(fan).delete(`/follows/${known.id}`)
    expect((await whyOf(fan, post))?.name ?? null).toBeNull()
  })

  test('is the rank of its creator where that is one, and none where there is nothing to say', async () => {
    const [fresh, old, fan] = [
      await buildPerformer(server.ctx),
      await buildPerformer(server.ctx),
      await buildUser(server.ctx),
    ]
    await sql`UPDATE performer_listings SET listed_at = app_now() - interval '90 days' WHERE performer_id = ${old.id}`.execute(
      server.ctx.db,
    )
    await rankPerformers(server.ctx)
    const [one, other] = [await buildFeed(server.ctx, fresh), await buildFeed(server.ctx, old)]
    expect(await whyOf(fan, one)).toEqual({ code: 'new_this_week', name: null, category: null })
    expect(await whyOf(fan, other)).toBeNull()
    // The feed of those one follows gives none.
    await as(fan).post(`/follows/${old.id}`)
    const own = (await as(fan).get('/user/feeds')).body.data as object[]
    expect(own).toHaveLength(1)
    expect(own[0]).not.toHaveProperty('why')
  })
})
