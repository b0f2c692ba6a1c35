import { fromHundredths } from '@fanlight/contract/fields'
import type { OrderCase, OrderCaseDetails, orderDetails, sale, ShownOrder } from '@fanlight/contract/orders'
import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { fromMinor, moneyForTokens } from '../../money/wallet/currency.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import { presentFile } from '../../media/serving/present.ts'
import {
  addressBlocker,
  answerBlocker,
  arrivalBlocker,
  cancelBlocker,
  closeBlocker,
  escalateBlocker,
  fulfilBlocker,
  nextStep,
  refundBlocker,
  reportBlocker,
  settlesAs,
} from './course.ts'
import type { ListedOrder, OrderCaseRow, OrderDecision, OrderEvent } from './store.ts'

const payments = {
  succeeded: 'captured',
  partially_refunded: 'partially_refunded',
  refunded: 'refunded',
  disputed: 'disputed',
} as const

export function presentOrder(ctx: Context, viewer: SignedIn, order: ListedOrder): ShownOrder {
  const isBuyer = viewer.id === order.buyerId
  const isSeller = viewer.id === order.performerId
  const now = ctx.clock.now()
  return {
    ...stateOf(ctx, viewer, order),
    can: {
      editAddress: isBuyer && !addressBlocker(order),
      cancel: isBuyer && !cancelBlocker(order, now),
      confirm: isBuyer && !arrivalBlocker(order),
      report: isBuyer && !reportBlocker(order, now),
      answer: isSeller && !answerBlocker(order, now),
      escalate: isBuyer && !escalateBlocker(order, now),
      close: isBuyer && !closeBlocker(order, now),
      download: isBuyer && order.type === 'digital' && order.chargeStatus !== 'refunded',
      fulfil: isSeller && !fulfilBlocker(order),
      refund: isSeller && !refundBlocker(order),
    },
  }
}

function stateOf(ctx: Context, viewer: SignedIn, order: ListedOrder): Omit<ShownOrder, 'can'> {
  const next = nextStep(order, ctx.clock.now())
  const settles = order.settleAt && !order.pausedAt ? order.settleAt.toISOString() : null
  const settlesTo = settlesAs(order)
  return {
    _id: order.id,
    number: order.number,
    productId: order.productId,
    type: order.type,
    title: order.title,
    // The image of a product is open to everyone who may know of it, and to those who ordered it.
    image: order.image && presentFile(ctx, order.image, viewer, { granted: true }),
    quantity: order.quantity,
    unitPrice: fromHundredths(order.unitPrice),
    shippingFee: fromHundredths(order.shippingFee),
    total: fromHundredths(order.total),
    returned: fromHundredths(order.returned),
    payment: order.isDisputed ? 'disputed' : payments[order.chargeStatus],
    fulfilment: order.fulfilment,
    buyer: person(ctx, order.buyerId, order.buyerName, order.buyerUsername, order.buyerAvatar),
    performer: person(ctx, order.performerId, order.performerName, order.performerUsername, order.performerAvatar),
    carrier: order.carrier,
    trackingCode: order.trackingCode,
    shipBy: order.shipBy?.toISOString() ?? null,
    next: next && { ...next, at: next.at.toISOString() },
    settles: settles ? { at: settles, as: settlesTo } : null,
    releaseAt: settlesTo === 'release' ? settles : null,
    hasProblem: order.problem !== null,
    problem: order.problem,
    refundable: refundBlocker(order) ? 0 : fromHundredths(order.rest),
    downloads: order.downloads,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}

/** The same for its seller's lists, with where it goes and what it earns. */
export const presentSale = (ctx: Context, viewer: SignedIn, order: ListedOrder): z.input<typeof sale> => ({
  ...presentOrder(ctx, viewer, order),
  deliveryAddress: order.deliveryAddress,
  earning: presentEarning(order),
})

/** What leads its seller to an order from the one beside it in a list. */
export function presentNeighbor(ctx: Context, viewer: SignedIn, order: ListedOrder) {
  const { _id, number, title, image, buyer, fulfilment, shipBy } = stateOf(ctx, viewer, order)
  return { _id, number, title, image, buyer, fulfilment, shipBy }
}

function presentEarning(order: ListedOrder): z.input<typeof sale>['earning'] {
  const { earned, earnedReturned, fee, feeBp, tokenValueMicro, currency, earningStatus, availableAt } = order
  const net = earned - earnedReturned
  return {
    item: fromHundredths(order.unitPrice * BigInt(order.quantity)),
    shipping: fromHundredths(order.shippingFee),
    feePct: feeBp / 100,
    fee: fromHundredths(fee),
    returned: fromHundredths(earnedReturned),
    net: fromHundredths(net),
    netValue: fromMinor(moneyForTokens(net * tokenValueMicro, currency), currency),
    currency,
    status: earningStatus,
    availableAt: earningStatus === 'escrow' || earningStatus === 'reversed' ? null : availableAt.toISOString(),
  }
}

export const presentOrderDetails = (
  ctx: Context,
  viewer: SignedIn,
  order: ListedOrder,
  { events, decision }: { events: readonly OrderEvent[]; decision: OrderDecision | undefined },
): z.input<typeof orderDetails> => ({
  ...presentOrder(ctx, viewer, order),
  deliveryAddress: order.deliveryAddress,
  earning: viewer.id === order.performerId ? presentEarning(order) : null,
  decision: decision ? presentDecision(decision) : null,
  timeline: presentTimeline(events),
})

const presentDecision = ({ decision, tokens, statement, decidedAt }: OrderDecision) => ({
  decision,
  tokens: fromHundredths(tokens),
  statement,
  decidedAt: decidedAt.toISOString(),
})
const presentTimeline = (events: readonly OrderEvent[]) =>
  events.map(({ type, by, tokens, note, createdAt }) => ({
    type,
    by,
    tokens: tokens === null ? null : fromHundredths(tokens),
    note,
    createdAt: createdAt.toISOString(),
  }))

/** An escalated order as staff see it: they don't read where a parcel goes. */
export function presentCase(ctx: Context, viewer: SignedIn, order: OrderCaseRow): OrderCase {
  const { decision, decisionTokens: tokens, statement, decidedAt } = order
  const isOpen = order.problem === 'escalated'
  return {
    ...stateOf(ctx, viewer, order),
    state: isOpen ? 'open' : 'closed',
    escalatedAt: order.escalatedAt.toISOString(),
    dueAt: isOpen && order.actBy ? order.actBy.toISOString() : null,
    isOverdue: isOpen && !order.pausedAt && order.actBy !== null && order.actBy <= ctx.clock.now(),
    decision: decision && presentDecision({ decision, tokens, statement, decidedAt }),
  }
}
export const presentCaseDetails = (
  ctx: Context,
  viewer: SignedIn,
  order: OrderCaseRow,
  events: readonly OrderEvent[],
): OrderCaseDetails => ({
  ...presentCase(ctx, viewer, order),
  timeline: presentTimeline(events),
  can: {
    decide:
      order.problem === 'escalated' &&
      !arrivalBlocker(order) &&
      viewer.id !== order.buyerId &&
      viewer.id !== order.performerId,
  },
})

const person = (
  ctx: Context,
  _id: string,
  name: string | null,
  username: string | null,
  avatar: ListedOrder['buyerAvatar'],
) => (name === null ? null : { _id, name, username, avatar: presentAvatar(ctx, avatar) })
