import { homeFeed, shownFeed } from '@fanlight/contract/posts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock, passMidnight } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { rollUpCounters } from '../counters/roll-up.ts'
import { fanOut } from '../items/fan-out.ts'
import { publishDue } from '../items/publishing.ts'
import { buildAccess, buildFeed, buildFile, buildPurchase, finishFile } from './testing.ts'

// spec: publish.feed-kinds, feed.thumbnail-teaser, poll.vote

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const asks = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
const paid = (price: bigint) => ({ gate: { type: 'paid' as const, price } })

test('a post without files is published at once', async () => {
  const performer = await buildPerformer(server.ctx)
  const saved = await asks(performer).post('/performer/feeds', {
    type: 'text',
    text: 'Hello there',
    tags: ['Clay', 'clay', 'kiln'],
  })
  expect(saved.status, saved.text).toBe(200)
  expect(saved.body.data).toMatchObject({
    status: 'published',
    text: 'Hello there',
    tags: ['clay', 'kiln'],
    gate: { type: 'public', price: null },
  })
  const seen = await asks().get(`/user/feeds/${saved.body.data._id}`)
  expect(seen.body.data).toMatchObject({
    text: 'Hello there',
    locked: null,
    can: { view: true, unlock: false, comment: false, edit: false },
  })
})

test('a change of a draft is refused where it was saved since, and overwrites nothing', async () => {
  const performer = await buildPerformer(server.ctx)
  const made = await asks(performer).post('/performer/feeds', { type: 'text', text: 'One', status: 'draft' })
  const { _id, updatedAt } = made.body.data
  await advanceClock(server.ctx, '1 second')
  const first = await asks(performer).put(`/performer/feeds/${_id}`, { text: 'Two', basedOn: updatedAt })
  expect(first.status, first.text).toBe(200)
  const late = await asks(performer).put(`/performer/feeds/${_id}`, { text: 'Three', basedOn: updatedAt })
  expect(late.body).toMatchObject({ status: 409, code: 'ITEM_CHANGED' })
  expect((await asks(performer).get(`/performer/feeds/${_id}`)).body.data.text).toBe('Two')
  const { updatedAt: latest } = first.body.data
  expect((await asks(performer).put(`/performer/feeds/${_id}`, { text: 'Three', basedOn: latest })).status).toBe(200)
})

test('a post is saved at once and published when its last file is ready', async () => {
  const performer = await buildPerformer(server.ctx)
  const files = [await buildFile(server.ctx, performer), await buildFile(server.ctx, performer, { isPlayable: false })]
  const saved = await asks(performer).post('/performer/feeds', { type: 'photo', fileIds: files })
  expect(saved.body.data).toMatchObject({
    status: 'processing',
    publishedAt: null,
    processing: { ready: 1, total: 2, failed: 0 },
  })
  await publishDue(server.ctx)
  expect((await asks().get(`/user/feeds/${saved.body.data._id}`)).status).toBe(404)
  await finishFile(server.ctx, files[1]!)
  const turns = await Promise.all([publishDue(server.ctx), publishDue(server.ctx), publishDue(server.ctx)])
  expect(turns.flat().filter((id) => id === saved.body.data._id)).toHaveLength(1)
  const seen = await asks().get(`/user/feeds/${saved.body.data._id}`)
  expect(seen.body.data.files).toHaveLength(2)
  const events = await rows(
    server.ctx.db,
    sql`SELECT 1 FROM events WHERE topic = 'item.published' AND payload->>'itemId' = ${saved.body.data._id}`,
  )
  expect(events).toHaveLength(1)
})

test('a scheduled post appears when its time has come and not before', async () => {
  const performer = await buildPerformer(server.ctx)
  const publishAt = new Date(server.ctx.clock.now().getTime() + 3_600_000).toISOString()
  const saved = await asks(performer).post('/performer/feeds', { type: 'text', text: 'Later', publishAt })
  expect(saved.body.data).toMatchObject({ status: 'scheduled', publishAt, publishedAt: null })
  await publishDue(server.ctx)
  expect((await asks().get(`/user/feeds/${saved.body.data._id}`)).status).toBe(404)
  await advanceClock(server.ctx, '61 minutes')
  await publishDue(server.ctx)
  expect((await asks().get(`/user/feeds/${saved.body.data._id}`)).body.data.text).toBe('Later')
})

