import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { settleTicketsJob, tellTicketHoldersJob } from './jobs.ts'
import { settleTickets } from './settling.ts'
import { tellTicketHolders } from './telling.ts'

export const ticketJobs: JobHandler[] = [
  handle(settleTicketsJob, (ctx, { showId }) => settleTickets(ctx, showId)),
  handle(tellTicketHoldersJob, tellTicketHolders),
]
