import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { fanOut, withdraw } from './fan-out.ts'
import { fanOutItemJob, withdrawItemJob } from './jobs.ts'

export const contentJobs: JobHandler[] = [handle(fanOutItemJob, fanOut), handle(withdrawItemJob, withdraw)]
