/** How far an order is. Without a schema, so that pages may import it. */
export const fulfilments = ['not_fulfilled', 'processing', 'shipped', 'delivered', 'returned', 'cancelled'] as const
export type Fulfilment = (typeof fulfilments)[number]
