import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { api } from '../../../testing/api.ts'
import { type Built, buildBlock, buildPerformer, buildUser } from '../../../testing/builders.ts'
import { advanceClock } from '../../../testing/clock.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkLedger } from '../../money/ledger/check.ts'
import { balanceOf, escrow, fees, pending, walletBalance } from '../../money/ledger/post.ts'
import { releaseEarnings } from '../../money/ledger/upkeep.ts'
import { buildProduct, type BuiltProduct } from '../products/testing.ts'
import { buildFan, payer } from '../../money/wallet/testing.ts'
import { settleDueOrders } from './settling.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const home = { name: 'Jamie Rowe', line1: '4-2-8 Shibakoen', city: 'Minato', postalCode: '105-0011', country: 'JP' }

/** A seller with one product, and a fan with tokens and an address. */
async function scene(product: BuiltProduct = {}, tokens = 500) {
  const seller = await buildPerformer(server.ctx)
  const fan = await buildFan(server.ctx, tokens)
  const productId = await buildProduct(server.ctx, seller, product)
  const address = await api(server).as(fan).post('/addresses/create', home)
  return { seller, fan, productId, addressId: address.body.data._id as string }
}
const buy = (fan: Built, productId: string, body: object = {}, key: string = randomUUID()) =>
  payer(server, fan).keyed(`/wallet/charges/product/${productId}`, body, key)
const order = async (who: Built, id: string) => (await api(server).as(who).get(`/orders/${id}`)).body.data
const update = (seller: Built, id: string, body: object) => api(server).as(seller).put(`/orders/${id}/update`, body)
const stockOf = async (productId: string) =>
  (await row(server.ctx.db, sql<{ stock: number | null }>`SELECT stock FROM products WHERE item_id = ${productId}`))!
    .stock
const types = (shown: { timeline: { type: string }[] }) => shown.timeline.map(({ type }) => type)
const mailsTo = async ({ email }: Built) =>
  (
    await rows(
      server.ctx.db,
      sql<{ kind: string }>`SELECT kind FROM mails WHERE to_address = ${email} ORDER BY created_at, id`,
    )
  ).map(({ kind }) => kind)
const textTo = async ({ email }: Built, kind: string) =>
  (
    await row(
      server.ctx.db,
      sql<{
        text: string
      }>`SELECT text FROM mails WHERE to_address = ${email} AND kind = ${kind} ORDER BY created_at DESC LIMIT 1`,
    )
  )?.text ?? ''
const ledgerAddsUp = async () => expect(await checkLedger(server.ctx)).toEqual([])

