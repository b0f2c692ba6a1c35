import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, sql } from '../../platform/db/db.ts'
import { api } from '../../testing/api.ts'
import { type Built, buildPerformer } from '../../testing/builders.ts'
import { countryByHeader } from '../../testing/country.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { revokePurchases } from '../money/charges/reversal.ts'
import { buildConversation, buildMessage, buildMessagePhoto } from '../talk/conversations/testing.ts'
import { buildGallery } from '../content/galleries/testing.ts'
import { buildFeed, buildFile } from '../content/posts/testing.ts'
import { buildProduct } from '../shop/products/testing.ts'
import { buildVideo } from '../content/videos/testing.ts'
import { buildFan, buildPlan } from '../money/wallet/testing.ts'

// What was sold stays with its buyer, and nothing else of a creator does who blocks them or their country.

let server: TestServer
countryByHeader()
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const as = (who: Built) => api(server).as(who)
const inCountry = { headers: { 'x-test-country': 'NL' } }
const gate = { type: 'paid', price: 500n } as const
const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } })

async function sold() {
  const { ctx } = server
  const creator = await buildPerformer(ctx, { name: 'Mara Vale' })
  const fan = await buildFan(ctx, 100)
  const conversation = await buildConversation(ctx, creator, fan)
  const ids = {
    feed: await buildFeed(ctx, creator, { type: 'photo', gate }),
    gallery: (await buildGallery(ctx, creator, { photos: [await buildFile(ctx, creator)], gate })).id,
    video: await buildVideo(ctx, creator, { gate }),
    product: await buildProduct(ctx, creator, {
      type: 'digital',
      price: 500n,
      files: [{ id: await buildFile(ctx, creator, { purpose: 'product-file' }), role: 'main' }],
    }),
    message: await buildMessage(ctx, conversation, creator, {
      text: 'For you',
      price: 500n,
      fileIds: [await buildMessagePhoto(ctx, creator)],
    }),
  }
  for (const [kind, id] of Object.entries(ids)) {
    const bought = await as(fan).post(`/wallet/charges/${kind}/${id}`, { expectedPrice: 5 }, keyed())
    expect(bought.status).toBe(200)
  }
  const planId = await buildPlan(ctx, creator, { price: 200n })
  const plan = { performerId: creator.id, planId, paymentGateway: 'wallet' }
  expect((await as(fan).post('/payment/subscribe/performers', plan, keyed())).status).toBe(200)
  return { creator, fan, ids, conversation }
}
const block = ({ creator, fan }: Awaited<ReturnType<typeof sold>>) =>
  as(creator).post('/block/users', { userId: fan.id })
const reads = (ids: Awaited<ReturnType<typeof sold>>['ids']) => ({
  feed: `/user/feeds/${ids.feed}`,
  gallery: `/performer-assets/galleries/${ids.gallery}`,
  photos: `/performer-assets/photos?galleryId=${ids.gallery}`,
  video: `/performer-assets/videos/${ids.video}`,
  product: `/performer-assets/products/${ids.product}`,
  download: `/performer-assets/products/${ids.product}/download-link`,
  message: `/user/purchases/messages/${ids.message}`,
})

