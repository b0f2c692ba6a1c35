import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildBlock, buildFollow, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { publishDue } from '../items/publishing.ts'
import { rollUpCounters } from '../counters/roll-up.ts'
import { samples } from '../../media/testing.ts'
import { buildAccess, buildFile, finishFile, uniqueWord } from '../posts/testing.ts'
import { buildFan } from '../../money/wallet/testing.ts'
import { buildVideo } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const own = '/performer/performer-assets/videos'
const shown = '/performer-assets/videos'
const asks = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
const fileOf = (
  of: Built,
  purpose: 'feed-video' | 'feed-teaser' | 'feed-thumbnail' = 'feed-video',
  isPlayable = true,
) => buildFile(server.ctx, of, { purpose, isPlayable })
const filesOf = async (of: Built): Promise<number> =>
  (await row(server.ctx.db, sql<{ n: number }>`SELECT count(*)::int AS n FROM files WHERE owner_id = ${of.id}`))!.n
const put = (who: Built, path: string, form: FormData) => asks(who).call('PUT', path, { form })

describe('saving', () => {
  test('a video is saved with files that were uploaded before, and published when they are ready', async () => {
    const creator = await buildPerformer(server.ctx)
    const [videoId, teaserId, thumbnailId] = [
      await fileOf(creator, 'feed-video', false),
      await fileOf(creator, 'feed-teaser'),
      await fileOf(creator, 'feed-thumbnail'),
    ]
    const saved = await asks(creator).post(`${own}/upload`, {
      title: 'Kiln opening',
      text: 'Two days',
      tags: ['Kiln'],
      videoId,
      teaserId,
      thumbnailId,
      gate: { type: 'paid', price: 9 },
    })
    expect(saved.body.data, saved.text).toMatchObject({
      kind: 'video',
      status: 'processing',
      files: [{ _id: videoId }],
      teaser: { _id: teaserId },
      thumbnail: { _id: thumbnailId },
      processing: { ready: 2, total: 3, failed: 0 },
      tags: ['kiln'],
    })
    const { _id } = saved.body.data
    expect((await asks().get(`${shown}/${_id}`)).status).toBe(404)
    await finishFile(server.ctx, videoId)
    await publishDue(server.ctx)
    const seen = await asks().get(`${shown}/${_id}`)
    expect(seen.body.data).toMatchObject({ title: 'Kiln opening', text: '', locked: { reason: 'sign-in', price: 9 } })
    await rollUpCounters(server.ctx)
    const counted = await row(server.ctx.db, sql`SELECT videos, feeds FROM performers WHERE account_id = ${creator.id}`)
    expect(counted).toMatchObject({ videos: 1n, feeds: 0n })
  })

  test('a form with three files and the fields as text makes the same video', async () => {
    const creator = await buildPerformer(server.ctx)
    const form = formOf(
      {
        title: 'From a form',
        gate: JSON.stringify({ type: 'paid', price: 12.5, freeForSubscribers: true }),
        tags: 'clay, kiln',
        isPinned: 'true',
        publishAt: '',
      },
      {
        video: await samples.video({ size: '426x240', length: 1 }),
        teaser: await samples.video({ size: '426x240', length: 1 }),
        thumbnail: await samples.photo(),
      },
    )
    const saved = await asks(creator).upload(`${own}/upload`, form)
    expect(saved.body.data, saved.text).toMatchObject({
      title: 'From a form',
      status: 'processing',
      tags: ['clay', 'kiln'],
      isPinned: true,
      gate: { type: 'paid', price: 12.5, freeForSubscribers: true },
      files: [{ type: 'feed-video' }],
      teaser: { type: 'feed-teaser' },
      thumbnail: { type: 'feed-thumbnail' },
    })
    expect(await filesOf(creator)).toBe(3)
    const changed = await put(
      creator,
      `${own}/edit/${saved.body.data._id}`,
      formOf({}, { thumbnail: await samples.photo() }),
    )
    expect(changed.body.data.thumbnail._id).not.toBe(saved.body.data.thumbnail._id)
    expect(changed.body.data).toMatchObject({ title: 'From a form', teaser: { _id: saved.body.data.teaser._id } })
  })

  test('of a form with one wrong file, or with fields that are refused, nothing is stored', async () => {
    const creator = await buildPerformer(server.ctx)
    const video = await samples.video({ size: '426x240', length: 1 })
    const photo = await samples.photo()
    const send = async (fields: Record<string, string>, files: Record<string, Buffer>) => {
      const { status, body } = await asks(creator).upload(`${own}/upload`, formOf(fields, files))
      return [status, body.errors?.[0]?.path ?? body.code]
    }
    expect(await send({ title: 'x' }, { video, teaser: photo })).toEqual([415, 'teaser'])
    expect(await send({ title: 'x' }, { video, thumbnail: Buffer.alloc(0) })).toEqual([422, 'thumbnail'])
    expect(await send({ title: 'x' }, { video, other: photo })).toEqual([400, 'other'])
    expect(await send({ gate: '{"type":"paid"' }, { video })).toEqual([400, 'gate'])
    expect(await send({ gate: '{"type":"paid","price":0.1}' }, { video })).toEqual([422, 'gate.price'])
    expect(await send({ unknown: 'x' }, { video })).toEqual([400, 'unknown'])
    expect(await send({ title: 'x' }, { thumbnail: photo })).toEqual([422, 'videoId'])
    expect(await filesOf(creator)).toBe(0)
    expect((await asks(creator).get(`${own}/search`)).body.total).toBe(0)
  })

  test('only a draft has no main file, and what is named must be one’s own file of the right purpose', async () => {
    const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
    const send = async (body: object) => {
      const reply = await asks(creator).post(`${own}/upload`, body)
      return [reply.status, reply.body.code, reply.body.errors?.[0]?.path]
    }
    expect(await send({ title: 'x' })).toEqual([422, 'RULE_BROKEN', 'videoId'])
    expect(await send({ videoId: await fileOf(other) })).toEqual([404, 'NOT_FOUND', 'videoId'])
    expect(await send({ videoId: await fileOf(creator, 'feed-teaser') })).toEqual([415, 'UNSUPPORTED_MEDIA', 'videoId'])
    const used = await fileOf(creator)
    await buildVideo(server.ctx, creator, { fileId: used })
    expect(await send({ videoId: used, title: 'The same file again' })).toEqual([200, undefined, undefined])
    const draft = await asks(creator).post(`${own}/upload`, { title: 'Later', status: 'draft' })
    expect(draft.body.data, draft.text).toMatchObject({ status: 'draft', files: [] })
    const edit = `${own}/edit/${draft.body.data._id}`
    expect((await asks(creator).put(edit, { status: 'published' })).status).toBe(422)
    const published = await asks(creator).put(edit, { status: 'published', videoId: await fileOf(creator) })
    expect(published.body.data, published.text).toMatchObject({ status: 'published', title: 'Later' })
    expect((await asks(creator).put(edit, { videoId: null })).status).toBe(422)
  })

  test('who is no approved creator can’t save, and another creator’s video is not found', async () => {
    const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
    const waiting = await buildPerformer(server.ctx, { approved: false })
    const draft = { title: 'x', status: 'draft' }
    expect((await asks().post(`${own}/upload`, draft)).status).toBe(401)
    expect((await asks(await buildUser(server.ctx)).post(`${own}/upload`, draft)).body.code).toBe('NOT_ALLOWED')
    expect((await asks(waiting).post(`${own}/upload`, draft)).body.code).toBe('NOT_APPROVED')
    const id = await buildVideo(server.ctx, creator)
    expect((await asks(other).get(`${own}/${id}/view`)).status).toBe(404)
    expect((await asks(other).put(`${own}/edit/${id}`, { title: 'Mine' })).status).toBe(404)
    expect((await asks(other).delete(`${own}/${id}`)).status).toBe(404)
    expect((await asks(other).delete(`${own}/remove-file/${id}?type=teaser`)).status).toBe(404)
    const form = formOf({ title: 'Mine' }, { thumbnail: await samples.photo() })
    expect((await put(other, `${own}/edit/${id}`, form)).status).toBe(404)
    expect(await filesOf(other)).toBe(0)
  })

  test('the same key saves one video, from JSON and from a form', async () => {
    const creator = await buildPerformer(server.ctx)
    const headers = { 'idempotency-key': 'video-1' }
    const body = { title: 'Once', videoId: await fileOf(creator) }
    const sent = await Promise.all([1, 2, 3].map(() => asks(creator).post(`${own}/upload`, body, { headers })))
    expect(new Set(sent.map((reply) => reply.body.data?._id)).size, sent[0]!.text).toBe(1)
    const other = await asks(creator).post(`${own}/upload`, { ...body, title: 'Twice' }, { headers })
    expect(other.body.code).toBe('KEY_REUSED')
    const clip = await samples.video({ size: '426x240', length: 1 })
    const before = await filesOf(creator)
    const forms = await Promise.all(
      [1, 2].map(() =>
        asks(creator).upload(`${own}/upload`, formOf({ title: 'Form' }, { video: clip }), {
          headers: { 'idempotency-key': 'video-2' },
        }),
      ),
    )
    expect(new Set(forms.map((reply) => reply.body.data?._id)).size, forms[0]!.text).toBe(1)
    expect(await filesOf(creator)).toBe(before + 1)
    expect((await asks(creator).get(`${own}/search`)).body.total).toBe(2)
  })

  test('the main file of a published video is replaced at once by one that is ready', async () => {
    const creator = await buildPerformer(server.ctx)
    const id = await buildVideo(server.ctx, creator)
    const waiting = await fileOf(creator)
    const changed = await asks(creator).put(`${own}/edit/${id}`, { videoId: waiting })
    expect(changed.body.data, changed.text).toMatchObject({ status: 'published', files: [{ _id: waiting }] })
  })

  test('a video is archived, published again, and archived by its expiry', async () => {
    const creator = await buildPerformer(server.ctx)
    const id = await buildVideo(server.ctx, creator)
    const edit = (body: object) => asks(creator).put(`${own}/edit/${id}`, body)
    expect((await edit({ status: 'archived' })).body.data.status).toBe('archived')
    expect((await asks().get(`${shown}/${id}`)).status).toBe(404)
    expect((await edit({ status: 'published' })).body.data.status).toBe('published')
    expect((await asks().get(`${shown}/${id}`)).status).toBe(200)
  })
})

