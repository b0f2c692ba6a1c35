import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildFollow, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { rollUpCounters } from '../counters/roll-up.ts'
import { buildAccess, buildFeed } from '../posts/testing.ts'
import { processFile } from '../../media/processing/processing.ts'
import { imagesOf, samples } from '../../media/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
const apiAs = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
const post = async (who: { token: string }, itemId: string, text: string, more: object = {}) => {
  const sent = await apiAs(who).post('/comments', { itemId, text, ...more })
  expect(sent.status, sent.text).toBe(200)
  return sent.body.data
}

test('comments are read newest first, replies oldest first, page by page', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const feed = await buildFeed(server.ctx, performer)
  const first = await post(fan, feed, 'First')
  await post(fan, feed, 'Second')
  await post(performer, feed, 'Thank you', { parentId: first._id })
  await post(fan, feed, 'You are welcome', { parentId: first._id })
  const top = await apiAs().get(`/comments?itemId=${feed}`)
  expect(top.body.data.map((item: { text: string }) => item.text)).toEqual(['Second', 'First'])
  expect(top.body.data[1]).toMatchObject({
    replies: 2,
    author: { _id: fan.id },
    can: { edit: false, delete: false, reply: false },
  })
  expect(top.body.total).toBe(2)
  const replies = await apiAs(performer).get(`/comments?itemId=${feed}&parentId=${first._id}`)
  expect(replies.body.data.map((item: { text: string }) => item.text)).toEqual(['Thank you', 'You are welcome'])
  expect(replies.body.data[1].can).toEqual({ edit: false, delete: true, reply: false })
  const page = await apiAs().get(`/comments?itemId=${feed}&pageSize=1`)
  expect(
    (await apiAs().get(`/comments?itemId=${feed}&pageSize=1&cursor=${page.body.nextCursor}`)).body.data[0].text,
  ).toBe('First')
  await rollUpCounters(server.ctx)
  expect((await apiAs().get(`/user/feeds/${feed}`)).body.data.stats.comments).toBe(4)
})

test('a thread is its first comment and the replies, whichever of them is asked for, for those who see them', async () => {
  const performer = await buildPerformer(server.ctx)
  const [fan, other, stranger] = [await buildUser(server.ctx), await buildUser(server.ctx), await buildUser(server.ctx)]
  const feed = await buildFeed(server.ctx, performer)
  const first = await post(fan, feed, 'Which clay?')
  await post(other, feed, 'Something else')
  const answer = await post(performer, feed, 'Stoneware', { parentId: first._id })
  const thanks = await post(other, feed, 'Thank you', { parentId: first._id })
  for (const asked of [first, answer, thanks]) {
    const { data } = (await apiAs(stranger).get(`/comments/${asked._id}/thread`)).body
    expect(data.comment).toMatchObject({ _id: first._id, replies: 2 })
    expect(data.replies.map(({ text }: { text: string }) => text)).toEqual(['Stoneware', 'Thank you'])
  }
  await apiAs(stranger).post('/block/users', { userId: other.id })
  expect((await apiAs(stranger).get(`/comments/${thanks._id}/thread`)).status).toBe(404)
  expect((await apiAs(stranger).get(`/comments/${answer._id}/thread`)).body.data.replies).toHaveLength(1)
  await apiAs(other).delete(`/comments/${thanks._id}`)
  expect((await apiAs(fan).get(`/comments/${thanks._id}/thread`)).status).toBe(404)
  const locked = await buildFeed(server.ctx, performer, { gate: { type: 'subscribers' } })
  const inside = await post(performer, locked, 'For subscribers')
  expect((await apiAs(stranger).get(`/comments/${inside._id}/thread`)).body.code).toBe('SUBSCRIPTION_REQUIRED')
})

