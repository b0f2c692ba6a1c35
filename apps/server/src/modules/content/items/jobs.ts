import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

const item = z.object({ itemId: id })

/** Adds a published item to the home feeds of its readers. */
export const fanOutItemJob = job('fan-out-item', item, { formerly: ['fanOutItem'] })
/** Removes an item that is no longer published from the home feeds. */
export const withdrawItemJob = job('withdraw-item', item, { formerly: ['withdrawItem'] })