test('a creator who waits for the verification saves drafts, and publishes them once it is approved', async () => {
  const waiting = await buildPerformer(server.ctx, { approved: false })
  const text = { type: 'text', text: 'The first signature' }
  const asked = await asks(waiting).post('/performer/feeds', text)
  expect([asked.status, asked.body.code]).toEqual([403, 'NOT_APPROVED'])
  const saved = await asks(waiting).post('/performer/feeds', { ...text, status: 'draft' })
  expect(saved.body.data).toMatchObject({ status: 'draft', publishedAt: null })
  const path = `/performer/feeds/${saved.body.data._id}`
  expect((await asks(waiting).put(path, { text: 'Linen thread, waxed' })).body.data).toMatchObject({ status: 'draft' })
  expect((await asks(waiting).put(path, { status: 'published' })).body.code).toBe('NOT_APPROVED')
  expect((await asks(waiting).get(path)).body.data).toMatchObject({ status: 'draft', text: 'Linen thread, waxed' })
  await sql`UPDATE performers SET verification_status = 'approved' WHERE account_id = ${waiting.id}`.execute(
    server.ctx.db,
  )
  expect((await asks(waiting).put(path, { status: 'published' })).body.data.status).toBe('published')
  // What is published is no longer changed once the approval is gone.
  await sql`UPDATE performers SET verification_status = 'revoked' WHERE account_id = ${waiting.id}`.execute(
    server.ctx.db,
  )
  for (const change of [{ text: 'Changed' }, { status: 'draft' }])
    expect((await asks(waiting).put(path, change)).body.code).toBe('NOT_APPROVED')
})

test('a creator whose approval expired publishes nothing, and fans and visitors save nothing', async () => {
  expect(
    (await asks(await buildUser(server.ctx)).post('/performer/feeds', { type: 'text', text: 'x' })).body.code,
  ).toBe('NOT_ALLOWED')
  expect((await asks().post('/performer/feeds', { type: 'text', text: 'x' })).status).toBe(401)
  const performer = await buildPerformer(server.ctx)
  const file = await buildFile(server.ctx, performer, { isPlayable: false })
  const saved = await asks(performer).post('/performer/feeds', { type: 'photo', fileIds: [file] })
  await finishFile(server.ctx, file)
  await sql`UPDATE performers SET verification_status = 'revoked' WHERE account_id = ${performer.id}`.execute(
    server.ctx.db,
  )
  expect(await publishDue(server.ctx)).not.toContain(saved.body.data._id)
})

test('invalid posts are refused, and the error names the field', async () => {
  const performer = await buildPerformer(server.ctx)
  const other = await buildPerformer(server.ctx)
  const as = asks(performer)
  const send = async (body: object) => {
    const { status, body: answer } = await as.post('/performer/feeds', body)
    return [status, answer.code, answer.errors?.[0]?.path]
  }
  const photo = await buildFile(server.ctx, performer)
  const video = await buildFile(server.ctx, performer, { purpose: 'feed-video' })
  const foreign = await buildFile(server.ctx, other)
  expect(await send({ type: 'text', text: '' })).toEqual([422, 'RULE_BROKEN', 'text'])
  expect(await send({ type: 'photo', fileIds: [] })).toEqual([422, 'RULE_BROKEN', 'fileIds'])
  expect(await send({ type: 'photo', fileIds: [foreign] })).toEqual([404, 'NOT_FOUND', 'fileIds'])
  expect(await send({ type: 'photo', fileIds: [video] })).toEqual([415, 'UNSUPPORTED_MEDIA', 'fileIds'])
  expect(await send({ type: 'photo', fileIds: [photo, photo] })).toEqual([422, 'RULE_BROKEN', 'fileIds'])
  expect(await send({ type: 'text', text: 'x', fileIds: [photo] })).toEqual([415, 'UNSUPPORTED_MEDIA', 'fileIds'])
  expect(await send({ type: 'photo', fileIds: [photo], thumbnailId: photo })).toEqual([
    415,
    'UNSUPPORTED_MEDIA',
    'thumbnailId',
  ])
  expect(await send({ type: 'poll', text: 'x' })).toEqual([422, 'RULE_BROKEN', 'pollId'])
  expect(await send({ type: 'text', text: 'x', status: 'hidden' })).toEqual([400, 'INVALID_INPUT', 'status'])
  expect(await send({ type: 'text', text: 'x', performerId: other.id })).toEqual([400, 'INVALID_INPUT', 'performerId'])
  expect(await send({ type: 'text', text: 'x', gate: { type: 'paid' } })).toEqual([422, 'RULE_BROKEN', 'gate.price'])
  expect(await send({ type: 'text', text: 'x', gate: { type: 'public', price: 5 } })).toEqual([
    422,
    'RULE_BROKEN',
    'gate.price',
  ])
  expect(await send({ type: 'text', text: 'x', gate: { type: 'paid', price: 0.5 } })).toEqual([
    422,
    'PRICE_OUT_OF_RANGE',
    'gate.price',
  ])
  expect(await send({ type: 'text', text: 'x', gate: { type: 'paid', price: 10_000.01 } })).toEqual([
    422,
    'PRICE_OUT_OF_RANGE',
    'gate.price',
  ])
  expect(await send({ type: 'text', text: 'x', gate: { type: 'paid', price: '5' } })).toEqual([
    422,
    'RULE_BROKEN',
    'gate.price',
  ])
  expect(await send({ type: 'text', text: 'x', gate: { type: 'plan', planIds: [other.id] } })).toEqual([
    422,
    'PLAN_NOT_AVAILABLE',
    'gate.planIds',
  ])
  expect(await send({ type: 'text', text: 'a\u0000b' })).toEqual([422, 'RULE_BROKEN', 'text'])
  expect(await send({ type: 'text', text: 'x', publishAt: 'tomorrow' })).toEqual([422, 'RULE_BROKEN', 'publishAt'])
})

