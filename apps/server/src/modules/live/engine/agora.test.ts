import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Transport } from '@fanlight/contract/streaming'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildSession, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { followRooms } from '../streams/streaming.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { allSeats } from './agora-seats.ts'
import { forgetAnswers } from './agora.ts'
import { liveEngine } from './engine.ts'
import { readToken, startAgora } from '../../../testing/agora.ts'

const project = {
  appId: '0123456789abcdef0123456789abcdef',
  certificate: 'fedcba9876543210fedcba9876543210',
  key: { id: 'a key', secret: 'of a customer' },
}
type Agora = Extract<Transport, { kind: 'agora' }>

let agora: Awaited<ReturnType<typeof startAgora>>
let server: TestServer
let staffId: string
beforeAll(async () => {
  agora = await startAgora(project)
  server = await startTestServer({
    env: {
      AGORA_APP_CERTIFICATE: project.certificate,
      AGORA_CUSTOMER_ID: project.key.id,
      AGORA_CUSTOMER_SECRET: project.key.secret,
      AGORA_API_URL: agora.url,
    },
  })
  staffId = (await buildUser(server.ctx)).id
  await use(true)
})
afterEach(() => agora.setDown(false))
afterAll(async () => {
  await server.stop()
  await agora.stop()
})

const use = async (isOn: boolean) => {
  await server.ctx.settings.write(server.ctx.db, { agoraEnable: isOn, agoraAppId: project.appId }, staffId)
  await server.ctx.settings.refresh()
}
const as = (who?: Built) => (who ? api(server).as(who) : api(server))
/** Its rooms, asked anew. */
const follow = async () => {
  forgetAnswers()
  await followRooms(server.ctx)
}
async function goLive() {
  const creator = await buildPerformer(server.ctx)
  const { stream, transport } = (await as(creator).post('/streaming/live', { title: 'Glaze tests' })).body.data
  expect(agora.enter(transport, 'host')).toBe('in')
  await follow()
  return { creator, id: stream._id as string, publisher: transport as Agora }
}
const join = async (who: Built, id: string) =>
  (await as(who).get(`/streaming/join/${id}`)).body.data.transport as Agora | null
const tokenOf = (who: Built | undefined, body: object) => as(who).post('/streaming/agora/token', body)

test('a creator publishes into a channel, others watch it, and each number is somebody’s', async () => {
  const { creator, id, publisher } = await goLive()
  const [one, other] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const rights = [(await join(one, id))!, (await join(other, id))!]
  expect(publisher.channel).toMatch(new RegExp(`^[0-9a-f]{12}_${id}$`))
  for (const right of rights) expect(agora.enter(right, 'audience')).toBe('in')
  await follow()
  const { stream } = (await as(one).get(`/streaming/join/${id}`)).body.data
  expect(stream).toMatchObject({ status: 'live', viewers: 2 })
  const [room] = (await liveEngine(server.ctx).rooms()).filter((found) => found.id === id)
  expect(room).toMatchObject({ publishing: creator.sessionId, state: 'live' })
  expect(room!.watching.toSorted()).toEqual([one.sessionId, other.sessionId].toSorted())
  expect((await as(creator).put(`/streaming/live/${id}`, { status: 'ended' })).status).toBe(200)
  for (const right of [publisher, ...rights]) expect(agora.isIn(right.channel, right.uid)).toBe(false)
  // What was given before opens nothing any more.
  expect(agora.enter(publisher, 'host')).toBe('banned')
  expect((await tokenOf(creator, { id })).body.code).toBe('STREAM_ENDED')
})

test('a right to watch publishes nothing, and lasts two minutes', async () => {
  const { id } = await goLive()
  const right = (await join(await buildUser(server.ctx), id))!
  expect(agora.enter(right, 'host')).toBe('token')
  const { expiresAt, privileges } = readToken(right.token, project.certificate)!
  expect([...privileges.keys()]).toEqual([1])
  expect(expiresAt - Date.now() / 1_000).toBeLessThanOrEqual(120)
  expect(readToken(right.token, project.certificate.replace('f', 'e'))).toBeUndefined()
})

test('a token is renewed for its own number while its person may, and for nobody else', async () => {
  const { creator, id, publisher } = await goLive()
  const [fan, stranger] = [await buildUser(server.ctx), await buildUser(server.ctx)]
  const { uid } = (await join(fan, id))!
  const renewed = await tokenOf(fan, { id, uid })
  expect(renewed.body.data).toMatchObject({ kind: 'agora', uid, channel: publisher.channel })
  expect(agora.enter(renewed.body.data, 'audience')).toBe('in')
  expect((await tokenOf(creator, { id, uid: publisher.uid })).body.data.uid).toBe(publisher.uid)
  // Another person, another session of the same one, the number of the creator, and one that nobody has.
  const elsewhere = { ...fan, ...(await buildSession(server.ctx, fan.id)) }
  for (const [who, number] of [
    [stranger, uid],
    [elsewhere, uid],
    [fan, publisher.uid],
    [fan, '77'],
  ] as const)
    expect((await tokenOf(who, { id, uid: number })).body.code).toBe('STREAM_NOT_FOUND')
  for (const wrong of ['0', '-1', '1.5', '12345678901', 'a'])
    expect((await tokenOf(fan, { id, uid: wrong })).status).toBe(422)
  expect((await tokenOf(undefined, { id })).status).toBe(401)
  await buildBlock(server.ctx, creator, fan)
  expect((await tokenOf(fan, { id, uid })).status).toBe(404)
})

