import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildBlock, buildFollow, buildPerformer } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { sql } from '../../../platform/db/db.ts'
import { hasVideoEngine } from '../../../testing/clip.ts'
import { processFile } from '../../media/processing/processing.ts'
import { samples } from '../../media/testing.ts'
import { buildAccess, buildFile } from '../posts/testing.ts'
import { buildFan } from '../../money/wallet/testing.ts'
import { buildParticipant } from '../participants/testing.ts'
import { buildVideo } from './testing.ts'

// What the page of a video says beyond the video, before and after buying.

const hasEngine = await hasVideoEngine()
let server: TestServer
let creator: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
})
afterAll(() => server.stop())

const own = '/performer/performer-assets/videos'
const shown = '/performer-assets/videos'
const asks = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
const buy = (fan: Built, id: string) =>
  asks(fan).post(`/wallet/charges/video/${id}`, {}, { headers: { 'idempotency-key': `buy-${id}` } })
const plan = (price: number, months: number, name: string) =>
  sql`INSERT INTO plans (performer_id, name, type, months, price) VALUES (${creator.id}, ${name}, ${months === 1 ? 'monthly' : 'bundle'}, ${months}, ${price})`.execute(
    server.ctx.db,
  )
const edit = (id: string, changes: object) => asks(creator).put(`${own}/edit/${id}`, changes)

describe('chapters', () => {
  test('are kept in their order, and shown to who may watch; before that their number alone', async () => {
    const id = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 900n } })
    const chapters = [
      { at: 0, title: 'Wedging' },
      { at: 30, title: 'First pull' },
    ]
    const saved = await edit(id, { chapters })
    expect(saved.body.data?.chapters, saved.text).toEqual(chapters)
    // Other changes leave them.
    expect((await edit(id, { title: 'Another' })).body.data.chapters).toEqual(chapters)
    const before = (await asks().get(`${shown}/${id}`)).body.data
    expect(before.inside).toMatchObject({ chapters: 2, captions: 0, download: true })
    expect(JSON.stringify(before)).not.toContain('First pull')
    const fan = await buildFan(server.ctx, 100)
    expect((await buy(fan, id)).status).toBe(200)
    const after = (await asks(fan).get(`${shown}/${id}`)).body.data
    expect(after).toMatchObject({ chapters, bought: { tokens: 9 }, canDownload: true, openBy: 'purchase' })
    expect(after.inside).toBeUndefined()
  })

  test('begin at 0:00, three seconds apart at least, within the video, and are fifty at most', async () => {
    const id = await buildVideo(server.ctx, creator)
    const refused = async (...at: number[]) => {
      const { status, body } = await edit(id, { chapters: at.map((second) => ({ at: second, title: 'A part' })) })
      return [status, body.errors?.[0]?.path ?? '', body.errors?.[0]?.code ?? '']
    }
    expect(await refused(1, 10)).toEqual([422, 'chapters', 'CHAPTER_FIRST'])
    expect(await refused(0, 2)).toEqual([422, 'chapters', 'CHAPTERS_CLOSE'])
    expect(await refused(0, 20, 10)).toEqual([422, 'chapters', 'CHAPTERS_CLOSE'])
    expect(await refused(0, 61)).toEqual([422, 'chapters', 'CHAPTER_LATE'])
    expect(await refused(...Array.from({ length: 51 }, (_, n) => n * 3))).toEqual([422, 'chapters', 'TOO_MANY'])
    expect((await refused(0, 60))[0]).toBe(200)
    expect((await edit(id, { chapters: [] })).body.data.chapters).toEqual([])
    expect((await edit(id, { chapters: [{ at: 0, title: ' ' }] })).status).toBe(422)
  })
})

test('before buying, the least expensive plan that opens it is named with what else it opens', async () => {
  await plan(599, 1, 'Front Row')
  await plan(1500, 3, 'Front Row, three months')
  const id = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 900n, freeForSubscribers: true } })
  await buildVideo(server.ctx, creator, { gate: { type: 'subscribers' } })
  const alone = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 900n } })
  const seen = (await asks().get(`${shown}/${id}`)).body.data
  expect(seen.includedWith).toEqual({
    name: 'Front Row, three months',
    pricePerMonth: 5,
    videos: expect.any(Number),
    posts: 0,
  })
  expect(seen.includedWith.videos).toBeGreaterThan(0)
  expect((await asks().get(`${shown}/${alone}`)).body.data.includedWith).toBeUndefined()
})

