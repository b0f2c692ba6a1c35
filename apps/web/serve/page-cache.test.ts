import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { invalidatePages, cachePage, cacheRendered, type CachedPage, sendReady } from './page-cache.ts'

const asking = (url: string) =>
  ({
    headers: {},
    host: 'fanlight.example',
    method: 'GET',
    url,
    id: 'a-test',
    measuring: { state: 'off', asked: false },
  }) as unknown as FastifyRequest
function replying() {
  const left = { body: '' }
  const raw = { writeHead: () => raw, end: (body: Buffer) => (left.body = body.toString()) }
  return { left, reply: { raw, getHeaders: () => ({}), hijack: () => undefined } as unknown as FastifyReply }
}
const drawn = (words: string): CachedPage => ({
  status: 200,
  headers: {},
  body: Buffer.from(words),
  keep: true,
  until: 0,
})

test('a page that is ready leaves at once', async () => {
  invalidatePages()
  const request = asking('/ready')
  cacheRendered(request, replying().reply, await cachePage('ready', async () => drawn('as it is')))
  const { left, reply } = replying()
  expect(sendReady(request, reply)).toBe(true)
  expect(left.body).toBe('as it is')
})

test('a page that was being drawn while something public changed is given to who waits for it, and to nobody after', async () => {
  invalidatePages()
  const request = asking('/late')
  const { promise, resolve } = Promise.withResolvers<CachedPage>()
  const waiting = cachePage('late', () => promise)
  invalidatePages()
  resolve(drawn('as it was'))
  cacheRendered(request, replying().reply, await waiting)
  expect(sendReady(request, replying().reply)).toBe(false)
  expect((await cachePage('late', async () => drawn('as it is'))).body.toString()).toBe('as it is')
})
