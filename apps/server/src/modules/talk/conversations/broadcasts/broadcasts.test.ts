import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../../platform/context.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { api } from '../../../../testing/api.ts'
import { type Built, buildBlock, buildFollow, buildPerformer, buildUser } from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { connectSocket } from '../../../../testing/socket.ts'
import { deleteUnreferencedFiles } from '../../../media/vault/deletion.ts'
import { buildAccess } from '../../../content/posts/testing.ts'
import { buildFan, payer } from '../../../money/wallet/testing.ts'
import { deleteMessageFiles } from '../deleting.ts'
import { buildConversation, buildMessage, buildMessagePhoto } from '../testing.ts'
import { resumeBroadcasts, sendBroadcast, unsendBroadcast } from './job-handlers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const toFollowers = { include: [{ kind: 'followers' }] }
const create = async (creator: Built, body: object) => as(creator).post('/performer/broadcasts', body)
const list = async (creator: Built) => (await as(creator).get('/performer/broadcasts')).body.data
const preview = async (creator: Built, body: object) =>
  (await as(creator).post('/performer/broadcasts/preview', body)).body.data
async function follower(creator: Built, tokens = 0) {
  const fan = await buildFan(server.ctx, tokens)
  await buildFollow(server.ctx, fan, creator)
  return fan
}
const followers = async (creator: Built, count: number) => Promise.all(times(count).map(() => follower(creator)))
const received = async (fan: Built) => {
  const conversations = (await as(fan).get('/conversations')).body.data
  return conversations.length === 0
    ? []
    : (await as(fan).get(`/messages/conversations/${conversations[0]._id}`)).body.data
}
const unread = async (who: Built) => (await as(who).get('/messages/total-unread-messages')).body.data.total
/** As if the process had been killed at the given transaction: before it, or after its work and before its commit. */
function killedAt(ctx: Context, number: number, when: 'before' | 'in'): Context {
  let count = 0
  return {
    ...ctx,
    transaction: (work) => {
      count += 1
      if (count === number && when === 'before') return Promise.reject(new Error('killed'))
      if (count !== number) return ctx.transaction(work)
      return ctx.transaction(async (tx) => {
        await work(tx)
        throw new Error('killed')
      })
    },
  }
}

test('a broadcast reaches everyone it is for, as a message of the creator in each conversation', async () => {
  const creator = await buildPerformer(server.ctx)
  const fans = await followers(creator, 3)
  const made = await create(creator, { text: 'The kiln is open.', ...toFollowers })
  expect(made.body.data, made.text).toMatchObject({ status: 'scheduled', recipients: 0, sent: 0, canUnsend: false })
  await server.work()
  for (const fan of fans) {
    const [message] = await received(fan)
    expect(message).toMatchObject({
      text: 'The kiln is open.',
      senderId: creator.id,
      authorKind: 'creator',
      broadcastId: null,
      sequence: 1,
    })
    expect(await unread(fan)).toBe(1)
  }
  expect(await list(creator)).toMatchObject([
    { status: 'sent', recipients: 3, sent: 3, opened: 0, bought: 0, revenue: 0, canUnsend: true },
  ])
  // The creator's own list has no conversations in which only a broadcast was sent, until there is an answer.
  expect((await as(creator).get('/conversations')).body.data).toEqual([])
  const [{ conversationId }] = await received(fans[0]!)
  await as(fans[0]!).post(`/messages/conversations/${conversationId}`, { text: 'I will come.' })
  expect((await as(creator).get('/conversations')).body.data).toMatchObject([{ _id: conversationId }])
  const [, copy] = (await as(creator).get(`/messages/conversations/${conversationId}`)).body.data
  expect(copy.broadcastId).toBe(made.body.data._id)
  await as(fans[1]!).post('/conversations', { source: 'performer', sourceId: creator.id })
  expect((await list(creator))[0].opened).toBe(1)
})

