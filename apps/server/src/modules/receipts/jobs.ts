import { z } from 'zod'
import type { JobTable } from '../../platform/queue.ts'
import { sendReceipt } from './send-receipt.ts'

const receiptOf = z.union([
  z.object({ mailId: z.uuid(), chargeId: z.uuid() }),
  z.object({ mailId: z.uuid(), paymentId: z.uuid(), refunded: z.string().optional() }),
])

export const receiptJobs: JobTable = {
  send_receipt: (ctx, payload) => sendReceipt(ctx, receiptOf.parse(payload)),
}
