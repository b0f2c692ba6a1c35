import { z } from 'zod'
import { says } from './field-errors.ts'
import { done, endpoint, many, one } from './endpoint.ts'
import { amount, id, instant, line, listQuery, text, tokens } from './fields.ts'
import { performerRefusals } from './refusals.ts'

// Codes that lower what a card or a wallet pays: for the first payment of a subscription, and for tokens. Whoever made one bears it: a creator from
// what they earn, the site from its fee. One code a payment.

export const couponTargets = ['subscriptions', 'tokens', 'everything'] as const
export type CouponTarget = (typeof couponTargets)[number]
export const couponStates = ['scheduled', 'active', 'used_up', 'ended'] as const

/** A code as people type it: letters, digits and hyphens. Small letters become capitals. */
export const couponCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{4,20}$/, says('COUPON_CODE_SHAPE'))
  .toUpperCase()

/** A discount of tokens that a creator bears is at most this share of their price, in percent. */
export const creatorTokensPctMax = 50

const discount = {
  /** Either `percent`, a whole number from 1 to 100, or `amount`, in the site currency. */
  percent: z.int().nullable(),
  amount: z.number().nullable(),
}
export const coupon = z.object({
  _id: id,
  code: z.string(),
  /** Null where it is the site’s. */
  performerId: id.nullable(),
  ...discount,
  currency: z.string(),
  appliesTo: z.enum(couponTargets),
  /** Of which plans it is, as their `planId`; empty for all. */
  planIds: z.array(id),
  newSubscribersOnly: z.boolean(),
  /** In all, and for each person, counted by account and by card; null for no limit. */
  maxUses: z.int().nullable(),
  perUser: z.int().nullable(),
  startsAt: instant,
  endsAt: instant.nullable(),
  state: z.enum(couponStates),
  used: z.int(),
  /** Held at present by people who are paying. */
  reserved: z.int(),
  /** What was paid with it, and what it took off, in the site currency. */
  sales: z.number(),
  given: z.number(),
  createdAt: instant,
  updatedAt: instant,
})
export type Coupon = z.infer<typeof coupon>

const limits = {
  maxUses: z.number().int().min(1).max(1_000_000).nullable().default(null),
  endsAt: instant.nullable().default(null),
}
/** `startsAt` is now where it is left out. */
export const couponInput = z
  .strictObject({
    code: couponCode,
    percent: z.number().int().min(1).max(100).nullable().default(null),
    amount: amount.nullable().default(null),
    appliesTo: z.enum(couponTargets),
    planIds: z.array(id).max(20).default([]),
    newSubscribersOnly: z.boolean().default(false),
    perUser: z.number().int().min(1).max(1_000).nullable().default(1),
    startsAt: instant.optional(),
    ...limits,
  })
  .refine((body) => (body.percent === null) !== (body.amount === null), {
    path: ['percent'],
    message: says('PERCENT_OR_AMOUNT'),
  })
export type CouponInput = z.infer<typeof couponInput>
/** What may change once people have the code: how often it is used, and until when. */
const couponChange = z.strictObject(limits)

const search = {
  ...listQuery(['updatedAt', 'createdAt', 'used']),
  state: z.enum(couponStates).optional(),
  q: text(0, 20).optional(),
}
const summary = z.object({
  /** Of the last 30 days; money in the site currency. */
  used: z.int(),
  sales: z.number(),
  given: z.number(),
  currency: z.string(),
  counts: z.object({ all: z.int(), scheduled: z.int(), active: z.int(), used_up: z.int(), ended: z.int() }),
})
const params = z.object({ id })
const making = ['COUPON_CODE_TAKEN', 'PRICE_OUT_OF_RANGE'] as const

const own = { group: 'coupons', who: 'performer', limit: 'read' } as const
export const searchCoupons = endpoint('GET /performer/coupons', {
  ...own,
  summary: 'One’s own coupons.',
  query: z.object(search),
  reply: many(coupon),
})
export const summarizeCoupons = endpoint('GET /performer/coupons/summary', {
  ...own,
  summary: 'What one’s own coupons did in the last 30 days, and how many there are of each state.',
  reply: one(summary),
})
export const findCoupon = endpoint('GET /performer/coupons/codes/:code', {
  ...own,
  summary: 'Whether a code is still free.',
  params: z.object({ code: couponCode }),
  reply: one(z.object({ isFree: z.boolean() })),
})
export const makeCoupon = endpoint('POST /performer/coupons', {
  group: 'coupons',
  summary: 'Makes a coupon, whose discount its creator bears.',
  who: 'approved',
  limit: 'write',
  refuses: [...making],
  body: couponInput,
  reply: one(coupon),
})
export const changeCoupon = endpoint('PUT /performer/coupons/:id', {
  group: 'coupons',
  summary: 'Changes how often a coupon can be used, and until when.',
  who: 'approved',
  limit: 'write',
  params,
  body: couponChange,
  reply: one(coupon),
})
export const endCoupon = endpoint('POST /performer/coupons/:id/end', {
  group: 'coupons',
  summary: 'Ends a coupon now. Who is paying with it keeps it for their 15 minutes. Ending it twice changes nothing.',
  who: 'performer',
  limit: 'write',
  params,
  reply: one(coupon),
})

