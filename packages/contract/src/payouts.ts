import { z } from 'zod'
import { payoutBlocker, payoutMethod } from './banking.ts'
import { endpoint, many, one } from './endpoint.ts'
import { amount, id, instant, line, listQuery, text, tokens } from './fields.ts'
import { payoutStatuses } from './payout-states.ts'
import { envelope } from './sockets.ts'
import { counterpart } from './wallet.ts'

// spec: payout.pending, limit.payout, kinds.performer

export { openPayoutStatuses, payoutStatuses, type PayoutStatus } from './payout-states.ts'

/** What happened to a request. `reduced`: earnings in it were disputed or refunded before it was sent. */
export const payoutEventTypes = [
  'requested',
  'approved',
  'approval_withdrawn',
  'processing',
  'paid',
  'failed',
  'rejected',
  'cancelled',
  'reversed',
  'reduced',
] as const

/** Currency at the token values of the earnings; `net` is what arrives. */
const money = { tokens, amount: z.number(), fee: z.number(), net: z.number(), currency: z.string() }
/** Where it is paid to, as far as it may be shown: the bank or gateway, and the last characters of the account. */
const destination = z.object({ method: payoutMethod, name: z.string(), ends: z.string().nullable() })

export const payout = z.object({
  _id: id,
  number: z.string(),
  status: z.enum(payoutStatuses),
  ...money,
  destination,
  /** What the creator wrote with the request. */
  note: z.string(),
  /** Why it was rejected, reversed, or last failed. */
  reason: z.string().nullable(),
  /** Of the transfer, at the bank or gateway. */
  reference: z.string().nullable(),
  /** By when it should have arrived; null where it ended, and while it waits. */
  expectedAt: instant.nullable(),
  /** Why an open request goes no further at present, and until when where that is known. */
  waits: payoutBlocker.nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type Payout = z.infer<typeof payout>
const event = z.object({ type: z.enum(payoutEventTypes), at: instant, note: z.string() })
export const payoutDetails = payout.extend({ timeline: z.array(event) })
export type PayoutDetails = z.infer<typeof payoutDetails>

const blocker = z.object({
  code: z.enum([...payoutBlocker.shape.code.options, 'PAYOUT_OPEN', 'PAYOUT_BELOW_MINIMUM']),
  until: instant.nullable(),
})
/** Tokens to be paid out; all that are available where it is left out. */
const requested = { tokens: amount.optional() }
const own = { group: 'payouts', who: 'performer' } as const
const refuses = [
  'PAYOUT_BLOCKED',
  'PAYOUTS_FROZEN',
  'PAYOUT_OPEN',
  'PAYOUT_BELOW_MINIMUM',
  'INSUFFICIENT_BALANCE',
] as const

export const calculatePayout = endpoint('POST /payout-requests/calculate', {
  ...own,
  summary: 'What a payout of these tokens would bring, and what stands against it.',
  limit: 'read',
  changesNothing: true,
  idempotent: 'none',
  refuses: ['INSUFFICIENT_BALANCE'],
  body: z.object(requested),
  reply: one(
    z.object({
      ...money,
      /** Tokens that may be paid out, and their worth. */
      available: tokens,
      availableAmount: z.number(),
      /** The least amount of a payout, in currency. */
      minimum: z.number(),
      destination: destination.nullable(),
      /** When it should arrive. */
      eta: instant,
      /** The same. */
      expectedAt: instant,
      blockers: z.array(blocker),
    }),
  ),
})
export const searchPayouts = endpoint('GET /payout-requests/search', {
  ...own,
  summary: 'One’s payout requests.',
  limit: 'read',
  query: z.object({ ...listQuery(['updatedAt', 'createdAt']), status: z.enum(payoutStatuses).optional() }),
  reply: many(payout),
})
export const requestPayout = endpoint('POST /payout-requests', {
  ...own,
  who: 'approved',
  summary: 'Requests a payout. The tokens are reserved until it is paid, rejected or cancelled.',
  limit: 'money',
  refuses,
  body: z.object({ ...requested, note: text(0, 500).default('') }),
  reply: one(payoutDetails),
})
export const updatePayout = endpoint('PUT /payout-requests/:id', {
  ...own,
  summary: 'Changes the note of a pending request, or cancels it.',
  limit: 'money',
  refuses: ['PAYOUT_STATUS'],
  params: z.object({ id }),
  body: z.object({ note: text(0, 500).optional(), status: z.literal('cancelled').optional() }),
  reply: one(payoutDetails),
})
export const viewPayout = endpoint('GET /payout-requests/:id/view', {
  ...own,
  summary: 'A payout request with its timeline.',
  limit: 'read',
  params: z.object({ id }),
  reply: one(payoutDetails),
})
export const checkPendingPayout = endpoint('GET /payout-requests/check/pending-review', {
  ...own,
  summary: 'Whether a payout request waits for its review.',
  limit: 'read',
  reply: one(z.object({ pending: z.boolean(), id: id.nullable() })),
})

// Staff.

/** A request as staff see it. */
const staffPayout = payout.extend({
  performer: counterpart,
  /** Whether the amount needs two people: one who approves and another who pays. */
  needsTwoPeople: z.boolean(),
  /** The name of who approved it. */
  approvedBy: z.string().nullable(),
  /** Whether this member of staff approved it. */
  approvedByMe: z.boolean(),
  /** The gateway has not answered for ten minutes. */
  needsReview: z.boolean(),
})
export type StaffPayout = z.infer<typeof staffPayout>
const staffPayoutDetails = staffPayout.extend({
  timeline: z.array(event.extend({ by: z.string().nullable() })),
  /** Of what the payout is made: the fans' payments it can be traced to. */
  earnings: z.object({ count: z.int(), oldestAt: instant.nullable(), newestAt: instant.nullable() }),
  /** Where it is paid, in full; shown while staff pay it by hand or Stripe has not answered for long, and recorded in the audit log. */
  account: z
    .object({
      accountHolder: z.string().nullable(),
      bankName: z.string().nullable(),
      iban: z.string().nullable(),
      accountNumber: z.string().nullable(),
      routingNumber: z.string().nullable(),
      bic: z.string().nullable(),
      stripeAccountId: z.string().nullable(),
      instructions: z.string().nullable(),
    })
    .nullable(),
})
export type StaffPayoutDetails = z.infer<typeof staffPayoutDetails>
const staff = { group: 'admin', who: 'admin:finance', limit: 'admin' } as const
const decides = {
  ...staff,
  audit: true,
  refuses: ['PAYOUT_STATUS', 'CONFIRMATION_REQUIRED'],
  params: z.object({ id }),
  reply: one(staffPayoutDetails),
} as const

export const listPayouts = endpoint('GET /admin/payouts', {
  ...staff,
  summary: 'Payout requests, those that wait longest first.',
  query: z.object({
    ...listQuery(['updatedAt', 'createdAt']),
    status: z.enum(payoutStatuses).optional(),
    /** Only those that are not ended. */
    open: z.literal('true').optional(),
    performerId: id.optional(),
  }),
  reply: many(staffPayout),
})
export const viewStaffPayout = endpoint('GET /admin/payouts/:id', {
  ...staff,
  summary: 'A payout request with its timeline and what it is made of.',
  params: z.object({ id }),
  reply: one(staffPayoutDetails),
})
export const approvePayout = endpoint('POST /admin/payouts/:id/approval', {
  ...decides,
  summary: 'Approves a pending request.',
  refuses: [...decides.refuses, 'PAYOUT_BLOCKED', 'PAYOUTS_FROZEN'],
})
export const withdrawPayoutApproval = endpoint('DELETE /admin/payouts/:id/approval', {
  ...decides,
  summary: 'Takes an approval back: the request is pending again.',
})
export const rejectPayout = endpoint('POST /admin/payouts/:id/rejection', {
  ...decides,
  summary: 'Rejects a pending request. The tokens are available again.',
  body: z.object({ reason: text(3, 500) }),
})
export const sendPayout = endpoint('POST /admin/payouts/:id/payment', {
  ...decides,
  summary: 'Begins to pay an approved request: through the gateway, or by hand to the account that the reply contains.',
  // A stored reply would keep the account unencrypted. A repeat is refused with PAYOUT_STATUS.
  idempotent: 'none',
  refuses: [...decides.refuses, 'PAYOUT_BLOCKED', 'PAYOUTS_FROZEN', 'ANOTHER_MUST_AGREE'],
})
export const settlePayout = endpoint('POST /admin/payouts/:id/outcome', {
  ...decides,
  summary: 'Records what became of a payout by hand: it was paid, or failed and is pending again.',
  refuses: [...decides.refuses, 'PAYOUT_AT_STRIPE'],
  body: z.union([
    z.strictObject({ outcome: z.literal('paid'), reference: line(1, 100) }),
    z.strictObject({ outcome: z.literal('failed'), reason: text(3, 500) }),
  ]),
})
export const reversePayout = endpoint('POST /admin/payouts/:id/reversal', {
  ...decides,
  summary: 'Records that the bank returned a paid payout. The tokens are available again.',
  body: z.object({ reason: text(3, 500) }),
})

/** Connects a Stripe account: creates it where there is none, and answers where its owner fills in what Stripe requires. */
export const connectStripe = endpoint('POST /stripe/accounts', {
  group: 'payouts',
  summary: 'Begins or goes on with the connection of one’s Stripe account.',
  who: 'performer',
  limit: 'money',
  idempotent: 'none',
  audit: true,
  refuses: ['CONFIRMATION_REQUIRED', 'PAYOUT_STATUS', 'CONFLICT', 'GATEWAY_UNAVAILABLE'],
  reply: one(
    z.object({
      accountId: z.string(),
      /** Whether Stripe pays out to it; what it still requires otherwise. */
      payoutsEnabled: z.boolean(),
      requirements: z.array(z.string()),
      /** Stripe's own pages. */
      url: z.string(),
    }),
  ),
})
export const viewStripe = endpoint('GET /stripe/accounts', {
  group: 'payouts',
  summary: 'Whether one’s Stripe account may be paid out to, as Stripe says now.',
  who: 'performer',
  limit: 'money',
  refuses: ['GATEWAY_UNAVAILABLE'],
  reply: one(
    z.object({ accountId: z.string(), payoutsEnabled: z.boolean(), requirements: z.array(z.string()) }).nullable(),
  ),
})

/** A payout changed: its creator's pages load it again. */
export const payoutMessages = {
  'payout/updated': envelope.extend({ payoutId: id, status: z.enum(payoutStatuses) }),
}
