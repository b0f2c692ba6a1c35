import type { Reply } from '../../../api/contract.ts'

export type Charge = Reply<'GET /wallet/charges/search'>['data'][number]
export type Paid = Reply<'GET /payment/transactions/user/search'>['data'][number]
export type Move =
  | { kind: 'charge'; at: string; charge: Charge }
  /** `charge`: what the card paid for, where it was not tokens. */
  | { kind: 'paid'; at: string; paid: Paid; charge?: Charge }

/** Charges and card payments in one line of time. A subscription that a card paid for is one move, in the money of the card. */
export function mixed(charges: readonly Charge[], payments: readonly Paid[], most: number): Move[] {
  const left = new Set(charges)
  const paid = [...payments]
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
    .map((payment): Move => {
      const charge = chargeOf(payment, left)
      if (charge) left.delete(charge)
      return { kind: 'paid', at: payment.createdAt, paid: payment, ...(charge && { charge }) }
    })
  return [...[...left].map((charge): Move => ({ kind: 'charge', at: charge.createdAt, charge })), ...paid]
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, most)
}

/** The period that a payment paid for: the first of its subscription after it. */
const chargeOf = ({ purpose, status, subscriptionId, createdAt }: Paid, charges: ReadonlySet<Charge>) =>
  purpose === 'subscription' && status !== 'failed' && status !== 'cancelled'
    ? [...charges]
        .filter((charge) => charge.type === 'subscription' && charge.targetId === subscriptionId)
        .filter((charge) => charge.createdAt >= createdAt)
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt))[0]
    : undefined
