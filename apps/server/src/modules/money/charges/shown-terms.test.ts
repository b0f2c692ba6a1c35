import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildPerformer } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { buildConversation, buildMessage, buildMessagePhoto } from '../../talk/conversations/testing.ts'
import { buildGallery } from '../../content/galleries/testing.ts'
import { checkLedger } from '../ledger/check.ts'
import { walletBalance } from '../ledger/post.ts'
import { buildFeed, buildFile } from '../../content/posts/testing.ts'
import { buildProduct } from '../../shop/products/testing.ts'
import { buildFan, buildLockedFeed, buildPlan, payer } from '../wallet/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(await checkLedger(server.ctx)).toEqual([])
  await server.stop()
})

const as = (who: Built) => api(server).as(who)
const buy = (fan: Built, kind: string, id: string, body: object = {}) =>
  payer(server, fan).keyed(`/wallet/charges/${kind}/${id}`, body)
const spent = async (fan: Built) => 100_000n - (await walletBalance(server.ctx, fan.id))
async function scene() {
  const [fan, creator] = [await buildFan(server.ctx, 1000), await buildPerformer(server.ctx)]
  await as(fan).post('/addresses/create', {
    name: 'Jamie Rowe',
    line1: '4-2-8 Shibakoen',
    city: 'Minato',
    postalCode: '105-0011',
    country: 'JP',
  })
  return { fan, creator }
}
interface ShownPlan {
  _id: string
  planId: string
  price: number
  terms: string
}
const plansOf = async (fan: Built, creator: Built): Promise<ShownPlan[]> =>
  (await as(fan).get(`/performers/${creator.id}`)).body.data.plans

test('a plan with other terms is another version, and the version that was shown is refused with it', async () => {
  const { fan, creator } = await scene()
  const save = async (plan: object) => (await as(creator).put('/performer/plans', { plans: [plan] })).body.data[0]
  const bundle = { type: 'bundle', name: 'Year', months: 12, price: 50, perks: ['All posts'] }
  const first = await save(bundle)
  expect(first._id).toBe(first.planId)
  const [shown] = await plansOf(fan, creator)
  const subscribe = (planId: string, more: object = {}, who = fan) =>
    payer(server, who).keyed('/payment/subscribe/performers', {
      performerId: creator.id,
      planId,
      paymentGateway: 'wallet',
      ...more,
    })
  // Saved as it is, or in another place, it stays the same.
  expect(await save({ ...bundle, _id: first._id })).toMatchObject({ _id: first._id, terms: first.terms })

  const monthly = await save({ type: 'monthly', name: 'Year', price: 50, perks: ['All posts'], _id: first._id })
  expect(monthly._id).not.toBe(first._id)
  expect(monthly.planId).toBe(first.planId)
  for (const more of [{ expectedPrice: 50 }, {}, { expectedPrice: 50, expectedTerms: shown!.terms }])
    expect(await subscribe(shown!._id, more)).toMatchObject({
      status: 409,
      body: { code: 'PLAN_CHANGED', plan: { _id: monthly._id, months: 1, price: 50, terms: monthly.terms } },
    })
  // The new id with the terms of before is refused, too.
  expect((await subscribe(monthly._id, { expectedTerms: shown!.terms })).body.code).toBe('PLAN_CHANGED')
  expect(await spent(fan)).toBe(0n)
  const begun = await subscribe(monthly._id, { expectedPrice: 50, expectedTerms: monthly.terms })
  expect(begun.body.data.subscription).toMatchObject({ planId: first.planId, months: 1, price: 50 })

  // Perks are terms, and what was cheaper once doesn't come back under its old id.
  const fewer = await save({ type: 'monthly', name: 'Year', price: 50, perks: [], _id: monthly._id })
  expect(new Set([first._id, monthly._id, fewer._id]).size).toBe(3)
  const back = await save({ ...bundle, _id: first._id })
  expect(back._id).not.toBe(first._id)
  const other = await buildFan(server.ctx, 1000)
  expect((await subscribe(first._id, { expectedPrice: 50 }, other)).body.code).toBe('PLAN_CHANGED')
  expect((await subscribe(back._id, { expectedPrice: 50 }, other)).body.data.subscription.months).toBe(12)
})

