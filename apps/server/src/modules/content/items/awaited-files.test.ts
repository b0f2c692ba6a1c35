import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { api, formOf } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { deleteUnreferencedFiles } from '../../media/vault/deletion.ts'
import { samples } from '../../media/testing.ts'
import { buildFan } from '../../money/wallet/testing.ts'
import { buildProduct } from '../../shop/products/testing.ts'
import { buildParticipant } from '../participants/testing.ts'
import { buildFeed, buildFile, type FileOptions, finishFile } from '../posts/testing.ts'
import { buildVideo } from '../videos/testing.ts'
import { joinAwaited } from './awaited-files.ts'

// Files that a published item takes when they are ready.

let server: TestServer
let creator: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
})
afterAll(() => server.stop())

const videos = '/performer/performer-assets/videos'
const products = '/performer/performer-assets/products'
const as = (who: Built) => api(server).as(who)
const edit = (id: string, body: object) => as(creator).put(`${videos}/edit/${id}`, body)
const own = async (id: string) => (await as(creator).get(`${videos}/${id}/view`)).body.data
/** What visitors get as the files of a video. */
const shown = async (id: string) => {
  const { data } = (await api(server).get(`/performer-assets/videos/${id}`)).body
  return [...data.files, data.thumbnail, data.teaser].filter(Boolean).map(({ _id }: { _id: string }) => _id)
}
const file = (purpose: FileOptions['purpose'] = 'feed-video', isPlayable = true) =>
  buildFile(server.ctx, creator, { purpose, isPlayable })
const waiting = (purpose?: FileOptions['purpose']) => file(purpose, false)
const join = () => joinAwaited(server.ctx)
const end = (id: string, status: string) =>
  sql`UPDATE files SET status = ${status} WHERE id = ${id}`.execute(server.ctx.db)
const isAwaited = async (id: string) =>
  (await row(server.ctx.db, sql`SELECT FROM awaited_files WHERE item_id = ${id}`)) !== undefined
const buy = async (fan: Built, kind: string, id: string, price: number) => {
  const headers = { 'idempotency-key': randomUUID() }
  const bought = await as(fan).post(`/wallet/charges/${kind}/${id}`, { expectedPrice: price }, { headers })
  expect(bought.status, bought.text).toBe(200)
}
const awaits = (...ids: string[]) => ({
  problem: null,
  files: ids.map((_id) => ({ file: expect.objectContaining({ _id }) })),
})

test('a published video is changed at once, and takes a new file when that is ready', async () => {
  const old = await file()
  const id = await buildVideo(server.ctx, creator, { fileId: old })
  const next = await waiting()
  const saved = await edit(id, { title: 'Second cut', videoId: next })
  expect(saved.body.data, saved.text).toMatchObject({
    title: 'Second cut',
    status: 'published',
    files: [{ _id: old }],
    awaitedFiles: awaits(next),
  })
  await join()
  const seen = (await api(server).get(`/performer-assets/videos/${id}`)).body.data
  expect(seen).toMatchObject({ title: 'Second cut', files: [{ _id: old }] })
  expect(seen).not.toHaveProperty('awaitedFiles')

  await finishFile(server.ctx, next)
  const { updatedAt } = await own(id)
  // Twice at the same time, and once more.
  await Promise.all([join(), join()])
  await join()
  expect(await shown(id)).toEqual([next])
  // Nothing was saved meanwhile: an editor that is open goes on.
  expect(await own(id)).toMatchObject({ awaitedFiles: null, updatedAt })
  expect(await isAwaited(id)).toBe(false)
})

test('files in a form join a published video and a published product once they are processed', async () => {
  const [old, image] = [await file(), await file('feed-photo')]
  const video = await buildVideo(server.ctx, creator, { fileId: old })
  const product = await buildProduct(server.ctx, creator, { files: [{ id: image, role: 'cover' }] })
  const photo = await samples.photo()
  const put = (path: string, files: Record<string, Buffer>, fields: Record<string, string>) =>
    as(creator).call('PUT', path, { form: formOf(fields, files) })
  const [saved, changed] = [
    await put(`${videos}/edit/${video}`, { thumbnail: photo }, { title: 'With a cover' }),
    await put(`${products}/${product}`, { image: photo }, { imageIds: image, price: '30' }),
  ]
  expect(saved.body.data, saved.text).toMatchObject({ title: 'With a cover' })
  expect(saved.body.data).not.toHaveProperty('thumbnail')
  expect(changed.body.data, changed.text).toMatchObject({ price: 30, imageIds: [image] })
  await server.work()
  await join()
  expect(await shown(video)).toEqual([old, saved.body.data.awaitedFiles.files[1].file._id])
  const { images } = (await api(server).get(`/performer-assets/products/${product}`)).body.data
  expect(images).toMatchObject([{ _id: image }, { _id: changed.body.data.awaitedFiles.files[1].file._id }])
})

