import { z } from 'zod'
import { deliveryAddress } from './addresses.ts'
import { endpoint, many, one } from './endpoint.ts'
import { amount, id, instant, line, listQuery, shownOffer, text, tokens } from './fields.ts'
import { watchedVideo } from './home.ts'
import { personSummary } from './items.ts'
import { mediaFile } from './media.ts'
import { fulfilments, orderDecisions } from './order-states.ts'
import { purchaseKinds } from './purchase-kinds.ts'
import { productTypes, quantityMax } from './products.ts'
import { envelope } from './sockets.ts'
import { receipt } from './wallet.ts'

// Orders of products. An order has the number of its charge as its id, and copies of all that may change later: title, price, address.

export const orderPayments = ['captured', 'partially_refunded', 'refunded', 'disputed'] as const

/**
 * The seller has so many days to answer a reported problem. Then the buyer may close it with a refund, and after so many days more it is
 * refunded by itself.
 */
export const answerDays = { answer: 3, refund: 7 } as const
/** The buyer has so many days to accept an answer or to escalate; then the seller is paid. */
export const acceptDays = 7
/** A bank decides a dispute within so many days as a rule. */
export const disputeDays = 120

export const problemStates = ['reported', 'answered', 'escalated'] as const
export type ProblemState = (typeof problemStates)[number]

/**
 * What happens next with an order, if nothing else is done before `at`:
 * `ship` the seller should have shipped it, `may_cancel` the buyer may cancel, `answer` the seller should have answered the problem,
 * `accept` the buyer should have accepted the answer or escalated, `decide` staff should have decided, `bank` the bank should have decided a
 * dispute, `release` the seller is paid, `refund` the buyer is refunded.
 */
export const orderSteps = ['ship', 'may_cancel', 'answer', 'accept', 'decide', 'bank', 'release', 'refund'] as const
export type OrderStep = (typeof orderSteps)[number]

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
  'answered',
  'accepted',
  'escalated',
  'decided',
  /** Not answered or decided in time. */
  'unanswered',
  'undecided',
  'released',
  'disputed',
  'dispute_won',
  'dispute_lost',
] as const

const decision = z.object({
  decision: z.enum(orderDecisions),
  /** What the buyer got back. */
  tokens,
  statement: z.string(),
  decidedAt: instant,
})

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
  /** What happens next, by whom and when; null once the order is completed. */
  next: z
    .object({ step: z.enum(orderSteps), by: z.enum(['buyer', 'performer', 'staff', 'bank', 'system']), at: instant })
    .nullable(),
  /** When its money leaves escrow if nothing is done, and where it goes; null once it has. Stopped during a dispute. */
  settles: z.object({ at: instant, as: z.enum(['release', 'refund']) }).nullable(),
  /** When its money is released, if the buyer doesn’t report a problem; null while that isn’t known. */
  releaseAt: instant.nullable(),
  hasProblem: z.boolean(),
  problem: z.enum(problemStates).nullable(),
  /** What may still be returned, in tokens. */
  refundable: tokens,
  downloads: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** What this viewer may do with it now. */
  can: z.object({
    editAddress: z.boolean(),
    cancel: z.boolean(),
    confirm: z.boolean(),
    report: z.boolean(),
    answer: z.boolean(),
    escalate: z.boolean(),
    /** Close a problem that the seller didn’t answer, with a refund. */
    close: z.boolean(),
    download: z.boolean(),
    fulfil: z.boolean(),
    refund: z.boolean(),
  }),
})
export type ShownOrder = z.infer<typeof shownOrder>
/** What the seller earns by an order: price and shipping less the fee, which is taken on the price alone. */
const orderEarning = z.object({
  item: tokens,
  shipping: tokens,
  feePct: z.number(),
  fee: tokens,
  /** What refunds took back of it. */
  returned: tokens,
  net: tokens,
  /** What `net` is worth at the rate of the sale. */
  netValue: z.number(),
  currency: z.string(),
  status: z.enum(['escrow', 'pending', 'available', 'in_payout', 'paid', 'reversed']),
  /** From when it can be paid out; null while that isn’t known. */
  availableAt: instant.nullable(),
})
const timeline = z.array(
  z.object({
    type: z.enum(orderEventTypes),
    by: z.enum(['buyer', 'performer', 'staff', 'system']),
    /** Of a refund, in tokens. */
    tokens: tokens.nullable(),
    note: z.string(),
    createdAt: instant,
  }),
)
export const orderDetails = shownOrder.extend({
  /** Null for a digital product, and once the buyer has closed their account. */
  deliveryAddress: deliveryAddress.nullable(),
  /** Null for everybody but its seller. */
  earning: orderEarning.nullable(),
  /** What staff decided about a problem, in their words. */
  decision: decision.nullable(),
  timeline,
})

/** An order as its seller lists it, to send it and to account for it. */
export const sale = shownOrder.extend({ deliveryAddress: deliveryAddress.nullable(), earning: orderEarning.nullable() })