for (const way of ['a block by its seller', 'a block by its buyer', 'a blocked country'] as const)
  test(`${way} leaves what was bought in the library, and closes all else`, async () => {
    const scene = await sold()
    const { creator, fan, ids, conversation } = scene
    const other = await buildFeed(server.ctx, creator, { type: 'photo', gate })
    const open = await buildFeed(server.ctx, creator, { type: 'photo' })
    const sending: { headers?: Record<string, string> } = way === 'a blocked country' ? inCountry : {}
    if (way === 'a block by its seller') expect((await block(scene)).status).toBe(200)
    if (way === 'a block by its buyer') await as(fan).post('/block/users', { userId: creator.id })
    if (way === 'a blocked country') await as(creator).post('/block/countries', { countries: ['NL'] })
    const closed = way === 'a blocked country' ? 451 : 404

    const library = await as(fan).get('/user/purchases', sending)
    expect(library.body.data).toHaveLength(5)
    expect(library.body.total).toBe(5)
    for (const entry of library.body.data)
      expect(entry).toMatchObject({ isAvailable: true, performer: { name: 'Mara Vale', username: null } })
    // The order and the subscription say from whom they were, and lead nowhere.
    for (const path of ['/orders/users/search', '/subscriptions/user/search']) {
      const { text, body } = await as(fan).get(path, sending)
      expect([path, body.data]).toEqual([path, [expect.objectContaining({ performer: expect.anything() })]])
      expect(body.data[0].performer).toMatchObject({ name: 'Mara Vale', username: null })
      expect(text).not.toContain(`"${creator.username}"`)
    }
    const [order] = (await as(fan).get('/orders/users/search', sending)).body.data
    expect((await as(fan).get(`/orders/${order._id}`, sending)).body.data.performer.username).toBe(null)
    for (const [what, path] of Object.entries(reads(ids))) {
      const { status, text, body } = await as(fan).get(path, sending)
      expect([what, status]).toEqual([what, 200])
      if (what !== 'product') expect([what, text.includes('/media/')]).toEqual([what, true])
      // The name is there as text; nothing leads to the creator.
      expect(text).not.toContain(`"${creator.username}"`)
      if (['feed', 'gallery', 'video', 'product'].includes(what))
        expect(body.data).toMatchObject({
          isClosed: true,
          performer: { name: 'Mara Vale', username: null },
          can: { comment: false },
        })
    }
    const refused: [string, Promise<{ status: number }>][] = [
      ['the profile', as(fan).get(`/performers/${creator.username}`, sending)],
      ['another item', as(fan).get(`/user/feeds/${other}`, sending)],
      ['an open item', as(fan).get(`/user/feeds/${open}`, sending)],
      ['comments', as(fan).get(`/comments?itemId=${ids.feed}`, sending)],
      ['a comment', as(fan).post('/comments', { itemId: ids.feed, text: 'Hello' }, sending)],
      ['a like', as(fan).post('/reactions', { objectType: 'feed', objectId: ids.feed, action: 'like' }, sending)],
      ['related videos', as(fan).get(`/performer-assets/videos/${ids.video}/related`, sending)],
      [
        'another purchase',
        as(fan).post(
          `/wallet/charges/feed/${other}`,
          { expectedPrice: 5 },
          { headers: { ...sending.headers, 'idempotency-key': randomUUID() } },
        ),
      ],
      [
        'the same purchase',
        as(fan).post(
          `/wallet/charges/feed/${ids.feed}`,
          { expectedPrice: 5 },
          { headers: { ...sending.headers, 'idempotency-key': randomUUID() } },
        ),
      ],
      [
        'the same order',
        as(fan).post(
          `/wallet/charges/product/${ids.product}`,
          { expectedPrice: 5 },
          { headers: { ...sending.headers, 'idempotency-key': randomUUID() } },
        ),
      ],
    ]
    for (const [what, reply] of refused)
      expect([what, [404, closed]]).toEqual([what, expect.arrayContaining([(await reply).status])])
    for (const path of [
      `/user/feeds/search/${creator.username}`,
      '/user/feeds?discover=true&pageSize=100',
      '/performer-assets/videos/search?pageSize=100',
      '/performer-assets/galleries/search?pageSize=100',
      '/performers/user/search?pageSize=100',
      '/reactions/feeds/bookmark',
    ])
      expect([path, (await as(fan).get(path, sending)).text.includes(creator.id)]).toEqual([path, false])
    expect((await as(fan).get(`/messages/conversations/${conversation}`, sending)).text).not.toContain('/media/')
  })

test('refund, takedown and withdrawn access end what was bought as before, also after a block', async () => {
  const scene = await sold()
  const { fan, ids } = scene
  await block(scene)
  const paths = reads(ids)
  await sql`UPDATE items SET status = 'removed', status_reason = 'It breaks the rules.' WHERE id = ${ids.video}`.execute(
    server.ctx.db,
  )
  expect((await as(fan).get(paths.video)).status).toBe(404)
  const charge = await row(
    server.ctx.db,
    sql<{ id: string }>`SELECT charge_id AS id FROM purchases WHERE account_id = ${fan.id} AND object_id = ${ids.feed}`,
  )
  await server.ctx.transaction((tx) => revokePurchases(tx, fan.id, [charge!.id]))
  expect((await as(fan).get(paths.feed)).status).toBe(404)
  expect((await as(fan).get(paths.gallery)).status).toBe(200)
  await sql`UPDATE accounts SET status = 'suspended' WHERE id = ${fan.id}`.execute(server.ctx.db)
  expect((await as(fan).get(paths.gallery)).status).not.toBe(200)
})

test('archived, edited, deleted and closed: what was bought opens, also for one who is blocked', async () => {
  const scene = await sold()
  const { creator, fan, ids } = scene
  await as(creator).put(`/performer/feeds/${ids.feed}`, { gate: { type: 'subscribers' }, status: 'archived' })
  await as(creator).delete(`/performer/performer-assets/galleries/${ids.gallery}`)
  await as(creator).put(`/performer/performer-assets/videos/edit/${ids.video}`, { gate: { type: 'paid', price: 90 } })
  await as(creator).delete(`/performer/performer-assets/products/${ids.product}`)
  await as(creator).delete(`/messages/${ids.message}`)
  await block(scene)
  for (const [what, path] of Object.entries(reads(ids)))
    expect([what, (await as(fan).get(path)).status]).toEqual([what, 200])
  // A text that was deleted is gone; what was paid for is not.
  expect((await as(fan).get(reads(ids).message)).body.data).toMatchObject({ text: '', files: [{ isLocked: false }] })
  await sql`UPDATE accounts SET status = 'closed' WHERE id = ${creator.id}`.execute(server.ctx.db)
  for (const [what, path] of Object.entries(reads(ids)))
    expect([what, (await as(fan).get(path)).status]).toEqual([what, 200])
})