test('a parcel is ordered, shipped and received, and its money leaves escrow then', async () => {
  const { ctx } = server
  const { seller, fan, productId } = await scene({ price: 2000n, shippingFee: 500n, stock: 3 })
  const feesBefore = await balanceOf(ctx, fees())
  const bought = await buy(fan, productId, { expectedPrice: 45, quantity: 2 })
  expect(bought.body.data).toMatchObject({ type: 'product', tokens: 45, balance: 455, targetId: productId })
  const id = bought.body.data._id as string
  expect(await stockOf(productId)).toBe(1)
  expect(await balanceOf(ctx, escrow(id))).toBe(3700n)
  expect(await balanceOf(ctx, pending(seller.id))).toBe(0n)
  expect((await balanceOf(ctx, fees())) - feesBefore).toBe(800n)
  expect(await mailsTo(seller)).toEqual(['order_placed'])
  expect(await row(ctx.db, sql`SELECT text FROM mails WHERE to_address = ${seller.email}`)).toEqual({
    text: expect.stringContaining(`/creator/orders/${id}`),
  })

  const placed = await order(fan, id)
  // The order's confirmation is its receipt.
  await server.work()
  expect(await mailsTo(fan)).toEqual(['order_confirmed'])
  const confirmation = await textTo(fan, 'order_confirmed')
  for (const line of [
    `Order: ${placed.number}`,
    'Item: 2 × Stoneware cup',
    'Price: 40 tokens ($4.00)',
    'Shipping: 5 tokens ($0.50)',
    'Total: 45 tokens ($4.50)',
    `Deliver to: ${home.name}`,
    'Next: the seller ships by',
    `/user/orders/${id}`,
  ])
    expect(confirmation).toContain(line)
  expect(placed).toMatchObject({
    type: 'physical',
    title: 'Stoneware cup',
    quantity: 2,
    unitPrice: 20,
    shippingFee: 5,
    total: 45,
    payment: 'captured',
    fulfilment: 'not_fulfilled',
    deliveryAddress: home,
    can: { editAddress: true, cancel: true, confirm: false, fulfil: false, refund: false },
  })
  expect(placed.number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  // What the seller sees has the address, too.
  expect(await order(seller, id)).toMatchObject({
    deliveryAddress: home,
    can: { fulfil: true, refund: true, cancel: false },
    // A fifth of the price, and nothing of the shipping.
    earning: { item: 40, shipping: 5, feePct: 20, fee: 8, net: 37, netValue: 3.7, currency: 'USD', status: 'escrow' },
  })
  expect(placed.earning).toBeNull()
  expect((await api(server).as(seller).get('/orders/search')).body.data).toMatchObject([
    { number: placed.number, deliveryAddress: home, earning: { net: 37 } },
  ])
  expect((await api(server).as(fan).get('/wallet/charges/search')).body.data).toMatchObject([
    { title: 'Stoneware cup', order: { number: placed.number, quantity: 2 } },
  ])

  expect((await update(seller, id, { fulfilment: 'processing' })).body.data.fulfilment).toBe('processing')
  expect((await order(fan, id)).can).toMatchObject({ editAddress: false, cancel: false })
  const sent = await update(seller, id, { fulfilment: 'shipped', carrier: 'Japan Post', trackingCode: 'JP123' })
  expect(sent.body.data).toMatchObject({ fulfilment: 'shipped', carrier: 'Japan Post', trackingCode: 'JP123' })
  const shipped = await textTo(fan, 'order_shipped')
  for (const line of ['Carrier: Japan Post', 'Tracking number: JP123', 'Track your parcel: https://'])
    expect(shipped).toContain(line)
  expect(await balanceOf(ctx, escrow(id))).toBe(3700n)
  await ledgerAddsUp()

  const received = await api(server).as(fan).post(`/orders/${id}/received`)
  expect(received.body.data).toMatchObject({ fulfilment: 'delivered', releaseAt: null, can: { confirm: false } })
  expect(await balanceOf(ctx, escrow(id))).toBe(0n)
  expect(await balanceOf(ctx, pending(seller.id))).toBe(3700n)
  expect(types(received.body.data)).toEqual(['placed', 'processing', 'shipped', 'received', 'released'])
  expect((await api(server).as(fan).post(`/orders/${id}/received`)).status).toBe(409)
  await ledgerAddsUp()

  // From here it is released like other earnings.
  await advanceClock(ctx, '22 days')
  await releaseEarnings(ctx)
  const found = await api(server).as(seller).get('/performer/earning/search')
  expect(found.body.data).toMatchObject([{ type: 'product', order: { _id: placed._id, number: placed.number } }])
  const stats = await api(server).as(seller).get('/performer/earning/stats')
  expect(stats.body.data).toMatchObject({ available: 37, pending: 0 })
  await ledgerAddsUp()
})

test('without a word of the buyer the money is released 14 days after shipping, or three after the seller said delivered', async () => {
  const { ctx } = server
  const { seller, fan, productId } = await scene()
  const [silent, said] = [await buy(fan, productId), await buy(fan, productId)].map(
    ({ body }) => body.data._id as string,
  )
  for (const id of [silent!, said!]) await update(seller, id, { fulfilment: 'shipped' })
  await update(seller, said!, { fulfilment: 'delivered' })
  expect(await balanceOf(ctx, escrow(said!))).toBe(1600n)
  await advanceClock(ctx, '73 hours')
  await settleDueOrders(ctx)
  expect((await order(fan, said!)).fulfilment).toBe('delivered')
  expect(await balanceOf(ctx, escrow(said!))).toBe(0n)
  expect(await balanceOf(ctx, escrow(silent!))).toBe(1600n)
  await advanceClock(ctx, '12 days')
  await settleDueOrders(ctx)
  expect(await order(fan, silent!)).toMatchObject({ fulfilment: 'delivered', releaseAt: null })
  expect(await balanceOf(ctx, escrow(silent!))).toBe(0n)
  expect(await balanceOf(ctx, pending(seller.id))).toBe(3200n)
  await settleDueOrders(ctx)
  await ledgerAddsUp()
})

test('a product that its seller deletes is still shipped to those who ordered it before', async () => {
  const { seller, fan, productId } = await scene({ price: 1000n, stock: 2 })
  const id = (await buy(fan, productId)).body.data._id as string
  expect((await api(server).as(seller).delete(`/performer/performer-assets/products/${productId}`)).status).toBe(200)
  expect((await buy(await buildFan(server.ctx, 100), productId)).status).toBe(404)

  expect(await order(fan, id)).toMatchObject({ title: 'Stoneware cup', deliveryAddress: home })
  await update(seller, id, { fulfilment: 'shipped' })
  expect((await api(server).as(fan).post(`/orders/${id}/received`)).status).toBe(200)
  expect(await balanceOf(server.ctx, escrow(id))).toBe(0n)
  expect(await balanceOf(server.ctx, pending(seller.id))).toBe(800n)
  await ledgerAddsUp()
})

test('the buyer cancels until the parcel is prepared, and again where it isn’t shipped in time; the pieces return', async () => {
  const { ctx } = server
  const { seller, fan, productId } = await scene({ stock: 5, shippingFee: 300n })
  const early = (await buy(fan, productId, { quantity: 2 })).body.data._id as string
  const cancelled = await api(server).as(fan).post(`/orders/${early}/cancel`)
  expect(cancelled.body.data).toMatchObject({ fulfilment: 'cancelled', payment: 'refunded', total: 43, returned: 43 })
  expect(await stockOf(productId)).toBe(5)
  expect(await walletBalance(ctx, fan.id)).toBe(50_000n)
  expect((await api(server).as(fan).post(`/orders/${early}/cancel`)).status).toBe(409)
  expect((await update(seller, early, { fulfilment: 'shipped' })).status).toBe(409)

  const late = (await buy(fan, productId)).body.data._id as string
  await update(seller, late, { fulfilment: 'processing' })
  expect((await api(server).as(fan).post(`/orders/${late}/cancel`)).status).toBe(409)
  // Three days to prepare it, and a week of patience.
  await advanceClock(ctx, '241 hours')
  expect((await order(fan, late)).can.cancel).toBe(true)
  expect((await api(server).as(fan).post(`/orders/${late}/cancel`)).status).toBe(200)
  expect(await walletBalance(ctx, fan.id)).toBe(50_000n)
  expect(await mailsTo(seller)).toContain('order_cancelled_for_seller')
  await ledgerAddsUp()
})

test('a parcel that is never shipped is refunded by itself, once', async () => {
  const { ctx } = server
  const { fan, productId } = await scene({ stock: 1 })
  const id = (await buy(fan, productId)).body.data._id as string
  await advanceClock(ctx, '32 days')
  await settleDueOrders(ctx)
  expect((await order(fan, id)).fulfilment).toBe('not_fulfilled')
  await advanceClock(ctx, '2 days')
  await Promise.all([settleDueOrders(ctx), settleDueOrders(ctx)])
  expect(await order(fan, id)).toMatchObject({ fulfilment: 'cancelled', payment: 'refunded' })
  expect(await walletBalance(ctx, fan.id)).toBe(50_000n)
  expect(await stockOf(productId)).toBe(1)
  await ledgerAddsUp()
})

test('an order that can’t be settled does not keep the others waiting', async () => {
  const { ctx } = server
  const [stuck, next] = [await scene({ stock: 1 }), await scene({ stock: 1 })]
  const [stuckId, nextId] = [
    (await buy(stuck.fan, stuck.productId)).body.data._id,
    (await buy(next.fan, next.productId)).body.data._id,
  ]
  await advanceClock(ctx, '34 days')
  await ctx.transaction(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx.db)
    await sql`CREATE FUNCTION fail_to_settle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`.execute(
      tx.db,
    )
    await sql`CREATE TRIGGER fail_to_settle BEFORE UPDATE ON orders FOR EACH ROW WHEN (NEW.buyer_id = ${sql.lit(stuck.fan.id)}::uuid)
      EXECUTE FUNCTION fail_to_settle()`.execute(tx.db)
  })
  await settleDueOrders(ctx)
  await ctx.transaction(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx.db)
    await sql`DROP TRIGGER fail_to_settle ON orders`.execute(tx.db)
  })
  expect((await order(stuck.fan, stuckId)).fulfilment).toBe('not_fulfilled')
  expect((await order(next.fan, nextId)).fulfilment).toBe('cancelled')
  await settleDueOrders(ctx)
  expect((await order(stuck.fan, stuckId)).fulfilment).toBe('cancelled')
  await ledgerAddsUp()
})

