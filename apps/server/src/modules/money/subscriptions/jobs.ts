import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

const closure = z.object({ closureId: z.string().regex(/^\d+$/) })

/** Ends the subscriptions of a creator whose page is still closed. */
export const endSubscriptionsJob = job('end-subscriptions', z.object({ performerId: id, since: z.iso.datetime() }), {
  formerly: ['end_subscriptions'],
})
export const notifyOfClosedPageJob = job('notify-of-closed-page', closure)
export const extendAfterClosedPageJob = job('extend-after-closed-page', closure)
