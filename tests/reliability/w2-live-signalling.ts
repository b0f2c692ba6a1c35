import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebRtcTransport } from '@fanlight/contract/streaming'
import { buildUser } from '@fanlight/server/testing/builders'
import type { ReliabilityCheck } from './check.ts'
import { counts } from './counts.ts'
import { idleOffer, type LiveWorld, startLiveWorld } from './live-world.ts'

// Everything that a stranger can send to live video: offers that are wrong in every way, datagrams and frames of random bytes, connections that say nothing
// or read nothing. The engine stays the same process, answers each wrong offer with an error of the sender's, and who watches goes on watching.

const together = 20

export const check: ReliabilityCheck = {
  id: 'W2',
  title: 'Whatever strangers send, live video goes on',
  async run({ tier, random }) {
    const { offers, datagrams, connections } = counts.W2[tier]
    const world = await startLiveWorld()
    const violations: string[] = []
    const opened: Socket[] = []
    try {
      const { id } = await world.goLive()
      const watching = await world.watch((await world.join(await buildUser(world.server.ctx), id))!)
      if (!(await world.isShown(watching))) violations.push('a viewer sees nothing')
      const right = (await world.join(await buildUser(world.server.ctx), id))!
      const ports = await portsOf(world, right)
      const goesOn = async (after: string) => {
        if (!(await world.isShown(watching))) violations.push(`a viewer sees nothing after ${after}`)
      }

      for (let n = 0; n < offers; n += together)
        await Promise.all(
          Array.from({ length: together }, async () => {
            const status = await answerTo(world, right, wrongOffer(random))
            // 503 is a full room.
            if (status >= 500 && status !== 503) violations.push(`a wrong offer is answered ${status}`)
          }),
        )
      await goesOn('wrong offers')

      await sendDatagrams(ports.udp, datagrams, random)
      await goesOn('random datagrams')

      for (let n = 0; n < connections; n++) opened.push(await wrongConnection(ports.tcp, n, random))
      await goesOn('wrong connections')

      // Who comes new is let in, over what the strangers have taken up.
      const late = await world.watch((await world.join(await buildUser(world.server.ctx), id))!)
      if (!(await world.isShown(late))) violations.push('nobody new is let in')
      if (!world.server.isEngineAlive()) violations.push('the engine has ended')
    } finally {
      for (const socket of opened) socket.destroy()
      await world.stop()
    }
    return { n: offers + datagrams + connections, violations: [...new Set(violations)] }
  },
}

const answerTo = async ({ server }: LiveWorld, { url, bearer }: WebRtcTransport, body: string): Promise<number> => {
  const reply = await fetch(`${server.url}${url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' },
    body,
  })
  await reply.arrayBuffer()
  return reply.status
}

/** Where media are taken, as an answer says it. */
async function portsOf({ server }: LiveWorld, { url, bearer }: WebRtcTransport): Promise<{ udp: number; tcp: number }> {
  const reply = await fetch(`${server.url}${url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' },
    body: idleOffer('view'),
  })
  const answer = await reply.text()
  const portOf = (pattern: RegExp) => Number(pattern.exec(answer)?.[1] ?? Number.NaN)
  const ports = {
    udp: portOf(/^a=candidate:\S+ 1 UDP \d+ \S+ (\d+)/im),
    tcp: portOf(/^a=candidate:\S+ 1 TCP \d+ \S+ (\d+)/im),
  }
  if (!ports.udp || !ports.tcp) throw new Error(`An answer names no ports: ${answer}`)
  return ports
}

/** A right offer in which something is cut off, doubled, emptied, made huge or random. */
function wrongOffer(random: () => number): string {
  const lines = idleOffer(random() < 0.5 ? 'view' : 'publish').split('\r\n')
  const at = Math.floor(random() * lines.length)
  const [name = ''] = lines[at]!.split(':')
  const ways = [
    () => lines.toSpliced(at, 1),
    () => lines.toSpliced(at, 0, ...Array<string>(200).fill(lines[at]!)),
    () => lines.with(at, name),
    () => lines.with(at, `${name}:`),
    () => lines.with(at, `${name}:${'9'.repeat(1 + Math.floor(random() * 3_000))}`),
    () => lines.with(at, `${name}:${randomBytes(40).toString('latin1')}`),
    () => lines.with(at, `${name}:-1`),
    () => lines.with(at, `${name}: a b\0c`),
    () => lines.slice(0, at),
    () => [...lines, 'm=video 0 UDP/TLS/RTP/SAVPF 96', 'a=mid:0', 'a=rtpmap:96 VP8/0'],
  ]
  return ways[Math.floor(random() * ways.length)]!().join('\r\n')
}

/** Some of them look like STUN, DTLS or RTP, so that they pass the first look. */
function wrongBytes(random: () => number): Buffer {
  const bytes = randomBytes(1 + Math.floor(random() * 1_400))
  const kind = Math.floor(random() * 4)
  if (kind === 0 && bytes.length >= 20) {
    bytes.writeUInt16BE([0x0001, 0x0101, 0x0011, 0x0003][Math.floor(random() * 4)]!, 0)
    bytes.writeUInt16BE(random() < 0.5 ? bytes.length - 20 : 0xffff, 2)
    bytes.writeUInt32BE(0x2112a442, 4)
  } else if (kind === 1) bytes[0] = 22
  else if (kind === 2) bytes[0] = 0x80
  return bytes
}

async function sendDatagrams(port: number, count: number, random: () => number): Promise<void> {
  const socket = createSocket('udp4')
  for (let n = 0; n < count; n++) {
    await new Promise<void>((done) => socket.send(wrongBytes(random), port, '127.0.0.1', () => done()))
    if (n % 100 === 99) await sleep(1)
  }
  socket.close()
}

/** Says nothing, sends random bytes, or frames of random bytes; and never reads. */
async function wrongConnection(port: number, n: number, random: () => number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise<void>((done) => socket.once('connect', done).once('close', () => done()))
  socket.pause()
  const bytes = wrongBytes(random)
  if (n % 3 === 1) socket.write(bytes)
  if (n % 3 === 2) socket.write(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]))
  return socket
}
