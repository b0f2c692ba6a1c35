import { spawnSync } from 'node:child_process'
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

test('a creator goes live and a fan is sent the video', async () => {
  const [maker, fan] = [await tokenOf(copy, creator), await tokenOf(copy, 'jamierowe')]
  const { stream, transport } = await call(maker, 'POST', '/streaming/live', { title: 'Centring clay' })
  // The engine may still be starting.
  await expect.poll(async () => (await peer(transport, 'publish')).status).toBe(201)
  const joining = () => call(fan, 'GET', `/streaming/join/${stream._id}`)
  await expect.poll(async () => (await joining()).stream.status).toBe('live')
  const viewer = await peer((await joining()).transport, 'view')
  await expect.poll(() => viewer.received()).toBeGreaterThan(20)
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
  for (const name of ['configuration', 'storage', 'database', 'clock', 'address', 'websocket', 'live port'])
    expect(good.stdout).toMatch(new RegExp(`^pass +${name} `, 'm'))
  const wrong = doctor({ PORT: 'many' })
  expect(wrong).toMatchObject({ status: 1 })
  expect(wrong.stdout).toMatch(/^fail +configuration [^]*PORT/m)
})
