import { z } from 'zod'
import { couponCode, couponRefusals } from './coupons.ts'
import { endpoint, many, one } from './endpoint.ts'
import { amount, flag, id, instant, listQuery, shownOffer, text } from './fields.ts'
import { ownPath, payment, paymentGateway } from './payments.ts'
import { pauseMonths, subscriptionStatuses } from './subscription-states.ts'
import { counterpart } from './wallet.ts'
import { performerRefusals } from './refusals.ts'

// spec: cancel.call

export const planTypes = ['free', 'monthly', 'bundle', 'yearly'] as const
export const subscriptionTypes = ['free', 'trial', 'monthly', 'bundle', 'yearly', 'gift'] as const

/**
 * `_id` is the version that is offered: what is subscribed to. It is another as soon as the terms are; `planId` stays, and is what gates, audiences
 * and subscriptions name. `price` is for one whole period of `months`, in the site currency; null for the free plan. `tokens` is what a wallet
 * pays today.
 */
export const plan = z.object({
  _id: id,
  planId: id,
  performerId: id,
  name: z.string(),
  type: z.enum(planTypes),
  interval: z.enum(['month', 'year']),
  months: z.int(),
  price: z.number().nullable(),
  tokens: z.number().nullable(),
  currency: z.string(),
  /** What a month costs less than with the monthly plan. */
  discountPct: z.int(),
  perks: z.array(z.string()),
  active: z.boolean(),
  order: z.int(),
  /** The version of all of this, which subscribing sends back as `expectedTerms`. */
  terms: z.string(),
})
export type Plan = z.infer<typeof plan>

const face = counterpart.extend({ avatar: z.string() })

export const subscription = z.object({
  _id: id,
  userId: id,
  performerId: id,
  planId: id.nullable(),
  user: face.nullable(),
  performer: face.nullable(),
  type: z.enum(subscriptionTypes),
  status: z.enum(subscriptionStatuses),
  paymentGateway: z.string(),
  cardId: id.nullable(),
  /** Fixed for the duration of the subscription. */
  price: z.number(),
  currency: z.string(),
  months: z.int(),
  startedAt: instant,
  currentPeriodEnd: instant.nullable(),
  accessUntil: instant.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  nextRetryAt: instant.nullable(),
  retryCount: z.int(),
  /** The pause that begins with the end of the period, in months. */
  pauseMonths: z.int().nullable(),
  /** Until when it rests; then it renews by itself. */
  pausedUntil: instant.nullable(),
  /** Whether it may still be paused: once, while it renews. */
  canPause: z.boolean(),
  /** The plan that begins with the end of the period, at the price that was shown. */
  nextPlan: z
    .object({ planId: id, name: z.string(), type: z.enum(planTypes), months: z.int(), price: z.number() })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Subscription = z.infer<typeof subscription>

/** `paymentGateway: wallet` pays with tokens; a card gateway needs `cardId`; the free plan needs neither. */
export const subscribe = endpoint('POST /payment/subscribe/performers', {
  group: 'payments',
  summary: 'Subscribes to a performer.',
  who: 'any',
  limit: 'money',
  idempotent: 'own',
  body: z.object({
    performerId: id,
    /** The version of the plan that was shown. Where the plan has another by now, nothing begins, and the error contains it as `plan`. */
    planId: id,
    paymentGateway,
    cardId: id.optional(),
    /** A code for the first payment. `expectedPrice` stays the price without it. */
    coupon: couponCode.optional(),
    /** Where the bank's page leads back to, with `payment` in the query; without it, to the subscriptions. */
    returnPath: ownPath.optional(),
    /** The price that was shown, 0 for a free plan, and its `terms`. */
    ...shownOffer,
  }),
  reply: one(z.object({ subscription, payment: payment.nullable() })),
  refuses: [
    ...performerRefusals,
    'NOT_TO_ONESELF',
    'PLAN_NOT_AVAILABLE',
    'PRICE_CHANGED',
    'PLAN_CHANGED',
    'ALREADY_SUBSCRIBED',
    ...couponRefusals,
    'INSUFFICIENT_BALANCE',
    'CARD_DECLINED',
    'CARD_BLOCKED',
    'PAYING_BLOCKED',
    'GATEWAY_UNAVAILABLE',
  ],
})

/** Access stays to the end of the period that is paid. Cancelling twice changes nothing. */
export const cancelSubscription = endpoint('POST /payment/:gateway/cancel-subscription/:id', {
  group: 'subscriptions',
  summary: 'Ends a subscription with its period.',
  who: 'any',
  limit: 'write',
  params: z.object({ gateway: paymentGateway, id }),
  reply: one(subscription),
})

/**
 * Takes back a cancellation or a pause that has not begun, until the period ends: the price stays. A pause that runs ends, and the next period is
 * paid at once; where that fails, it is tried again like any renewal.
 */
export const resumeSubscription = endpoint('POST /subscriptions/:id/resume', {
  group: 'subscriptions',
  summary: 'Renews again.',
  who: 'any',
  limit: 'money',
  params: z.object({ id }),
  reply: one(subscription),
  refuses: [...performerRefusals, 'SUBSCRIPTION_OVER', 'SUBSCRIPTION_NOT_CHANGEABLE', 'PAYING_BLOCKED'],
})

/** Access stays to the end of the period; then nothing is charged and nothing opens for 1 or 3 months, and it renews at the same price. */
export const pauseSubscription = endpoint('POST /subscriptions/:id/pause', {
  group: 'subscriptions',
  summary: 'Lets a subscription rest, once.',
  who: 'any',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ months: z.literal([...pauseMonths]) }),
  reply: one(subscription),
  refuses: ['SUBSCRIPTION_OVER', 'SUBSCRIPTION_NOT_CHANGEABLE', 'PAUSE_USED'],
})

