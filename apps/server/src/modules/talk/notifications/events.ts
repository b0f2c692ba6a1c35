import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const notificationCreated = event('notification.created', z.object({ accountId: id, notificationId: id }), {
  to: ['accountId'],
})
export const notificationRead = event('notification.read', z.object({ accountId: id }), { to: ['accountId'] })
