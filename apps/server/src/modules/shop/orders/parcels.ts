import type { Parcel } from '@fanlight/contract/home'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { presentFile } from '../../media/serving/present.ts'
import { onTheirWay } from './store.ts'

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
