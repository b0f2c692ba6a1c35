import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { flag, id, instant, listQuery, text, tokens } from './fields.ts'
import { counterpart } from './wallet.ts'

export const disputeStatuses = ['open', 'won', 'lost'] as const

/** A card payment that its payer disputes with the bank. */
export const dispute = z.object({
  /** The id of the payment. */
  _id: id,
  user: counterpart.nullable(),
  status: z.enum(disputeStatuses),
  amount: z.number(),
  currency: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** What the disputed money bought. */
  tokens,
  /** Of these: taken back from the wallet, held of what creators earned with them, and owed by the payer since the dispute was lost. */
  fromWallet: tokens,
  held: tokens,
  owed: tokens,
  /** What creators were paid out already of it, and owe once the dispute is lost. */
  owedByCreators: tokens,
  /** Whether the account and the card can't pay. */
  payingBlocked: z.boolean(),
  openedAt: instant,
  closedAt: instant.nullable(),
  reviewedAt: instant.nullable(),
  note: z.string(),
})
export type Dispute = z.infer<typeof dispute>

export const listDisputes = endpoint('GET /admin/disputes', {
  group: 'admin',
  summary: 'Disputed card payments, newest first.',
  who: 'admin:finance',
  limit: 'admin',
  query: z.object({
    ...listQuery(['createdAt']),
    status: z.enum(disputeStatuses).optional(),
    /** Only those that wait for a review, or only the others. */
    reviewed: flag.optional(),
  }),
  reply: many(dispute),
})

/** Lets the account and the card pay again, or leaves them blocked. What the account owes is paid first by its next top-up. */
export const reviewDispute = endpoint('POST /admin/disputes/:id/review', {
  group: 'admin',
  summary: 'Records the review of a dispute.',
  who: 'admin:finance',
  limit: 'admin',
  audit: true,
  params: z.object({ id }),
  body: z.object({ allowPaying: z.boolean(), note: text(3, 1000) }),
  reply: one(dispute),
})
