import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { api } from '../../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../../testing/builders.ts'
import { advanceClock } from '../../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { connectSocket } from '../../../../testing/socket.ts'
import { buildAccess } from '../../../content/posts/testing.ts'
import { buildFan, payer } from '../../../money/wallet/testing.ts'
import { deleteMessageFiles } from '../deleting.ts'
import { prunePublicMessages } from './chatting.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const send = async (who: Built, creator: Built, text: string, clientId: string = randomUUID()) =>
  as(who).post(`/messages/stream/${creator.id}`, { text, clientId })
const said = async (who: Built, creator: Built): Promise<string[]> =>
  (await as(who).get(`/messages/stream/${creator.id}`)).body.data.map(({ text }: { text: string }) => text)
const chatOf = async (who: Built, creator: Built) =>
  (await as(who).get(`/conversations/stream/performer/${creator.id}`)).body.data
const put = (by: Built, creator: Built, who: Built, body: object) =>
  as(by).put(`/conversations/stream/${creator.id}/people/${who.id}`, body)
const lift = (by: Built, creator: Built, who: Built) =>
  as(by).delete(`/conversations/stream/${creator.id}/people/${who.id}`)
const people = async (by: Built, creator: Built, standing: string, query = '') =>
  (await as(by).get(`/conversations/stream/${creator.id}/people?standing=${standing}${query}`)).body
const held = async (by: Built, creator: Built) => (await as(by).get(`/messages/stream/${creator.id}/held`)).body.data
const set = (creator: Built, body: object) => as(creator).put(`/conversations/stream/${creator.id}/update`, body)
const openStream = async (creator: Built) => {
  const { _id } = (await as(creator).post('/streaming/live', { type: 'public' })).body.data.stream
  await sql`UPDATE streams SET status = 'live', started_at = app_now() WHERE id = ${_id}`.execute(server.ctx.db)
  return _id as string
}
async function listening(who: Built, creator: Built) {
  const socket = await connectSocket(server)
  const got: { name: string; data: { message?: { _id: string; clientId: string | null } } }[] = []
  socket.onAny((name: string, data: (typeof got)[number]['data']) => got.push({ name, data }))
  await socket.emitWithAck('auth/login', { token: who.token })
  const join = () => socket.emitWithAck('conversation/join', { conversationId: creator.id })
  await join()
  return { socket, got, join, names: () => got.map(({ name }) => name) }
}
async function scene() {
  const [creator, moderator, fan, other] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  expect((await put(creator, creator, moderator, { standing: 'moderator' })).status).toBe(200)
  return { creator, moderator, fan, other }
}

test('a muted person reads and is told until when; the mute ends by time, with the stream, or when it is lifted', async () => {
  const { creator, moderator, fan } = await scene()
  const muted = await put(moderator, creator, fan, { standing: 'muted', muteFor: 'minutes-5' })
  expect(muted.body.data, muted.text).toMatchObject({ _id: fan.id, standing: 'muted' })
  const refused = await send(fan, creator, 'Hello')
  expect([refused.status, refused.body.code, refused.body.until]).toEqual([403, 'MUTED', muted.body.data.until])
  expect((await chatOf(fan, creator)).writing).toEqual({
    allowed: false,
    reason: 'muted',
    until: muted.body.data.until,
  })
  await send(creator, creator, 'Quiet, please')
  expect(await said(fan, creator)).toEqual(['Quiet, please'])
  expect((await people(creator, creator, 'muted')).data).toMatchObject([{ _id: fan.id }])
  await advanceClock(server.ctx, '6 minutes')
  expect((await people(creator, creator, 'muted')).data).toEqual([])
  expect((await send(fan, creator, 'Hello again')).status).toBe(200)

  // Without a stream there is none with which it could end.
  expect((await put(moderator, creator, fan, { standing: 'muted' })).body.code).toBe('STREAM_NOT_FOUND')
  const streamId = await openStream(creator)
  expect((await put(moderator, creator, fan, { standing: 'muted' })).body.data.until).toBeNull()
  await advanceClock(server.ctx, '3 hours')
  expect((await send(fan, creator, 'Still?')).body).toMatchObject({ code: 'MUTED', until: null })
  await as(creator).put(`/streaming/live/${streamId}`, { status: 'ended' })
  expect((await send(fan, creator, 'After it')).status).toBe(200)

  await put(creator, creator, fan, { standing: 'muted', muteFor: 'hour' })
  expect((await lift(moderator, creator, fan)).status).toBe(200)
  expect((await send(fan, creator, 'Lifted')).status).toBe(200)
  await put(creator, creator, fan, { standing: 'muted', muteFor: 'hour' })
  await advanceClock(server.ctx, '2 hours')
  await prunePublicMessages(server.ctx)
  expect(await rows(server.ctx.db, sql`SELECT standing FROM stream_people WHERE performer_id = ${creator.id}`)).toEqual(
    [{ standing: 'moderator' }],
  )
})

