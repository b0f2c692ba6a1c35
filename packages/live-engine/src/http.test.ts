import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Engine } from './engine.ts'
import { serveEngine } from './http.ts'
import { TcpFront } from './tcp/front.ts'
import { freePort } from './testing.ts'
import { type Grant, writeGrant } from './token.ts'

const key = randomBytes(32)
const [media, bind] = [await freePort(), '127.0.0.1']
const front = await TcpFront.open({ port: 0, media: { port: media, bind } })
const engine = new Engine({ port: media, bind, announced: bind, front })
const server = serveEngine(engine, key)
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  engine.open({ id: 'room', viewersMax: 2 })
})
afterAll(async () => {
  await engine.stop()
  await front.close()
  server.close()
})

const now = () => Math.floor(Date.now() / 1000)
const grant = (of: Partial<Grant> = {}) =>
  writeGrant(key, {
    room: 'room',
    user: 'fan',
    session: 'tab',
    may: 'view',
    issuedAt: now(),
    expiresAt: now() + 60,
    ...of,
  })
const offer = [
  'v=0',
  'a=ice-ufrag:abcd',
  `a=ice-pwd:${'p'.repeat(22)}`,
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=mid:0',
  'a=rtpmap:96 VP8/90000',
].join('\r\n')
const post = (path: string, token: string, { body = offer, type = 'application/sdp' } = {}) =>
  fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': type }, body })

test.each<[string, string, Partial<Grant> | string, number, { body?: string; type?: string }?]>([
  ['no right', '/live/whep/room', '', 401],
  ['a right signed by another', '/live/whep/room', writeGrant(randomBytes(32), JSON.parse('{"expiresAt":9e9}')), 401],
  ['a right that has expired', '/live/whep/room', { expiresAt: 1 }, 401],
  ['a viewer who publishes', '/live/whip/room', {}, 403],
  ['a publisher who views', '/live/whep/room', { may: 'publish' }, 403],
  ['a right for another room', '/live/whep/room', { room: 'other' }, 403],
  ['a room that is not there', '/live/whep/other', { room: 'other' }, 404],
  ['a room that is not live yet', '/live/whep/room', {}, 404],
  ['another type', '/live/whep/room', {}, 415, { type: 'text/plain' }],
  ['text that is no offer', '/live/whep/room', {}, 400, { body: 'hello' }],
  ['an offer without end', '/live/whep/room', {}, 413, { body: 'v'.repeat(70_000) }],
  ['codecs that nothing plays', '/live/whip/room', { may: 'publish' }, 406, { body: offer.replace('VP8', 'AV1') }],
  ['control with a viewer’s right', '/control/rooms/room/remove', {}, 403],
])('%s is refused', async (_what, path, of, status, options) => {
  const reply = await post(path, typeof of === 'string' ? of : grant(of), options)
  expect(reply.status).toBe(status)
})

test('an offer is answered with a session, which can be ended once', async () => {
  const reply = await post('/live/whip/room', grant({ may: 'publish', user: 'maker' }))
  expect(reply.status).toBe(201)
  expect(await reply.text()).toContain('a=recvonly')
  const session = reply.headers.get('location')!
  expect((await fetch(url + session, { method: 'PATCH' })).status).toBe(405)
  expect((await fetch(url + session, { method: 'DELETE' })).status).toBe(200)
  expect((await fetch(url + session, { method: 'DELETE' })).status).toBe(404)
})

test('who publishes no more is told whether another one does', async () => {
  engine.open({ id: 'pages', viewersMax: 1 })
  const publishes = async () => {
    const reply = await post('/live/whip/pages', grant({ room: 'pages', may: 'publish', user: 'maker' }))
    expect(reply.status).toBe(201)
    return reply.headers.get('location')!
  }
  const end = async (session: string) => (await fetch(url + session, { method: 'DELETE' })).status
  const [first, second] = [await publishes(), await publishes()]
  expect([await end(first), await end(second), await end(second), await end(first)]).toEqual([410, 200, 404, 404])
  // One that fell silent, and another one after it.
  const third = await publishes()
  expect([await end(second), await end(third)]).toEqual([410, 200])
  expect(await end('/live/sessions/00000000-0000-4000-8000-000000000000')).toBe(404)
})

