import { lateDays, problemDays, releaseDays } from '@fanlight/contract/orders'
import type { Context } from '../../platform/context.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { addressFor } from '../addresses/address-book.ts'
import { captureEarning } from '../earnings/capture.ts'
import { returnPieces } from '../products/stock.ts'
import { announce } from './announcing.ts'
import { countriesServed, requireServed } from './placing.ts'
import { refundRest } from './refunding.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'

// How far a parcel is: not_fulfilled → processing → shipped → delivered | returned, or cancelled before it is shipped. Its money is in escrow
// until the buyer has received it, or some days after the seller said so, or 14 days after it was shipped, and goes back where it isn't
// shipped. A digital product is delivered at once.

/** An order of this account, locked; refused where the account has no part in it on this side. */
async function lockedOrder(
  tx: Context,
  account: { id: string },
  id: string,
  side: 'buyer' | 'performer',
): Promise<OrderRow> {
  const order = (await store.lockOrder(tx, account.id, id)) ?? refuse('NOT_FOUND')
  refuseIf((side === 'buyer' ? order.buyerId : order.performerId) !== account.id, 'NOT_FOUND')
  return order
}

const isWaiting = ({ fulfilment }: OrderRow) => fulfilment === 'not_fulfilled' || fulfilment === 'processing'

/** The buyer may still choose another address. */
export const mayEditAddress = (order: OrderRow): boolean =>
  order.type === 'physical' && order.fulfilment === 'not_fulfilled' && order.chargeStatus !== 'disputed'
export function mayCancel(order: OrderRow, now: Date): boolean {
  if (order.type !== 'physical' || order.chargeStatus === 'disputed') return false
  const isLate = order.shipBy !== null && now.getTime() > order.shipBy.getTime() + lateDays.cancel * 86_400_000
  return order.fulfilment === 'not_fulfilled' || (order.fulfilment === 'processing' && isLate)
}
export const mayConfirm = (order: OrderRow): boolean =>
  order.type === 'physical' &&
  (order.fulfilment === 'shipped' || (order.fulfilment === 'delivered' && order.releaseAt !== null))
export const mayReport = (order: OrderRow): boolean => mayConfirm(order) && order.problemAt === null
export const mayFulfil = (order: OrderRow): boolean =>
  order.type === 'physical' && (isWaiting(order) || order.fulfilment === 'shipped' || order.fulfilment === 'delivered')

interface SellerChange {
  fulfilment?: 'processing' | 'shipped' | 'delivered' | 'returned' | 'cancelled' | undefined
  carrier?: string | undefined
  trackingCode?: string | undefined
  note?: string | undefined
}
/** From which states the seller may lead an order to which. */
const before = {
  processing: ['not_fulfilled'],
  shipped: ['not_fulfilled', 'processing'],
  delivered: ['shipped'],
  returned: ['shipped', 'delivered'],
  cancelled: ['not_fulfilled', 'processing'],
} as const

/** The seller says how far an order is. Saying the same again changes carrier and tracking code alone. */
export const updateOrder = (ctx: Context, seller: SignedIn, id: string, change: SellerChange): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, seller, id, 'performer')
    const { fulfilment, carrier, trackingCode, note = '' } = change
    refuseIf(order.type !== 'physical', 'CONFLICT')
    if (fulfilment === undefined || fulfilment === order.fulfilment) {
      refuseIf(!mayFulfil(order), 'CONFLICT')
      await store.changeOrder(tx, id, { carrier, trackingCode })
      return announce(tx, id)
    }
    refuseIf(!(before[fulfilment] as readonly string[]).includes(order.fulfilment), 'CONFLICT')
    if (fulfilment === 'cancelled' || fulfilment === 'returned')
      return takeBack(tx, order, fulfilment, 'performer', note)
    await store.changeOrder(tx, id, {
      fulfilment,
      carrier,
      trackingCode,
      ...(fulfilment === 'shipped' && { shipped: true, releaseInDays: releaseDays }),
      ...(fulfilment === 'delivered' && { releaseInDays: problemDays }),
    })
    await store.addEvent(tx, id, { type: fulfilment, by: 'performer', note })
    await announce(tx, id, fulfilment === 'shipped' ? { mail: 'order_shipped', to: 'buyer' } : undefined)
  })

export const changeAddress = (ctx: Context, buyer: SignedIn, id: string, addressId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    refuseIf(!mayEditAddress(order), 'CONFLICT')
    const address = (await addressFor(tx, buyer.id, addressId)) ?? refuse('NOT_FOUND')
    requireServed(await countriesServed(tx, order.productId), address.country)
    await store.changeOrder(tx, id, { deliveryAddress: address })
    await store.addEvent(tx, id, { type: 'address_changed', by: 'buyer' })
    await announce(tx, id)
  })

export const cancelOrder = (ctx: Context, buyer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    refuseIf(!mayCancel(order, tx.clock.now()), 'CONFLICT')
    await takeBack(tx, order, 'cancelled', 'buyer')
  })

/** The parcel has arrived: what it earned leaves escrow. */
export const confirmReceipt = (ctx: Context, buyer: SignedIn, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    refuseIf(!mayConfirm(order), 'CONFLICT')
    await store.addEvent(tx, id, { type: 'received', by: 'buyer' })
    await release(tx, order)
  })

