import { randomUUID } from 'node:crypto'
import { declared } from '@fanlight/contract'
import { sql } from '@fanlight/server/platform/db/db'
import { api, formOf } from '@fanlight/server/testing/api'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowedFor, buildWorld, freshTokens, sendRequest, type World } from './api-world.ts'
import { requests } from './valid-requests.ts'

// Writes replay their answer to a repeated Idempotency-Key, uploads included. Where no reply is stored, a key changes nothing.

const photo = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
let server: TestServer
let world: World
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  world = await buildWorld(server)
})
afterAll(() => server.stop())

const writes = declared.filter((call) => call.method !== 'GET' && call.idempotent !== 'own')
const routesOf = (takesKey: boolean) =>
  writes.filter((call) => (call.idempotent !== 'none') === takesKey).map((call) => [call.route, call] as const)

/** A request that is accepted where keys are stored, as a sender that repeats it with one key. */
async function repeatable(call: (typeof declared)[number]) {
  // The subscribed fan may also make calls that require access to the content; some are for who keeps order in their own room.
  const senders = call.who === 'any' ? [world.cast.subscribed, world.cast.performer] : [allowedFor(call, world.cast)]
  const { make, about } = requests[call.route as keyof typeof requests]
  for (const [me, whose] of senders.flatMap((sender) =>
    (['own', 'theirs'] as const).map((of) => [sender, of] as const),
  )) {
    const [token] = await freshTokens(server, [me])
    const request = await make(world, me, whose)
    if (about.length > 0 && (!request || !about.includes(whose))) continue
    const headers = { ...request?.headers, 'idempotency-key': randomUUID() }
    const send = () => sendRequest(world, call, token, { ...request, headers })
    const first = await send()
    if (first.status < 300 || call.idempotent === 'none') return { first, send }
  }
  throw new Error(`no request of ${call.route} is accepted`)
}

test.each(routesOf(true))('%s answers a repeated key as the first time', async (_route, call) => {
  const { first, send } = await repeatable(call)
  for (let time = 2; time <= 3; time++) {
    const again = await send()
    // Stored as JSON in the database, which uses its own order of keys.
    expect([again.status, JSON.parse(again.text)]).toEqual([first.status, JSON.parse(first.text)])
  }
})

test('a key of an upload is for one file', async () => {
  const { performer } = world.cast
  const headers = { 'idempotency-key': randomUUID() }
  const send = async (colour: string) =>
    api(server)
      .as(performer)
      .upload('/performer/feeds/photo/upload', formOf({}, { file: await photo(colour) }), { headers })
  const [first, again] = await Promise.all([send('#123456'), send('#123456')])
  expect([first.status, again.body]).toEqual([200, first.body])
  expect((await send('#654321')).body).toMatchObject({ status: 422, code: 'KEY_REUSED' })
})

describe('a stored key', () => {
  test('refuses another body, and belongs to one account and one call', async () => {
    const { fan, otherFan, performer } = world.cast
    const headers = { 'idempotency-key': randomUUID() }
    const as = (who: { token: string }) => api(server).as(who)
    const block = (who: { token: string }, userId: string) => as(who).post('/block/users', { userId }, { headers })
    expect((await block(performer, fan.id)).status).toBe(200)
    expect((await block(performer, otherFan.id)).body).toMatchObject({ status: 422, code: 'KEY_REUSED' })
    expect((await as(performer).get('/block/users')).body.data.map((item: { _id: string }) => item._id)).not.toContain(
      otherFan.id,
    )
    expect((await block(fan, otherFan.id)).status).toBe(200)
    expect((await as(performer).call('DELETE', `/block/users/${fan.id}`, { headers })).status).toBe(200)
    expect((await as(fan).call('DELETE', `/block/users/${otherFan.id}`, {})).status).toBe(200)
  })

  test('is not stored after a refusal: the same key may be tried again', async () => {
    const { fan, performer } = world.cast
    const headers = { 'idempotency-key': randomUUID() }
    const follow = () => api(server).as(fan).call('POST', `/follows/${performer.id}`, { headers })
    await api(server).as(performer).post('/block/users', { userId: fan.id })
    expect((await follow()).status).toBe(404)
    await api(server).as(performer).delete(`/block/users/${fan.id}`)
    expect((await follow()).status).toBe(200)
  })

  test('of a visitor is their network’s', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { name: 'Noor', email: 'noor@example.com', message: 'How do I become a creator here?' }
    const write = (from: string, message = body.message) =>
      api(server).post('/contact', { ...body, message }, { headers, from })
    expect((await write('192.0.2.1')).status).toBe(200)
    expect((await write('192.0.2.1')).status).toBe(200)
    expect((await write('192.0.2.1', 'Something else altogether')).body.code).toBe('KEY_REUSED')
    expect((await write('192.0.2.2', 'A different person')).status).toBe(200)
  })
})

// The last ones: they also end sessions and close accounts.
test.each(routesOf(false))('%s ignores a key', async (_route, call) => {
  const { first } = await repeatable(call)
  expect(first.body?.code).not.toBe('INVALID_INPUT')
  const { rows } = await sql`SELECT FROM idempotent_replies WHERE route = ${call.route}`.execute(server.ctx.db)
  expect(rows).toEqual([])
})
