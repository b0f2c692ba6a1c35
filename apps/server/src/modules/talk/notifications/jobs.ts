import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

export const deliverNotificationJob = job(
  'deliver-notification',
  z.object({ notificationId: id, channel: z.enum(['push', 'email']) }),
  { formerly: ['deliver_notification'] },
)
/** The emails of notifications that nothing joins any more, of one moment. */
export const emailNotificationsJob = job('email-notifications', z.object({ notificationIds: z.array(id).min(1) }))
/** Enqueues one job for each follower who wants a push message or an email. */
export const notifyOfItemJob = job('notify-of-item', z.object({ itemId: id }), { formerly: ['notify_of_item'] })
export const notifyFollowerJob = job('notify-follower', z.object({ itemId: id, accountId: id }), {
  attemptsMax: 3,
  formerly: ['notify_follower'],
})
/** As for an item, of a stream that has begun. */
export const notifyOfStreamJob = job('notify-of-stream', z.object({ streamId: id }))
export const notifyFollowerOfStreamJob = job('notify-follower-of-stream', z.object({ streamId: id, accountId: id }), {
  attemptsMax: 3,
})
export const notifyOfMessagesJob = job('notify-of-messages', z.object({ conversationId: id, accountId: id }), {
  formerly: ['notify_of_messages'],
})
