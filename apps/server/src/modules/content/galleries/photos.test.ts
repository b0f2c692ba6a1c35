import { photosPerGalleryMax } from '@fanlight/contract/limits'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { publishDue } from '../items/publishing.ts'
import { rollUpCounters } from '../counters/roll-up.ts'
import { samples } from '../../media/testing.ts'
import { buildFile, buildPurchase, finishFile } from '../posts/testing.ts'
import { buildGallery } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const studio = '/performer/performer-assets/photos'
const asks = (who?: { token: string }) => (who ? api(server).as(who) : api(server))
const paid = { gate: { type: 'paid' as const, price: 500n } }

interface Photo {
  _id: string
  title: string
  position: number
  file: { _id?: string; isLocked: boolean }
}
const titles = ({ body }: { body: { data: Photo[] } }) => body.data.map(({ title }) => title)
const inGallery = async (id: string, who?: { token: string }) =>
  titles(await asks(who).get(`/performer-assets/photos?galleryId=${id}&pageSize=100`))

/** Photos and main files of a gallery say the same, in the same order, without gaps. */
async function expectInStep(galleryId: string): Promise<void> {
  const photos = await rows(
    server.ctx.db,
    sql<{
      id: string
      position: number
    }>`SELECT file_id AS id, position FROM photos WHERE gallery_id = ${galleryId} ORDER BY position`,
  )
  const files = await rows(
    server.ctx.db,
    sql<{
      id: string
      position: number
    }>`SELECT file_id AS id, position FROM item_files WHERE item_id = ${galleryId} AND role = 'main' ORDER BY position`,
  )
  expect(photos).toEqual(files)
  expect(photos.map(({ position }) => position)).toEqual(photos.map((_, at) => at))
}
async function counted(performer: { id: string }): Promise<number> {
  await rollUpCounters(server.ctx)
  const found = await row(
    server.ctx.db,
    sql<{ photos: bigint }>`SELECT photos FROM performers WHERE account_id = ${performer.id}`,
  )
  return Number(found!.photos)
}
// spec: photo.upload-field
const formOf = async (fields: Record<string, string>, name = 'photo') => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set(name, new Blob([new Uint8Array(await samples.photo(60, 40))], { type: 'image/jpeg' }), 'photo.jpg')
  return form
}

test('photos of a gallery come page by page in their order, either way', async () => {
  const performer = await buildPerformer(server.ctx)
  const { id } = await buildGallery(server.ctx, performer, { photos: 5 })
  const read = async (query: string) => asks().get(`/performer-assets/photos?galleryId=${id}&pageSize=2${query}`)
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await read(`&cursor=${cursor}`)
    expect(page.body.total).toBe(5)
    seen.push(...titles(page))
    cursor = page.body.nextCursor ?? ''
  } while (cursor)
  expect(seen).toEqual(['Photo 1', 'Photo 2', 'Photo 3', 'Photo 4', 'Photo 5'])
  const last = await read('&sort=desc')
  expect(titles(last)).toEqual(['Photo 5', 'Photo 4'])
  expect(titles(await read(`&sort=desc&cursor=${last.body.nextCursor}`))).toEqual(['Photo 3', 'Photo 2'])
  expect(titles(await read('&current=3'))).toEqual(['Photo 5'])
  for (const sortBy of ['createdAt', 'updatedAt'])
    for (const sort of ['asc', 'desc'])
      expect((await read(`&sortBy=${sortBy}&sort=${sort}`)).body).toMatchObject({ total: 5, data: [{}, {}] })
  expect((await asks().get(`/performer-assets/photos?galleryId=${randomUUID()}`)).status).toBe(404)
})