test('one file can become part of several posts, and each says who sees it', async () => {
  const performer = await buildPerformer(server.ctx)
  const file = await buildFile(server.ctx, performer)
  const sent = await Promise.all(
    ['public', 'subscribers'].map((type) =>
      asks(performer).post('/performer/feeds', { type: 'photo', fileIds: [file], gate: { type } }),
    ),
  )
  expect(sent.map((entry) => entry.status)).toEqual([200, 200])
  await finishFile(server.ctx, file)
  await publishDue(server.ctx)
  const fan = await buildUser(server.ctx)
  const shown = await Promise.all(sent.map(({ body }) => asks(fan).get(`/user/feeds/${body.data._id}`)))
  expect(shown.map(({ body }) => body.data.files[0].isLocked)).toEqual([false, true])
})

test('the same key saves one post, and another body with it is refused', async () => {
  const performer = await buildPerformer(server.ctx)
  const headers = { 'idempotency-key': 'post-1' }
  const body = { type: 'text', text: 'Once' }
  const sent = await Promise.all([1, 2, 3].map(() => asks(performer).post('/performer/feeds', body, { headers })))
  expect(new Set(sent.map((entry) => entry.body.data._id)).size).toBe(1)
  expect((await asks(performer).post('/performer/feeds', { ...body, text: 'Twice' }, { headers })).body.code).toBe(
    'KEY_REUSED',
  )
  expect((await asks(performer).get('/performer/feeds')).body.total).toBe(1)
})

