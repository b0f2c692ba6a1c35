import type { PaymentStatus } from '@fanlight/contract/payments'
import type { RemotePayment } from './gateway.ts'

/** The status of a payment, as the state of it at the gateway says. */
export function stateOf(remote: RemotePayment): PaymentStatus {
  if (remote.status !== 'succeeded') return remote.status
  if (remote.dispute === 'lost') return 'dispute_lost'
  if (remote.dispute === 'open') return 'disputed'
  if (remote.amountRefunded >= remote.amount) return 'refunded'
  if (remote.dispute === 'won') return 'dispute_won'
  return remote.amountRefunded > 0n ? 'partially_refunded' : 'succeeded'
}

const unpaid: readonly PaymentStatus[] = ['created', 'requires_action', 'processing', 'failed', 'cancelled']
const paid: readonly PaymentStatus[] = [
  'succeeded',
  'partially_refunded',
  'refunded',
  'disputed',
  'dispute_won',
  'dispute_lost',
]

const after: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: [...unpaid, ...paid],
  requires_action: ['processing', 'failed', 'cancelled', ...paid],
  processing: ['requires_action', 'failed', 'cancelled', ...paid],
  failed: ['requires_action', 'processing', 'cancelled', ...paid],
  // The gateway took the money after all: it is credited.
  cancelled: paid,
  succeeded: ['partially_refunded', 'refunded', 'disputed', 'dispute_won', 'dispute_lost'],
  partially_refunded: ['refunded', 'disputed', 'dispute_won', 'dispute_lost'],
  disputed: ['dispute_won', 'dispute_lost', 'refunded'],
  dispute_won: ['partially_refunded', 'refunded'],
  refunded: ['disputed', 'dispute_won', 'dispute_lost'],
  dispute_lost: [],
}

/** A late or doubled message never takes a payment back to where it was. */
export const mayBecome = (from: PaymentStatus, to: PaymentStatus): boolean => after[from].includes(to)
export const retryable: readonly PaymentStatus[] = ['failed', 'requires_action']
export const openStatuses: readonly PaymentStatus[] = ['created', 'requires_action', 'processing']