/** How the next periods are paid. A payment that has failed is tried with it at once. */
export const changeSubscriptionPayment = endpoint('PUT /subscriptions/:id/payment', {
  group: 'subscriptions',
  summary: 'Changes the card of a subscription.',
  who: 'any',
  limit: 'money',
  params: z.object({ id }),
  body: z.object({ paymentGateway, cardId: id.optional() }),
  reply: one(subscription),
  refuses: [
    'SUBSCRIPTION_OVER',
    'SUBSCRIPTION_NOT_CHANGEABLE',
    'CARD_BLOCKED',
    'PAYING_BLOCKED',
    'GATEWAY_UNAVAILABLE',
  ],
})

/** What changing to a plan does: both dates and the amount, before anything is decided. */
export const planChange = z.object({
  plan,
  /** Up at once, for what costs more a period; otherwise with the end of the period. */
  atOnce: z.boolean(),
  /** When the new plan begins, and when its first period ends. */
  beginsAt: instant,
  periodEnd: instant,
  /** What is left of the period that is paid, which the first payment is lower by; never paid out. */
  credit: z.number(),
  /** What is paid when it begins, in the site currency and in tokens. */
  due: z.number(),
  dueTokens: z.number(),
  currency: z.string(),
})
export type PlanChange = z.infer<typeof planChange>

export const previewPlanChange = endpoint('GET /subscriptions/:id/plan-change', {
  group: 'subscriptions',
  summary: 'Says what another plan would cost and when it would begin.',
  who: 'any',
  limit: 'read',
  params: z.object({ id }),
  query: z.object({ planId: id }),
  reply: one(planChange),
  refuses: [...performerRefusals, 'PLAN_NOT_AVAILABLE', 'SUBSCRIPTION_OVER', 'SUBSCRIPTION_NOT_CHANGEABLE'],
})

/** The plans that a subscription may change to. */
export const listPlanChanges = endpoint('GET /subscriptions/:id/plans', {
  group: 'subscriptions',
  summary: 'The plans that a subscription may change to.',
  who: 'any',
  limit: 'read',
  params: z.object({ id }),
  reply: one(z.array(plan)),
})

/**
 * Changes the plan: up at once, paid less what is left of the period; down with the end of the period. One that waits for the end of the period
 * is replaced. By card it is done when the card has paid, which may need its owner.
 */
