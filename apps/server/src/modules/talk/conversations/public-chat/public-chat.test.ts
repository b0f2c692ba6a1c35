import { randomUUID } from 'node:crypto'
import { publicMessagesMax } from '@fanlight/contract/public-chat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../../platform/db/db.ts'
import { sweeping } from '../../../../platform/sockets/sweep.ts'
import { api } from '../../../../testing/api.ts'
import {
  type Built,
  buildBlock,
  buildFollow,
  buildPerformer,
  buildSession,
  buildUser,
} from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { connectSocket } from '../../../../testing/socket.ts'
import { buildAccess } from '../../../content/posts/testing.ts'
import { deleteMessageFiles } from '../deleting.ts'
import { prunePublicMessages } from './chatting.ts'

let server: TestServer
const usualMs = sweeping.ms
beforeAll(async () => {
  sweeping.ms = 300
  server = await startTestServer({ listen: true })
})
afterAll(async () => {
  sweeping.ms = usualMs
  await server.stop()
})

const as = (who?: Built) => (who ? api(server).as(who) : api(server))
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const chat = async (who: Built | undefined, creator: Built) =>
  (await as(who).get(`/conversations/stream/performer/${creator.id}`)).body.data
const send = (who: Built | undefined, creator: Built, body: object) =>
  as(who).post(`/messages/stream/${creator.id}`, body)
const set = async (creator: Built, body: object) => {
  const reply = await as(creator).put(`/conversations/stream/${creator.id}/update`, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const list = async (who: Built | undefined, creator: Built, query = '') =>
  (await as(who).get(`/messages/stream/${creator.id}?${query}`)).body
const textsOf = async (who: Built | undefined, creator: Built) =>
  (await list(who, creator)).data.map(({ text }: { text: string }) => text)
const codeOf = async (who: Built | undefined, creator: Built, text: string) => {
  const { status, body } = await send(who, creator, { text })
  return [status, body.code]
}
async function listening(who: Built) {
  const socket = await connectSocket(server)
  const got: { name: string; data: { message?: { text: string } } }[] = []
  socket.onAny((name: string, data: (typeof got)[number]['data']) => got.push({ name, data }))
  await socket.emitWithAck('auth/login', { token: who.token })
  return {
    socket,
    names: () => got.map(({ name }) => name),
    texts: () => got.flatMap(({ data }) => data.message?.text ?? []),
    join: (creator: Built) => socket.emitWithAck('conversation/join', { conversationId: creator.id }),
  }
}

test('a creator’s public chat is there before anything is written, read by everyone and written in by who is signed in', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx, { name: 'Noor' }), await buildUser(server.ctx)]
  expect(await chat(undefined, creator)).toMatchObject({
    type: 'stream',
    sourceId: creator.id,
    recipient: { name: 'Noor' },
    slowModeSeconds: 0,
    whoMayWrite: 'everyone',
    pinnedMessage: null,
    writing: { allowed: false, reason: 'sign-in', until: null },
  })
  expect(await list(undefined, creator)).toEqual({ data: [], total: 0, nextCursor: null })
  expect((await send(undefined, creator, { text: 'Hello' })).status).toBe(401)
  const { _id: id } = await chat(fan, creator)
  const sent = await send(fan, creator, { text: '<b>Hello</b>' })
  expect(sent.body.data, sent.text).toMatchObject({
    conversationId: id,
    text: '<b>Hello</b>',
    sender: { _id: fan.id, username: fan.username },
    authorKind: null,
    isDeleted: false,
  })
  await send(creator, creator, { text: 'Welcome' })
  for (const path of ['stream', 'conversations/public']) {
    const shown = (await as().get(`/messages/${path}/${id}`)).body
    expect(shown).toMatchObject({
      total: 2,
      data: [{ text: 'Welcome', authorKind: 'creator', clientId: null }, { text: '<b>Hello</b>' }],
    })
  }
  // It is no private conversation: no one has it in a list, and the calls of those do not find it.
  for (const who of [fan, creator]) {
    expect((await as(who).get('/conversations')).body.data).toEqual([])
    expect((await as(who).get('/messages/search?q=hello')).body.data).toEqual([])
    for (const reply of [
      await as(who).get(`/conversations/${id}`),
      await as(who).get(`/messages/conversations/${id}`),
      await as(who).post(`/messages/conversations/${id}`, { text: 'Hello' }),
      await as(who).post(`/messages/read-all/${id}`),
    ])
      expect(reply.status).toBe(404)
  }
  expect((await as().get(`/conversations/stream/performer/${fan.id}`)).body.code).toBe('PERFORMER_NOT_FOUND')
})

