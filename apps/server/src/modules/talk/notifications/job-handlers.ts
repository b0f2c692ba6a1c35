import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { deliver, emailAll, notifyOfMessages } from './delivery.ts'
import { notifyFollower, notifyFollowerOfStream, notifyOfItem, notifyOfStream } from './followers.ts'
import {
  deliverNotificationJob,
  emailNotificationsJob,
  notifyFollowerJob,
  notifyFollowerOfStreamJob,
  notifyOfItemJob,
  notifyOfMessagesJob,
  notifyOfStreamJob,
} from './jobs.ts'

export const notificationJobs: JobHandler[] = [
  handle(deliverNotificationJob, deliver),
  handle(emailNotificationsJob, emailAll),
  handle(notifyFollowerJob, notifyFollower),
  handle(notifyOfItemJob, notifyOfItem),
  handle(notifyOfMessagesJob, notifyOfMessages),
  handle(notifyOfStreamJob, notifyOfStream),
  handle(notifyFollowerOfStreamJob, notifyFollowerOfStream),
]