test('creators can’t read, change or delete another creator’s post in the studio', async () => {
  const [owner, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const id = await buildFeed(server.ctx, owner)
  expect((await asks(other).get(`/performer/feeds/${id}`)).status).toBe(404)
  expect((await asks(other).put(`/performer/feeds/${id}`, { text: 'Mine' })).status).toBe(404)
  expect((await asks(other).delete(`/performer/feeds/${id}`)).status).toBe(404)
  expect((await asks(owner).get(`/performer/feeds/${id}`)).body.data.text).toBe('Secret text')
})

test('a change keeps what it does not name, and a published post stays published', async () => {
  const performer = await buildPerformer(server.ctx)
  const id = await buildFeed(server.ctx, performer, paid(500n))
  const changed = await asks(performer).put(`/performer/feeds/${id}`, { text: 'New text', isPinned: true })
  expect(changed.body.data, changed.text).toMatchObject({
    text: 'New text',
    title: 'A title',
    status: 'published',
    isPinned: true,
    gate: { type: 'paid', price: 5 },
  })
  expect((await asks(performer).put(`/performer/feeds/${id}`, { status: 'draft' })).body.code).toBe('ITEM_PUBLISHED')
  expect(
    (await asks(performer).put(`/performer/feeds/${id}`, { gate: { type: 'paid', price: 99999 } })).body.code,
  ).toBe('PRICE_OUT_OF_RANGE')
})

test('a draft is visible to its creator only until it is published', async () => {
  const performer = await buildPerformer(server.ctx)
  const draft = await asks(performer).post('/performer/feeds', { type: 'photo', status: 'draft' })
  expect(draft.body.data.status, draft.text).toBe('draft')
  const { _id } = draft.body.data
  for (const who of [undefined, await buildUser(server.ctx)])
    expect((await asks(who).get(`/user/feeds/${_id}`)).status).toBe(404)
  const published = await asks(performer).put(`/performer/feeds/${_id}`, {
    status: 'published',
    fileIds: [await buildFile(server.ctx, performer)],
  })
  expect(published.body.data.status).toBe('published')
})

test('at most three posts are pinned, and they are listed first on the profile', async () => {
  const performer = await buildPerformer(server.ctx)
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push(await buildFeed(server.ctx, performer, { hoursAgo: 10 - i }))
  for (const id of ids.slice(0, 4)) await asks(performer).put(`/performer/feeds/${id}`, { isPinned: true })
  type Page = { data: { _id: string }[]; total: number; nextCursor: string | null }
  const idsOf = (body: Page) => body.data.map((item) => item._id)
  const orders = {
    desc: [ids[3], ids[2], ids[1], ids[5], ids[4], ids[0]],
    asc: [ids[3], ids[2], ids[1], ids[0], ids[4], ids[5]],
  }
  for (const [sort, order] of Object.entries(orders))
    for (let size = 1; size <= 7; size++) {
      const path = `/user/feeds/search/${performer.username}?sort=${sort}&pageSize=${size}`
      const [byCursor, byNumber]: string[][] = [[], []]
      let cursor: string | null = ''
      for (let current = 1; cursor !== null; current++) {
        const next: Page = (await asks().get(`${path}${cursor && `&cursor=${cursor}`}`)).body
        const numbered = (await asks().get(`${path}&current=${current}`)).body
        expect(next.data.length).toBeLessThanOrEqual(size)
        expect([next.total, numbered.total]).toEqual([6, 6])
        byCursor!.push(...idsOf(next))
        byNumber!.push(...idsOf(numbered))
        cursor = next.nextCursor
      }
      expect(byCursor, `${sort} ${size}`).toEqual(order)
      expect(byNumber, `${sort} ${size}`).toEqual(order)
    }
  const photos = await asks().get(`/user/feeds/search/${performer.username}?type=photo`)
  expect(photos.body).toMatchObject({ data: [], total: 0, nextCursor: null })
})

test('the total of a home feed is that of its posts, whatever the page, and leaves out what the reader may not see', async () => {
  const [shown, elsewhere] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const fan = await buildUser(server.ctx)
  for (let i = 0; i < 5; i++) await buildFeed(server.ctx, shown, { hoursAgo: i })
  for (let i = 0; i < 3; i++) await buildFeed(server.ctx, elsewhere, { hoursAgo: i })
  for (const { id } of [shown, elsewhere]) await asks(fan).post(`/follows/${id}`)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${elsewhere.id}`.execute(server.ctx.db)
  for (const pageSize of [1, 2, 5, 50])
    for (const current of [1, 2, 9])
      expect((await asks(fan).get(`/user/feeds?pageSize=${pageSize}&current=${current}`)).body.total).toBe(5)
  await sql`UPDATE accounts SET status = 'active' WHERE id = ${elsewhere.id}`.execute(server.ctx.db)
  const { body } = await asks(fan).get('/user/feeds?pageSize=3')
  expect([body.total, body.totalIsAtLeast]).toEqual([8, undefined])
  await sql`INSERT INTO items (id, kind, performer_id, status, published_at)
    SELECT gen_random_uuid(), 'feed', ${shown.id}, 'published', app_now() - make_interval(secs => n) FROM generate_series(1, 1100) n`.execute(
    server.ctx.db,
  )
  await sql`INSERT INTO feeds (item_id, type) SELECT id, 'text' FROM items WHERE performer_id = ${shown.id} ON CONFLICT DO NOTHING`.execute(
    server.ctx.db,
  )
  for (const pageSize of [1, 100])
    expect((await asks().get(`/user/feeds/search/${shown.username}?pageSize=${pageSize}`)).body).toMatchObject({
      total: 1_000,
      totalIsAtLeast: true,
    })
  await sql`DELETE FROM feeds WHERE item_id IN (SELECT id FROM items WHERE performer_id = ${shown.id} AND title = '')`.execute(
    server.ctx.db,
  )
  await sql`DELETE FROM items WHERE performer_id = ${shown.id} AND title = ''`.execute(server.ctx.db)
})

test('a deleted post stays available only to its buyers', async () => {
  const performer = await buildPerformer(server.ctx)
  const [buyer, fan] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const [bought, unbought] = [
    await buildFeed(server.ctx, performer, paid(300n)),
    await buildFeed(server.ctx, performer, paid(300n)),
  ]
  await buildPurchase(server.ctx, buyer, performer, bought)
  expect((await asks(performer).delete(`/performer/feeds/${bought}`)).body.data).toEqual({
    success: true,
    archived: true,
  })
  expect((await asks(performer).delete(`/performer/feeds/${unbought}`)).body.data).toEqual({
    success: true,
    archived: false,
  })
  expect((await asks(performer).delete(`/performer/feeds/${unbought}`)).status).toBe(404)
  expect((await asks(buyer).get(`/user/feeds/${bought}`)).body.data.text).toBe('Secret text')
  expect((await asks(fan).get(`/user/feeds/${bought}`)).status).toBe(404)
  for (const who of [buyer, performer, undefined])
    expect((await asks(who).get(`/user/feeds/${unbought}`)).status).toBe(404)
  expect((await asks().get(`/user/feeds/search/${performer.username}`)).body.data).toEqual([])
})

test('a locked post contains kind, count, length, date and title, and nothing else', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const files = [
    await buildFile(server.ctx, performer, { purpose: 'feed-video' }),
    await buildFile(server.ctx, performer, { purpose: 'feed-video' }),
  ]
  for (const [gate, reason] of [
    [{ type: 'followers' }, 'follow'],
    [{ type: 'subscribers' }, 'subscribe'],
    [{ type: 'plan', planIds: [] }, 'subscribe'],
    [{ type: 'paid', price: 900n }, 'buy'],
  ] as const) {
    const id = await buildFeed(server.ctx, performer, { type: 'video', files, gate: { ...gate, planIds: [] } })
    for (const [who, why] of [
      [fan, reason],
      [undefined, 'sign-in'],
    ] as const) {
      const { body, text } = await asks(who).get(`/user/feeds/${id}`)
      expect(body.data.locked.reason).toBe(why)
      expect(body.data).toMatchObject({
        text: '',
        tags: [],
        poll: null,
        can: { view: false, comment: false, edit: false },
      })
      expect(body.data.can.unlock).toBe(why === 'buy')
      expect(body.data.files).toHaveLength(2)
      for (const file of body.data.files) {
        expect(Object.keys(file).sort()).toEqual(['durationMs', 'isLocked', 'kind', 'preview', 'type'])
        expect(file).toMatchObject({ isLocked: true, kind: 'video', durationMs: 61_000 })
      }
      for (const secret of ['Secret text', 'hush', '/media/', ':3024', ':4032', ...files])
        expect(text).not.toContain(secret)
    }
    await sql`DELETE FROM item_files WHERE item_id = ${id}`.execute(server.ctx.db)
  }
})

test('following, subscribing and buying each give access to their gates', async () => {
  const performer = await buildPerformer(server.ctx)
  const [stranger, follower, subscriber, buyer] = await Promise.all([1, 2, 3, 4].map(() => buildUser(server.ctx)))
  await asks(follower).post(`/follows/${performer.id}`)
  await buildAccess(server.ctx, subscriber!, performer)
  const feeds = {
    public: await buildFeed(server.ctx, performer),
    followers: await buildFeed(server.ctx, performer, { gate: { type: 'followers' } }),
    subscribers: await buildFeed(server.ctx, performer, { gate: { type: 'subscribers' } }),
    paid: await buildFeed(server.ctx, performer, paid(700n)),
    both: await buildFeed(server.ctx, performer, { gate: { type: 'paid', price: 700n, freeForSubscribers: true } }),
  }
  await buildPurchase(server.ctx, buyer!, performer, feeds.paid)
  const opened = async (who?: { token: string }) => {
    const { body } = await asks(who).get(`/user/feeds/search/${performer.username}`)
    return Object.entries(feeds)
      .filter(([, id]) => body.data.find((item: { _id: string }) => item._id === id)?.can.view)
      .map(([name]) => name)
  }
  expect(await opened(stranger)).toEqual(['public'])
  expect(await opened()).toEqual(['public'])
  expect(await opened(follower)).toEqual(['public', 'followers'])
  expect(await opened(subscriber)).toEqual(['public', 'followers', 'subscribers', 'both'])
  expect(await opened(buyer)).toEqual(['public', 'paid'])
  expect(await opened(performer)).toEqual(Object.keys(feeds))
  expect(await opened(await buildAdmin(server.ctx, { permissions: ['moderation'] }))).toEqual(Object.keys(feeds))
  expect(await opened(await buildAdmin(server.ctx, { permissions: ['finance'] }))).toEqual(['public'])
  await sql`UPDATE subscriptions SET access_until = app_now() WHERE fan_id = ${subscriber!.id}`.execute(server.ctx.db)
  expect(await opened(subscriber)).toEqual(['public'])
})

test('home shows what followed and subscribed creators publish, newest first, page by page', async () => {
  const [followed, subscribed, other] = await Promise.all([1, 2, 3].map(() => buildPerformer(server.ctx)))
  const fan = await buildUser(server.ctx)
  const early = await buildFeed(server.ctx, followed!, { hoursAgo: 5 })
  await asks(fan).post(`/follows/${followed!.id}`)
  await buildAccess(server.ctx, fan, subscribed!)
  const publish = async (performer: { token: string }, text: string) =>
    (await asks(performer).post('/performer/feeds', { type: 'text', text })).body.data._id as string
  const made = [early]
  for (const [performer, text] of [
    [followed!, 'one'],
    [subscribed!, 'two'],
    [other!, 'unseen'],
    [followed!, 'three'],
  ] as const) {
    const id = await publish(performer, text)
    if (text !== 'unseen') made.push(id)
  }
  await server.work()
  await Promise.all(made.slice(1).map((itemId) => fanOut(server.ctx, { itemId })))
  const ids = async (path: string) => (await asks(fan).get(path)).body
  const all = await ids('/user/feeds')
  expect(all.data.map((item: { _id: string }) => item._id)).toEqual([...made].reverse())
  const first = await ids('/user/feeds?pageSize=3')
  const second = await ids(`/user/feeds?pageSize=3&cursor=${first.nextCursor}`)
  const byNumber = await ids('/user/feeds?pageSize=3&current=2')
  expect([...first.data, ...second.data].map((item) => item._id)).toEqual([...made].reverse())
  expect(byNumber.data.map((item: { _id: string }) => item._id)).toEqual(
    second.data.map((item: { _id: string }) => item._id),
  )
  expect([first.total, second.total, second.nextCursor]).toEqual([4, 4, null])
  // A pinned post keeps its place here, and is no row beside those of the page.
  await asks(followed!).put(`/performer/feeds/${early}`, { isPinned: true })
  const single = await ids('/user/feeds?pageSize=1')
  expect([single.data.map((item: { _id: string }) => item._id), single.total]).toEqual([[made.at(-1)], 4])
  expect((await asks(await buildUser(server.ctx)).get('/user/feeds')).body).toEqual({
    data: [],
    total: 0,
    nextCursor: null,
  })
})

test('a removed post leaves the home feeds, and their pages stay complete', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push(await buildFeed(server.ctx, performer, { hoursAgo: i }))
  await asks(fan).post(`/follows/${performer.id}`)
  await asks(performer).delete(`/performer/feeds/${ids[1]}`)
  const walk = async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await asks(fan).get(`/user/feeds?pageSize=2&cursor=${cursor}`)
      seen.push(...body.data.map((item: { _id: string }) => item._id))
      cursor = body.nextCursor
    } while (cursor)
    return seen
  }
  const left = ids.filter((id) => id !== ids[1])
  expect(await walk()).toEqual(left)
  await server.work()
  expect((await rows(server.ctx.db, sql`SELECT 1 FROM feed_inbox WHERE item_id = ${ids[1]!}`)).length).toBe(0)
  expect(await walk()).toEqual(left)
})

test('the JSON text of lists is as declared in the contract', async () => {
  const performer = await buildPerformer(server.ctx)
  const [fan, stranger] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const files = [await buildFile(server.ctx, performer)]
  await buildFeed(server.ctx, performer, { type: 'photo', files })
  await buildFeed(server.ctx, performer, { type: 'photo', gate: { type: 'paid', price: 250n } })
  await asks(fan).post(`/follows/${performer.id}`)
  for (const path of ['/user/feeds', '/user/feeds?discover=true', `/user/feeds/search/${performer.username}`]) {
    // `discover` leaves out whom one follows.
    const who = path.includes('discover') ? stranger : fan
    const { body, headers } = await asks(who).get(path)
    expect(headers['content-type']).toContain('application/json')
    expect(homeFeed.reply.parse(body)).toEqual(body)
    const own = body.data.find((feed: { performer: { _id: string } }) => feed.performer._id === performer.id)
    expect(shownFeed.parse(own)).toEqual((await asks(who).get(`/user/feeds/${own._id}`)).body.data)
  }
})

test('visitors and `discover` get the newest posts of all creators', async () => {
  const performer = await buildPerformer(server.ctx)
  const id = await buildFeed(server.ctx, performer)
  const hidden = await buildFeed(server.ctx, performer, { status: 'hidden' })
  for (const answer of [
    await asks().get('/user/feeds'),
    await asks(await buildUser(server.ctx)).get('/user/feeds?discover=1'),
  ]) {
    const ids = answer.body.data.map((item: { _id: string }) => item._id)
    expect(ids).toContain(id)
    expect(ids).not.toContain(hidden)
  }
})

test('`discover` leaves out one’s own posts, and those of creators whom one follows or subscribes to', async () => {
  const fan = await buildPerformer(server.ctx)
  const [followed, subscribed, other] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
  ]
  await asks(fan).post(`/follows/${followed.id}`)
  await buildAccess(server.ctx, fan, subscribed)
  const built = new Map<string, string>()
  for (const who of [fan, followed, subscribed, other]) built.set(who.id, await buildFeed(server.ctx, who))
  const { body, text } = await asks(fan).get('/user/feeds?discover=true&pageSize=100')
  expect(text).toContain(built.get(other.id))
  for (const who of [fan, followed, subscribed]) expect(text).not.toContain(built.get(who.id))
  // Whom one does not follow any more is there again.
  await asks(fan).delete(`/follows/${followed.id}`)
  const again = await asks(fan).get('/user/feeds?discover=true&pageSize=100')
  expect(again.text).toContain(built.get(followed.id))
  expect(again.body.total).toBe(body.total + 1)
})

test('a blocked fan finds nothing of the creator anywhere', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const id = await buildFeed(server.ctx, performer)
  await asks(fan).post(`/follows/${performer.id}`)
  await asks(fan).post('/reactions', { action: 'bookmark', objectType: 'feed', objectId: id })
  expect((await asks(performer).post('/block/users', { userId: fan.id })).status).toBe(200)
  expect((await asks(fan).get(`/user/feeds/${id}`)).status).toBe(404)
  expect((await asks(fan).get(`/user/feeds/search/${performer.username}`)).status).toBe(404)
  for (const path of ['/user/feeds', '/user/feeds?discover=true', '/reactions/feeds/bookmark'])
    expect((await asks(fan).get(path)).text).not.toContain(id)
})

test('posts of a suspended creator are hidden from all viewers', async () => {
  const performer = await buildPerformer(server.ctx)
  const id = await buildFeed(server.ctx, performer)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${performer.id}`.execute(server.ctx.db)
  expect((await asks().get(`/user/feeds/${id}`)).status).toBe(404)
  expect((await asks().get('/user/feeds?pageSize=100')).text).not.toContain(id)
})

test('nonsense ids, cursors and pages are refused or empty, never an error of ours', async () => {
  const fan = await buildUser(server.ctx)
  for (const path of [
    '/user/feeds/nope',
    '/user/feeds?cursor=abc',
    '/user/feeds?pageSize=101',
    '/user/feeds?current=0',
    '/user/feeds?current=1e9',
    '/performers/%00',
  ])
    expect((await asks(fan).get(path)).status, path).toBeLessThan(500)
  const forged = Buffer.from(JSON.stringify(['9999-99-99T00:00:00Z', 'x', 1])).toString('base64url')
  expect((await asks(fan).get(`/user/feeds?cursor=${forged}`)).status).toBe(400)
  expect((await asks(fan).get('/user/feeds?current=100000&pageSize=100')).body.data).toEqual([])
  expect((await asks(fan).get('/user/feeds/00000000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('a view counts once per viewer and day, and never for the owner', async () => {
  await passMidnight(server.ctx)
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const id = await buildFeed(server.ctx, performer)
  const look = (who?: { token: string }, from?: string) => asks(who).get(`/user/feeds/${id}`, from ? { from } : {})
  await Promise.all([
    look(fan),
    look(fan),
    look(fan),
    look(performer),
    look(undefined, '203.0.113.5'),
    look(undefined, '203.0.113.5'),
    look(undefined, '203.0.113.6'),
  ])
  await rollUpCounters(server.ctx)
  expect((await look(performer)).body.data.stats.views).toBe(3)
  await advanceClock(server.ctx, '1 day')
  await look(fan)
  await rollUpCounters(server.ctx)
  expect((await look(performer)).body.data.stats.views).toBe(4)
})

async function buildPollFeed(performer: { token: string }, more: object = {}) {
  const poll = await asks(performer).post('/performer/feeds/polls', {
    question: 'Which glaze?',
    options: ['Ash', 'Copper'],
    ...more,
  })
  expect(poll.status, poll.text).toBe(200)
  const feed = await asks(performer).post('/performer/feeds', {
    type: 'poll',
    text: 'Choose',
    pollId: poll.body.data._id,
  })
  expect(feed.status, feed.text).toBe(200)
  return {
    id: feed.body.data._id as string,
    options: poll.body.data.options.map((option: { _id: string }) => option._id) as string[],
  }
}

test('a vote counts once per account, however often it is sent, and shows the counts', async () => {
  const performer = await buildPerformer(server.ctx)
  const [fan, other] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const { id, options } = await buildPollFeed(performer)
  const before = (await asks(fan).get(`/user/feeds/${id}`)).body.data.poll
  expect(before).toMatchObject({ totalVotes: null, votedFor: null, options: [{ votes: null }, { votes: null }] })
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, i) => asks(fan).post(`/user/feeds/vote/${id}`, { optionId: options[i % 2] })),
  )
  expect(sent.filter((entry) => entry.status === 200)).toHaveLength(1)
  expect(sent.filter((entry) => entry.body.code === 'ALREADY_VOTED')).toHaveLength(7)
  expect(sent.find((entry) => entry.status === 200)!.body.data.totalVotes).toBe(1)
  await rollUpCounters(server.ctx)
  expect((await asks(fan).get(`/user/feeds/${id}`)).body.data.poll.totalVotes).toBe(1)
  expect((await asks(other).get(`/user/feeds/${id}`)).body.data.poll.totalVotes).toBeNull()
})

test('a poll that has ended takes no votes and shows its counts to all', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const endsAt = new Date(server.ctx.clock.now().getTime() + 60_000).toISOString()
  const { id, options } = await buildPollFeed(performer, { endsAt })
  await advanceClock(server.ctx, '2 minutes')
  expect((await asks(fan).post(`/user/feeds/vote/${id}`, { optionId: options[0] })).body.code).toBe('POLL_ENDED')
  expect((await asks().get(`/user/feeds/${id}`)).body.data.poll).toMatchObject({ hasEnded: true, totalVotes: 0 })
})