test('a muted person tips without a note, and a banned one not in the room', async () => {
  const { creator } = await scene()
  const fan = await buildFan(server.ctx, 1000)
  const tip = (body: object) =>
    payer(server, fan).keyed(
      `/wallet/charges/tip/${creator.id}`,
      { tokens: 10, inPublicChat: true, ...body },
      randomUUID(),
    )
  await put(creator, creator, fan, { standing: 'muted', muteFor: 'hour' })
  expect((await tip({ note: 'Hello' })).body.code).toBe('MUTED')
  expect((await tip({})).status).toBe(200)
  await put(creator, creator, fan, { standing: 'banned' })
  expect((await tip({})).body.code).toBe('BANNED_FROM_ROOM')
  // It is no block: their profile takes it.
  expect((await tip({ inPublicChat: false })).status).toBe(200)
})

test('a ban ends chat and video at once and refuses to come back, but leaves the subscription', async () => {
  const { creator, moderator, fan, other } = await scene()
  const streamId = await openStream(creator)
  await buildAccess(server.ctx, fan, creator)
  const [ofFan, ofOther] = [await listening(fan, creator), await listening(other, creator)]
  for (const { socket } of [ofFan, ofOther])
    expect(await socket.emitWithAck('stream/join', { streamId })).toMatchObject({ success: true })
  expect((await put(moderator, creator, fan, { standing: 'banned' })).status).toBe(200)
  await expect.poll(ofFan.names).toContain('conversation/left')
  await expect.poll(ofFan.names).toContain('stream/left')
  expect(await ofFan.join()).toMatchObject({ success: false, code: 'BANNED_FROM_ROOM' })
  expect(await ofFan.socket.emitWithAck('stream/join', { streamId })).toMatchObject({ code: 'BANNED_FROM_ROOM' })
  for (const reply of [
    await as(fan).get(`/streaming/join/${streamId}`),
    await as(fan).get(`/messages/stream/${creator.id}`),
    await send(fan, creator, 'Let me in'),
  ])
    expect([reply.status, reply.body.code]).toEqual([403, 'BANNED_FROM_ROOM'])
  expect((await chatOf(fan, creator)).writing).toMatchObject({ allowed: false, reason: 'banned' })
  await send(creator, creator, 'Without them')
  await expect.poll(ofOther.names).toContain('stream-message/created')
  expect(ofFan.names()).not.toContain('stream-message/created')
  expect(
    await row(server.ctx.db, sql`SELECT access_until > app_now() AS lasts FROM subscriptions WHERE fan_id = ${fan.id}`),
  ).toEqual({ lasts: true })
  expect((await as(fan).get(`/performers/${creator.username}`)).status).toBe(200)

  await lift(creator, creator, fan)
  expect(await ofFan.join()).toMatchObject({ success: true })
  expect((await as(fan).get(`/streaming/join/${streamId}`)).status).toBe(200)
  for (const { socket } of [ofFan, ofOther]) socket.disconnect()
})

