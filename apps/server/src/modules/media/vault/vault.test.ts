import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { row, sql } from '../../../platform/db/db.ts'
import { sha256 } from '../../../platform/ids.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildFeed } from '../../content/posts/testing.ts'
import { buildGallery } from '../../content/galleries/testing.ts'
import { deleteUnreferencedFiles } from './deletion.ts'
import { buildUploadedFile } from '../testing.ts'

let server: TestServer
let creator: Built
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  creator = await buildPerformer(server.ctx)
})
afterAll(() => server.stop())

const as = (who: Built = creator) => api(server).as(who)
const file = (name: string, bytes = name, purpose = 'feed-photo', who = creator) =>
  buildUploadedFile(server.ctx, {
    ownerId: who.id,
    kind:
      purpose === 'product-file'
        ? 'digital'
        : purpose === 'avatar'
          ? 'photo'
          : (purpose.slice('feed-'.length) as 'photo'),
    purpose,
    mime: 'image/jpeg',
    bytes: Buffer.from(bytes),
    name,
  })
const names = async (query = '') => {
  const { body, status, text } = await as().get(`/performer/files${query}`)
  expect(status, text).toBe(200)
  return body.data.map(({ name }: { name: string }) => name)
}

test('the vault lists a creator’s own content by kind, use, name and size, and no one else’s', async () => {
  const kiln = await file('kiln.jpg')
  await file('Wheel.mp4', 'a longer video', 'feed-video')
  await file('glaze.pdf', 'a book', 'product-file')
  await file('me.jpg', 'me', 'avatar')
  await file('theirs.jpg', 'theirs', 'feed-photo', await buildPerformer(server.ctx))
  const post = await buildFeed(server.ctx, creator, { type: 'photo', files: [kiln] })
  const gallery = await buildGallery(server.ctx, creator)
  expect(await names('?sort=asc')).toEqual(expect.arrayContaining(['kiln.jpg', 'Wheel.mp4', 'glaze.pdf']))
  expect(await names('?kind=video')).toEqual(['Wheel.mp4'])
  expect(await names('?kind=file')).toEqual(['glaze.pdf'])
  expect(await names('?use=unused&sort=asc&sortBy=name')).toEqual(['glaze.pdf', 'Wheel.mp4'])
  expect(await names('?q=WHEEL')).toEqual(['Wheel.mp4'])
  expect(await names('?q=%25')).toEqual([])
  expect((await names('?sortBy=bytes'))[0]).not.toBe('me.jpg')
  expect(await names('?q=theirs')).toEqual([])
  const [shown] = (await as().get('/performer/files?q=kiln')).body.data
  expect(shown).toMatchObject({
    _id: kiln,
    kind: 'photo',
    type: 'feed-photo',
    useCount: 1,
    isRetained: false,
    deletesAt: null,
  })
  expect(shown.uses).toEqual([expect.objectContaining({ _id: post, kind: 'feed' })])
  expect(shown.file).toMatchObject({ isLocked: false, _id: kiln })
  const used = (await as().get('/performer/files?use=used')).body.data
  expect(used.flatMap((entry: { uses: { _id: string }[] }) => entry.uses.map(({ _id }) => _id))).toContain(gallery.id)
  const summary = (await as().get('/performer/files/summary')).body.data
  expect(summary.kinds.find(({ kind }: { kind: string }) => kind === 'video')).toMatchObject({ files: 1, bytes: 14 })
  // kiln.jpg, "a longer video" and "a book": what a profile shows is not content.
  expect(summary).toMatchObject({ unused: 2, limitBytes: 250e9, storedBytes: 8 + 14 + 6, arrivingBytes: 0 })
  expect(
    (
      await api(server)
        .as(await buildUser(server.ctx))
        .get('/performer/files')
    ).status,
  ).toBe(403)
})

test('uploads on their way are told beside what is stored, and both are within the limit', async () => {
  await file('kiln.jpg')
  const begin = (bytes: number) =>
    as().call('POST', '/uploads', {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes),
        'upload-metadata': `type ${Buffer.from('feed-video').toString('base64')},filename ${Buffer.from('firing.mp4').toString('base64')}`,
      },
    })
  const summary = async () => (await as().get('/performer/files/summary')).body.data
  expect((await begin(5000)).status).toBe(201)
  expect(await summary()).toMatchObject({ storedBytes: 8, arrivingBytes: 5000, files: 1 })
  await sql`UPDATE uploads SET bytes = 250000000000 - 1008 WHERE owner_id = ${creator.id}`.execute(server.ctx.db)
  const { status, body } = await begin(1001)
  expect([status, body]).toEqual([
    422,
    expect.objectContaining({ code: 'STORAGE_FULL', storedBytes: 250e9 - 1000, limitBytes: 250e9 }),
  ])
  expect((await begin(1000)).status).toBe(201)
  expect(await summary()).toMatchObject({ storedBytes: 8, arrivingBytes: 250e9 - 8 })
})