test('invalid polls are refused, and votes for options of other polls', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const { id } = await buildPollFeed(performer)
  const second = await buildPollFeed(performer)
  expect((await asks(fan).post(`/user/feeds/vote/${id}`, { optionId: second.options[0] })).status).toBe(404)
  expect((await asks().post(`/user/feeds/vote/${id}`, { optionId: second.options[0] })).status).toBe(401)
  for (const body of [
    { question: 'x', options: ['one'] },
    { question: 'x', options: ['a', 'A'] },
    { question: '', options: ['a', 'b'] },
    { question: 'x', options: Array(11).fill('a') },
  ])
    expect((await asks(performer).post('/performer/feeds/polls', body)).status).toBe(422)
  expect(
    (
      await asks(performer).post('/performer/feeds/polls', {
        question: 'x',
        options: ['a', 'b'],
        endsAt: '2020-01-01T00:00:00Z',
      })
    ).status,
  ).toBe(422)
  const stolen = await asks(await buildPerformer(server.ctx)).post('/performer/feeds/polls', {
    question: 'x',
    options: ['a', 'b'],
  })
  const taken = await asks(performer).post('/performer/feeds', { type: 'poll', pollId: stolen.body.data._id })
  expect([taken.status, taken.body.errors[0].path]).toEqual([404, 'pollId'])
})

