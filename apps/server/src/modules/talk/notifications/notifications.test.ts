import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, row, sql } from '../../../platform/db/db.ts'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { publishAll } from '../../../platform/events/events.ts'
import { subscribers } from '../../../subscribers.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { tipSent } from '../../money/charges/events.ts'
import { followStarted } from '../../people/follows/events.ts'
import { buildFan, buildLockedFeed, buildPlan, payer } from '../../money/wallet/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await registerSubscribers(server.ctx, subscribers, 'first')
})
afterAll(() => server.stop())

const handle = () => handleAllEvents(server.ctx, subscribers)
const listOf = async (who: Built, query = '') => {
  await handle()
  const reply = await api(server).as(who).get(`/notifications${query}`)
  expect(reply.status).toBe(200)
  return reply.body
}
const kinds = async (who: Built, query = '') =>
  (await listOf(who, query)).data.map(({ kind }: { kind: string }) => kind)
const unreadOf = async (who: Built) => {
  await handle()
  return (await api(server).as(who).get('/notifications/unread-total')).body.data.total
}
const feed = async (performer: Built, title = 'Glazes', more: { at?: string } = {}) =>
  (await row(
    server.ctx.db,
    sql<{ id: string }>`INSERT INTO items (kind, performer_id, title, status, published_at)
      VALUES ('feed', ${performer.id}, ${title}, 'published', app_now() - ${more.at ?? '0'}::interval) RETURNING id`,
  ))!.id
const write = async (who: Built, itemId: string, text: string, parentId?: string) => {
  const reply = await api(server)
    .as(who)
    .post('/comments', { itemId, text, ...(parentId && { parentId }) })
  expect(reply.status).toBe(200)
  return reply.body.data._id as string
}
const like = (who: Built, objectType: string, objectId: string) =>
  api(server).as(who).post('/reactions', { action: 'like', objectType, objectId })
const follow = (who: Built, performer: Built) => api(server).as(who).post(`/follows/${performer.id}`)

test('comments, replies and mentions notify creator, author and whom they name, never who wrote them', async () => {
  const { ctx } = server
  const [creator, other] = [await buildPerformer(ctx), await buildPerformer(ctx)]
  const [fan, second] = [await buildUser(ctx, { name: 'Tomo' }), await buildUser(ctx)]
  const itemId = await feed(creator)
  const first = await write(fan, itemId, `Look, @${other.username}!`)
  await write(second, itemId, 'I agree.', first)
  await write(creator, itemId, 'Thank you.', first)
  const shown = await listOf(creator)
  expect(shown.data).toMatchObject([
    {
      kind: 'comment_written',
      actorCount: 2,
      actors: [{ _id: second.id }, { _id: fan.id, name: 'Tomo' }],
      item: { _id: itemId, title: 'Glazes' },
      comment: { text: 'I agree.' },
      path: expect.stringMatching(`^/post/${itemId}\\?comment=[0-9a-f-]{36}#comments$`),
      isRead: false,
    },
  ])
  expect(shown.total).toBe(1)
  expect(await kinds(fan)).toEqual(['comment_replied', 'comment_replied'])
  expect(await kinds(other)).toEqual(['mentioned'])
  expect(await kinds(second)).toEqual([])
})

test('what happens many times at once is listed in its order, and what has a group is one', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const [aya, bo, cleo] = [await buildFan(ctx, 100), await buildFan(ctx, 100), await buildFan(ctx, 100)]
  await buildBlock(ctx, creator, cleo)
  await handle()
  // One transaction: all of it is handled together.
  await ctx.transaction(async (tx) => {
    const tip = (from: Built, tokens: number, note: string) => ({
      chargeId: randomUUID(),
      userId: from.id,
      performerId: creator.id,
      targetId: creator.id,
      type: 'tip',
      tokens,
      balance: 0,
      note,
    })
    await publishAll(tx, tipSent, [tip(aya, 1, 'first'), tip(cleo, 2, 'blocked'), tip(bo, 3, 'second')])
    await publishAll(
      tx,
      followStarted,
      [aya, bo, aya, creator].map((fan) => ({ fanId: fan.id, performerId: creator.id })),
    )
    await publishAll(tx, tipSent, [tip(aya, 4.5, 'third')])
  })
  const { data } = await listOf(creator)
  expect(
    data.map(({ kind, detail, tokens, actorCount }: Record<string, unknown>) => [kind, detail, tokens, actorCount]),
  ).toEqual([
    ['tip_received', 'third', 4.5, 1],
    ['followed', '', null, 2],
    ['tip_received', 'second', 3, 1],
    ['tip_received', 'first', 1, 1],
  ])
  expect(data[1].actors.map(({ _id }: { _id: string }) => _id)).toEqual([aya.id, bo.id])
  // A later one joins the group that is there.
  const dee = await buildUser(ctx)
  await ctx.transaction((tx) =>
    publishAll(
      tx,
      followStarted,
      [bo, dee].map((fan) => ({ fanId: fan.id, performerId: creator.id })),
    ),
  )
  expect((await listOf(creator)).data[0]).toMatchObject({
    kind: 'followed',
    actorCount: 3,
    actors: [{ _id: dee.id }, { _id: bo.id }, { _id: aya.id }],
  })
})

