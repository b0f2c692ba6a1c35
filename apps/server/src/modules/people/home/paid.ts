import { type Parcel, type Renewal, renewsSoonDays } from '@fanlight/contract/home'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { presentFile } from '../../media/serving/present.ts'
import { presentSubscriptions } from '../../money/subscriptions/present.ts'
import { endingSoon } from '../../money/subscriptions/store.ts'
import { onTheirWay } from '../../shop/orders/store.ts'

/** Subscriptions that renew or end soon, the next first. */
export async function renewals(ctx: Context, viewer: SignedIn, max: number): Promise<Renewal[]> {
  const found = await presentSubscriptions(ctx, viewer, await endingSoon(ctx, viewer.id, renewsSoonDays, max))
  return found.flatMap(
    ({ _id, performer, currentPeriodEnd, cancelAtPeriodEnd, nextPlan, price, currency }) =>
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

/** Parcels that were ordered and have not arrived. */
export const parcels = async (ctx: Context, viewer: SignedIn, max: number): Promise<Parcel[]> =>
  (await onTheirWay(ctx, viewer.id, max)).map(({ id, title, image, fulfilment, shipBy, shippedAt }) => ({
    _id: id,
    title,
    // Open to those who ordered it.
    image: image && presentFile(ctx, image, viewer, { granted: true }),
    fulfilment,
    shipBy: shipBy?.toISOString() ?? null,
    shippedAt: shippedAt?.toISOString() ?? null,
  }))
