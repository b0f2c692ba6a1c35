import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildFollow, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { buildAccess } from '../../content/posts/testing.ts'
import { processFile } from '../../media/processing/processing.ts'
import { deleteUnreferencedFiles } from '../../media/vault/deletion.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { liveEngine } from '../engine/engine.ts'
import { followRooms } from '../streams/streaming.ts'
import { type LiveServer, startLiveServer } from '../testing.ts'
import { finishCut } from './deciding.ts'
import { saveRecording } from './saving.ts'
import { end, goLive, keysOf, recorded, recordingOf } from './testing-streams.ts'
import { tidyRecordings } from './tidying.ts'

let server: LiveServer
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.stop())

const as = (who?: Built) => (who ? api(server).as(who) : api(server))
const performer = () => buildPerformer(server.ctx)
const user = () => buildUser(server.ctx)
const publish = (creator: Built, id: string, body: object = {}) =>
  as(creator).post(`/streaming/recordings/${id}/publish`, body)
const onDisk = (key: string) => join(server.ctx.config.dataDir, 'media', key)
/** A recorded stream of some segments that has ended. */
async function waiting(creator: Built, segments = 2, body: object = {}) {
  const { id, publisher } = await goLive(server, creator, body)
  await recorded(server, id, segments)
  publisher.close()
  return end(server, creator, id)
}
const mediaOf = (who: Built | undefined, address: string) =>
  fetch(address.startsWith('http') ? address : server.url + address, {
    headers: who ? { authorization: who.token } : {},
  })

