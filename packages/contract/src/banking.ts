import { z } from 'zod'
import { says } from './field-errors.ts'
import { country } from './countries.ts'
import { endpoint, one } from './endpoint.ts'
import { id, instant, line, text } from './fields.ts'
import { stepUpFields, stepUpRefusals } from './step-up.ts'

// The bank details for a creator's payouts. Stored encrypted; only the last characters are returned.

/** Which saving these changes start from: of two forms that were open at once, the second is refused. 0 before the first. */
const version = z.number().int().min(0)
const numberOf = (most: number) => line(1, most).regex(/^[A-Za-z0-9 .\-\u2010-\u2015]+$/, says('ALPHANUMERIC'))

const details = {
  accountHolder: line(2, 120),
  bankName: line(2, 120),
  country,
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, says('CURRENCY_UNKNOWN')),
  iban: numberOf(60).optional(),
  accountNumber: numberOf(60).optional(),
  routingNumber: numberOf(30).optional(),
  bic: numberOf(20).optional(),
  taxId: line(2, 30)
    .regex(/^[\p{L}\p{N} .\-/]+$/u, says('ALPHANUMERIC'))
    .optional(),
}

/** Why a creator is not paid out at present, and until when where that is known. */
export const payoutBlocker = z.object({
  code: z.enum([
    'NOT_APPROVED',
    'ACCOUNT_SUSPENDED',
    'DOCUMENT_EXPIRED',
    'PAYOUT_DETAILS_MISSING',
    'PAYOUT_DETAILS_NEW',
    'DISPUTE_OPEN',
    'PAYOUTS_FROZEN',
  ]),
  until: instant.nullable(),
})
const statusFields = {
  version: z.int(),
  /** New details are not paid to before this. */
  payoutsFrozenUntil: instant.nullable(),
  blockers: z.array(payoutBlocker),
}
const maskedBank = z.object({
  accountHolder: z.string(),
  bankName: z.string(),
  country: z.string(),
  currency: z.string(),
  kind: z.enum(['iban', 'account']),
  /** Its last four characters. */
  accountEnds: z.string(),
  routingEnds: z.string().nullable(),
  bic: z.string().nullable(),
  taxIdEnds: z.string().nullable(),
  changedAt: instant,
})
const bankingReply = one(z.object({ ...statusFields, details: maskedBank.nullable() }))

const own = { group: 'performers', who: 'performer' } as const
const refuses = ['PASSWORD_NEEDED', 'PASSWORD_WRONG', ...stepUpRefusals, 'CONFLICT'] as const
export const getBanking = endpoint('GET /performers/banking-settings', {
  ...own,
  summary: 'One’s bank details, by their last characters.',
  limit: 'read',
  reply: bankingReply,
})
export const saveBanking = endpoint('PUT /performers/banking-settings', {
  ...own,
  summary: 'Sets one’s bank details. Payouts rest for 72 hours after a change.',
  limit: 'money',
  idempotent: 'none',
  audit: true,
  refuses,
  body: z.strictObject({ ...details, version, ...stepUpFields }),
  reply: bankingReply,
})

export const payoutMethods = ['bank', 'stripe', 'manual'] as const
export const payoutMethod = z.enum(payoutMethods)
const gatewaysReply = one(
  z.object({
    ...statusFields,
    payoutMethod,
    stripe: z.object({ accountId: z.string(), hasSecretKey: z.boolean() }).nullable(),
    manual: z.object({ instructions: z.string() }).nullable(),
    changedAt: instant.nullable(),
  }),
)
export const getGateways = endpoint('GET /performers/payment-gateway-settings', {
  ...own,
  summary: 'How one is paid out, and one’s accounts at gateways. Keys are never shown again.',
  limit: 'read',
  reply: gatewaysReply,
})
export const saveGateways = endpoint('PUT /performers/payment-gateway-settings', {
  ...own,
  summary: 'Chooses how one is paid out. What is left out stays, `null` takes it away.',
  limit: 'money',
  idempotent: 'none',
  audit: true,
  refuses,
  body: z.strictObject({
    payoutMethod: payoutMethod.optional(),
    stripe: z
      .strictObject({
        accountId: line(5, 80).regex(/^acct_[A-Za-z0-9]{4,75}$/, says('STRIPE_ACCOUNT')),
        secretKey: line(8, 200)
          .regex(/^[rs]k_(live|test)_[A-Za-z0-9]+$/, says('STRIPE_KEY'))
          .optional(),
      })
      .nullable()
      .optional(),
    manual: z
      .strictObject({ instructions: text(3, 500) })
      .nullable()
      .optional(),
    version,
    ...stepUpFields,
  }),
  reply: gatewaysReply,
})

/** The account that staff pay out to. Each access is recorded in the audit log with its reason. */
export const viewBanking = endpoint('GET /admin/performers/:id/banking-settings', {
  group: 'admin',
  summary: 'Where a creator is paid, in full.',
  who: 'admin:finance',
  limit: 'admin',
  audit: true,
  params: z.object({ id }),
  query: z.object({ reason: line(3, 500) }),
  reply: one(
    z.object({
      payoutMethod,
      payoutsFrozenUntil: instant.nullable(),
      blockers: z.array(payoutBlocker),
      bank: z
        .object({
          accountHolder: z.string(),
          bankName: z.string(),
          country: z.string(),
          currency: z.string(),
          iban: z.string().nullable(),
          accountNumber: z.string().nullable(),
          routingNumber: z.string().nullable(),
          bic: z.string().nullable(),
          taxId: z.string().nullable(),
        })
        .nullable(),
      stripeAccountId: z.string().nullable(),
      instructions: z.string().nullable(),
    }),
  ),
})