describe('removing files', () => {
  test('teaser and thumbnail can go at any time, by the query or by the body', async () => {
    const creator = await buildPerformer(server.ctx)
    const saved = await asks(creator).post(`${own}/upload`, {
      title: 'x',
      videoId: await fileOf(creator),
      teaserId: await fileOf(creator, 'feed-teaser'),
      thumbnailId: await fileOf(creator, 'feed-thumbnail'),
    })
    const path = `${own}/remove-file/${saved.body.data._id}`
    const byQuery = (await asks(creator).delete(`${path}?type=teaser`)).body.data
    expect(byQuery).toMatchObject({ status: 'published', thumbnail: { type: 'feed-thumbnail' } })
    expect(byQuery).not.toHaveProperty('teaser')
    const byBody = await asks(creator).delete(path, { body: { type: 'thumbnail' } })
    expect(byBody.body.data, byBody.text).toMatchObject({ files: [{ type: 'feed-video' }] })
    expect(byBody.body.data).not.toHaveProperty('thumbnail')
    expect((await asks(creator).delete(`${path}?type=teaser`)).status).toBe(200)
    expect((await asks(creator).delete(path)).body.errors[0].path).toBe('type')
    expect((await asks(creator).delete(`${path}?type=cover`)).status).toBe(400)
  })

  test('the main file of a published video can’t be removed; one that waits for its time becomes a draft', async () => {
    const creator = await buildPerformer(server.ctx)
    const published = await buildVideo(server.ctx, creator)
    expect((await asks(creator).delete(`${own}/remove-file/${published}?type=video`)).body.code).toBe('ITEM_PUBLISHED')
    const publishAt = new Date(server.ctx.clock.now().getTime() + 3_600_000).toISOString()
    const later = await asks(creator).post(`${own}/upload`, { videoId: await fileOf(creator), publishAt })
    expect(later.body.data.status, later.text).toBe('scheduled')
    const removed = await asks(creator).delete(`${own}/remove-file/${later.body.data._id}?type=video`)
    expect(removed.body.data, removed.text).toMatchObject({ status: 'draft', files: [] })
    await advanceClock(server.ctx, '2 hours')
    await publishDue(server.ctx)
    expect((await asks(creator).get(`${own}/${later.body.data._id}/view`)).body.data.status).toBe('draft')
  })
})