test('likes of one thing are one notification until it is read', async () => {
  const { ctx } = server
  const [creator, fan] = [await buildPerformer(ctx), await buildUser(ctx)]
  const itemId = await feed(creator)
  const commentId = await write(fan, itemId, 'Beautiful.')
  const others = [await buildUser(ctx), await buildUser(ctx), await buildUser(ctx), await buildUser(ctx)]
  for (const who of others) await like(who, 'comment', commentId)
  const [found] = (await listOf(fan)).data
  expect(found).toMatchObject({ kind: 'comment_liked', actorCount: 4, comment: { text: 'Beautiful.' } })
  expect(found.actors).toHaveLength(3)
  expect((await api(server).as(fan).post('/notifications/read', { ids: found.ids })).status).toBe(200)
  expect(await unreadOf(fan)).toBe(0)
  await api(server)
    .as(others[0]!)
    .delete('/reactions', { body: { action: 'like', objectType: 'comment', objectId: commentId } })
  await like(others[0]!, 'comment', commentId)
  expect(await kinds(fan, '?filter=unread')).toEqual(['comment_liked'])
  expect(await kinds(fan)).toEqual(['comment_liked', 'comment_liked'])
})

test('new items of creators one follows are listed without a row each, from the follow on, and read by one or together', async () => {
  const { ctx } = server
  const [creator, fan] = [await buildPerformer(ctx, { name: 'Ines Valloy' }), await buildUser(ctx)]
  await feed(creator, 'Before', { at: '1 hour' })
  await follow(fan, creator)
  const [first, second] = [await feed(creator, 'First'), await feed(creator, 'Second')]
  const list = await listOf(fan)
  expect(list.data.map(({ item }: { item: { title: string } }) => item.title)).toEqual(['Second', 'First'])
  expect(list.data[0]).toMatchObject({
    kind: 'post_published',
    actors: [{ name: 'Ines Valloy' }],
    path: `/post/${second}`,
  })
  expect(await unreadOf(fan)).toBe(2)
  await api(server)
    .as(fan)
    .post('/notifications/read', { ids: [first] })
  expect(await unreadOf(fan)).toBe(1)
  await api(server).as(fan).post('/notifications/read', { all: true })
  expect(await unreadOf(fan)).toBe(0)
  expect(await kinds(fan, '?filter=posts')).toEqual(['post_published', 'post_published'])
  expect(await rows(ctx.db, sql`SELECT 1 FROM notifications WHERE account_id = ${fan.id}`)).toEqual([])
})

test('an item without a title is named by the beginning of its text, unless it is locked', async () => {
  const { ctx } = server
  const [creator, fan] = [await buildPerformer(ctx), await buildUser(ctx)]
  await follow(fan, creator)
  for (const gate of ['public', 'subscribers'])
    await sql`INSERT INTO items (kind, performer_id, text, status, published_at, gate_type)
      VALUES ('feed', ${creator.id}, ${`The ${gate} words of a post that goes on for rather more than sixty characters.`}, 'published', app_now(), ${gate})`.execute(
      ctx.db,
    )
  const { data } = await listOf(fan)
  expect(data.map(({ item }: { item: { title: string } }) => item.title)).toEqual([
    '',
    'The public words of a post that goes on for rather more than…',
  ])
})

test('older items of one day become one, with other creators who published', async () => {
  const { ctx } = server
  const fan = await buildUser(ctx)
  const creators = [await buildPerformer(ctx), await buildPerformer(ctx), await buildPerformer(ctx)]
  for (const creator of creators) {
    await follow(fan, creator)
    await sql`UPDATE follows SET created_at = app_now() - interval '9 days' WHERE follower_id = ${fan.id}`.execute(
      ctx.db,
    )
    await sql`INSERT INTO items (kind, performer_id, title, status, published_at)
      VALUES ('feed', ${creator.id}, 'Old', 'published', date_trunc('day', app_now()) - interval '2 days 1 hour')`.execute(
      ctx.db,
    )
  }
  const { data } = await listOf(fan)
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ actorCount: 3, path: '/home' })
  expect(data[0].ids).toHaveLength(3)
})

