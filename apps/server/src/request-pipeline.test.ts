import { declared } from '@fanlight/contract'
import type { Endpoint } from '@fanlight/contract/endpoint'
import { limiters } from '@fanlight/contract/limiters'
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inProcessApi } from './in-process-api.ts'
import type { Context } from './platform/context.ts'
import { sql } from './platform/db/db.ts'
import { command } from './platform/sockets/declarations.ts'
import { live } from './sockets.ts'
import { api } from './testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUnfinished, buildUser } from './testing/builders.ts'
import { countryByHeader } from './testing/country.ts'
import { startTestServer, type TestServer } from './testing/server.ts'

// HTTP, pages that call inside the process and live sockets: the same steps, the same refusals, in the same order.

countryByHeader()
let server: TestServer
const people: Record<string, Built> = {}
beforeAll(async () => {
  const approvedOnly = command(
    { who: 'approved', limit: 'money', method: 'POST', body: z.object({ room: z.string().max(5) }) },
    async (_ctx, { viewer, payload }) => ({ by: viewer.id, room: payload.room }),
  )
  server = await startTestServer({
    listen: true,
    live: { ...live, commands: { 'test/approved': approvedOnly } },
    prepare: (app, ctx) => {
      const inProcess = inProcessApi(ctx)
      app.post('/page', async (request) => {
        const { route, ...input } = request.body as { route: string }
        return inProcess.request(request, route, input)
      })
    },
  })
  const { ctx } = server
  await setting('termsVersion', '2026-01-31')
  people['owes the terms'] = await buildUser(ctx)
  people['a creator who owes the terms'] = await buildPerformer(ctx)
  await setting('termsVersion', '2026-06-30')
  people['unfinished'] = await buildUnfinished(ctx)
  people['a fan'] = await accepted(buildUser(ctx))
  people['suspended'] = await accepted(buildUser(ctx, { status: 'suspended' }))
  people['closing'] = await accepted(buildUser(ctx, { status: 'closing' }))
  people['a creator'] = await accepted(buildPerformer(ctx))
  people['a creator under review'] = await accepted(buildPerformer(ctx, { approved: false }))
  people['staff'] = await buildAdmin(ctx)
})
const opened: Socket[] = []
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.disconnect()
  await setting('blockedCountries', [])
  await setting('maintenanceMode', false)
})
afterAll(() => server.stop())

const setting = (name: Parameters<Context['settings']['set']>[1], value: never | unknown) =>
  server.ctx.settings.set(server.ctx.db, name, value as never, null)
async function accepted(building: Promise<Built>): Promise<Built> {
  const built = await building
  await sql`UPDATE accounts SET terms_version = '2026-06-30' WHERE id = ${built.id}`.execute(server.ctx.db)
  return built
}

interface Input {
  params: Record<string, string>
  query: Record<string, string>
}
const overHttp = async ({ method, path }: Endpoint, { params, query }: Input, who?: Built, country?: string) => {
  const filled = path.replaceAll(/:(\w+)/g, (_gap, name: string) => encodeURIComponent(params[name]!))
  const reply = await api(server, who?.token).call(method, `${filled}?${new URLSearchParams(query)}`, {
    headers: country ? { 'x-test-country': country } : {},
  })
  return reply.status < 300 ? 'answered' : `${reply.status} ${reply.body?.code}`
}
const inProcess = async ({ route }: Endpoint, { params, query }: Input, who?: Built, country?: string) => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/page',
    payload: { route, params, query },
    headers: { ...(who && { authorization: who.token }), ...(country && { 'x-test-country': country }) },
  })
  const { status, body } = JSON.parse(reply.body) as { status: number; body: { code?: string } }
  return status < 300 ? 'answered' : `${status} ${body.code}`
}

/** What pages may request: reads that answer with JSON. */
const reads = declared.filter(({ method, route }) => method === 'GET' && route !== 'GET /admin/audit/export')
/** One read of each kind: for the same people, limited alike, and open in the same times of need. */
const kindsOfReads = [
  ...new Map(
    reads.map((endpoint) => {
      const { who, limit, whileUnfinished, whileTermsDue, whileGeoBlocked, whileInMaintenance } = endpoint
      return [
        JSON.stringify([who, limit, whileUnfinished, whileTermsDue, whileGeoBlocked, whileInMaintenance]),
        endpoint,
      ]
    }),
  ).values(),
]
const inputFor = ({ path }: Endpoint, value: string, query: Record<string, string> = {}): Input => ({
  params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, value])),
  query,
})

