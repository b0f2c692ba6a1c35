import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../../platform/db/db.ts'
import { handleAllEvents, registerSubscribers } from '../../../platform/events/event-subscribers.ts'
import { subscribers } from '../../../subscribers.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan, buildPlan, payer } from '../../money/wallet/testing.ts'
import { buildMessagePhoto } from './testing.ts'
import { sendWelcome } from './welcome.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await registerSubscribers(server.ctx, subscribers, 'first')
})
afterAll(() => server.stop())

const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const as = (who: Built) => api(server).as(who)
/** Until this fan has so many conversations: events are read once all transactions before them have ended, those of other tests, too. */
const settle = (fan: Built, conversations: number) =>
  expect
    .poll(async () => {
      await handleAllEvents(server.ctx, subscribers)
      await server.work()
      return (await as(fan).get('/conversations')).body.total
    })
    .toBe(conversations)
const settings = (creator: Built, body: object) => as(creator).put('/performer/message-settings', body)
async function subscribe(fan: Built, creator: Built) {
  const planId = await buildPlan(server.ctx, creator)
  const reply = await payer(server, fan).keyed(
    '/payment/subscribe/performers',
    { performerId: creator.id, planId, paymentGateway: 'wallet' },
    randomUUID(),
  )
  expect(reply.status, reply.text).toBe(200)
}
const received = async (fan: Built) => {
  const [conversation] = (await as(fan).get('/conversations')).body.data
  return conversation ? (await as(fan).get(`/messages/conversations/${conversation._id}`)).body.data : []
}

test('who subscribes for the first time is welcomed once, with the files of the welcome message', async () => {
  const [creator, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 1000)]
  const file = await buildMessagePhoto(server.ctx, creator)
  const saved = await settings(creator, { welcomeMessage: 'Good to have you here.', welcomeFileIds: [file] })
  expect(saved.body.data, saved.text).toMatchObject({
    whoMayWrite: 'everyone',
    firstMessagePrice: null,
    welcomeEnabled: true,
    welcomeMessage: 'Good to have you here.',
    welcomeFileIds: [file],
    welcomeFiles: [{ _id: file }],
  })
  await subscribe(fan, creator)
  await settle(fan, 1)
  expect(await received(fan)).toMatchObject([
    { text: 'Good to have you here.', type: 'photo', authorKind: 'automation', files: [{ _id: file }] },
  ])
  // Run again, as after a crash before the job was noted as done.
  const [subscription] = await rows(
    server.ctx.db,
    sql<{ id: string }>`SELECT id FROM subscriptions WHERE fan_id = ${fan.id}`,
  )
  const again = { subscriptionId: subscription!.id, userId: fan.id, performerId: creator.id }
  await Promise.all(times(3).map(() => sendWelcome(server.ctx, again)))
  expect(await received(fan)).toHaveLength(1)
})

test('a welcome message is not sent where it is off or empty, after a block, and not to who was subscribed before', async () => {
  const [off, empty, blocking, before, last] = await Promise.all(times(5).map(() => buildPerformer(server.ctx)))
  const fan = await buildFan(server.ctx, 1000)
  for (const creator of [off!, blocking!, before!, last!]) await settings(creator, { welcomeMessage: 'Welcome' })
  await settings(off!, { welcomeEnabled: false })
  await sql`INSERT INTO subscriptions (fan_id, performer_id, plan_id, plan_version, type, status, payment_gateway, price_locked, months, key, body_hash)
    SELECT ${fan.id}, ${before!.id}, ${await buildPlan(server.ctx, before!)}, 1, 'monthly', 'expired', 'wallet', 500, 1, ${randomUUID()}, '\\x00'`.execute(
    server.ctx.db,
  )
  for (const creator of [off!, empty!, blocking!, before!]) await subscribe(fan, creator)
  await buildBlock(server.ctx, blocking!, fan)
  // Events are handled in their order.
  await subscribe(fan, last!)
  await settle(fan, 1)
  expect((await as(fan).get('/conversations')).body.data).toMatchObject([{ sourceId: last!.id }])
})

test('message settings take a price with `paid` alone, and files of one’s own', async () => {
  const [creator, other, fan] = [
    await buildPerformer(server.ctx),
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
  ]
  expect((await settings(creator, { whoMayWrite: 'paid' })).status).toBe(422)
  expect((await settings(creator, { whoMayWrite: 'paid', firstMessagePrice: 12.5 })).body.data).toMatchObject({
    whoMayWrite: 'paid',
    firstMessagePrice: 12.5,
  })
  expect((await as(creator).get('/performers/me')).body.data.whoMayWrite).toBe('paid')
  const theirs = await buildMessagePhoto(server.ctx, other)
  expect((await settings(creator, { welcomeFileIds: [theirs] })).body.errors).toMatchObject([
    { path: 'welcomeFileIds' },
  ])
  expect((await settings(creator, { welcomeMessage: 'x'.repeat(1001) })).status).toBe(422)
  expect((await settings(fan, { welcomeEnabled: false })).status).toBe(403)
})