test('a parcel on its way when its buyer’s account closes keeps its address until it is finished', async () => {
  const { ctx } = server
  const { seller, fan, productId } = await scene()
  const id = (await buy(fan, productId)).body.data._id as string
  const address = async () =>
    (await row(ctx.db, sql<{ address: unknown }>`SELECT delivery_address AS address FROM orders WHERE id = ${id}`))!
      .address
  await update(seller, id, { fulfilment: 'shipped' })
  await sql`UPDATE accounts SET status = 'closed' WHERE id = ${fan.id}`.execute(ctx.db)
  expect(await address()).toMatchObject({ city: home.city })
  expect((await update(seller, id, { fulfilment: 'delivered' })).status).toBe(200)
  expect(await address()).toBeNull()
})

test('the seller returns parts, never more than was paid, from escrow and from what was released', async () => {
  const { ctx } = server
  const { seller, fan, productId } = await scene({ price: 2001n })
  const id = (await buy(fan, productId)).body.data._id as string
  const refund = (tokens: number) => api(server).as(seller).post(`/orders/${id}/refund`, { tokens, note: 'A chip' })
  expect((await refund(5)).body.data).toMatchObject({
    payment: 'partially_refunded',
    returned: 5,
    fulfilment: 'not_fulfilled',
  })
  await ledgerAddsUp()
  await update(seller, id, { fulfilment: 'shipped' })
  await api(server).as(fan).post(`/orders/${id}/received`)
  expect((await refund(7.33)).body.data.returned).toBe(12.33)
  await advanceClock(ctx, '22 days')
  await releaseEarnings(ctx)
  expect((await refund(7.69)).body.errors).toMatchObject([{ path: 'tokens', code: 'AMOUNT_OUT_OF_RANGE' }])
  expect((await refund(7.68)).body.data).toMatchObject({ payment: 'refunded', returned: 20.01 })
  expect((await refund(0.01)).status).toBe(409)
  expect(await walletBalance(ctx, fan.id)).toBe(50_000n)
  await ledgerAddsUp()
})

