import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { buildConversation, buildMessage, buildMessagePhoto } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const prefer = (who: Built, id: string, body: object) => as(who).put(`/conversations/${id}/preferences`, body)
const send = (who: Built, id: string, body: object) => as(who).post(`/messages/conversations/${id}`, body)
const unread = async (who: Built) => (await as(who).get('/messages/total-unread-messages')).body.data.total
const idsOf = async (who: Built, path = '/conversations') =>
  (await as(who).get(path)).body.data.map(({ _id }: { _id: string }) => _id)
const textsOf = async (who: Built, q: string, more = '') =>
  (await as(who).get(`/messages/search?q=${encodeURIComponent(q)}${more}`)).body.data.map(
    ({ text }: { text: string }) => text,
  )
/** A fan with conversations, in which a creator wrote last; the newest last. */
async function talks(count: number) {
  const fan = await buildFan(server.ctx, 100)
  const made: { id: string; creator: Built }[] = []
  for (let n = 0; n < count; n++) {
    const creator = await buildPerformer(server.ctx)
    const id = await buildConversation(server.ctx, fan, creator)
    await buildMessage(server.ctx, id, creator, { text: `Message ${n}` })
    made.push({ id, creator })
  }
  return { fan, made }
}

test('pinned conversations come first, over all pages, and no more than twenty are pinned', async () => {
  const { fan, made } = await talks(23)
  const ids = made.map(({ id }) => id)
  expect((await prefer(fan, ids[0]!, { isPinned: true })).body.data).toMatchObject({ isPinned: true, isMuted: false })
  await prefer(fan, ids[1]!, { isPinned: true })
  const first = (await as(fan).get('/conversations?pageSize=3')).body
  expect(first.data.map(({ _id }: { _id: string }) => _id)).toEqual([ids[1], ids[0], ids[22]])
  const rest: string[] = []
  for (let cursor = first.nextCursor; cursor; ) {
    const page = (await as(fan).get(`/conversations?pageSize=3&cursor=${cursor}`)).body
    rest.push(...page.data.map(({ _id }: { _id: string }) => _id))
    cursor = page.nextCursor
  }
  expect(rest).toEqual(ids.slice(2, 22).reverse())
  expect(await idsOf(fan, '/conversations?pageSize=50&sort=asc')).toEqual([...ids.slice(2), ids[0], ids[1]])

  const answers = await Promise.all(ids.slice(2).map((id) => prefer(fan, id, { isPinned: true })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(18)
  expect(answers.find(({ status }) => status !== 200)!.body.code).toBe('TOO_MANY_PINNED')
  expect((await prefer(fan, ids[0]!, { isPinned: true })).status).toBe(200)
})

test('a hidden conversation is in its own list alone, until the next message', async () => {
  const { fan, made } = await talks(2)
  const [first, second] = made.map(({ id }) => id)
  expect((await prefer(fan, first!, { isHidden: true })).body.data.isHidden).toBe(true)
  expect(await idsOf(fan)).toEqual([second])
  expect(await idsOf(fan, '/conversations?filter=hidden')).toEqual([first])
  expect(await unread(fan)).toBe(1)
  expect((await as(fan).get('/conversations?filter=hidden')).body.total).toBe(1)
  // The other person sees nothing of it.
  expect((await as(made[0]!.creator).get(`/conversations/${first}`)).body.data.isHidden).toBe(false)
  await send(made[0]!.creator, first!, { text: 'Are you there?' })
  expect(await idsOf(fan)).toEqual([first, second])
  expect(await unread(fan)).toBe(3)
})

test('a muted conversation counts its unread messages, and the total leaves them out', async () => {
  const { fan, made } = await talks(2)
  const muted = await prefer(fan, made[0]!.id, { isMuted: true })
  expect(muted.body.data).toMatchObject({ isMuted: true, totalNotSeenMessages: 1 })
  expect(await unread(fan)).toBe(1)
  await prefer(fan, made[0]!.id, { isMuted: false })
  expect(await unread(fan)).toBe(2)
})

test('conversations are filtered by what is unread, and by what was unlocked', async () => {
  const { fan, made } = await talks(3)
  await as(fan).post(`/messages/read-all/${made[1]!.id}`)
  expect(await idsOf(fan, '/conversations?filter=unread')).toEqual([made[2]!.id, made[0]!.id])
  const fileIds = [await buildMessagePhoto(server.ctx, made[0]!.creator)]
  const sold = await send(made[0]!.creator, made[0]!.id, { text: 'Locked', fileIds, price: 5 })
  expect(await idsOf(fan, '/conversations?filter=unlocked')).toEqual([])
  await payer(server, fan).keyed(`/wallet/charges/message/${sold.body.data._id}`, {}, crypto.randomUUID())
  for (const who of [fan, made[0]!.creator])
    expect(await idsOf(who, '/conversations?filter=unlocked')).toEqual([made[0]!.id])
  expect((await as(fan).get('/conversations?filter=other')).status).toBe(400)
})

test('preferences are one’s own: no one else’s conversation takes any', async () => {
  const { made } = await talks(1)
  const stranger = await buildUser(server.ctx)
  expect((await prefer(stranger, made[0]!.id, { isMuted: true })).status).toBe(404)
  expect((await prefer(made[0]!.creator, made[0]!.id, { isLoud: true })).status).toBe(400)
})

test('messages are found by the beginnings of their words, across conversations and within one', async () => {
  const { fan, made } = await talks(2)
  const [inFirst, inSecond] = made
  await send(fan, inFirst!.id, { text: 'The kiln is still warm, Señor!' })
  await send(inFirst!.creator, inFirst!.id, { text: 'Which KILN do you mean? 陶芸の窯です' })
  await send(inSecond!.creator, inSecond!.id, { text: 'A kiln-dried board' })
  expect(await textsOf(fan, 'kiln')).toHaveLength(3)
  expect(await textsOf(fan, 'kil war')).toEqual(['The kiln is still warm, Señor!'])
  expect(await textsOf(fan, 'senor')).toEqual(['The kiln is still warm, Señor!'])
  expect(await textsOf(fan, '陶芸')).toEqual(['Which KILN do you mean? 陶芸の窯です'])
  expect(await textsOf(fan, '窯')).toHaveLength(1)
  expect(await textsOf(fan, 'kiln', `&conversationId=${inSecond!.id}`)).toEqual(['A kiln-dried board'])
  expect(await textsOf(inFirst!.creator, 'kiln')).toHaveLength(2)
  expect(await textsOf(fan, 'iln')).toEqual([])
  for (const nothing of ['!', "'", ':*', '& |', '<->', '\\']) expect(await textsOf(fan, nothing), nothing).toEqual([])
  const stranger = await buildUser(server.ctx)
  expect(await textsOf(stranger, 'kiln')).toEqual([])
  expect((await as(stranger).get(`/messages/search?q=kiln&conversationId=${inFirst!.id}`)).status).toBe(404)
  const first = (await as(fan).get('/messages/search?q=kiln&pageSize=2')).body
  expect([first.data.length, first.total]).toEqual([2, 3])
  const next = (await as(fan).get(`/messages/search?q=kiln&pageSize=2&cursor=${first.nextCursor}`)).body
  expect(next.data.map(({ text }: { text: string }) => text)).toEqual(['The kiln is still warm, Señor!'])
})

test('search finds no text that is locked, deleted, or of a blocked person', async () => {
  const { fan, made } = await talks(1)
  const [{ id, creator }] = made as [(typeof made)[number]]
  const fileIds = [await buildMessagePhoto(server.ctx, creator)]
  const sold = await send(creator, id, { text: 'Canarybird inside', fileIds, price: 5 })
  expect(await textsOf(fan, 'canarybird')).toEqual([])
  expect((await as(fan).get('/messages/search?q=canarybird')).body.total).toBe(0)
  expect(await textsOf(creator, 'canarybird')).toHaveLength(1)
  await payer(server, fan).keyed(`/wallet/charges/message/${sold.body.data._id}`, {}, crypto.randomUUID())
  expect(await textsOf(fan, 'canarybird')).toEqual(['Canarybird inside'])

  const slip = await send(fan, id, { text: 'Wagtail' })
  expect(await textsOf(creator, 'wagtail')).toHaveLength(1)
  await as(fan).delete(`/messages/${slip.body.data._id}`)
  for (const who of [fan, creator]) expect(await textsOf(who, 'wagtail')).toEqual([])

  await buildBlock(server.ctx, fan, creator)
  for (const who of [fan, creator]) expect(await textsOf(who, 'canarybird')).toEqual([])
})

test('a search reads only the entries of the person who searches', async () => {
  const { fan } = await talks(1)
  const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN SELECT FROM messages g
    WHERE g.search @@ message_search_query(${fan.id}::uuid, 'message')`.execute(server.ctx.db)
  expect(JSON.stringify(plan)).toContain(`${fan.id.slice(-12)}:message`)
})

test('a reply shows the beginning of its message as the reader may see it, within the conversation alone', async () => {
  const { fan, made } = await talks(2)
  const [{ id, creator }, other] = made as [(typeof made)[number], (typeof made)[number]]
  const fileIds = [await buildMessagePhoto(server.ctx, creator)]
  const sold = (await send(creator, id, { text: 'Canarybird', fileIds, price: 5 })).body.data
  const long = (await send(fan, id, { text: `${'x'.repeat(139)}😀 and more` })).body.data
  const reply = await send(fan, id, { text: 'This one?', replyToId: sold._id })
  expect(reply.body.data, reply.text).toMatchObject({
    authorKind: null,
    replyTo: { _id: sold._id, senderId: creator.id, type: 'photo', text: '', isDeleted: false },
  })
  const ofCreator = (await send(creator, id, { text: 'Yes', replyToId: long._id })).body.data
  expect(ofCreator).toMatchObject({ authorKind: 'creator', replyTo: { text: 'x'.repeat(139) } })
  await as(fan).delete(`/messages/${long._id}`)
  const shown = (await as(creator).get(`/messages/conversations/${id}?limit=1`)).body.data[0]
  expect(shown.replyTo).toMatchObject({ text: 'Message deleted!', isDeleted: true })
  for (const replyToId of [long._id, crypto.randomUUID()])
    expect((await send(fan, id, { text: 'Again', replyToId })).body.errors).toMatchObject([{ path: 'replyToId' }])
  expect((await send(fan, other.id, { text: 'Elsewhere', replyToId: sold._id })).status).toBe(404)
})
