import { z } from 'zod'
import { job } from '../../../platform/jobs/jobs.ts'

/** Enqueued by a migration under its former name. */
export const recountItemEarningsJob = job('recount-item-earnings', z.object({}), {
  formerly: ['recount_item_earnings'],
})