test('the last piece is sold once, however many order it at once', async () => {
  const seller = await buildPerformer(server.ctx)
  const productId = await buildProduct(server.ctx, seller, { stock: 1 })
  const fans = await Promise.all(Array.from({ length: 50 }, () => buildFan(server.ctx, 100)))
  for (const fan of fans) await api(server).as(fan).post('/addresses/create', home)
  const replies = await Promise.all(fans.map((fan) => buy(fan, productId, { expectedPrice: 20 })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ body }) => body.code === 'SOLD_OUT')).toHaveLength(49)
  expect(await stockOf(productId)).toBe(0)
  const orders = await rows(server.ctx.db, sql`SELECT id FROM orders WHERE product_id = ${productId}`)
  expect(orders).toHaveLength(1)
  const winner = fans[replies.findIndex(({ status }) => status === 200)]!
  for (const fan of fans) expect(await walletBalance(server.ctx, fan.id)).toBe(fan === winner ? 8000n : 10_000n)
  expect((await api(server).as(winner).get(`/performer-assets/products/${productId}`)).body.data).toMatchObject({
    stock: 0,
    can: { buy: false },
    isPurchased: true,
  })
  await ledgerAddsUp()
})

test('one key orders once, and another body with it is refused', async () => {
  const { fan, productId } = await scene({ stock: 9 })
  const key = randomUUID()
  const replies = await Promise.all([1, 2, 3].map(() => buy(fan, productId, { expectedPrice: 20 }, key)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect((await buy(fan, productId, { expectedPrice: 20, quantity: 2 }, key)).body.code).toBe('KEY_REUSED')
  expect(await stockOf(productId)).toBe(8)
  expect((await payer(server, fan).post(`/wallet/charges/product/${productId}`, {})).body.code).toBe('KEY_REQUIRED')
})

test('nothing is charged at another total than was shown, nor after price or shipping rose', async () => {
  const { seller, fan, productId } = await scene({ price: 2000n, shippingFee: 100n })
  expect((await buy(fan, productId, { expectedPrice: 20 })).body).toMatchObject({ code: 'PRICE_CHANGED', price: 21 })
  const raise = (body: object) => api(server).as(seller).put(`/performer/performer-assets/products/${productId}`, body)
  expect((await raise({ shippingFee: 3 })).status).toBe(200)
  expect((await buy(fan, productId)).body).toMatchObject({ code: 'PRICE_CHANGED', price: 23 })
  expect((await buy(fan, productId, { expectedPrice: 21 })).body.code).toBe('PRICE_CHANGED')
  await advanceClock(server.ctx, '61 minutes')
  expect((await buy(fan, productId)).body.data.tokens).toBe(23)
  await raise({ price: 30 })
  expect((await buy(fan, productId)).body).toMatchObject({ code: 'PRICE_CHANGED', price: 33 })
  expect(await walletBalance(server.ctx, fan.id)).toBe(47_700n)
})

test('a parcel goes to countries that are served, to an address of one’s own', async () => {
  const { fan, productId, addressId } = await scene({ countries: ['DE', 'JP'] })
  const other = await buildFan(server.ctx, 100)
  expect((await buy(other, productId)).body.code).toBe('ADDRESS_REQUIRED')
  expect((await buy(other, productId, { addressId })).body.code).toBe('ADDRESS_REQUIRED')
  const abroad = await api(server)
    .as(fan)
    .post('/addresses/create', { ...home, country: 'US', state: 'NY' })
  expect((await buy(fan, productId, { addressId: abroad.body.data._id })).body.code).toBe('COUNTRY_NOT_SERVED')
  const id = (await buy(fan, productId)).body.data._id as string
  const move = (to: string, who = fan) =>
    api(server).as(who).put(`/orders/${id}/update/delivery-address`, { addressId: to })
  expect((await move(abroad.body.data._id)).body.code).toBe('COUNTRY_NOT_SERVED')
  const second = await api(server)
    .as(fan)
    .post('/addresses/create', { ...home, line1: '1 Other Street' })
  expect((await move(second.body.data._id)).body.data.deliveryAddress.line1).toBe('1 Other Street')
  expect((await move(second.body.data._id, other)).status).toBe(404)
  // The order has a copy: a change of the address book changes nothing of it.
  await api(server).as(fan).delete(`/addresses/${second.body.data._id}`)
  expect((await order(fan, id)).deliveryAddress.line1).toBe('1 Other Street')
})

// spec: publish.products, product.download-link
test('a file is delivered at once, downloaded by those who bought it alone, and counted', async () => {
  const seller = await buildPerformer(server.ctx)
  const upload = await api(server)
    .as(seller)
    .upload(
      '/performer/performer-assets/products/file/upload',
      formWith(Buffer.from('PK\u0003\u0004 a zip of patterns')),
    )
  expect(upload.status, upload.text).toBe(200)
  await server.work()
  const made = await api(server).as(seller).post('/performer/performer-assets/products', {
    type: 'digital',
    title: 'Pattern book',
    text: 'Forty patterns.',
    price: 12,
    digitalFileId: upload.body.data._id,
  })
  expect(made.body.data).toMatchObject({ status: 'published', digitalFileId: upload.body.data._id, shipping: null })
  const productId = made.body.data._id as string
  const [fan, stranger] = [await buildFan(server.ctx, 100), await buildFan(server.ctx, 100)]
  const link = (who: Built) => api(server).as(who).get(`/performer-assets/products/${productId}/download-link`)
  expect((await link(stranger)).body.code).toBe('PURCHASE_REQUIRED')
  const shown = (await api(server).as(stranger).get(`/performer-assets/products/${productId}`)).body.data
  expect(shown).toMatchObject({ text: 'Forty patterns.', file: { name: 'patterns.zip' }, can: { buy: true } })
  expect(JSON.stringify(shown)).not.toContain('/media/')

  expect((await buy(fan, productId, { quantity: 2 })).body.errors).toMatchObject([{ path: 'quantity' }])
  const id = (await buy(fan, productId, { expectedPrice: 12 })).body.data._id as string
  expect(await order(fan, id)).toMatchObject({
    type: 'digital',
    fulfilment: 'delivered',
    deliveryAddress: null,
    can: { download: true, cancel: false, confirm: false },
  })
  expect((await buy(fan, productId)).body).toMatchObject({ code: 'ALREADY_PURCHASED', receipt: { _id: id } })
  const { url, name } = (await link(fan)).body.data
  expect(name).toBe('patterns.zip')
  const whole = await fetchMedia(fan, url)
  expect(whole.status).toBe(200)
  const part = await fetchMedia(fan, url, { range: 'bytes=3-6' })
  expect([part.status, part.bytes.length]).toEqual([206, 4])
  expect((await fetchMedia(stranger, url)).status).not.toBe(200)
  expect((await order(fan, id)).downloads).toBe(1)
  const library = (await api(server).as(fan).get('/user/purchases')).body
  expect(library).toMatchObject({
    total: 1,
    data: [{ _id: productId, type: 'product', isAvailable: true, tokens: 12 }],
  })

  // Deleted by its seller it stays with those who bought it; refunded it does not.
  expect(
    (await api(server).as(seller).delete(`/performer/performer-assets/products/${productId}`)).body.data.archived,
  ).toBe(true)
  expect((await link(fan)).status).toBe(200)
  expect((await api(server).as(stranger).get(`/performer-assets/products/${productId}`)).status).toBe(404)
  expect((await api(server).as(seller).post(`/orders/${id}/refund`, { tokens: 12 })).body.data.payment).toBe('refunded')
  expect((await link(fan)).status).toBe(404)
  expect((await fetchMedia(fan, url)).status).not.toBe(200)
  expect((await api(server).as(fan).get('/user/purchases')).body.total).toBe(0)
  await ledgerAddsUp()
})

test('an order is shown to its buyer and its seller alone, whatever stands between them later', async () => {
  const { seller, fan, productId } = await scene()
  const id = (await buy(fan, productId)).body.data._id as string
  const stranger = await buildPerformer(server.ctx)
  expect((await api(server).as(stranger).get(`/orders/${id}`)).status).toBe(404)
  expect((await update(stranger, id, { fulfilment: 'shipped' })).status).toBe(404)
  for (const path of ['cancel', 'received'])
    for (const who of [seller, stranger])
      expect((await api(server).as(who).post(`/orders/${id}/${path}`)).status).toBe(404)
  expect((await api(server).as(stranger).post(`/orders/${id}/refund`, { tokens: 1 })).status).toBe(404)
  await buildBlock(server.ctx, seller, fan)
  expect((await buy(fan, productId)).status).toBe(404)
  expect((await order(fan, id)).fulfilment).toBe('not_fulfilled')
  expect((await update(seller, id, { fulfilment: 'shipped' })).status).toBe(200)

  const check = async (who: Built, query: object) =>
    (
      await api(server)
        .as(who)
        .get(`/orders/check-user-purchased?${new URLSearchParams({ productId, ...query })}`)
    ).body.data
  expect(await check(fan, {})).toEqual({ purchased: true, orderId: id })
  expect(await check(seller, { userId: fan.id })).toEqual({ purchased: true, orderId: id })
  expect(await check(stranger, { userId: fan.id })).toEqual({ purchased: false, orderId: null })
})

test('orders are listed for each side, filtered and found by number', async () => {
  const { seller, fan, productId } = await scene()
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await buy(fan, productId)).body.data._id as string)
  await update(seller, ids[0]!, { fulfilment: 'shipped' })
  const list = async (who: Built, path: string) => (await api(server).as(who).get(path)).body
  const mine = await list(fan, '/orders/users/search')
  expect(mine.total).toBe(3)
  expect(mine.data[0]._id).toBe(ids[0])
  expect((await list(seller, '/orders/search?sortBy=createdAt')).data.map(({ _id }: { _id: string }) => _id)).toEqual(
    ids.toReversed(),
  )
  expect((await list(seller, '/orders/search?fulfilment=shipped')).total).toBe(1)
  expect((await list(seller, '/orders/users/search')).total).toBe(0)
  const first = await list(fan, '/orders/users/search?pageSize=2')
  const rest = await list(fan, `/orders/users/search?pageSize=2&cursor=${first.nextCursor}`)
  expect([...first.data, ...rest.data]).toHaveLength(3)
  expect((await list(fan, `/orders/users/search?q=${mine.data[1].number}`)).data).toMatchObject([
    { _id: mine.data[1]._id },
  ])
  expect(
    (
      await api(server)
        .as(await buildUser(server.ctx))
        .get('/orders/search')
    ).status,
  ).toBe(403)
})

