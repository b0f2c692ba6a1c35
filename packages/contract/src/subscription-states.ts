// The states of a subscription, which pages need without the schemas.

export const subscriptionStatuses = [
  'incomplete',
  'active',
  'trialing',
  'paused',
  'past_due',
  'expired',
  'revoked',
] as const
/** For how many months a subscription may rest, once (domain §4). */
export const pauseMonths = [1, 3] as const
