import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { call } from './client.ts'
import { ApiProblem, asProblem } from './problem.ts'

// What the browser makes of refusals, against a server that refuses.
// spec: error.401, error.no-retry, error.login, toast.error

let server: Server
let refusal: { status: number; body: string }
const requests: string[] = []
const led: string[] = []

beforeAll(async () => {
  server = createServer((request, reply) => {
    requests.push(`${request.method} ${request.url}`)
    reply.writeHead(refusal.status, { 'content-type': 'application/problem+json' }).end(refusal.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const config = {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    socketUrl: '',
    hashPasswords: false,
  }
  vi.stubGlobal('document', {
    documentElement: { dataset: { page: JSON.stringify({ config }) } },
    querySelector: () => null,
  })
  vi.stubGlobal('location', { pathname: '/user/wallet', search: '?tab=moves', assign: (to: string) => led.push(to) })
})
afterEach(() => {
  requests.length = 0
  led.length = 0
})
afterAll(async () => {
  vi.unstubAllGlobals()
  server.close()
  await once(server, 'close')
})

const refuse = (status: number, code: string, message: string) =>
  (refusal = { status, body: JSON.stringify({ status, code, message, errors: [], requestId: 'r-1' }) })

test('a lost session leads to the log-in page, back to where one was, and says why', async () => {
  refuse(401, 'NOT_SIGNED_IN', 'Forbidden in the action!')
  await expect(call('GET /users/me')).rejects.toThrow('Forbidden in the action!')
  expect(led).toEqual([`/auth/login?redirect=${encodeURIComponent('/user/wallet?tab=moves')}&reason=forbidden`])
})

test('a failed log-in stays on the page, with the server’s message', async () => {
  refuse(401, 'INCORRECT_CREDENTIALS', 'Incorrect credentials!')
  const body = { email: 'ines@example.com', password: 'seven-quiet-lamps', remember: true }
  await expect(call('POST /auth/login', { body })).rejects.toThrow('Incorrect credentials!')
  expect(led).toEqual([])
})

test('a refused request is not sent again', async () => {
  for (const status of [400, 402, 409, 429, 500, 503]) {
    refuse(status, 'UNKNOWN', 'No')
    await expect(call('POST /follows/:id', { params: { id: 'x' } })).rejects.toMatchObject({ status })
  }
  expect(requests).toEqual(Array.from({ length: 6 }, () => 'POST /api/follows/x'))
})

test('a reply that is no problem of ours still has a message for the user', async () => {
  refusal = { status: 502, body: '<h1>Bad Gateway</h1>' }
  const error = await call('GET /users/me').catch((caught: unknown) => caught)
  expect(asProblem(error)).toMatchObject({
    status: 502,
    code: 'UNKNOWN',
    message: 'Something went wrong, please try again later',
  })
})

test('without a connection nothing was sent, and that is said', async () => {
  const real = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  const error = await call('GET /users/me').catch((caught: unknown) => caught)
  vi.stubGlobal('fetch', real)
  expect(error).toBeInstanceOf(ApiProblem)
  expect(asProblem(error)).toMatchObject({ status: 0, code: 'OFFLINE' })
})
