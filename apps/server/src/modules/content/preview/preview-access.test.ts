import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test.each([
  ['type=public', { visitor: null, follower: null, subscriber: null, buyer: null, listed: null }],
  ['type=followers', { visitor: 'sign-in', follower: null, subscriber: null, buyer: null, listed: 'follow' }],
  [
    'type=subscribers',
    { visitor: 'sign-in', follower: 'subscribe', subscriber: null, buyer: null, listed: 'subscribe' },
  ],
  ['type=paid', { visitor: 'sign-in', follower: 'buy', subscriber: 'buy', buyer: null, listed: 'buy' }],
  [
    'type=paid&freeForSubscribers=true',
    { visitor: 'sign-in', follower: 'buy', subscriber: null, buyer: null, listed: 'buy' },
  ],
  ['type=list', { visitor: 'sign-in', follower: 'list', subscriber: 'list', buyer: null, listed: null }],
])('what is behind %s opens to whom the access policy says', async (query, expected) => {
  const performer = await buildPerformer(server.ctx)
  const reply = await api(server).as(performer).get(`/performer/access-preview?${query}`)
  expect(reply.status, reply.text).toBe(200)
  const data = reply.body.data as { viewer: string; view: boolean; locked: { reason: string } | null }[]
  expect(Object.fromEntries(data.map(({ viewer, locked }) => [viewer, locked?.reason ?? null]))).toEqual(expected)
  for (const { view, locked } of data) expect(view).toBe(locked === null)
})
