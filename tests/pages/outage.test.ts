import { randomUUID } from 'node:crypto'
import { type Built, buildPerformer, buildUser } from '@fanlight/server/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLine } from './line.ts'
import { type Site, startSite } from './site.ts'

// Overload is 503 and says when to come back, to programs in the shape of every refusal and to readers as a page; 500 is a bug.

let site: Site
let line: Awaited<ReturnType<typeof openLine>>
let people: { fan: Built; creator: Built }
beforeAll(async () => {
  site = await startSite({
    env: { DATABASE_POOL: '3', LOG_LEVEL: 'silent' },
    through: async (url) => (line = await openLine(url)).url,
  })
  people = { fan: await buildUser(site.ctx), creator: await buildPerformer(site.ctx) }
})
afterAll(async () => {
  line.restore()
  await site.stop()
  line.close()
})

const json = { accept: 'application/json' }
/** Calls of every kind: public, signed in, a list, a write with money. */
async function callsDuring(): Promise<[string, Awaited<ReturnType<Site['open']>>][]> {
  const { fan, creator } = people
  const calls: [string, Parameters<Site['open']>[1]][] = [
    ['/api/health', { headers: json }],
    ['/api/user/feeds', { headers: json }],
    ['/api/users/me', { headers: { ...json, authorization: fan.token } }],
    ['/api/performers/user/search?q=a', { headers: json }],
    [
      `/api/follows/${creator.id}`,
      { method: 'POST', headers: { ...json, authorization: fan.token, 'idempotency-key': randomUUID() } },
    ],
  ]
  return Promise.all(calls.map(async ([path, sending]) => [path, await site.open(path, sending)] as const)) as never
}

async function refusesEverythingPlainly() {
  for (const [path, reply] of await callsDuring()) {
    expect([path, reply.status, reply.headers['retry-after'] !== undefined]).toEqual([path, 503, true])
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(JSON.parse(reply.html)).toMatchObject({
      status: 503,
      code: 'OVERLOADED',
      message: 'The site is busy right now. Please try again in a moment.',
    })
    expect(reply.html).not.toMatch(/ECONN|node_modules|\bat |postgres/i)
  }
  const readers = await Promise.all([
    site.open('/explore'),
    site.open('/home', { token: people.fan.token }),
    site.open(`/${people.creator.username}`, { headers: { 'accept-language': 'ja' } }),
    site.open('/home', { token: people.fan.token, headers: { 'accept-language': 'ja' } }),
  ])
  for (const [index, page] of readers.entries()) {
    expect([index, page.status, page.headers['retry-after'] !== undefined]).toEqual([index, 503, true])
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.html).toContain(index < 2 ? 'Too busy right now' : 'ただいま満員です')
    expect(page.html).not.toMatch(/ECONN|node_modules|postgres:/)
    expect(page.headers['content-security-policy']).toContain("default-src '")
  }
}

test('while the database is down every page asks to come back later, and then everything works again', async () => {
  line.cut()
  await refusesEverythingPlainly()
  line.restore()
  await expect.poll(async () => (await site.open('/api/health')).status, { timeout: 10_000 }).toBe(200)
  for (const [path, reply] of await callsDuring()) expect([path, reply.status]).toEqual([path, 200])
  expect((await site.open('/home', { token: people.fan.token })).status).toBe(200)
})

test('connections that fall while they are used are no bug either', async () => {
  const replies = Promise.all(Array.from({ length: 20 }, () => callsDuring()))
  line.cut()
  for (const [path, reply] of (await replies).flat())
    expect([path, reply.status === 200 || reply.status === 503]).toEqual([path, true])
  line.restore()
  await expect.poll(async () => (await site.open('/api/health')).status, { timeout: 10_000 }).toBe(200)
})

test('when every connection is taken, waiting ends with the same message', { timeout: 60_000 }, async () => {
  const taken = await Promise.all(Array.from({ length: 3 }, () => site.ctx.pool.connect()))
  try {
    await refusesEverythingPlainly()
  } finally {
    for (const client of taken) client.release()
  }
  for (const [path, reply] of await callsDuring()) expect([path, reply.status]).toEqual([path, 200])
})
