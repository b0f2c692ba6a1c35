// spec: charges.kinds
/** The kinds of charges, in the order that lists show them. Without a schema, so that pages may import it. */
export const chargeTypes = ['subscription', 'tip', 'feed', 'video', 'gallery', 'product', 'message', 'stream'] as const
export type ChargeType = (typeof chargeTypes)[number]