describe('viewing', () => {
  test('a locked video shows its teaser and thumbnail and gives away nothing of its main file', async () => {
    const creator = await buildPerformer(server.ctx)
    const [fan, subscriber, follower] = [
      await buildUser(server.ctx),
      await buildUser(server.ctx),
      await buildUser(server.ctx),
    ]
    await buildAccess(server.ctx, subscriber, creator)
    await buildFollow(server.ctx, follower, creator)
    for (const [gate, reason, granted] of [
      [{ type: 'followers' }, 'follow', follower],
      [{ type: 'subscribers' }, 'subscribe', subscriber],
      [{ type: 'paid', price: 900n, freeForSubscribers: true }, 'buy', subscriber],
    ] as const) {
      const [fileId, teaserId] = [await fileOf(creator), await fileOf(creator, 'feed-teaser')]
      const id = await buildVideo(server.ctx, creator, { gate, fileId, teaserId })
      const locked = await asks(fan).get(`${shown}/${id}`)
      expect(locked.body.data).toMatchObject({
        text: '',
        tags: [],
        locked: { reason },
        can: { view: false, comment: false },
        files: [{ isLocked: true, kind: 'video' }],
        teaser: { isLocked: false, _id: teaserId },
      })
      expect(locked.text).not.toContain(fileId)
      expect(JSON.stringify(locked.body.data.files)).not.toMatch(/media|3024|4032/)
      expect((await asks(fan).get(`${shown}/${id}/file/${fileId}/status`)).status).toBe(404)
      const lists = [`${shown}/search`, `${shown}/search?performerId=${creator.id}`, `${shown}/${id}/related`]
      for (const list of lists) expect((await asks(fan).get(list)).text).not.toContain(fileId)
      const open = await asks(granted).get(`${shown}/${id}`)
      expect(open.body.data).toMatchObject({ text: 'Secret text', locked: null, files: [{ _id: fileId }] })
      // spec: files.status
      const status = await asks(granted).get(`${shown}/${id}/file/${fileId}/status`)
      expect(status.body.data).toEqual({ status: 'ready', progress: 100, errorCode: null })
    }
  })

  test('a video is not found as a post, and a post not as a video', async () => {
    const creator = await buildPerformer(server.ctx)
    const id = await buildVideo(server.ctx, creator)
    expect((await asks().get(`/user/feeds/${id}`)).status).toBe(404)
    const post = await asks(creator).post('/performer/feeds', { type: 'text', text: 'x' })
    expect((await asks().get(`${shown}/${post.body.data._id}`)).status).toBe(404)
    expect((await asks(creator).get(`${own}/${post.body.data._id}/view`)).status).toBe(404)
  })

  test('a view is counted by the player once a day, and not by reading or by the creator', async () => {
    const creator = await buildPerformer(server.ctx)
    const fan = await buildUser(server.ctx)
    const id = await buildVideo(server.ctx, creator)
    const locked = await buildVideo(server.ctx, creator, { gate: { type: 'subscribers' } })
    const views = async (of: string) => {
      await rollUpCounters(server.ctx)
      return (await asks(creator).get(`${own}/${of}/view`)).body.data.stats.views as number
    }
    await asks(fan).get(`${shown}/${id}`)
    await asks(creator).post(`${shown}/${id}/view`)
    expect(await views(id)).toBe(0)
    const sent = await Promise.all([1, 2, 3].map(() => asks(fan).post(`${shown}/${id}/view`)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await views(id)).toBe(1)
    await asks().post(`${shown}/${id}/view`)
    expect(await views(id)).toBe(2)
    await advanceClock(server.ctx, '1 day')
    await asks(fan).post(`${shown}/${id}/view`)
    expect(await views(id)).toBe(3)
    await asks(fan).post(`${shown}/${locked}/view`)
    expect(await views(locked)).toBe(0)
    expect((await asks(fan).post(`${shown}/${creator.id}/view`)).status).toBe(404)
  })

  test('a video that was bought and then deleted stays with its buyers', async () => {
    const creator = await buildPerformer(server.ctx)
    const [buyer, fan] = [await buildUser(server.ctx), await buildUser(server.ctx)]
    const fileId = await fileOf(creator)
    const id = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 500n }, fileId })
    await sql`INSERT INTO purchases (account_id, object_type, object_id, performer_id, charge_id)
      VALUES (${buyer.id}, 'video', ${id}, ${creator.id}, gen_random_uuid())`.execute(server.ctx.db)
    expect((await asks(creator).delete(`${own}/${id}`)).body.data).toEqual({ success: true, archived: true })
    expect((await asks(buyer).get(`${shown}/${id}`)).body.data.files).toMatchObject([{ isLocked: false, _id: fileId }])
    for (const who of [fan, undefined]) expect((await asks(who).get(`${shown}/${id}`)).status).toBe(404)
    expect((await asks(fan).get(`${shown}/search?performerId=${creator.id}`)).body).toMatchObject({
      data: [],
      total: 0,
    })
  })

  test('a locked video is bought once at the price that was shown, and only as a video', async () => {
    const creator = await buildPerformer(server.ctx)
    const fan = await buildFan(server.ctx, 50)
    const fileId = await fileOf(creator)
    const id = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 1500n }, fileId })
    const buy = (key: string, expectedPrice: number, kind = 'video') =>
      asks(fan).post(`/wallet/charges/${kind}/${id}`, { expectedPrice }, { headers: { 'idempotency-key': key } })
    expect((await buy('a', 14)).body).toMatchObject({ code: 'PRICE_CHANGED', price: 15 })
    expect((await buy('b', 15, 'feed')).status).toBe(404)
    const sent = await Promise.all([buy('c', 15), buy('c', 15), buy('d', 15)])
    const [bought, refused] = [200, 409].map((wanted) => sent.filter(({ status }) => status === wanted))
    // Whichever key came first has the receipt, however often it was sent.
    expect(new Set(bought!.map(({ body }) => body.data._id)).size).toBe(1)
    expect(bought![0]!.body.data).toMatchObject({ type: 'video', tokens: 15, balance: 35 })
    expect(bought!.length + refused!.length).toBe(3)
    expect((await asks(fan).get(`${shown}/${id}`)).body.data.files).toMatchObject([{ _id: fileId, isLocked: false }])
    const charged = await asks(fan).get('/wallet/charges/search?type=video')
    expect(charged.body).toMatchObject({ total: 1, data: [{ type: 'video', tokens: 15 }] })
    await rollUpCounters(server.ctx)
    expect((await asks(creator).get(`${own}/${id}/view`)).body.data.sales).toBe(1)
  })

  test('creators who are hidden from a viewer are in no list of videos', async () => {
    const [creator, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
    const word = uniqueWord()
    const id = await buildVideo(server.ctx, creator, { title: `Video ${word}`, tags: [word] })
    await asks(fan).post('/reactions', { action: 'bookmark', objectType: 'video', objectId: id })
    const lists = [`${shown}/search?q=${word}`, `${shown}/search?tag=${word}`, '/reactions/videos/bookmark']
    for (const list of lists)
      expect((await asks(fan).get(list)).body, list).toMatchObject({ total: 1, data: [{ _id: id }] })
    await buildBlock(server.ctx, creator, fan)
    for (const list of lists) expect((await asks(fan).get(list)).body, list).toMatchObject({ total: 0, data: [] })
    expect((await asks(fan).get(`${shown}/${id}`)).status).toBe(404)
  })
})