test('killed between batches, in a batch, and run by several jobs at once: no fan is left out, and no fan has two copies', async () => {
  const creator = await buildPerformer(server.ctx)
  const fans = await followers(creator, 20)
  const { _id } = (await create(creator, { text: 'Once', ...toFollowers })).body.data
  for (const [number, when] of [
    [1, 'in'],
    [3, 'before'],
    [2, 'in'],
    [4, 'in'],
  ] as const)
    await expect(sendBroadcast(killedAt(server.ctx, number, when), _id, 2)).rejects.toThrow('killed')
  const [begun] = await list(creator)
  expect(begun).toMatchObject({ status: 'sending', recipients: 20 })
  expect(begun.sent).toBeGreaterThan(0)
  expect(begun.sent).toBeLessThan(20)
  // Who follows meanwhile was not chosen.
  const late = await follower(creator)
  await Promise.all(times(4).map(() => sendBroadcast(server.ctx, _id, 2)))
  await sendBroadcast(server.ctx, _id, 2)
  expect(await list(creator)).toMatchObject([{ status: 'sent', recipients: 20, sent: 20 }])
  const copies = await rows(
    server.ctx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM messages WHERE broadcast_id = ${_id} GROUP BY conversation_id`,
  )
  expect(copies.map(({ n }) => n)).toEqual(times(20).map(() => 1))
  for (const fan of fans) expect(await received(fan)).toHaveLength(1)
  expect(await received(late)).toEqual([])
})

/** Fans who follow the creator, inserted all at once. */
const buildFollowers = (creator: Built, count: number) =>
  sql`WITH made AS (INSERT INTO accounts (role, name, username, email, status, email_verified_at, locale)
      SELECT 'user', 'Fan ' || n, 'many_' || n, 'many' || n || '@example.com', 'active', app_now(), 'en-US' FROM generate_series(1, ${count}::int) n
      RETURNING id)
    INSERT INTO follows (follower_id, performer_id) SELECT id, ${creator.id} FROM made`.execute(server.ctx.db)
/** A process that sends the broadcast. Resolves when it is done, or when it hangs in a transaction and was killed. */
async function sendInProcess(id: string, hangsIn?: number): Promise<string> {
  const program = fileURLToPath(new URL('../../../../testing/broadcast-process.ts', import.meta.url))
  const input = [server.ownerUrl, server.ctx.config.dataDir, id, ...(hangsIn === undefined ? [] : [String(hangsIn)])]
  const child = spawn(process.execPath, [program, ...input], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes('hanging')) child.kill('SIGKILL')
  })
  await new Promise((resolve) => child.once('exit', resolve))
  return said.trim()
}

// BROADCAST_FANS=100000 sends it to so many, by hand.
const fanCount = Number(process.env['BROADCAST_FANS'] ?? 2000)
test(
  'a process killed in the middle of a broadcast to thousands leaves no fan out, and no fan with two copies',
  async () => {
    const creator = await buildPerformer(server.ctx)
    await buildFollowers(creator, fanCount)
    const { _id } = (await create(creator, { text: 'Once', ...toFollowers })).body.data
    // Killed while it chooses the recipients, in its first batch, and after batches that are committed.
    for (const hangsIn of [1, 2, 3]) expect(await sendInProcess(_id, hangsIn)).toBe('hanging')
    const [begun] = await list(creator)
    expect(begun).toMatchObject({ status: 'sending', recipients: fanCount })
    expect(begun.sent).toBeGreaterThan(0)
    expect(begun.sent).toBeLessThan(fanCount)
    expect(await Promise.all([sendInProcess(_id), sendInProcess(_id)])).toEqual(['done', 'done'])
    expect(await list(creator)).toMatchObject([{ status: 'sent', recipients: fanCount, sent: fanCount }])
    const copies = await row(
      server.ctx.db,
      sql`SELECT count(*)::int AS copies, count(DISTINCT m.account_id)::int AS fans,
          count(*) FILTER (WHERE m.unread = 1)::int AS unread FROM messages g
        JOIN conversation_members m ON m.conversation_id = g.conversation_id AND m.account_id <> ${creator.id} WHERE g.broadcast_id = ${_id}`,
    )
    expect(copies).toEqual({ copies: fanCount, fans: fanCount, unread: fanCount })
  },
  60_000 + fanCount * 20,
)

test('the creator’s open pages hear how far a broadcast is, and no one else', async () => {
  const creator = await buildPerformer(server.ctx)
  const [fan] = await followers(creator, 3)
  const heard = async (who: Built) => {
    const socket = await connectSocket(server)
    const got: { broadcastId: string; status: string; sent: number }[] = []
    socket.on('broadcast/changed', (message: (typeof got)[number]) => got.push(message))
    await socket.emitWithAck('auth/login', { token: who.token })
    return { socket, got }
  }
  const [ofCreator, ofFan] = [await heard(creator), await heard(fan!)]
  const { _id } = (await create(creator, { text: 'Hello', ...toFollowers })).body.data
  await sendBroadcast(server.ctx, _id, 2)
  await expect
    .poll(() => ofCreator.got.at(-1))
    .toMatchObject({ broadcastId: _id, status: 'sent', sent: 3, recipients: 3 })
  expect(ofCreator.got.length).toBeGreaterThan(1)
  expect(ofFan.got).toEqual([])
  for (const { socket } of [ofCreator, ofFan]) socket.disconnect()
})

test('audiences are added and subtracted', async () => {
  const creator = await buildPerformer(server.ctx)
  const [followed, subscribed, expired, buyer, listed] = await followers(creator, 5)
  await sql`DELETE FROM follows WHERE performer_id = ${creator.id} AND follower_id <> ${followed!.id}`.execute(
    server.ctx.db,
  )
  await buildAccess(server.ctx, subscribed!, creator)
  await buildAccess(server.ctx, expired!, creator)
  await sql`UPDATE subscriptions SET access_until = app_now() - interval '1 day', status = 'expired' WHERE fan_id = ${expired!.id}`.execute(
    server.ctx.db,
  )
  const sold = await buildMessage(server.ctx, await buildConversation(server.ctx, creator, buyer!), creator, {
    price: 500n,
    fileIds: [await buildMessagePhoto(server.ctx, creator)],
  })
  await sql`INSERT INTO fan_lists (id, performer_id, name) VALUES (${sold}, ${creator.id}, 'Friends')`.execute(
    server.ctx.db,
  )
  await sql`INSERT INTO fan_list_members (list_id, account_id) VALUES (${sold}, ${listed!.id}), (${sold}, ${followed!.id})`.execute(
    server.ctx.db,
  )
  const plan = (await row(
    server.ctx.db,
    sql<{ id: string | null }>`SELECT plan_id AS id FROM subscriptions WHERE fan_id = ${subscribed!.id}`,
  ))!.id
  const count = async (include: object[], exclude: object[] = []) =>
    (await preview(creator, { include, exclude })).recipients
  const list = { kind: 'list', id: sold }
  expect(await count([{ kind: 'followers' }])).toBe(1)
  expect(await count([{ kind: 'subscribers' }])).toBe(1)
  expect(await count([{ kind: 'expired' }])).toBe(1)
  expect(await count([{ kind: 'buyers' }])).toBe(0)
  expect(await count([list])).toBe(2)
  expect(await count([{ kind: 'followers' }, { kind: 'subscribers' }, { kind: 'expired' }, list])).toBe(4)
  expect(await count([list], [{ kind: 'followers' }])).toBe(1)
  expect(await count([{ kind: 'subscribers' }, list], [{ kind: 'subscribers' }])).toBe(2)
  if (plan) expect(await count([{ kind: 'plan', id: plan }])).toBe(1)
})

test('people who are blocked, have left or are suspended, and those in blocked countries receive nothing', async () => {
  const creator = await buildPerformer(server.ctx)
  const [blocking, blocked, suspended, closed, abroad, reached, late] = await followers(creator, 7)
  await buildBlock(server.ctx, blocking!, creator)
  await buildBlock(server.ctx, creator, blocked!)
  const set = (who: Built, change: object) =>
    sql`UPDATE accounts SET status = coalesce(${'status' in change ? change.status : null}, status),
      country = coalesce(${'country' in change ? change.country : null}, country) WHERE id = ${who.id}`.execute(
      server.ctx.db,
    )
  await set(suspended!, { status: 'suspended' })
  await set(closed!, { status: 'closed' })
  await set(abroad!, { country: 'NL' })
  await sql`INSERT INTO country_blocks (performer_id, country) VALUES (${creator.id}, 'NL')`.execute(server.ctx.db)
  expect(await preview(creator, toFollowers)).toEqual({ recipients: 2, owners: 0 })
  const { _id } = (await create(creator, { text: 'Hello', ...toFollowers })).body.data
  await expect(sendBroadcast(killedAt(server.ctx, 2, 'before'), _id)).rejects.toThrow('killed')
  // Chosen, and blocked before the copy is sent.
  await buildBlock(server.ctx, late!, creator)
  await sendBroadcast(server.ctx, _id)
  expect(await list(creator)).toMatchObject([{ recipients: 2, sent: 1, status: 'sent' }])
  expect(await received(reached!)).toHaveLength(1)
  const others = await row(
    server.ctx.db,
    sql`SELECT FROM messages g JOIN conversation_members m ON m.conversation_id = g.conversation_id
      WHERE g.sender_id = ${creator.id} AND m.account_id IN (${blocking!.id}, ${blocked!.id}, ${suspended!.id}, ${closed!.id}, ${abroad!.id}, ${late!.id})`,
  )
  expect(others).toBeUndefined()
})

test('a muted or hidden conversation takes a copy without moving or coming back', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await follower(creator)
  const id = await buildConversation(server.ctx, creator, fan)
  await buildMessage(server.ctx, id, creator)
  const other = await buildConversation(server.ctx, await buildPerformer(server.ctx), fan)
  await buildMessage(server.ctx, other, fan)
  await as(fan).put(`/conversations/${id}/preferences`, { isMuted: true })
  await create(creator, { text: 'Hello', ...toFollowers })
  await server.work()
  const shown = (await as(fan).get('/conversations')).body.data
  expect(shown.map(({ _id }: { _id: string }) => _id)).toEqual([other, id])
  expect(shown[1]).toMatchObject({ totalNotSeenMessages: 2, isMuted: true })
  await as(fan).put(`/conversations/${id}/preferences`, { isHidden: true })
  await create(creator, { text: 'Again', ...toFollowers })
  await server.work()
  expect((await as(fan).get(`/conversations/${id}`)).body.data).toMatchObject({
    isHidden: true,
    totalNotSeenMessages: 3,
  })
})

test('owners of every attached file are counted and can be left out; sales are computed from their charges', async () => {
  const creator = await buildPerformer(server.ctx)
  const [owner, other] = [await follower(creator, 100), await follower(creator, 100)]
  const [photo, otherPhoto] = [
    await buildMessagePhoto(server.ctx, creator),
    await buildMessagePhoto(server.ctx, creator),
  ]
  const first = await create(creator, { text: 'One', fileIds: [photo], price: 10, ...toFollowers })
  await server.work()
  const unlock = async (fan: Built, id: string) =>
    payer(server, fan).keyed(`/wallet/charges/message/${id}`, { expectedPrice: 10 }, randomUUID())
  const [copy] = await received(owner)
  expect(copy).toMatchObject({ text: '', isLocked: true, price: 10 })
  expect((await unlock(owner, copy._id)).status).toBe(200)
  expect((await unlock(other, copy._id)).status).toBe(404)
  expect(await list(creator)).toMatchObject([{ _id: first.body.data._id, bought: 1, revenue: 10 }])

  expect(await preview(creator, { ...toFollowers, fileIds: [photo] })).toEqual({ recipients: 2, owners: 1 })
  expect(await preview(creator, { ...toFollowers, fileIds: [photo, otherPhoto] })).toEqual({ recipients: 2, owners: 0 })
  expect(await preview(creator, toFollowers)).toEqual({ recipients: 2, owners: 0 })
  // Another creator, whom the buyer also follows, doesn't learn it from the file of this one.
  const curious = await buildPerformer(server.ctx)
  const spied = await as(curious).post('/performer/broadcasts/preview', { ...toFollowers, fileIds: [photo] })
  expect(spied).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  await create(creator, { text: 'One', fileIds: [photo], price: 10, leaveOutOwners: true, ...toFollowers })
  await server.work()
  expect((await list(creator))[0]).toMatchObject({ recipients: 1, sent: 1 })
  expect(await received(owner)).toHaveLength(1)
  expect(await received(other)).toHaveLength(2)
})

test('unsending deletes what was neither read nor bought, also when it is killed in the middle', async () => {
  const creator = await buildPerformer(server.ctx)
  const [reader, buyer, ...others] = [
    await follower(creator),
    await follower(creator, 100),
    ...(await followers(creator, 6)),
  ]
  const before = await buildConversation(server.ctx, creator, others[0]!)
  await buildMessage(server.ctx, before, creator, { text: 'Earlier' })
  const fileIds = [await buildMessagePhoto(server.ctx, creator)]
  const { _id } = (await create(creator, { text: 'Oops', fileIds, price: 10, ...toFollowers })).body.data
  await server.work()
  const [read] = await received(reader!)
  await as(reader!).post(`/messages/read-all/${read.conversationId}`)
  const [bought] = await received(buyer!)
  await payer(server, buyer!).keyed(`/wallet/charges/message/${bought._id}`, { expectedPrice: 10 }, randomUUID())
  expect((await as(creator).post(`/performer/broadcasts/${_id}/unsend`)).body.data).toMatchObject({
    status: 'unsent',
    canUnsend: false,
  })
  for (const number of [2, 3])
    await expect(unsendBroadcast(killedAt(server.ctx, number, 'in'), _id, 2)).rejects.toThrow('killed')
  await Promise.all(times(2).map(() => unsendBroadcast(server.ctx, _id, 2)))
  expect(await received(reader!)).toMatchObject([{ isDeleted: false }])
  expect(await received(buyer!)).toMatchObject([{ isDeleted: false, text: 'Oops' }])
  for (const fan of others.slice(1)) {
    expect(await received(fan)).toEqual([])
    expect(await unread(fan)).toBe(0)
  }
  // Where there was a conversation before, a tombstone remains.
  expect(await received(others[0]!)).toMatchObject([{ isDeleted: true, text: 'Message deleted!' }, { text: 'Earlier' }])
  expect(await unread(others[0]!)).toBe(1)
  expect((await as(creator).post(`/performer/broadcasts/${_id}/unsend`)).status).toBe(200)
})

test('a scheduled broadcast is changed and cancelled until it is due, and sent when it is', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await follower(creator)
  const at = (hours: number) => new Date(server.ctx.clock.now().getTime() + hours * 3_600_000).toISOString()
  const later = { text: 'Later', ...toFollowers, publishAt: at(2) }
  const [changing, cancelled] = [
    (await create(creator, later)).body.data._id,
    (await create(creator, later)).body.data._id,
  ]
  await server.work()
  expect(await received(fan)).toEqual([])
  const changed = await as(creator).put(`/performer/broadcasts/${changing}`, {
    ...later,
    text: 'Sooner',
    publishAt: at(1),
  })
  expect(changed.body.data, changed.text).toMatchObject({ text: 'Sooner', status: 'scheduled' })
  expect((await as(creator).delete(`/performer/broadcasts/${cancelled}`)).status).toBe(200)
  expect((await as(creator).delete(`/performer/broadcasts/${cancelled}`)).body.code).toBe('BROADCAST_SENT')
  expect((await create(creator, { ...later, publishAt: at(-1) })).status).toBe(422)
  await resumeBroadcasts(server.ctx)
  await server.work()
  expect(await received(fan)).toEqual([])
  await advanceClock(server.ctx, '3 hours')
  await resumeBroadcasts(server.ctx)
  await resumeBroadcasts(server.ctx)
  await server.work()
  expect(await received(fan)).toMatchObject([{ text: 'Sooner' }])
  expect((await as(creator).put(`/performer/broadcasts/${changing}`, { ...later, publishAt: at(9) })).body.code).toBe(
    'BROADCAST_SENT',
  )
  expect((await as(creator).post(`/performer/broadcasts/${cancelled}/unsend`)).body.code).toBe('BROADCAST_NOT_SENT')
})

test('what a broadcast may be', async () => {
  const [creator, other, fan] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
  ]
  const codes = async (body: object, who = creator) => {
    const { status, body: reply } = await create(who, { ...toFollowers, text: 'Hello', ...body })
    return [status, reply.code]
  }
  for (const text of ['', '\u3164', '\u200b \u2800']) expect(await codes({ text })).toEqual([400, 'INVALID_INPUT'])
  expect((await codes({ text: 'x'.repeat(4001) }))[0]).toBe(422)
  expect((await codes({ include: [] }))[0]).toBe(422)
  expect((await codes({ price: 10 }))[0]).toBe(400)
  expect((await codes({ include: [{ kind: 'list', id: randomUUID() }] }))[0]).toBe(404)
  expect((await codes({ fileIds: [await buildMessagePhoto(server.ctx, other)] }))[0]).toBe(404)
  expect((await codes({}, fan))[0]).toBe(403)
  const html = await create(creator, { text: '<img src=x onerror=alert(1)>', ...toFollowers })
  expect(html.body.data.text).toBe('<img src=x onerror=alert(1)>')
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/unsend'],
  ] as const) {
    const body = method === 'PUT' ? { text: 'Mine', ...toFollowers } : undefined
    const reply = await as(other).call(
      method,
      `/performer/broadcasts/${html.body.data._id}${path}`,
      body ? { body } : {},
    )
    expect(reply.status).toBe(404)
  }
  // Five in a day, however many requests come at once; a cancelled one does not count.
  const more = await Promise.all(times(8).map(() => codes({})))
  expect(more.filter(([status]) => status === 200)).toHaveLength(4)
  expect(more.filter(([, code]) => code === 'TOO_MANY_BROADCASTS')).toHaveLength(4)
})

test('a creator who is suspended, or who leaves, sends nothing more', async () => {
  const creator = await buildPerformer(server.ctx)
  const fan = await follower(creator)
  const fileIds = [await buildMessagePhoto(server.ctx, creator)]
  const { _id } = (await create(creator, { text: 'Hello', fileIds, ...toFollowers })).body.data
  await deleteUnreferencedFiles(server.ctx)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${creator.id}`.execute(server.ctx.db)
  await sendBroadcast(server.ctx, _id)
  await sql`UPDATE accounts SET status = 'active' WHERE id = ${creator.id}`.execute(server.ctx.db)
  expect((await list(creator))[0]).toMatchObject({ status: 'cancelled', sent: 0 })
  const next = (await create(creator, { text: 'Hello', ...toFollowers })).body.data
  await server.ctx.transaction((tx) => deleteMessageFiles(tx, creator.id))
  await sendBroadcast(server.ctx, next._id)
  expect(await received(fan)).toEqual([])
  expect((await list(creator))[0]).toMatchObject({ status: 'cancelled', text: '' })
})
