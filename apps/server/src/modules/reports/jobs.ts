import { z } from 'zod'
import { id } from '../../platform/events.ts'
import { job } from '../../platform/jobs.ts'

export const notifyReportersJob = job(
  'notify-reporters',
  z.object({ caseId: id, outcome: z.enum(['actioned', 'dismissed', 'reversed']) }),
  { formerly: ['notify_reporters'] },
)
