import { type Renewal, renewsSoonDays } from '@fanlight/contract/home'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { presentSubscriptions } from './present.ts'
import { endingSoon } from './store.ts'

/** Subscriptions that renew or end soon, the next first. */
export async function renewals(ctx: Context, viewer: SignedIn, max: number): Promise<Renewal[]> {
  const found = await presentSubscriptions(ctx, viewer, await endingSoon(ctx, viewer.id, renewsSoonDays, max))
  return found.flatMap(({ _id, performer, currentPeriodEnd, cancelAtPeriodEnd, nextPlan, price, currency }) =>
    performer && currentPeriodEnd
      ? [
          {
            _id,
            performer,
            price: cancelAtPeriodEnd ? null : (nextPlan?.price ?? price),
            currency,
            at: currentPeriodEnd,
          },
        ]
      : [],
  )
}
