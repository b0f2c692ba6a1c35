import type { Fulfilment } from '@fanlight/contract/order-states'
import type { Tone } from '../../ui/badge.tsx'

export const orderTones: Record<Fulfilment, Tone> = {
  not_fulfilled: 'quiet',
  processing: 'lamp',
  shipped: 'sky',
  delivered: 'leaf',
  returned: 'ember',
  cancelled: 'ember',
}
