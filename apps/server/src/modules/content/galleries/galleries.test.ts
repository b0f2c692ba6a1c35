import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { publishDue } from '../items/publishing.ts'
import { rollUpCounters } from '../counters/roll-up.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { buildAccess, buildFeed, buildFile, finishFile, uniqueWord } from '../posts/testing.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { buildGallery } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const studio = '/performer/performer-assets/galleries'
const viewed = '/performer-assets/galleries'
const asks = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
const paid = (price = 500n, freeForSubscribers = false) => ({
  gate: { type: 'paid' as const, price, freeForSubscribers },
})
const files = async (performer: { id: string }, count: number) => {
  const ids: string[] = []
  while (ids.length < count) ids.push(await buildFile(server.ctx, performer))
  return ids
}
/** The counter of photos that a profile shows. */
async function counted(performer: { id: string }): Promise<number> {
  await rollUpCounters(server.ctx)
  const found = await row(
    server.ctx.db,
    sql<{ photos: bigint }>`SELECT photos FROM performers WHERE account_id = ${performer.id}`,
  )
  return Number(found!.photos)
}

// spec: publish.galleries
test('a gallery of ready photos is published at once, with its photos in their order', async () => {
  const performer = await buildPerformer(server.ctx)
  const fileIds = await files(performer, 6)
  const saved = await asks(performer).post(studio, { title: 'Kiln', text: 'All of it', tags: ['Clay'], fileIds })
  expect(saved.status, saved.text).toBe(200)
  expect(saved.body.data).toMatchObject({
    kind: 'gallery',
    status: 'published',
    photoCount: 6,
    processing: { ready: 6, total: 6, failed: 0 },
    cover: null,
    coverPhotoId: null,
  })
  const { _id } = saved.body.data
  const seen = (await asks().get(`${viewed}/${_id}`)).body.data
  expect(seen).toMatchObject({ title: 'Kiln', text: 'All of it', tags: ['clay'], photoCount: 6, can: { view: true } })
  expect(seen.files.map((file: { _id: string }) => file._id)).toEqual(fileIds.slice(0, 4))
  const photos = await asks().get(`/performer-assets/photos?galleryId=${_id}`)
  expect(photos.body.data.map((photo: { file: { _id: string } }) => photo.file._id)).toEqual(fileIds)
  expect(await counted(performer)).toBe(6)
})

test('a gallery waits for its photos; drafts may be empty, published galleries not', async () => {
  const performer = await buildPerformer(server.ctx)
  const as = asks(performer)
  const empty = await as.post(studio, { title: 'Empty' })
  expect([empty.status, empty.body.errors]).toMatchObject([422, [{ path: 'fileIds', code: 'FILES_MISSING' }]])
  const draft = await as.post(studio, { title: 'Empty', status: 'draft' })
  expect(draft.body.data).toMatchObject({ status: 'draft', photoCount: 0 })
  expect((await asks().get(`${viewed}/${draft.body.data._id}`)).status).toBe(404)
  const publish = await as.put(`${studio}/${draft.body.data._id}`, { status: 'published' })
  expect(publish.body.errors).toMatchObject([{ path: 'fileIds', code: 'FILES_MISSING' }])

  const waiting = await buildFile(server.ctx, performer, { isPlayable: false })
  const changed = await as.put(`${studio}/${draft.body.data._id}`, { status: 'published', fileIds: [waiting] })
  expect(changed.body.data).toMatchObject({ status: 'processing', processing: { ready: 0, total: 1 } })
  expect(await counted(performer)).toBe(0)
  await finishFile(server.ctx, waiting)
  expect(await publishDue(server.ctx)).toContain(draft.body.data._id)
  expect((await asks().get(`${viewed}/${draft.body.data._id}`)).body.data.photoCount).toBe(1)
  expect(await counted(performer)).toBe(1)
})

