import { z } from 'zod'
import { id } from '../../platform/events/events.ts'
import { job } from '../../platform/jobs/jobs.ts'

const file = z.object({ fileId: id })

export const processFileJob = job('process-file', file, { attemptsMax: 25, formerly: ['media.process'] })
/** Of a video that is shown already. */
export const addHigherQualitiesJob = job('add-higher-qualities', file, {
  attemptsMax: 6,
  formerly: ['media.higher-qualities'],
})
