import { fromHundredths } from '@fanlight/contract/fields'
import type { orderDetails, ShownOrder } from '@fanlight/contract/orders'
import type { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import { presentFile } from '../media/present.ts'
import { mayCancel, mayConfirm, mayEditAddress, mayFulfil, mayReport } from './fulfilling.ts'
import { mayRefund } from './refunding.ts'
import type { ListedOrder, OrderEvent } from './store.ts'

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
    payment: payments[order.chargeStatus],
    fulfilment: order.fulfilment,
    buyer: person(ctx, order.buyerId, order.buyerName, order.buyerUsername, order.buyerAvatar),
    performer: person(ctx, order.performerId, order.performerName, order.performerUsername, order.performerAvatar),
    carrier: order.carrier,
    trackingCode: order.trackingCode,
    shipBy: order.shipBy?.toISOString() ?? null,
    releaseAt: order.problemAt ? null : (order.releaseAt?.toISOString() ?? null),
    hasProblem: order.problemAt !== null,
    downloads: order.downloads,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    can: {
      editAddress: isBuyer && mayEditAddress(order),
      cancel: isBuyer && mayCancel(order, now),
      confirm: isBuyer && mayConfirm(order),
      report: isBuyer && mayReport(order),
      download: isBuyer && order.type === 'digital' && order.chargeStatus !== 'refunded',
      fulfil: isSeller && mayFulfil(order),
      refund: isSeller && mayRefund(order),
    },
  }
}

export const presentOrderDetails = (
  ctx: Context,
  viewer: SignedIn,
  order: ListedOrder,
  events: readonly OrderEvent[],
): z.input<typeof orderDetails> => ({
  ...presentOrder(ctx, viewer, order),
  deliveryAddress: order.deliveryAddress,
  timeline: events.map(({ type, by, tokens, note, createdAt }) => ({
    type,
    by,
    tokens: tokens === null ? null : fromHundredths(tokens),
    note,
    createdAt: createdAt.toISOString(),
  })),
})

const person = (
  ctx: Context,
  _id: string,
  name: string | null,
  username: string | null,
  avatar: ListedOrder['buyerAvatar'],
) => (name === null ? null : { _id, name, username, avatar: presentAvatar(ctx, avatar) })