test('a plan that got other terms is the same plan to gates, audiences and those who subscribed before', async () => {
  const { fan, creator } = await scene()
  const save = async (plan: object) => (await as(creator).put('/performer/plans', { plans: [plan] })).body.data[0]
  const first = await save({ type: 'monthly', name: 'Gold', price: 5 })
  const subscribe = (who: Built, planId: string) =>
    payer(server, who).keyed('/payment/subscribe/performers', {
      performerId: creator.id,
      planId,
      paymentGateway: 'wallet',
    })
  await subscribe(fan, first._id)
  const post = async (planId: string) => {
    const made = await as(creator).post('/performer/feeds', {
      type: 'text',
      text: 'For gold alone',
      gate: { type: 'plan', planIds: [planId] },
    })
    return made.body.data as { _id: string; gate: { planIds: string[] } }
  }
  const before = await post(first._id)
  const second = await save({ type: 'monthly', name: 'Gold', price: 7, _id: first._id })
  const after = await post(second._id)
  expect([before, after].map(({ gate }) => gate.planIds)).toEqual([[second.planId], [second.planId]])
  const later = await buildFan(server.ctx, 1000)
  expect((await subscribe(later, second._id)).status).toBe(200)
  for (const who of [fan, later])
    for (const { _id } of [before, after])
      expect((await as(who).get(`/user/feeds/${_id}`)).body.data.can.view).toBe(true)
  for (const id of [first._id, second._id])
    expect(
      (
        await as(creator).post('/performer/broadcasts/preview', {
          include: [{ kind: 'plan', id }],
          exclude: [],
        })
      ).body.data.recipients,
    ).toBe(2)
  // A stranger's version is no plan of theirs.
  const stranger = await buildPerformer(server.ctx)
  expect(
    (await as(stranger).put('/performer/plans', { plans: [{ _id: second._id, type: 'monthly', name: 'X', price: 5 }] }))
      .status,
  ).toBe(404)
})

test('what was put up for sale under a price is what is sold: other files, fewer photos, another file are refused', async () => {
  const { ctx } = server
  const { fan, creator } = await scene()
  const files = [await buildFile(ctx, creator), await buildFile(ctx, creator)]
  const feed = await buildFeed(ctx, creator, { type: 'photo', files, gate: { type: 'paid', price: 1000n } })
  const photos = [await buildFile(ctx, creator), await buildFile(ctx, creator)]
  const gallery = (await buildGallery(ctx, creator, { photos, gate: { type: 'paid', price: 1000n } })).id
  const file = await buildFile(ctx, creator, { purpose: 'product-file' })
  const product = await buildProduct(ctx, creator, {
    type: 'digital',
    price: 1000n,
    files: [{ id: file, role: 'main' }],
  })
  await advanceClock(ctx, '2 hours')
  const addresses = {
    feed: `/user/feeds/${feed}`,
    gallery: `/performer-assets/galleries/${gallery}`,
    product: `/performer-assets/products/${product}`,
  }
  const termsOf = async (address: string) => {
    const { data } = (await as(fan).get(address)).body
    return (data.terms ?? data.gate.terms) as string
  }
  const shown = await Promise.all(Object.values(addresses).map(termsOf))
  expect(new Set(shown).size).toBe(3)
  await sql`DELETE FROM item_files WHERE item_id = ${feed} AND file_id = ${files[1]!}`.execute(ctx.db)
  await sql`DELETE FROM photos WHERE gallery_id = ${gallery} AND file_id = ${photos[1]!}`.execute(ctx.db)
  const other = await buildFile(ctx, creator, { purpose: 'product-file' })
  await sql`UPDATE item_files SET file_id = ${other} WHERE item_id = ${product}`.execute(ctx.db)
  const things = [
    ['feed', feed],
    ['gallery', gallery],
    ['product', product],
  ] as const
  for (const [at, [kind, id]] of things.entries()) {
    const now = await termsOf(addresses[kind])
    expect(now).not.toBe(shown[at])
    const refused = { status: 409, body: { code: 'TERMS_CHANGED', price: 10, terms: now } }
    expect(await buy(fan, kind, id, { expectedPrice: 10, expectedTerms: shown[at] })).toMatchObject(refused)
    // Who says the price alone was shown it, and may have been shown more beside it.
    expect(await buy(fan, kind, id, { expectedPrice: 10 })).toMatchObject(refused)
    expect((await buy(fan, kind, id)).status).toBe(409)
    expect(await spent(fan)).toBe(BigInt(at) * 1000n)
    expect((await buy(fan, kind, id, { expectedPrice: 10, expectedTerms: now })).status).toBe(200)
  }
  const late = await buildFan(ctx, 100)
  await advanceClock(ctx, '61 minutes')
  expect((await buy(late, 'feed', feed)).status).toBe(200)
})