describe('saving a video', () => {
  test('is for its creator and its buyers, and for no subscriber, follower or visitor', async () => {
    const id = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 900n, freeForSubscribers: true } })
    const [buyer, follower, subscriber, blocked] = await Promise.all([
      buildFan(server.ctx, 100),
      buildFan(server.ctx, 100),
      buildFan(server.ctx, 100),
      buildFan(server.ctx, 100),
    ])
    await buildFollow(server.ctx, follower, creator)
    await buildAccess(server.ctx, subscriber, creator)
    await buildBlock(server.ctx, creator, blocked)
    expect((await buy(buyer, id)).status).toBe(200)
    const link = async (who?: Built) => {
      const { status, body } = await asks(who).get(`${shown}/${id}/download-link`)
      return [status, body.code ?? (typeof body.data.url === 'string' && body.data.url !== '')]
    }
    expect(await link(buyer)).toEqual([200, true])
    expect(await link(creator)).toEqual([200, true])
    expect(await link()).toEqual([401, 'NOT_SIGNED_IN'])
    expect(await link(follower)).toEqual([403, 'PURCHASE_REQUIRED'])
    expect((await asks(subscriber).get(`${shown}/${id}`)).body.data).toMatchObject({
      can: { view: true },
      openBy: 'subscription',
      canDownload: false,
    })
    expect(await link(subscriber)).toEqual([403, 'PURCHASE_REQUIRED'])
    expect((await link(blocked))[0]).toBe(404)
    // What somebody bought stays theirs, also when its seller blocks them.
    await buildBlock(server.ctx, creator, buyer)
    expect(await link(buyer)).toEqual([200, true])
  })

  test.skipIf(!hasEngine)('gives the video as it is shown: whole, and never the original', async () => {
    const clip = await samples.video({ size: '426x240', length: 2 })
    const sent = await asks(creator).upload('/performer/feeds/video/upload', formOf({}, { file: clip }))
    const fileId = sent.body.data._id as string
    await processFile(server.ctx, fileId)
    const id = await buildVideo(server.ctx, creator, { fileId, gate: { type: 'paid', price: 900n } })
    const fan = await buildFan(server.ctx, 100)
    await buy(fan, id)
    const { url } = (await asks(fan).get(`${shown}/${id}/download-link`)).body.data
    const saved = await server.app.inject({ url, headers: { authorization: fan.token } })
    expect([saved.statusCode, saved.headers['content-type']]).toEqual([200, 'video/mp4'])
    expect(saved.headers['content-disposition']).toMatch(/^attachment; .+\.mp4$/)
    expect(saved.rawPayload.subarray(4, 8).toString()).toBe('ftyp')
    expect(saved.rawPayload.includes('moof')).toBe(true)
    // The address gives nothing else of the file.
    for (const other of ['file', 'master.m3u8', 'hls-240/index.m3u8'])
      expect(
        (await server.app.inject({ url: url.replace('video.mp4', other), headers: { authorization: fan.token } }))
          .statusCode,
        other,
      ).toBe(404)
  })

  test('can be switched off until somebody has bought it, and nobody buys what they were not shown', async () => {
    const id = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 900n } })
    const { terms } = (await asks().get(`${shown}/${id}`)).body.data.gate
    expect((await edit(id, { buyersMayDownload: false })).body.data.buyersMayDownload).toBe(false)
    expect((await asks().get(`${shown}/${id}`)).body.data.inside.download).toBe(false)
    const fan = await buildFan(server.ctx, 100)
    const before = { expectedPrice: 9, expectedTerms: terms }
    const refused = await asks(fan).post(`/wallet/charges/video/${id}`, before, { headers: { 'idempotency-key': 'a' } })
    expect(refused.body.code, refused.text).toBe('TERMS_CHANGED')
    const now = { expectedPrice: 9, expectedTerms: refused.body.terms }
    const bought = await asks(fan).post(`/wallet/charges/video/${id}`, now, { headers: { 'idempotency-key': 'b' } })
    expect(bought.status).toBe(200)
    expect((await asks(fan).get(`${shown}/${id}`)).body.data.canDownload).toBe(false)
    expect((await asks(fan).get(`${shown}/${id}/download-link`)).status).toBe(404)
    expect((await edit(id, { buyersMayDownload: true })).status).toBe(200)
    expect((await asks(fan).get(`${shown}/${id}/download-link`)).status).toBe(200)
    expect((await edit(id, { buyersMayDownload: false })).body.code).toBe('SOLD_FILES_STAY')
  })

  test('is none where someone whom the video shows forbids it; what was sold with it keeps it', async () => {
    const { ctx } = server
    const [allowing, unasked, forbidding] = [
      await buildParticipant(ctx, creator, { status: 'verified', mayDownload: true }),
      await buildParticipant(ctx, creator, { status: 'verified' }),
      await buildParticipant(ctx, creator, { status: 'verified', mayDownload: false }),
    ]
    const id = await buildVideo(ctx, creator, { gate: { type: 'paid', price: 900n } })
    const download = async () => (await asks().get(`${shown}/${id}`)).body.data.inside.download
    expect((await edit(id, { participantIds: [allowing.id, unasked.id] })).status).toBe(200)
    expect(await download()).toBe(true)
    const { terms } = (await asks().get(`${shown}/${id}`)).body.data.gate
    const all = [allowing.id, unasked.id, forbidding.id]
    expect((await edit(id, { participantIds: all })).body.data.participants).toContainEqual(
      expect.objectContaining({ _id: forbidding.id, mayDownload: false }),
    )
    expect(await download()).toBe(false)
    const fan = await buildFan(ctx, 100)
    const charge = (expectedTerms: string, key: string) =>
      asks(fan).post(
        `/wallet/charges/video/${id}`,
        { expectedPrice: 9, expectedTerms },
        { headers: { 'idempotency-key': key } },
      )
    const refused = await charge(terms, 'shown-before')
    expect(refused.body.code).toBe('TERMS_CHANGED')
    expect((await charge(refused.body.terms, 'shown-now')).status).toBe(200)
    expect((await asks(fan).get(`${shown}/${id}`)).body.data.canDownload).toBe(false)
    expect((await asks(fan).get(`${shown}/${id}/download-link`)).status).toBe(404)
    expect((await asks(creator).get(`${shown}/${id}/download-link`)).status).toBe(200)

    const sold = await buildVideo(ctx, creator, { gate: { type: 'paid', price: 900n } })
    expect((await buy(await buildFan(ctx, 100), sold)).status).toBe(200)
    const late = await edit(sold, { participantIds: [forbidding.id] })
    expect(late.body.errors).toMatchObject([{ path: 'participantIds', code: 'DOWNLOAD_NOT_ALLOWED' }])
    expect((await edit(sold, { participantIds: [allowing.id] })).status).toBe(200)
  })
})

