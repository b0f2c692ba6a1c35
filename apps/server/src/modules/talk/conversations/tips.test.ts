import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { walletBalance } from '../../money/ledger/post.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const as = (who: Built) => api(server).as(who)
const tip = (fan: Built, to: Built, body: object, key: string = randomUUID()) =>
  payer(server, fan).keyed(`/wallet/charges/tip/${to.id}`, { inConversation: true, ...body }, key)
const conversations = async (who: Built) => (await as(who).get('/conversations')).body.data
const messages = async (who: Built, id: string) => (await as(who).get(`/messages/conversations/${id}`)).body.data

test('a tip in a conversation is a message for both, once, however often it is sent', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 100)]
  const key = randomUUID()
  const sent = await Promise.all(times(50).map(() => tip(fan, creator, { tokens: 10.5, note: 'For the light' }, key)))
  expect(new Set(sent.map(({ status }) => status)), sent[0]!.text).toEqual(new Set([200]))
  expect(new Set(sent.map(({ body }) => body.data._id)).size).toBe(1)
  expect(await walletBalance(server.ctx, fan.id)).toBe(8950n)
  for (const who of [fan, creator]) {
    const [{ _id, totalNotSeenMessages }] = await conversations(who)
    expect(totalNotSeenMessages).toBe(who === creator ? 1 : 0)
    expect(await messages(who, _id)).toMatchObject([
      { type: 'tip', senderId: fan.id, text: 'For the light', tip: { tokens: 10.5 }, authorKind: null },
    ])
  }
})

test('tips and first messages of one fan at once never wait for each other for ever', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 1000)]
  await sql`UPDATE performers SET who_may_write = 'paid', first_message_price = 500 WHERE account_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  const id = (await as(fan).post('/conversations', { source: 'performer', sourceId: creator.id })).body.data._id
  const replies = await Promise.all(
    times(20).map((n) =>
      n % 2
        ? tip(fan, creator, { tokens: 10 })
        : as(fan).post(`/messages/conversations/${id}`, { text: `Hello ${n}`, expectedPrice: 5 }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(times(20).map(() => 200))
  expect(await walletBalance(server.ctx, fan.id)).toBe(100_000n - 10n * 1000n - 500n)
  expect(await messages(fan, id)).toHaveLength(20)
})

test('a tip that is not paid leaves no message and no conversation', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 5)]
  expect((await tip(fan, creator, { tokens: 10 })).body.code).toBe('INSUFFICIENT_BALANCE')
  expect(await conversations(fan)).toEqual([])
  expect(await row(server.ctx.db, sql`SELECT FROM conversations WHERE ${fan.id} IN (low_id, high_id)`)).toBeUndefined()
  await buildBlock(server.ctx, creator, fan)
  expect((await tip(fan, creator, { tokens: 10 })).body.code).toBe('PERFORMER_NOT_FOUND')
  expect((await tip(fan, fan, { tokens: 10 })).body.code).toBe('NOT_TO_ONESELF')
})

test('a tip without inConversation writes no message', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 100)]
  await tip(fan, creator, { tokens: 10, inConversation: false })
  expect(await conversations(fan)).toEqual([])
})

test('a tip is shown also to a creator who takes messages from subscribers alone, and opens nothing', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 100)]
  await sql`UPDATE performers SET who_may_write = 'subscribers' WHERE account_id = ${creator.id}`.execute(server.ctx.db)
  expect((await tip(fan, creator, { tokens: 10 })).status).toBe(200)
  const [shown] = await conversations(fan)
  expect(shown.writing).toEqual({ allowed: false, reason: 'subscribers', price: null })
})