test('a poll that is written stays with its draft, for its creator alone, until it is made', async () => {
  const performer = await buildPerformer(server.ctx)
  const as = asks(performer)
  const unfinished = { question: 'Which gla', options: ['Ash', ''], endsAt: null }
  const made = await as.post('/performer/feeds', { type: 'poll', status: 'draft', draftPoll: unfinished })
  expect([made.status, made.body.data?.draftPoll, made.body.data?.poll], made.text).toEqual([200, unfinished, null])
  const path = `/performer/feeds/${made.body.data._id}`
  const finished = { question: 'Which glaze?', options: ['Ash', 'Copper'], endsAt: null }
  expect((await as.put(path, { draftPoll: finished })).body.data.draftPoll).toEqual(finished)
  expect((await as.put(path, { text: 'Choose' })).body.data).toMatchObject({ draftPoll: finished, text: 'Choose' })
  expect((await asks(await buildPerformer(server.ctx)).get(path)).status).toBe(404)
  expect((await as.get(`/user/feeds/${made.body.data._id}`)).text).not.toContain('Which glaze')

  // Without the poll itself it isn't published.
  const early = await as.put(path, { status: 'published' })
  expect([early.status, early.body.errors?.[0]]).toMatchObject([422, { path: 'pollId', code: 'POLL_MISSING' }])
  // A draft that is no poll any more has none, and can't be given one.
  expect((await as.put(path, { type: 'text' })).body.data.draftPoll).toBeNull()
  const misplaced = await as.put(path, { draftPoll: finished })
  expect(misplaced.body.errors).toMatchObject([{ path: 'draftPoll', code: 'POLL_OUT_OF_PLACE' }])
  expect((await as.put(path, { type: 'poll', draftPoll: finished })).status).toBe(200)
  for (const wrong of [
    { ...finished, options: Array(11).fill('a') },
    { ...finished, question: 'x'.repeat(301) },
    { ...finished, options: ['x'.repeat(121)] },
  ])
    expect((await as.put(path, { draftPoll: wrong })).status).toBe(422)

  const { question, options } = finished
  const poll = (await as.post('/performer/feeds/polls', { question, options })).body.data
  const published = await as.put(path, { type: 'poll', pollId: poll._id, status: 'published' })
  expect(published.body.data, published.text).toMatchObject({
    status: 'published',
    draftPoll: null,
    poll: { question },
  })
})

