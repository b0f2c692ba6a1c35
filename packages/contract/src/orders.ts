import { z } from 'zod'
import { deliveryAddress } from './addresses.ts'
import { endpoint, many, one } from './endpoint.ts'
import { amount, id, instant, line, listQuery, shownOffer, text, tokens } from './fields.ts'
import { personSummary } from './items.ts'
import { mediaFile } from './media.ts'
import { fulfilments } from './order-states.ts'
import { productTypes, quantityMax } from './products.ts'
import { envelope } from './sockets.ts'
import { receipt } from './wallet.ts'

// Orders of products. An order has the number of its charge as its id, and copies of all that may change later: title, price, address.

export const orderPayments = ['captured', 'partially_refunded', 'refunded', 'disputed'] as const

/** After a parcel was shipped, its money is released by itself after so many days. */
export const releaseDays = 14
/** After the seller said that a parcel was delivered, the buyer may report a problem for so many days. */
export const problemDays = 3
/** So many days after it should have been shipped, the buyer may cancel; and after so many it is refunded by itself. */
export const lateDays = { cancel: 7, refund: 30 } as const

export const orderEventTypes = [
  'placed',
  'address_changed',
  'processing',
  'shipped',
  'delivered',
  'received',
  'returned',
  'cancelled',
  'refunded',
  'problem',
  'released',
] as const

export const shownOrder = z.object({
  _id: id,
  /** What people call it, such as `7QF2-9KXM`. */
  number: z.string(),
  productId: id,
  type: z.enum(productTypes),
  title: z.string(),
  image: mediaFile.nullable(),
  quantity: z.int(),
  /** All in tokens; total = unitPrice × quantity + shippingFee. */
  unitPrice: tokens,
  shippingFee: tokens,
  total: tokens,
  returned: tokens,
  payment: z.enum(orderPayments),
  fulfilment: z.enum(fulfilments),
  buyer: personSummary.nullable(),
  performer: personSummary.nullable(),
  carrier: z.string(),
  trackingCode: z.string(),
  /** When it should be shipped by; null for a digital product. */
  shipBy: instant.nullable(),
  /** When its money is released, if the buyer doesn’t report a problem; null while that isn’t known. */
  releaseAt: instant.nullable(),
  hasProblem: z.boolean(),
  downloads: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** What this viewer may do with it now. */
  can: z.object({
    editAddress: z.boolean(),
    cancel: z.boolean(),
    confirm: z.boolean(),
    report: z.boolean(),
    download: z.boolean(),
    fulfil: z.boolean(),
    refund: z.boolean(),
  }),
})
export type ShownOrder = z.infer<typeof shownOrder>
export const orderDetails = shownOrder.extend({
  /** Null for a digital product, and once the buyer has closed their account. */
  deliveryAddress: deliveryAddress.nullable(),
  timeline: z.array(
    z.object({
      type: z.enum(orderEventTypes),
      by: z.enum(['buyer', 'performer', 'system']),
      /** Of a refund, in tokens. */
      tokens: tokens.nullable(),
      note: z.string(),
      createdAt: instant,
    }),
  ),
})

const group = 'orders'
const params = z.object({ id })
const orders = {
  ...listQuery(['updatedAt', 'createdAt']),
  fulfilment: z.enum(fulfilments).optional(),
  type: z.enum(productTypes).optional(),
  /** Part of an order number or of a title. */
  q: text(0, 100).optional(),
}

