import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { id, instant, listQuery, tokens } from './fields.ts'
import { chargeTypes } from './charge-types.ts'
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
      /** The current account balances, regardless of the requested period. */
      pending: tokens,
      available: tokens,
      /** What waits because its payment is disputed; neither pending nor available. */
      held: tokens,
      /** What a creator was paid and has to give back; later earnings pay it before anything becomes available. */
      owed: tokens,
      tokenValue: z.number(),
      currency: z.string(),
      /** When the pending part becomes available. */
      releases: z.array(z.object({ date: z.string(), net: tokens })),
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
    status: z.enum(earningStatuses).optional(),
  }),
  reply: many(earning),
})
