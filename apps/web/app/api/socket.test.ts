import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'

// spec: socket.transports, socket.reconnection, socket.states, error.socket, socket.relogin

const opened = vi.hoisted(() => ({ address: '', options: {} as Record<string, unknown>, tickets: 0 }))
const socket = Object.assign(new EventEmitter(), { io: new EventEmitter(), active: true })
const sent: unknown[] = []

vi.mock('socket.io-client', () => ({
  io: (address: string, options: Record<string, unknown>) => {
    Object.assign(opened, { address, options })
    return Object.assign(socket, { emit: emitOut })
  },
}))
vi.mock('./client.ts', () => ({
  call: () => Promise.resolve({ data: { ticket: `ticket-${++opened.tickets}` } }),
}))
vi.mock('../page.ts', () => ({ publicConfig: () => ({ socketUrl: 'http://live.example' }) }))

// What the page sends goes nowhere; what the library reports is fed in below.
const emitOut = (name: string, payload: unknown) => (sent.push([name, payload]), true)
const report = (from: EventEmitter, name: string) => EventEmitter.prototype.emit.call(from, name)

test('the socket tries websocket, then polling, for ever, after one to ten seconds; it logs in after each connection', async () => {
  const { liveSocket, socketStatus } = await import('./socket.ts')
  expect(socketStatus()).toBe('initialized')
  await liveSocket()
  expect(opened.address).toBe('http://live.example')
  expect(opened.options).toMatchObject({
    transports: ['websocket', 'polling'],
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 10_000,
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
  await vi.waitFor(() => expect(sent).toHaveLength(2), 10_000)
  expect(sent).toEqual([
    ['auth/login', { token: 'ticket-1' }],
    ['auth/login', { token: 'ticket-2' }],
  ])
})
