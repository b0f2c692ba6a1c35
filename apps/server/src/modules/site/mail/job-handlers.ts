import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { sendMailJob } from './jobs.ts'
import { send } from './outbox.ts'

export const mailJobs: JobHandler[] = [
  handle(sendMailJob, (ctx, { mailId }, { attempt, attemptsMax }) => send(ctx, mailId, attempt >= attemptsMax)),
]
