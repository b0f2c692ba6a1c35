import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { removeCardJob, settleGatewayObjectJob } from './jobs.ts'
import { openGateway } from './open-gateway.ts'
import { settleObject } from './webhooks.ts'

export const paymentJobs: JobHandler[] = [
  handle(settleGatewayObjectJob, settleObject),
  handle(removeCardJob, (ctx, { gateway, cardRef }) => openGateway(ctx, gateway).removeCard(cardRef)),
]
