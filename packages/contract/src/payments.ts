import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { couponRefusals } from './coupons.ts'
import { id, instant, listQuery, tokens } from './fields.ts'

// spec: payment.gateway-and-card, topup.call, subscribe.call

/** `wallet` pays with tokens; the others take cards. Which one takes cards here is the setting `paymentGateway`. */
export const paymentGateway = z.enum(['wallet', 'test', 'stripe'])
export const cardGateway = z.enum(['test', 'stripe'])
export type CardGateway = z.infer<typeof cardGateway>

export const paymentStatuses = [
  'created',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'partially_refunded',
  'refunded',
  'disputed',
  'dispute_won',
  'dispute_lost',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** A page of ours, to which a gateway's or a bank's page leads back. */
export const ownPath = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)[^\s\\#]*$/)

/** A card as we know it: its number never reaches us. */
export const card = z.object({
  _id: id,
  gateway: cardGateway,
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  isDefault: z.boolean(),
  createdAt: instant,
})
export type Card = z.infer<typeof card>

export const payment = z.object({
  _id: id,
  purpose: z.enum(['top_up', 'subscription']),
  /** What is paid: the price less `discount`, which `couponCode` took off. */
  amount: z.number(),
  discount: z.number(),
  couponCode: z.string().nullable(),
  currency: z.string(),
  tokens,
  gateway: cardGateway,
  status: z.enum(paymentStatuses),
  /** Why the bank declined the payment, as the gateway's code. */
  failureCode: z.string().nullable(),
  /** Where the payer confirms with their bank; present while the status is `requires_action`. */
  actionUrl: z.string().nullable(),
  amountRefunded: z.number(),
  subscriptionId: id.nullable(),
  card: card.nullable(),
  attempts: z.int(),
  /**
   * What came of the purchase that it was made for: `waiting` until the card has paid, `made`, `refused` with the `code` of the call that would
   * have made it, or `dropped` for another or after an hour. What was not made leaves its tokens in the wallet.
   */
  purchase: z
    .object({ status: z.enum(['waiting', 'made', 'refused', 'dropped']), code: z.string().nullable() })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Payment = z.infer<typeof payment>

export const cardRefusals = [
  'CARD_DECLINED',
  'CARD_BLOCKED',
  'PAYING_BLOCKED',
  'NOT_FOUND',
  'GATEWAY_UNAVAILABLE',
  'KEY_REUSED',
  'KEY_REQUIRED',
] as const

/**
 * Only a payment that failed or waits for an action of its payer can be retried, with the same card or another. A repeated key
 * starts no new attempt and returns the payment as it is.
 */
export const retryPayment = endpoint('POST /payment/retry/:id', {
  group: 'payments',
  summary: 'Tries a failed payment again.',
  who: 'any',
  limit: 'money',
  idempotent: 'own',
  params: z.object({ id }),
  body: z.object({ cardId: id.optional() }).optional(),
  reply: one(payment),
  refuses: ['PAYMENT_NOT_RETRYABLE', 'TOP_UP_LIMIT', 'NOT_TO_ONESELF', ...couponRefusals, ...cardRefusals],
})

/** An open payment is read from the gateway again, so the page a bank sends the payer back to needs nothing else. */
export const viewPayment = endpoint('GET /payment/transactions/:id', {
  group: 'payments',
  summary: 'One payment as it stands now.',
  who: 'any',
  limit: 'read',
  params: z.object({ id }),
  reply: one(payment),
})

export const searchPayments = endpoint('GET /payment/transactions/user/search', {
  group: 'payments',
  summary: 'One’s own card payments, newest first.',
  who: 'any',
  limit: 'read',
  query: z.object({
    ...listQuery(['updatedAt', 'createdAt', 'amount']),
    status: z.enum(paymentStatuses).optional(),
    purpose: z.enum(['top_up', 'subscription']).optional(),
  }),
  reply: many(payment),
})

export const listCards = endpoint('GET /payment-cards', {
  group: 'payments',
  summary: 'One’s own cards, the default first unless sorted by date.',
  who: 'any',
  limit: 'read',
  query: z.object(listQuery(['isDefault', 'createdAt', 'updatedAt'])),
  reply: many(card),
})

/**
 * Without `token`: answers the gateway's own form, where the card number is typed; it returns to `returnPath` with `cardToken`
 * in the query. With that token: keeps the card and answers it; a card that is saved already is made current, where the gateway tells
 * cards apart.
 */
export const addCard = endpoint('POST /:gateway/cards', {
  group: 'payments',
  summary: 'Adds a card in two steps; its number goes to the gateway alone.',
  who: 'any',
  limit: 'money',
  idempotent: 'none',
  params: z.object({ gateway: cardGateway }),
  body: z.object({
    token: z
      .string()
      .regex(/^[a-zA-Z0-9_]{1,200}$/)
      .optional(),
    returnPath: ownPath.default('/user/cards'),
    isDefault: z.boolean().optional(),
  }),
  reply: one(z.object({ card: card.nullable(), form: z.object({ url: z.string() }).nullable() })),
  refuses: ['CARD_DECLINED', 'CARD_BLOCKED', 'TOKEN_SPENT', 'GATEWAY_UNAVAILABLE'],
})

/** Pays where no other card is chosen, and for renewals whose card was removed. */
export const makeCardDefault = endpoint('PUT /payment-cards/:id/default', {
  group: 'payments',
  summary: 'Makes one of one’s own cards the default.',
  who: 'any',
  limit: 'write',
  params: z.object({ id }),
  reply: one(card),
})

export const removeCard = endpoint('DELETE /payment-cards/:id', {
  group: 'payments',
  summary: 'Deletes a card here and at the gateway.',
  who: 'any',
  limit: 'write',
  idempotent: 'none',
  params: z.object({ id }),
  reply: done,
})
