import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const ledgerBroken = event('ledger.broken', z.object({ count: z.int(), rules: z.array(z.string()) }), {
  for: 'audit',
})
export const ledgerCheckFailed = event('ledger.check_failed', z.object({ checkId: id }), { for: 'audit' })
export const ledgerCheckOverdue = event('ledger.check_overdue', z.object({ passedAt: z.iso.datetime().nullable() }), {
  for: 'audit',
})
