import { handle, type JobHandler } from '../../platform/jobs/jobs.ts'
import { addHigherQualitiesJob, processFileJob } from './jobs.ts'
import { processFile } from './processing/processing.ts'
import { addHigherQualities } from './processing/progressive-video.ts'

export const mediaJobs: JobHandler[] = [
  handle(processFileJob, (ctx, { fileId }) => processFile(ctx, fileId)),
  handle(addHigherQualitiesJob, (ctx, { fileId }) => addHigherQualities(ctx, fileId)),
]
