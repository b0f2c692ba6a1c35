import { subscriptionMessages } from '@fanlight/contract/sockets'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFan, buildPlan, payer } from '../wallet/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

const message = subscriptionMessages['subscription/updated'].strict()

/** The messages about subscriptions that a connected client gets. */
async function listen(who: Built): Promise<{ changes: () => string[]; stop: () => void }> {
  const socket = io(server.url, { transports: ['websocket'], reconnection: false, forceNew: true })
  const received: unknown[] = []
  socket.on('subscription/updated', (pushed) => received.push(pushed))
  await new Promise<void>((resolve) => socket.on('connect', resolve))
  await new Promise<void>((resolve) => {
    socket.on('auth/accepted', () => resolve())
    socket.emit('auth/login', { token: who.token })
  })
  return { changes: () => received.map((entry) => message.parse(entry).change), stop: () => socket.disconnect() }
}

test('both sides of a subscription are notified of its changes, and no other account', async () => {
  const { ctx } = server
  const [fan, performer, stranger] = [await buildFan(ctx, 500), await buildPerformer(ctx), await buildFan(ctx, 0)]
  const ears = await Promise.all([fan, performer, stranger].map(listen))
  const planId = await buildPlan(ctx, performer, { price: 1000n })
  const reply = await payer(server, fan).keyed('/payment/subscribe/performers', {
    performerId: performer.id,
    planId,
    paymentGateway: 'wallet',
  })
  const id = reply.body.data.subscription._id as string
  await payer(server, fan).keyed(`/payment/wallet/cancel-subscription/${id}`, {})
  await payer(server, performer).post('/block/users', { userId: fan.id })
  const all = ['started', 'cancelled', 'revoked']
  await vi.waitFor(() => expect(ears.map(({ changes }) => changes())).toEqual([all, all, []]), { timeout: 10_000 })
  for (const { stop } of ears) stop()
})
