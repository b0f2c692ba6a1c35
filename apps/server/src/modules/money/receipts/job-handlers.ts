import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { sendReceiptJob } from './jobs.ts'
import { sendReceipt } from './send-receipt.ts'

export const receiptJobs: JobHandler[] = [handle(sendReceiptJob, sendReceipt)]
