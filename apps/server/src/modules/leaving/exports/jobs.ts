import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

export const buildArchiveJob = job('build-archive', z.object({ exportId: id }), { queue: 'archives', attemptsMax: 5 })
export const removeArchivesJob = job('remove-archives', z.object({ keys: z.array(z.string()) }))
