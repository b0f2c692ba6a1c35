import * as blocks from './modules/people/blocks/jobs.ts'
import * as charges from './modules/money/charges/jobs.ts'
import * as closing from './modules/leaving/closing/jobs.ts'
import * as content from './modules/content/items/jobs.ts'
import * as conversations from './modules/talk/conversations/jobs.ts'
import * as broadcasts from './modules/talk/conversations/broadcasts/jobs.ts'
import * as counters from './modules/content/counters/jobs.ts'
import * as exports from './modules/leaving/exports/jobs.ts'
import * as schedule from './modules/live/schedule/jobs.ts'
import * as mail from './modules/site/mail/jobs.ts'
import * as media from './modules/media/jobs.ts'
import * as recordings from './modules/live/recordings/jobs.ts'
import * as notifications from './modules/talk/notifications/jobs.ts'
import * as participants from './modules/content/participants/jobs.ts'
import * as payments from './modules/money/payments/jobs.ts'
import * as payouts from './modules/money/payouts/jobs.ts'
import * as performers from './modules/people/performers/jobs.ts'
import * as receipts from './modules/money/receipts/jobs.ts'
import * as reports from './modules/staff/reports/jobs.ts'
import * as search from './modules/content/search/jobs.ts'
import * as tickets from './modules/live/tickets/jobs.ts'
import * as subscriptions from './modules/money/subscriptions/jobs.ts'
import type { Job } from './platform/jobs/jobs.ts'

// All jobs of the queue, one line a module; job-handlers.ts has the code that does their work.
const modules: Record<string, Record<string, Job>> = {
  'content/counters': counters,
  'content/items': content,
  'content/participants': participants,
  'content/search': search,
  'leaving/closing': closing,
  'leaving/exports': exports,
  'live/tickets': tickets,
  'live/schedule': schedule,
  media,
  'live/recordings': recordings,
  'money/charges': charges,
  'money/payments': payments,
  'money/payouts': payouts,
  'money/receipts': receipts,
  'money/subscriptions': subscriptions,
  'people/blocks': blocks,
  'people/performers': performers,
  'site/mail': mail,
  'staff/reports': reports,
  'talk/conversations': conversations,
  'talk/conversations/broadcasts': broadcasts,
  'talk/notifications': notifications,
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
