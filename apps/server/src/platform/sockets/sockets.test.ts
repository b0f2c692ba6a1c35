import { limiters } from '@fanlight/contract/limiters'
import { socketLimits } from '@fanlight/contract/sockets'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { suspend } from '../../modules/people/accounts/suspension.ts'
import { api } from '../../testing/api.ts'
import { buildPerformer, buildSession, buildUser } from '../../testing/builders.ts'
import { advanceClock } from '../../testing/clock.ts'
import { live } from '../../sockets.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildConversation } from '../../modules/talk/conversations/testing.ts'
import { sql } from '../db/db.ts'
import { event, id, publish } from '../events/events.ts'
import { command, sendOn } from './declarations.ts'
import { room } from './rooms.ts'

// spec: socket.token

const testRoom = room('test')
const said = event(
  'test.said',
  z.object({ accountId: id, text: z.string(), more: z.record(z.string(), z.unknown()).optional() }),
  { to: ['accountId'] },
)
let server: TestServer
const opened: Socket[] = []
beforeAll(async () => {
  // Two things that only these tests have: an event for one account, and a room one may join.
  const join = command(
    { who: 'any', limit: 'write', method: 'POST', body: z.object({ room: z.string().max(20) }) },
    async (_ctx, { payload, rooms }) => rooms.join(testRoom, payload.room),
  )
  // Soon, so that a test sees it.
  Object.assign(socketLimits, { positionMs: 100 })
  server = await startTestServer({
    listen: true,
    live: {
      ...live,
      messages: [
        ...live.messages,
        sendOn(said, (_ctx, { accountId, text, more }) => [
          { room: `account:${accountId}`, name: 'settings/changed', data: { names: [text], ...more } },
        ]),
      ],
      rooms: [
        ...live.rooms,
        {
          room: testRoom,
          mayJoin: async () => {},
          mayStay: async (_ctx, stays) => stays,
          left: (conversationId) => ({ name: 'conversation/left', data: { conversationId } }),
        },
      ],
      commands: { ...live.commands, 'test/join': join },
    },
  })
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect()
})
afterAll(() => server.stop())

// spec: socket.signed-in-only, socket.relogin

