import { giveTokens } from '@fanlight/server/modules/money/wallet/testing'
import { idOf, type Writer } from './writer.ts'

/** What a creator sells, and what both sides of an order write. */
export async function shop({ world, pen, send, filled }: Writer): Promise<void> {
  const { cast, server } = world
  const { performer, fan } = cast
  const [create, change] = [
    'POST /performer/performer-assets/products',
    'PUT /performer/performer-assets/products/:id',
  ] as const
  const product = await idOf(send, performer, create, {
    body: { type: 'physical', price: 5, title: pen.write(`${create} title`), text: pen.write(`${create} text`) },
  })
  const changed = await idOf(send, performer, create, { body: { type: 'physical', price: 5, title: 'Cup' } })
  await send(performer, change, {
    params: { id: changed },
    body: { title: pen.write(`${change} title`), text: pen.write(`${change} text`) },
  })
  filled.products.push(product, changed)

  await giveTokens(server.ctx, fan.id, 100)
  const address = { name: 'Jamie Rowe', line1: '4-2-8 Shibakoen', city: 'Minato', country: 'JP' }
  const addressId = await idOf(send, fan, 'POST /addresses/create', { body: address })
  const order = await idOf(send, fan, 'POST /wallet/charges/product/:id', {
    params: { id: product },
    body: { expectedPrice: 5, addressId },
  })
  await send(performer, 'PUT /orders/:id/update', {
    params: { id: order },
    body: {
      fulfilment: 'shipped',
      carrier: pen.write('PUT /orders/:id/update carrier'),
      trackingCode: pen.write('PUT /orders/:id/update trackingCode'),
      note: pen.write('PUT /orders/:id/update note'),
    },
  })
  await send(fan, 'POST /orders/:id/problem', {
    params: { id: order },
    body: { text: pen.write('POST /orders/:id/problem text') },
  })
  await send(performer, 'POST /orders/:id/problem/answer', {
    params: { id: order },
    body: { text: pen.write('POST /orders/:id/problem/answer text') },
  })
  await send(fan, 'POST /orders/:id/problem/escalate', {
    params: { id: order },
    body: { text: pen.write('POST /orders/:id/problem/escalate text') },
  })
  await send(cast.finance, 'POST /admin/order-cases/:id/decision', {
    params: { id: order },
    body: {
      decision: 'split',
      tokens: 1,
      statement: pen.write('POST /admin/order-cases/:id/decision statement'),
    },
  })
  await send(performer, 'POST /orders/:id/refund', {
    params: { id: order },
    body: { tokens: 1, note: pen.write('POST /orders/:id/refund note') },
  })
  filled.orders.push(order)
}
