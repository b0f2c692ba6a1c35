import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { instant, line } from './fields.ts'

/** Whether money may leave. The checker of the ledger freezes by itself; only staff lift it. */
export const payoutFreeze = z.object({
  frozen: z.boolean(),
  frozenAt: instant.nullable(),
  byChecker: z.boolean(),
  /** The name of who froze by hand. */
  frozenBy: z.string().nullable(),
  reason: z.string().nullable(),
  violations: z.int(),
  rules: z.array(z.string()),
})
export type PayoutFreeze = z.infer<typeof payoutFreeze>

/** The last check of the ledger. `overdue`: for hours none has finished, whatever the last one found; `pending`: none has finished yet. */
export const ledgerCheck = z.object({
  state: z.enum(['pending', 'passed', 'violations', 'failed', 'overdue']),
  finishedAt: instant.nullable(),
  /** When it last found nothing wrong. */
  passedAt: instant.nullable(),
})
export type LedgerCheck = z.infer<typeof ledgerCheck>

const body = z.object({ reason: line(3, 500) })
const staff = { group: 'admin', who: 'admin:finance', limit: 'admin', reply: one(payoutFreeze) } as const

export const viewPayoutFreeze = endpoint('GET /admin/payout-freeze', {
  ...staff,
  summary: 'Whether payouts are frozen, since when and why.',
})
export const freezePayouts = endpoint('POST /admin/payout-freeze', {
  ...staff,
  summary: 'Freezes all payouts.',
  audit: true,
  body,
})
export const unfreezePayouts = endpoint('POST /admin/payout-freeze/lift', {
  ...staff,
  summary: 'Lets payouts go again.',
  audit: true,
  body,
})