type ReceivedMessages = Record<string, Record<string, unknown>[]>
async function connect(
  options: Parameters<typeof io>[1] = {},
  space = '',
): Promise<{ socket: Socket; received: ReceivedMessages; until(name: string): Promise<Record<string, unknown>> }> {
  const socket = io(`${server.url}${space}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  })
  opened.push(socket)
  const received: ReceivedMessages = {}
  const waiting = new Map<string, (data: Record<string, unknown>) => void>()
  const note = (name: string, data: Record<string, unknown>) => {
    received[name] = [...(received[name] ?? []), data]
    waiting.get(name)?.(data)
  }
  socket.onAny(note)
  socket.on('disconnect', (reason) => note('disconnected', { reason }))
  await new Promise<void>((done, failed) => {
    socket.on('connect', done)
    socket.on('connect_error', failed)
  })
  const until = (name: string) =>
    received[name]?.[0]
      ? Promise.resolve(received[name][0])
      : new Promise<Record<string, unknown>>((done) => waiting.set(name, done))
  return { socket, received, until }
}

const textsOf = (received: ReceivedMessages) =>
  received['settings/changed']?.flatMap((entry) => entry['names'] as string[]) ?? []

describe('the live socket', () => {
  test.each([
    ['', ['websocket']],
    ['/api', ['websocket']],
    ['', ['polling']],
  ])('signs in with a session token at “%s” over %s', async (space, transports) => {
    const fan = await buildUser(server.ctx)
    const { socket, until } = await connect({ transports: transports as string[] }, space as string)
    expect(await socket.emitWithAck('auth/login', { token: 'nonsense' })).toMatchObject({
      success: false,
      code: 'NOT_SIGNED_IN',
    })
    expect(await until('auth/rejected')).toMatchObject({ code: 'NOT_SIGNED_IN' })
    expect(await socket.emitWithAck('auth/login', { token: fan.token })).toEqual({
      success: true,
      data: { accountId: fan.id },
    })
    expect(await until('auth/accepted')).toMatchObject({
      accountId: fan.id,
      id: expect.any(String),
      seq: expect.any(String),
    })
  })

  test('takes a ticket once, for a minute; in the address nothing but a ticket', async () => {
    const fan = await buildUser(server.ctx)
    const ticket = async () => (await api(server).as(fan).post('/auth/socket-ticket')).body.data.ticket as string
    const first = await ticket()
    const accepted = await connect({ query: { token: first } })
    expect(await accepted.until('auth/accepted')).toMatchObject({ accountId: fan.id })
    // The page sends the same also as `auth/login`; that is the same sign-in.
    const same = await accepted.socket.emitWithAck('auth/login', { token: first })
    expect(same).toMatchObject({ success: true, data: { accountId: fan.id } })
    const both = await ticket()
    const racing = await connect({ query: { token: both } })
    expect(await racing.socket.emitWithAck('auth/login', { token: both })).toMatchObject({ success: true })
    expect(racing.received['auth/rejected']).toBeUndefined()
    const again = await connect({ query: { token: first } })
    expect(await again.until('auth/rejected')).toMatchObject({ code: 'NOT_SIGNED_IN' })
    const session = await connect({ query: { token: fan.token } })
    await session.until('auth/rejected')
    const late = await ticket()
    await advanceClock(server.ctx, '61 seconds')
    const { socket } = await connect()
    expect(await socket.emitWithAck('auth/login', { token: late })).toMatchObject({ success: false })
    const dead = await ticket()
    await api(server).as(fan).post('/auth/logout')
    expect(await socket.emitWithAck('auth/login', { token: dead })).toMatchObject({ success: false })
  })

  test('a foreign page gets no connection', async () => {
    await expect(connect({ extraHeaders: { origin: 'https://evil.example' } })).rejects.toThrow()
    await connect({ extraHeaders: { origin: server.url } })
  })

  test('a session that ends is notified and disconnected; others stay', async () => {
    const fan = await buildUser(server.ctx)
    const phone = await buildSession(server.ctx, fan.id)
    const [laptop, handset] = [await connect(), await connect({}, '/api')]
    await laptop.socket.emitWithAck('auth/login', { token: fan.token })
    await handset.socket.emitWithAck('auth/login', { token: phone.token })
    await api(server).as(fan).delete(`/auth/sessions/${phone.sessionId}`)
    expect(await handset.until('session/revoked')).toMatchObject({ reason: 'ended' })
    await handset.until('disconnected')
    expect(laptop.socket.connected).toBe(true)
    await server.ctx.transaction((tx) => suspend(tx, fan.id, 'spam'))
    await laptop.until('disconnected')
    expect(await laptop.until('session/revoked')).toMatchObject({ reason: 'suspended' })
    const { socket } = await connect()
    expect(await socket.emitWithAck('auth/login', { token: fan.token })).toMatchObject({ success: false })
  })

  test('bad input is answered, not obeyed', async () => {
    const fan = await buildUser(server.ctx)
    const { socket, until } = await connect()
    for (const payload of [undefined, null, 7, 'x', { token: 5 }, { token: 'x'.repeat(5_000) }, { token: { $ne: 1 } }])
      expect(await socket.emitWithAck('auth/login', payload)).toMatchObject({ success: false, code: 'INVALID_INPUT' })
    expect(await socket.emitWithAck('sync/since', { seq: '1.1' })).toMatchObject({ code: 'NOT_SIGNED_IN' })
    await socket.emitWithAck('auth/login', { token: fan.token })
    for (const name of ['no/such', 'constructor', '__proto__'])
      expect(await socket.emitWithAck(name, {})).toMatchObject({ code: 'NOT_FOUND' })
    expect(await socket.emitWithAck('sync/since', { seq: 'x' })).toMatchObject({ code: 'INVALID_INPUT' })
    // A flood ends the connection.
    for (let index = 0; index < 100; index++) socket.emit('no/such', {})
    await until('disconnected')
  })

  test('after a gap the client gets the missed events, or the instruction to reload', async () => {
    const fan = await buildUser(server.ctx)
    const other = await buildUser(server.ctx)
    const { socket, received } = await connect()
    await socket.emitWithAck('auth/login', { token: fan.token })
    expect(await socket.emitWithAck('sync/since', { seq: '0.0' })).toEqual({ success: true, data: { complete: false } })
    expect(await socket.emitWithAck('sync/since', { seq: '99999999.1' })).toEqual({
      success: true,
      data: { complete: false },
    })
    const began = Date.now()
    const say = (accountId: string, text: string) =>
      server.ctx.transaction((tx) => publish(tx, said, { accountId, text }))
    // While transactions run elsewhere, the position stays before their events: nothing is there to resume from at first.
    let first: Record<string, unknown> = {}
    await expect
      .poll(async () => {
        await say(fan.id, 'one')
        first = received['settings/changed']?.at(-1) ?? {}
        return first['seq'] ?? '0.0'
      })
      .not.toBe('0.0')
    expect(first).toMatchObject({ names: ['one'], id: expect.any(String) })
    socket.disconnect()
    // Another device of the same person: what it has received, every reader of the events has.
    const witness = await connect()
    await witness.socket.emitWithAck('auth/login', { token: fan.token })
    for (const [whom, text] of [
      [fan, 'two'],
      [other, 'not yours'],
      [fan, 'three'],
    ] as const)
      await say(whom.id, text)
    await expect.poll(() => textsOf(witness.received).filter((text) => text !== 'one')).toEqual(['two', 'three'])
    const back = await connect()
    await back.socket.emitWithAck('auth/login', { token: fan.token })
    expect(await back.socket.emitWithAck('sync/since', { seq: first['seq'] })).toEqual({
      success: true,
      data: { complete: true },
    })
    // What comes again, because the position was an earlier one, is known by its id.
    expect(textsOf(back.received).filter((text) => text !== 'one')).toEqual(['two', 'three'])
    // A page that was rendered before that and connects only now; and one from a time that this process knows nothing of.
    const page = await connect()
    await page.socket.emitWithAck('auth/login', { token: fan.token })
    expect(await page.socket.emitWithAck('sync/since', { at: began + socketLimits.skewMs })).toEqual({
      success: true,
      data: { complete: true },
    })
    expect(textsOf(page.received).filter((text) => text !== 'one')).toEqual(['two', 'three'])
    expect(await page.socket.emitWithAck('sync/since', { at: 0 })).toEqual({ success: true, data: { complete: false } })
    expect(await back.socket.emitWithAck('test/join', { room: 'hall' })).toMatchObject({ success: true })
    expect(await back.socket.emitWithAck('test/join', { room: 7 })).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('a session that ended is cut by the next poll, also where no process is notified of it', async () => {
    const fan = await buildUser(server.ctx)
    const { socket, until } = await connect()
    await socket.emitWithAck('auth/login', { token: fan.token })
    // What another process wrote whose notification was lost.
    await sql`UPDATE sessions SET revoked_at = app_now() WHERE id = ${fan.sessionId}`.execute(server.ctx.db)
    const payload = JSON.stringify({ sessionIds: [fan.sessionId], reason: 'ended' })
    await sql`INSERT INTO events (topic, payload) VALUES ('session.revoked', ${payload}::jsonb)`.execute(server.ctx.db)
    expect(await until('session/revoked')).toMatchObject({ reason: 'ended' })
    await until('disconnected')
  })

  test('before it has signed in a client is answered nothing else, and sent nothing', async () => {
    const fan = await buildUser(server.ctx)
    const stranger = await connect()
    const { socket, received } = await connect()
    await socket.emitWithAck('auth/login', { token: fan.token })
    for (const name of [...Object.keys(live.commands), 'sync/since', 'test/join'])
      expect(await stranger.socket.emitWithAck(name, {})).toMatchObject({ success: false, code: 'NOT_SIGNED_IN' })
    await server.ctx.transaction((tx) => publish(tx, said, { accountId: fan.id, text: 'for one' }))
    await expect.poll(() => textsOf(received)).toEqual(['for one'])
    expect(stranger.received).toEqual({})
  })

  test('made-up positions lead to nothing of others', async () => {
    const [fan, other] = [await buildUser(server.ctx), await buildUser(server.ctx)]
    const theirs = await connect()
    await theirs.socket.emitWithAck('auth/login', { token: other.token })
    await server.ctx.transaction((tx) => publish(tx, said, { accountId: other.id, text: 'theirs' }))
    await expect.poll(() => textsOf(theirs.received)).toEqual(['theirs'])
    const mine = await connect()
    await mine.socket.emitWithAck('auth/login', { token: fan.token })
    const positions = [
      '0.0',
      '1.1',
      '99999999999999999999.99999999999999999999',
      '18446744073709551615.9223372036854775807',
    ]
    const seqs = [...positions, String(theirs.received['settings/changed']![0]!['seq'])]
    for (const seq of seqs)
      expect(await mine.socket.emitWithAck('sync/since', { seq }), seq).not.toMatchObject({ code: 'INTERNAL' })
    for (const seq of ['-1.1', '1', '1.1.1', '1.1; DROP', '', 7, null, { $gt: '' }])
      expect(await mine.socket.emitWithAck('sync/since', { seq })).toMatchObject({ code: 'INVALID_INPUT' })
    expect(textsOf(mine.received)).toEqual([])
  })

  test('nothing can be sent into the conversation of others, nor heard of it', async () => {
    const [creator, fan, stranger] = [
      await buildPerformer(server.ctx),
      await buildUser(server.ctx),
      await buildUser(server.ctx),
    ]
    const conversationId = await buildConversation(server.ctx, creator, fan)
    const [theirs, mine, outside] = [await connect(), await connect(), await connect()]
    for (const [client, { token }] of [
      [theirs, creator],
      [mine, fan],
      [outside, stranger],
    ] as const)
      await client.socket.emitWithAck('auth/login', { token })
    for (const [name, payload] of [
      ['typing/set', { conversationId, isTyping: true }],
      ['conversation/read', { conversationId }],
      ['conversation/join', { conversationId }],
    ] as const)
      expect(await outside.socket.emitWithAck(name, payload), name).toMatchObject({ success: false })
    await mine.socket.emitWithAck('typing/set', { conversationId, isTyping: true })
    expect(await theirs.until('typing/changed')).toMatchObject({ accountId: fan.id })
    expect(theirs.received['typing/changed']).toHaveLength(1)
    expect(Object.keys(outside.received).filter((name) => !/^(auth|sync)\//.test(name))).toEqual([])
  })

  test('typing has a limit of its own', async () => {
    const strict = await startTestServer({ listen: true, databaseOf: server, env: { RATE_LIMIT_FACTOR: '0.05' } })
    try {
      const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
      const conversationId = await buildConversation(server.ctx, creator, fan)
      const socket = io(strict.url, { transports: ['websocket'], reconnection: false, forceNew: true })
      opened.push(socket)
      await socket.emitWithAck('auth/login', { token: fan.token })
      const type = () => socket.emitWithAck('typing/set', { conversationId, isTyping: true })
      const allowed = Math.ceil(limiters.signal.max * 0.05)
      for (let count = 0; count < allowed; count++) expect(await type()).toMatchObject({ success: true })
      expect(await type()).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' })
      expect(await socket.emitWithAck('conversation/read', { conversationId })).toMatchObject({ success: true })
    } finally {
      await strict.stop()
    }
  })

  test('a client that is sent nothing learns the position', async () => {
    const [fan, other] = [await buildUser(server.ctx), await buildUser(server.ctx)]
    const idle = await connect()
    await idle.socket.emitWithAck('auth/login', { token: fan.token })
    const before = (await idle.until('auth/accepted'))['seq']
    await expect
      .poll(async () => {
        await server.ctx.transaction((tx) => publish(tx, said, { accountId: other.id, text: 'elsewhere' }))
        return idle.received['sync/position']?.at(-1)?.['seq'] ?? before
      })
      .not.toBe(before)
  })

  test('a message that does not fit its schema is not sent', async () => {
    const fan = await buildUser(server.ctx)
    const { socket, received } = await connect()
    await socket.emitWithAck('auth/login', { token: fan.token })
    const say = (text: string, more: Record<string, unknown>) =>
      server.ctx.transaction((tx) => publish(tx, said, { accountId: fan.id, text, more }))
    await say('too much', { secret: 1 })
    await say('of another type', { names: 7 })
    await say('right', {})
    await expect.poll(() => textsOf(received)).toEqual(['right'])
  })
})
