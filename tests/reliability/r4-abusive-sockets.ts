import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketCloseCodes, socketLimits } from '@fanlight/contract/sockets'
import { publishAll } from '@fanlight/server/platform/events/events'
import { sendOn } from '@fanlight/server/platform/sockets/declarations'
import { live } from '@fanlight/server/sockets'
import { buildSession, buildUser } from '@fanlight/server/testing/builders'
import { testSaid } from '@fanlight/server/testing/events'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { connectSocket } from '@fanlight/server/testing/socket'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { becomes, startLiveProcess } from './socket-world.ts'

// Clients that send too much, read nothing or never sign in, while others go on. `n` counts the abusing connections.

/** Less than usual, so that fewer are too many. */
const limits = { waitingMax: 40, unreadBytesMax: 256 * 1024 }
/** More than what the system keeps for a connection that is not read, divided among some hundred events. */
const eventBytes = 40_000
const memoryMax = 64 * 1024 ** 2
/** How much longer others may wait for an answer. */
const slowdownMax = 2

export const check: ReliabilityCheck = {
  id: 'R4',
  title: 'Clients that flood, read nothing or never sign in are closed with a code, and others go on',
  async run({ tier }) {
    const { offenders, halfOpen, events } = counts.R4[tier]
    Object.assign(socketLimits, limits)
    const server = await startTestServer({
      listen: true,
      live: {
        ...live,
        messages: [
          sendOn(testSaid, (_ctx, { lazyId, otherId }) => [
            { room: `account:${lazyId}`, name: 'settings/changed', data: { names: ['x'.repeat(eventBytes)] } },
            { room: `account:${otherId}`, name: 'settings/changed', data: { names: [] } },
          ]),
        ],
      },
    })
    const violations: string[] = []
    const opened: RawClient[] = []
    const other = await buildUser(server.ctx)
    const witness = await connectSocket(server)
    let heard = 0
    witness.on('settings/changed', () => (heard += 1))
    await witness.emitWithAck('auth/login', { token: other.token })
    const raw = async () => {
      const client = await openRaw(server)
      opened.push(client)
      return client
    }
    /** Each ends with this code, or without one where it reads nothing. */
    const expectClosed = async (what: string, clients: RawClient[], codes: (number | undefined)[]) => {
      if (!(await becomes(() => clients.every(({ isClosed }) => isClosed()), 5_000)))
        violations.push(`${what} is not closed`)
      else if (clients.some(({ code }) => !codes.includes(code())))
        violations.push(`${what} is closed with ${clients.map(({ code }) => code()).join()}`)
    }
    try {
      const flooding = await Promise.all(Array.from({ length: offenders }, raw))
      for (const client of flooding) for (let n = 0; n < 500; n++) client.send('42["no/such",{}]')
      await expectClosed('a flood', flooding, [socketCloseCodes.FLOOD])

      const pinging = await Promise.all(Array.from({ length: offenders }, raw))
      for (const client of pinging) for (let n = 0; n < 500; n++) client.send('3')
      await expectClosed('a flood of heartbeats', pinging, [socketCloseCodes.FLOOD])

      const huge = await raw()
      huge.send('x'.repeat(16 * 1024 ** 2))
      await expectClosed('a frame of 16 MB', [huge], [1009, undefined])

      // Signed in with the answer unread: everything the account is sent piles up.
      const fan = await buildUser(server.ctx)
      const lazy = await Promise.all(
        Array.from({ length: offenders }, async () => {
          const client = await raw()
          client.send(`42["auth/login",{"token":"${(await buildSession(server.ctx, fan.id)).token}"}]`)
          await becomes(() => client.text().includes('auth/accepted'), 5_000)
          client.socket.pause()
          return client
        }),
      )
      const many = Array.from({ length: events }, (_, n) => ({ n, lazyId: fan.id, otherId: other.id }))
      await server.ctx.transaction((tx) => publishAll(tx, testSaid, many))
      if (!(await becomes(() => heard >= events, 20_000)))
        violations.push(`others were sent ${heard} of ${events} events`)
      for (const { socket } of lazy) socket.resume()
      await expectClosed('a client that reads nothing', lazy, [socketCloseCodes.READS_TOO_SLOWLY, undefined])

      if (violations.length > 0) return { n: opened.length, violations }
      const waiting: RawClient[] = []
      for (let n = 0; n < halfOpen; n++) waiting.push(await raw())
      const tooMany = waiting.slice(0, Math.max(0, halfOpen - limits.waitingMax))
      await expectClosed('the oldest of too many connections', tooMany, [socketCloseCodes.CROWDED])
      if (waiting.slice(-limits.waitingMax / 2).some(({ isClosed }) => isClosed()))
        violations.push('a new connection is closed for an older one')

      // After all of it.
      const late = await connectSocket(server)
      const reply = await late.emitWithAck('auth/login', { token: (await buildSession(server.ctx, other.id)).token })
      if (!reply.success || !witness.connected) violations.push('others can’t go on')
      late.disconnect()
      if (tier !== 'ci') {
        const { ratio, quietMs, abusedMs, grown } = await slowdown(server)
        if (grown > memoryMax) violations.push(`the memory grew by ${Math.round(grown / 1024 ** 2)} MB`)
        if (ratio > slowdownMax)
          violations.push(
            `others wait ${ratio.toFixed(1)} times as long: of a hundred 99 within ${abusedMs.toFixed(0)} ms, ${quietMs.toFixed(0)} when it is quiet`,
          )
      }
      return { n: opened.length, violations }
    } finally {
      witness.disconnect()
      for (const { socket } of opened) socket.destroy()
      await server.stop()
    }
  },
}