test('beside an order stand those before and after it in the list that its seller chose', async () => {
  const { seller, fan, productId } = await scene()
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await buy(fan, productId)).body.data._id as string)
  const [first, second, third, fourth] = ids as [string, string, string, string]
  const beside = async (id: string, query = '') => {
    const { body } = await api(server).as(seller).get(`/orders/${id}/neighbors?sortBy=createdAt${query}`)
    const { previous, next, position, total } = body.data
    return [previous?._id ?? null, next?._id ?? null, position, total]
  }
  // The newest comes first, unless the list is turned round.
  expect(await beside(fourth)).toEqual([null, third, 1, 4])
  expect(await beside(second)).toEqual([third, first, 3, 4])
  expect(await beside(second, '&sort=asc')).toEqual([first, third, 2, 4])

  // Once shipped, an order isn’t among those to ship, and still has a next one there.
  await update(seller, third, { fulfilment: 'shipped' })
  expect(await beside(second, '&fulfilment=not_fulfilled')).toEqual([fourth, first, 2, 3])
  expect(await beside(third, '&fulfilment=not_fulfilled')).toEqual([fourth, second, null, 3])
  expect(await beside(third, '&fulfilment=shipped')).toEqual([null, null, 1, 1])
  expect(await beside(third, '&hasProblem=true')).toEqual([null, null, null, 0])

  const { next } = (await api(server).as(seller).get(`/orders/${second}/neighbors?sortBy=createdAt`)).body.data
  expect(next).toMatchObject({ title: 'Stoneware cup', fulfilment: 'not_fulfilled', buyer: { _id: fan.id } })

  // Of another seller's order nothing is told, and a fan has no such list.
  const other = await buildPerformer(server.ctx)
  const { status, body } = await api(server).as(other).get(`/orders/${second}/neighbors`)
  expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  expect((await api(server).as(fan).get(`/orders/${second}/neighbors`)).status).toBe(403)
})

const formWith = (bytes: Buffer): FormData => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), 'patterns.zip')
  return form
}
const fetchMedia = async (who: Built, url: string, headers: Record<string, string> = {}) => {
  const reply = await server.app.inject({ url, headers: { authorization: who.token, ...headers } })
  return { status: reply.statusCode, bytes: reply.rawPayload }
}
