import type { ErrorCode } from '@fanlight/contract/errors'
import { lateDays } from '@fanlight/contract/order-states'
import { disputeDays, type OrderStep } from '@fanlight/contract/orders'
import type { OrderRow } from './store.ts'

// What each side may do with an order now, or why not, and what happens to it next. Rules refuse with these reasons, and what is shown
// says the same.

type Blocker = ErrorCode | undefined
const dayMs = 86_400_000
const after = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs)

export const isWaiting = ({ fulfilment }: Pick<OrderRow, 'fulfilment'>) =>
  fulfilment === 'not_fulfilled' || fulfilment === 'processing'

const states = {
  shipped: 'ORDER_SHIPPED',
  delivered: 'ORDER_DELIVERED',
  returned: 'ORDER_RETURNED',
  cancelled: 'ORDER_CANCELLED',
  processing: 'ORDER_IN_PREPARATION',
  not_fulfilled: 'ORDER_NOT_SHIPPED',
} as const satisfies Record<OrderRow['fulfilment'], ErrorCode>

/** Nothing of a file is sent, and nothing of an order changes while its payment is disputed. */
function neverBlocker({ type, isDisputed }: OrderRow): Blocker {
  if (type !== 'physical') return 'ORDER_IS_FILE'
  if (isDisputed) return 'ORDER_DISPUTED'
  return undefined
}

/** The buyer may still choose another address. */
export const addressBlocker = (order: OrderRow): Blocker =>
  neverBlocker(order) ?? (order.fulfilment === 'not_fulfilled' ? undefined : states[order.fulfilment])

export function cancelBlocker(order: OrderRow, now: Date): Blocker {
  const isLate = order.shipBy !== null && now > after(order.shipBy, lateDays.cancel)
  return order.fulfilment === 'processing' && isLate ? neverBlocker(order) : addressBlocker(order)
}

/** The parcel may have arrived, and its money is in escrow. */
export function arrivalBlocker(order: OrderRow): Blocker {
  const never = neverBlocker(order)
  if (never) return never
  if (isWaiting(order)) return 'ORDER_NOT_SHIPPED'
  if (order.settleAt) return undefined
  if (order.fulfilment === 'returned' || order.fulfilment === 'cancelled') return states[order.fulfilment]
  return order.rest === 0n ? 'ORDER_REFUNDED' : 'ORDER_RELEASED'
}

const problemStates = {
  reported: 'PROBLEM_REPORTED',
  answered: 'PROBLEM_ANSWERED',
  escalated: 'PROBLEM_ESCALATED',
} as const
const overBlocker = ({ settleAt }: OrderRow, now: Date): Blocker =>
  settleAt && settleAt <= now ? 'ORDER_TIME_OVER' : undefined

export const reportBlocker = (order: OrderRow, now: Date): Blocker =>
  arrivalBlocker(order) ?? (order.problem ? problemStates[order.problem] : overBlocker(order, now))

/** A problem has to be in one state for what is next. */
function problemBlocker(order: OrderRow, wanted: 'reported' | 'answered'): Blocker {
  const blocker = arrivalBlocker(order)
  if (blocker) return blocker
  if (order.problem === null) return 'NO_PROBLEM'
  if (order.problem === wanted) return undefined
  return order.problem === 'reported' ? 'PROBLEM_NOT_ANSWERED' : problemStates[order.problem]
}
/** Late answers count until the buyer has closed the problem. */
export const answerBlocker = (order: OrderRow, now: Date): Blocker =>
  problemBlocker(order, 'reported') ?? overBlocker(order, now)
export const escalateBlocker = (order: OrderRow, now: Date): Blocker =>
  problemBlocker(order, 'answered') ?? overBlocker(order, now)
export const closeBlocker = (order: OrderRow, now: Date): Blocker =>
  problemBlocker(order, 'reported') ?? (order.actBy && order.actBy > now ? 'PROBLEM_NOT_ANSWERED' : undefined)

/** From which states the seller may lead an order to which. */
const before = {
  processing: ['not_fulfilled'],
  shipped: ['not_fulfilled', 'processing'],
  delivered: ['shipped'],
  returned: ['shipped', 'delivered'],
  cancelled: ['not_fulfilled', 'processing'],
} as const satisfies Partial<Record<OrderRow['fulfilment'], readonly OrderRow['fulfilment'][]>>
export type SellerState = keyof typeof before

/** Without a state: carrier and tracking code alone, which is also what saying the present state again changes. */
export function fulfilBlocker(order: OrderRow, to?: SellerState): Blocker {
  const never = neverBlocker(order)
  if (never) return never
  if (order.fulfilment === 'returned' || order.fulfilment === 'cancelled') return states[order.fulfilment]
  if (to === undefined || to === order.fulfilment) return undefined
  if ((before[to] as readonly string[]).includes(order.fulfilment)) return undefined
  return isWaiting(order) ? 'ORDER_NOT_SHIPPED' : states[order.fulfilment]
}

/** After a lost dispute the seller of a settled order has nothing of it to return. */
export function refundBlocker(order: OrderRow): Blocker {
  if (order.isDisputed) return 'ORDER_DISPUTED'
  if (order.chargeStatus === 'disputed' && !order.isInEscrow) return 'ORDER_CHARGED_BACK'
  if (order.rest > 0n) return undefined
  return order.fulfilment === 'returned' || order.fulfilment === 'cancelled'
    ? states[order.fulfilment]
    : 'ORDER_REFUNDED'
}

/**
 * Where the money goes if neither side nor staff do anything. Who is silent loses: the seller who doesn't ship or answer, the buyer who doesn't reply to an
 * answer. Where staff are silent, nothing has shown that the money is due to the seller.
 */
export const settlesAs = (order: Pick<OrderRow, 'fulfilment' | 'problem'>): 'release' | 'refund' =>
  isWaiting(order) || order.problem === 'reported' || order.problem === 'escalated' ? 'refund' : 'release'

export interface NextStep {
  step: OrderStep
  by: 'buyer' | 'performer' | 'staff' | 'bank' | 'system'
  at: Date
}

/** What happens next with an order that isn't settled. The last step is the date on which it is settled by itself. */
export function nextStep(order: OrderRow, now: Date): NextStep | null {
  const { settleAt, pausedAt } = order
  if (pausedAt) return { step: 'bank', by: 'bank', at: after(pausedAt, disputeDays) }
  if (!settleAt) return null
  return (
    stepsBefore(order).find(({ at }) => at > now && at <= settleAt) ?? {
      step: settlesAs(order),
      by: 'system',
      at: settleAt,
    }
  )
}
function stepsBefore(order: OrderRow): NextStep[] {
  const { shipBy, actBy, problem, settleAt } = order
  if (isWaiting(order) && shipBy)
    return [
      { step: 'ship', by: 'performer', at: shipBy },
      ...(order.fulfilment === 'processing'
        ? [{ step: 'may_cancel', by: 'buyer', at: after(shipBy, lateDays.cancel) } as const]
        : []),
    ]
  if (problem === 'answered' && settleAt) return [{ step: 'accept', by: 'buyer', at: settleAt }]
  if (problem && actBy)
    return [
      problem === 'reported'
        ? { step: 'answer', by: 'performer', at: actBy }
        : { step: 'decide', by: 'staff', at: actBy },
    ]
  return []
}
