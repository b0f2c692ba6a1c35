import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { deliver, notifyFollower, notifyOfItem, notifyOfMessages } from './delivery.ts'
import { deliverNotificationJob, notifyFollowerJob, notifyOfItemJob, notifyOfMessagesJob } from './jobs.ts'

export const notificationJobs: JobHandler[] = [
  handle(deliverNotificationJob, deliver),
  handle(notifyFollowerJob, notifyFollower),
  handle(notifyOfItemJob, notifyOfItem),
  handle(notifyOfMessagesJob, notifyOfMessages),
]