test('a message sent fifty times with one client id is one message, and many at once are numbered apart', async () => {
  const [creator, fan, other] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const clientId = randomUUID()
  const sent = await Promise.all(times(50).map(() => send(fan, creator, { text: 'Once', clientId })))
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(sent.map(({ body }) => body.data._id)).size).toBe(1)
  expect((await send(fan, creator, { text: 'Twice', clientId })).body.code).toBe('KEY_REUSED')
  await Promise.all(times(20).map((n) => send(n % 2 ? fan : other, creator, { text: `Message ${n}` })))
  const { data, total } = await list(fan, creator)
  expect([data.length, total]).toEqual([21, 21])
  expect(new Set(data.map(({ sequence }: { sequence: number }) => sequence)).size).toBe(21)
  const first = await list(undefined, creator, 'limit=10')
  const second = await list(undefined, creator, `limit=10&before=${first.nextCursor}`)
  const third = await list(undefined, creator, `limit=10&before=${second.nextCursor}`)
  expect([...first.data, ...second.data, ...third.data].map(({ _id }) => _id)).toEqual(
    data.map(({ _id }: { _id: string }) => _id),
  )
  expect(third.nextCursor).toBeNull()
  const newer = await list(undefined, creator, `after=${data[3].sequence}`)
  expect(newer.data.map(({ _id }: { _id: string }) => _id)).toEqual(
    data.slice(0, 3).map(({ _id }: { _id: string }) => _id),
  )
  for (const text of ['', 'x'.repeat(501)])
    expect((await send(fan, creator, { text })).status).toBeGreaterThanOrEqual(400)
  expect((await list(fan, creator)).total).toBe(21)
})

test('the creator decides who writes, how often, and which words wait', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  await set(creator, { whoMayWrite: 'followers' })
  expect((await chat(fan, creator)).writing).toEqual({ allowed: false, reason: 'followers', until: null })
  expect(await codeOf(fan, creator, 'Hello')).toEqual([403, 'FOLLOW_REQUIRED'])
  await buildFollow(server.ctx, fan, creator)
  expect(await codeOf(fan, creator, 'Hello')).toEqual([200, undefined])
  await set(creator, { whoMayWrite: 'subscribers' })
  expect(await codeOf(fan, creator, 'Hello')).toEqual([403, 'SUBSCRIPTION_REQUIRED'])
  await buildAccess(server.ctx, fan, creator)
  expect((await chat(fan, creator)).writing).toEqual({ allowed: true, reason: null, until: null })
  expect(await codeOf(fan, creator, 'Hello')).toEqual([200, undefined])
  await set(creator, { whoMayWrite: 'none' })
  expect(await codeOf(fan, creator, 'Hello')).toEqual([403, 'CHAT_CLOSED'])
  expect(await codeOf(creator, creator, 'Closed for today')).toEqual([200, undefined])

  expect(await set(creator, { whoMayWrite: 'everyone', slowModeSeconds: 30 })).toMatchObject({ slowModeSeconds: 30 })
  await advanceClock(server.ctx, '31 seconds')
  // Of many at once, one is in time.
  const sent = await Promise.all(times(10).map((n) => send(fan, creator, { text: `Fast ${n}` })))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
  const slowed = sent.find(({ status }) => status !== 200)!
  expect([slowed.status, slowed.body.code]).toEqual([429, 'SLOW_MODE'])
  expect(slowed.body.seconds).toBeGreaterThan(0)
  expect(slowed.body.seconds).toBeLessThanOrEqual(30)
  expect(slowed.headers['retry-after']).toBe(String(slowed.body.seconds))
  for (const n of times(2)) expect((await send(creator, creator, { text: `The creator ${n}` })).status).toBe(200)
  await advanceClock(server.ctx, '31 seconds')
  await as(creator).put('/performers/me', { heldWords: ['glaze'] })
  // It waits for approval.
  expect((await send(fan, creator, { text: 'Sell me the GLAZE!' })).body.data.isHeld).toBe(true)
  await advanceClock(server.ctx, '31 seconds')
  expect((await send(fan, creator, { text: 'Glazed' })).body.data.isHeld).toBe(false)
  expect(await codeOf(creator, creator, 'The glaze is mine')).toEqual([200, undefined])
})