test('follows, subscriptions, tips and sales notify the creator', async () => {
  const { ctx } = server
  const [fan, creator] = [await buildFan(ctx, 1000), await buildPerformer(ctx)]
  const item = await buildLockedFeed(ctx, creator, 15)
  await payer(server, fan).keyed(`/wallet/charges/tip/${creator.id}`, { tokens: 50, note: 'For the kiln' })
  await payer(server, fan).unlock(item)
  const planId = await buildPlan(ctx, creator, { price: 999n })
  await payer(server, fan).keyed('/payment/subscribe/performers', {
    performerId: creator.id,
    planId,
    paymentGateway: 'wallet',
  })
  expect((await kinds(creator)).toSorted()).toEqual(['followed', 'item_sold', 'subscribed', 'tip_received'])
  expect((await listOf(creator, '?filter=tips')).data).toMatchObject([{ tokens: 50, detail: 'For the kiln' }])
  expect((await listOf(creator, '?filter=orders')).data).toMatchObject([
    { kind: 'item_sold', tokens: 15, item: { _id: item } },
  ])
  expect(await unreadOf(creator)).toBe(4)
})

test('what a viewer may no longer know of is neither shown nor counted', async () => {
  const { ctx } = server
  const [creator, blocked, fan] = [await buildPerformer(ctx), await buildUser(ctx), await buildUser(ctx)]
  const itemId = await feed(creator)
  const gone = await write(fan, itemId, 'One')
  await like(blocked, 'feed', itemId)
  await follow(blocked, creator)
  expect(await unreadOf(creator)).toBe(3)
  await api(server).as(fan).delete(`/comments/${gone}`)
  expect(await unreadOf(creator)).toBe(2)
  await buildBlock(ctx, creator, blocked)
  expect(await unreadOf(creator)).toBe(0)
  expect(await kinds(creator)).toEqual([])
  await write(fan, itemId, 'Two')
  await like(blocked, 'feed', itemId)
  expect(await kinds(creator)).toEqual(['comment_written'])
})

test('items that are hidden, withdrawn or of another country are not listed', async () => {
  const { ctx } = server
  const [creator, fan] = [await buildPerformer(ctx), await buildUser(ctx)]
  await follow(fan, creator)
  const itemId = await feed(creator)
  expect(await unreadOf(fan)).toBe(1)
  await sql`UPDATE items SET status = 'hidden' WHERE id = ${itemId}`.execute(ctx.db)
  expect(await unreadOf(fan)).toBe(0)
  const commented = await feed(creator)
  const mine = await write(fan, commented, 'Mine')
  await like(creator, 'comment', mine)
  expect(await unreadOf(fan)).toBe(2)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${creator.id}`.execute(ctx.db)
  expect(await unreadOf(fan)).toBe(0)
})

test('preferences hold by topic and channel, and what is locked stays', async () => {
  const { ctx } = server
  const [creator, fan] = [await buildPerformer(ctx), await buildUser(ctx)]
  const as = api(server).as(creator)
  const before = (await as.get('/notifications/preferences')).body.data
  expect(before).toMatchObject({
    topics: { comments: { inApp: true, email: false, push: true }, account: { inApp: true, email: true } },
    quietHours: { isOn: false, from: '22:00', until: '08:00', timezone: 'UTC' },
    emailSummary: false,
    emailBounced: false,
  })
  const { body } = await as.put('/notifications/preferences', {
    topics: { comments: { inApp: false, push: false }, account: { email: false } },
    quietHours: { isOn: true, from: '23:30' },
  })
  expect(body.data).toMatchObject({
    topics: { comments: { inApp: false, email: false, push: false }, account: { email: true } },
    quietHours: { isOn: true, from: '23:30', until: '08:00' },
  })
  await write(fan, await feed(creator), 'Not shown')
  expect(await kinds(creator)).toEqual([])
  await as.put('/notifications/preferences', { topics: { comments: { inApp: true } } })
  await write(fan, await feed(creator), 'Shown')
  expect(await kinds(creator)).toEqual(['comment_written'])
  expect((await as.put('/notifications/preferences', { quietHours: { from: '25:00' } })).status).toBe(422)
  expect((await as.put('/notifications/preferences', { topics: { weather: { email: true } } })).status).toBe(400)
})

test('pages follow each other without a gap while more arrive', async () => {
  const { ctx } = server
  const creator = await buildPerformer(ctx)
  const fan = await buildUser(ctx)
  for (let n = 0; n < 7; n++) await write(fan, await feed(creator), `Comment ${n}`)
  const first = await listOf(creator, '?pageSize=3')
  await write(fan, await feed(creator), 'Later')
  const second = await listOf(creator, `?pageSize=3&cursor=${first.nextCursor}`)
  const third = await listOf(creator, `?pageSize=3&cursor=${second.nextCursor}`)
  const texts = [...first.data, ...second.data, ...third.data].map(({ comment }) => comment.text)
  expect(texts).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Comment ${n}`))
  expect(third.nextCursor).toBeNull()
})

test('others cannot read or mark what is not theirs', async () => {
  const { ctx } = server
  const [creator, fan] = [await buildPerformer(ctx), await buildUser(ctx)]
  await write(fan, await feed(creator), 'Hello')
  const [found] = (await listOf(creator)).data
  await api(server)
    .as(fan)
    .post('/notifications/read', { ids: [found._id] })
  expect(await unreadOf(creator)).toBe(1)
  expect((await api(server).get('/notifications')).status).toBe(401)
})