test('a creator is told which authors are their fans, under what is theirs, and nobody else is', async () => {
  const [performer, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const [fan, stranger] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  await buildFollow(server.ctx, fan, performer)
  await buildFollow(server.ctx, stranger, other)
  const feed = await buildFeed(server.ctx, performer)
  const first = await post(fan, feed, 'Which clay?')
  await post(stranger, feed, 'Nice.', { parentId: first._id })
  await post(performer, feed, 'Stoneware', { parentId: first._id })
  const fansTo = async (who?: { token: string }) => {
    const { comment, replies } = (await apiAs(who).get(`/comments/${first._id}/thread`)).body.data
    return [comment, ...replies].map(({ isFan }: { isFan: boolean }) => isFan)
  }
  expect(await fansTo(performer)).toEqual([true, false, false])
  expect((await apiAs(performer).get(`/comments?itemId=${feed}`)).body.data[0].isFan).toBe(true)
  for (const who of [fan, stranger, other, undefined]) expect(await fansTo(who)).toEqual([false, false, false])
  expect((await apiAs(performer).get(`/performer/audience/people/${fan.username}`)).status).toBe(200)
  await sql`UPDATE accounts SET status = 'closed' WHERE id = ${fan.id}`.execute(server.ctx.db)
  expect(await fansTo(performer)).toEqual([false, false, false])
})

test('only viewers with access to an item read and write its comments', async () => {
  const performer = await buildPerformer(server.ctx)
  const [fan, subscriber] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const feed = await buildFeed(server.ctx, performer, { gate: { type: 'subscribers' } })
  await buildAccess(server.ctx, subscriber, performer)
  await post(subscriber, feed, 'Inside')
  for (const call of [
    apiAs(fan).post('/comments', { feedId: feed, text: 'Let me in' }),
    apiAs(fan).get(`/comments?itemId=${feed}`),
  ])
    expect(await call).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_REQUIRED' } })
  expect((await apiAs().get(`/comments?itemId=${feed}`)).status).toBe(401)
  const paid = await buildFeed(server.ctx, performer, { gate: { type: 'paid', price: 100n } })
  expect((await apiAs(fan).post('/comments', { feedId: paid, text: 'x' })).body.code).toBe('PURCHASE_REQUIRED')
  const draft = await buildFeed(server.ctx, performer, { status: 'draft' })
  expect((await apiAs(fan).post('/comments', { feedId: draft, text: 'x' })).status).toBe(404)
  await apiAs(performer).post('/block/users', { userId: subscriber.id })
  expect((await apiAs(subscriber).post('/comments', { feedId: feed, text: 'Still here' })).status).toBe(404)
})

test('replies are one level deep and belong to the item of their parent', async () => {
  const performer = await buildPerformer(server.ctx)
  const [feed, other] = [await buildFeed(server.ctx, performer), await buildFeed(server.ctx, performer)]
  const top = await post(performer, feed, 'Top')
  const reply = await post(performer, feed, 'Reply', { parentId: top._id })
  expect(
    (await apiAs(performer).post('/comments', { itemId: feed, parentId: reply._id, text: 'Too deep' })).body.code,
  ).toBe('RULE_BROKEN')
  expect(
    (await apiAs(performer).post('/comments', { itemId: other, parentId: top._id, text: 'Elsewhere' })).status,
  ).toBe(404)
  expect((await apiAs(performer).get(`/comments?itemId=${other}&parentId=${top._id}`)).body.data).toEqual([])
})

test('the text of a deleted comment is never sent again', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const feed = await buildFeed(server.ctx, performer)
  const secret = await post(fan, feed, 'I regret this')
  await post(performer, feed, 'Do not worry', { parentId: secret._id })
  const alone = await post(fan, feed, 'And this')
  for (const comment of [secret, alone]) expect((await apiAs(fan).delete(`/comments/${comment._id}`)).status).toBe(200)
  const { body, text } = await apiAs().get(`/comments?itemId=${feed}`)
  expect(text).not.toMatch(/regret|And this/)
  expect(body.data).toMatchObject([{ _id: secret._id, isDeleted: true, text: '', author: null, replies: 1 }])
  expect((await sql`SELECT 1 FROM comments WHERE text LIKE '%regret%'`.execute(server.ctx.db)).rows).toEqual([])
  expect((await apiAs(fan).put(`/comments/${secret._id}`, { text: 'Again' })).status).toBe(404)
  expect((await apiAs(fan).delete(`/comments/${secret._id}`)).status).toBe(404)
  await rollUpCounters(server.ctx)
  expect((await apiAs().get(`/user/feeds/${feed}`)).body.data.stats.comments).toBe(1)
})

