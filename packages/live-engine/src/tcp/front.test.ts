import { randomBytes } from 'node:crypto'
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { FrameReader, framed } from './framing.ts'
import { TcpFront, type TcpFrontOptions } from './front.ts'
import { bindingRequest } from './testing.ts'

const check = bindingRequest('ours:theirs')
const media = Buffer.concat([Buffer.of(0x80), Buffer.alloc(1_199, 7)])
const until = (isSo: () => void) => vi.waitFor(isSo, 8_000)
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A front, and a UDP socket in the place of the library. */
async function opened(limits: TcpFrontOptions['limits'] = {}) {
  const library = createSocket('udp4')
  library.bind(0, '127.0.0.1')
  await once(library, 'listening')
  const came: { packet: Buffer; from: RemoteInfo }[] = []
  library.on('message', (packet, from) => came.push({ packet, from }))
  const front = await TcpFront.open({ port: 0, media: { port: library.address().port, bind: '127.0.0.1' }, limits })
  closers.push(
    () => library.close(),
    () => front.close(),
  )
  const lost = vi.fn<(since: number) => void>()
  const leave = front.register('ours', lost)
  /** Sends to the peer whose packet came as the n-th. */
  const send = (packet: Buffer, n = 0) => library.send(packet, came[n]!.from.port, came[n]!.from.address)
  const all = (count: number) => until(() => expect(front.open.all).toBe(count))
  const arrived = (count: number) => until(() => expect(came).toHaveLength(count))
  return { front, came, send, lost, leave, all, arrived }
}

async function joined(front: TcpFront, ...first: Buffer[]) {
  const socket = connect(front.port, '127.0.0.1')
  closers.push(() => socket.destroy())
  socket.on('error', () => {})
  const reader = new FrameReader()
  const packets: Buffer[] = []
  socket.on('data', (chunk: Buffer) => packets.push(...reader.read(chunk)!))
  await once(socket, 'connect')
  for (const bytes of first) socket.write(bytes)
  return { socket, packets }
}
const ended = (socket: Socket) => until(() => expect(socket.closed).toBe(true))

test('packets go to the library and back, each connection as a peer of its own', async () => {
  const { front, came, send, arrived } = await opened()
  const one = await joined(front, framed(check), framed(media))
  await arrived(2)
  const two = await joined(front, framed(check))
  await arrived(3)
  expect(came.map(({ packet }) => packet)).toEqual([check, media, check])
  expect(came[1]!.from.port).toBe(came[0]!.from.port)
  expect(came[2]!.from.port).not.toBe(came[0]!.from.port)
  send(media)
  send(check, 2)
  await until(() => expect([one.packets, two.packets]).toEqual([[media], [check]]))
})

test('a session is lost when the last connection that carried media is gone, after a while', async () => {
  const { front, send, lost, all, arrived } = await opened({ graceMs: 150 })
  // A browser opens more connections than it uses.
  const unused = await joined(front, framed(check))
  await arrived(1)
  const used = [await joined(front, framed(check)), await joined(front, framed(check))]
  await arrived(3)
  for (const n of [1, 2]) send(media, n)
  await until(() => expect(used.map(({ packets }) => packets.length)).toEqual([1, 1]))
  unused.socket.destroy()
  await all(2)
  used[0]!.socket.destroy()
  await all(1)
  // Twice the grace.
  await new Promise((done) => setTimeout(done, 300))
  expect(lost).not.toHaveBeenCalled()
  used[1]!.socket.destroy()
  await all(0)
  await until(() => expect(lost).toHaveBeenCalledOnce())
})

test('a session that goes on over another connection is not lost', async () => {
  const { front, send, lost, all, arrived } = await opened({ graceMs: 800 })
  const before = await joined(front, framed(check))
  await arrived(1)
  send(media)
  await until(() => expect(before.packets).toHaveLength(1))
  before.socket.destroy()
  await all(0)
  const after = await joined(front, framed(check))
  await arrived(2)
  send(media, 1)
  await until(() => expect(after.packets).toHaveLength(1))
  await new Promise((done) => setTimeout(done, 1_600))
  expect(lost).not.toHaveBeenCalled()
})

test('a session that is over lets nobody in, and ends who is there without a word', async () => {
  const { front, lost, leave, all, arrived } = await opened({ graceMs: 0 })
  await joined(front, framed(check))
  await arrived(1)
  leave()
  const late = await joined(front, framed(check))
  await ended(late.socket)
  await all(0)
  expect(lost).not.toHaveBeenCalled()
})

