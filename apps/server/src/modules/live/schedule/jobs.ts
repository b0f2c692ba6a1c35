import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

/** Tells those who asked to be reminded of an announced stream, some hundreds in each job: those after this account. */
export const tellRemindedJob = job(
  'tell-reminded',
  z.object({
    scheduledId: id,
    news: z.enum(['soon', 'begun', 'moved', 'cancelled']),
    after: id.optional(),
  }),
)
