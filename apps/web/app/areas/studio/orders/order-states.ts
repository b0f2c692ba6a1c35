import type { Reply } from '../../../api/client.ts'
import type { Tone } from '../../../ui/badge.tsx'

export type Sale = Reply<'GET /orders/search'>['data'][number]
export type SaleDetails = Reply<'GET /orders/:id'>['data']

export const fulfilmentTones: Record<Sale['fulfilment'], Tone> = {
  not_fulfilled: 'lamp',
  processing: 'sky',
  shipped: 'sky',
  delivered: 'leaf',
  returned: 'quiet',
  cancelled: 'quiet',
}
export const paymentTones: Record<Sale['payment'], Tone> = {
  captured: 'leaf',
  partially_refunded: 'lamp',
  refunded: 'quiet',
  disputed: 'ember',
}

/** What can still be returned of an order, in tokens. */
export const restOf = ({ refundable }: Pick<Sale, 'refundable'>): number => refundable
/** An order that is to be cancelled or returned refunds the buyer, which a disputed payment does not allow. */
export const mayTakeBack = ({ payment }: Pick<Sale, 'payment'>): boolean => payment !== 'disputed'
