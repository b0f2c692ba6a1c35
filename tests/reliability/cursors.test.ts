import { declared } from '@fanlight/contract'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowedFor, type ApiRequest, buildWorld, freshTokens, sendRequest, type World } from './api-world.ts'
import { requests } from './valid-requests.ts'

// Every list that takes a cursor reads it: one that no list gave out is refused, and where rows are left there is one to go on with.

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer({ listen: true, env: { LOG_LEVEL: 'silent' } })
  world = await buildWorld(server)
})
afterAll(() => server.stop())

const lists = declared
  .filter((call) => call.method === 'GET' && call.query && 'shape' in call.query && 'cursor' in call.query.shape)
  .map((call) => [call.route, call] as const)

/** A sender and a request that get this list. */
async function answered(call: (typeof declared)[number]) {
  const { make, about } = requests[call.route as keyof typeof requests]
  const senders = call.who === 'any' ? [world.cast.subscribed, world.cast.performer] : [allowedFor(call, world.cast)]
  for (const me of [...senders, world.cast.performer])
    for (const whose of ['own', 'theirs'] as const) {
      if (about.length > 0 && !about.includes(whose)) continue
      const request = await make(world, me, whose)
      if (!request) continue
      const [token] = await freshTokens(server, [me])
      const send = (query: ApiRequest['query']) =>
        sendRequest(world, call, token, { ...request, query: { ...request.query, ...query } })
      const first = await send({ pageSize: '1' })
      if (first.status === 200) return { first, send }
    }
  throw new Error(`nobody gets ${call.route}`)
}

test.each(lists)('%s', async (_route, call) => {
  const { first, send } = await answered(call)
  const { data, total, nextCursor } = first.body
  if (total > data.length && data.length > 0) {
    expect(nextCursor).toEqual(expect.any(String))
    expect((await send({ pageSize: '1', cursor: nextCursor })).status).toBe(200)
  }
  for (const cursor of ['junk', 'WyJhIl0', Buffer.from('-1').toString('base64url')]) {
    const { status, body } = await send({ cursor })
    expect([status, body.code], cursor).toEqual([400, 'INVALID_INPUT'])
  }
})
