import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildFollow, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { walletBalance } from '../../money/ledger/post.ts'
import { buildAccess } from '../../content/posts/testing.ts'
import { buildFan } from '../../money/wallet/testing.ts'
import { buildConversation, buildMessage } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const as = (who: Built) => api(server).as(who)
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const send = (who: Built, id: string, body: object) => as(who).post(`/messages/conversations/${id}`, body)
const writing = async (who: Built, id: string) => (await as(who).get(`/conversations/${id}`)).body.data.writing
const open = { allowed: true, reason: null, price: null }
async function scene(whoMayWrite: string, { tokens = 0, price = null as number | null } = {}) {
  const creator = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, tokens)
  await sql`UPDATE performers SET who_may_write = ${whoMayWrite}, first_message_price = ${price === null ? null : price * 100}
    WHERE account_id = ${creator.id}`.execute(server.ctx.db)
  const opened = await as(fan).post('/conversations', { source: 'performer', sourceId: creator.id })
  expect(opened.status, opened.text).toBe(200)
  return { creator, fan, id: opened.body.data._id as string }
}
const count = async (id: string) =>
  Number(
    (await row(server.ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM messages WHERE conversation_id = ${id}`))!.n,
  )
const charges = async (fan: Built) =>
  Number((await row(server.ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM charges WHERE user_id = ${fan.id}`))!.n)

test('followers write to a creator who takes messages from followers, and subscribers, too', async () => {
  const { creator, fan, id } = await scene('followers')
  expect(await writing(fan, id)).toEqual({ allowed: false, reason: 'followers', price: null })
  const refused = await send(fan, id, { text: 'Hello' })
  expect([refused.status, refused.body.code]).toEqual([403, 'FOLLOW_REQUIRED'])
  await buildFollow(server.ctx, fan, creator)
  expect(await writing(fan, id)).toEqual(open)
  expect((await send(fan, id, { text: 'Hello' })).status).toBe(200)
  const other = await scene('followers')
  await buildAccess(server.ctx, other.fan, other.creator)
  expect(await writing(other.fan, other.id)).toEqual(open)
})

test('subscribers alone write to a creator who wants it so', async () => {
  const { creator, fan, id } = await scene('subscribers')
  await buildFollow(server.ctx, fan, creator)
  expect(await writing(fan, id)).toEqual({ allowed: false, reason: 'subscribers', price: null })
  expect((await send(fan, id, { text: 'Hello' })).body.code).toBe('SUBSCRIPTION_REQUIRED')
  await buildAccess(server.ctx, fan, creator)
  expect((await send(fan, id, { text: 'Hello' })).status).toBe(200)
})

test('what a creator wrote themselves opens the conversation for good; an automatic message does not', async () => {
  const { creator, fan, id } = await scene('subscribers')
  await buildMessage(server.ctx, id, creator, { authorKind: 'automation' })
  expect((await send(fan, id, { text: 'Hello' })).status).toBe(403)
  expect((await send(creator, id, { text: 'Hi there' })).status).toBe(200)
  expect(await writing(fan, id)).toEqual(open)
  expect((await send(fan, id, { text: 'Hello' })).status).toBe(200)
})

test('the first message costs what was shown, once, and with the message or not at all', async () => {
  const { creator, fan, id } = await scene('paid', { tokens: 100, price: 12.5 })
  expect(await writing(fan, id)).toMatchObject({ allowed: true, reason: null, price: 12.5 })
  for (const expectedPrice of [undefined, 12]) {
    const refused = await send(fan, id, { text: 'Hello', ...(expectedPrice && { expectedPrice }) })
    expect([refused.status, refused.body.code, refused.body.price]).toEqual([409, 'PRICE_CHANGED', 12.5])
  }
  expect([await count(id), await charges(fan)]).toEqual([0, 0])

  const clientId = randomUUID()
  const sent = await Promise.all(times(50).map(() => send(fan, id, { text: 'Hello', clientId, expectedPrice: 12.5 })))
  expect(new Set(sent.map(({ status }) => status)), sent[0]!.text).toEqual(new Set([200]))
  expect(new Set(sent.map(({ body }) => body.data._id)).size).toBe(1)
  expect([await count(id), await charges(fan), await walletBalance(server.ctx, fan.id)]).toEqual([1, 1, 8750n])
  expect(await writing(fan, id)).toEqual(open)
  expect((await send(fan, id, { text: 'And another' })).status).toBe(200)
  expect(await charges(fan)).toBe(1)

  // What was paid is in the lists of both, and buys no media.
  const [charge] = (await as(fan).get('/wallet/charges/search')).body.data
  expect(charge).toMatchObject({ type: 'message', tokens: 12.5, performer: { _id: creator.id } })
  const earned = await row(server.ctx.db, sql<{ gross: bigint }>`SELECT gross FROM earnings WHERE user_id = ${fan.id}`)
  expect(earned).toEqual({ gross: 1250n })
  expect(await row(server.ctx.db, sql`SELECT FROM purchases WHERE account_id = ${fan.id}`)).toBeUndefined()
})

test('of fifty different first messages at once, one is charged', async () => {
  const { fan, id } = await scene('paid', { tokens: 100, price: 10 })
  const sent = await Promise.all(times(50).map((n) => send(fan, id, { text: `Hello ${n}`, expectedPrice: 10 })))
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
  expect([await count(id), await charges(fan), await walletBalance(server.ctx, fan.id)]).toEqual([50, 1, 9000n])
})

test('a first message without enough tokens, to a blocked creator, or at a price that just changed is not sent', async () => {
  const { creator, fan, id } = await scene('paid', { tokens: 5, price: 10 })
  const poor = await send(fan, id, { text: 'Hello', expectedPrice: 10 })
  expect([poor.status, poor.body.code]).toEqual([402, 'INSUFFICIENT_BALANCE'])
  await sql`UPDATE performers SET first_message_price = 500 WHERE account_id = ${creator.id}`.execute(server.ctx.db)
  expect((await send(fan, id, { text: 'Hello', expectedPrice: 10 })).body.price).toBe(5)
  await buildBlock(server.ctx, creator, fan)
  expect((await send(fan, id, { text: 'Hello', expectedPrice: 5 })).status).toBe(404)
  expect([await count(id), await charges(fan), await walletBalance(server.ctx, fan.id)]).toEqual([0, 0, 500n])
})

test('a price that is no longer required charges nothing', async () => {
  const { creator, fan, id } = await scene('paid', { tokens: 100, price: 10 })
  await sql`UPDATE performers SET who_may_write = 'everyone' WHERE account_id = ${creator.id}`.execute(server.ctx.db)
  expect((await send(fan, id, { text: 'Hello', expectedPrice: 10 })).status).toBe(200)
  expect(await charges(fan)).toBe(0)
})

test('no message goes to a closed account, and a creator pays like a fan', async () => {
  const { creator } = await scene('paid', { price: 10 })
  const other = await buildPerformer(server.ctx)
  const id = await buildConversation(server.ctx, other, creator)
  expect(await writing(other, id)).toMatchObject({ price: 10 })
  expect((await send(other, id, { text: 'Hello', expectedPrice: 10 })).body.code).toBe('INSUFFICIENT_BALANCE')
  await sql`UPDATE accounts SET status = 'closed' WHERE id = ${creator.id}`.execute(server.ctx.db)
  expect(await writing(other, id)).toEqual({ allowed: false, reason: 'closed', price: null })
})
