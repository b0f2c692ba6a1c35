import { z } from 'zod'
import type { JobTable } from '../../platform/queue.ts'
import { removeArchives } from './archives.ts'
import { build } from './build-archive.ts'

const wanted = z.object({ exportId: z.uuid() })
const unwanted = z.object({ keys: z.array(z.string()) })

export const exportJobs: JobTable = {
  'build-archive': (ctx, payload, job) =>
    build(ctx, wanted.parse(payload).exportId, { isLastTry: job.attempt >= job.attemptsMax }),
  'remove-archives': (ctx, payload) => removeArchives(ctx, unwanted.parse(payload).keys),
}