test('a post takes all of its new files together', async () => {
  const old = await file('feed-photo')
  const id = await buildFeed(server.ctx, creator, { type: 'photo', files: [old] })
  const [first, second] = [await waiting('feed-photo'), await waiting('feed-photo')]
  await as(creator).put(`/performer/feeds/${id}`, { fileIds: [first, old, second] })
  const filesNow = async () =>
    (await api(server).get(`/user/feeds/${id}`)).body.data.files.map(({ _id }: { _id: string }) => _id)
  expect(await filesNow()).toEqual([old])
  await finishFile(server.ctx, first)
  await join()
  expect(await filesNow()).toEqual([old])
  await finishFile(server.ctx, second)
  await join()
  expect(await filesNow()).toEqual([first, old, second])
})

test('a save without files builds on those that are awaited; naming others, or the old ones, takes their place', async () => {
  const old = await file()
  const id = await buildVideo(server.ctx, creator, { fileId: old })
  const [first, second, teaser] = [await waiting(), await waiting(), await waiting('feed-teaser')]
  await edit(id, { videoId: first })
  expect((await edit(id, { title: 'Renamed' })).body.data.awaitedFiles).toMatchObject(awaits(first))
  expect((await edit(id, { teaserId: teaser })).body.data.awaitedFiles).toMatchObject(awaits(first, teaser))
  expect((await edit(id, { videoId: second })).body.data.awaitedFiles).toMatchObject(awaits(second, teaser))
  // What is taken back never comes.
  expect((await edit(id, { videoId: old, teaserId: null })).body.data.awaitedFiles).toBeNull()
  for (const each of [first, second, teaser]) await finishFile(server.ctx, each)
  await join()
  expect(await shown(id)).toEqual([old])
  // A list that is ready joins at once.
  const last = await waiting()
  await edit(id, { videoId: last })
  expect((await edit(id, { videoId: first })).body.data).toMatchObject({ files: [{ _id: first }], awaitedFiles: null })
})

test.each(['failed', 'blocked', 'deleted'])(
  'of a file that is %s its creator is told, and the old one stays',
  async (status) => {
    const old = await file()
    const id = await buildVideo(server.ctx, creator, { fileId: old })
    const next = await waiting()
    await edit(id, { videoId: next })
    await end(next, status)
    await join()
    expect(await own(id)).toMatchObject({ files: [{ _id: old }], awaitedFiles: { problem: 'failed' } })
    expect(await shown(id)).toEqual([old])
    expect((await edit(id, { videoId: next })).body.code).toBe('FILE_BROKEN')
    // Saved without it, nothing of it is left.
    expect((await edit(id, { title: 'Renamed' })).body.data).toMatchObject({ title: 'Renamed', awaitedFiles: null })
    await finishFile(server.ctx, next)
    await join()
    expect(await shown(id)).toEqual([old])
  },
)

test('what is sold meanwhile stays: a video keeps its file, a product gets the new one beside it', async () => {
  const [old, oldBook] = [await file(), await file('product-file')]
  const video = await buildVideo(server.ctx, creator, { fileId: old, gate: { type: 'paid', price: 500n } })
  const book = await buildProduct(server.ctx, creator, {
    type: 'digital',
    price: 500n,
    files: [{ id: oldBook, role: 'main' }],
  })
  const [next, nextBook] = [await waiting(), await waiting('product-file')]
  expect((await edit(video, { videoId: next })).status).toBe(200)
  expect((await as(creator).put(`${products}/${book}`, { digitalFileId: nextBook })).status).toBe(200)
  const fan = await buildFan(server.ctx, 100)
  await buy(fan, 'video', video, 5)
  await buy(fan, 'product', book, 5)
  // Everything else can be changed as before.
  expect((await edit(video, { title: 'Sold' })).body.data).toMatchObject({
    title: 'Sold',
    awaitedFiles: { problem: 'sold' },
  })
  expect((await edit(video, { videoId: next })).body.code).toBe('SOLD_FILES_STAY')

  const second = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 500n } })
  const kept = (await own(second)).files[0]._id
  const late = await waiting()
  await edit(second, { videoId: late })
  await buy(fan, 'video', second, 5)
  for (const each of [next, nextBook, late]) await finishFile(server.ctx, each)
  await join()
  expect((await own(video)).files).toMatchObject([{ _id: old }])
  expect(await own(second)).toMatchObject({ files: [{ _id: kept }], awaitedFiles: { problem: 'sold' } })
  const { versions } = (await as(fan).get(`/performer-assets/products/${book}`)).body.data
  expect(versions).toMatchObject([{ _id: nextBook }, { _id: oldBook }])
})

