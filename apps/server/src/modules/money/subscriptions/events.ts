import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const subscription = z.object({ subscriptionId: id, userId: id, performerId: id })
const to = ['userId', 'performerId'] as const

export const subscriptionStarted = event('subscription.started', subscription, { to })
export const subscriptionRenewed = event('subscription.renewed', subscription, { to })
export const subscriptionCancelled = event('subscription.cancelled', subscription, { to })
export const subscriptionPaused = event('subscription.paused', subscription, { to })
export const subscriptionChanged = event('subscription.changed', subscription, { to })
/** By its creator, without payment. */
export const subscriptionGiven = event('subscription.given', subscription, { to })
export const subscriptionPastDue = event('subscription.past_due', subscription, { to })
export const subscriptionExpired = event('subscription.expired', subscription, { to })
export const subscriptionRevoked = event('subscription.revoked', subscription, { to })
export const plansChanged = event('plans.changed', z.object({ performerId: id }))
