// The states of a subscription, which pages need without the schemas.

export const subscriptionStatuses = ['incomplete', 'active', 'trialing', 'past_due', 'expired', 'revoked'] as const
