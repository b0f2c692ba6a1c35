import { z } from 'zod'
import type { JobTable } from '../../platform/queue.ts'
import { addHigherQualities } from './progressive-video.ts'
import { processFile } from './processing.ts'

const payload = z.object({ fileId: z.uuid() })

export const mediaJobs: JobTable = {
  'media.process': (ctx, given) => processFile(ctx, payload.parse(given).fileId),
  'media.higher-qualities': (ctx, given) => addHigherQualities(ctx, payload.parse(given).fileId),
}
