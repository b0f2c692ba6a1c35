import { feedJobs } from './modules/feeds/jobs.ts'
import { closingJobs } from './modules/closing/telling.ts'
import { exportJobs } from './modules/exports/jobs.ts'
import { mailJobs } from './modules/mail/jobs.ts'
import { paymentJobs } from './modules/payments/jobs.ts'
import { mediaJobs } from './modules/media/jobs.ts'
import type { JobTable } from './platform/queue.ts'

// Everything the queue may ask, one line a module.
export const jobs: JobTable = { ...feedJobs, ...closingJobs, ...exportJobs, ...mediaJobs, ...mailJobs, ...paymentJobs }
