import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

/** Gives what was paid for a show to its creator where it took place, and back where it didn’t. */
export const settleTicketsJob = job('settle-tickets', z.object({ showId: id }))
/** Takes back the pledge of someone between whom and the creator there is a block. */
export const returnPledgeJob = job('return-pledge', z.object({ showId: id, userId: id }))
/** Tells those who have a ticket of a show that it can be entered, has begun, or has reached its goal: some hundreds in each job. */
export const tellTicketHoldersJob = job(
  'tell-ticket-holders',
  z.object({ showId: id, news: z.enum(['opened', 'begun', 'reached']) }),
)