test('moderators delete, mute, ban, pin and clear; neither rules nor other moderators nor the creator are theirs', async () => {
  const { creator, moderator, fan, other } = await scene()
  await put(creator, creator, other, { standing: 'moderator' })
  expect(await chatOf(moderator, creator)).toMatchObject({ can: { moderate: true, manage: false } })
  expect(await chatOf(fan, creator)).toMatchObject({ can: { moderate: false, manage: false } })
  const refusedAll = async (replies: Promise<{ status: number; body: { code: string } }>[]) => {
    for (const reply of await Promise.all(replies))
      expect([reply.status, reply.body.code]).toEqual([403, 'NOT_ALLOWED'])
  }
  await refusedAll([
    put(moderator, creator, other, { standing: 'banned' }),
    put(moderator, creator, other, { standing: 'muted', muteFor: 'hour' }),
    put(moderator, creator, creator, { standing: 'banned' }),
    put(moderator, creator, fan, { standing: 'moderator' }),
    lift(moderator, creator, other),
    put(fan, creator, moderator, { standing: 'banned' }),
    lift(fan, creator, moderator),
    as(fan).get(`/conversations/stream/${creator.id}/people?standing=banned`),
    as(fan).delete(`/messages/stream/${creator.id}`),
    as(fan).put(`/conversations/stream/${creator.id}/pinned`, { messageId: null }),
  ])
  const [ofFan, ofCreator] = [
    (await send(fan, creator, 'From the fan')).body.data,
    (await send(creator, creator, 'From the creator')).body.data,
  ]
  await send(moderator, creator, 'From the moderator')
  expect((await as(fan).get(`/messages/stream/${creator.id}`)).body.data).toMatchObject([
    { senderRole: 'moderator' },
    { senderRole: 'creator' },
    { senderRole: null },
  ])
  // Also where the moderator is a creator: the rules are those of the other one.
  const colleague = await buildPerformer(server.ctx)
  await put(creator, creator, colleague, { standing: 'moderator' })
  const ruled = await as(colleague).put(`/conversations/stream/${creator.id}/update`, { slowModeSeconds: 5 })
  expect(ruled.body.code).toBe('NOT_ALLOWED')
  await lift(creator, creator, colleague)
  expect((await as(moderator).delete(`/messages/${ofCreator._id}`)).body.code).toBe('NOT_ALLOWED')
  const pinned = await as(moderator).put(`/conversations/stream/${creator.id}/pinned`, { messageId: ofFan._id })
  expect(pinned.body.data.pinnedMessage, pinned.text).toMatchObject({ _id: ofFan._id })
  expect((await as(moderator).delete(`/messages/${ofFan._id}`)).status).toBe(200)
  expect((await as(moderator).delete(`/messages/stream/${creator.id}`)).status).toBe(200)
  expect(await said(fan, creator)).toEqual([])
  expect(
    (
      await rows(
        server.ctx.db,
        sql<{ action: string }>`SELECT action FROM audit_log WHERE actor_id = ${moderator.id} ORDER BY id`,
      )
    ).map(({ action }) => action),
  ).toEqual(['room.pinned', 'room.message_deleted', 'room.cleared'])
  // Slow mode and closed chats are not for those who moderate.
  await set(creator, { slowModeSeconds: 60, whoMayWrite: 'none' })
  for (const text of ['One', 'Two']) expect((await send(moderator, creator, text)).status).toBe(200)
  expect((await put(creator, creator, moderator, { standing: 'banned' })).status).toBe(200)
  expect((await people(creator, creator, 'moderator')).data).toMatchObject([{ _id: other.id }])
})

test('lists of people go on by cursor, whoever comes meanwhile; a creator names no more moderators than may be', async () => {
  const { creator } = await scene()
  const fans = await Promise.all(Array.from({ length: 5 }, () => buildUser(server.ctx)))
  for (const fan of fans) await put(creator, creator, fan, { standing: 'banned' })
  const first = await people(creator, creator, 'banned', '&pageSize=2')
  await put(creator, creator, await buildUser(server.ctx), { standing: 'banned' })
  const second = await people(creator, creator, 'banned', `&pageSize=2&cursor=${first.nextCursor}`)
  const third = await people(creator, creator, 'banned', `&pageSize=2&cursor=${second.nextCursor}`)
  expect([...first.data, ...second.data, ...third.data].map(({ _id }) => _id)).toEqual(
    fans.map(({ id }) => id).toReversed(),
  )
  expect(third.nextCursor).toBeNull()
  await sql`WITH named AS (INSERT INTO accounts (id, role, status, name) SELECT uuid_v7(), 'user', 'active', 'M ' || n FROM generate_series(1, 48) n RETURNING id)
    INSERT INTO stream_people (performer_id, account_id, standing) SELECT ${creator.id}, id, 'moderator' FROM named`.execute(
    server.ctx.db,
  )
  const tried = await Promise.all(fans.map((fan) => put(creator, creator, fan, { standing: 'moderator' })))
  expect(tried.map(({ body }) => body.code ?? 'named').toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'TOO_MANY_MODERATORS'),
    'named',
  ])
})

