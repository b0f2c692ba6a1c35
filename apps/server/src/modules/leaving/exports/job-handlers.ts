import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { removeArchives } from './archives.ts'
import { build } from './build-archive.ts'
import { buildArchiveJob, removeArchivesJob } from './jobs.ts'

export const exportJobs: JobHandler[] = [
  handle(buildArchiveJob, (ctx, { exportId }, { attempt, attemptsMax }) =>
    build(ctx, exportId, { isLastTry: attempt >= attemptsMax }),
  ),
  handle(removeArchivesJob, (ctx, { keys }) => removeArchives(ctx, keys)),
]
