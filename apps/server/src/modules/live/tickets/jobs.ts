import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

/** Gives what was paid for a show to its creator where it took place, and back where it didn’t. */
export const settleTicketsJob = job('settle-tickets', z.object({ showId: id }))
