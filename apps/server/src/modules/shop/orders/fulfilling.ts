import { problemDays, releaseDays } from '@fanlight/contract/order-states'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { addressFor } from '../addresses/address-book.ts'
import { announce } from './announcing.ts'
import { addressBlocker, arrivalBlocker, cancelBlocker, fulfilBlocker, type SellerState } from './course.ts'
import { countriesServed, requireServed } from './placing.ts'
import { release, takeBack } from './settling.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'

// How far a parcel is: not_fulfilled → processing → shipped → delivered | returned, or cancelled before it is shipped. Its money is in escrow
// until the buyer has received it, or some days after the seller said so, or 14 days after it was shipped, and goes back where it isn't
// shipped. A digital product is delivered at once.

/** An order of this account, locked; refused where the account has no part in it on this side. */
export async function lockedOrder(
  tx: Context,
  account: { id: string },
  id: string,
  side: 'buyer' | 'performer',
): Promise<OrderRow> {
  const order = (await store.lockOrder(tx, account.id, id)) ?? refuse('NOT_FOUND')
  if ((side === 'buyer' ? order.buyerId : order.performerId) !== account.id) refuse('NOT_FOUND')
  return order
}

interface SellerChange {
  fulfilment?: SellerState | undefined
  carrier?: string | undefined
  trackingCode?: string | undefined
  note?: string | undefined
}

/** The seller says how far an order is. Saying the same again changes carrier and tracking code alone. */
export const updateOrder = (ctx: Context, seller: SignedIn, id: string, change: SellerChange): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, seller, id, 'performer')
    const { fulfilment, carrier, trackingCode, note = '' } = change
    const blocker = fulfilBlocker(order, fulfilment)
    if (blocker) refuse(blocker)
    if (fulfilment === undefined || fulfilment === order.fulfilment) {
      await store.changeOrder(tx, id, { carrier, trackingCode })
      return announce(tx, id)
    }
    if (fulfilment === 'cancelled' || fulfilment === 'returned')
      return takeBack(tx, order, fulfilment, 'performer', note)
    await store.changeOrder(tx, id, {
      fulfilment,
      carrier,
      trackingCode,
      settleInDays: settlesIn(order, fulfilment),
      ...(fulfilment === 'shipped' && { shipped: true }),
    })
    await store.addEvent(tx, id, { type: fulfilment, by: 'performer', note })
    await announce(tx, id, ...(fulfilment === 'shipped' ? [{ mail: 'order_shipped', to: 'buyer' } as const] : []))
  })

/** The course of a problem keeps its dates when its parcel arrives, and a refunded order has none. */
function settlesIn({ problem, settleAt }: OrderRow, to: 'processing' | 'shipped' | 'delivered'): number | undefined {
  if (to === 'processing' || problem || !settleAt) return undefined
  return to === 'shipped' ? releaseDays : problemDays
}

export const changeAddress = (ctx: Context, buyer: SignedIn, id: string, addressId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    const blocker = addressBlocker(order)
    if (blocker) refuse(blocker)
    const address = (await addressFor(tx, buyer.id, addressId)) ?? refuse('NOT_FOUND')
    requireServed(await countriesServed(tx, order.productId), address.country)
    await store.changeOrder(tx, id, { deliveryAddress: address })
    await store.addEvent(tx, id, { type: 'address_changed', by: 'buyer' })
    await announce(tx, id)
  })

export const cancelOrder = (ctx: Context, buyer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    const blocker = cancelBlocker(order, tx.clock.now())
    if (blocker) refuse(blocker)
    await takeBack(tx, order, 'cancelled', 'buyer')
  })

/** The parcel has arrived, or the buyer accepts the answer to a problem: what it earned leaves escrow. */
export const confirmReceipt = (ctx: Context, buyer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    const blocker = arrivalBlocker(order)
    if (blocker) refuse(blocker)
    await store.addEvent(tx, id, { type: order.problem ? 'accepted' : 'received', by: 'buyer' })
    await release(tx, order)
  })
