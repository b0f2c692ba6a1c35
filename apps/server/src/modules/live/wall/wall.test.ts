import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { loadLoop } from '@fanlight/live-engine/loop/loop'
import type { TestPeer } from '@fanlight/live-engine/testing'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildAdmin, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { useMatchPort } from '../../media/intake/known-illegal.ts'
import { buildFan } from '../../money/wallet/testing.ts'
import { buildReport } from '../../staff/reports/testing.ts'
import { liveEngine } from '../engine/engine.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { deleteOldStills, sampleStreams } from './stills.ts'

const asset = (name: string) => fileURLToPath(new URL(`../../../../../../demo/assets/live-${name}`, import.meta.url))
const loops = { dough: () => loadLoop({ video: asset('teo-dough.ivf'), audio: asset('teo-dough.opus') }) }

let server: LiveServer
let moderator: Built
const peers: TestPeer[] = []
beforeAll(async () => {
  server = await startLiveServer({ loops })
  moderator = await buildAdmin(server.ctx, { permissions: ['moderation'], name: 'Mara Lindt' })
})
afterEach(async () => {
  useMatchPort(undefined)
  for (const peer of peers.splice(0)) peer.close()
  await sql`UPDATE streams SET status = 'ended', ended_at = app_now() WHERE status <> 'ended'`.execute(server.ctx.db)
  await followRooms(server.ctx)
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const wall = async (query = '') => (await as(moderator).get(`/admin/live${query}`)).body.data
const stop = (id: string, body: object = {}) =>
  as(moderator).post(`/admin/live/${id}/stop`, { reason: 'Shows somebody else’s home.', ...body })
const follow = () => followRooms(server.ctx)
const peer = async (transport: Parameters<LiveServer['peer']>[0], may: 'publish' | 'view') => {
  const made = await server.peer(transport, may)
  peers.push(made)
  return made
}
const statusOf = async (creator: Built) => (await as(creator).put('/streaming/set-duration', {})).body.data?.status

async function goLive(type = 'public') {
  const creator = await buildPerformer(server.ctx)
  const { stream, transport } = (await as(creator).post('/streaming/live', { title: 'Centring clay', type })).body.data
  const publisher = await peer(transport, 'publish')
  await expect.poll(async () => (await follow(), statusOf(creator))).toBe('live')
  return { creator, id: stream._id as string, publisher }
}
/** Video that can be decoded: a loop in place of a publisher. */
async function showLoop(type = 'public') {
  const creator = await buildPerformer(server.ctx)
  const { stream } = (await as(creator).post('/streaming/live', { title: 'Sourdough', type })).body.data
  await liveEngine(server.ctx).play!(stream._id, 'dough')
  await expect.poll(async () => (await follow(), statusOf(creator))).toBe('live')
  return { creator, id: stream._id as string }
}
const watch = async (fan: Built, id: string) =>
  peer((await as(fan).get(`/streaming/join/${id}`)).body.data.transport, 'view')
const isOpen = async (id: string) => (await liveEngine(server.ctx).rooms()).some((room) => room.id === id)
const stillsOf = async (id: string) => (await as(moderator).get(`/admin/live/${id}/stills`)).body.data
const audited = (action: string, about: Built) =>
  row(
    server.ctx.db,
    sql<{ reason: string; after: Record<string, unknown> }>`SELECT reason, after FROM audit_log
      WHERE action = ${action} AND target_id = ${about.id} ORDER BY id DESC LIMIT 1`,
  )
/** A creator and a fan in a private show. */
async function inPrivate() {
  const { creator } = await goLive()
  const fan = await buildFan(server.ctx, 1_000)
  await as(creator).put('/streaming/update', { pricePerMinute: 60 })
  const asked = await as(fan).post('/streaming/private-requests', { performerId: creator.id, expectedPrice: 60 })
  const { _id: id, conversationId } = asked.body.data
  const base = `/streaming/private-requests/${conversationId}`
  await as(creator).put(base, { status: 'accepted' })
  await peer((await as(creator).get(`${base}/join`)).body.data.transport, 'publish')
  await expect
    .poll(async () => (await peer((await as(fan).get(`${base}/join`)).body.data.transport, 'view')).status)
    .toBe(201)
  const show = async (who: Built) => (await as(who).get('/streaming/private-requests')).body.data[0]
  await expect.poll(async () => (await follow(), (await show(fan)).counted), { timeout: 20_000 }).toBeGreaterThan(0)
  return { creator, fan, id: id as string, show }
}

describe('the wall of live rooms', () => {
  test('lists those reported most first, then those with most viewers, in pages and by type', async () => {
    const [quiet, watched, reported] = [await goLive(), await goLive(), await goLive('subscribers')]
    await watch(await buildUser(server.ctx), watched.id)
    await buildReport(server.ctx, { type: 'performer', id: reported.creator.id })
    await expect.poll(async () => (await follow(), (await wall())[1]?.viewers)).toBe(1)
    const all = await wall()
    expect(all.map(({ _id }: { _id: string }) => _id)).toEqual([reported.id, watched.id, quiet.id])
    expect(all[0]).toMatchObject({ type: 'subscribers', reports: 1, viewers: 0, still: null })
    const first = await as(moderator).get('/admin/live?pageSize=2')
    expect([first.body.data.length, first.body.total]).toEqual([2, 3])
    const rest = await as(moderator).get(`/admin/live?pageSize=2&cursor=${first.body.nextCursor}`)
    expect(rest.body.data).toHaveLength(1)
    expect((await wall('?type=subscribers')).map(({ _id }: { _id: string }) => _id)).toEqual([reported.id])
    expect((await wall('?reported=true')).map(({ _id }: { _id: string }) => _id)).toEqual([reported.id])
    const types = Object.entries({ public: 2, subscribers: 1, ticket: 0, private: 0, group: 0 })
    const counts = { all: 3, reported: 1, types: types.map(([type, rooms]) => ({ type, rooms })) }
    for (const query of ['', '?type=ticket', '?reported=true'])
      expect((await as(moderator).get(`/admin/live${query}`)).body.counts).toEqual(counts)
  })

  test('counts reports of abuse for those who may see them, and for no others', async () => {
    const { creator, id } = await goLive()
    await buildReport(server.ctx, { type: 'performer', id: creator.id }, { category: 'minor' })
    const officer = await buildAdmin(server.ctx, { permissions: ['moderation', 'compliance'] })
    const shown = async (who: Built) => {
      const { data, counts } = (await as(who).get('/admin/live')).body
      return [data.find((room: { _id: string }) => room._id === id).reports, counts.reported]
    }
    expect(await shown(officer)).toEqual([1, 1])
    expect(await shown(moderator)).toEqual([0, 0])
  })

  test('is for staff who moderate alone', async () => {
    const { creator, id } = await goLive()
    const support = await buildAdmin(server.ctx, { permissions: ['support'] })
    for (const who of [creator, support]) {
      expect((await as(who).get('/admin/live')).status).toBe(403)
      expect((await as(who).post(`/admin/live/${id}/watch`, {})).status).toBe(403)
      expect((await as(who).post(`/admin/live/${id}/stop`, { reason: 'No reason.' })).status).toBe(403)
    }
  })
})

describe('stopping', () => {
  test('ends the video of all before it answers; the creator reads why, and a right from before opens nothing', async () => {
    const { creator, id } = await goLive()
    const viewer = await watch(await buildUser(server.ctx), id)
    await expect.poll(() => viewer.received()).toBeGreaterThan(5)
    const before = (await as(creator).post('/streaming/live', {})).body.data.transport
    expect((await stop(id)).status).toBe(200)
    expect(await isOpen(id)).toBe(false)
    const read = (await as(creator).get(`/streaming/join/${id}`)).body.data.stream
    expect(read).toMatchObject({ status: 'ended', stopReason: 'Shows somebody else’s home.' })
    const seen = (await as(await buildUser(server.ctx)).get(`/streaming/join/${id}`)).body.data.stream
    expect(seen.stopReason).toBeNull()
    expect((await peer(before, 'publish')).status).toBe(404)
    expect((await stop(id)).body.code).toBe('STREAM_ENDED')
    expect((await stop(randomUUID())).status).toBe(404)
    expect(await audited('live.stopped', creator)).toMatchObject({
      reason: 'Shows somebody else’s home.',
      after: { room: id, isPrivate: false },
    })
    // Nothing keeps them from going live again.
    expect((await as(creator).post('/streaming/live', {})).status).toBe(200)
  })

  test('closes the room as soon as an engine that was away answers, before anybody is let in', async () => {
    const { id } = await goLive()
    const engine = liveEngine(server.ctx)
    await server.killEngine()
    expect((await stop(id)).status).toBe(200)
    await server.back()
    await engine.recorder!.record(id, false)
    expect(await isOpen(id)).toBe(true)
    await follow()
    expect(await isOpen(id)).toBe(false)
  })

  test('may keep a creator from going live for a time, until it is over or lifted', async () => {
    const { creator, id } = await goLive()
    const past = await stop(id, {
      suspend: { until: new Date(server.ctx.clock.now().getTime() - 1_000).toISOString() },
    })
    expect(past.status).toBe(422)
    const until = new Date(server.ctx.clock.now().getTime() + 3_600_000).toISOString()
    expect((await stop(id, { suspend: { until } })).status).toBe(200)
    const refused = await as(creator).post('/streaming/live', {})
    expect([refused.status, refused.body.code]).toEqual([403, 'LIVE_SUSPENDED'])
    expect(refused.body).toMatchObject({ reason: 'Shows somebody else’s home.', until })
    const { key } = (await as(creator).post('/streaming/key')).body.data
    expect((await server.program(key)).status).toBe(403)
    await advanceClock(server.ctx, '3601 seconds')
    const again = await as(creator).post('/streaming/live', {})
    expect(again.status).toBe(200)
    expect((await stop(again.body.data.stream._id, { suspend: { until: null } })).status).toBe(200)
    expect((await as(creator).post('/streaming/live', {})).body.code).toBe('LIVE_SUSPENDED')
    expect((await as(moderator).get('/admin/live')).body.suspended[0]).toMatchObject({
      performer: { _id: creator.id },
      until: null,
    })
    const lift = () =>
      as(moderator).post(`/admin/accounts/${creator.id}/live-suspension/lift`, { reason: 'Looked at.' })
    expect((await lift()).status).toBe(200)
    expect((await as(creator).post('/streaming/live', {})).status).toBe(200)
    expect((await lift()).body.code).toBe('NOT_SUSPENDED')
  })

  test('ends a private show as moderators end it, and the hold goes back', async () => {
    const { fan, id, show } = await inPrivate()
    expect((await stop(id)).status).toBe(200)
    expect(await isOpen(id)).toBe(false)
    expect(await show(fan)).toMatchObject({ status: 'ended', endedBy: 'moderator', held: 0 })
  })
})

describe('watching', () => {
  test('is neither counted nor ended, and not possible without the row that says so', async () => {
    const { creator, id } = await goLive('subscribers')
    const reply = await as(moderator).post(`/admin/live/${id}/watch`, {})
    const viewer = await peer(reply.body.data, 'view')
    await expect.poll(() => viewer.received()).toBeGreaterThan(5)
    await follow()
    await follow()
    const [room] = (await liveEngine(server.ctx).rooms()).filter((found) => found.id === id)
    expect(room!.watching).toEqual([moderator.sessionId])
    expect((await wall())[0].viewers).toBe(0)
    expect(await audited('live.watched', creator)).toMatchObject({ after: { room: id, isPrivate: false } })
    await sql`UPDATE accounts SET permissions = '{support}' WHERE id = ${moderator.id}`.execute(server.ctx.db)
    await follow()
    expect((await liveEngine(server.ctx).rooms()).find((found) => found.id === id)!.watching).toEqual([])
    await sql`UPDATE accounts SET permissions = '{moderation}' WHERE id = ${moderator.id}`.execute(server.ctx.db)
  })

  test('a group show is one room without a picture, is watched with a reason, and is ended for all', async () => {
    const { creator } = await goLive()
    const id = randomUUID()
    await sql`INSERT INTO group_shows (id, performer_id, price_per_minute, people_max, started_at)
      VALUES (${id}, ${creator.id}, 6000, 3, app_now())`.execute(server.ctx.db)
    expect(await wall('?type=group')).toMatchObject([{ _id: id, type: 'group', viewers: 0, still: null }])
    expect((await as(moderator).post(`/admin/live/${id}/watch`, {})).status).toBe(422)
    expect(
      (await as(moderator).post(`/admin/live/${id}/watch`, { reason: 'Somebody has asked for help.' })).status,
    ).toBe(200)
    expect((await stop(id)).status).toBe(200)
    expect(await wall('?type=group')).toEqual([])
    expect((await stop(id)).body.code).toBe('STREAM_ENDED')
  })

  test('a private show needs a reason, is listed without a picture, and its people can see it afterwards', async () => {
    const { creator, fan, id, show } = await inPrivate()
    expect(await wall('?type=private')).toMatchObject([{ _id: id, type: 'private', still: null }])
    expect((await as(moderator).post(`/admin/live/${id}/watch`, {})).status).toBe(422)
    const reply = await as(moderator).post(`/admin/live/${id}/watch`, { reason: 'The fan has asked for help.' })
    const viewer = await peer(reply.body.data, 'view')
    await expect.poll(() => viewer.received()).toBeGreaterThan(5)
    await follow()
    expect((await show(fan)).wasLookedAt).toBeNull()
    expect(await audited('live.watched', creator)).toMatchObject({ reason: 'The fan has asked for help.' })
    await sampleStreams(server.ctx)
    expect(await stillsOf(id)).toEqual([])
    await stop(id)
    for (const who of [fan, creator]) expect((await show(who)).wasLookedAt).toBe(true)
  })
})

describe('pictures', () => {
  test('are made of what runs, once in ten seconds, and deleted after a day', async () => {
    const { id } = await showLoop('subscribers')
    await sampleStreams(server.ctx)
    await sampleStreams(server.ctx)
    const [still, ...more] = await stillsOf(id)
    expect(more).toEqual([])
    expect((await wall())[0].still).toEqual(still)
    const picture = await as(moderator).get(`/admin/live/stills/${still._id}`)
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 480 })
    await advanceClock(server.ctx, '11 seconds')
    await sampleStreams(server.ctx)
    expect(await stillsOf(id)).toHaveLength(2)
    await advanceClock(server.ctx, '24 hours')
    expect((await as(moderator).get(`/admin/live/stills/${still._id}`)).status).toBe(404)
    const { storageKey } = (await row(
      server.ctx.db,
      sql<{ storageKey: string }>`SELECT storage_key AS "storageKey" FROM live_stills WHERE id = ${still._id}`,
    ))!
    await deleteOldStills(server.ctx)
    expect(await storageOf(server.ctx.config).size(storageKey)).toBeUndefined()
    expect(await row(server.ctx.db, sql`SELECT 1 FROM live_stills WHERE id = ${still._id}`)).toBeUndefined()
  })

  test('of a creator who has closed their account go at once', async () => {
    const { creator, id } = await showLoop()
    await sampleStreams(server.ctx)
    expect(await stillsOf(id)).toHaveLength(1)
    await sql`UPDATE accounts SET status = 'closed' WHERE id = ${creator.id}`.execute(server.ctx.db)
    await deleteOldStills(server.ctx)
    expect(await stillsOf(id)).toEqual([])
  })

  test('that match known illegal material end the stream, and keep its creator from going live', async () => {
    const { creator, id } = await showLoop()
    let seen: Buffer | undefined
    useMatchPort({
      async isKnown({ picture }) {
        seen = picture
        return true
      },
    })
    await sampleStreams(server.ctx)
    expect((await sharp(seen).metadata()).format).toBe('jpeg')
    expect(await isOpen(id)).toBe(false)
    expect(await stillsOf(id)).toEqual([])
    expect((await as(creator).post('/streaming/live', {})).body.code).toBe('LIVE_SUSPENDED')
    expect(await audited('live.stopped', creator)).toMatchObject({ after: { room: id, isKnownIllegal: true } })
  })
})

