import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

const open = (): Socket => connect(Number(new URL(server.url).port), '127.0.0.1')
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
/** The status lines of the reply and of one more request, which shows that the connection goes on with HTTP/1.1. */
async function statuses(socket: Socket): Promise<string[] | null> {
  const all = text(socket)
  await new Promise((done) => socket.once('data', done))
  socket.write(lines('GET /api/nothing-here HTTP/1.1', 'Host: localhost', 'Connection: close'))
  return (await all).match(/HTTP\/1\.1 \d+/gm)
}
const handshake = ['Connection: Upgrade', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`]

describe('a request with a foreign Upgrade header', () => {
  test.each([
    [
      'curl --http2',
      'h2c',
      '/api/settings/public',
      ['Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABk'],
    ],
    ['a WebSocket at another path', 'websocket', '/api/settings/public', handshake],
    ['HTTP/2 at the path of the live socket', 'h2c', '/socket.io/?EIO=4&transport=polling', ['Connection: Upgrade']],
    ['an unknown protocol', 'gopher', '/api/settings/public', ['Connection: upgrade']],
  ])('is answered as if it had none: %s', async (_who, protocol, path, headers) => {
    const socket = open()
    socket.write(lines(`GET ${path} HTTP/1.1`, 'Host: localhost', `Upgrade: ${protocol}`, ...headers))
    expect(await statuses(socket)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404'])
  })

  test('keeps its body', async () => {
    const body = JSON.stringify({ username: 'nosuchperson', password: 'not the password' })
    const socket = open()
    socket.write(
      lines(
        'POST /api/auth/login HTTP/1.1',
        'Host: localhost',
        'Upgrade: h2c',
        'Connection: Upgrade',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ),
    )
    socket.write(body)
    expect(await statuses(socket)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 404'])
  })

  test('leaves the live socket its own', async () => {
    const socket = open()
    socket.write(
      lines(
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
        'Host: localhost',
        'Upgrade: WebSocket',
        ...handshake,
      ),
    )
    const first = await new Promise<string>((done) => socket.once('data', (data) => done(String(data))))
    socket.destroy()
    expect(first).toMatch(/HTTP\/1\.1 101 /)
  })
})
