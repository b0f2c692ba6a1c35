import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { returnPledgeJob, settleTicketsJob, tellTicketHoldersJob } from './jobs.ts'
import { returnPledge } from './returning.ts'
import { settleTickets } from './settling.ts'
import { tellTicketHolders } from './telling.ts'

export const ticketJobs: JobHandler[] = [
  handle(settleTicketsJob, (ctx, { showId }) => settleTickets(ctx, showId)),
  handle(returnPledgeJob, returnPledge),
  handle(tellTicketHoldersJob, tellTicketHolders),
]