test('a message with a held word waits: its writer and those who moderate see it, and others once it is approved', async () => {
  const { creator, moderator, fan, other } = await scene()
  await as(creator).put('/performers/me', { heldWords: ['glaze', 'wet clay'] })
  const [ofFan, ofOther, ofModerator] = [
    await listening(fan, creator),
    await listening(other, creator),
    await listening(moderator, creator),
  ]
  const clientId = randomUUID()
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => send(fan, creator, 'Is it ＷＥＴ ＣＬＡＹ?', clientId)),
  )
  expect(new Set(sent.map(({ body }) => body.data._id)).size, sent[0]!.text).toBe(1)
  const message = sent[0]!.body.data
  expect(message).toMatchObject({ isHeld: true, clientId, text: 'Is it ＷＥＴ ＣＬＡＹ?' })
  for (const who of [fan, moderator, creator]) expect(await held(who, creator)).toMatchObject([{ _id: message._id }])
  expect(await held(other, creator)).toEqual([])
  for (const who of [fan, other, creator]) expect(await said(who, creator)).toEqual([])
  await expect.poll(ofModerator.names).toContain('stream-message/held')
  await expect.poll(ofFan.names).toContain('stream-message/held')
  // Who moderates is held to no words.
  for (const who of [moderator, creator])
    expect((await send(who, creator, 'The glaze is mine')).body.data.isHeld).toBe(false)

  expect((await as(other).post(`/messages/stream/${creator.id}/held/${message._id}/approve`)).body.code).toBe(
    'NOT_ALLOWED',
  )
  expect((await as(fan).post(`/messages/stream/${creator.id}/held/${message._id}/approve`)).body.code).toBe(
    'NOT_ALLOWED',
  )
  expect((await as(other).delete(`/messages/stream/${creator.id}/held/${message._id}`)).status).toBe(404)
  const approved = await Promise.all(
    [moderator, creator].map((who) => as(who).post(`/messages/stream/${creator.id}/held/${message._id}/approve`)),
  )
  expect(approved.map(({ status }) => status).toSorted()).toEqual([200, 404])
  await expect.poll(() => ofOther.got.some(({ data }) => data.message?._id === message._id)).toBe(true)
  expect(ofOther.names()).not.toContain('stream-message/held')
  expect((await said(other, creator))[0]).toBe('Is it ＷＥＴ ＣＬＡＹ?')
  expect(await held(creator, creator)).toEqual([])
  // The first try again is the same message.
  expect((await send(fan, creator, 'Is it ＷＥＴ ＣＬＡＹ?', clientId)).body.data).toMatchObject({
    _id: message._id,
    isHeld: false,
  })
  for (const { socket } of [ofFan, ofOther, ofModerator]) socket.disconnect()
})

