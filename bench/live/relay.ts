import { createSocket, type Socket } from 'node:dgram'
import { chances } from '../random.ts'

// A line that can be made bad, without the rights of an administrator: a viewer is told the relay's address in place of the server's.

export interface Relay {
  /** A description of the server whose only address is the relay's. */
  inFrontOf(sdp: string): Promise<string>
  /** From now on so many of a hundred packets are dropped, each way, and the others held back for so long. */
  worsen(line: { lossPercent?: number; delayMs?: number }): void
  /** How many were dropped, and how many came. */
  counted(): { lost: number; all: number }
  stop(): void
}

const host = '127.0.0.1'
const bound = (): Promise<Socket> =>
  new Promise((done) => {
    const socket = createSocket('udp4').bind(0, host, () => done(socket))
  })
const udpCandidate = /^(a=candidate:\S+ 1 udp \d+) \S+ (\d+) (.*)$/i

/** The same packets are dropped in each run, as far as the same come. */
export function openRelay(seed: number): Relay {
  const chance = chances(seed)
  const open: Socket[] = []
  const count = { lost: 0, all: 0 }
  let line = { lossPercent: 0, delayMs: 0 }
  const pass = (send: () => void) => {
    count.all++
    if (chance() * 100 < line.lossPercent) count.lost++
    else if (line.delayMs > 0) setTimeout(send, line.delayMs)
    else send()
  }
  const send = (from: Socket, packet: Buffer, to: number) => {
    // What was held back may be due after the end.
    if (open.includes(from)) from.send(packet, to, host)
  }
  /** Leads each peer that writes to it to the server, from a socket of its own. */
  const leadTo = async (port: number): Promise<number> => {
    const front = await bound()
    const peers = new Map<number, Promise<Socket>>()
    const socketFor = async (peer: number) => {
      const back = await bound()
      open.push(back)
      back.on('message', (packet) => pass(() => send(front, packet, peer)))
      return back
    }
    open.push(front)
    front.on('message', (packet, peer) => {
      const found = peers.get(peer.port) ?? socketFor(peer.port)
      peers.set(peer.port, found)
      void found.then((back) => pass(() => send(back, packet, port)))
    })
    return front.address().port
  }
  return {
    async inFrontOf(sdp) {
      const lines = sdp.split('\r\n')
      const ports = lines.flatMap((text) => Number(udpCandidate.exec(text)?.[2] ?? []) || [])
      const [server] = ports
      if (server === undefined) throw new Error('The server names no address.')
      const relay = await leadTo(server)
      const isElsewhere = (text: string) =>
        text.startsWith('a=candidate:') && udpCandidate.exec(text)?.[2] !== `${server}`
      return lines
        .filter((text) => !isElsewhere(text))
        .map((text) => text.replace(udpCandidate, `$1 ${host} ${relay} $3`))
        .join('\r\n')
    },
    worsen: ({ lossPercent = 0, delayMs = 0 }) => (line = { lossPercent, delayMs }),
    counted: () => ({ ...count }),
    stop: () => open.splice(0).forEach((socket) => socket.close()),
  }
}