test('without a gallery the photos of all that are published are listed, to their end, and none of who is hidden', async () => {
  const [performer, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const fan = await buildUser(server.ctx)
  await buildGallery(server.ctx, performer, { photos: 3 })
  const { photoIds: hidden } = await buildGallery(server.ctx, other, { photos: 2 })
  await buildGallery(server.ctx, performer, { status: 'draft', photos: 1 })
  const of = async (query: string) => {
    const found: { _id: string; performer: { _id: string } }[] = []
    let cursor = ''
    do {
      const page = await asks(fan).get(`/performer-assets/photos?pageSize=2${query}&cursor=${cursor}`)
      expect(page.status).toBe(200)
      found.push(...page.body.data)
      cursor = page.body.nextCursor ?? ''
    } while (cursor)
    return found
  }
  for (const query of ['', '&sortBy=updatedAt', '&sortBy=createdAt&sort=asc']) {
    const found = await of(query)
    expect(new Set(found.map(({ _id }) => _id)).size).toBe(found.length)
    expect(found.filter(({ performer: { _id } }) => _id === performer.id)).toHaveLength(3)
    expect(found.filter(({ performer: { _id } }) => _id === other.id)).toHaveLength(2)
  }
  await asks(other).post('/block/users', { userId: fan.id })
  const left = (await of('')).map(({ _id }) => _id)
  expect(left.filter((id) => hidden.includes(id))).toEqual([])
})

test('a position is one in a gallery: nothing else is sorted by it', async () => {
  const performer = await buildPerformer(server.ctx)
  for (const reply of [
    await asks().get('/performer-assets/photos?sortBy=position'),
    await asks(performer).get(`${studio}/search?sortBy=position`),
  ])
    expect(reply.body, reply.text).toMatchObject({ status: 422, errors: [{ path: 'galleryId', code: 'MISSING' }] })
})

test('all photos of a creator’s published galleries are listed, the newest first, locked ones as locked', async () => {
  const performer = await buildPerformer(server.ctx)
  await buildGallery(server.ctx, performer, { photos: 1 })
  await buildGallery(server.ctx, performer, { ...paid, photos: 1 })
  await buildGallery(server.ctx, performer, { status: 'draft', photos: 1 })
  await buildGallery(server.ctx, performer, { status: 'removed', photos: 1 })
  const list = await asks().get(`/performer-assets/photos/${performer.username}`)
  expect(list.body.data).toMatchObject([
    { title: '', file: { isLocked: true }, can: { view: false } },
    { title: 'Photo 1', file: { isLocked: false }, can: { view: true } },
  ])
  expect(list.body.total).toBe(2)
  expect((await asks().get(`/performer-assets/photos/${randomUUID()}`)).status).toBe(404)
})

test('a photo that is uploaded to a published gallery is shown once it is ready, and counted', async () => {
  const performer = await buildPerformer(server.ctx)
  const { id } = await buildGallery(server.ctx, performer, { photos: 1 })
  const reply = await asks(performer).upload(`${studio}/upload`, await formOf({ galleryId: id, title: 'Fresh' }))
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data).toMatchObject({
    title: 'Fresh',
    position: 1,
    gallery: { _id: id },
    galleryStatus: 'published',
    file: { isLocked: false, type: 'feed-photo' },
  })
  expect(await inGallery(id)).toEqual(['Photo 1'])
  expect((await asks().get(`/performer-assets/galleries/${id}`)).body.data).toMatchObject({ photoCount: 1 })
  expect((await asks(performer).get(`/performer-assets/galleries/${id}`)).body.data).toMatchObject({ photoCount: 2 })
  await finishFile(server.ctx, reply.body.data.file._id)
  expect(await inGallery(id)).toEqual(['Photo 1', 'Fresh'])
  // The test built the first one without counting it.
  expect(await counted(performer)).toBe(1)
  expect((await asks(performer).delete(`${studio}/${reply.body.data._id}`)).status).toBe(200)
  expect(await counted(performer)).toBe(0)
  await expectInStep(id)
})

test('the same upload sent twice with one key adds one photo', async () => {
  const performer = await buildPerformer(server.ctx)
  const { id } = await buildGallery(server.ctx, performer, { photos: 1 })
  const send = async () =>
    asks(performer).upload(`${studio}/upload`, await formOf({ galleryId: id }), { headers: { 'idempotency-key': id } })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.data._id).toBe(first.body.data._id)
  expect((await asks(performer).get(`${studio}/search?galleryId=${id}`)).body.total).toBe(2)
})