test('where one stopped is kept for the account, until the video is seen to its end', async () => {
  const id = await buildVideo(server.ctx, creator)
  const locked = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 900n } })
  const [fan, other] = [await buildFan(server.ctx, 0), await buildFan(server.ctx, 0)]
  const keep = (seconds: number, video = id) => asks(fan).put(`${shown}/${video}/position`, { seconds })
  const position = async (who?: Built) => (await asks(who).get(`${shown}/${id}`)).body.data.position
  expect((await keep(42)).status).toBe(200)
  expect((await keep(45)).status).toBe(200)
  expect(await position(fan)).toBe(45)
  expect([await position(other), await position()]).toEqual([undefined, undefined])
  expect((await keep(0)).status).toBe(200)
  expect(await position(fan)).toBeUndefined()
  expect((await keep(10, locked)).body.code).toBe('PURCHASE_REQUIRED')
  expect((await keep(-1)).status).toBe(422)
})

test('up next are videos of the same creator that one may watch first, related are those of others; no locked one shows its picture', async () => {
  const [one, two] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const id = await buildVideo(server.ctx, one, { tags: ['bells'] })
  const fileId = await buildFile(server.ctx, one, { purpose: 'feed-video' })
  const locked = await buildVideo(server.ctx, one, { gate: { type: 'paid', price: 900n }, fileId })
  const open = await buildVideo(server.ctx, one, { hoursAgo: 5 })
  const others = await buildVideo(server.ctx, two, { tags: ['bells'] })
  const { body, text } = await asks().get(`${shown}/${id}/related`)
  expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual([open, locked, others])
  expect(body.data[1].files).toEqual([expect.objectContaining({ isLocked: true })])
  expect(text).not.toContain(fileId)
})

test('comments on a video that is for sale are read before buying, and written after', async () => {
  const id = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 900n } })
  const closed = await buildVideo(server.ctx, creator, { gate: { type: 'followers' } })
  expect((await asks(creator).post('/comments', { itemId: id, text: 'Ask me anything.' })).status).toBe(200)
  const fan = await buildFan(server.ctx, 0)
  expect((await asks().get(`/comments?itemId=${id}`)).body.data).toMatchObject([
    { text: 'Ask me anything.', image: null },
  ])
  expect((await asks(fan).post('/comments', { itemId: id, text: 'Hello' })).body.code).toBe('PURCHASE_REQUIRED')
  expect((await asks(fan).get(`/comments?itemId=${closed}`)).status).toBe(403)
})
