import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Check, fail, pass, skipped } from './check.ts'
import { connectToSite } from './site-connection.ts'

const answerMs = 10_000
const bytesMax = 16 * 1024
/** RFC 6455 §1.3. */
const acceptSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export const webSocket: Check = {
  name: 'websocket',
  async run({ site }) {
    const socket = await connectToSite(site).catch(() => undefined)
    if (!socket) return skipped('The site can’t be reached: see “address”.')
    const address = `${site.replace(/^http/, 'ws')}/socket.io/`
    const change = `Let the proxy of PUBLIC_URL pass the headers Upgrade and Connection on (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade").`
    try {
      const key = randomBytes(16).toString('base64')
      const answer = await upgrade(socket, site, key)
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
      const accept = createHash('sha1')
        .update(key + acceptSuffix)
        .digest('base64')
      if (status === '101' && answer.includes(accept)) return pass(`A WebSocket opens at ${address}.`)
      return fail(`No WebSocket opens at ${address}: the answer is ${status ?? 'not HTTP'}.`, change)
    } catch (error) {
      return fail(`No WebSocket opens at ${address}: ${(error as Error).message}.`, change)
    } finally {
      socket.destroy()
    }
  },
}

/** Requests a WebSocket and resolves with the head of the answer. */
function upgrade(socket: Socket, site: string, key: string): Promise<string> {
  const { host, origin } = new URL(site)
  return new Promise((done, refuse) => {
    let head = ''
    socket.setTimeout(answerMs, () => refuse(new Error('no answer comes')))
    socket.once('error', refuse)
    socket.once('close', () => refuse(new Error('the connection is closed')))
    socket.on('data', (chunk: Buffer) => {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end >= 0 || head.length > bytesMax) done(head.slice(0, end < 0 ? bytesMax : end))
    })
    socket.write(
      [
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
        `Host: ${host}`,
        `Origin: ${origin}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${key}`,
        '',
        '',
      ].join('\r\n'),
    )
  })
}
