import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { deliver, emailAll, notifyFollower, notifyOfItem, notifyOfMessages } from './delivery.ts'
import {
  deliverNotificationJob,
  emailNotificationsJob,
  notifyFollowerJob,
  notifyOfItemJob,
  notifyOfMessagesJob,
} from './jobs.ts'

export const notificationJobs: JobHandler[] = [
  handle(deliverNotificationJob, deliver),
  handle(emailNotificationsJob, emailAll),
  handle(notifyFollowerJob, notifyFollower),
  handle(notifyOfItemJob, notifyOfItem),
  handle(notifyOfMessagesJob, notifyOfMessages),
]
