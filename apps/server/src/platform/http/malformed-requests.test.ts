import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPerformer } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

describe('two Host headers', () => {
  test.each(['/api/health', '/', '/socket.io/?EIO=4&transport=polling'])('are refused at %s', async (path) => {
    const status = async (...hosts: string[]) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.write([`GET ${path} HTTP/1.1`, ...hosts, 'Connection: close', '', ''].join('\r\n'))
      return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1])
    }
    expect(await status('Host: localhost', 'host: other.example')).toBe(400)
    expect(await status('Host: localhost', 'HOST: localhost')).toBe(400)
    expect(await status('Host: localhost')).not.toBe(400)
  })
})

describe('bytes that are no UTF-8', () => {
  const latin = Buffer.from('caf\xe9', 'latin1')

  test('are refused in JSON', async () => {
    const send = (name: Buffer) =>
      server.app.inject({
        method: 'POST',
        url: '/api/contact',
        headers: { 'content-type': 'application/json' },
        payload: Buffer.concat([Buffer.from('{"name":"'), name, Buffer.from('"}')]),
      })
    const refused = await send(latin)
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'MALFORMED_BODY'])
    expect((await send(Buffer.from('café'))).json().code).not.toBe('MALFORMED_BODY')
  })

  test('are refused in a query', async () => {
    const status = async (query: string) => (await server.app.inject(`/api/performers/user/search?${query}`)).statusCode
    expect(await status('q=caf%E9')).toBe(400)
    expect(await status('q=caf%C3%A9')).toBe(200)
    expect(await status('q=100%')).toBe(200)
  })

  test('are refused in a form', async () => {
    const creator = await buildPerformer(server.ctx)
    const send = (title: Buffer) =>
      server.app.inject({
        method: 'POST',
        url: '/api/performers/cover/upload',
        headers: { authorization: creator.token, 'content-type': 'multipart/form-data; boundary=x' },
        payload: Buffer.concat([
          Buffer.from('--x\r\ncontent-disposition: form-data; name="title"\r\n\r\n'),
          title,
          Buffer.from('\r\n--x--\r\n'),
        ]),
      })
    expect((await send(latin)).json().code).toBe('MALFORMED_BODY')
    expect((await send(Buffer.from('café'))).json().code).not.toBe('MALFORMED_BODY')
  })
})
