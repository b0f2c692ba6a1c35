import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 that is free right now. */
export function freeTcpPort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}

/** A UDP port that is free right now at every address of this machine. */
export function freeUdpPort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createSocket('udp4')
    probe.once('error', reject)
    probe.bind(0, () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}
