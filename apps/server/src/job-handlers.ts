import { blockJobs } from './modules/blocks/blocked-countries.ts'
import { contentJobs } from './modules/content/job-handlers.ts'
import { closingJobs } from './modules/closing/notify-subscribers.ts'
import { counterJobs } from './modules/counters/item-earnings.ts'
import { broadcastJobs } from './modules/conversations/broadcasts/job-handlers.ts'
import { linkPreviewJobs } from './modules/conversations/link-previews.ts'
import { welcomeJobs } from './modules/conversations/welcome.ts'
import { exportJobs } from './modules/exports/job-handlers.ts'
import { mailJobs } from './modules/mail/job-handlers.ts'
import { notificationJobs } from './modules/notifications/job-handlers.ts'
import { paymentJobs } from './modules/payments/job-handlers.ts'
import { quarantineJobs } from './modules/participants/quarantining.ts'
import { payoutJobs } from './modules/payouts/sending.ts'
import { reportJobs } from './modules/reports/job-handlers.ts'
import { receiptJobs } from './modules/receipts/job-handlers.ts'
import { mediaJobs } from './modules/media/job-handlers.ts'
import { subscriptionJobs } from './modules/subscriptions/ended-early.ts'
import { pageClosureJobs } from './modules/subscriptions/page-closures.ts'
import { searchJobs } from './modules/search/job-handlers.ts'
import type { JobHandler } from './platform/jobs.ts'

// What the queue runs, one line a module.
export const jobHandlers: readonly JobHandler[] = [
  ...blockJobs,
  ...contentJobs,
  ...closingJobs,
  ...counterJobs,
  ...exportJobs,
  ...broadcastJobs,
  ...linkPreviewJobs,
  ...welcomeJobs,
  ...mediaJobs,
  ...mailJobs,
  ...notificationJobs,
  ...paymentJobs,
  ...pageClosureJobs,
  ...payoutJobs,
  ...quarantineJobs,
  ...receiptJobs,
  ...reportJobs,
  ...searchJobs,
  ...subscriptionJobs,
]
