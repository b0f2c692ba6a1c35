import { z } from 'zod'
import type { JobTable } from '../../platform/queue.ts'
import { refundItem } from '../charges/refunding-items.ts'
import { refundProduct } from '../orders/removal.ts'
import { notifyReporters } from './notifying.ts'

const removed = z.object({ itemId: z.uuid(), kind: z.enum(['feed', 'video', 'gallery', 'product', 'message']) })

export const reportJobs: JobTable = {
  notify_reporters: (ctx, payload) => notifyReporters(ctx, payload),
  refund_removed_item: (ctx, payload) => {
    const { itemId, kind } = removed.parse(payload)
    return kind === 'product' ? refundProduct(ctx, itemId) : refundItem(ctx, itemId)
  },
}