test('a recorded stream waits for its creator, and becomes a video for those who could watch it', async () => {
  const creator = await performer()
  const [fan, stranger, blocked] = [await user(), await user(), await user()]
  for (const who of [fan, blocked]) await buildAccess(server.ctx, who, creator)
  await buildBlock(server.ctx, creator, blocked)
  const recording = await waiting(creator, 3, { type: 'subscribers' })
  expect(recording).toMatchObject({ status: 'waiting', type: 'subscribers', title: 'Clay', videoId: null })
  expect(recording.duration).toBeGreaterThan(4)
  // The engine keeps nothing of it any more.
  expect(
    (await liveEngine(server.ctx).recorder!.recordings()).filter(({ room }) => room === recording.streamId),
  ).toEqual([])
  expect((await as(fan).get('/streaming/recordings')).status).toBe(403)

  const published = await publish(creator, recording._id)
  expect(published.status, published.text).toBe(200)
  const { videoId } = published.body.data
  expect(published.body.data).toMatchObject({ status: 'published', discardedAt: null })
  const seen = async (who?: Built) => (await as(who).get(`/performer-assets/videos/${videoId}`)).body.data
  expect(await seen(fan)).toMatchObject({ title: 'Clay', locked: null, gate: { type: 'subscribers' } })
  expect((await seen(fan)).liveAt).toBeDefined()
  for (const who of [undefined, stranger])
    expect(await seen(who)).toMatchObject({
      can: { view: false },
      files: [{ isLocked: true }],
      inside: { download: false },
    })
  expect((await as(blocked).get(`/performer-assets/videos/${videoId}`)).status).toBe(404)
  const found = await as(stranger).get(`/performer-assets/videos/search?performerId=${creator.id}`)
  expect(found.body.data.map(({ _id }: { _id: string }) => _id)).toContain(videoId)

  // What was recorded is served as it came, by the fan's own addresses alone.
  const { base, hls } = (await seen(fan)).files[0]
  const master = await (await mediaOf(fan, base + hls)).text()
  const list = /^(hls-\d+)\/index\.m3u8$/m.exec(master)!
  const segments = await (await mediaOf(fan, base + list[0])).text()
  expect(segments.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true)
  for (const name of [/URI="(.*)"/.exec(segments)![1]!, ...segments.match(/^s\d+\.m4s$/gm)!]) {
    const part = await mediaOf(fan, `${base}${list[1]}/${name}`)
    expect([part.status, part.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect((await part.arrayBuffer()).byteLength).toBeGreaterThan(100)
    for (const who of [undefined, stranger, blocked])
      expect((await mediaOf(who, `${base}${list[1]}/${name}`)).status).toBe(404)
  }
  for (const who of [undefined, stranger]) {
    const replay = (await as(who).get(`/streaming/replays/${videoId}`)).body.data
    expect(replay).toMatchObject({ chapters: null, tips: null, chapterCount: 1 })
    expect((await as(who).get(`/streaming/replays/${videoId}/chat`)).status).toBe(404)
  }
  for (const path of ['', '/chat'])
    expect((await as(blocked).get(`/streaming/replays/${videoId}${path}`)).status).toBe(404)
  // Its pictures are made up, and nothing decodes them: it is ready without any.
  await processFile(server.ctx, (await seen(fan)).files[0]._id)
  expect((await seen(fan)).files[0]).toMatchObject({ status: 'ready' })
  expect((await as(creator).delete(`/streaming/recordings/${recording._id}`)).status).toBe(409)
})

test('its creator chooses another audience: followers, a price, or nobody yet', async () => {
  const [creator, follower] = [await performer(), await user()]
  await buildFollow(server.ctx, follower, creator)
  const [first, second, third] = [await waiting(creator), await waiting(creator), await waiting(creator)]
  const forFollowers = (await publish(creator, first._id, { gate: { type: 'followers' } })).body.data.videoId
  expect((await as(follower).get(`/performer-assets/videos/${forFollowers}`)).body.data.can.view).toBe(true)
  expect((await as(await user()).get(`/performer-assets/videos/${forFollowers}`)).body.data.can.view).toBe(false)
  const sold = (await publish(creator, second._id, { title: 'Kiln', gate: { type: 'paid', price: 90 } })).body.data
    .videoId
  const buyer = await buildFan(server.ctx, 500)
  const terms = (await as(buyer).get(`/performer-assets/videos/${sold}`)).body.data
  expect(terms).toMatchObject({ title: 'Kiln', locked: { reason: 'buy', price: 90 } })
  const bought = await payer(server, buyer).keyed(
    `/wallet/charges/video/${sold}`,
    { expectedPrice: 90, expectedTerms: terms.gate.terms },
    randomUUID(),
  )
  expect(bought.status, bought.text).toBe(200)
  expect((await as(buyer).get(`/streaming/replays/${sold}`)).body.data.chapters).toHaveLength(1)
  const draft = (await publish(creator, third._id, { status: 'draft' })).body.data.videoId
  expect((await as(follower).get(`/performer-assets/videos/${draft}`)).status).toBe(404)
  expect((await as(creator).get(`/performer/performer-assets/videos/${draft}/view`)).body.data.status).toBe('draft')
  expect((await publish(creator, first._id, { gate: { type: 'paid', price: 0.001 } })).status).toBe(422)
})

test('of two decisions at once the second finds the first, and nobody decides for someone else', async () => {
  const [creator, other] = [await performer(), await performer()]
  const recording = await waiting(creator)
  for (const reply of [
    await publish(other, recording._id),
    await as(other).put(`/streaming/recordings/${recording._id}/trim`, { from: 0, to: 1 }),
    await as(other).delete(`/streaming/recordings/${recording._id}`),
  ])
    expect(reply.status).toBe(404)
  expect((await as(other).get(`/streaming/recordings?streamId=${recording.streamId}`)).body.data).toEqual([])
  const replies = await Promise.all(Array.from({ length: 6 }, () => publish(creator, recording._id)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ body }) => body.data.videoId)).size).toBe(1)
  // Saving once more changes nothing either.
  await saveRecording(server.ctx, recording._id)
  expect(await recordingOf(server, creator, recording.streamId)).toMatchObject({ status: 'published' })
})

test('what is discarded is gone with its files, and can’t be published any more', async () => {
  const creator = await performer()
  const recording = await waiting(creator)
  const [key] = await keysOf(server, creator.id)
  expect(existsSync(onDisk(key!))).toBe(true)
  const discard = () => as(creator).delete(`/streaming/recordings/${recording._id}`)
  const replies = await Promise.all([discard(), discard(), discard()])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(existsSync(onDisk(key!))).toBe(false)
  expect(await keysOf(server, creator.id)).toEqual([])
  expect(await recordingOf(server, creator, recording.streamId)).toMatchObject({ status: 'discarded', file: null })
  expect((await publish(creator, recording._id)).status).toBe(409)
  expect((await as(creator).get('/streaming/recordings')).body.data).toEqual([])
})