test('viewers without access to a post can’t vote in it', async () => {
  const performer = await buildPerformer(server.ctx)
  const fan = await buildUser(server.ctx)
  const { id, options } = await buildPollFeed(performer)
  await asks(performer).put(`/performer/feeds/${id}`, { gate: { type: 'subscribers' } })
  expect((await asks(fan).post(`/user/feeds/vote/${id}`, { optionId: options[0] })).body.code).toBe(
    'SUBSCRIPTION_REQUIRED',
  )
})

test('the studio lists the creator’s own posts by status and search text', async () => {
  const performer = await buildPerformer(server.ctx)
  await buildFeed(server.ctx, performer, { text: 'A hundred % wool' })
  await buildFeed(server.ctx, performer, { status: 'draft', text: 'Unfinished' })
  await buildFeed(server.ctx, await buildPerformer(server.ctx))
  const texts = async (query: string) =>
    (await asks(performer).get(`/performer/feeds${query}`)).body.data.map((item: { text: string }) => item.text)
  expect(await texts('')).toHaveLength(2)
  expect(await texts('?status=draft')).toEqual(['Unfinished'])
  expect(await texts('?q=%25')).toEqual(['A hundred % wool'])
  expect((await asks(performer).get('/performer/feeds?sortBy=password')).status).toBe(400)
  for (const sortBy of ['updatedAt', 'createdAt', 'publishedAt', 'likes', 'comments', 'views', 'sales'])
    expect((await asks(performer).get(`/performer/feeds?sortBy=${sortBy}&sort=asc`)).body.total).toBe(2)
})
