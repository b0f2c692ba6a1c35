import { z } from 'zod'
import type { JobTable } from '../../platform/queue.ts'
import { send } from './outbox.ts'

const payload = z.object({ mailId: z.uuid() })

export const mailJobs: JobTable = {
  send_mail: (ctx, given, job) => send(ctx, payload.parse(given).mailId, job.attempt >= job.attemptsMax),
}
