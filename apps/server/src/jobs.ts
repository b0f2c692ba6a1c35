import { blockJobs } from './modules/blocks/blocked-countries.ts'
import { refundJobs } from './modules/charges/refunding-items.ts'
import { contentJobs } from './modules/content/jobs.ts'
import { closingJobs } from './modules/closing/notify-subscribers.ts'
import { counterJobs } from './modules/counters/item-earnings.ts'
import { broadcastJobs } from './modules/conversations/broadcasts/jobs.ts'
import { linkPreviewJobs } from './modules/conversations/link-previews.ts'
import { welcomeJobs } from './modules/conversations/welcome.ts'
import { exportJobs } from './modules/exports/jobs.ts'
import { mailJobs } from './modules/mail/jobs.ts'
import { notificationJobs } from './modules/notifications/jobs.ts'
import { paymentJobs } from './modules/payments/jobs.ts'
import { quarantineJobs } from './modules/participants/quarantining.ts'
import { payoutJobs } from './modules/payouts/sending.ts'
import { reportJobs } from './modules/reports/jobs.ts'
import { receiptJobs } from './modules/receipts/jobs.ts'
import { mediaJobs } from './modules/media/jobs.ts'
import { subscriptionJobs } from './modules/subscriptions/ended-early.ts'
import { pageClosureJobs } from './modules/subscriptions/page-closures.ts'
import { searchJobs } from './modules/search/jobs.ts'
import type { JobTable } from './platform/queue.ts'

// All jobs that the queue can run, one line per module.
export const jobs: JobTable = {
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
  ...refundJobs,
  ...reportJobs,
  ...searchJobs,
  ...subscriptionJobs,
}
