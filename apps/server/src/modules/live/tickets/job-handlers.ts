import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { settleTicketsJob } from './jobs.ts'
import { settleTickets } from './settling.ts'

export const ticketJobs: JobHandler[] = [handle(settleTicketsJob, (ctx, { showId }) => settleTickets(ctx, showId))]