/** Until the buyer confirms or is refunded, nothing is released by itself. */
export const reportProblem = (ctx: Context, buyer: SignedIn, id: string, note: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const order = await lockedOrder(tx, buyer, id, 'buyer')
    refuseIf(!mayReport(order), 'CONFLICT')
    await store.changeOrder(tx, id, { problem: true })
    await store.addEvent(tx, id, { type: 'problem', by: 'buyer', note })
    await announce(tx, id, { mail: 'order_problem', to: 'performer' })
  })

/** Where part of it is held for a dispute, the money is released once the bank has decided: the scheduled job finds it again. */
async function release(tx: Context, order: OrderRow): Promise<void> {
  const captured = await captureEarning(tx, order.id)
  await store.changeOrder(tx, order.id, {
    fulfilment: 'delivered',
    problem: false,
    releaseInDays: captured ? null : 0,
  })
  if (captured) await store.addEvent(tx, order.id, { type: 'released', by: 'system' })
  await announce(tx, order.id)
}

/** The buyer gets everything back that wasn't returned yet, and the pieces go back into the stock. */
async function takeBack(
  tx: Context,
  order: OrderRow,
  fulfilment: 'cancelled' | 'returned',
  by: 'buyer' | 'performer' | 'system',
  note = '',
): Promise<void> {
  const tokens = await refundRest(tx, order)
  await store.changeOrder(tx, order.id, { fulfilment, problem: false, releaseInDays: null })
  await returnPieces(tx, order.productId, order.quantity)
  await store.addEvent(tx, order.id, { type: fulfilment, by, note })
  if (tokens > 0n) await store.addEvent(tx, order.id, { type: 'refunded', by: 'system', tokens })
  await announce(tx, order.id, { mail: 'order_cancelled', to: by === 'buyer' ? 'performer' : 'buyer' })
}

const batchMax = 100

/** A scheduled job: releases what is due, and refunds what was never shipped. */
export async function settleDueOrders(ctx: Context): Promise<void> {
  await eachDue(
    ctx,
    (limit) => store.dueForRelease(ctx, limit),
    async (tx, order) => {
      if (order.releaseAt === null || order.releaseAt > tx.clock.now() || order.problemAt !== null) return
      await release(tx, order)
    },
  )
  await eachDue(
    ctx,
    (limit) => store.dueForRefund(ctx, lateDays.refund, limit),
    async (tx, order) => {
      if (!isWaiting(order) || order.chargeStatus === 'disputed') return
      await takeBack(tx, order, 'cancelled', 'system')
    },
  )
}

/** One order that can't be settled does not keep the others waiting: it is logged, and tried again with the next run. */
async function eachDue(
  ctx: Context,
  find: (limit: number) => Promise<{ id: string; performerId: string }[]>,
  settle: (tx: Context, order: OrderRow) => Promise<void>,
): Promise<void> {
  for (;;) {
    const due = await find(batchMax)
    let settled = 0
    for (const { id, performerId } of due)
      try {
        await ctx.transaction(async (tx) => {
          const order = await store.lockOrder(tx, performerId, id)
          if (order) await settle(tx, order)
        })
        settled++
      } catch (error) {
        ctx.log.error({ err: error, order: id }, 'an order could not be settled')
      }
    if (due.length < batchMax || settled === 0) return
  }
}

/** Orders of a seller whose account closes and that are not shipped yet are refunded. */
export async function cancelOrdersOf(tx: Context, performerId: string): Promise<void> {
  for (const { id } of await store.waitingOrdersOf(tx, performerId)) {
    const order = await store.lockOrder(tx, performerId, id)
    if (order && isWaiting(order) && order.chargeStatus !== 'disputed') await takeBack(tx, order, 'cancelled', 'system')
  }
}

/** Orders between two accounts that are not shipped yet are refunded, whichever of them sells. A disputed one stays. */
export async function cancelOrdersBetween(tx: Context, blockerId: string, otherId: string): Promise<void> {
  for (const { id, performerId } of await store.waitingOrdersBetween(tx, blockerId, otherId))
    await cancelIfWaiting(tx, id, performerId, performerId === blockerId ? 'performer' : 'buyer')
}
/** The same for some of a seller's orders whose buyers were last seen in these countries; true where others are left. */
export async function cancelSomeOrdersTo(
  tx: Context,
  performerId: string,
  countries: readonly string[],
): Promise<boolean> {
  const found = await store.waitingOrdersTo(tx, performerId, countries, batchMax + 1)
  for (const { id } of found.slice(0, batchMax)) await cancelIfWaiting(tx, id, performerId, 'performer')
  return found.length > batchMax
}
async function cancelIfWaiting(tx: Context, id: string, performerId: string, by: 'buyer' | 'performer') {
  const order = await store.lockOrder(tx, performerId, id)
  if (order && isWaiting(order) && order.chargeStatus !== 'disputed') await takeBack(tx, order, 'cancelled', by)
}
export const ordersBetween = (ctx: Context, blockerId: string, otherId: string) =>
  store.countWaiting(ctx, store.isBetween(blockerId, otherId))
export const ordersTo = (ctx: Context, performerId: string, countries: readonly string[]) =>
  store.countWaiting(ctx, store.isTo(performerId, countries))

/** Takes back a parcel that has not been shipped, where staff removed its product; false for other orders. */
export async function cancelForRemoval(tx: Context, order: OrderRow): Promise<boolean> {
  if (order.type !== 'physical' || !isWaiting(order)) return false
  await takeBack(tx, order, 'cancelled', 'system')
  return true
}

/** Deletes where the finished orders of a buyer whose account closes went; a parcel on its way still needs its address. */
export const eraseAddresses = (tx: Context, buyerId: string) => store.deleteDeliveryAddresses(tx, buyerId)
