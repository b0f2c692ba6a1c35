import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { joinAsPeer } from '@fanlight/live-engine/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copy, startCopy } from '../browser/copy.ts'
import { creator, demoWorldMsMax, tokenOf } from '../browser/demo-world.ts'

// The product as it ships, with its engine as a process beside it.

let copy: Copy
beforeAll(async () => {
  copy = await startCopy({}, { demoWorld: true })
}, demoWorldMsMax)
afterAll(() => copy.stop())

async function call(token: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const reply = await fetch(`${copy.url}/api${path}`, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return ((await reply.json()) as { data: { stream: { _id: string; status: string }; transport: Transport } }).data
}
type Transport = { url: string; bearer: string }
const peer = ({ url, bearer }: Transport, may: 'publish' | 'view') => joinAsPeer(copy.url + url, bearer, may)

/** Rejects unless a browser is told of a way over TCP, and somebody listens there. */
async function reachOverTcp({ url, bearer }: Transport): Promise<void> {
  const reply = await fetch(copy.url + url, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/sdp' },
    body: [
      'v=0',
      'o=- 1 1 IN IP4 127.0.0.1',
      `a=fingerprint:sha-256 ${randomBytes(32).toString('hex').match(/../g)!.join(':')}`,
      'a=ice-ufrag:abcd',
      `a=ice-pwd:${'p'.repeat(22)}`,
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
      'a=mid:0',
      'a=rtpmap:96 VP8/90000',
    ].join('\r\n'),
  })
  const [, address, port] = / TCP \d+ (\S+) (\d+) typ host tcptype passive/.exec(await reply.text())!
  const socket = connect(Number(port), address)
  await once(socket, 'connect')
  socket.destroy()
}

test('a creator goes live and a fan is sent the video', async () => {
  const [maker, fan] = [await tokenOf(copy, creator), await tokenOf(copy, 'jamierowe')]
  const { stream, transport } = await call(maker, 'POST', '/streaming/live', { title: 'Centring clay' })
  // The engine may still be starting.
  await expect.poll(async () => (await peer(transport, 'publish')).status).toBe(201)
  const joining = () => call(fan, 'GET', `/streaming/join/${stream._id}`)
  await expect.poll(async () => (await joining()).stream.status).toBe('live')
  const viewer = await peer((await joining()).transport, 'view')
  await expect.poll(() => viewer.received()).toBeGreaterThan(20)
  await reachOverTcp((await joining()).transport)
  await call(maker, 'PUT', `/streaming/live/${stream._id}`, { status: 'ended' })
  await expect.poll(async () => (await joining()).transport).toBeNull()
  viewer.close()
})

test('npm run doctor finds the site, its sockets, its database and its live video', () => {
  const command = fileURLToPath(new URL('../../apps/server/build/command.js', import.meta.url))
  const { port } = new URL(copy.url)
  const env = { PATH: process.env['PATH'], DATABASE_URL: copy.databaseUrl, DATA_DIR: copy.folder }
  const doctor = (more: Record<string, string>) =>
    spawnSync(process.execPath, [command, 'doctor'], { env: { ...env, ...more }, encoding: 'utf8' })
  const good = doctor({ PORT: port, PUBLIC_URL: copy.url })
  expect(good).toMatchObject({ status: 0 })
  const reached = ['address', 'websocket', 'live port', 'live TCP port']
  for (const name of ['configuration', 'storage', 'database', 'clock', ...reached])
    expect(good.stdout).toMatch(new RegExp(`^pass +${name} `, 'm'))
  const wrong = doctor({ PORT: 'many' })
  expect(wrong).toMatchObject({ status: 1 })
  expect(wrong.stdout).toMatch(/^fail +configuration [^]*PORT/m)
})