test('links wait where the creator wants it; what is refused, taken back, older than a day or of a banned person is gone', async () => {
  const { creator, moderator, fan, other } = await scene()
  expect((await send(fan, creator, 'See example.com')).body.data.isHeld).toBe(false)
  expect((await set(creator, { holdsLinks: true })).body.data.holdsLinks).toBe(true)
  for (const text of ['See example.com', 'HTTPS://EXAMPLE', 'ｗｗｗ．example'])
    expect((await send(fan, creator, text)).body.data.isHeld, text).toBe(true)
  for (const text of ['It costs 3.50', 'Well... yes.', 'Hello.'])
    expect((await send(fan, creator, text)).body.data.isHeld, text).toBe(false)
  const [third, second, first] = await held(creator, creator)
  const ofFan = await listening(fan, creator)
  expect((await as(moderator).delete(`/messages/stream/${creator.id}/held/${third._id}`)).status).toBe(200)
  await expect.poll(ofFan.names).toContain('stream-message/deleted')
  expect((await as(fan).delete(`/messages/stream/${creator.id}/held/${second._id}`)).status).toBe(200)
  expect(await held(fan, creator)).toMatchObject([{ _id: first._id }])
  await send(other, creator, 'www.example')
  expect((await put(moderator, creator, other, { standing: 'banned' })).status).toBe(200)
  expect(await held(creator, creator)).toMatchObject([{ _id: first._id }])
  await advanceClock(server.ctx, '25 hours')
  expect(await held(creator, creator)).toEqual([])
  expect((await as(creator).post(`/messages/stream/${creator.id}/held/${first._id}/approve`)).status).toBe(404)
  await prunePublicMessages(server.ctx)
  expect(
    await rows(server.ctx.db, sql`SELECT id FROM held_stream_messages WHERE performer_id = ${creator.id}`),
  ).toEqual([])
  // A note comes with money, which doesn't wait.
  const payingFan = await buildFan(server.ctx, 100)
  const tip = await payer(server, payingFan).keyed(
    `/wallet/charges/tip/${creator.id}`,
    { tokens: 10, inPublicChat: true, note: 'www.example' },
    randomUUID(),
  )
  expect(tip.body.code).toBe('WORD_NOT_ALLOWED')
  ofFan.socket.disconnect()
})

test('slow mode counts what waits, and who is blocked by a moderator is not seen by that moderator', async () => {
  const { creator, moderator, fan } = await scene()
  await as(creator).put('/performers/me', { heldWords: ['glaze'] })
  await set(creator, { slowModeSeconds: 60 })
  expect((await send(fan, creator, 'glaze')).body.data.isHeld).toBe(true)
  expect((await send(fan, creator, 'Hello')).body.code).toBe('SLOW_MODE')
  await buildBlock(server.ctx, fan, moderator)
  expect(await held(moderator, creator)).toEqual([])
  expect(await held(creator, creator)).toHaveLength(1)
  expect((await put(moderator, creator, fan, { standing: 'banned' })).status).toBe(404)
})

test('what somebody was and what waits goes with their account', async () => {
  const { creator, moderator, fan, other } = await scene()
  await as(creator).put('/performers/me', { heldWords: ['glaze'] })
  await send(fan, creator, 'glaze')
  await send(other, creator, 'glaze')
  await put(creator, creator, fan, { standing: 'muted', muteFor: 'hour' })
  await server.ctx.transaction(async (tx) => {
    await deleteMessageFiles(tx, fan.id)
    await deleteMessageFiles(tx, moderator.id)
  })
  expect(
    await rows(server.ctx.db, sql`SELECT account_id FROM stream_people WHERE performer_id = ${creator.id}`),
  ).toEqual([])
  expect(await held(creator, creator)).toMatchObject([{ sender: { _id: other.id } }])
  await server.ctx.transaction((tx) => deleteMessageFiles(tx, creator.id))
  expect(
    await rows(server.ctx.db, sql`SELECT id FROM held_stream_messages WHERE performer_id = ${creator.id}`),
  ).toEqual([])
})

test('a stream and its creator lead to one conversation, the public chat', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const stream = (await as(creator).post('/streaming/live', { type: 'public' })).body.data.stream
  const open = (sourceId: string) => as(fan).post('/conversations', { source: 'stream', sourceId })
  const chat = (await as(fan).get(`/conversations/stream/performer/${creator.id}`)).body.data
  for (const id of [stream._id, creator.id]) expect((await open(id)).body.data).toEqual(chat)
  expect((await open(fan.id)).body.code).toBe('PERFORMER_NOT_FOUND')
  await buildBlock(server.ctx, creator, fan)
  for (const id of [stream._id, creator.id]) expect((await open(id)).body.code).toBe('PERFORMER_NOT_FOUND')
})
