import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '../../platform/db/db.ts'
import { api } from '../../testing/api.ts'
import { type Built, buildPerformer } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { revokePurchases } from '../money/charges/reversal.ts'
import { buildConversation, buildMessage } from '../talk/conversations/testing.ts'
import { buildGallery } from '../content/galleries/testing.ts'
import { buildFeed, buildFile } from '../content/posts/testing.ts'
import { buildProduct } from '../shop/products/testing.ts'
import { buildVideo } from '../content/videos/testing.ts'
import { buildFan } from '../money/wallet/testing.ts'

// What was sold can't be replaced.

let server: TestServer
let creator: Built
beforeAll(async () => {
  server = await startTestServer()
  creator = await buildPerformer(server.ctx)
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const gate = { type: 'paid', price: 500n } as const
const file = (purpose?: 'feed-video' | 'product-file' | 'feed-thumbnail' | 'feed-teaser') =>
  buildFile(server.ctx, creator, purpose ? { purpose } : {})
const buy = (fan: Built, kind: string, id: string) =>
  as(fan).post(`/wallet/charges/${kind}/${id}`, { expectedPrice: 5 }, { headers: { 'idempotency-key': randomUUID() } })
async function sell(kind: string, id: string): Promise<Built> {
  const fan = await buildFan(server.ctx, 100)
  expect((await buy(fan, kind, id)).status).toBe(200)
  return fan
}
async function refund(fan: Built): Promise<void> {
  const charges = await rows(
    server.ctx.db,
    sql<{ id: string }>`SELECT charge_id AS id FROM purchases WHERE account_id = ${fan.id}`,
  )
  await server.ctx.transaction((tx) =>
    revokePurchases(
      tx,
      fan.id,
      charges.map(({ id }) => id),
    ),
  )
}
const filesOf = async (id: string) =>
  (
    await rows(
      server.ctx.db,
      sql<{
        id: string
      }>`SELECT file_id AS id FROM item_files WHERE item_id = ${id} AND role = 'main' ORDER BY position`,
    )
  ).map((entry) => entry.id)
const stays = { status: 409, body: { code: 'SOLD_FILES_STAY' } }

test('the files of a post that was bought are neither removed nor replaced; one may add, and change all else', async () => {
  const [first, second, third] = [await file(), await file(), await file()]
  const id = await buildFeed(server.ctx, creator, { type: 'photo', files: [first, second], gate })
  const path = `/performer/feeds/${id}`
  expect((await as(creator).get(`${path}`)).body.data).toMatchObject({ buyers: 0 })
  const fan = await sell('feed', id)
  expect((await as(creator).get(`${path}`)).body.data).toMatchObject({ buyers: 1 })
  for (const fileIds of [[first], [third, second], [], [third]])
    expect([fileIds.length, await as(creator).put(path, { fileIds })]).toMatchObject([
      fileIds.length,
      fileIds.length === 0 ? {} : stays,
    ])
  expect(await filesOf(id)).toEqual([first, second])
  expect((await as(creator).put(path, { fileIds: [second, first, third] })).status).toBe(200)
  expect(await filesOf(id)).toEqual([second, first, third])
  const more = {
    thumbnailId: await file('feed-thumbnail'),
    teaserId: await file('feed-teaser'),
    gate: { type: 'paid', price: 9 },
    title: 'New',
  }
  expect((await as(creator).put(path, more)).status).toBe(200)
  expect((await as(creator).put(path, { thumbnailId: null, teaserId: await file('feed-teaser') })).status).toBe(200)
  expect(await as(creator).delete(`/performer/files/${first}`)).toMatchObject(stays)
  // Refunded, nothing of it was sold.
  await refund(fan)
  expect((await as(creator).put(path, { fileIds: [third] })).status).toBe(200)
})

test('a video that was bought has its main file for good, with other teasers and thumbnails', async () => {
  const main = await file('feed-video')
  const id = await buildVideo(server.ctx, creator, { fileId: main, gate })
  await sell('video', id)
  const path = `/performer/performer-assets/videos/edit/${id}`
  expect(await as(creator).put(path, { videoId: await file('feed-video') })).toMatchObject(stays)
  expect(await as(creator).delete(`/performer/performer-assets/videos/remove-file/${id}?type=video`)).toMatchObject(
    stays,
  )
  expect(
    (await as(creator).put(path, { teaserId: await file('feed-teaser'), thumbnailId: await file('feed-thumbnail') }))
      .status,
  ).toBe(200)
  expect((await as(creator).delete(`/performer/performer-assets/videos/remove-file/${id}?type=teaser`)).status).toBe(
    200,
  )
  expect(await filesOf(id)).toEqual([main])
  // Archived, it is still theirs.
  expect((await as(creator).put(path, { status: 'archived' })).status).toBe(200)
  expect(await as(creator).put(path, { videoId: await file('feed-video') })).toMatchObject(stays)
})

test('a photo of a gallery that was bought stays where it is', async () => {
  const gallery = await buildGallery(server.ctx, creator, { photos: [await file(), await file()], gate })
  const other = await buildGallery(server.ctx, creator, { photos: [await file()] })
  const before = await filesOf(gallery.id)
  await sell('gallery', gallery.id)
  const photos = (await as(creator).get(`/performer/performer-assets/photos/search?galleryId=${gallery.id}`)).body.data
  const photo = `/performer/performer-assets/photos/${photos[0]._id}`
  expect(await as(creator).delete(photo)).toMatchObject(stays)
  expect(await as(creator).put(photo, { galleryId: other.id })).toMatchObject(stays)
  expect(await filesOf(gallery.id)).toEqual(before)
  expect((await as(creator).put(photo, { position: 1, title: 'A title' })).status).toBe(200)
  expect(
    (await as(creator).put(`/performer/performer-assets/galleries/${gallery.id}`, { fileIds: [await file()] })).status,
  ).toBe(200)
  expect(await filesOf(gallery.id)).toHaveLength(3)
})

test('a new version of a digital product is a further file, and buyers get both', async () => {
  const [first, second] = [await file('product-file'), await file('product-file')]
  const id = await buildProduct(server.ctx, creator, {
    type: 'digital',
    price: 500n,
    files: [{ id: first, role: 'main' }],
  })
  const fan = await sell('product', id)
  const path = `/performer/performer-assets/products/${id}`
  expect((await as(creator).put(path, { digitalFileId: second })).status).toBe(200)
  expect(await filesOf(id)).toEqual([first, second])
  expect((await as(creator).put(path, { title: 'Second edition' })).status).toBe(200)
  // The older one as the only one would take the newer from those who bought it.
  expect(await as(creator).put(path, { digitalFileId: first })).toMatchObject(stays)
  expect(await filesOf(id)).toEqual([first, second])
  const { versions } = (await as(fan).get(`/performer-assets/products/${id}`)).body.data
  expect(versions.map(({ _id }: { _id: string }) => _id)).toEqual([second, first])
  const link = `/performer-assets/products/${id}/download-link`
  const urls = [await as(fan).get(link), await as(fan).get(`${link}?fileId=${first}`)].map(({ body }) => body.data.url)
  expect(new Set(urls).size).toBe(2)
  expect((await as(fan).get(`${link}?fileId=${randomUUID()}`)).status).toBe(404)
  const stranger = await buildFan(server.ctx, 0)
  expect((await as(stranger).get(`/performer-assets/products/${id}`)).body.data.versions).toEqual([])
})

test('a file of a message that was bought is not deleted from the vault, also after the message', async () => {
  const photo = await file()
  const fan = await buildFan(server.ctx, 100)
  const conversation = await buildConversation(server.ctx, creator, fan)
  const message = await buildMessage(server.ctx, conversation, creator, { price: 500n, fileIds: [photo] })
  expect((await buy(fan, 'message', message)).status).toBe(200)
  await as(creator).delete(`/messages/${message}`)
  expect(await as(creator).delete(`/performer/files/${photo}`)).toMatchObject(stays)
})

test('a purchase and a removal in the same moment: what is bought has the files that it had', async () => {
  let sold = 0
  const turns = 15
  for (let turn = 0; turn < turns; turn++) {
    const [first, second] = [await file(), await file()]
    const id = await buildFeed(server.ctx, creator, { type: 'photo', files: [first, second], gate })
    const fan = await buildFan(server.ctx, 100)
    const buys = () => buy(fan, 'feed', id)
    const removes = () => as(creator).put(`/performer/feeds/${id}`, { fileIds: [second] })
    const isPurchaseFirst = turn % 2 === 0
    const one = isPurchaseFirst ? buys() : removes()
    // The second comes a little later each turn: at last when the first is done.
    if (turn >= turns - 2) await one
    else await setTimeout(turn * 3)
    const other = isPurchaseFirst ? removes() : buys()
    const [bought, removed] = isPurchaseFirst ? [await one, await other] : [await other, await one]
    if (removed.status === 409) {
      sold++
      expect(bought.status).toBe(200)
      expect(removed.body.code).toBe('SOLD_FILES_STAY')
      expect(await filesOf(id)).toEqual([first, second])
    } else {
      // What changed since it was offered isn't bought; what was bought afterwards has what it was offered with.
      expect([200, 409]).toContain(bought.status)
      expect(await filesOf(id)).toEqual([second])
    }
  }
  expect(sold).toBeGreaterThan(0)
})