test('only the author edits; only the author, the owner of the item and moderators delete', async () => {
  const performer = await buildPerformer(server.ctx)
  const [fan, stranger] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const [moderator, accountant] = [
    await buildAdmin(server.ctx, { permissions: ['moderation'] }),
    await buildAdmin(server.ctx, { permissions: ['finance'] }),
  ]
  const feed = await buildFeed(server.ctx, performer)
  const comment = await post(fan, feed, 'Frist')
  expect((await apiAs(fan).put(`/comments/${comment._id}`, { text: 'First' })).body.data).toMatchObject({
    text: 'First',
    isEdited: true,
  })
  for (const who of [stranger, performer, moderator])
    expect((await apiAs(who).put(`/comments/${comment._id}`, { text: 'Mine' })).status).toBe(403)
  for (const who of [stranger, accountant])
    expect((await apiAs(who).delete(`/comments/${comment._id}`)).status).toBe(403)
  expect((await apiAs().delete(`/comments/${comment._id}`)).status).toBe(401)
  expect((await apiAs(performer).delete(`/comments/${comment._id}`)).status).toBe(200)
  const two = await post(fan, feed, 'Another')
  expect((await apiAs(moderator).delete(`/comments/${two._id}`)).status).toBe(200)
})

// POST /comments/{id} takes the form with the image.
test('the image of a comment is shown to its author at once, to others once processed, and not to viewers without access', async () => {
  const performer = await buildPerformer(server.ctx)
  const [fan, stranger] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  await buildAccess(server.ctx, fan, performer)
  const feed = await buildFeed(server.ctx, performer, { gate: { type: 'subscribers' } })
  const comment = await post(fan, feed, 'This is mine')
  const illustrate = async (who: { token: string }, file: Buffer, fields: Record<string, string> = {}) =>
    apiAs(who).upload(`/comments/${comment._id}`, formOf(fields, { file }))
  const [seen] = (await apiAs(performer).get(`/comments?itemId=${feed}`)).body.data
  expect(seen.image).toBeNull()

  for (const [who, status] of [
    [stranger, 403],
    [performer, 403],
  ] as const)
    expect((await illustrate(who, await samples.photo())).status).toBe(status)
  expect((await illustrate(fan, await samples.audio())).status).toBe(415)
  expect((await apiAs(fan).upload(`/comments/${comment._id}`, formOf({}, {}))).status).toBe(400)
  expect((await sql`SELECT 1 FROM files WHERE purpose = 'comment'`.execute(server.ctx.db)).rows).toEqual([])

  const sent = await illustrate(fan, await samples.photo(600, 400))
  expect(sent.body.data).toMatchObject({
    text: 'This is mine',
    isEdited: false,
    image: { status: 'uploaded', sources: [] },
  })
  const first = async (who: { token: string }) => (await apiAs(who).get(`/comments?itemId=${feed}`)).body.data[0]
  expect((await first(performer)).image).toBeNull()
  await processFile(server.ctx, sent.body.data.image._id)
  const { image } = await first(performer)
  expect(image).toMatchObject({ status: 'ready', width: 600, height: 400 })
  const { url } = imagesOf(image).find(({ format }) => format === 'webp')!
  expect((await server.app.inject({ url, headers: { authorization: performer.token } })).statusCode).toBe(200)
  expect((await server.app.inject({ url, headers: { authorization: stranger.token } })).statusCode).not.toBe(200)

  expect((await illustrate(fan, await samples.photo(), { text: 'And new text' })).body.data).toMatchObject({
    text: 'And new text',
    isEdited: true,
  })
  await apiAs(fan).delete(`/comments/${comment._id}`)
  expect((await sql`SELECT 1 FROM comments WHERE file_id IS NOT NULL`.execute(server.ctx.db)).rows).toEqual([])
})

