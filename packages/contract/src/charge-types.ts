// spec: charges.kinds
/** The kinds of charges, in the order that lists show them. Without a schema, so that pages may import it. */
export const chargeTypes = ['subscription', 'tip', 'feed', 'video', 'gallery', 'product', 'message', 'stream'] as const
export type ChargeType = (typeof chargeTypes)[number]

/** The kinds of charges as creators think of them. */
export const earningGroups = ['subscriptions', 'unlocks', 'tips', 'live', 'shop'] as const
export type EarningGroup = (typeof earningGroups)[number]
export const groupOf: Record<ChargeType, EarningGroup> = {
  subscription: 'subscriptions',
  tip: 'tips',
  feed: 'unlocks',
  video: 'unlocks',
  gallery: 'unlocks',
  message: 'unlocks',
  product: 'shop',
  stream: 'live',
}
