import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildBlock, buildFollow, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { connectSocket } from '../../../testing/socket.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { walletBalance } from '../../money/ledger/post.ts'
import { processFile } from '../../media/processing/processing.ts'
import { deleteUnreferencedFiles } from '../../media/vault/deletion.ts'
import { samples } from '../../media/testing.ts'
import { buildFile, finishFile } from '../../content/posts/testing.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { deleteMessageFiles } from './deleting.ts'
import { buildConversation, buildMessage, buildMessagePhoto } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const as = (who: Built) => api(server).as(who)
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
async function scene(tokens = 0) {
  const creator = await buildPerformer(server.ctx, { name: 'Noor' })
  const fan = await buildFan(server.ctx, tokens)
  const opened = await as(fan).post('/conversations', { source: 'performer', sourceId: creator.id })
  expect(opened.status, opened.text).toBe(200)
  return { creator, fan, id: opened.body.data._id as string }
}
const send = (who: Built, id: string, body: object) => as(who).post(`/messages/conversations/${id}`, body)
const list = async (who: Built, id: string, query = '') =>
  (await as(who).get(`/messages/conversations/${id}?${query}`)).body
const unread = async (who: Built) => (await as(who).get('/messages/total-unread-messages')).body.data.total
const unlock = (fan: Built, id: string, body: object = {}, key: string = randomUUID()) =>
  payer(server, fan).keyed(`/wallet/charges/message/${id}`, body, key)
const sell = async (creator: Built, id: string, price = 10) => {
  const fileId = await buildMessagePhoto(server.ctx, creator)
  const sent = await send(creator, id, { text: 'Only for you', fileIds: [fileId], price })
  expect(sent.status, sent.text).toBe(200)
  return { messageId: sent.body.data._id as string, fileId }
}

// spec: conversation.opening
test('a pair has one conversation, whichever of the two opens it, and however often at once', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const opened = await Promise.all(
    times(20).map(() => as(fan).post('/conversations', { source: 'performer', sourceId: creator.id })),
  )
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(opened.map(({ body }) => body.data._id)).size).toBe(1)
  const other = await as(creator).post('/conversations', { source: 'user', sourceId: fan.id })
  expect(other.body.data).toMatchObject({ _id: opened[0]!.body.data._id, source: 'user', sourceId: fan.id })
})

test('a creator is told whether the other person is a fan of theirs, and nobody else is', async () => {
  const { creator, fan, id } = await scene()
  const isFan = async (who: Built) => (await as(who).get(`/conversations/${id}`)).body.data.isFan
  expect(await isFan(creator)).toBe(false)
  await buildFollow(server.ctx, fan, creator)
  await send(fan, id, { text: 'Hello' })
  expect(await isFan(creator)).toBe(true)
  expect((await as(creator).get('/conversations')).body.data).toMatchObject([{ _id: id, isFan: true }])
  expect(await isFan(fan)).toBe(false)
  // Creators write to each other, and one of them follows.
  const other = await buildPerformer(server.ctx)
  await buildFollow(server.ctx, other, creator)
  const opened = await as(other).post('/conversations', { source: 'performer', sourceId: creator.id })
  expect(opened.body.data.isFan).toBe(false)
  expect((await as(creator).get(`/conversations/${opened.body.data._id}`)).body.data.isFan).toBe(true)
  await sql`UPDATE accounts SET status = 'closed' WHERE id = ${fan.id}`.execute(server.ctx.db)
  expect(await isFan(creator)).toBe(false)
})

test('who may begin a conversation', async () => {
  const [creator, fan, otherFan] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const pending = await buildPerformer(server.ctx, { approved: false })
  const begin = async (who: Built, source: string, to: Built) => {
    const { status, body } = await as(who).post('/conversations', { source, sourceId: to.id })
    return [status, body.code]
  }
  expect(await begin(fan, 'user', otherFan)).toEqual([403, 'NOT_ALLOWED'])
  expect(await begin(fan, 'performer', pending)).toEqual([404, 'PERFORMER_NOT_FOUND'])
  expect(await begin(fan, 'performer', otherFan)).toEqual([404, 'PERFORMER_NOT_FOUND'])
  expect((await begin(fan, 'user', fan))[1]).toBe('NOT_TO_ONESELF')
  expect(await begin(pending, 'performer', creator)).toEqual([403, 'NOT_APPROVED'])
  expect(await begin(creator, 'user', fan)).toEqual([404, 'NOT_FOUND'])
  await as(fan).post(`/follows/${creator.id}`)
  expect(await begin(creator, 'user', fan)).toEqual([200, undefined])
  expect((await api(server).post('/conversations', { source: 'performer', sourceId: creator.id })).status).toBe(401)
})

