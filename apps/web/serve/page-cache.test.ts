import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { invalidatePages, cachePage, cacheRendered, type CachedPage, sendReady } from './page-cache.ts'

const requestFor = (url: string) =>
  ({
    headers: {},
    host: 'fanlight.example',
    method: 'GET',
    url,
    id: 'a-test',
    analytics: { state: 'off', consentVersion: '' },
  }) as unknown as FastifyRequest
function replying() {
  const left = { body: '' }
  const raw = { writeHead: () => raw, end: (body: Buffer) => (left.body = body.toString()) }
  return { left, reply: { raw, getHeaders: () => ({}), hijack: () => undefined } as unknown as FastifyReply }
}
const rendered = (text: string): CachedPage => ({
  status: 200,
  headers: {},
  body: Buffer.from(text),
  keep: true,
  until: 0,
})

test('a page that is ready is sent at once', async () => {
  invalidatePages()
  const request = requestFor('/ready')
  cacheRendered(request, replying().reply, await cachePage('ready', async () => rendered('as it is')))
  const { left, reply } = replying()
  expect(sendReady(request, reply)).toBe(true)
  expect(left.body).toBe('as it is')
})

test('a page that was being rendered while something public changed is sent to the requests that wait for it, and to none after', async () => {
  invalidatePages()
  const request = requestFor('/late')
  const { promise, resolve } = Promise.withResolvers<CachedPage>()
  const waiting = cachePage('late', () => promise)
  invalidatePages()
  resolve(rendered('as it was'))
  cacheRendered(request, replying().reply, await waiting)
  expect(sendReady(request, replying().reply)).toBe(false)
  expect((await cachePage('late', async () => rendered('as it is'))).body.toString()).toBe('as it is')
})