test('a recording that is discarded while it is saved never comes', async () => {
  const creator = await performer()
  const { id, publisher } = await goLive(server, creator)
  await recorded(server, id, 1)
  publisher.close()
  await as(creator).put(`/streaming/live/${id}`, { status: 'ended' })
  const { _id } = await recordingOf(server, creator, id)
  expect((await publish(creator, _id)).status).toBe(409)
  expect((await as(creator).delete(`/streaming/recordings/${_id}`)).status).toBe(200)
  await saveRecording(server.ctx, _id)
  expect(await keysOf(server, creator.id)).toEqual([])
  await expect
    .poll(async () => {
      await tidyRecordings(server.ctx)
      return (await liveEngine(server.ctx).recorder!.recordings()).filter(({ room }) => room === id)
    })
    .toEqual([])
})

test('what is cut away is deleted, and the rest goes on from its beginning', async () => {
  const creator = await performer()
  const recording = await waiting(creator, 4)
  const [key] = await keysOf(server, creator.id)
  const files = () => readdirSync(onDisk(key!)).filter((name) => name.endsWith('.m4s'))
  const before = files()
  const trim = (body: object) => as(creator).put(`/streaming/recordings/${recording._id}/trim`, body)
  for (const body of [
    { from: 3, to: 3 },
    { from: 4, to: 2 },
    { from: 90_000, to: 90_001 },
    { from: -1, to: 2 },
  ])
    expect((await trim(body)).body.code).toBe('RULE_BROKEN')
  expect((await trim({})).body.code).toBe('INVALID_INPUT')
  // How long segments are, follows from when keyframes come.
  const all = await (await mediaOf(creator, `${recording.file.base}hls-240/index.m3u8`)).text()
  const [first, second, third] = [...all.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, seconds]) => Number(seconds))
  const reply = await trim({ from: first! + second! / 2, to: first! + second! + third! / 2 })
  expect(reply.status, reply.text).toBe(200)
  // Those in which the two moments lie stay.
  expect(reply.body.data.duration).toBeCloseTo(second! + third!, 0)
  expect(reply.body.data.bytes).toBeLessThan(recording.bytes)
  expect(files()).toEqual([before[1], before[2]])
  await finishCut(server.ctx, recording._id)
  expect(files()).toEqual([before[1], before[2]])
  const { base } = reply.body.data.file
  const list = await (await mediaOf(creator, `${base}hls-240/index.m3u8`)).text()
  expect(list.match(/^s\d+\.m4s$/gm)).toEqual([before[1], before[2]])
  expect((await mediaOf(creator, `${base}hls-240/${before[0]}`)).status).toBe(404)
  await publish(creator, recording._id)
  expect((await trim({ from: 0, to: 1 })).status).toBe(409)
})

test('the chat comes with its second of the video, without what was deleted, and chapters where something happened', async () => {
  const creator = await performer()
  const [fan, other] = [await buildFan(server.ctx, 5000), await user()]
  const { id, publisher } = await goLive(server, creator)
  await as(creator).put('/streaming/update', {
    goal: { title: 'New wheel', tokens: 300 },
    menu: [{ title: 'Throw a bowl', tokens: 60, isOn: true }],
  })
  await recorded(server, id, 1)
  const say = (who: Built, text: string) => as(who).post(`/messages/stream/${creator.id}`, { text })
  await say(other, 'Before')
  const bad = (await say(other, 'Something foul')).body.data
  const tip = (body: object) =>
    payer(server, fan).keyed(`/wallet/charges/tip/${creator.id}`, { inPublicChat: true, ...body }, randomUUID())
  const tipped = await tip({ tokens: 400, note: 'There you go' })
  expect(tipped.status, tipped.text).toBe(200)
  await recorded(server, id, 3)
  await say(fan, 'Later')
  publisher.close()
  const recording = await end(server, creator, id)
  await say(other, 'After the end')
  await as(creator).delete(`/messages/${bad._id}`)
  const { videoId } = (await publish(creator, recording._id)).body.data
  const chat = async (who?: Built, query = '') =>
    (await as(who).get(`/streaming/replays/${videoId}/chat${query}`)).body.data as {
      text: string
      at: number
      _id: string
    }[]
  const said = await chat()
  expect(said.map(({ text }) => text)).toEqual(['Before', 'There you go', 'Later'])
  const at = said.map((message) => message.at)
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at[2]).toBeGreaterThan(at[0]!)
  expect(at[2]).toBeLessThanOrEqual(recording.duration)
  expect((await chat(fan, `?from=${at[1]! + 0.001}`)).map(({ text }) => text)).toEqual(['Later'])
  expect((await chat(fan, `?after=${said[0]!._id}&limit=1`)).map(({ text }) => text)).toEqual(['There you go'])
  // Who is blocked by its writer doesn't read it; who is banned from the chat reads nothing.
  await buildBlock(server.ctx, other, fan)
  expect((await chat(fan)).map(({ text }) => text)).toEqual(['There you go', 'Later'])
  await sql`INSERT INTO stream_people (performer_id, account_id, standing) VALUES (${creator.id}, ${other.id}, 'banned')`.execute(
    server.ctx.db,
  )
  expect((await as(other).get(`/streaming/replays/${videoId}/chat`)).body.code).toBe('BANNED_FROM_ROOM')
  const replay = (await as(fan).get(`/streaming/replays/${videoId}`)).body.data
  expect(replay.tips.reduce((sum: number, tokens: number) => sum + tokens, 0)).toBe(400)
  expect(replay).toMatchObject({ chapters: [{ kind: 'start', at: 0 }], chapterCount: 1 })
})

