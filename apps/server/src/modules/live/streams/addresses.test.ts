import { joinAsPeer, type TestPeer } from '@fanlight/live-engine/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../../testing/api.ts'
import { buildAdmin, buildPerformer, buildUser, type Built } from '../../../testing/builders.ts'
import { connectSocket } from '../../../testing/socket.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { followRooms } from './streaming.ts'

// Nobody learns from where somebody else is there: neither from an answer of the product nor from one of the engine.

const creatorAt = '203.0.113.77'
const fanAt = '198.51.100.88'

let server: LiveServer
const peers: TestPeer[] = []
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(async () => {
  for (const peer of peers) peer.close()
  await server.stop()
})

test('no answer, list, message or offer of video names the address of another person', async () => {
  const [creator, fan, other] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const staff = await buildAdmin(server.ctx, { permissions: ['moderation'] })
  const said: string[] = []
  const from = (who: Built, address: string) => {
    const call = api(server).as(who)
    return {
      get: async (path: string) => {
        const reply = await call.get(path, { from: address })
        expect(reply.status, path).toBe(200)
        said.push(reply.text)
        return reply.body.data
      },
      post: async (path: string, body: object) => {
        const reply = await call.post(path, body, { from: address })
        expect(reply.status, `${path} ${reply.text}`).toBeLessThan(300)
        said.push(reply.text)
        return reply.body.data
      },
    }
  }
  const socket = await connectSocket(server)
  socket.onAny((...parts: unknown[]) => said.push(JSON.stringify(parts)))
  await socket.emitWithAck('auth/login', { token: other.token })

  const answers: { sdp: string; ports: number[] }[] = []
  const enter = async ({ url, bearer }: { url: string; bearer: string }, may: 'publish' | 'view') => {
    const peer = await joinAsPeer(`${server.url}${url}`, bearer, may, (sdp) => {
      answers.push({ sdp, ports: portsIn(sdp) })
      return sdp
    })
    expect(peer.status).toBe(201)
    peers.push(peer)
  }
  const { stream, transport } = await from(creator, creatorAt).post('/streaming/live', { title: 'Centring clay' })
  await enter(transport, 'publish')
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return (await api(server).get('/streaming/user/search')).body.data.length
    })
    .toBe(1)
  await socket.emitWithAck('stream/join', { streamId: stream._id })
  await enter((await from(fan, fanAt).get(`/streaming/join/${stream._id}`)).transport, 'view')
  await from(fan, fanAt).post(`/messages/stream/${creator.id}`, { text: 'Hello', clientId: crypto.randomUUID() })
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return (await api(server).get('/streaming/user/search')).body.data[0].viewers
    })
    .toBe(1)
  for (const path of [
    `/streaming/join/${stream._id}`,
    '/streaming/user/search',
    `/messages/stream/${creator.id}`,
    `/conversations/stream/performer/${creator.id}`,
  ])
    await from(other, '192.0.2.9').get(path)
  await from(staff, '192.0.2.10').get('/admin/live')
  await expect.poll(() => said.some((text) => text.includes('stream/viewers'))).toBe(true)

  expect(said.join('\n')).not.toMatch(new RegExp(`${creatorAt}|${fanAt}`.replaceAll('.', '\\.')))
  // Both were answered with the engine's own ports alone, which are the same for all.
  expect(answers).toHaveLength(2)
  expect(answers[0]!.ports.length).toBeGreaterThan(0)
  expect(answers[1]!.ports).toEqual(answers[0]!.ports)
  socket.disconnect()
})

const portsIn = (sdp: string): number[] =>
  [...sdp.matchAll(/^a=candidate:\S+ \d+ \S+ \d+ \S+ (\d+) typ/gm)].map((found) => Number(found[1])).toSorted()