test('files of others, of another purpose, of another gallery or sent twice are refused', async () => {
  const [performer, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const [foreign] = await files(other, 1)
  const video = await buildFile(server.ctx, performer, { purpose: 'feed-video' })
  const inGallery = await buildGallery(server.ctx, performer)
  const send = async (fileIds: (string | undefined)[]) => {
    const { status, body } = await asks(performer).post(studio, { title: 'x', fileIds })
    return [status, body.code, body.errors?.[0]?.path]
  }
  expect(await send([foreign])).toEqual([404, 'NOT_FOUND', 'fileIds'])
  expect(await send([video])).toEqual([415, 'UNSUPPORTED_MEDIA', 'fileIds'])
  expect(await send([inGallery.fileIds[0]])).toEqual([409, 'FILE_IN_USE', 'fileIds'])
  const [mine] = await files(performer, 1)
  expect(await send([mine, mine])).toEqual([422, 'RULE_BROKEN', 'fileIds'])
  // Nothing of the refused galleries was stored.
  expect((await asks(performer).get(`${studio}/search`)).body.total).toBe(1)
})

test('a file can’t be in two galleries, even when both are saved at once', async () => {
  const performer = await buildPerformer(server.ctx)
  const [fileId] = await files(performer, 1)
  const replies = await Promise.all(
    [1, 2, 3].map(() => asks(performer).post(studio, { title: 'x', fileIds: [fileId] })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('the order, more photos and everything else are changed together, and what is not sent stays', async () => {
  const performer = await buildPerformer(server.ctx)
  const { id, photoIds, fileIds } = await buildGallery(server.ctx, performer, { photos: 3 })
  const [added] = await files(performer, 1)
  const as = asks(performer)
  const changed = await as.put(`${studio}/${id}`, {
    photoIds: [photoIds[2], photoIds[0]],
    fileIds: [fileIds[0], added],
    gate: { type: 'paid', price: 7 },
  })
  expect(changed.status, changed.text).toBe(200)
  expect(changed.body.data).toMatchObject({ title: 'A gallery', photoCount: 4, gate: { type: 'paid', price: 7 } })
  const list = await as.get(`/performer/performer-assets/photos/search?galleryId=${id}&sortBy=position&sort=asc`)
  const order = list.body.data.map((photo: { file: { _id: string } }) => photo.file._id)
  expect(order).toEqual([fileIds[2], fileIds[0], fileIds[1], added])
  expect(list.body.data.map((photo: { position: number }) => photo.position)).toEqual([0, 1, 2, 3])
  const stored = await rows(
    server.ctx.db,
    sql<{
      fileId: string
    }>`SELECT file_id AS "fileId" FROM item_files WHERE item_id = ${id} AND role = 'main' ORDER BY position`,
  )
  expect(stored.map(({ fileId }) => fileId)).toEqual(order)
  const foreign = await buildGallery(server.ctx, performer)
  const wrong = await as.put(`${studio}/${id}`, { photoIds: [foreign.photoIds[0]] })
  expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([404, 'photoIds'])
})

test('a draft is changed as a whole: photos leave it and change places, and no published gallery loses any', async () => {
  const performer = await buildPerformer(server.ctx)
  const fileIds = await files(performer, 4)
  const [a, b, c, d] = fileIds as [string, string, string, string]
  const as = asks(performer)
  const draft = (await as.post(studio, { title: 'Kiln', status: 'draft', fileIds: [a, b, c] })).body.data
  const shown = async (id: string) => {
    const list = await as.get(`/performer/performer-assets/photos/search?galleryId=${id}&sortBy=position&sort=asc`)
    return list.body.data.map((photo: { file: { _id: string } }) => photo.file._id)
  }
  const put = (id: string, change: object) => as.put(`${studio}/${id}`, change)
  const changed = await put(draft._id, { fileIds: [c, d, a], removedFileIds: [b], basedOn: draft.updatedAt })
  expect([changed.status, changed.body.data?.photoCount], changed.text).toEqual([200, 3])
  expect(await shown(draft._id)).toEqual([c, d, a])
  // The same again changes nothing, and what it hasn't is no error.
  expect((await put(draft._id, { fileIds: [c, d, a], removedFileIds: [b] })).body.data.photoCount).toBe(3)
  // What left is free for another gallery.
  expect((await as.post(studio, { title: 'Other', fileIds: [b] })).status).toBe(200)
  // A version that is older than the saved one, and a file that is to stay and to leave.
  expect((await put(draft._id, { title: 'Old', basedOn: draft.updatedAt })).body.code).toBe('ITEM_CHANGED')
  const both = await put(draft._id, { fileIds: [a], removedFileIds: [a] })
  expect([both.status, both.body.errors?.[0]]).toMatchObject([422, { path: 'removedFileIds', code: 'FILE_TWICE' }])
  expect((await put(draft._id, { fileIds: [], removedFileIds: [a, c, d] })).body.data).toMatchObject({
    photoCount: 0,
    status: 'draft',
  })

  const { id, fileIds: published } = await buildGallery(server.ctx, performer, { photos: 2 })
  const refused = await put(id, { removedFileIds: [published[0]] })
  expect([refused.status, refused.body.code]).toEqual([409, 'ITEM_PUBLISHED'])
  expect(await shown(id)).toEqual(published)
  const other = await buildPerformer(server.ctx)
  expect((await asks(other).put(`${studio}/${draft._id}`, { removedFileIds: [a] })).status).toBe(404)
})

test('a gallery of another creator can’t be seen in the studio, changed or deleted', async () => {
  const [performer, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const { id } = await buildGallery(server.ctx, performer)
  expect((await asks(other).get(`${studio}/${id}/view`)).status).toBe(404)
  expect((await asks(other).put(`${studio}/${id}`, { title: 'Mine' })).status).toBe(404)
  expect((await asks(other).delete(`${studio}/${id}`)).status).toBe(404)
  // Neither are posts galleries.
  expect((await asks(performer).get(`${viewed}/${await buildFeed(server.ctx, performer)}`)).status).toBe(404)
  expect((await asks(performer).get(`${studio}/${id}/view`)).body.data.title).toBe('A gallery')
})

test('who may not save galleries is refused', async () => {
  const waiting = await buildPerformer(server.ctx, { approved: false })
  expect((await asks(waiting).post(studio, { title: 'x' })).body.code).toBe('NOT_APPROVED')
  expect((await asks(await buildUser(server.ctx)).post(studio, { title: 'x' })).body.code).toBe('NOT_ALLOWED')
  expect((await asks().post(studio, { title: 'x' })).status).toBe(401)
})

test('a locked gallery says how many photos it has, and gives no address of any', async () => {
  const performer = await buildPerformer(server.ctx)
  const { id, fileIds } = await buildGallery(server.ctx, performer, { ...paid(1250n), photos: 3 })
  const fan = await buildUser(server.ctx)
  for (const who of [undefined, fan]) {
    const reply = await asks(who).get(`${viewed}/${id}`)
    expect(reply.body.data).toMatchObject({
      title: 'A gallery',
      text: '',
      photoCount: 3,
      can: { view: false },
      locked: { reason: who ? 'buy' : 'sign-in', price: 12.5 },
    })
    const photos = await asks(who).get(`/performer-assets/photos?galleryId=${id}`)
    expect(photos.body.data).toHaveLength(3)
    expect(photos.body.data[0]).toMatchObject({ title: '', file: { isLocked: true }, can: { view: false } })
    const all = [
      reply.text,
      photos.text,
      (await asks(who).get(`${viewed}/search?performerId=${performer.id}`)).text,
      (await asks(who).get(`/performer-assets/photos/${performer.id}`)).text,
    ].join()
    expect(all).not.toContain('Secret text')
    expect(all).not.toContain('Photo 1')
    for (const fileId of fileIds) expect(all).not.toContain(fileId)
    expect(all).not.toContain('webp-640')
  }
})

test('each gate lets in those it names', async () => {
  const performer = await buildPerformer(server.ctx)
  const [follower, subscriber, stranger] = [
    await buildUser(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  await asks(follower).post(`/follows/${performer.id}`, {})
  await buildAccess(server.ctx, subscriber, performer)
  const see = async (gate: object) => {
    const { id } = await buildGallery(server.ctx, performer, { gate })
    const open = async (who?: { token: string }) => (await asks(who).get(`${viewed}/${id}`)).body.data.can.view
    return Promise.all([open(), open(stranger), open(follower), open(subscriber), open(performer)])
  }
  expect(await see({ type: 'public' })).toEqual([true, true, true, true, true])
  expect(await see({ type: 'followers' })).toEqual([false, false, true, true, true])
  expect(await see({ type: 'subscribers' })).toEqual([false, false, false, true, true])
  expect(await see({ type: 'paid', price: 500n })).toEqual([false, false, false, false, true])
  expect(await see({ type: 'paid', price: 500n, freeForSubscribers: true })).toEqual([false, false, false, true, true])
})

test('whom its creator blocked finds neither the gallery nor its photos', async () => {
  const [performer, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { id } = await buildGallery(server.ctx, performer)
  await buildBlock(server.ctx, performer, fan)
  expect((await asks(fan).get(`${viewed}/${id}`)).status).toBe(404)
  expect((await asks(fan).post(`${viewed}/${id}/view`, {})).status).toBe(404)
  expect((await asks(fan).get(`/performer-assets/photos?galleryId=${id}`)).status).toBe(404)
  expect((await asks(fan).get(`/performer-assets/photos/${performer.id}`)).status).toBe(404)
  expect((await asks(fan).get(`${viewed}/search?performerId=${performer.id}`)).body.data).toEqual([])
})

test('a fan buys a gallery once, keeps it when it is deleted, and it is gone for others', async () => {
  const [performer, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 100)]
  const { id, fileIds } = await buildGallery(server.ctx, performer, paid(1000n))
  const buy = (body: object = { expectedPrice: 10 }) => payer(server, fan).keyed(`/wallet/charges/gallery/${id}`, body)
  const wrong = await buy({ expectedPrice: 5 })
  expect([wrong.status, wrong.body.code, wrong.body.price]).toEqual([409, 'PRICE_CHANGED', 10])
  const bought = await Promise.all([buy(), buy(), buy()])
  expect(bought.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(bought.find(({ status }) => status === 200)!.body.data).toMatchObject({
    type: 'gallery',
    tokens: 10,
    balance: 90,
  })
  expect((await asks(fan).get(`${viewed}/${id}`)).body.data).toMatchObject({ text: 'Secret text', can: { view: true } })

  const deleted = await asks(performer).delete(`${studio}/${id}`)
  expect(deleted.body.data).toEqual({ success: true, archived: true })
  const photos = await asks(fan).get(`/performer-assets/photos?galleryId=${id}`)
  expect(photos.body.data.map((photo: { file: { _id: string } }) => photo.file._id)).toEqual(fileIds)
  expect((await asks(await buildUser(server.ctx)).get(`${viewed}/${id}`)).status).toBe(404)
  expect((await asks().get(`/performer-assets/photos/${performer.id}`)).body.data).toEqual([])
})

test('a call for another kind of item buys no gallery', async () => {
  const [performer, fan] = [await buildPerformer(server.ctx), await buildFan(server.ctx, 100)]
  const { id } = await buildGallery(server.ctx, performer, paid())
  expect((await payer(server, fan).keyed(`/wallet/charges/feed/${id}`, {})).status).toBe(404)
  const post = await buildFeed(server.ctx, performer, paid())
  expect((await payer(server, fan).keyed(`/wallet/charges/gallery/${post}`, {})).status).toBe(404)
  expect((await payer(server, performer).keyed(`/wallet/charges/gallery/${id}`, {})).body.code).toBe('NOT_TO_ONESELF')
})

test('a view is counted once per viewer and day, and reading counts none', async () => {
  const [performer, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const { id } = await buildGallery(server.ctx, performer)
  const locked = await buildGallery(server.ctx, performer, paid())
  await asks(fan).get(`${viewed}/${id}`)
  const views = async (of = id) => {
    await rollUpCounters(server.ctx)
    return (await asks(performer).get(`${studio}/${of}/view`)).body.data.stats.views
  }
  expect(await views()).toBe(0)
  await Promise.all([1, 2, 3].map(() => asks(fan).post(`${viewed}/${id}/view`, {})))
  await asks(performer).post(`${viewed}/${id}/view`, {})
  expect((await asks(fan).post(`${viewed}/${locked.id}/view`, {})).status).toBe(200)
  expect([await views(), await views(locked.id)]).toEqual([1, 0])
})

test('galleries are listed of everyone, of one creator, by tag and by words, with the newest first', async () => {
  const performer = await buildPerformer(server.ctx)
  const word = uniqueWord()
  const make = async (title: string, more: object = {}) =>
    (await asks(performer).post(studio, { title, fileIds: await files(performer, 1), ...more })).body.data._id
  const ids = [await make('Old'), await make(`Glaze ${word}`, { tags: [word] }), await make('New')]
  await make('Draft', { status: 'draft' })
  const listed = async (query: string) =>
    (await asks().get(`${viewed}/search?${query}`)).body.data.map(({ _id }: { _id: string }) => _id)
  expect(await listed(`performerId=${performer.id}`)).toEqual(ids.toReversed())
  expect(await listed(`performerId=${performer.id}&sort=asc`)).toEqual(ids)
  expect(await listed(`tag=${word}`)).toEqual([ids[1]])
  expect(await listed(`q=${word}`)).toEqual([ids[1]])
  expect((await listed('pageSize=3')).length).toBe(3)
  const first = await asks().get(`${viewed}/search?performerId=${performer.id}&pageSize=2`)
  expect(first.body.total).toBe(3)
  expect(await listed(`performerId=${performer.id}&pageSize=2&cursor=${first.body.nextCursor}`)).toEqual([ids[0]])
})

test('bookmarked galleries are listed, the last bookmark first', async () => {
  const [performer, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const [open, locked] = [await buildGallery(server.ctx, performer), await buildGallery(server.ctx, performer, paid())]
  const as = asks(fan)
  for (const { id } of [open, locked])
    await as.post('/reactions', { action: 'bookmark', objectType: 'gallery', objectId: id })
  const list = await as.get('/reactions/galleries/bookmark')
  expect(list.body).toMatchObject({
    total: 2,
    data: [
      { _id: locked.id, can: { view: false }, isBookmarked: true },
      { _id: open.id, can: { view: true }, isBookmarked: true },
    ],
  })
  expect((await asks(await buildUser(server.ctx)).get('/reactions/galleries/bookmark')).body.data).toEqual([])
})

test('comments are written under a gallery by those who may view it', async () => {
  const [performer, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const [open, locked] = [await buildGallery(server.ctx, performer), await buildGallery(server.ctx, performer, paid())]
  expect((await asks(fan).post('/comments', { itemId: open.id, text: 'Well made' })).status).toBe(200)
  expect((await asks(fan).post('/comments', { itemId: locked.id, text: 'Well made' })).body.code).toBe(
    'PURCHASE_REQUIRED',
  )
})