export const changePlan = endpoint('POST /subscriptions/:id/plan-change', {
  group: 'subscriptions',
  summary: 'Changes the plan of a subscription.',
  who: 'any',
  limit: 'money',
  idempotent: 'own',
  params: z.object({ id }),
  body: z.object({
    /** The version of the plan that was shown. */
    planId: id,
    paymentGateway,
    cardId: id.optional(),
    /** What was shown as due. It may have grown a little since, as days go by: then it is what was shown, for an hour. */
    expectedDue: amount,
    expectedTerms: z.string().max(40).optional(),
  }),
  reply: one(z.object({ subscription, payment: payment.nullable() })),
  refuses: [
    ...performerRefusals,
    'PLAN_NOT_AVAILABLE',
    'PRICE_CHANGED',
    'PLAN_CHANGED',
    'SUBSCRIPTION_OVER',
    'SUBSCRIPTION_NOT_CHANGEABLE',
    'INSUFFICIENT_BALANCE',
    'CARD_DECLINED',
    'CARD_BLOCKED',
    'PAYING_BLOCKED',
    'GATEWAY_UNAVAILABLE',
  ],
})

/** Stays with the plan; where none waits, nothing changes. */
export const dropPlanChange = endpoint('DELETE /subscriptions/:id/plan-change', {
  group: 'subscriptions',
  summary: 'Takes back a change of plan that has not begun.',
  who: 'any',
  limit: 'write',
  params: z.object({ id }),
  reply: one(subscription),
})

/**
 * Months without payment, for someone who follows, subscribes or has paid something: a subscription that runs is longer by them, and without one a
 * gift begins, which ends by itself.
 */
export const giftMonths = endpoint('POST /performer/gifts', {
  group: 'subscriptions',
  summary: 'Gives a fan months of a subscription.',
  who: 'approved',
  limit: 'write',
  body: z.object({ userId: id, months: z.number().int().min(1).max(12) }),
  reply: one(subscription),
  refuses: ['SUBSCRIPTION_NOT_CHANGEABLE'],
})

const search = {
  ...listQuery(['updatedAt', 'createdAt', 'currentPeriodEnd']),
  status: z.enum(subscriptionStatuses).optional(),
  type: z.enum(subscriptionTypes).optional(),
}
export const searchOwnSubscriptions = endpoint('GET /subscriptions/user/search', {
  group: 'subscriptions',
  summary: 'One’s own subscriptions.',
  who: 'any',
  limit: 'read',
  query: z.object({ ...search, active: flag.optional() }),
  reply: many(subscription),
})
export const searchSubscribers = endpoint('GET /subscriptions/performer/search', {
  group: 'subscriptions',
  summary: 'A performer’s subscribers.',
  who: 'performer',
  limit: 'read',
  query: z.object({ ...search, active: flag.optional(), q: text(0, 80).optional() }),
  reply: many(subscription),
})

const paidPlan = {
  _id: id.optional(),
  name: text(1, 60),
  price: amount,
  perks: z.array(text(1, 120)).max(10).default([]),
  active: z.boolean().default(true),
}
/** Limits are settings: `minimumSubscriptionPrice` to `maximumSubscriptionPrice` a period. */
export const planInput = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('free'),
    _id: id.optional(),
    name: text(1, 60),
    perks: paidPlan.perks,
    active: paidPlan.active,
  }),
  z.object({ type: z.literal('monthly'), ...paidPlan }),
  z.object({ type: z.literal('bundle'), ...paidPlan, months: z.number().int().min(2).max(24) }),
  z.object({ type: z.literal('yearly'), ...paidPlan }),
])
export type PlanInput = z.infer<typeof planInput>

export const listPlans = endpoint('GET /performer/plans', {
  group: 'subscriptions',
  summary: 'One’s own plans, also those no longer offered.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    ...listQuery(['order', 'updatedAt', 'createdAt']),
    /** Unless it is said: in the order they are offered, or the newest first. */
    sort: z.enum(['asc', 'desc']).optional(),
    active: flag.optional(),
  }),
  reply: many(plan),
})
/** The whole list: plans that are left out are no longer offered. Who subscribed before keeps their price. */
export const savePlans = endpoint('PUT /performer/plans', {
  group: 'subscriptions',
  summary: 'Sets the plans that a performer offers.',
  who: 'performer',
  limit: 'write',
  body: z.object({ plans: z.array(planInput).max(10) }),
  reply: many(plan),
  refuses: ['PRICE_OUT_OF_RANGE'],
})