test('the same key writes one comment; invalid texts, lengths and ids are refused', async () => {
  const performer = await buildPerformer(server.ctx)
  const feed = await buildFeed(server.ctx, performer)
  const headers = { 'idempotency-key': 'say-1' }
  const sent = await Promise.all(
    [1, 2, 3].map(() => apiAs(performer).post('/comments', { itemId: feed, text: 'Once' }, { headers })),
  )
  expect(new Set(sent.map((entry) => entry.body.data._id)).size).toBe(1)
  for (const body of [
    { itemId: feed, text: '' },
    { itemId: feed, text: 'x'.repeat(1001) },
    { itemId: feed, text: 'a\u202Eb' },
    { text: 'x' },
    { itemId: feed, feedId: feed, text: 'x' },
    { itemId: 'x', text: 'x' },
    { itemId: feed, text: 'x', authorId: performer.id },
  ]) {
    const { status } = await apiAs(performer).post('/comments', body)
    expect([400, 422]).toContain(status)
  }
  expect((await apiAs(performer).post('/comments', { itemId: performer.id, text: 'x' })).status).toBe(404)
})

test('comments of a blocked account are hidden, in both directions', async () => {
  const performer = await buildPerformer(server.ctx)
  const [blocker, blocked] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const feed = await buildFeed(server.ctx, performer)
  await post(blocked, feed, 'Hey you')
  await apiAs(blocker).post('/block/users', { userId: blocked.id })
  expect((await apiAs(blocker).get(`/comments?itemId=${feed}`)).body.data).toEqual([])
  expect((await apiAs(performer).get(`/comments?itemId=${feed}`)).body.data).toHaveLength(1)
})

test('a like counts once per account however often it is sent, for the item and its creator', async () => {
  const performer = await buildPerformer(server.ctx)
  const fans = await Promise.all([1, 2, 3].map(() => buildUser(server.ctx)))
  const feed = await buildFeed(server.ctx, performer)
  const like = { action: 'like', objectType: 'feed', objectId: feed }
  await Promise.all(fans.flatMap((fan) => [1, 2, 3].map(() => apiAs(fan).post('/reactions', like))))
  await Promise.all([rollUpCounters(server.ctx), rollUpCounters(server.ctx)])
  await rollUpCounters(server.ctx)
  const seen = async (who: { token: string }) => (await apiAs(who).get(`/user/feeds/${feed}`)).body.data
  expect(await seen(fans[0]!)).toMatchObject({ isLiked: true, isBookmarked: false, stats: { likes: 3 } })
  expect((await apiAs().get(`/performers/${performer.id}`)).body.data.counts.likes).toBe(3)
  await Promise.all([1, 2, 3].map(() => apiAs(fans[0]!).call('DELETE', '/reactions', { body: like })))
  await rollUpCounters(server.ctx)
  expect(await seen(fans[0]!)).toMatchObject({ isLiked: false, stats: { likes: 2 } })
  expect((await apiAs().get(`/performers/${performer.id}`)).body.data.counts.likes).toBe(2)
})

test('a locked item can be bookmarked but not liked; a hidden item can be neither', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const locked = await buildFeed(server.ctx, performer, { gate: { type: 'paid', price: 500n } })
  const draft = await buildFeed(server.ctx, performer, { status: 'draft' })
  const send = async (action: string, objectType: string, objectId: string) =>
    (await apiAs(fan).post('/reactions', { action, objectType, objectId })).status
  expect(await send('like', 'feed', locked)).toBe(403)
  expect(await send('bookmark', 'feed', locked)).toBe(200)
  expect(await send('bookmark', 'feed', draft)).toBe(404)
  expect(await send('bookmark', 'video', locked)).toBe(404)
  expect(await send('bookmark', 'comment', locked)).toBe(422)
  expect(await send('love', 'feed', locked)).toBe(400)
  expect(await send('bookmark', 'performer', fan.id)).toBe(404)
  const bookmarked = (await apiAs(fan).get('/reactions/feeds/bookmark')).body
  expect(bookmarked.data).toMatchObject([
    { _id: locked, isBookmarked: true, text: '', locked: { reason: 'buy', price: 5 } },
  ])
  expect((await apiAs(await buildUser(server.ctx)).get('/reactions/feeds/bookmark')).body.data).toEqual([])
  expect((await apiAs(fan).get('/reactions/photos/bookmark')).body.data).toEqual([])
  expect((await apiAs(fan).get('/reactions/nonsense/bookmark')).status).toBe(400)
})