test('whoever is blocked is removed, and the right of before does not bring them back', async () => {
  const { creator, id } = await goLive()
  const fan = await buildUser(server.ctx)
  const right = (await join(fan, id))!
  expect(agora.enter(right, 'audience')).toBe('in')
  await follow()
  await buildBlock(server.ctx, creator, fan)
  await follow()
  expect(agora.isIn(right.channel, right.uid)).toBe(false)
  expect(agora.enter(right, 'audience')).toBe('banned')
})

test('who was given no number, or publishes with a right to watch, is kept out', async () => {
  const { id, publisher } = await goLive()
  const right = (await join(await buildUser(server.ctx), id))!
  agora.intrude(publisher.channel, 4_242, 'audience')
  agora.intrude(publisher.channel, Number(right.uid), 'host')
  await follow()
  expect(agora.isIn(publisher.channel, '4242')).toBe(false)
  expect(agora.isIn(publisher.channel, right.uid)).toBe(false)
  expect(agora.isIn(publisher.channel, publisher.uid)).toBe(true)
})

test('of two devices of a creator the newer one publishes', async () => {
  const { creator, id, publisher } = await goLive()
  await new Promise((done) => setTimeout(done, 5))
  const phone = (await as(creator).post('/streaming/live', {})).body.data.transport as Agora
  expect(agora.enter(phone, 'host')).toBe('in')
  await follow()
  expect([agora.isIn(phone.channel, phone.uid), agora.isIn(publisher.channel, publisher.uid)]).toEqual([true, false])
  expect((await as(creator).put('/streaming/set-duration', {})).body.data.status).toBe('live')
  await as(creator).put(`/streaming/live/${id}`, { status: 'ended' })
})

test('numbers are forgotten some minutes after their people have left', async () => {
  const { id, publisher } = await goLive()
  const right = (await join(await buildUser(server.ctx), id))!
  await follow()
  const count = async () => (await allSeats(server.ctx)).filter(({ roomId }) => roomId === id).length
  expect(await count()).toBe(2)
  await advanceClock(server.ctx, '3 minutes')
  await follow()
  expect(await count()).toBe(1)
  expect(agora.isIn(publisher.channel, publisher.uid)).toBe(true)
  expect(agora.isIn(right.channel, right.uid)).toBe(false)
})

test('channels of others are left alone', async () => {
  agora.intrude('another-app', 7, 'host')
  agora.intrude('0123456789ab_room', 8, 'host')
  await follow()
  expect([agora.isIn('another-app', '7'), agora.isIn('0123456789ab_room', '8')]).toEqual([true, true])
})

test('a hiccup of Agora ends no stream', async () => {
  const { creator } = await goLive()
  agora.setDown(true)
  // Its last answer is not fresh any more.
  await new Promise((done) => setTimeout(done, 2_050))
  await followRooms(server.ctx)
  expect((await as(creator).put('/streaming/set-duration', {})).body.data.status).toBe('live')
})

test('nothing is sold by the second, as nobody counts what arrives', async () => {
  const { creator, id } = await goLive()
  expect((await as(creator).put('/streaming/update', { pricePerMinute: 20 })).body.code).toBe('UNMETERED_ENGINE')
  const offer = { pricePerMinute: 20, peopleMin: 2, peopleMax: 5 }
  expect((await as(creator).put('/streaming/update', { groupOffer: offer })).body.code).toBe('UNMETERED_ENGINE')
  const show = { title: 'A kiln opened', startsAt: new Date(Date.now() + 86_400_000).toISOString() }
  const planned = await as(creator).post('/streaming/ticket-shows', { ...show, minutes: 60, price: 50, seats: 10 })
  expect(planned.body.code).toBe('UNMETERED_ENGINE')
  expect((await as(creator).put('/streaming/update', { pricePerMinute: null, title: 'Salt' })).status).toBe(200)
  expect((await as(creator).get(`/streaming/join/${id}`)).body.data.stream.pricePerMinute).toBeNull()
})

test('where it is switched off, our own engine is used and no token is made', async () => {
  const { id } = await goLive()
  await use(false)
  try {
    expect(liveEngine(server.ctx).name).toBe('embedded')
    expect((await tokenOf(await buildUser(server.ctx), { id })).body.code).toBe('AGORA_OFF')
  } finally {
    await use(true)
  }
})
