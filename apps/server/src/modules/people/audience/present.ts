import type { AudiencePerson } from '@fanlight/contract/audience'
import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { fromMinor } from '../../money/wallet/currency.ts'
import { presentAvatar } from '../accounts/profile/images.ts'
import type { PersonRow, PersonSubscription } from './store.ts'

/** A person as the creator sees them: not how they pay, and nothing of other creators. */
export const presentPerson = (ctx: Context, person: Omit<PersonRow, 'at' | 'tie'>): AudiencePerson => ({
  _id: person.id,
  name: person.name,
  username: person.username,
  avatar: presentAvatar(ctx, person.avatar),
  followedAt: person.followedAt?.toISOString() ?? null,
  addedAt: person.addedAt?.toISOString() ?? null,
  subscription: person.subscription && presentSubscription(ctx, person.subscription),
  spent: fromHundredths(person.spent),
  lastActive: person.lastActive,
})

function presentSubscription(
  ctx: Context,
  subscription: PersonSubscription,
): NonNullable<AudiencePerson['subscription']> {
  const currency = ctx.settings.get('currency')
  const instant = (at: string) => new Date(at).toISOString()
  return {
    type: subscription.type,
    months: subscription.months,
    plan: subscription.plan,
    status: subscription.status,
    price: fromMinor(BigInt(subscription.price_locked), currency),
    currency,
    startedAt: instant(subscription.started_at),
    currentPeriodEnd: instant(subscription.current_period_end),
    accessUntil: subscription.access_until && instant(subscription.access_until),
    isRunning: subscription.isRunning,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    nextRetryAt: subscription.next_retry_at && instant(subscription.next_retry_at),
    willPause: subscription.willPause,
    pausedUntil: subscription.paused_until && instant(subscription.paused_until),
  }
}
