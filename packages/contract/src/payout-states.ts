/** How far a payout request is. Without a schema, so that pages may import it. */
export const payoutStatuses = [
  'pending',
  'approved',
  'processing',
  'paid',
  'rejected',
  'cancelled',
  'reversed',
] as const
export type PayoutStatus = (typeof payoutStatuses)[number]
/** A creator has one request of these at a time. */
export const openPayoutStatuses = ['pending', 'approved', 'processing'] as const satisfies readonly PayoutStatus[]