test('lists are by creator, by tag and by words, the newest first', async () => {
  const [creator, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const tag = uniqueWord()
  const idsOf = async (path: string) =>
    (await asks().get(path)).body.data.map(({ _id }: { _id: string }) => _id) as string[]
  const older = await buildVideo(server.ctx, creator, { hoursAgo: 3, tags: [tag], title: `Older ${tag}` })
  const newer = await buildVideo(server.ctx, creator, { hoursAgo: 1, tags: [] })
  const elsewhere = await buildVideo(server.ctx, other, { hoursAgo: 2, tags: [tag] })
  const draft = await buildVideo(server.ctx, creator, { status: 'draft', tags: [tag] })
  expect(await idsOf(`${shown}/search?performerId=${creator.id}`)).toEqual([newer, older])
  expect(await idsOf(`${shown}/search?performerId=${creator.id}&sort=asc`)).toEqual([older, newer])
  expect(await idsOf(`${shown}/search?tag=${tag}`)).toEqual([elsewhere, older])
  expect(await idsOf(`${shown}/search?q=${tag}`)).toContain(older)
  expect(await idsOf(`${shown}/${older}/related`)).toEqual([newer, elsewhere])
  expect(await idsOf(`${shown}/search?performerId=${creator.id}`)).not.toContain(draft)
  const mine = await asks(creator).get(`${own}/search?sortBy=publishedAt`)
  expect(mine.body.total).toBe(3)
  expect((await asks(creator).get(`${own}/search?status=draft`)).body.data).toMatchObject([{ _id: draft }])

  // Words and filters together; the tags of what is not open to everyone find nothing.
  expect(await idsOf(`${shown}/search?q=${tag}&performerId=${creator.id}`)).toEqual([older])
  expect(await idsOf(`${shown}/search?q=${tag}&performerId=${other.id}`)).toEqual([elsewhere])
  const locked = await buildVideo(server.ctx, creator, {
    tags: [tag],
    title: `Locked ${tag}`,
    gate: { type: 'subscribers' },
  })
  expect(await idsOf(`${shown}/search?performerId=${creator.id}`)).toContain(locked)
  expect(await idsOf(`${shown}/search?tag=${tag}`)).not.toContain(locked)
  expect(await idsOf(`${shown}/search?q=${tag}&tag=${tag}`)).not.toContain(locked)
})
