import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'

// spec: socket.token, socket.transports, socket.reconnection, socket.states, error.socket, socket.relogin

const opened = vi.hoisted(() => ({ address: '', options: {} as Record<string, unknown>, tickets: 0 }))
const manager = Object.assign(new EventEmitter(), { opts: {} as Record<string, unknown> })
const socket = Object.assign(new EventEmitter(), { io: manager, active: true, id: '' })
const sent: [name: string, payload: unknown][] = []
/** What the server answers to the commands it gets. */
const caughtUp = () => ({ success: true, data: { complete: true } })
const replies: Record<string, (payload: unknown) => unknown> = { 'sync/since': caughtUp }
const anyListeners: ((name: string, data: object) => void)[] = []

vi.mock('socket.io-client', () => ({
  io: (address: string, options: Record<string, unknown>) => {
    Object.assign(opened, { address, options })
    return Object.assign(socket, {
      timeout: () => ({ emitWithAck: answerTo }),
      onAny: (listener: (typeof anyListeners)[number]) => anyListeners.push(listener),
    })
  },
}))
vi.mock('./client.ts', () => ({
  call: () => Promise.resolve({ data: { ticket: `ticket-${++opened.tickets}` } }),
}))
const loadedAt = 1_795_600_000_000
vi.mock('../page.ts', () => ({
  publicConfig: () => ({ socketUrl: 'http://live.example' }),
  pageInfo: () => ({ loadedAt }),
}))

// What the page sends is answered here; what the library reports is fed in below.
const answerTo = async (name: string, payload: unknown) => {
  sent.push([name, payload])
  return replies[name]?.(payload) ?? { success: true }
}
const receive = (name: string, data: object) => anyListeners.forEach((listener) => listener(name, data))
const report = (from: EventEmitter, name: string) => EventEmitter.prototype.emit.call(from, name)

test('the socket tries websocket, then polling, for ever, after one to ten seconds; it logs in after each connection', async () => {
  const { pageSocket, socketStatus } = await import('./socket.ts')
  expect(socketStatus()).toBe('initialized')
  await pageSocket()
  expect(opened.address).toBe('http://live.example')
  expect(opened.options).toMatchObject({
    transports: ['websocket', 'polling'],
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 10_000,
    query: { token: 'ticket-1' },
  })

  const steps: [EventEmitter, string, string][] = [
    [socket, 'connect', 'connected'],
    [socket, 'disconnect', 'disconnect'],
    [socket.io, 'reconnect_attempt', 'reconnecting'],
    [socket, 'connect', 'connected'],
    [socket.io, 'reconnect_failed', 'failed'],
  ]
  for (const [from, name, status] of steps) {
    report(from, name)
    expect([name, socketStatus()]).toEqual([name, status])
  }
  await vi.waitFor(() => expect(sent.filter(([name]) => name === 'auth/login')).toHaveLength(2), 10_000)
  expect(sent.filter(([name]) => name === 'auth/login')).toEqual([
    ['auth/login', { token: 'ticket-1' }],
    ['auth/login', { token: 'ticket-2' }],
  ])
  // A spent ticket is not sent again.
  expect(manager.opts['query']).toEqual({})
})

test('after a reconnect the gap comes first, in order and once; a gap that is too large is fetched again', async () => {
  const { pageSocket, sendCommand } = await import('./socket.ts')
  const { listen, onRefetch } = await import('./socket.ts')
  await pageSocket()
  const total = (number: number) => ({ id: `${number}.0`, seq: `1.${number}`, total: number })
  const totals: number[] = []
  let refetches = 0
  const stops = [listen('unread/changed', (message) => totals.push(message.total)), onRefetch(() => refetches++)]
  const connect = async (id: string) => {
    socket.id = id
    report(socket, 'connect')
    expect(await sendCommand('conversation/read', { conversationId: 'c' })).toEqual({ success: true })
  }
  const requests: unknown[] = []
  replies['sync/since'] = (payload) => {
    requests.push(payload)
    receive('unread/changed', total(2))
    return caughtUp()
  }
  await connect('first')
  // What happened between the server's rendering and this connection is part of it.
  expect([requests, totals]).toEqual([[{ at: loadedAt }], [2]])
  receive('unread/changed', total(3))
  report(socket, 'disconnect')
  replies['sync/since'] = (payload) => {
    expect(payload).toEqual({ seq: '1.3' })
    for (const number of [7, 5, 6, 3]) receive('unread/changed', total(number))
    return { success: true, data: { complete: true } }
  }
  await connect('second')
  expect([totals, refetches]).toEqual([[2, 3, 5, 6, 7], 0])
  report(socket, 'disconnect')
  replies['sync/since'] = () => ({ success: true, data: { complete: false } })
  await connect('third')
  expect(refetches).toBe(1)
  for (const stop of stops) stop()
})

test('a connection that the server closes comes back, unless it was said that it is over', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: '/', search: '', assign: () => {} })
  const { pageSocket } = await import('./socket.ts')
  await pageSocket()
  const connects = vi.fn()
  Object.assign(socket, { connect: connects })
  EventEmitter.prototype.emit.call(socket, 'disconnect', 'io server disconnect')
  vi.advanceTimersByTime(10_000)
  expect(connects).toHaveBeenCalledTimes(1)
  EventEmitter.prototype.emit.call(socket, 'session/revoked', { reason: 'logout' })
  EventEmitter.prototype.emit.call(socket, 'disconnect', 'io server disconnect')
  vi.advanceTimersByTime(10_000)
  expect(connects).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['suspended', '/auth/login?redirect=%2Fhome%3Fa%3D1&reason=suspended'],
  ['ended', '/auth/login?redirect=%2Fhome%3Fa%3D1&reason=forbidden'],
])('an open page whose session is over (%s) leads to the log-in, which says why', async (reason, to) => {
  const assign = vi.fn()
  vi.stubGlobal('location', { pathname: '/home', search: '?a=1', assign })
  const { pageSocket } = await import('./socket.ts')
  await pageSocket()
  EventEmitter.prototype.emit.call(socket, 'session/revoked', { reason })
  expect(assign.mock.calls).toEqual([[to]])
  vi.unstubAllGlobals()
})