test('a file of one’s own is saved as it was uploaded, by nobody else, and not once it is gone', async () => {
  const id = await file('original.jpg', 'as it was uploaded')
  expect((await as().get(`/performer/files/${id}/download-link`)).status).toBe(404)
  await sql`UPDATE files SET status = 'ready', is_playable = true WHERE id = ${id}`.execute(server.ctx.db)
  const link = (who: Built) => api(server).as(who).get(`/performer/files/${id}/download-link`)
  expect((await as().get('/performer/files?q=original.jpg')).body.data[0]).toMatchObject({ _id: id, canDownload: true })
  const { url } = (await link(creator)).body.data
  const saved = await server.app.inject({ url, headers: { authorization: creator.token } })
  expect([saved.statusCode, saved.body]).toEqual([200, 'as it was uploaded'])
  expect(saved.headers['content-disposition']).toContain('original.jpg')
  const other = await buildPerformer(server.ctx)
  expect((await link(other)).status).toBe(404)
  expect((await server.app.inject({ url, headers: { authorization: other.token } })).statusCode).toBe(404)
  await sql`UPDATE files SET status = 'blocked' WHERE id = ${id}`.execute(server.ctx.db)
  expect((await link(creator)).status).toBe(404)
  expect((await server.app.inject({ url, headers: { authorization: creator.token } })).statusCode).toBe(404)
})

test.each(['createdAt', 'bytes', 'name'])('by %s the list goes on by cursor, each file once', async (sortBy) => {
  const made = await Promise.all(
    Array.from({ length: 7 }, (_each, index) => file(`same-${index % 3}.jpg`, 'x'.repeat(index % 2))),
  )
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await as().get(`/performer/files?pageSize=3&sortBy=${sortBy}&cursor=${cursor}`)
    seen.push(...body.data.map(({ _id }: { _id: string }) => _id))
    cursor = body.nextCursor
  }
  expect(seen.toSorted()).toEqual(made.toSorted())
})

test('a second copy is recognised by its bytes, among files for the same', async () => {
  const first = await file('shelf.jpg', 'the same bytes')
  await file('shelf copy.jpg', 'the same bytes')
  await file('shelf thumb.jpg', 'the same bytes', 'feed-thumbnail')
  const { data } = (await as().get('/performer/files?use=duplicate')).body
  expect(data).toMatchObject([{ name: 'shelf copy.jpg', duplicateOf: { _id: first, name: 'shelf.jpg' } }])
  const hash = sha256('the same bytes').toString('hex')
  expect(await names(`?sha256=${hash}&type=feed-photo&sort=asc`)).toHaveLength(2)
  expect((await as().get('/performer/files/summary')).body.data.duplicates).toEqual({ files: 1, bytes: 14 })
})

test('a file that nothing uses is deleted, one that is used is not, and those of others are not found', async () => {
  const [used, unused, third] = [await file('used'), await file('unused'), await file('third')]
  const post = await buildFeed(server.ctx, creator, { type: 'photo', files: [used] })
  const other = await buildPerformer(server.ctx)
  const theirs = await file('theirs', 'theirs', 'feed-photo', other)
  const avatar = await file('me', 'me', 'avatar')
  expect((await as().delete(`/performer/files/${unused}`)).status).toBe(200)
  expect((await as().delete(`/performer/files/${unused}`)).status).toBe(404)
  const refused = await as().delete(`/performer/files/${used}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'FILE_IN_USE'])
  expect((await as().delete(`/performer/files/${theirs}`)).status).toBe(404)
  expect((await as().delete(`/performer/files/${avatar}`)).status).toBe(404)
  const several = await as().post('/performer/files/deletion', { ids: [used, third, theirs, unused, avatar] })
  expect(several.body.data).toEqual({ deleted: [third], inUse: [used] })
  // An archived post can be published again, so its files stay.
  await sql`UPDATE items SET status = 'archived' WHERE id = ${post}`.execute(server.ctx.db)
  expect((await as().delete(`/performer/files/${used}`)).status).toBe(409)
  const gone = await row(server.ctx.db, sql`SELECT status, original_key AS key FROM files WHERE id = ${third}`)
  expect(gone).toEqual({ status: 'deleted', key: null })
})

test('a retained file stays although nothing uses it; the other says when it goes, and goes', async () => {
  const [retained, left] = [await file('retained'), await file('left')]
  const saved = await as().put(`/performer/files/${retained}`, { isRetained: true, name: 'Winter kiln.jpg' })
  expect(saved.body.data).toMatchObject({ _id: retained, isRetained: true, name: 'Winter kiln.jpg', deletesAt: null })
  expect((await as().put(`/performer/files/${retained}`, { name: '' })).status).toBe(422)
  await deleteUnreferencedFiles(server.ctx)
  const [shown] = (await as().get('/performer/files?q=left')).body.data
  expect(Date.parse(shown.deletesAt)).toBeGreaterThan(Date.now())
  await advanceClock(server.ctx, '8 days')
  await deleteUnreferencedFiles(server.ctx)
  const rest = await as().get('/performer/files')
  expect(rest.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([retained])
  expect(left).not.toBe(retained)
})
