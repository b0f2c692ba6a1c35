import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer } from '../../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { connectSocket } from '../../../../testing/socket.ts'
import { checkLedger } from '../../../money/ledger/check.ts'
import { walletBalance } from '../../../money/ledger/post.ts'
import { buildFan, payer } from '../../../money/wallet/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const as = (who?: Built) => (who ? api(server).as(who) : api(server))
const tip = (fan: Built, to: Built, body: object, key: string = randomUUID()) =>
  payer(server, fan).keyed(`/wallet/charges/tip/${to.id}`, { inPublicChat: true, ...body }, key)
const said = async (who: Built | undefined, creator: Built) =>
  (await as(who).get(`/messages/stream/${creator.id}`)).body.data

test('a tip in a public chat is paid and shown once, however often it is sent', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 1000)]
  const key = randomUUID()
  const sent = await Promise.all(
    times(30).map(() => tip(fan, creator, { tokens: 50, note: 'For the harbour one' }, key)),
  )
  expect(new Set(sent.map(({ status }) => status)), sent[0]!.text).toEqual(new Set([200]))
  expect(await walletBalance(server.ctx, fan.id)).toBe(95_000n)
  for (const who of [undefined, fan, creator])
    expect(await said(who, creator)).toMatchObject([
      { text: 'For the harbour one', tip: { tokens: 50 }, sender: { _id: fan.id }, isDeleted: false },
    ])
  // No conversation of the two begins with it.
  expect((await as(fan).get('/conversations')).body.data).toEqual([])
})

test('who watches the chat hears of a tip, and those who are blocked by its sender do not', async () => {
  const [creator, fan, other] = [
    await buildPerformer(server.ctx),
    await buildFan(server.ctx, 1000),
    await buildFan(server.ctx, 0),
  ]
  await buildBlock(server.ctx, fan, other)
  const heard = async (who: Built) => {
    const socket = await connectSocket(server)
    const names: string[] = []
    socket.onAny((name: string) => names.push(name))
    await socket.emitWithAck('auth/login', { token: who.token })
    await socket.emitWithAck('conversation/join', { conversationId: creator.id })
    return names
  }
  const [creators, others] = [await heard(creator), await heard(other)]
  await tip(fan, creator, { tokens: 10 })
  await as(creator).post(`/messages/stream/${creator.id}`, { text: 'Thank you' })
  await expect.poll(() => others).toContain('stream-message/created')
  await expect.poll(() => creators.filter((name) => name === 'stream-message/created').length).toBe(2)
  expect(creators.filter((name) => name === 'tip/received')).toHaveLength(1)
  expect(others).not.toContain('tip/received')
})

test('a note is for those who may write, a tip without one for all who may tip; what is refused is not paid', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 1000)]
  const rules = (body: object) => as(creator).put(`/conversations/stream/${creator.id}/update`, body)
  await rules({ whoMayWrite: 'subscribers', slowModeSeconds: 60 })
  expect((await tip(fan, creator, { tokens: 10, note: 'Hello' })).body.code).toBe('SUBSCRIPTION_REQUIRED')
  await rules({ whoMayWrite: 'followers' })
  expect((await tip(fan, creator, { tokens: 10, note: 'Hello' })).body.code).toBe('FOLLOW_REQUIRED')
  await rules({ whoMayWrite: 'none' })
  expect((await tip(fan, creator, { tokens: 10, note: 'Hello' })).body.code).toBe('CHAT_CLOSED')
  expect(await walletBalance(server.ctx, fan.id)).toBe(100_000n)
  // A tip waits for no slow mode.
  for (const _ of times(2)) expect((await tip(fan, creator, { tokens: 10 })).status).toBe(200)
  await rules({ whoMayWrite: 'everyone' })
  expect((await tip(fan, creator, { tokens: 10, note: 'Hello' })).status).toBe(200)
  expect((await said(undefined, creator)).map(({ text }: { text: string }) => text)).toEqual(['Hello', '', ''])
})

test('a tip that is not paid shows nothing; a blocked fan can give none', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 5)]
  expect((await tip(fan, creator, { tokens: 10 })).body.code).toBe('INSUFFICIENT_BALANCE')
  expect(await said(fan, creator)).toEqual([])
  await buildBlock(server.ctx, creator, fan)
  expect((await tip(fan, creator, { tokens: 10 })).body.code).toBe('PERFORMER_NOT_FOUND')
  expect(await walletBalance(server.ctx, fan.id)).toBe(500n)
})

test('many tips of many fans in one moment are all paid and all shown', async () => {
  const creator = await buildPerformer(server.ctx)
  const fans = await Promise.all(times(5).map(() => buildFan(server.ctx, 100)))
  const replies = await Promise.all(times(25).map((n) => tip(fans[n % 5]!, creator, { tokens: 10 })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await said(undefined, creator)).toHaveLength(25)
})

test('a deleted tip says no more what was given', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 100)]
  await tip(fan, creator, { tokens: 10, note: 'Oops' })
  const [{ _id }] = await said(fan, creator)
  expect((await as(creator).delete(`/messages/${_id}`)).status).toBe(200)
  expect(await said(fan, creator)).toMatchObject([{ isDeleted: true, tip: null, text: 'Message deleted' }])
})
