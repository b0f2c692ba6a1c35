import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundMessagesMax } from '@fanlight/contract/conversations'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { buildConversation, buildMessage, buildMessagePhoto } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const search = async (who: Built, query: string) => (await as(who).get(`/messages/search?${query}`)).body
const textsOf = ({ data }: { data: { text: string }[] }) => data.map(({ text }) => text)
async function talk() {
  const fan = await buildFan(server.ctx, 100)
  const creator = await buildPerformer(server.ctx)
  return { fan, creator, id: await buildConversation(server.ctx, fan, creator) }
}

test('each message that is found says with whom it is shared, and all are counted with their conversations', async () => {
  const { fan, creator, id } = await talk()
  const other = await buildPerformer(server.ctx)
  const otherId = await buildConversation(server.ctx, fan, other)
  await buildMessage(server.ctx, id, creator, { text: 'Copper, fired twice' })
  await buildMessage(server.ctx, id, fan, { text: 'Is it the copper carbonate?' })
  await buildMessage(server.ctx, otherId, other, { text: 'Copper nails' })
  const found = await search(fan, 'q=copper')
  expect(found).toMatchObject({ total: 3, conversations: 2 })
  expect(found.totalIsAtLeast).toBeUndefined()
  const people = found.data.map(({ recipient }: { recipient: { _id: string } }) => recipient._id)
  expect(people).toEqual([other.id, creator.id, creator.id])
  expect(found.data[0].recipient).toMatchObject({ username: other.username })

  await buildBlock(server.ctx, other, fan)
  expect(await search(fan, 'q=copper')).toMatchObject({ total: 2, conversations: 1 })
})

test('they are found by what they are, and by what was bought', async () => {
  const { fan, creator, id } = await talk()
  const files = async () => [await buildMessagePhoto(server.ctx, creator)]
  await buildMessage(server.ctx, id, creator, { text: 'Copper alone' })
  await buildMessage(server.ctx, id, creator, { text: 'Copper photo', fileIds: await files() })
  const video = await buildMessage(server.ctx, id, creator, { text: 'Copper film', fileIds: await files() })
  await sql`UPDATE messages SET type = 'video' WHERE id = ${video}`.execute(server.ctx.db)
  const sold = await buildMessage(server.ctx, id, creator, { text: 'Copper sold', fileIds: await files(), price: 500n })
  expect(textsOf(await search(fan, 'q=copper'))).not.toContain('Copper sold')
  for (const kind of ['photo', 'purchase'])
    expect(textsOf(await search(fan, `q=copper&kind=${kind}`)), kind).not.toContain('Copper sold')
  await payer(server, fan).keyed(`/wallet/charges/message/${sold}`, {}, crypto.randomUUID())
  expect(textsOf(await search(fan, 'q=copper&kind=photo'))).toEqual(['Copper sold', 'Copper photo'])
  expect(textsOf(await search(fan, 'q=copper&kind=video'))).toEqual(['Copper film'])
  expect(textsOf(await search(fan, 'q=copper&kind=audio'))).toEqual([])
  for (const who of [fan, creator])
    expect(textsOf(await search(who, 'q=copper&kind=purchase'))).toEqual(['Copper sold'])
  expect((await as(fan).get('/messages/search?q=copper&kind=tip')).status).toBe(400)
})

test('more than a thousand are not counted', async () => {
  const { fan, creator, id } = await talk()
  await sql`INSERT INTO messages (conversation_id, sequence, sender_id, client_id, body_hash, type, text)
    SELECT ${id}, n, ${creator.id}, gen_random_uuid(), '\\x00', 'text', 'Copper ' || n
    FROM generate_series(1, ${foundMessagesMax + 1}::int) n`.execute(server.ctx.db)
  const found = await search(fan, 'q=copper')
  expect([found.total, found.totalIsAtLeast, found.conversations]).toEqual([foundMessagesMax, true, 1])
})

test('a conversation is read from a day on, beginning with its first message', async () => {
  const { fan, creator, id } = await talk()
  for (const text of ['Monday', 'Tuesday', 'Also Tuesday', 'Thursday'])
    await buildMessage(server.ctx, id, creator, { text })
  const days = ['2026-11-16T09:00:00Z', '2026-11-17T09:00:00Z', '2026-11-17T20:00:00Z', '2026-11-19T09:00:00Z']
  await sql`UPDATE messages SET created_at = (${days}::timestamptz[])[sequence] WHERE conversation_id = ${id}`.execute(
    server.ctx.db,
  )
  const since = async (moment: string) =>
    textsOf((await as(fan).get(`/messages/conversations/${id}?limit=2&since=${moment}`)).body)
  expect(await since('2026-11-17T00:00:00Z')).toEqual(['Also Tuesday', 'Tuesday'])
  expect(await since('2026-11-18T00:00:00Z')).toEqual(['Thursday'])
  expect(await since('2020-01-01T00:00:00Z')).toEqual(['Tuesday', 'Monday'])
  expect(await since('2026-12-01T00:00:00Z')).toEqual([])
  expect((await as(fan).get(`/messages/conversations/${id}?since=yesterday`)).status).toBe(422)
})