test('viewers with access to an item like its comments', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const feed = await buildFeed(server.ctx, performer)
  const comment = await post(performer, feed, 'Hello')
  const like = { action: 'like', objectType: 'comment', objectId: comment._id }
  expect((await apiAs(fan).post('/reactions', like)).status).toBe(200)
  await rollUpCounters(server.ctx)
  expect((await apiAs(fan).get(`/comments?itemId=${feed}`)).body.data[0]).toMatchObject({ likes: 1, isLiked: true })
  await sql`UPDATE items SET gate_type = 'subscribers' WHERE id = ${feed}`.execute(server.ctx.db)
  expect((await apiAs(await buildUser(server.ctx)).post('/reactions', like)).status).toBe(403)
})

test.each([
  ['PUT', 'json'],
  ['PUT', 'form'],
  ['POST', 'json'],
  ['POST', 'form'],
] as const)(
  '%s changes the text of a comment sent as %s, and refuses what a comment does not have',
  async (method, as) => {
    const [performer, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
    const { _id } = await post(fan, await buildFeed(server.ctx, performer), 'First')
    const send = (fields: Record<string, string>) =>
      apiAs(fan).call(method, `/comments/${_id}`, as === 'json' ? { body: fields } : { form: formOf(fields) })
    expect(await send({ text: 'Second' })).toMatchObject({
      status: 200,
      body: { data: { text: 'Second', isEdited: true } },
    })
    expect(await send({})).toMatchObject({ status: 400, body: { errors: [{ path: 'text', code: 'MISSING' }] } })
    for (const text of ['', '\u1160', '\u200b\u2063'])
      expect(await send({ text })).toMatchObject({ status: 422, body: { errors: [{ path: 'text', code: 'MISSING' }] } })
    expect(await send({ text: 'Third', likes: '9' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'likes' }] },
    })
  },
)

