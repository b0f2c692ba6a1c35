import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { refundRemovedItemJob } from '../../money/charges/jobs.ts'
import { refundItem } from '../../money/charges/refunding-items.ts'
import { refundProduct } from '../../shop/orders/removal.ts'
import { notifyReportersJob } from './jobs.ts'
import { notifyReporters } from './notifying.ts'

export const reportJobs: JobHandler[] = [
  handle(notifyReportersJob, notifyReporters),
  handle(refundRemovedItemJob, (ctx, { itemId, kind }) =>
    kind === 'product' ? refundProduct(ctx, itemId) : refundItem(ctx, itemId),
  ),
]