test('adding to what is sold takes nothing from who says no terms', async () => {
  const { ctx } = server
  const { fan, creator } = await scene()
  const feed = await buildFeed(ctx, creator, { type: 'photo', gate: { type: 'paid', price: 1000n } })
  const shown = (await as(fan).get(`/user/feeds/${feed}`)).body.data.gate.terms
  await sql`INSERT INTO item_files (item_id, file_id, role, position)
    VALUES (${feed}, ${await buildFile(ctx, creator)}, 'main', 1)`.execute(ctx.db)
  await sql`UPDATE items SET gate_price = 500 WHERE id = ${feed}`.execute(ctx.db)
  expect((await buy(fan, 'feed', feed, { expectedTerms: shown })).body).toMatchObject({
    code: 'PRICE_CHANGED',
    price: 5,
  })
  expect((await buy(fan, 'feed', feed)).body.data.tokens).toBe(5)
})

test('a price that rises while the item is archived is refused to who says none, and so is one that moves to the shipping', async () => {
  const { ctx } = server
  const { fan, creator } = await scene()
  const feed = await buildLockedFeed(ctx, creator, 5)
  const set = (more: string) => sql`UPDATE items SET ${sql.raw(more)} WHERE id = ${feed}`.execute(ctx.db)
  await set(`status = 'archived'`)
  await set('gate_price = 5000')
  await set(`status = 'published'`)
  expect(await buy(fan, 'feed', feed)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', price: 50 } })

  // A piece for 10 with 5 for shipping becomes one for 14 with 1: the same for one, dearer for twenty.
  const product = await buildProduct(ctx, creator, { price: 1000n, shippingFee: 500n })
  await ctx.transaction(async (tx) => {
    await sql`UPDATE items SET gate_price = 1400 WHERE id = ${product}`.execute(tx.db)
    await sql`UPDATE products SET shipping_fee = 100 WHERE item_id = ${product}`.execute(tx.db)
  })
  expect(await buy(fan, 'product', product, { quantity: 20 })).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', price: 281 },
  })
  expect(await spent(fan)).toBe(0n)
  expect((await buy(fan, 'product', product)).body.data.tokens).toBe(15)
})

