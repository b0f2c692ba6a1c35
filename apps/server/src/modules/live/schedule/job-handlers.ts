import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { tellRemindedJob } from './jobs.ts'
import { tellReminded } from './reminding.ts'

export const scheduleJobs: JobHandler[] = [handle(tellRemindedJob, tellReminded)]
