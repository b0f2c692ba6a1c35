import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

/** Enqueued by `charge_tokens` and by payments, in the transaction that moves the money. `refunded` is in minor units. */
export const sendReceiptJob = job(
  'send-receipt',
  z.union([
    z.object({ mailId: id, chargeId: id }),
    z.object({ mailId: id, paymentId: id, refunded: z.string().optional() }),
  ]),
  { formerly: ['send_receipt'] },
)
