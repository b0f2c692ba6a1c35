import type { JobTable } from '../../platform/queue.ts'
import { deliver, notifyFollower, notifyOfItem, notifyOfMessages } from './delivery.ts'

export const notificationJobs: JobTable = {
  deliver_notification: deliver,
  notify_follower: notifyFollower,
  notify_of_item: notifyOfItem,
  notify_of_messages: notifyOfMessages,
}
