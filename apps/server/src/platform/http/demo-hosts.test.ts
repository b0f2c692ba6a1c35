import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answersHost } from './demo-hosts.ts'
import { loadConfig } from '../config.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true, env: { PUBLIC_URL: 'http://fanlight.localhost:4000' } })
})
afterAll(() => server.stop())

const foreign = [
  'rebound.example',
  'rebound.example:4000',
  '127.rebound.example',
  '127.0.0.1.rebound.example',
  '[::2]',
  'a b',
]

describe('demo mode', () => {
  test.each([
    'localhost',
    'localhost:4000',
    'LOCALHOST',
    '127.0.0.1:4000',
    '127.0.0.2',
    '[::1]:4000',
    'fanlight.localhost:4000',
  ])('answers requests to %s', async (host) => {
    expect((await server.app.inject({ url: '/api/mails/outbox', headers: { host } })).statusCode).toBe(200)
  })

  test.each(foreign)('refuses requests to “%s”, whose domain may point to this machine', async (host) => {
    for (const url of ['/api/mails/outbox', '/media/none/none.webp', '/api/health']) {
      const reply = await server.app.inject({ url, headers: { host } })
      expect([reply.statusCode, reply.json().code], url).toEqual([421, 'MISDIRECTED_REQUEST'])
    }
  })

  test.each([
    ['polling', []],
    [
      'websocket',
      ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}`],
    ],
  ])('refuses sockets there as well: %s', async (transport, upgrade) => {
    const status = async (host: string) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      const lines = [`GET /socket.io/?EIO=4&transport=${transport} HTTP/1.1`, `Host: ${host}`, ...upgrade]
      socket.write(`${lines.join('\r\n')}\r\nConnection: ${upgrade.length > 0 ? 'Upgrade' : 'close'}\r\n\r\n`)
      const first = await new Promise<string>((done) => socket.once('data', (data) => done(String(data))))
      socket.destroy()
      return Number(/^HTTP\/1\.1 (\d+)/.exec(first)?.[1])
    }
    expect(await status('rebound.example')).toBe(421)
    expect(await status('localhost')).toBe(upgrade.length > 0 ? 101 : 200)
  })

  test('answers the host that it listens on, and any address if it listens on all', () => {
    const own = (listens: string, host: string) =>
      answersHost(loadConfig({ HOST: listens, FANLIGHT_DEMO_PUBLIC: '1', PUBLIC_URL: 'http://demo.example' }, []), host)
    expect(own('192.0.2.7', '192.0.2.7:4000')).toBe(true)
    expect(own('192.0.2.7', '192.0.2.8:4000')).toBe(false)
    expect(own('2001:db8::7', '[2001:db8::7]:4000')).toBe(true)
    for (const all of ['0.0.0.0', '::']) {
      for (const host of ['192.0.2.8', '[2001:db8::8]:4000', 'demo.example', 'localhost'])
        expect(own(all, host), host).toBe(true)
      expect(own(all, 'rebound.example'), all).toBe(false)
    }
  })

  test('serves others only where it is said', () => {
    for (const env of [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '192.0.2.7' },
      { PUBLIC_URL: 'http://demo.example' },
    ]) {
      expect(() => loadConfig(env, []), JSON.stringify(env)).toThrow('FANLIGHT_DEMO_PUBLIC=1')
      expect(loadConfig({ ...env, FANLIGHT_DEMO_PUBLIC: '1' }, []).demoPublic).toBe(true)
    }
    for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(loadConfig({ HOST }, []).demoPublic).toBe(false)
    expect(() => loadConfig({ FANLIGHT_MODE: 'production', FANLIGHT_DEMO_PUBLIC: '1' }, [])).toThrow(
      'FANLIGHT_DEMO_PUBLIC',
    )
  })
})

test('the outbox of a public demo is for its staff, wherever the request comes from', async () => {
  const open = await startTestServer({ env: { FANLIGHT_DEMO_PUBLIC: '1' } })
  expect((await open.app.inject('/api/mails/outbox')).statusCode).toBe(404)
  await open.stop()
})
