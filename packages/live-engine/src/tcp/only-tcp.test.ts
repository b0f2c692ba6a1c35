import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Engine } from '../engine.ts'
import { serveEngine } from '../http.ts'
import { freePort, joinAsPeer } from '../testing.ts'
import { type Grant, writeGrant } from '../token.ts'
import { TcpFront } from './front.ts'
import { openWayOverTcp, withOnlyWay } from './testing.ts'

// Peers that reach the engine by TCP and in no other way: real ICE, DTLS and SRTP.

// Bound to all addresses, as for others than this machine.
const [media, bind, announced] = [await freePort(), '0.0.0.0', '127.0.0.1']
const front = await TcpFront.open({ port: 0, media: { port: media, bind } })
const engine = new Engine({ port: media, bind, announced, front })
const key = randomBytes(32)
const server = serveEngine(engine, key)
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
const closers: (() => void)[] = []
afterAll(async () => {
  for (const close of closers) close()
  await engine.stop()
  await front.close()
  server.close()
})

async function joinOverTcp(user: string, may: Grant['may'] & ('publish' | 'view')) {
  const now = Math.floor(Date.now() / 1000)
  const token = writeGrant(key, { room: 'room', user, session: user, may, issuedAt: now, expiresAt: now + 60 })
  const way = await openWayOverTcp(front.port)
  const address = `${url}/live/${may === 'publish' ? 'whip' : 'whep'}/room`
  const peer = await joinAsPeer(address, token, may, (answer) => withOnlyWay(answer, way.port))
  closers.push(() => {
    peer.close()
    way.close()
  })
  return { peer, way }
}
/** Sooner than silence would end anybody, and the library. */
const soon = { timeout: 6_000, interval: 50 }

test('a room is filled and watched over TCP alone, and who hangs up is gone', async () => {
  const maker = await joinOverTcp('maker', 'publish')
  expect(maker.peer.status).toBe(201)
  await vi.waitFor(() => expect(engine.snapshots()[0]?.state).toBe('live'), soon)
  const [fan, other] = [await joinOverTcp('fan', 'view'), await joinOverTcp('other', 'view')]
  await vi.waitFor(() => expect(Math.min(fan.peer.received(), other.peer.received())).toBeGreaterThan(50), soon)
  // All of it came that way.
  expect(fan.way.came()).toBeGreaterThan(fan.peer.received())

  fan.way.hangUp()
  await vi.waitFor(() => expect(engine.snapshots()[0]!.watching.map(({ user }) => user)).toEqual(['other']), soon)
  const before = other.peer.received()
  await vi.waitFor(() => expect(other.peer.received()).toBeGreaterThan(before + 20), soon)

  maker.way.hangUp()
  await vi.waitFor(() => expect(engine.snapshots()[0]!.state).toBe('away'), soon)
  expect(front.open).toEqual({ all: 1, silent: 0 })
  engine.close('room')
  await vi.waitFor(() => expect(front.open.all).toBe(0), soon)
})