const waitMs = 4_000
/**
 * How long others wait for answers of a process of its own while it is abused, beside what they wait while it is not, in turn: a flood of
 * 5,000 commands a second, a frame of 16 MB each second, and 200 connections a second that never sign in.
 */
async function slowdown(
  server: TestServer,
): Promise<{ ratio: number; quietMs: number; abusedMs: number; grown: number }> {
  const target = await startLiveProcess(server)
  const url = `http://127.0.0.1:${target.port}`
  const others = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { id } = await buildUser(server.ctx)
      const socket = await connectSocket({ url })
      await socket.emitWithAck('auth/login', { token: (await buildSession(server.ctx, id)).token })
      return { socket, id }
    }),
  )
  const p99 = async (): Promise<number> => {
    const took: number[] = []
    const end = performance.now() + waitMs
    await Promise.all(
      others.map(async ({ socket, id }) => {
        while (performance.now() < end) {
          const from = performance.now()
          await socket.timeout(20_000).emitWithAck('conversation/leave', { conversationId: id })
          took.push(performance.now() - from)
          await sleep(50)
        }
      }),
    )
    return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)]!
  }
  // Made beforehand: the clients that are timed are in this process as well.
  const huge = frameOf('x'.repeat(16 * 1024 ** 2))
  const flood = Buffer.concat(Array.from({ length: 500 }, () => frameOf('42["no/such",{}]')))
  const abused = async (): Promise<number> => {
    const opened: RawClient[] = []
    let isOver = false
    const abuse = async () => {
      for (let n = 0; !isOver; n++) {
        const [flooding, ...idle] = await Promise.all(Array.from({ length: 20 }, () => openRaw({ url })))
        opened.push(flooding!, ...idle)
        flooding!.socket.write(flood)
        if (n % 10 === 0) idle[0]!.socket.write(huge)
        await sleep(100)
      }
    }
    const abusing = abuse()
    try {
      return await p99()
    } finally {
      isOver = true
      await abusing
      for (const { socket } of opened) socket.destroy()
    }
  }
  try {
    await p99()
    const atFirst = target.memory()
    const turns: { quietMs: number; abusedMs: number }[] = []
    for (let round = 0; round < 5; round++) turns.push({ quietMs: await p99(), abusedMs: await abused() })
    turns.sort((a, b) => a.abusedMs / a.quietMs - b.abusedMs / b.quietMs)
    const middle = turns[2]!
    return { ...middle, ratio: middle.abusedMs / middle.quietMs, grown: target.memory() - atFirst }
  } finally {
    for (const { socket } of others) socket.disconnect()
    await target.kill()
  }
}

interface RawClient {
  socket: Socket
  send(text: string): void
  isClosed(): boolean
  /** Of the frame with which the server closed. */
  code(): number | undefined
  text(): string
}
/** A WebSocket without a library, which does only what a check asks of it. It has opened the namespace. */
async function openRaw({ url }: Pick<TestServer, 'url'>): Promise<RawClient> {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  let isClosed = false
  let code: number | undefined
  let text = ''
  let rest = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('close', () => (isClosed = true))
  socket.on('end', () => socket.end())
  let upgraded = () => {}
  const isOpen = new Promise<void>((resolve) => (upgraded = resolve))
  let isUpgraded = false
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n')
      if (end === -1) return
      isUpgraded = true
      rest = rest.subarray(end + 4)
      upgraded()
    }
    for (;;) {
      if (rest.length < 2) return
      const short = rest[1]! & 127
      const at = short === 126 ? 4 : short === 127 ? 10 : 2
      if (rest.length < at) return
      const size = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short
      if (rest.length < at + size) return
      const body = rest.subarray(at, at + size)
      if ((rest[0]! & 15) === 8) code = size >= 2 ? body.readUInt16BE(0) : undefined
      else if (text.length < 10_000) text += body.toString()
      rest = rest.subarray(at + size)
    }
  })
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  const send = (sent: string) => void socket.write(frameOf(sent))
  await isOpen
  send('40')
  await becomes(() => text.includes('40{'), 5_000)
  return { socket, send, isClosed: () => isClosed, code: () => code, text: () => text }
}

function frameOf(text: string): Buffer {
  const body = Buffer.from(text)
  const size =
    body.length < 126
      ? Buffer.from([128 | body.length])
      : body.length < 65_536
        ? Buffer.from([128 | 126, body.length >> 8, body.length & 255])
        : Buffer.concat([
            Buffer.from([128 | 127, 0, 0, 0, 0]),
            Buffer.from(Uint32Array.of(body.length).buffer).reverse(),
          ])
  // Masked with zeros: the bytes stay as they are.
  return Buffer.concat([Buffer.from([129]), size, Buffer.alloc(4), body])
}