/** Why an order can’t be changed as its state is. */
const stateRefusals = [
  'ORDER_DISPUTED',
  'ORDER_IS_FILE',
  'ORDER_NOT_SHIPPED',
  'ORDER_SHIPPED',
  'ORDER_DELIVERED',
  'ORDER_RETURNED',
  'ORDER_CANCELLED',
  'ORDER_REFUNDED',
  'ORDER_RELEASED',
  'ORDER_CHARGED_BACK',
] as const
const problemRefusals = [
  ...stateRefusals,
  'ORDER_TIME_OVER',
  'PROBLEM_REPORTED',
  'PROBLEM_ANSWERED',
  'PROBLEM_ESCALATED',
] as const

const group = 'orders'
const params = z.object({ id })
const orders = {
  ...listQuery(['updatedAt', 'createdAt']),
  fulfilment: z.enum(fulfilments).optional(),
  type: z.enum(productTypes).optional(),
  /** Part of an order number or of a title. */
  q: text(0, 100).optional(),
}

/** Which of their orders a seller lists. */
const saleFilter = {
  fulfilment: orders.fulfilment,
  type: orders.type,
  q: orders.q,
  /** Only those of which the buyer has reported a problem that isn’t solved. */
  hasProblem: z.literal('true').optional(),
  /** Of one buyer. */
  buyerId: id.optional(),
}

export const searchSales = endpoint('GET /orders/search', {
  group,
  summary: 'Orders of one’s own products.',
  who: 'performer',
  limit: 'read',
  query: z.object({ ...orders, ...saleFilter }),
  reply: many(sale),
})
const neighbor = shownOrder
  .pick({ _id: true, number: true, title: true, image: true, buyer: true, fulfilment: true, shipBy: true })
  .nullable()
