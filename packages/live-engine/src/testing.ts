import { createSocket } from 'node:dgram'

/** A UDP port of this machine that is free right now. */
export function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  return new Promise((done, reject) => {
    socket.once('error', reject)
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => done(port))
    })
  })
}
