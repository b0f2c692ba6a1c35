import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

export const sendPayoutJob = job('send-payout', z.object({ payoutId: id }), { formerly: ['send_payout'] })