// Every read there is, twice for each person: how long that takes is the machine's matter.
describe('a page in this process is refused as a request over HTTP is', { timeout: 180_000 }, () => {
  test.each([
    'a visitor',
    'owes the terms',
    'a creator who owes the terms',
    'unfinished',
    'a fan',
    'suspended',
    'closing',
    'a creator',
    'a creator under review',
    'staff',
  ])('for %s, at every read', async (name) => {
    const who = people[name]
    for (const endpoint of reads) {
      const input = inputFor(endpoint, randomUUID())
      expect(await inProcess(endpoint, input, who), endpoint.route).toBe(await overHttp(endpoint, input, who))
    }
  })

  test('where the input is wrong', async () => {
    for (const endpoint of reads)
      for (const input of [
        inputFor(endpoint, 'x'.repeat(250)),
        inputFor(endpoint, randomUUID(), { pageSize: '0' }),
        inputFor(endpoint, randomUUID(), { nonsense: '1' }),
      ])
        expect(await inProcess(endpoint, input, people['a fan']), `${endpoint.route} ${JSON.stringify(input)}`).toBe(
          await overHttp(endpoint, input, people['a fan']),
        )
  })

  test('where the site is closed to a country, or to everybody but staff', async () => {
    await setting('blockedCountries', ['DE'])
    for (const maintenance of [false, true]) {
      await setting('maintenanceMode', maintenance)
      for (const endpoint of kindsOfReads)
        for (const who of [undefined, people['a fan'], people['staff']])
          for (const country of [undefined, 'DE']) {
            const input = inputFor(endpoint, randomUUID())
            expect(await inProcess(endpoint, input, who, country), `${endpoint.route} ${country} ${maintenance}`).toBe(
              await overHttp(endpoint, input, who, country),
            )
          }
    }
  })

  test('a list of posts is refused to an account that has not accepted the terms, as is every other read', async () => {
    for (const route of ['GET /user/feeds', 'GET /performers/user/search'])
      for (const name of ['owes the terms', 'unfinished']) {
        const endpoint = reads.find((found) => found.route === route)!
        const code = name === 'unfinished' ? 'ACCOUNT_UNFINISHED' : 'TERMS_NOT_ACCEPTED'
        expect(await inProcess(endpoint, { params: {}, query: {} }, people[name])).toBe(`403 ${code}`)
      }
  })
})

test('refusals come in one order, whatever else is wrong', async () => {
  const limited = await startTestServer({ env: { RATE_LIMIT_FACTOR: '0.001' } })
  const send = async (path: string, token?: string, country = 'DE') => {
    const reply = await api(limited, token).call('POST', path, {
      body: '{',
      headers: { 'x-test-country': country, 'content-type': 'application/json' },
    })
    return `${reply.status} ${reply.body.code}`
  }
  const set = (name: 'blockedCountries' | 'maintenanceMode', value: unknown) =>
    limited.ctx.settings.set(limited.ctx.db, name, value as never, null)
  try {
    const fan = await buildUser(limited.ctx)
    await set('blockedCountries', ['DE'])
    await set('maintenanceMode', true)
    expect(Math.ceil(limiters.money.max * 0.001)).toBe(1)
    expect(await send('/no/such/call')).toBe('404 NOT_FOUND')
    const path = `/wallet/charges/tip/${randomUUID()}`
    expect(await send(path)).toBe('451 GEO_BLOCKED')
    await set('blockedCountries', [])
    expect(await send(path)).toBe('503 MAINTENANCE')
    await set('maintenanceMode', false)
    // The first is counted and goes on to the next step, the second is one too many.
    expect(await send(path)).toBe('401 NOT_SIGNED_IN')
    expect(await send(path)).toBe('429 TOO_MANY_REQUESTS')
    expect(await send('/performer/feeds', fan.token)).toBe('403 NOT_ALLOWED')
    const creator = await buildPerformer(limited.ctx)
    expect(await send('/performer/feeds', creator.token)).toBe('400 MALFORMED_BODY')
  } finally {
    await limited.stop()
  }
})

describe('a command of the live socket passes the same steps', () => {
  const connect = async (who: Built) => {
    const socket = io(server.url, { transports: ['websocket'], reconnection: false, forceNew: true })
    opened.push(socket)
    await new Promise<void>((done, failed) => {
      socket.on('connect', done)
      socket.on('connect_error', failed)
    })
    const signedIn = (await socket.emitWithAck('auth/login', { token: who.token })) as { success: boolean }
    return { signedIn, send: (payload: unknown, name = 'test/approved') => socket.emitWithAck(name, payload) }
  }

  test('policy, then validation, as the viewer of its session', async () => {
    const fan = await connect(people['a fan']!)
    expect(await fan.send({ room: 7 })).toMatchObject({ success: false, code: 'NOT_ALLOWED' })
    expect(await fan.send({ room: 7 }, 'no/such')).toMatchObject({ success: false, code: 'NOT_FOUND' })
    const reviewed = await connect(people['a creator under review']!)
    expect(await reviewed.send({ room: 'hall' })).toMatchObject({ success: false, code: 'NOT_APPROVED' })
    const creator = await connect(people['a creator']!)
    expect(await creator.send({ room: 7 })).toMatchObject({ success: false, code: 'INVALID_INPUT' })
    expect(await creator.send({ room: 'hall' })).toEqual({
      success: true,
      data: { by: people['a creator']!.id, room: 'hall' },
    })
  })

  test('what an account has become since it signed in counts', async () => {
    const creator = await accepted(buildPerformer(server.ctx))
    const socket = await connect(creator)
    expect(await socket.send({ room: 'hall' })).toMatchObject({ success: true })
    await sql`UPDATE accounts SET terms_version = '' WHERE id = ${creator.id}`.execute(server.ctx.db)
    expect(await socket.send({ room: 'hall' })).toMatchObject({ success: false, code: 'TERMS_NOT_ACCEPTED' })
    await sql`UPDATE sessions SET revoked_at = app_now() WHERE account_id = ${creator.id}`.execute(server.ctx.db)
    expect(await socket.send({ room: 'hall' })).toMatchObject({ success: false, code: 'NOT_SIGNED_IN' })
  })

  test('an account that has terms to accept, is suspended or is closing gets none', async () => {
    for (const name of ['owes the terms', 'unfinished', 'suspended', 'closing'])
      expect((await connect(people[name]!)).signedIn.success, name).toBe(false)
  })
})