test('uploads to galleries of others, to none and without a file are refused, and store nothing', async () => {
  const [performer, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const { id } = await buildGallery(server.ctx, other)
  const send = async (fields: Record<string, string>, name?: string) => {
    const { status } = await asks(performer).upload(`${studio}/upload`, await formOf(fields, name))
    return status
  }
  expect(await send({ galleryId: id })).toBe(404)
  expect(await send({ galleryId: randomUUID() })).toBe(404)
  expect(await send({})).toBe(400)
  const mine = await buildGallery(server.ctx, performer)
  expect(await send({ galleryId: mine.id }, 'file')).toBe(400)
  expect(await send({ galleryId: mine.id, more: 'x' })).toBe(400)
  const stored = await rows(server.ctx.db, sql`SELECT FROM files WHERE owner_id = ${performer.id}`)
  expect(stored).toHaveLength(2)
})

test('uploads at once get places one after another', async () => {
  const performer = await buildPerformer(server.ctx)
  const { id } = await buildGallery(server.ctx, performer, { status: 'draft', photos: 0 })
  const replies = await Promise.all(
    [1, 2, 3, 4].map(async () => asks(performer).upload(`${studio}/upload`, await formOf({ galleryId: id }))),
  )
  expect(replies.map(({ body }) => body.data.position).sort()).toEqual([0, 1, 2, 3])
  await expectInStep(id)
})

test(`a gallery takes ${photosPerGalleryMax} photos and no more, by any way`, async () => {
  const performer = await buildPerformer(server.ctx)
  const made = await rows(
    server.ctx.db,
    sql<{ id: string }>`INSERT INTO files (owner_id, kind, purpose, status, is_playable)
      SELECT ${performer.id}, 'photo', 'feed-photo', 'ready', true FROM generate_series(1, ${photosPerGalleryMax + 1}) RETURNING id`,
  )
  const ids = made.map(({ id }) => id)
  const galleries = '/performer/performer-assets/galleries'
  const tooMany = await asks(performer).post(galleries, { title: 'x', fileIds: ids })
  expect(tooMany.status).toBe(422)
  const saved = await asks(performer).post(galleries, { title: 'x', fileIds: ids.slice(0, -1) })
  expect(saved.body.data.photoCount).toBe(photosPerGalleryMax)
  const full = saved.body.data._id as string
  const more = await asks(performer).put(`${galleries}/${full}`, { fileIds: ids.slice(-1) })
  expect([more.status, more.body.errors?.[0]?.code]).toEqual([422, 'TOO_MANY'])
  const uploaded = await asks(performer).upload(`${studio}/upload`, await formOf({ galleryId: full }))
  expect([uploaded.status, uploaded.body.errors?.[0]?.code]).toEqual([422, 'TOO_MANY'])
  const other = await buildGallery(server.ctx, performer)
  const moved = await asks(performer).put(`${studio}/${other.photoIds[0]}`, { galleryId: full })
  expect([moved.status, moved.body.errors?.[0]?.path]).toEqual([422, 'galleryId'])
  // Saving the full gallery again changes nothing.
  expect((await asks(performer).put(`${galleries}/${full}`, { title: 'y' })).body.data.photoCount).toBe(
    photosPerGalleryMax,
  )
  await expectInStep(full)
})

test('a photo gets a title and a place, and the others close up', async () => {
  const performer = await buildPerformer(server.ctx)
  const { id, photoIds } = await buildGallery(server.ctx, performer, { photos: 4 })
  const change = (photo: number, body: object) => asks(performer).put(`${studio}/${photoIds[photo]}`, body)
  expect((await change(3, { position: 0 })).body.data).toMatchObject({ title: 'Photo 4', position: 0 })
  expect(await inGallery(id)).toEqual(['Photo 4', 'Photo 1', 'Photo 2', 'Photo 3'])
  expect((await change(0, { title: 'First light', position: 499 })).body.data).toMatchObject({ position: 3 })
  expect(await inGallery(id)).toEqual(['Photo 4', 'Photo 2', 'Photo 3', 'First light'])
  expect((await change(0, { position: 500 })).status).toBe(422)
  expect((await change(0, { title: 'x'.repeat(201) })).status).toBe(422)
  await Promise.all([change(0, { position: 0 }), change(1, { position: 2 }), change(2, { position: 1 })])
  await expectInStep(id)
})

test('a photo moves to another gallery of its creator, whose gate then decides', async () => {
  const [performer, fan] = [await buildPerformer(server.ctx), await buildUser(server.ctx)]
  const open = await buildGallery(server.ctx, performer, { photos: 3 })
  const closed = await buildGallery(server.ctx, performer, { ...paid, photos: 2 })
  const draft = await buildGallery(server.ctx, performer, { status: 'draft', photos: 0 })
  await asks(performer).post(`${studio}/set-cover/${open.photoIds[1]}`, {})
  const moved = await asks(performer).put(`${studio}/${open.photoIds[1]}`, { galleryId: closed.id, position: 1 })
  expect(moved.body.data).toMatchObject({ gallery: { _id: closed.id }, position: 1, isCover: false })
  expect(await inGallery(open.id)).toEqual(['Photo 1', 'Photo 3'])
  expect(await inGallery(closed.id, performer)).toEqual(['Photo 1', 'Photo 2', 'Photo 2'])
  expect((await asks(fan).get(`/performer-assets/galleries/${open.id}`)).body.data.cover).toBe(null)
  const all = await asks(fan).get(`/performer-assets/photos/${performer.id}`)
  expect(all.text).not.toContain(open.fileIds[1])
  expect(await counted(performer)).toBe(0)
  await asks(performer).put(`${studio}/${open.photoIds[2]}`, { galleryId: draft.id })
  expect(await counted(performer)).toBe(-1)
  for (const { id } of [open, closed, draft]) await expectInStep(id)
})

test('two moves in opposite directions at once lose no photo', async () => {
  const performer = await buildPerformer(server.ctx)
  const [one, two] = [
    await buildGallery(server.ctx, performer, { photos: 3 }),
    await buildGallery(server.ctx, performer, { photos: 3 }),
  ]
  await Promise.all([
    asks(performer).put(`${studio}/${one.photoIds[0]}`, { galleryId: two.id }),
    asks(performer).put(`${studio}/${two.photoIds[0]}`, { galleryId: one.id }),
    asks(performer).put(`${studio}/${one.photoIds[1]}`, { galleryId: two.id, position: 0 }),
  ])
  expect((await inGallery(one.id)).length + (await inGallery(two.id)).length).toBe(6)
  for (const { id } of [one, two]) await expectInStep(id)
})

test('photos of others can’t be changed, moved, deleted or made a cover', async () => {
  const [performer, other] = [await buildPerformer(server.ctx), await buildPerformer(server.ctx)]
  const { id, photoIds } = await buildGallery(server.ctx, performer)
  const theirs = await buildGallery(server.ctx, other)
  expect((await asks(other).put(`${studio}/${photoIds[0]}`, { title: 'Mine' })).status).toBe(404)
  expect((await asks(other).put(`${studio}/${photoIds[0]}`, { galleryId: theirs.id })).status).toBe(404)
  expect((await asks(performer).put(`${studio}/${photoIds[0]}`, { galleryId: theirs.id })).status).toBe(404)
  expect((await asks(other).post(`${studio}/set-cover/${photoIds[0]}`, {})).status).toBe(404)
  expect((await asks(other).delete(`${studio}/${photoIds[0]}`)).status).toBe(404)
  expect((await asks(other).get(`${studio}/search?galleryId=${id}`)).body.data).toEqual([])
  expect(await inGallery(id)).toEqual(['Photo 1', 'Photo 2'])
})

test('the last photo of a published gallery stays, that of a draft may go', async () => {
  const performer = await buildPerformer(server.ctx)
  const { photoIds } = await buildGallery(server.ctx, performer)
  expect((await asks(performer).delete(`${studio}/${photoIds[0]}`)).status).toBe(200)
  const last = await asks(performer).delete(`${studio}/${photoIds[1]}`)
  expect([last.status, last.body.errors?.[0]?.code]).toEqual([422, 'FILES_MISSING'])
  const draft = await buildGallery(server.ctx, performer, { status: 'draft', photos: 1 })
  const moved = await asks(performer).put(`${studio}/${photoIds[1]}`, { galleryId: draft.id })
  expect(moved.body.errors?.[0]?.code).toBe('FILES_MISSING')
  expect((await asks(performer).delete(`${studio}/${draft.photoIds[0]}`)).status).toBe(200)
})

test('a gallery that waits for a broken photo is published once that photo is deleted', async () => {
  const performer = await buildPerformer(server.ctx)
  const fileIds = [
    await buildFile(server.ctx, performer),
    await buildFile(server.ctx, performer, { isPlayable: false }),
  ]
  const saved = await asks(performer).post('/performer/performer-assets/galleries', { title: 'x', fileIds })
  const galleryId = saved.body.data._id as string
  await publishDue(server.ctx)
  const list = await asks(performer).get(`${studio}/search?galleryId=${galleryId}&sortBy=position&sort=asc`)
  await asks(performer).delete(`${studio}/${list.body.data[1]._id}`)
  const now = await asks(performer).get(`/performer/performer-assets/galleries/${galleryId}/view`)
  expect(now.body.data).toMatchObject({ status: 'published', photoCount: 1 })
  expect(await counted(performer)).toBe(1)
})

test('the cover of a locked gallery is shown to everyone, its photos are not', async () => {
  const performer = await buildPerformer(server.ctx)
  const { id, photoIds, fileIds } = await buildGallery(server.ctx, performer, { ...paid, photos: 3 })
  const set = (photo: number) => asks(performer).post(`${studio}/set-cover/${photoIds[photo]}`, {})
  expect((await set(0)).body.data).toMatchObject({ isCover: true })
  await set(2)
  const seen = await asks().get(`/performer-assets/galleries/${id}`)
  expect(seen.body.data.cover).toMatchObject({ isLocked: false, _id: fileIds[2] })
  expect(seen.body.data.files.every((file: { isLocked: boolean }) => file.isLocked)).toBe(true)
  expect(seen.text).not.toContain(fileIds[0])
  const studioView = await asks(performer).get(`/performer/performer-assets/galleries/${id}/view`)
  expect(studioView.body.data).toMatchObject({ coverPhotoId: photoIds[2], photoCount: 3 })
  // A later change of the gallery leaves the cover as it is.
  await asks(performer).put(`/performer/performer-assets/galleries/${id}`, { title: 'Renamed' })
  expect((await asks().get(`/performer-assets/galleries/${id}`)).body.data.cover).toMatchObject({ _id: fileIds[2] })
})

test('likes and bookmarks of a photo are counted for it, and need access to its gallery', async () => {
  const [performer, fan, buyer] = [
    await buildPerformer(server.ctx),
    await buildUser(server.ctx),
    await buildUser(server.ctx),
  ]
  const { id, photoIds } = await buildGallery(server.ctx, performer, paid)
  await buildPurchase(server.ctx, buyer, performer, id)
  const reaction = (action: string, objectId = photoIds[0]) => ({ action, objectType: 'photo', objectId })
  expect((await asks(fan).post('/reactions', reaction('like'))).body.code).toBe('PURCHASE_REQUIRED')
  expect((await asks(fan).post('/reactions', reaction('like', randomUUID()))).status).toBe(404)
  // A gallery is no photo.
  expect((await asks(buyer).post('/reactions', reaction('like', id))).status).toBe(404)
  for (const who of [fan, buyer]) await asks(who).post('/reactions', reaction('bookmark'))
  await Promise.all([1, 2].map(() => asks(buyer).post('/reactions', reaction('like'))))
  await rollUpCounters(server.ctx)
  const seen = async (who: { token: string }) =>
    (await asks(who).get(`/performer-assets/photos?galleryId=${id}&pageSize=1`)).body.data[0]
  expect(await seen(buyer)).toMatchObject({ stats: { likes: 1, bookmarks: 2 }, isLiked: true, isBookmarked: true })
  expect(await seen(fan)).toMatchObject({ isLiked: false, isBookmarked: true, can: { view: false } })
  for (let at = 0; at < 2; at++) await asks(buyer).call('DELETE', '/reactions', { body: reaction('like') })
  await rollUpCounters(server.ctx)
  expect(await seen(buyer)).toMatchObject({ stats: { likes: 0, bookmarks: 2 }, isLiked: false })
})

test('one’s own photos are listed of all galleries or of one, by title and in order', async () => {
  const performer = await buildPerformer(server.ctx)
  const one = await buildGallery(server.ctx, performer)
  await buildGallery(server.ctx, performer, { status: 'draft', photos: 1 })
  await buildGallery(server.ctx, performer, { status: 'removed', photos: 1 })
  const list = async (query: string) => asks(performer).get(`${studio}/search?${query}`)
  expect((await list('')).body.total).toBe(3)
  expect(titles(await list(`galleryId=${one.id}&sortBy=position&sort=asc`))).toEqual(['Photo 1', 'Photo 2'])
  expect(titles(await list('q=photo 2'))).toEqual(['Photo 2'])
  expect((await asks(await buildUser(server.ctx)).get(`${studio}/search`)).status).toBe(403)
})
