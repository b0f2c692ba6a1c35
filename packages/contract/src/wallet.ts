import { z } from 'zod'
import { chargeTypes } from './charge-types.ts'
import { endpoint, many, one } from './endpoint.ts'
import { amount, id, instant, listQuery, shownOffer, text, tokens } from './fields.ts'
import { envelope } from './sockets.ts'
import { performerRefusals } from './refusals.ts'

export const chargeStatuses = ['succeeded', 'partially_refunded', 'refunded', 'disputed'] as const

/** What one charge did. It never changes: a repeated request gets the same receipt, whatever happened since. */
export const receipt = z.object({
  _id: id,
  type: z.enum(chargeTypes),
  performerId: id,
  /** What was bought; of a tip, the performer. */
  targetId: id,
  tokens,
  /** The payer's wallet right after. */
  balance: tokens,
  note: z.string(),
  createdAt: instant,
})
export type Receipt = z.infer<typeof receipt>

/** A person as money lists name them. */
export const counterpart = z.object({ _id: id, name: z.string(), username: z.string().nullable() })

export const charge = receipt.omit({ balance: true }).extend({
  status: z.enum(chargeStatuses),
  /** What came back of `tokens`. */
  returned: tokens,
  performer: counterpart.extend({ avatar: z.string() }).nullable(),
  title: z.string(),
  /** Of a product: the order that it was. */
  order: z.object({ number: z.string(), quantity: z.int() }).nullable(),
  /** What a card paid directly for it, without the wallet; `card` is null once the card is removed. */
  byCard: z
    .object({
      amount: z.number(),
      currency: z.string(),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    })
    .nullable(),
})
export type Charge = z.infer<typeof charge>

/** Tip limits are settings: `minimumTipPrice`, `maximumTipPrice`, in tokens. */
export const sendTip = endpoint('POST /wallet/charges/tip/:id', {
  group: 'wallet',
  summary: 'Gives tokens to a performer.',
  who: 'any',
  limit: 'money',
  idempotent: 'own',
  params: z.object({ id }),
  body: z.object({
    tokens: amount,
    note: text(1, 300).optional(),
    /** Shows the tip, with its note, in the conversation of the two, which begins with it where there is none. */
    inConversation: z.boolean().optional(),
    /** Shows the tip, with its note, in the public chat of the creator. A note is for those who may write there. */
    inPublicChat: z.boolean().optional(),
    /**
     * What it asks for from the tip menu of the creator, as it was shown: with `tokens` as its price, in the public chat and without a note. If it is
     * another by now, nothing is charged.
     */
    menuItem: z.strictObject({ _id: id, title: z.string().max(200) }).optional(),
  }),
  reply: one(receipt),
  refuses: [
    ...performerRefusals,
    'NOT_APPROVED',
    'NOT_TO_ONESELF',
    'TIP_BELOW_MINIMUM',
    'TIP_ABOVE_MAXIMUM',
    'INSUFFICIENT_BALANCE',
    'PAYING_BLOCKED',
    'FOLLOW_REQUIRED',
    'SUBSCRIPTION_REQUIRED',
    'CHAT_CLOSED',
    'MUTED',
    'TERMS_CHANGED',
    'BANNED_FROM_ROOM',
    'WORD_NOT_ALLOWED',
  ],
})

/**
 * If the price or anything else that was shown has changed since, nothing is charged, and the error contains the current `price` and `terms`. If the
 * buyer already owns it, the reply is 409 with the first `receipt`.
 */
const unlock = {
  group: 'wallet',
  who: 'any',
  limit: 'money',
  idempotent: 'own',
  params: z.object({ id }),
  body: z.object(shownOffer).optional(),
  reply: one(receipt),
  refuses: [
    ...performerRefusals,
    'NOT_FOR_SALE',
    'NOT_TO_ONESELF',
    'PRICE_OUT_OF_RANGE',
    'PRICE_CHANGED',
    'TERMS_CHANGED',
    'ALREADY_PURCHASED',
    'CONFLICT',
    'INSUFFICIENT_BALANCE',
    'PAYING_BLOCKED',
  ],
} as const
export const unlockFeed = endpoint('POST /wallet/charges/feed/:id', {
  ...unlock,
  summary: 'Buys a locked feed with tokens.',
})
export const unlockGallery = endpoint('POST /wallet/charges/gallery/:id', {
  ...unlock,
  summary: 'Buys a locked gallery with tokens.',
})
export const unlockVideo = endpoint('POST /wallet/charges/video/:id', {
  ...unlock,
  summary: 'Buys a locked video with tokens.',
})

export const unlockMessage = endpoint('POST /wallet/charges/message/:id', {
  ...unlock,
  summary: 'Buys a locked message with tokens.',
  refuses: [...unlock.refuses, 'FILES_NOT_READY'],
})

export const searchCharges = endpoint('GET /wallet/charges/search', {
  group: 'wallet',
  summary: 'What one has paid, by its last change.',
  who: 'any',
  limit: 'read',
  query: z.object({ ...listQuery(['updatedAt', 'createdAt', 'tokens']), type: z.enum(chargeTypes).optional() }),
  reply: many(charge),
})

export const tokenPackage = z.object({
  _id: id,
  name: z.string(),
  tokens,
  bonus: tokens,
  price: z.number(),
  currency: z.string(),
  order: z.int(),
})
export const searchPackages = endpoint('GET /package/token/search', {
  group: 'package',
  summary: 'Packages of tokens on offer, in the order they are shown.',
  who: 'public',
  limit: 'read',
  query: z
    .object(listQuery(['order', 'price', 'tokens', 'updatedAt']))
    .extend({ sort: z.enum(['asc', 'desc']).default('asc') }),
  reply: many(tokenPackage),
})

export const walletMessages = { 'balance/changed': envelope.extend({ balance: tokens }) }