export const searchSales = endpoint('GET /orders/search', {
  group,
  summary: 'Orders of one’s own products.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    ...orders,
    /** Only those of which the buyer has reported a problem that isn’t solved. */
    hasProblem: z.literal('true').optional(),
  }),
  reply: many(shownOrder),
})
export const searchOrders = endpoint('GET /orders/users/search', {
  group,
  summary: 'What one has ordered.',
  who: 'any',
  limit: 'read',
  query: z.object(orders),
  reply: many(shownOrder),
})
export const checkPurchased = endpoint('GET /orders/check-user-purchased', {
  group,
  summary: 'Whether someone has ordered a product. One’s own orders, or those of one’s own products.',
  who: 'any',
  limit: 'read',
  query: z.object({ productId: id, userId: id.optional() }),
  reply: one(z.object({ purchased: z.boolean(), orderId: id.nullable() })),
})
export const getOrder = endpoint('GET /orders/:id', {
  group,
  summary: 'One order, for its buyer and its seller.',
  who: 'any',
  limit: 'read',
  params,
  reply: one(orderDetails),
})
export const updateOrder = endpoint('PUT /orders/:id/update', {
  group,
  summary: 'The seller says how far an order is. Cancelling and returning refund the buyer.',
  who: 'performer',
  limit: 'write',
  refuses: ['CONFLICT'],
  params,
  body: z.strictObject({
    fulfilment: z.enum(['processing', 'shipped', 'delivered', 'returned', 'cancelled']).optional(),
    carrier: line(0, 60).optional(),
    trackingCode: line(0, 100).optional(),
    note: text(0, 500).optional(),
  }),
  reply: one(orderDetails),
})
export const updateDeliveryAddress = endpoint('PUT /orders/:id/update/delivery-address', {
  group,
  summary: 'The buyer changes where a parcel goes, until the seller prepares it.',
  who: 'any',
  limit: 'write',
  refuses: ['CONFLICT', 'COUNTRY_NOT_SERVED'],
  params,
  body: z.strictObject({ addressId: id }),
  reply: one(orderDetails),
})
export const cancelOrder = endpoint('POST /orders/:id/cancel', {
  group,
  summary: 'The buyer cancels: until the seller prepares the order, and again where it is not shipped in time.',
  who: 'any',
  limit: 'money',
  refuses: ['CONFLICT'],
  params,
  reply: one(orderDetails),
})
export const confirmOrder = endpoint('POST /orders/:id/received', {
  group,
  summary: 'The buyer has received the parcel: the seller gets the money.',
  who: 'any',
  limit: 'money',
  refuses: ['CONFLICT'],
  params,
  reply: one(orderDetails),
})
export const reportOrder = endpoint('POST /orders/:id/problem', {
  group,
  summary: 'The buyer says what is wrong. Until they confirm or are refunded, the money is not released.',
  who: 'any',
  limit: 'write',
  refuses: ['CONFLICT'],
  params,
  body: z.strictObject({ text: text(1, 500) }),
  reply: one(orderDetails),
})
export const refundOrder = endpoint('POST /orders/:id/refund', {
  group,
  summary: 'The seller returns part of what was paid, or all of it.',
  who: 'performer',
  limit: 'money',
  refuses: ['CONFLICT', 'AMOUNT_OUT_OF_RANGE'],
  params,
  body: z.strictObject({ tokens: amount, note: text(0, 500).optional() }),
  reply: one(orderDetails),
})
export const downloadProduct = endpoint('GET /performer-assets/products/:id/download-link', {
  group,
  summary: 'A link to the file of a digital product, good for ten minutes. Who bought it gets one; each is counted.',
  who: 'any',
  limit: 'read',
  refuses: ['PURCHASE_REQUIRED', 'AGE_REQUIRED'],
  params,
  reply: one(z.object({ url: z.string(), expiresAt: instant, name: z.string(), bytes: z.number() })),
})

/**
 * `expectedPrice` is the total that was shown to the buyer, for all pieces with shipping; if it is another by now, nothing is charged, and
 * the error contains the current `price` and `terms`.
 */
export const buyProduct = endpoint('POST /wallet/charges/product/:id', {
  group: 'wallet',
  summary: 'Orders a product with tokens.',
  who: 'any',
  limit: 'money',
  idempotent: 'own',
  params,
  body: z
    .strictObject({
      ...shownOffer,
      quantity: z.int().min(1).max(quantityMax).default(1),
      /** Where a physical product goes; without it the default address. */
      addressId: id.optional(),
    })
    .optional(),
  reply: one(receipt),
  refuses: [
    'PERFORMER_NOT_FOUND',
    'AGE_REQUIRED',
    'GEO_BLOCKED',
    'NOT_FOR_SALE',
    'NOT_TO_ONESELF',
    'PRICE_OUT_OF_RANGE',
    'PRICE_CHANGED',
    'TERMS_CHANGED',
    'ALREADY_PURCHASED',
    'SOLD_OUT',
    'COUNTRY_NOT_SERVED',
    'ADDRESS_REQUIRED',
    'CONFLICT',
    'INSUFFICIENT_BALANCE',
    'PAYING_BLOCKED',
  ],
})

/** The library: what one has bought, of all kinds. */
export const listPurchases = endpoint('GET /user/purchases', {
  group: 'wallet',
  summary: 'What one owns: posts, videos, galleries and files that were bought, newest first.',
  who: 'any',
  limit: 'read',
  query: z.object({
    ...listQuery(['createdAt', 'updatedAt']),
    type: z.enum(['feed', 'video', 'gallery', 'product']).optional(),
  }),
  reply: many(
    z.object({
      _id: id,
      type: z.string(),
      /** The beginning of its text where it has no title. */
      title: z.string(),
      image: mediaFile.nullable(),
      performer: personSummary.nullable(),
      tokens,
      /** False while its creator can’t show it. */
      isAvailable: z.boolean(),
      purchasedAt: instant,
    }),
  ),
})

/** To buyer and seller, whenever an order changes. */
export const orderMessages = { 'order/updated': envelope.extend({ orderId: id, fulfilment: z.enum(fulfilments) }) }