test('browsers are told of the way over TCP after those over UDP, and OBS, which would break it, is not', async () => {
  engine.open({ id: 'ways', viewersMax: 1 })
  const ways = async (from: string) => {
    const right = grant({ room: 'ways', may: 'publish', user: 'maker' })
    const reply = await post('/live/whip/ways', right, { body: offer.replace('v=0', `v=0\r\n${from}`) })
    const lines = (await reply.text()).split('\r\n')
    return lines.filter((line) => line.startsWith('a=candidate:') || line === 'a=end-of-candidates')
  }
  const obs = await ways('o=rtc 3767197920 0 IN IP4 127.0.0.1')
  expect(obs.map((line) => line.split(' ')[2])).toEqual(['UDP', undefined])
  const browser = await ways('o=- 4611731400430051336 2 IN IP4 127.0.0.1')
  expect(browser.slice(1)).toEqual([
    `a=candidate:9 1 TCP 1518280447 127.0.0.1 ${front.port} typ host tcptype passive`,
    'a=end-of-candidates',
  ])
  expect(browser[0]).toMatch(/ UDP \d+ 127\.0\.0\.1 /)
})

test('a full room says when to come back, and who was removed does not with the right they have', async () => {
  engine.open({ id: 'small', viewersMax: 1 })
  const of = { room: 'small' }
  expect((await post('/live/whip/small', grant({ ...of, may: 'publish' }))).status).toBe(201)
  expect((await post('/live/whep/small', grant({ ...of, user: 'first', session: 'one' }))).status).toBe(201)
  const full = await post('/live/whep/small', grant({ ...of, user: 'second', session: 'two' }))
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '5'])
  engine.remove('small', ['one'])
  expect((await post('/live/whep/small', grant({ ...of, user: 'first', session: 'one' }))).status).toBe(403)
  expect(
    (await post('/live/whep/small', grant({ ...of, user: 'first', session: 'one', issuedAt: now() + 2 }))).status,
  ).toBe(201)
})

test('only those who hold a right to control list and end rooms, and what they send is checked', async () => {
  const key = { authorization: `Bearer ${grant({ may: 'control' })}` }
  const rooms = await fetch(`${url}/control/rooms/`, { headers: key })
  expect(await rooms.json()).toContainEqual({
    id: 'room',
    opening: expect.any(String),
    state: 'idle',
    publishing: null,
    watching: [],
    received: [],
    input: { reading: null, problem: null },
    recording: { isOn: false, bytes: 0, problem: null },
  })
  for (const body of ['', '{}', '{"sessions":"one"}', '{"sessions":[1]}'])
    expect((await fetch(`${url}/control/rooms/room/remove`, { method: 'POST', headers: key, body })).status).toBe(400)
  expect((await fetch(`${url}/control/rooms/room`, { method: 'DELETE' })).status).toBe(401)
})

test('only the product sets how a room is recorded and fetches its HLS, and where none is written there is none', async () => {
  const key = { authorization: `Bearer ${grant({ may: 'control' })}` }
  const set = (body: string, name = 'kept') =>
    fetch(`${url}/control/rooms/${name}`, { method: 'PUT', headers: key, body }).then(({ status }) => status)
  expect(await set('{"record":true,"hls":false}')).toBe(204)
  expect(engine.snapshots().map(({ id }) => id)).toContain('kept')
  for (const body of ['', '[', '{"record":1}', '{"hls":"no"}']) expect(await set(body)).toBe(400)
  expect(await set('{}', 'a%2fb')).toBe(404)
  const file = (headers: Record<string, string>) =>
    fetch(`${url}/control/rooms/room/hls/live.m3u8?user=fan&session=tab`, { headers }).then(({ status }) => status)
  expect(await file({})).toBe(401)
  expect(await file({ authorization: `Bearer ${grant()}` })).toBe(403)
  expect(await file(key)).toBe(404)
})

test('what was recorded is the product’s alone, by names that lead nowhere else', async () => {
  const key = { authorization: `Bearer ${grant({ may: 'control' })}` }
  const ask = (path: string, headers: Record<string, string> = key, method = 'GET') =>
    fetch(`${url}/control/recordings${path}`, { method, headers }).then(({ status }) => status)
  expect(await ask('', {})).toBe(401)
  expect(await ask('', { authorization: `Bearer ${grant()}` })).toBe(403)
  expect(await ask('')).toBe(200)
  for (const path of ['/room/1/live.m3u8', '/..%2f/1/live.m3u8', '/room/../live.m3u8', '/room/1/..%2f..%2fx'])
    expect(await ask(path)).toBe(404)
  expect(await ask('/room', {}, 'DELETE')).toBe(401)
  expect(await ask('/room', key, 'DELETE')).toBe(204)
  expect(await ask('', key, 'DELETE')).toBe(404)
})

test('browsers of other origins learn where the session is', async () => {
  const reply = await fetch(`${url}/live/whep/room`, { method: 'OPTIONS' })
  expect(reply.status).toBe(204)
  expect(reply.headers.get('access-control-expose-headers')).toContain('location')
})