const staff = { group: 'admin', who: 'admin:finance', limit: 'admin' } as const
export const searchSiteCoupons = endpoint('GET /admin/coupons', {
  ...staff,
  summary: 'The coupons of the site or, with `performerId`, of a creator.',
  query: z.object({ ...search, performerId: id.optional() }),
  reply: many(coupon),
})
export const makeSiteCoupon = endpoint('POST /admin/coupons', {
  ...staff,
  summary: 'Makes a coupon whose discount the site bears.',
  audit: true,
  refuses: [...making],
  body: couponInput,
  reply: one(coupon),
})
export const changeAnyCoupon = endpoint('PUT /admin/coupons/:id', {
  ...staff,
  summary: 'Changes how often a coupon can be used, and until when.',
  audit: true,
  params,
  body: couponChange,
  reply: one(coupon),
})
export const endAnyCoupon = endpoint('POST /admin/coupons/:id/end', {
  ...staff,
  summary: 'Ends a coupon now, also that of a creator.',
  audit: true,
  params,
  body: z.strictObject({ reason: line(3, 500) }),
  reply: one(coupon),
})

/** What a code would do for a payment, and until when a use is held for the payer. */
export const appliedCoupon = z.object({
  code: z.string(),
  performerId: id.nullable(),
  ...discount,
  currency: z.string(),
  /** Of this payment, in the site currency. */
  price: z.number(),
  discount: z.number(),
  total: z.number(),
  /** What a wallet pays instead; null for tokens, which are not bought with tokens. */
  totalTokens: tokens.nullable(),
  reservedUntil: instant,
})
export type AppliedCoupon = z.infer<typeof appliedCoupon>

export const couponRefusals = [
  'COUPON_NOT_FOUND',
  'COUPON_NOT_STARTED',
  'COUPON_ENDED',
  'COUPON_USED_UP',
  'COUPON_USED_BY_YOU',
  'COUPON_NOT_FOR_THIS',
  'COUPON_FOR_NEW_SUBSCRIBERS',
  'COUPON_NOT_NOW',
] as const

/** What a code would take off, of the things at hand that it is for. */
export const lookedAtCoupon = z.object({
  code: z.string(),
  ...discount,
  currency: z.string(),
  endsAt: instant.nullable(),
  /** The token packages, or the plans as the versions that are offered now; in the site currency. */
  offers: z.array(z.object({ _id: id, price: z.number(), discount: z.number(), total: z.number() })).max(200),
})
export type LookedAtCoupon = z.infer<typeof lookedAtCoupon>

export const lookAtCoupon = endpoint('GET /coupons/:code', {
  group: 'payments',
  summary:
    'Shows what a code would take off each token package or, with `performerId`, each plan of a performer. Holds no use of it. Refused where it is for none of them.',
  who: 'any',
  limit: 'money',
  refuses: [...performerRefusals, 'NOT_TO_ONESELF', ...couponRefusals],
  params: z.object({ code: couponCode }),
  query: z.object({ performerId: id.optional() }),
  reply: one(lookedAtCoupon),
})

/**
 * For one of `planId` (the version of a plan that was shown), `packageId` and `amount` (tokens for money). The price is what it is now; paying
 * compares it with what was shown.
 */
const couponUse = z
  .strictObject({ planId: id.optional(), packageId: id.optional(), amount: amount.optional() })
  .refine(
    ({ planId, packageId, amount: money }) =>
      [planId, packageId, money].filter((one) => one !== undefined).length === 1,
    {
      path: ['planId'],
      message: says('COUPON_FOR_WHAT'),
    },
  )
export type CouponUse = z.infer<typeof couponUse>

export const applyCoupon = endpoint('POST /coupons/:code/apply-coupon', {
  group: 'payments',
  summary:
    'Shows what a code takes off a payment, and holds one use of it for 15 minutes. Applied again, also to something else, it is the same use until the same time.',
  who: 'any',
  limit: 'money',
  idempotent: 'none',
  refuses: [...performerRefusals, 'PLAN_NOT_AVAILABLE', 'AMOUNT_OUT_OF_RANGE', 'NOT_TO_ONESELF', ...couponRefusals],
  params: z.object({ code: couponCode }),
  body: couponUse,
  reply: one(appliedCoupon),
})
export const dropCoupon = endpoint('DELETE /coupons/:code/apply-coupon', {
  group: 'payments',
  summary: 'Gives back the use of a code that is held for oneself. Where none is held, nothing happens.',
  who: 'any',
  limit: 'write',
  params: z.object({ code: couponCode }),
  reply: done,
})