// spec: messages.sending
test('a message sent fifty times with one client id is one message', async () => {
  const { fan, id } = await scene()
  const clientId = randomUUID()
  const sent = await Promise.all(times(50).map(() => send(fan, id, { text: 'Once', clientId })))
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(sent.map(({ body }) => body.data._id)).size).toBe(1)
  expect((await list(fan, id)).data).toHaveLength(1)
  expect((await send(fan, id, { text: 'Another', clientId })).body.code).toBe('KEY_REUSED')
})

test('an idempotency key replays the reply', async () => {
  const { fan, id } = await scene()
  const key = randomUUID()
  const again = () => payer(server, fan).keyed(`/messages/conversations/${id}`, { text: 'Hello' }, key)
  expect((await again()).body).toEqual((await again()).body)
  expect((await list(fan, id)).total).toBe(1)
})

test('sequences have no gaps, also where many write at once', async () => {
  const { creator, fan, id } = await scene()
  await Promise.all(times(20).map((n) => send(n % 2 ? fan : creator, id, { text: `Message ${n}` })))
  const { data } = await list(fan, id, 'limit=100')
  expect(data.map(({ sequence }: { sequence: number }) => sequence)).toEqual(times(20).map((n) => 20 - n))
})

// spec: messages.paging, default.message-page
test('pages stay as they are while new messages arrive', async () => {
  const { creator, fan, id } = await scene()
  for (const n of times(12)) await buildMessage(server.ctx, id, creator, { text: `Message ${n + 1}` })
  const first = await list(fan, id, 'limit=5')
  expect(first.data.map(({ text }: { text: string }) => text)[0]).toBe('Message 12')
  expect([first.total, first.nextCursor]).toEqual([12, '8'])
  await buildMessage(server.ctx, id, creator)
  const second = await list(fan, id, `limit=5&before=${first.nextCursor}`)
  expect(second.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual([7, 6, 5, 4, 3])
  const last = await list(fan, id, `limit=5&before=${second.nextCursor}`)
  expect(last.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual([2, 1])
  expect(last.nextCursor).toBeNull()
  const newer = await list(fan, id, 'after=12')
  expect(newer.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual([13])
  const skipped = await list(fan, id, 'limit=2&offset=3')
  expect(skipped.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual([10, 9])
  for (const _ of times(20)) await buildMessage(server.ctx, id, creator)
  const usual = await list(fan, id)
  expect(usual.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual(times(25).map((n) => 33 - n))
})

// spec: conversation.opening, conversation.read
test('each side has its own unread count; reading sets it to 0 and says when', async () => {
  const { creator, fan, id } = await scene()
  await send(fan, id, { text: 'One' })
  await send(fan, id, { text: 'Two' })
  expect([await unread(creator), await unread(fan)]).toEqual([2, 0])
  const [shown] = (await as(creator).get('/conversations')).body.data
  expect(shown).toMatchObject({ _id: id, totalNotSeenMessages: 2, lastMessage: { text: 'Two', seenAt: null } })
  expect((await as(creator).get(`/conversations/${id}`)).body.data.totalNotSeenMessages).toBe(2)
  expect((await as(creator).post(`/messages/read-all/${id}`)).status).toBe(200)
  expect(await unread(creator)).toBe(0)
  expect((await list(fan, id)).data.map(({ seenAt }: { seenAt: string | null }) => seenAt)).toEqual([
    expect.any(String),
    expect.any(String),
  ])
  await send(creator, id, { text: 'Three' })
  expect(await unread(fan)).toBe(1)
  await as(fan).post('/conversations', { source: 'performer', sourceId: creator.id })
  expect(await unread(fan)).toBe(0)
})

test('a deleted message leaves a tombstone, and its text is stored nowhere', async () => {
  const { creator, fan, id } = await scene()
  const sent = (await send(fan, id, { text: 'A slip of the tongue' })).body.data
  expect((await as(creator).delete(`/messages/${sent._id}`)).body.code).toBe('NOT_ALLOWED')
  expect((await as(fan).delete(`/messages/${sent._id}`)).status).toBe(200)
  expect((await as(fan).delete(`/messages/${sent._id}`)).status).toBe(404)
  for (const who of [creator, fan])
    expect((await list(who, id)).data).toMatchObject([{ text: 'Message deleted!', isDeleted: true, files: [] }])
  expect(await row(server.ctx.db, sql`SELECT text FROM messages WHERE id = ${sent._id}`)).toEqual({ text: '' })
})

test('HTML stays the text that was typed, wherever a message is shown', async () => {
  const { creator, fan, id } = await scene()
  const text = '<img src=x onerror=alert(1)><b>"Hello"</b> & <!-- kiln'
  const sent = await send(fan, id, { text })
  expect(sent.body.data.text, sent.text).toBe(text)
  await send(creator, id, { text: 'Hm?', replyToId: sent.body.data._id })
  const [answer, question] = (await list(creator, id)).data
  expect([question.text, answer.replyTo.text]).toEqual([text, text])
  expect((await as(creator).get(`/messages/search?q=kiln`)).body.data).toMatchObject([{ text }])
})

test('other people’s conversations do not exist', async () => {
  const { fan, id, creator } = await scene()
  const { messageId, fileId } = await sell(creator, id)
  await send(fan, id, { text: 'Kiln' })
  for (const who of [await buildUser(server.ctx), await buildPerformer(server.ctx)]) {
    const answers = [
      await as(who).get(`/conversations/${id}`),
      await as(who).put(`/conversations/${id}/preferences`, { isHidden: true }),
      await as(who).get(`/messages/search?q=kiln&conversationId=${id}`),
      await as(who).get(`/messages/conversations/${id}`),
      await send(who, id, { text: 'Hello' }),
      await as(who).post(`/messages/read-all/${id}`),
      await as(who).delete(`/messages/${messageId}`),
      await as(who).get(`/messages/${messageId}/file/${fileId}/status`),
      await unlock(who, messageId),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    for (const path of ['/conversations', '/conversations?filter=hidden', '/messages/search?q=kiln'])
      expect((await as(who).get(path)).body).toMatchObject({ data: [], total: 0 })
    expect(await unread(who)).toBe(0)
    // A message of a conversation that is not one's own can't be replied to.
    const own = await buildConversation(server.ctx, who, await buildPerformer(server.ctx))
    const reply = await send(who, own, { text: 'What did you say?', replyToId: messageId })
    expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND'])
  }
  expect((await list(fan, id)).data).toHaveLength(2)
  expect((await as(fan).get(`/conversations/${id}`)).body.data.isHidden).toBe(false)
  expect((await as(fan).get(`/messages/${messageId}/file/${randomUUID()}/status`)).status).toBe(404)
})

test('a blocked pair finds no conversation and writes nothing', async () => {
  const { creator, fan, id } = await scene()
  await send(fan, id, { text: 'Hello' })
  await send(creator, id, { text: 'Hello' })
  await buildBlock(server.ctx, creator, fan)
  for (const who of [creator, fan]) {
    expect((await as(who).get('/conversations')).body).toMatchObject({ data: [], total: 0 })
    expect((await as(who).get(`/conversations/search?q=${who === fan ? 'Noor' : 'Test'}`)).body.data).toEqual([])
    expect((await as(who).get(`/conversations/${id}`)).status).toBe(404)
    expect((await send(who, id, { text: 'Again' })).status).toBe(404)
    expect(await unread(who)).toBe(0)
  }
  expect((await as(fan).post('/conversations', { source: 'performer', sourceId: creator.id })).status).toBe(404)
})

test('an account that is suspended or closed receives no messages; what was written stays readable', async () => {
  const { creator, fan, id } = await scene()
  await send(fan, id, { text: 'Hello' })
  const setStatus = (who: Built, status: string) =>
    sql`UPDATE accounts SET status = ${status} WHERE id = ${who.id}`.execute(server.ctx.db)
  await setStatus(creator, 'suspended')
  expect((await send(fan, id, { text: 'Again' })).status).toBe(404)
  expect((await send(creator, id, { text: 'Again' })).body.code).toBe('ACCOUNT_SUSPENDED')
  await setStatus(creator, 'active')
  await setStatus(fan, 'closed')
  expect((await send(creator, id, { text: 'Again' })).body.code).toBe('NOT_ALLOWED')
  expect((await list(creator, id)).data).toHaveLength(1)
  expect((await as(creator).get(`/conversations/${id}`)).body.data.recipient.username).toBeNull()
})

// spec: files.status
test('a locked message shows neither text nor media; it is charged once and stays after it is deleted', async () => {
  const { creator, fan, id } = await scene(100)
  const { messageId, fileId } = await sell(creator, id)
  const shown = async (who: Built) => (await list(who, id)).data[0]
  expect(await shown(fan)).toMatchObject({ text: '', isLocked: true, price: 10, files: [{ isLocked: true }] })
  expect(JSON.stringify(await shown(fan))).not.toContain(fileId)
  expect((await as(fan).get(`/messages/${messageId}/file/${fileId}/status`)).status).toBe(404)
  expect(await shown(creator)).toMatchObject({ text: 'Only for you', isLocked: false, files: [{ isLocked: false }] })

  expect((await unlock(creator, messageId)).body.code).toBe('NOT_TO_ONESELF')
  const changed = await unlock(fan, messageId, { expectedPrice: 9 })
  expect([changed.status, changed.body.code, changed.body.price]).toEqual([409, 'PRICE_CHANGED', 10])
  expect(await walletBalance(server.ctx, fan.id)).toBe(10_000n)

  const bought = await Promise.all(times(50).map(() => unlock(fan, messageId, { expectedPrice: 10 })))
  expect(bought.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(bought.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['ALREADY_PURCHASED']),
  )
  expect(await walletBalance(server.ctx, fan.id)).toBe(9000n)
  expect(await shown(fan)).toMatchObject({ text: 'Only for you', isLocked: false, files: [{ _id: fileId }] })
  expect((await as(fan).get(`/messages/${messageId}/file/${fileId}/status`)).body.data.status).toBe('ready')

  await as(creator).delete(`/messages/${messageId}`)
  expect(await shown(fan)).toMatchObject({ text: 'Message deleted!', isDeleted: true, files: [{ _id: fileId }] })
  await deleteUnreferencedFiles(server.ctx)
  expect(await row(server.ctx.db, sql`SELECT unreferenced_since AS since FROM files WHERE id = ${fileId}`)).toEqual({
    since: null,
  })
})

test('closing an account deletes the files of its messages except those that were bought', async () => {
  const { creator, fan, id } = await scene(100)
  const [bought, other] = [await sell(creator, id), await sell(creator, id)]
  await unlock(fan, bought.messageId)
  await server.ctx.transaction((tx) => deleteMessageFiles(tx, creator.id))
  const { data } = await list(fan, id)
  expect(data).toMatchObject([
    { _id: other.messageId, files: [] },
    { _id: bought.messageId, files: [{ _id: bought.fileId }] },
  ])
})

test('a message that is deleted is not sold', async () => {
  const { creator, fan, id } = await scene(100)
  const { messageId } = await sell(creator, id)
  await as(creator).delete(`/messages/${messageId}`)
  expect((await unlock(fan, messageId)).status).toBe(404)
  expect(await walletBalance(server.ctx, fan.id)).toBe(10_000n)
})

test('a message is sold once its files are ready, and says so before', async () => {
  const { creator, fan, id } = await scene(100)
  const { messageId, fileId } = await sell(creator, id)
  await sql`UPDATE files SET status = 'processing', is_playable = false WHERE id = ${fileId}`.execute(server.ctx.db)
  const early = await unlock(fan, messageId)
  expect([early.status, early.body.code]).toEqual([409, 'FILES_NOT_READY'])
  expect(await walletBalance(server.ctx, fan.id)).toBe(10_000n)
  await finishFile(server.ctx, fileId)
  expect((await unlock(fan, messageId)).status).toBe(200)
})

test('what may be sent', async () => {
  const { creator, fan, id } = await scene()
  const fileId = await buildMessagePhoto(server.ctx, fan)
  const codes = async (who: Built, body: object) => {
    const { status, body: reply } = await send(who, id, body)
    return [status, reply.code]
  }
  expect(await codes(fan, { text: '' })).toEqual([400, 'INVALID_INPUT'])
  const unseen = await send(fan, id, { text: '\u200b\u3164' })
  expect([unseen.status, unseen.body.errors]).toEqual([
    400,
    [expect.objectContaining({ path: 'text', code: 'MISSING' })],
  ])
  const tooLong = await send(fan, id, { text: 'a'.repeat(4001) })
  expect(tooLong.status, tooLong.text).toBe(422)
  expect(tooLong.body.errors).toMatchObject([{ path: 'text' }])
  expect((await list(fan, id)).total).toBe(0)
  expect(await codes(fan, { text: 'a'.repeat(4000) })).toEqual([200, undefined])
  expect(await codes(fan, { fileIds: [fileId] })).toEqual([200, undefined])
  expect((await send(fan, id, { text: '\u2800', fileIds: [fileId] })).body.data.text).toBe('')
  const persian = 'می\u200cخواهم 👩\u200d👧'
  expect((await send(fan, id, { text: persian })).body.data.text).toBe(persian)
  expect(await codes(fan, { text: 'The same file again', fileIds: [fileId] })).toEqual([200, undefined])
  expect(await codes(fan, { fileIds: [fileId], price: 5 })).toEqual([403, 'NOT_ALLOWED'])
  expect((await codes(creator, { fileIds: [fileId] }))[0]).toBe(404)
  expect((await codes(creator, { text: 'Nothing to sell', price: 5 }))[0]).toBe(400)
  const own = await buildMessagePhoto(server.ctx, creator)
  expect((await codes(creator, { fileIds: [own], price: 10_001 }))[1]).toBe('PRICE_OUT_OF_RANGE')
})

test('conversations are listed by their newest message, paged and found by name', async () => {
  const fan = await buildUser(server.ctx)
  const ids: string[] = []
  for (const name of ['Aster Vale', 'Briar Moss', 'Cedar 100%']) {
    const creator = await buildPerformer(server.ctx, { name })
    const id = await buildConversation(server.ctx, fan, creator)
    await buildMessage(server.ctx, id, creator)
    ids.unshift(id)
  }
  await buildConversation(server.ctx, fan, await buildPerformer(server.ctx))
  const page = async (path: string) => (await as(fan).get(path)).body
  const idsOf = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)
  const first = await page('/conversations?pageSize=2')
  expect([idsOf(first), first.total]).toEqual([ids.slice(0, 2), 3])
  expect(idsOf(await page(`/conversations?pageSize=2&cursor=${first.nextCursor}`))).toEqual(ids.slice(2))
  expect(idsOf(await page('/conversations/search?q=briar'))).toEqual([ids[1]])
  expect(idsOf(await page('/conversations/search?q=100%25'))).toEqual([ids[0]])
})

test('both sides hear of messages, reading and typing on their sockets', async () => {
  const { creator, fan, id } = await scene()
  const heard = async (who: Built) => {
    const socket = await connectSocket(server)
    const got: string[] = []
    socket.onAny((name: string) => got.push(name))
    await socket.emitWithAck('auth/login', { token: who.token })
    return { socket, got }
  }
  const [ofFan, ofCreator] = [await heard(fan), await heard(creator)]
  const sent = (await send(fan, id, { text: 'Hello' })).body.data
  await expect
    .poll(() => ofCreator.got)
    .toEqual(expect.arrayContaining(['message/created', 'conversation/updated', 'unread/changed']))
  await expect.poll(() => ofFan.got).toContain('message/created')
  expect(await ofCreator.socket.emitWithAck('typing/set', { conversationId: id, isTyping: true })).toMatchObject({
    success: true,
  })
  await expect.poll(() => ofFan.got).toContain('typing/changed')
  expect(await ofCreator.socket.emitWithAck('conversation/read', { conversationId: id })).toMatchObject({
    success: true,
  })
  await expect.poll(() => ofFan.got).toContain('message/seen')
  expect(await unread(creator)).toBe(0)
  await as(fan).delete(`/messages/${sent._id}`)
  await expect.poll(() => ofCreator.got).toContain('message/deleted')
  const stranger = await heard(await buildUser(server.ctx))
  for (const name of ['typing/set', 'conversation/read'])
    expect(
      await stranger.socket.emitWithAck(name, { conversationId: id, ...(name === 'typing/set' && { isTyping: true }) }),
    ).toMatchObject({ success: false, code: 'NOT_FOUND' })
  for (const { socket } of [ofFan, ofCreator, stranger]) socket.disconnect()
})

test('a creator sends a file of the vault, which is theirs, is locked until it is bought, and is not deleted', async () => {
  const { creator, fan, id } = await scene(100)
  const fileId = await buildFile(server.ctx, creator)
  const sold = await send(creator, id, { fileIds: [fileId], price: 10 })
  expect(sold.body.data, sold.text).toMatchObject({ type: 'photo', files: [{ _id: fileId, isLocked: false }] })
  expect((await list(fan, id)).data[0]).toMatchObject({ isLocked: true, files: [{ isLocked: true }] })
  expect((await unlock(fan, sold.body.data._id)).status).toBe(200)
  expect((await list(fan, id)).data[0]).toMatchObject({ isLocked: false, files: [{ _id: fileId }] })
  expect((await as(creator).delete(`/performer/files/${fileId}`)).body.code).toBe('SOLD_FILES_STAY')
  expect((await send(fan, id, { fileIds: [fileId] })).body.code).toBe('NOT_FOUND')
  const forProduct = await buildFile(server.ctx, creator, { purpose: 'product-file' })
  expect((await send(creator, id, { fileIds: [forProduct] })).body.code).toBe('NOT_FOUND')
})

test('files of each kind are uploaded for messages, by everyone who is signed in', async () => {
  const fan = await buildUser(server.ctx)
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b5651d' } })
    .jpeg()
    .toBuffer()
  const uploaded = await as(fan).upload('/messages/public/file/photo', formOf({}, { file: image }))
  expect(uploaded.body.data, uploaded.text).toMatchObject({ kind: 'photo', type: 'message-photo' })
  for (const [path, kind, bytes] of [
    ['private/file/video', 'video', await samples.video({ size: '426x240', length: 2 })],
    ['private/file', 'audio', await samples.audio()],
  ] as const) {
    const wrong = kind === 'audio' ? Buffer.from('Neither sound nor picture.') : image
    expect((await as(fan).upload(`/messages/${path}`, formOf({}, { file: wrong }))).body.code).toBe('UNSUPPORTED_MEDIA')
    const made = await as(fan).upload(`/messages/${path}`, formOf({}, { file: bytes }))
    expect(made.body.data, made.text).toMatchObject({ kind, type: `message-${kind}` })
  }
  const photo = await as(fan).upload('/messages/private/file', formOf({}, { file: image }))
  expect(photo.body.data, photo.text).toMatchObject({ kind: 'photo', type: 'message-photo' })
  expect((await api(server).upload('/messages/public/file/photo', formOf({}, { file: image }))).status).toBe(401)
})

test('a voice that a browser records as WebM is played in a message', async () => {
  const { creator, fan, id } = await scene()
  const file = readFileSync(new URL('../../media/processing/cases/voice.webm', import.meta.url))
  const voice = await as(fan).upload('/messages/private/file', formOf({}, { file }))
  expect(voice.body.data, voice.text).toMatchObject({ kind: 'audio', type: 'message-audio', mime: 'audio/webm' })
  await processFile(server.ctx, voice.body.data._id)
  const sent = await send(fan, id, { fileIds: [voice.body.data._id] })
  expect(sent.body.data, sent.text).toMatchObject({ type: 'audio', text: '' })
  const [{ files }] = (await list(creator, id)).data
  expect(files).toMatchObject([{ isLocked: false, kind: 'audio', durationMs: expect.closeTo(2000, -3) }])
  const played = await server.app.inject({
    url: files[0].base + files[0].audio,
    headers: { authorization: creator.token },
  })
  expect([played.statusCode, played.headers['content-type']]).toEqual([200, 'audio/mp4'])
})
