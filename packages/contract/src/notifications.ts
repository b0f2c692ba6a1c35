import { z } from 'zod'
import { done, endpoint, many, one } from './endpoint.ts'
import { id, instant, link, timezone, tokens } from './fields.ts'
import { itemKindNames, performerSummary } from './items.ts'
import { mediaFile } from './media.ts'
import { notificationFilters, notificationKindNames, notificationTopicNames } from './notification-kinds.ts'
import { envelope } from './sockets.ts'

// What people are notified of. Which kinds there are, and by which channels: notification-kinds.ts.

/** The count stops there. */
export const unreadMax = 100

export const notification = z.object({
  _id: id,
  /** What is marked read with it: several where they are shown as one. */
  ids: z.array(id),
  kind: z.enum(notificationKindNames),
  /** Who caused it, the newest first, at most three of them. */
  actors: z.array(performerSummary),
  actorCount: z.int(),
  item: z
    .object({ _id: id, kind: z.enum(itemKindNames), title: z.string(), files: z.int(), image: mediaFile.nullable() })
    .nullable(),
  comment: z.object({ _id: id, text: z.string() }).nullable(),
  order: z.object({ _id: id, number: z.string(), title: z.string(), image: mediaFile.nullable() }).nullable(),
  subscription: z.object({ _id: id, plan: z.string().nullable(), accessUntil: instant.nullable() }).nullable(),
  tokens: tokens.nullable(),
  /** A name or a reason, in the words of who wrote it. */
  detail: z.string(),
  /** Where it leads, below the site’s address. */
  path: z.string(),
  isRead: z.boolean(),
  createdAt: instant,
})

export const listNotifications = endpoint('GET /notifications', {
  group: 'notifications',
  summary: 'What one was notified of, the newest first.',
  who: 'any',
  limit: 'read',
  query: z.object({
    filter: z.enum(notificationFilters).default('all'),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(500).optional(),
  }),
  /** `total`: how many of them are unread. */
  reply: many(notification),
})
export const unreadNotifications = endpoint('GET /notifications/unread-total', {
  group: 'notifications',
  summary: `How many notifications are unread. It counts to ${unreadMax}.`,
  who: 'any',
  limit: 'read',
  reply: one(z.object({ total: z.int(), totalIsAtLeast: z.boolean() })),
})
export const readNotifications = endpoint('POST /notifications/read', {
  group: 'notifications',
  summary: 'Marks some notifications read, or all of them.',
  who: 'any',
  limit: 'write',
  idempotent: 'none',
  body: z.union([z.strictObject({ ids: z.array(id).min(1).max(200) }), z.strictObject({ all: z.literal(true) })]),
  reply: done,
})

const channels = z.object({ inApp: z.boolean(), email: z.boolean(), push: z.boolean() })
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const quietHours = z.object({ isOn: z.boolean(), from: timeOfDay, until: timeOfDay, timezone })
const preferences = z.object({
  topics: z.record(z.enum(notificationTopicNames), channels),
  quietHours,
  /** Emails that can wait are put into one a day. */
  emailSummary: z.boolean(),
  /** The mail server refused the account’s address: optional emails are not sent. */
  emailBounced: z.boolean(),
  /** How many browsers have push messages on. */
  pushBrowsers: z.int(),
})
export const getNotificationPreferences = endpoint('GET /notifications/preferences', {
  group: 'notifications',
  summary: 'What one is notified of, and by which channels.',
  who: 'any',
  limit: 'read',
  reply: one(preferences),
})
export const setNotificationPreferences = endpoint('PUT /notifications/preferences', {
  group: 'notifications',
  summary: 'Changes what one is notified of. What is left out stays as it is.',
  who: 'any',
  limit: 'write',
  body: z.strictObject({
    topics: z.partialRecord(z.enum(notificationTopicNames), channels.partial().strict()).optional(),
    quietHours: quietHours.omit({ timezone: true }).partial().strict().optional(),
    emailSummary: z.boolean().optional(),
  }),
  reply: one(preferences),
})

/** An address that the browser's own push service chose. */
const pushEndpoint = link.refine((value) => value.startsWith('https://') || /^http:\/\/127\.0\.0\.1[:/]/.test(value))
const pushKey = z.string().regex(/^[A-Za-z0-9_-]+={0,2}$/)
export const getPushKey = endpoint('GET /notifications/push-key', {
  group: 'notifications',
  summary: 'The public key with which a browser subscribes to push messages.',
  who: 'any',
  limit: 'read',
  reply: one(z.object({ publicKey: z.string() })),
})
export const addPushSubscription = endpoint('POST /notifications/push-subscriptions', {
  group: 'notifications',
  summary: 'Sends push messages to this browser until its session ends. Doing so twice changes nothing.',
  who: 'any',
  limit: 'write',
  idempotent: 'none',
  refuses: ['INVALID_INPUT'],
  body: z.strictObject({
    endpoint: pushEndpoint,
    keys: z.strictObject({ p256dh: pushKey.min(80).max(100), auth: pushKey.min(20).max(30) }),
  }),
  reply: done,
})
export const removePushSubscription = endpoint('DELETE /notifications/push-subscriptions', {
  group: 'notifications',
  summary: 'Sends no more push messages to this browser. Doing so twice changes nothing.',
  who: 'any',
  limit: 'write',
  whileSuspended: true,
  idempotent: 'none',
  body: z.strictObject({ endpoint: pushEndpoint }),
  reply: done,
})
export const testPush = endpoint('POST /notifications/push-test', {
  group: 'notifications',
  summary: 'Sends a push message to one’s own browsers and answers how many took it.',
  who: 'any',
  limit: 'mail',
  idempotent: 'none',
  reply: one(z.object({ sent: z.int() })),
})

const unsubscribeToken = z.string().regex(/^[\w-]{20,200}$/)
export const showUnsubscribe = endpoint('GET /notifications/unsubscribe', {
  group: 'notifications',
  summary: 'Which emails the link in an email switches off.',
  who: 'public',
  limit: 'read',
  refuses: ['NOT_FOUND'],
  query: z.object({ token: unsubscribeToken }),
  reply: one(z.object({ topic: z.enum([...notificationTopicNames, 'all']), isOn: z.boolean() })),
})
export const unsubscribe = endpoint('POST /notifications/unsubscribe', {
  group: 'notifications',
  summary: 'Switches emails off by the link in one of them, without signing in.',
  who: 'public',
  limit: 'write',
  idempotent: 'none',
  refuses: ['NOT_FOUND'],
  body: z.strictObject({ token: unsubscribeToken }),
  reply: done,
})

/** What goes over the live socket: that there is something new, or less. The calls say what. */
export const notificationMessages = {
  'notification/created': envelope.extend({ notificationId: id.nullable() }),
  'notification/read': envelope,
}