test('only its creator changes or empties a chat; a message is deleted by its sender and by the creator', async () => {
  const [creator, other, fan] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
  ]
  const [mine, second] = [
    (await send(fan, creator, { text: 'Mine' })).body.data,
    (await send(fan, creator, { text: 'Second' })).body.data,
  ]
  for (const who of [other, fan]) {
    expect((await as(who).put(`/conversations/stream/${creator.id}/update`, { slowModeSeconds: 5 })).status).toBe(403)
    expect((await as(who).delete(`/messages/stream/${creator.id}/remove-all-message`)).status).toBe(403)
  }
  expect((await as(other).delete(`/messages/${mine._id}`)).body.code).toBe('NOT_ALLOWED')
  expect((await set(creator, { pinnedMessageId: mine._id })).pinnedMessage).toMatchObject({ text: 'Mine' })
  const elsewhere = (await send(fan, other, { text: 'Elsewhere' })).body.data
  for (const pinnedMessageId of [elsewhere._id, randomUUID()])
    expect((await as(creator).put(`/conversations/stream/${creator.id}/update`, { pinnedMessageId })).status).toBe(404)
  // spec: messages.deleted
  expect((await as(fan).delete(`/messages/${mine._id}`)).status).toBe(200)
  expect((await as(creator).delete(`/messages/${second._id}`)).status).toBe(200)
  expect((await as(creator).delete(`/messages/${second._id}`)).status).toBe(404)
  expect((await list(fan, creator)).data).toMatchObject([
    { text: 'Message deleted', isDeleted: true },
    { text: 'Message deleted', isDeleted: true },
  ])
  expect((await chat(fan, creator)).pinnedMessage).toBeNull()
  expect(await row(server.ctx.db, sql`SELECT text FROM messages WHERE id = ${mine._id}`)).toEqual({ text: '' })
  const third = (await send(fan, creator, { text: 'Third' })).body.data
  await set(creator, { pinnedMessageId: third._id })
  expect((await as(creator).delete(`/messages/stream/${creator.id}/remove-all-message`)).status).toBe(200)
  expect(await list(undefined, creator)).toMatchObject({ data: [], total: 0 })
  expect((await chat(undefined, creator)).pinnedMessage).toBeNull()
  expect((await send(fan, creator, { text: 'Again' })).body.data.sequence).toBe(third.sequence + 1)
  expect(await textsOf(fan, other)).toEqual(['Elsewhere'])
})

