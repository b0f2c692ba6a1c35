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