test.each<[string, Buffer]>([
  ['a check for a session that is not there', framed(bindingRequest('another:theirs'))],
  ['a check without a name', framed(bindingRequest(''))],
  ['media before any check', framed(media)],
  ['a request of HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['a greeting of TLS', Buffer.from('16030100', 'hex')],
  ['a frame that is too long', Buffer.of(0xff, 0xff)],
])('%s ends the connection without a word, and reaches nobody', async (_what, bytes) => {
  const { front, came, all } = await opened()
  const { socket, packets } = await joined(front, bytes)
  await ended(socket)
  await all(0)
  expect([came, packets]).toEqual([[], []])
})

test('random bytes end nothing but themselves', async () => {
  const { front, all } = await opened({ helloMs: 300 })
  const hostile = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => (await joined(front, randomBytes(1 + n * 17))).socket),
  )
  for (const socket of hostile) await ended(socket)
  // Those who have passed the first check too.
  const inside = await Promise.all(
    Array.from({ length: 20 }, async () => (await joined(front, framed(check), randomBytes(40_000))).socket),
  )
  for (const socket of inside) {
    socket.end()
    await ended(socket)
  }
  await all(0)
  const { packets, socket } = await joined(front, framed(check))
  await until(() => expect(front.open).toEqual({ all: 1, silent: 0 }))
  expect([packets, socket.closed]).toEqual([[], false])
})

test('a frame that grows too long later ends its connection', async () => {
  const { front, arrived } = await opened()
  const { socket } = await joined(front, framed(check))
  await arrived(1)
  socket.write(Buffer.concat([framed(media), framed(Buffer.alloc(1_501))]))
  await ended(socket)
})

test('who never speaks is ended, also in the middle of a check', async () => {
  const { front, arrived } = await opened({ helloMs: 100 })
  const silent = await joined(front)
  const slow = await joined(front, framed(check).subarray(0, 20))
  const speaking = await joined(front, framed(check))
  await arrived(1)
  for (const { socket } of [silent, slow]) await ended(socket)
  expect([speaking.socket.closed, front.open]).toEqual([false, { all: 1, silent: 0 }])
})

test('who speaks no more is ended', async () => {
  const { front, arrived, all } = await opened({ idleMs: 300 })
  const { socket } = await joined(front, framed(check))
  await arrived(1)
  await ended(socket)
  await all(0)
})

test('a peer that reads nothing is ended before it fills the memory', async () => {
  const { front, send, arrived, lost } = await opened({ queuedBytesMax: 64 * 1024, graceMs: 0 })
  const { socket, packets } = await joined(front, framed(check))
  await arrived(1)
  socket.pause()
  let sent = 0
  while (front.open.all > 0 && sent < 100_000) {
    for (let n = 0; n < 50; n++, sent++) send(media)
    await new Promise((done) => setTimeout(done, 1))
  }
  expect(front.open.all).toBe(0)
  await until(() => expect(lost).toHaveBeenCalledOnce())
  expect(packets).toEqual([])
})

test('one address has so many connections and no more, and those who never spoke don’t count', async () => {
  const { front, arrived, all } = await opened({ perAddressMax: 2 })
  const silent = await joined(front)
  const first = await joined(front, framed(check))
  await joined(front, framed(check))
  await arrived(2)
  const third = await joined(front, framed(check))
  await ended(third.socket)
  expect(silent.socket.closed).toBe(false)
  first.socket.destroy()
  await all(2)
  await joined(front, framed(check))
  await arrived(3)
})

test('where all places are taken, who comes takes that of one who never spoke, and of nobody else', async () => {
  const { front, arrived, all } = await opened({ connectionsMax: 2 })
  const silent = await joined(front)
  await all(1)
  const first = await joined(front, framed(check))
  await arrived(1)
  const second = await joined(front, framed(check))
  await arrived(2)
  await ended(silent.socket)
  const third = await joined(front, framed(check))
  await ended(third.socket)
  expect([first.socket.closed, second.socket.closed]).toEqual([false, false])
})

test('a port that is taken is said so', async () => {
  const { front } = await opened()
  const taken = TcpFront.open({ port: front.port, media: { port: 1, bind: '127.0.0.1' } })
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