test('blocked people, blocked countries and closed creators have no chat, and the blocked do not read each other', async () => {
  const [creator, fan, other] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  await send(fan, creator, { text: 'From the fan' })
  await send(other, creator, { text: 'From the other' })
  await buildBlock(server.ctx, other, fan)
  expect(await textsOf(fan, creator)).toEqual(['From the fan'])
  expect(await textsOf(other, creator)).toEqual(['From the other'])
  expect(await textsOf(undefined, creator)).toHaveLength(2)
  await buildBlock(server.ctx, creator, fan)
  for (const reply of [
    await as(fan).get(`/conversations/stream/performer/${creator.id}`),
    await as(fan).get(`/messages/stream/${creator.id}`),
    await as(fan).get(`/messages/conversations/public/${creator.id}`),
    await send(fan, creator, { text: 'Let me in' }),
  ])
    expect([reply.status, reply.body.code]).toEqual([404, 'PERFORMER_NOT_FOUND'])
  await sql`UPDATE performers SET verification_status = 'revoked' WHERE account_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  expect((await as(other).get(`/messages/stream/${creator.id}`)).status).toBe(404)
  expect(await codeOf(creator, creator, 'Is anyone here?')).toEqual([403, 'NOT_APPROVED'])
  expect(await textsOf(creator, creator)).toEqual(['From the other'])
})

test('who joined a chat receives what is written and deleted there, until they leave or are blocked', async () => {
  const [creator, fan, other, blocked] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  await buildBlock(server.ctx, creator, blocked)
  const [ofFan, ofOther, ofBlocked] = [await listening(fan), await listening(other), await listening(blocked)]
  for (const watcher of [ofFan, ofOther]) expect(await watcher.join(creator)).toMatchObject({ success: true })
  expect(await ofBlocked.join(creator)).toMatchObject({ success: false, code: 'PERFORMER_NOT_FOUND' })
  expect(await ofFan.socket.emitWithAck('conversation/join', { conversationId: randomUUID() })).toMatchObject({
    success: false,
  })
  const sent = (await send(fan, creator, { text: 'One' })).body.data
  await expect.poll(ofOther.texts).toEqual(['One'])
  await expect.poll(ofFan.texts).toEqual(['One'])
  await as(creator).delete(`/messages/${sent._id}`)
  await expect.poll(ofOther.names).toContain('stream-message/deleted')

  // Between two watchers who block each other nothing passes; to the third it does.
  await as(other).post('/block/users', { userId: fan.id })
  await send(fan, creator, { text: 'Two' })
  await send(creator, creator, { text: 'Three' })
  await expect.poll(ofFan.texts).toEqual(['One', 'Two', 'Three'])
  await expect.poll(ofOther.texts).toEqual(['One', 'Three'])
  expect(ofFan.names()).not.toContain('conversation/left')

  await as(creator).post('/block/users', { userId: fan.id })
  await expect.poll(ofFan.names).toContain('conversation/left')
  expect(await ofFan.join(creator)).toMatchObject({ success: false, code: 'PERFORMER_NOT_FOUND' })
  await send(creator, creator, { text: 'Four' })
  await expect.poll(ofOther.texts).toEqual(['One', 'Three', 'Four'])
  // A country that is blocked now: all leave, and those who may join again.
  await as(creator).post('/block/countries', { countries: ['NL'] })
  await expect.poll(ofOther.names).toContain('conversation/left')
  expect(await ofOther.join(creator)).toMatchObject({ success: true })
  await as(creator).delete(`/messages/stream/${creator.id}/remove-all-message`)
  await expect.poll(ofOther.names).toContain('stream-messages/cleared')
  await set(creator, { slowModeSeconds: 3 })
  await expect.poll(ofOther.names).toContain('conversation/updated')
  expect(await ofOther.socket.emitWithAck('conversation/leave', { conversationId: creator.id })).toMatchObject({
    success: true,
  })
  // Their own page hears it, so it was sent when the others are looked at.
  const another = await listening({ ...other, ...(await buildSession(server.ctx, other.id)) })
  await another.join(creator)
  await send(creator, creator, { text: 'Five' })
  await expect.poll(another.texts).toEqual(['Five'])
  expect(ofOther.texts()).toEqual(['One', 'Three', 'Four'])
  expect(ofFan.texts()).toEqual(['One', 'Two', 'Three'])
  expect(ofBlocked.texts()).toEqual([])
  for (const { socket } of [ofFan, ofOther, ofBlocked, another]) socket.disconnect()
})

test('whose age check runs out leaves the chat of an adult creator, though no event says so', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  expect((await as(creator).put('/performers/me', { isAdult: true })).status).toBe(200)
  const until = (interval: string) =>
    sql`UPDATE accounts SET age_assurance = 'declared', age_assurance_until = app_now() + ${interval}::interval WHERE id = ${fan.id}`.execute(
      server.ctx.db,
    )
  await until('1 day')
  const [ofFan, ofCreator] = [await listening(fan), await listening(creator)]
  for (const watcher of [ofFan, ofCreator]) expect(await watcher.join(creator)).toMatchObject({ success: true })
  await send(creator, creator, { text: 'Hello' })
  await expect.poll(ofFan.texts).toEqual(['Hello'])
  await until('-1 second')
  await expect.poll(ofFan.names).toContain('conversation/left')
  expect(await ofFan.join(creator)).toMatchObject({ success: false, code: 'AGE_REQUIRED' })
  await send(creator, creator, { text: 'Among ourselves' })
  await expect.poll(ofCreator.texts).toEqual(['Hello', 'Among ourselves'])
  expect(ofCreator.names()).not.toContain('conversation/left')
  expect(ofFan.texts()).toEqual(['Hello'])
  for (const { socket } of [ofFan, ofCreator]) socket.disconnect()
})

test('a chat stores its newest messages for a month, and none once its creator has left', async () => {
  const [creator, quiet, fan] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
  ]
  await send(fan, creator, { text: 'The oldest' })
  await send(fan, quiet, { text: 'Quiet' })
  await sql`INSERT INTO messages (conversation_id, sequence, sender_id, client_id, body_hash, type, text)
    SELECT ${creator.id}, n + 1, ${fan.id}, uuid_v7(), '', 'text', 'Message ' || n FROM generate_series(1, ${publicMessagesMax + 200}) n`.execute(
    server.ctx.db,
  )
  await sql`UPDATE conversations SET last_sequence = ${publicMessagesMax + 201} WHERE id = ${creator.id}`.execute(
    server.ctx.db,
  )
  await prunePublicMessages(server.ctx)
  const stored = async (who: Built) =>
    (await row(
      server.ctx.db,
      sql<{ n: number }>`SELECT count(*)::int AS n FROM messages WHERE conversation_id = ${who.id}`,
    ))!.n
  expect([await stored(creator), await stored(quiet)]).toEqual([publicMessagesMax, 1])
  expect((await list(fan, creator)).data[0].text).toBe(`Message ${publicMessagesMax + 200}`)
  await server.ctx.transaction((tx) => deleteMessageFiles(tx, creator.id))
  expect([await stored(creator), await stored(quiet)]).toEqual([0, 1])
  await advanceClock(server.ctx, '31 days')
  await prunePublicMessages(server.ctx)
  expect(await stored(quiet)).toBe(0)
})