export const getSaleNeighbors = endpoint('GET /orders/:id/neighbors', {
  group,
  summary: 'The orders before and after one of one’s own products, in a list that `GET /orders/search` answers.',
  who: 'performer',
  limit: 'read',
  params,
  query: z.object({ sortBy: orders.sortBy, sort: orders.sort, ...saleFilter }),
  reply: one(
    z.object({
      previous: neighbor,
      next: neighbor,
      /** Where the order stands in the list, from 1; null where it isn’t in it, such as one that has been shipped among those to ship. */
      position: z.int().nullable(),
      total: z.int(),
    }),
  ),
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
  refuses: [...stateRefusals, 'ORDER_IN_PREPARATION'],
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
  refuses: [...stateRefusals, 'ORDER_IN_PREPARATION', 'COUNTRY_NOT_SERVED'],
  params,
  body: z.strictObject({ addressId: id }),
  reply: one(orderDetails),
})
export const cancelOrder = endpoint('POST /orders/:id/cancel', {
  group,
  summary: 'The buyer cancels: until the seller prepares the order, and again where it is not shipped in time.',
  who: 'any',
  limit: 'money',
  refuses: [...stateRefusals, 'ORDER_IN_PREPARATION'],
  params,
  reply: one(orderDetails),
})
export const confirmOrder = endpoint('POST /orders/:id/received', {
  group,
  summary: 'The buyer has received the parcel, or accepts the answer to a problem: the seller gets the money.',
  who: 'any',
  limit: 'money',
  refuses: stateRefusals,
  params,
  reply: one(orderDetails),
})
export const reportOrder = endpoint('POST /orders/:id/problem', {
  group,
  summary:
    'The buyer says what is wrong. The seller answers within three days, or the buyer may close it with a refund.',
  who: 'any',
  limit: 'write',
  refuses: problemRefusals,
  params,
  body: z.strictObject({ text: text(1, 500) }),
  reply: one(orderDetails),
})
const problem = {
  group,
  params,
  reply: one(orderDetails),
  refuses: [...problemRefusals, 'NO_PROBLEM', 'PROBLEM_NOT_ANSWERED'],
} as const
export const answerProblem = endpoint('POST /orders/:id/problem/answer', {
  ...problem,
  summary:
    'The seller answers a reported problem. The buyer accepts within seven days or escalates; otherwise the seller is paid.',
  who: 'performer',
  limit: 'write',
  body: z.strictObject({ text: text(1, 500) }),
})
export const escalateProblem = endpoint('POST /orders/:id/problem/escalate', {
  ...problem,
  summary: 'The buyer does not accept the answer and asks staff to decide.',
  who: 'any',
  limit: 'write',
  body: z.strictObject({ text: text(1, 500) }),
})
export const closeProblem = endpoint('POST /orders/:id/problem/close', {
  ...problem,
  summary: 'The buyer closes a problem that was not answered in time, and gets the money back.',
  who: 'any',
  limit: 'money',
})
export const refundOrder = endpoint('POST /orders/:id/refund', {
  group,
  summary: 'The seller returns part of what was paid, or all of it.',
  who: 'performer',
  limit: 'money',
  refuses: ['CONFLICT', ...stateRefusals, 'AMOUNT_OUT_OF_RANGE'],
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
  /** One of its versions; without it the newest. */
  query: z.object({ fileId: id.optional() }),
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

/** Part of a title as the library shows it, or of the name of a creator. */
const libraryWords = line(0, 100).optional()
/** So many videos to continue stand above the library at most. */
export const libraryWatchingMax = 6

/** The library: what one has bought, of all kinds. */
export const listPurchases = endpoint('GET /user/purchases', {
  group: 'wallet',
  summary: 'What one owns: posts, videos, galleries, files, messages and tickets that were bought, newest first.',
  who: 'any',
  limit: 'read',
  query: z.object({
    /** By `title` and by the name of the `creator`, those without one come last in both directions. */
    ...listQuery(['createdAt', 'updatedAt', 'title', 'creator']),
    type: z.enum(purchaseKinds).optional(),
    q: libraryWords,
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
      /** The video or sound in it; null where there is none, and while it isn’t available. */
      plays: z.object({ kind: z.enum(['video', 'audio']), durationMs: z.int().nullable() }).nullable(),
      /** How many photos are in it; 0 while it isn’t available. */
      photos: z.int(),
      /** The second at which one stopped in a video; null where it begins at the beginning. */
      position: z.int().nullable(),
      /** What one may save of it on the device: the newest file of a product with its size, or a video where its creator and all it shows let buyers. */
      saves: z.object({ bytes: z.int().nullable() }).nullable(),
      /** When a show begins that one has a ticket for; null once it began or won’t. */
      startsAt: instant.nullable(),
      purchasedAt: instant,
    }),
  ),
})

const countsByKind = z.record(z.enum(purchaseKinds), z.int())
/** What stands above the library. */
export const viewLibrary = endpoint('GET /user/purchases/overview', {
  group: 'wallet',
  summary:
    'How much is in the library, by kind and matching a search, and videos to continue. What is more than 10,000 purchases ago is not counted.',
  who: 'any',
  limit: 'read',
  query: z.object({ q: libraryWords }),
  reply: one(
    z.object({
      items: z.int(),
      /** Of how many creators. */
      creators: z.int(),
      kinds: countsByKind,
      /** How many `q` finds, by kind; without it the same as `kinds`. */
      matching: countsByKind,
      /** Videos one may watch, bought or not, the last watched first. */
      watching: z.array(watchedVideo).max(libraryWatchingMax),
    }),
  ),
})

/** What was bought stays, also where the conversation is closed or the message was deleted. */
export const getBoughtMessage = endpoint('GET /user/purchases/messages/:id', {
  group: 'wallet',
  summary: 'A message that one bought, with its files.',
  who: 'any',
  limit: 'read',
  params,
  reply: one(
    z.object({
      _id: id,
      /** Without a username where its sender is hidden from the buyer. */
      performer: personSummary,
      /** Empty where it was deleted. */
      text: z.string(),
      files: z.array(mediaFile),
      sentAt: instant,
    }),
  ),
})

// Staff.

export const orderCaseStates = ['open', 'closed'] as const
/** An order whose problem was escalated. */
export const orderCase = shownOrder.omit({ can: true }).extend({
  state: z.enum(orderCaseStates),
  escalatedAt: instant,
  /** By when staff should decide; null once it is over. */
  dueAt: instant.nullable(),
  isOverdue: z.boolean(),
  decision: decision.nullable(),
})
export type OrderCase = z.infer<typeof orderCase>
const orderCaseDetails = orderCase.extend({
  timeline,
  /** Whether this member of staff may decide now; not about an order of their own. */
  can: z.object({ decide: z.boolean() }),
})
export type OrderCaseDetails = z.infer<typeof orderCaseDetails>

export const listOrderCases = endpoint('GET /admin/order-cases', {
  group: 'admin',
  summary: 'Orders whose problem was escalated: open ones, the most urgent first, or closed ones, the last first.',
  who: 'admin:finance',
  limit: 'admin',
  query: z.object({
    current: listQuery(['updatedAt']).current,
    pageSize: listQuery(['updatedAt']).pageSize,
    cursor: listQuery(['updatedAt']).cursor,
    state: z.enum(orderCaseStates).default('open'),
  }),
  reply: many(orderCase),
})
export const viewOrderCase = endpoint('GET /admin/order-cases/:id', {
  group: 'admin',
  summary: 'An escalated order: what both sides wrote, its timeline and its money.',
  who: 'admin:finance',
  limit: 'admin',
  params,
  reply: one(orderCaseDetails),
})
export const decideOrderCase = endpoint('POST /admin/order-cases/:id/decision', {
  group: 'admin',
  summary: 'Decides an escalated problem. Both sides read the statement.',
  who: 'admin:finance',
  limit: 'admin',
  audit: true,
  refuses: [...stateRefusals, 'ALREADY_REVIEWED', 'CONFIRMATION_REQUIRED', 'NOT_TO_ONESELF', 'AMOUNT_OUT_OF_RANGE'],
  params,
  body: z.discriminatedUnion('decision', [
    z.strictObject({ decision: z.enum(['release', 'refund']), statement: text(10, 2000) }),
    z.strictObject({ decision: z.literal('split'), tokens: amount, statement: text(10, 2000) }),
  ]),
  reply: one(orderCaseDetails),
})

/** To buyer and seller, whenever an order changes. */
export const orderMessages = { 'order/updated': envelope.extend({ orderId: id, fulfilment: z.enum(fulfilments) }) }