describe('the rules of a creator', () => {
  const set = (creator: Built, rules: object) => api(server).as(creator).put('/performers/me', rules)
  const say = (who: Built, itemId: string, text = 'Well made.') =>
    api(server).as(who).post('/comments', { itemId, text })
  const list = async (itemId: string, who?: Built) =>
    (await (who ? api(server).as(who) : api(server)).get(`/comments?itemId=${itemId}`)).body
  const commentCount = async (itemId: string) => {
    await rollUpCounters(server.ctx)
    return (await api(server).get(`/user/feeds/${itemId}`)).body.data.stats.comments
  }

  test('let everyone, followers, subscribers or no one else comment', async () => {
    const creator = await buildPerformer(server.ctx)
    const itemId = await buildFeed(server.ctx, creator)
    const [stranger, follower, subscriber] = [
      await buildUser(server.ctx),
      await buildUser(server.ctx),
      await buildUser(server.ctx),
    ]
    await buildFollow(server.ctx, follower, creator)
    await buildAccess(server.ctx, subscriber, creator)
    const table = [
      ['everyone', [200, 200, 200, 200]],
      ['followers', [403, 200, 200, 200]],
      ['subscribers', [403, 403, 200, 200]],
      ['none', [403, 403, 403, 200]],
    ] as const
    for (const [whoMayComment, expected] of table) {
      expect((await set(creator, { whoMayComment })).body.data.whoMayComment).toBe(whoMayComment)
      const answers = []
      for (const who of [stranger, follower, subscriber, creator]) answers.push((await say(who, itemId)).status)
      expect(answers, whoMayComment).toEqual(expected)
    }
    expect((await say(stranger, itemId)).body.code).toBe('COMMENTS_CLOSED')
    expect((await list(itemId)).commenting).toBe('closed')
    expect((await list(itemId, creator)).commenting).toBe('open')
  })

  test('give way to what is set for one item', async () => {
    const creator = await buildPerformer(server.ctx)
    const stranger = await buildUser(server.ctx)
    const asCreator = api(server).as(creator)
    const made = await asCreator.post('/performer/feeds', { type: 'text', text: 'A note.', whoMayComment: 'none' })
    const itemId = made.body.data._id as string
    expect(made.body.data.whoMayComment).toBe('none')
    expect((await say(stranger, itemId)).body.code).toBe('COMMENTS_CLOSED')
    expect((await list(itemId, stranger)).commenting).toBe('closed')
    expect((await say(creator, itemId)).status).toBe(200)
    const other = await buildFeed(server.ctx, creator)
    expect((await say(stranger, other)).status).toBe(200)

    await set(creator, { whoMayComment: 'none' })
    await asCreator.put(`/performer/feeds/${itemId}`, { whoMayComment: 'everyone' })
    const written = await say(stranger, itemId)
    expect(written.status).toBe(200)
    expect((await say(stranger, other)).body.code).toBe('COMMENTS_CLOSED')
    // What is not sent stays, and null is what holds for everything.
    expect((await asCreator.put(`/performer/feeds/${itemId}`, { text: 'Another note.' })).body.data.whoMayComment).toBe(
      'everyone',
    )
    expect(
      (await asCreator.put(`/performer/feeds/${itemId}`, { whoMayComment: null })).body.data.whoMayComment,
    ).toBeNull()
    expect((await say(stranger, itemId)).body.code).toBe('COMMENTS_CLOSED')
    // What is written already may be changed.
    const change = { text: 'Changed.' }
    expect((await api(server).as(stranger).put(`/comments/${written.body.data._id}`, change)).status).toBe(200)
    expect((await asCreator.put(`/performer/feeds/${itemId}`, { whoMayComment: 'friends' })).status).toBe(400)
    expect((await api(server).as(stranger).get(`/user/feeds/${itemId}`)).body.data).not.toHaveProperty('whoMayComment')
  })

  test('hold comments with certain words until the creator approves them', async () => {
    const creator = await buildPerformer(server.ctx)
    const itemId = await buildFeed(server.ctx, creator)
    const [author, reader] = [await buildUser(server.ctx), await buildUser(server.ctx)]
    await set(creator, { heldWords: ['pills'] })
    const held = await say(author, itemId, 'Cheap PILLS, today')
    expect(held.body.data).toMatchObject({ isHeld: true, isFan: false, can: { reply: false } })
    const id = held.body.data._id as string
    expect((await list(itemId)).data).toEqual([])
    expect((await list(itemId, reader)).total).toBe(0)
    expect((await list(itemId, author)).data).toMatchObject([{ _id: id, isHeld: true }])
    expect(await commentCount(itemId)).toBe(0)
    expect((await say(reader, itemId, 'a reply')).status).toBe(200)
    const reply = await api(server).as(reader).post('/comments', { itemId, parentId: id, text: 'Where?' })
    expect(reply.body.errors).toMatchObject([{ path: 'parentId' }])
    const waiting = await api(server).as(creator).get('/performer/comments/held')
    expect(waiting.body.data).toMatchObject([{ _id: id, item: { _id: itemId, kind: 'feed' } }])
    expect((await api(server).as(author).post(`/comments/${id}/approval`)).status).toBe(403)
    const other = await buildPerformer(server.ctx)
    expect((await api(server).as(other).post(`/comments/${id}/approval`)).status).toBe(404)
    for (let time = 0; time < 2; time++)
      expect((await api(server).as(creator).post(`/comments/${id}/approval`)).body.data.isHeld).toBe(false)
    expect(await commentCount(itemId)).toBe(2)
    await api(server).as(author).put(`/comments/${id}`, { text: 'More pills' })
    expect(await commentCount(itemId)).toBe(1)
    await api(server).as(creator).delete(`/comments/${id}`)
    expect(await commentCount(itemId)).toBe(1)
    expect((await api(server).as(creator).get('/performer/comments/held')).body.data).toEqual([])
    expect((await say(creator, itemId, 'My own pills')).body.data.isHeld).toBe(false)
  })

  test('have sensible limits', async () => {
    const creator = await buildPerformer(server.ctx)
    for (const heldWords of [['x'], ['y'.repeat(41)], Array.from({ length: 201 }, (_, at) => `word ${at}`)])
      expect((await set(creator, { heldWords })).status).toBe(422)
    expect((await set(creator, { whoMayComment: 'friends' })).status).toBeGreaterThanOrEqual(400)
  })
})
