/** How far an order is. Without a schema, so that pages may import it. */
export const fulfilments = ['not_fulfilled', 'processing', 'shipped', 'delivered', 'returned', 'cancelled'] as const
/** How staff decide an escalated problem: the seller is paid, the buyer is refunded, or part of each. */
export const orderDecisions = ['release', 'refund', 'split'] as const
export type Fulfilment = (typeof fulfilments)[number]
/** Staff should decide an escalated problem within so many days; undecided after so many, it is refunded by itself. */
export const decisionDays = { due: 7, refund: 30 } as const
/** After a parcel was shipped, its money is released by itself after so many days. */
export const releaseDays = 14
/** After the seller said that a parcel was delivered, the buyer may report a problem for so many days. */
export const problemDays = 3
/** So many days after it should have been shipped, the buyer may cancel; and after so many it is refunded by itself. */
export const lateDays = { cancel: 7, refund: 30 } as const
