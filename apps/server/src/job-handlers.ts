import { blockJobs } from './modules/people/blocks/blocked-countries.ts'
import { contentJobs } from './modules/content/items/job-handlers.ts'
import { closingJobs } from './modules/leaving/closing/notify-subscribers.ts'
import { counterJobs } from './modules/content/counters/item-earnings.ts'
import { broadcastJobs } from './modules/talk/conversations/broadcasts/job-handlers.ts'
import { linkPreviewJobs } from './modules/talk/conversations/link-previews.ts'
import { welcomeJobs } from './modules/talk/conversations/welcome.ts'
import { exportJobs } from './modules/leaving/exports/job-handlers.ts'
import { scheduleJobs } from './modules/live/schedule/job-handlers.ts'
import { mailJobs } from './modules/site/mail/job-handlers.ts'
import { notificationJobs } from './modules/talk/notifications/job-handlers.ts'
import { paymentJobs } from './modules/money/payments/job-handlers.ts'
import { quarantineJobs } from './modules/content/participants/quarantining.ts'
import { performerJobs } from './modules/people/performers/refresh-listings.ts'
import { payoutJobs } from './modules/money/payouts/sending.ts'
import { reportJobs } from './modules/staff/reports/job-handlers.ts'
import { receiptJobs } from './modules/money/receipts/job-handlers.ts'
import { recordingJobs } from './modules/live/recordings/job-handlers.ts'
import { mediaJobs } from './modules/media/job-handlers.ts'
import { ticketJobs } from './modules/live/tickets/job-handlers.ts'
import { subscriptionJobs } from './modules/money/subscriptions/ended-early.ts'
import { pageClosureJobs } from './modules/money/subscriptions/page-closures.ts'
import { searchJobs } from './modules/content/search/job-handlers.ts'
import { paidPurchaseJobs } from './paid-purchases.ts'
import type { JobHandler } from './platform/jobs/jobs.ts'

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
  ...paidPurchaseJobs,
  ...pageClosureJobs,
  ...payoutJobs,
  ...performerJobs,
  ...quarantineJobs,
  ...receiptJobs,
  ...recordingJobs,
  ...reportJobs,
  ...scheduleJobs,
  ...searchJobs,
  ...subscriptionJobs,
  ...ticketJobs,
]
