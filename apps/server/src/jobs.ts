import * as blocks from './modules/blocks/jobs.ts'
import * as charges from './modules/charges/jobs.ts'
import * as closing from './modules/closing/jobs.ts'
import * as content from './modules/content/jobs.ts'
import * as conversations from './modules/conversations/jobs.ts'
import * as broadcasts from './modules/conversations/broadcasts/jobs.ts'
import * as counters from './modules/counters/jobs.ts'
import * as exports from './modules/exports/jobs.ts'
import * as mail from './modules/mail/jobs.ts'
import * as media from './modules/media/jobs.ts'
import * as notifications from './modules/notifications/jobs.ts'
import * as participants from './modules/participants/jobs.ts'
import * as payments from './modules/payments/jobs.ts'
import * as payouts from './modules/payouts/jobs.ts'
import * as receipts from './modules/receipts/jobs.ts'
import * as reports from './modules/reports/jobs.ts'
import * as search from './modules/search/jobs.ts'
import * as subscriptions from './modules/subscriptions/jobs.ts'
import type { Job } from './platform/jobs.ts'

// All jobs of the queue, one line a module; job-handlers.ts has the code that does their work.
const modules: Record<string, Record<string, Job>> = {
  blocks,
  charges,
  closing,
  content,
  conversations,
  'conversations/broadcasts': broadcasts,
  counters,
  exports,
  mail,
  media,
  notifications,
  participants,
  payments,
  payouts,
  receipts,
  reports,
  search,
  subscriptions,
}

/** A declared job, with the name of its constant and the module that declares it. */
export interface ListedJob {
  job: Job
  constant: string
  module: string
}
export const jobs: readonly ListedJob[] = Object.entries(modules).flatMap(([module, declarations]) =>
  Object.entries(declarations).map(([constant, job]) => ({ job, constant, module })),
)
