import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { socketCloseCodes, socketLimits } from '@fanlight/contract/sockets'
import { publishAll } from '@fanlight/server/platform/events'
import { live } from '@fanlight/server/sockets'
import { buildSession, buildUser } from '@fanlight/server/testing/builders'
import { startTestServer, type TestServer } from '@fanlight/server/testing/server'
import { connectSocket } from '@fanlight/server/testing/socket'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { becomes } from './live-world.ts'

// Clients that send too much, read nothing or never sign in, while others go on. `n` counts the abusing connections.

/** Less than usual, so that fewer are too many. */
const limits = { waitingMax: 40, unreadBytesMax: 256 * 1024 }
/** More than what the system keeps for a connection that is not read, divided among some hundred events. */
const eventBytes = 40_000
const memoryMax = 64 * 1024 ** 2

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
        topics: {
          'test.said': (_ctx, { payload }) => [
            {
              room: `account:${String(payload['lazyId'])}`,
              name: 'settings/changed',
              data: { names: ['x'.repeat(eventBytes)] },
            },
            { room: `account:${String(payload['otherId'])}`, name: 'settings/changed', data: { names: [] } },
          ],
        },
      },
    })
    const violations: string[] = []
    const opened: RawClient[] = []
    const other = await buildUser(server.ctx)
    const witness = await connectSocket(server)
    let heard = 0
    witness.on('settings/changed', () => (heard += 1))
    await witness.emitWithAck('auth/login', { token: other.token })
    const atFirst = process.memoryUsage().rss
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
      await server.ctx.transaction((tx) => publishAll(tx, 'test.said', many))
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
      const grown = process.memoryUsage().rss - atFirst
      if (tier !== 'ci' && grown > memoryMax) violations.push(`the memory grew by ${Math.round(grown / 1024 ** 2)} MB`)
      return { n: opened.length, violations }
    } finally {
      witness.disconnect()
      for (const { socket } of opened) socket.destroy()
      await server.stop()
    }
  },
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
async function openRaw({ url }: TestServer): Promise<RawClient> {
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
  const send = (sent: string) => {
    const body = Buffer.from(sent)
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
    socket.write(Buffer.concat([Buffer.from([129]), size, Buffer.alloc(4), body]))
  }
  await isOpen
  send('40')
  await becomes(() => text.includes('40{'), 5_000)
  return { socket, send, isClosed: () => isClosed, code: () => code, text: () => text }
}