test('a parcel that would be sent later, or elsewhere, is not what was ordered', async () => {
  const { ctx } = server
  const { fan, creator } = await scene()
  const product = await buildProduct(ctx, creator, { price: 1000n, shippingFee: 500n })
  const shown = async () => (await as(fan).get(`/performer-assets/products/${product}`)).body.data.terms as string
  for (const change of [`processing_days = 60`, `shipping_countries = '{JP,FR}'`]) {
    const terms = await shown()
    await sql`UPDATE products SET ${sql.raw(change)} WHERE item_id = ${product}`.execute(ctx.db)
    expect((await buy(fan, 'product', product, { expectedPrice: 15, expectedTerms: terms })).body.code).toBe(
      'TERMS_CHANGED',
    )
  }
  const terms = await shown()
  await sql`UPDATE items SET text = 'An image of a cup.' WHERE id = ${product}`.execute(ctx.db)
  expect((await buy(fan, 'product', product, { expectedPrice: 15, expectedTerms: terms })).body.code).toBe(
    'TERMS_CHANGED',
  )
  expect(await spent(fan)).toBe(0n)
  const bought = await buy(fan, 'product', product, { expectedPrice: 15, expectedTerms: await shown() })
  const id = bought.body.data._id as string
  const { version } = (await row(
    ctx.db,
    sql<{ version: number }>`SELECT offer_version AS version FROM charges WHERE id = ${id}`,
  ))!
  expect(await row(ctx.db, sql`SELECT offer_version AS version FROM items WHERE id = ${product}`)).toEqual({ version })
  // Stock is not a term, and selling a piece makes no other version.
  await sql`UPDATE products SET stock = 5 WHERE item_id = ${product}`.execute(ctx.db)
  expect((await buy(fan, 'product', product, { expectedPrice: 15, expectedTerms: await shown() })).status).toBe(200)
})

test('what was changed before anyone saw it keeps no buyer waiting', async () => {
  const { ctx } = server
  const { fan, creator } = await scene()
  const feed = await buildFeed(ctx, creator, { status: 'draft', gate: { type: 'paid', price: 500n } })
  await sql`UPDATE items SET gate_price = 900, status = 'published', published_at = app_now() WHERE id = ${feed}`.execute(
    ctx.db,
  )
  expect((await buy(fan, 'feed', feed)).body.data.tokens).toBe(9)
  expect(await rows(ctx.db, sql`SELECT 1 FROM offer_changes WHERE item_id = ${feed}`)).toEqual([])
})

test('a message and a first message are sold by the terms that were shown', async () => {
  const { ctx } = server
  const { fan, creator } = await scene()
  const conversation = await buildConversation(ctx, creator, fan)
  const id = await buildMessage(ctx, conversation, creator, {
    price: 1000n,
    fileIds: [await buildMessagePhoto(ctx, creator)],
  })
  const [message] = (await as(fan).get(`/messages/conversations/${conversation}`)).body.data
  expect((await buy(fan, 'message', id, { expectedTerms: randomUUID() })).body).toMatchObject({
    code: 'PRICE_CHANGED',
    terms: message.terms,
  })
  expect((await buy(fan, 'message', id, { expectedPrice: 10, expectedTerms: message.terms })).status).toBe(200)

  const other = await buildPerformer(ctx)
  await sql`UPDATE performers SET who_may_write = 'paid', first_message_price = 700 WHERE account_id = ${other.id}`.execute(
    ctx.db,
  )
  const opened = await as(fan).post('/conversations', { source: 'performer', sourceId: other.id })
  const { writing, _id } = opened.body.data
  expect(writing).toMatchObject({ price: 7 })
  const send = (body: object) => as(fan).post(`/messages/conversations/${_id}`, { text: 'Hello', ...body })
  await sql`UPDATE performers SET first_message_price = 800 WHERE account_id = ${other.id}`.execute(ctx.db)
  const refused = await send({ expectedTerms: writing.terms })
  expect(refused).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', price: 8 } })
  expect(
    (await send({ expectedPrice: 8, expectedTerms: (refused.body as unknown as { terms: string }).terms })).status,
  ).toBe(200)
})

test('a plan without a version of its own is sold under its id', async () => {
  const { fan, creator } = await scene()
  const planId = await buildPlan(server.ctx, creator, { price: 500n })
  expect((await plansOf(fan, creator))[0]).toMatchObject({ _id: planId, price: 5 })
})
