import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { live } from '../../sockets.ts'
import { buildUser } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { connectSocket } from '../../testing/socket.ts'
import { event, id, publish, readersByName } from './events.ts'
import { sendOn } from '../sockets/declarations.ts'

const [first, second, third] = [1, 2, 3].map((n) => `0198a000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]

const forOne = event('test.for-one', z.object({ accountId: id, otherId: id }), { to: ['accountId'] })
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    listen: true,
    live: {
      ...live,
      messages: [
        sendOn(forOne, (_ctx, { accountId, otherId }) =>
          [accountId, otherId].map((account) => ({
            room: `account:${account}`,
            name: 'settings/changed',
            data: { names: [account] },
          })),
        ),
      ],
    },
  })
})
afterAll(() => server.stop())

test('an event names the ids that its schema declares, however deep they are, and no text that looks like one', () => {
  const nested = event(
    'test.nested',
    z.object({
      a: id,
      people: z.array(id),
      notices: z.array(z.object({ to: id.optional() })).default([]),
      either: z.union([id, z.number()]).nullable(),
      text: z.string(),
    }),
  )
  expect([
    ...nested.idsOf({ a: first, people: [second], notices: [{ to: third }, {}], either: 7, text: third }),
  ]).toEqual([first, second, third])
  expect([...nested.idsOf({ a: first, people: [], either: second, text: third })]).toEqual([first, second])
  // What another version wrote may lack anything.
  expect([...nested.idsOf({})]).toEqual([])
})

test('an event has one reader at most in each list of readers', () => {
  const reader = sendOn(forOne, () => [])
  expect(() => readersByName([reader, sendOn(forOne, () => [])])).toThrow('test.for-one')
})

test('a message to others than the declared recipients of its event is not sent to anyone', async () => {
  const logged = vi.spyOn(server.ctx.log, 'error').mockImplementation(() => {})
  const [fan, other] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const socket = await connectSocket(server)
  const heard: unknown[] = []
  socket.on('settings/changed', ({ names }: { names: string[] }) => heard.push(...names))
  await socket.emitWithAck('auth/login', { token: fan.token })
  await server.ctx.transaction((tx) => publish(tx, forOne, { accountId: fan.id, otherId: other.id }))
  await server.ctx.transaction((tx) => publish(tx, forOne, { accountId: fan.id, otherId: fan.id }))
  await expect.poll(() => heard).toEqual([fan.id, fan.id])
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ topic: 'test.for-one' }), 'an event was not delivered')
  socket.disconnect()
})
