import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../../testing/api.ts'
import { buildUser } from '../../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const password = 'a-lamp-in-the-window'
/** What an outsider sees of a reply, without what differs every time. */
const outside = (reply: Awaited<ReturnType<ReturnType<typeof api>['post']>>) => {
  const { requestId: _, ...body } = reply.body
  const headers = Object.keys(reply.headers)
    .filter((name) => name !== 'x-request-id')
    .sort()
  return JSON.stringify({ status: reply.status, body, headers, length: reply.text.length })
}

test('each call answers the same for an existing and a missing account', async () => {
  const fan = await buildUser(server.ctx, { password })
  const there = fan.email
  let unique = 0
  const gone = () => `missing${++unique}${there}`.slice(-there.length)
  const form = (email: string) => ({ name: 'Noor', username: `noor_${++unique}`, email, password, acceptTerms: true })
  const calls: [string, (email: string) => Promise<Parameters<typeof outside>[0]>][] = [
    ['POST /auth/login', (email) => api(server).post('/auth/login', { email, password: 'not-the-right-one' })],
    ['POST /auth/users/forgot', (email) => api(server).post('/auth/users/forgot', { email })],
    ['POST /auth/email-verification', (email) => api(server).post('/auth/email-verification', { email })],
    ['POST /auth/users/register', (email) => api(server).post('/auth/users/register', form(email))],
  ]
  for (const [name, call] of calls)
    for (let round = 0; round < 4; round++)
      expect([name, outside(await call(there))]).toEqual([name, outside(await call(gone()))])
})