describe('only approved creators publish: the video ends in the second in which', () => {
  const causes = {
    'the account is suspended': (id: string) => sql`UPDATE accounts SET status = 'suspended' WHERE id = ${id}`,
    'the account is being closed': (id: string) => sql`UPDATE accounts SET status = 'closing' WHERE id = ${id}`,
    'the verification is revoked': (id: string) =>
      sql`UPDATE performers SET verification_status = 'revoked' WHERE account_id = ${id}`,
    'the approval is taken back': (id: string) =>
      sql`UPDATE performers SET verification_status = 'in_review' WHERE account_id = ${id}`,
    'going live is suspended': (id: string) =>
      sql`INSERT INTO live_suspensions (performer_id, reason) VALUES (${id}, 'Looked at.')`,
  }
  test.each(Object.entries(causes))('%s', async (_name, cause) => {
    const { creator, id } = await goLive()
    const viewer = await watch(await buildUser(server.ctx), id)
    await expect.poll(() => viewer.received()).toBeGreaterThan(5)
    await cause(creator.id).execute(server.ctx.db)
    await follow()
    expect(await isOpen(id)).toBe(false)
    const found = await row(server.ctx.db, sql<{ status: string }>`SELECT status FROM streams WHERE id = ${id}`)
    expect(found!.status).toBe('ended')
  })

  test('the session is over', async () => {
    const { creator, id } = await goLive()
    await sql`UPDATE sessions SET revoked_at = app_now() WHERE id = ${creator.sessionId}`.execute(server.ctx.db)
    await follow()
    expect((await liveEngine(server.ctx).rooms()).find((room) => room.id === id)?.publishing ?? null).toBeNull()
  })
})
