import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

export const notifyReportersJob = job(
  'notify-reporters',
  z.object({ caseId: id, outcome: z.enum(['actioned', 'dismissed', 'reversed']) }),
  { formerly: ['notify_reporters'] },
)