test('files of others and of another purpose are refused, and what was sold before', async () => {
  const stranger = await buildPerformer(server.ctx)
  const id = await buildVideo(server.ctx, creator)
  const theirs = await buildFile(server.ctx, stranger, { purpose: 'feed-video', isPlayable: false })
  expect((await edit(id, { videoId: theirs })).body.errors).toMatchObject([{ path: 'videoId' }])
  expect((await edit(id, { videoId: await waiting('feed-teaser') })).status).toBe(415)
  expect(await isAwaited(id)).toBe(false)
  const sold = await buildVideo(server.ctx, creator, { gate: { type: 'paid', price: 500n } })
  await buy(await buildFan(server.ctx, 100), 'video', sold, 5)
  expect((await edit(sold, { videoId: await waiting() })).body.code).toBe('SOLD_FILES_STAY')
  expect(await isAwaited(sold)).toBe(false)
})

test('nobody but its creator gets at an awaited file', async () => {
  const id = await buildVideo(server.ctx, creator)
  const next = await waiting()
  await edit(id, { videoId: next })
  const status = (who?: Built) => (who ? as(who) : api(server)).get(`/files/${next}/status`)
  expect((await status(creator)).status).toBe(200)
  for (const who of [await buildUser(server.ctx), await buildPerformer(server.ctx)]) {
    expect((await status(who)).status).toBe(404)
    expect((await as(who).get(`${videos}/${id}/view`)).status).toBeGreaterThanOrEqual(403)
    const open = await as(who).get(`/performer-assets/videos/${id}`)
    expect(open.status).toBe(200)
    expect(open.text).not.toContain(next)
  }
})

test('an awaited file is in use: it is neither collected nor deleted', async () => {
  const id = await buildVideo(server.ctx, creator)
  const next = await waiting()
  await edit(id, { videoId: next })
  await deleteUnreferencedFiles(server.ctx)
  const since = () =>
    row(server.ctx.db, sql<{ at: Date | null }>`SELECT unreferenced_since AS at FROM files WHERE id = ${next}`)
  expect(await since()).toEqual({ at: null })
  expect((await as(creator).delete(`/performer/files/${next}`)).body.code).toBe('FILE_IN_USE')
  const { data } = (await as(creator).get('/performer/files?use=used&pageSize=100')).body
  expect(data.find(({ _id }: { _id: string }) => _id === next)).toMatchObject({ uses: [{ _id: id }], useCount: 1 })
  await edit(id, { videoId: await file() })
  await deleteUnreferencedFiles(server.ctx)
  expect(await since()).toEqual({ at: expect.any(Date) })
})

test('what is deleted awaits its files in the trash, and no longer once it is gone', async () => {
  const old = await file()
  const id = await buildVideo(server.ctx, creator, { fileId: old })
  const next = await waiting()
  await edit(id, { videoId: next })
  expect((await as(creator).delete(`${videos}/${id}`)).status).toBe(200)
  await finishFile(server.ctx, next)
  await join()
  expect(await isAwaited(id)).toBe(true)
  expect((await as(creator).post(`/performer/trash/${id}/restoration`)).status).toBe(200)
  await join()
  expect(await own(id)).toMatchObject({ status: 'archived', files: [{ _id: next }], awaitedFiles: null })

  await edit(id, { videoId: await waiting() })
  expect(await isAwaited(id)).toBe(true)
  expect((await as(creator).delete(`${videos}/${id}`)).status).toBe(200)
  expect((await as(creator).delete(`/performer/trash/${id}`)).status).toBe(200)
  expect(await isAwaited(id)).toBe(false)
})

test('an archived video that is published again waits for its new file', async () => {
  const id = await buildVideo(server.ctx, creator)
  const next = await waiting()
  await edit(id, { status: 'archived' })
  expect((await edit(id, { videoId: next })).body.data).toMatchObject({
    status: 'archived',
    awaitedFiles: awaits(next),
  })
  expect((await edit(id, { status: 'published' })).body.data).toMatchObject({
    status: 'processing',
    files: [{ _id: next }],
    awaitedFiles: null,
  })
})

test('a withdrawn consent blocks what a video of the person awaits', async () => {
  const id = await buildVideo(server.ctx, creator)
  const { id: participantId, secret } = await buildParticipant(server.ctx, creator)
  await sql`INSERT INTO item_participants (item_id, participant_id) VALUES (${id}, ${participantId})`.execute(
    server.ctx.db,
  )
  const next = await waiting()
  await edit(id, { videoId: next })
  expect((await api(server).post(`/consents/${secret}/withdrawal`)).status).toBe(200)
  const now = await row(server.ctx.db, sql`SELECT status FROM files WHERE id = ${next}`)
  expect(now).toEqual({ status: 'blocked' })
  await join()
  expect(await own(id)).toMatchObject({ status: 'hidden', awaitedFiles: { problem: 'failed' } })
})
