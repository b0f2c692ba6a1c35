import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { FrameReader, framed } from './framing.ts'

/** A check (STUN binding request) with a USERNAME, after other attributes: their type and value. */
export function bindingRequest(username: string, before: readonly [number, Buffer][] = []): Buffer {
  const attributes = [...before, [0x0006, Buffer.from(username, 'latin1')] as const].map(([type, value]) => {
    const attribute = Buffer.alloc(4 + ((value.length + 3) & ~3))
    attribute.writeUInt16BE(type, 0)
    attribute.writeUInt16BE(value.length, 2)
    value.copy(attribute, 4)
    return attribute
  })
  const body = Buffer.concat(attributes)
  const header = Buffer.alloc(20)
  header.writeUInt16BE(0x0001, 0)
  header.writeUInt16BE(body.length, 2)
  header.writeUInt32BE(0x2112_a442, 4)
  return Buffer.concat([header, body])
}

/** A way from a peer that speaks UDP alone to a TCP port: what comes at `port` goes on in frames, and the other way round. */
export interface OverTcp {
  port: number
  /** How many packets have come over TCP. */
  came(): number
  /** Ends the TCP connection, and nothing else. */
  hangUp(): void
  close(): void
}

export async function openWayOverTcp(tcpPort: number): Promise<OverTcp> {
  const udp = createSocket('udp4')
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const tcp = connect(tcpPort, '127.0.0.1')
  await once(tcp, 'connect')
  const reader = new FrameReader()
  let peer: RemoteInfo | undefined
  let came = 0
  udp.on('message', (packet, from) => {
    peer = from
    if (tcp.writable) tcp.write(framed(packet))
  })
  tcp.on('error', () => {})
  tcp.on('data', (chunk: Buffer) => {
    for (const packet of reader.read(chunk) ?? []) {
      came++
      if (peer) udp.send(packet, peer.port, peer.address)
    }
  })
  return {
    port: udp.address().port,
    came: () => came,
    hangUp: () => tcp.destroy(),
    close() {
      tcp.destroy()
      udp.close()
    },
  }
}

/** An answer that names `port` of this machine as the only way, by UDP. */
export const withOnlyWay = (answer: string, port: number): string =>
  answer
    .split('\r\n')
    .filter((line) => !line.startsWith('a=candidate:'))
    .join('\r\n')
    .replaceAll(
      'a=end-of-candidates',
      `a=candidate:1 1 UDP 2122317823 127.0.0.1 ${port} typ host\r\na=end-of-candidates`,
    )
