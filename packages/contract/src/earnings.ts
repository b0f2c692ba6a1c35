import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { id, instant, line, listQuery, tokens } from './fields.ts'
import { chargeTypes, earningGroups } from './charge-types.ts'
import { counterpart } from './wallet.ts'

// spec: earnings.stats

export const earningStatuses = ['escrow', 'pending', 'available', 'in_payout', 'paid', 'reversed'] as const

/** All in tokens; gross = fee + net. */
const sums = { gross: tokens, fee: tokens, net: tokens, count: z.int() }

export const earning = z.object({
  _id: id,
  type: z.enum(chargeTypes),
  user: counterpart.nullable(),
  /** What the fan wrote with it; empty where nothing. */
  note: z.string(),
  /** Of the post, video, gallery or product that was sold; null for what has none. */
  title: z.string().nullable(),
  /** The order that was paid for; null for everything but products. */
  order: z.object({ _id: id, number: z.string() }).nullable(),
  gross: tokens,
  /** What went back to the fan, because they could not use it: gross = returned + fee + net. */
  returned: tokens,
  /** What of `net` waits because its payment is disputed; neither released nor paid out. */
  held: tokens,
  feePct: z.number(),
  fee: tokens,
  net: tokens,
  /** Currency a token was worth when it was earned, and what is left of `net` is worth at that. */
  tokenValue: z.number(),
  netValue: z.number(),
  currency: z.string(),
  status: z.enum(earningStatuses),
  availableAt: instant,
  createdAt: instant,
})
export type Earning = z.infer<typeof earning>

const period = { from: instant.optional(), to: instant.optional() }

/** Days are those of the performer's time zone; without `from` the last 30. A reversed earning counts for nothing. */
export const earningStats = endpoint('GET /performer/earning/stats', {
  group: 'earnings',
  summary: 'What a performer earned, by kind and by day.',
  who: 'performer',
  limit: 'read',
  query: z.object({ ...period, type: z.enum(chargeTypes).optional() }),
  reply: one(
    z.object({
      ...sums,
      byType: z.array(z.object({ type: z.enum(chargeTypes), ...sums })),
      byDay: z.array(z.object({ date: z.string(), ...sums })),
      /** The same days, each with the kinds that earned on it. */
      byDayAndType: z.array(z.object({ date: z.string(), type: z.enum(chargeTypes), ...sums })),
      /** The current account balances, regardless of the requested period. */
      pending: tokens,
      available: tokens,
      /** What waits for the delivery of orders, and of how many. */
      escrow: tokens,
      escrowCount: z.int(),
      /** On its way: asked for, and not paid yet. */
      inPayout: tokens,
      /** What waits because its payment is disputed; neither pending nor available. */
      held: tokens,
      /** What a creator was paid and has to give back; later earnings pay it before anything becomes available. */
      owed: tokens,
      tokenValue: z.number(),
      currency: z.string(),
      /** When the pending part stops waiting: `net` of it becomes available, `owed` pays what is owed, which comes first. */
      releases: z.array(z.object({ date: z.string(), net: tokens, owed: tokens, count: z.int() })),
    }),
  ),
})

export const searchEarnings = endpoint('GET /performer/earning/search', {
  group: 'earnings',
  summary: 'Single earnings, newest first.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    ...listQuery(['updatedAt', 'createdAt', 'availableAt', 'net']),
    ...period,
    type: z.enum(chargeTypes).optional(),
    /** Several kinds at once. */
    group: z.enum(earningGroups).optional(),
    status: z.enum(earningStatuses).optional(),
    /** Of one fan. */
    userId: id.optional(),
    /** Part of the fan’s name or username. */
    q: line(0, 100).optional(),
  }),
  reply: many(earning),
})

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
const flows = {
  /** Of the earnings of the month. */
  count: z.int(),
  gross: tokens,
  /** What went back to fans in the month, of earnings of whatever month. */
  returned: tokens,
  fee: tokens,
  /** net = gross − returned − fee */
  net: tokens,
  /** `net` in the site currency, at what a token was worth when each was earned. */
  netValue: z.number(),
}
export const statement = z.object({
  month,
  /** The first moment of the month and of the next one, in the performer’s time zone. */
  from: instant,
  until: instant,
  /** False while the month goes on. */
  isOver: z.boolean(),
  name: z.string(),
  timezone: z.string(),
  /** All that the performer had here at these moments, on its way or held included: opening + net − coupons − paidOut = closing. */
  opening: tokens,
  closing: tokens,
  ...flows,
  /** What the performer’s coupons took off tokens that fans bought. */
  coupons: tokens,
  paidOut: tokens,
  byType: z.array(z.object({ type: z.enum(chargeTypes), ...flows })),
  byDay: z.array(z.object({ date: z.string(), net: tokens, netValue: z.number() })),
  /** What was sent in the month; `amount` and `fee` in the site currency. Came back: the bank returned it. */
  payouts: z.array(
    z.object({
      _id: id,
      number: z.string(),
      destination: z.string(),
      at: instant,
      cameBack: z.boolean(),
      tokens,
      amount: z.number(),
      fee: z.number(),
    }),
  ),
  tokenValue: z.number(),
  currency: z.string(),
  /** Who runs the site, as on receipts; empty where it is not set. */
  operatorName: z.string(),
  operatorAddress: z.string(),
})
export type Statement = z.infer<typeof statement>

export const listStatements = endpoint('GET /performer/earning/statements', {
  group: 'earnings',
  summary: 'The months since the first earning, newest first, with what each earned; at most the last five years.',
  who: 'performer',
  limit: 'read',
  reply: one(
    z.object({
      months: z.array(z.object({ month, isOver: z.boolean(), net: tokens, netValue: z.number() })),
      currency: z.string(),
    }),
  ),
})

export const getStatement = endpoint('GET /performer/earning/statements/:month', {
  group: 'earnings',
  summary: 'What a performer earned in a month, what went back and what was paid out, from the ledger.',
  who: 'performer',
  limit: 'read',
  params: z.object({ month }),
  errors: ['NOT_FOUND'],
  reply: one(statement),
})
