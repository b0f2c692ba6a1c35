import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

/** Once more, for what arrived in the same moment as the withdrawal. */
export const quarantineCopiesJob = job('quarantine-copies', z.object({ participantId: id }), {
  formerly: ['quarantine_copies'],
})