test('nothing is recorded that nobody asked for, and a stream without any has no recording', async () => {
  const creator = await performer()
  const { id, publisher } = await goLive(server, creator, { record: false })
  await new Promise((done) => setTimeout(done, 2_500))
  expect((await liveEngine(server.ctx).recorder!.recordings()).filter(({ room }) => room === id)).toEqual([])
  const changed = await as(creator).put('/streaming/update', { record: true })
  expect(changed.body.data.recording).toEqual({ isOn: true, problem: null })
  expect((await as(await user()).get(`/streaming/join/${id}`)).body.data.stream.recording).toBeNull()
  await recorded(server, id, 1)
  publisher.close()
  expect(await end(server, creator, id)).toMatchObject({ status: 'waiting' })

  const { id: none, publisher: vp8 } = await goLive(server, creator, {}, 'VP8')
  await expect
    .poll(async () => {
      await followRooms(server.ctx)
      return (await as(creator).get(`/streaming/join/${none}`)).body.data.stream.recording
    })
    .toEqual({ isOn: false, problem: 'codec' })
  vp8.close()
  expect(await end(server, creator, none)).toBeUndefined()
})

test('recording stops, and says so, where the creator has no space left', async () => {
  const creator = await performer()
  const { id, publisher } = await goLive(server, creator)
  await recorded(server, id, 1)
  await sql`INSERT INTO files (owner_id, kind, purpose, bytes, status) VALUES (${creator.id}, 'video', 'feed-video', 900000000000000, 'ready')`.execute(
    server.ctx.db,
  )
  // It is looked at each time that so much more was recorded, and when recording begins.
  await as(creator).put('/streaming/update', { record: false })
  await followRooms(server.ctx)
  await as(creator).put('/streaming/update', { record: true })
  await followRooms(server.ctx)
  expect((await as(creator).get(`/streaming/join/${id}`)).body.data.stream.recording).toEqual({
    isOn: false,
    problem: 'storage',
  })
  await expect
    .poll(async () => (await liveEngine(server.ctx).rooms()).find((room) => room.id === id)?.recording.isOn)
    .toBe(false)
  publisher.close()
  // What there was before is not lost.
  expect(await end(server, creator, id)).toMatchObject({ status: 'waiting' })
})

test('what nobody decides about goes after a week, and what is decided stays', async () => {
  const creator = await performer()
  const [kept, left] = [await waiting(creator), await waiting(creator)]
  const days = (Date.parse(left.discardedAt) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  await publish(creator, kept._id)
  await sql`UPDATE recordings SET saved_at = saved_at - interval '6 days' WHERE performer_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  await sql`UPDATE files SET unreferenced_since = app_now() - interval '8 days' WHERE owner_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  await deleteUnreferencedFiles(server.ctx)
  await tidyRecordings(server.ctx)
  expect((await recordingOf(server, creator, left.streamId)).status).toBe('waiting')
  expect(await keysOf(server, creator.id)).toHaveLength(2)
  await sql`UPDATE recordings SET saved_at = saved_at - interval '2 days' WHERE performer_id = ${creator.id}`.execute(
    server.ctx.db,
  )
  await tidyRecordings(server.ctx)
  expect((await recordingOf(server, creator, left.streamId)).status).toBe('discarded')
  expect((await recordingOf(server, creator, kept.streamId)).status).toBe('published')
  expect(await keysOf(server, creator.id)).toHaveLength(1)
})
