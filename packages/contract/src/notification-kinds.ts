// What people are notified of, and by which channels. docs/notifications.md shows this table; a test holds the two together.

export const notificationChannels = ['inApp', 'email', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** `true` and `false` are defaults that people change. `always` cannot be switched off; `never` does not exist. */
export type ChannelDefault = true | false | 'always' | 'never'

/** What is switched on and off as one, in the order of the preferences. */
export const notificationTopics = {
  posts: { inApp: true, email: false, push: true },
  live: { inApp: 'never', email: false, push: true },
  reminders: { inApp: true, email: true, push: true },
  comments: { inApp: true, email: false, push: true },
  likes: { inApp: true, email: 'never', push: false },
  followers: { inApp: true, email: false, push: false },
  messages: { inApp: 'never', email: false, push: true },
  tips: { inApp: true, email: true, push: true },
  sales: { inApp: true, email: false, push: false },
  subscriptions: { inApp: true, email: 'always', push: false },
  orders: { inApp: true, email: true, push: true },
  account: { inApp: 'always', email: 'always', push: true },
} as const satisfies Record<string, Record<NotificationChannel, ChannelDefault>>
export type NotificationTopic = keyof typeof notificationTopics
export const notificationTopicNames = Object.keys(notificationTopics) as NotificationTopic[]

export const notificationFilters = ['all', 'unread', 'posts', 'comments', 'tips', 'subscriptions', 'orders'] as const

interface NotificationKind {
  topic: NotificationTopic
  /** The filter of the list that shows it; `account` is shown under all alone. */
  filter: Exclude<(typeof notificationFilters)[number], 'all' | 'unread'> | 'account'
  /** Who writes the email: `notification` with what else is new, `own` in words of its own, or none. */
  email: 'notification' | 'own' | 'none'
  /** Only creators are notified of it. */
  forCreators?: true
}
export const notificationKinds = {
  post_published: { topic: 'posts', filter: 'posts', email: 'notification' },
  stream_started: { topic: 'live', filter: 'account', email: 'notification' },
  stream_soon: { topic: 'reminders', filter: 'account', email: 'notification' },
  stream_begun: { topic: 'reminders', filter: 'account', email: 'notification' },
  stream_moved: { topic: 'reminders', filter: 'account', email: 'notification' },
  stream_cancelled: { topic: 'reminders', filter: 'account', email: 'notification' },
  show_opened: { topic: 'reminders', filter: 'account', email: 'notification' },
  show_begun: { topic: 'reminders', filter: 'account', email: 'notification' },
  show_cancelled: { topic: 'orders', filter: 'orders', email: 'own' },
  show_not_held: { topic: 'orders', filter: 'orders', email: 'own' },
  show_reached: { topic: 'reminders', filter: 'account', email: 'notification' },
  show_not_reached: { topic: 'orders', filter: 'orders', email: 'own' },
  own_show_reached: { topic: 'sales', filter: 'orders', email: 'notification', forCreators: true },
  own_show_not_reached: { topic: 'sales', filter: 'orders', email: 'notification', forCreators: true },
  comment_written: { topic: 'comments', filter: 'comments', email: 'notification', forCreators: true },
  comment_replied: { topic: 'comments', filter: 'comments', email: 'notification' },
  mentioned: { topic: 'comments', filter: 'comments', email: 'notification', forCreators: true },
  item_liked: { topic: 'likes', filter: 'posts', email: 'none', forCreators: true },
  comment_liked: { topic: 'likes', filter: 'comments', email: 'none' },
  profile_liked: { topic: 'likes', filter: 'posts', email: 'none', forCreators: true },
  followed: { topic: 'followers', filter: 'subscriptions', email: 'notification', forCreators: true },
  subscribed: { topic: 'followers', filter: 'subscriptions', email: 'notification', forCreators: true },
  message_received: { topic: 'messages', filter: 'account', email: 'notification' },
  tip_received: { topic: 'tips', filter: 'tips', email: 'notification', forCreators: true },
  item_sold: { topic: 'sales', filter: 'orders', email: 'notification', forCreators: true },
  message_sold: { topic: 'sales', filter: 'orders', email: 'notification', forCreators: true },
  subscription_renewed: { topic: 'subscriptions', filter: 'subscriptions', email: 'own' },
  subscription_past_due: { topic: 'subscriptions', filter: 'subscriptions', email: 'none' },
  subscription_given: { topic: 'subscriptions', filter: 'subscriptions', email: 'none' },
  subscription_ended: { topic: 'subscriptions', filter: 'subscriptions', email: 'none' },
  subscription_revoked: { topic: 'subscriptions', filter: 'subscriptions', email: 'own' },
  order_placed: { topic: 'orders', filter: 'orders', email: 'own', forCreators: true },
  order_shipped: { topic: 'orders', filter: 'orders', email: 'own' },
  order_delivered: { topic: 'orders', filter: 'orders', email: 'none' },
  order_cancelled: { topic: 'orders', filter: 'orders', email: 'own' },
  order_problem: { topic: 'orders', filter: 'orders', email: 'own', forCreators: true },
  order_answered: { topic: 'orders', filter: 'orders', email: 'own' },
  order_escalated: { topic: 'orders', filter: 'orders', email: 'own' },
  order_decided: { topic: 'orders', filter: 'orders', email: 'own' },
  order_disputed: { topic: 'orders', filter: 'orders', email: 'own', forCreators: true },
  order_dispute_won: { topic: 'orders', filter: 'orders', email: 'own', forCreators: true },
  order_dispute_lost: { topic: 'orders', filter: 'orders', email: 'own', forCreators: true },
  verification_approved: { topic: 'account', filter: 'account', email: 'own', forCreators: true },
  verification_rejected: { topic: 'account', filter: 'account', email: 'own', forCreators: true },
  verification_more_info: { topic: 'account', filter: 'account', email: 'own', forCreators: true },
  verification_revoked: { topic: 'account', filter: 'account', email: 'own', forCreators: true },
  verification_expired: { topic: 'account', filter: 'account', email: 'own', forCreators: true },
  consent_signed: { topic: 'account', filter: 'account', email: 'none', forCreators: true },
  consent_verified: { topic: 'account', filter: 'account', email: 'own', forCreators: true },
  consent_rejected: { topic: 'account', filter: 'account', email: 'own', forCreators: true },
  consent_withdrawn: { topic: 'account', filter: 'account', email: 'own', forCreators: true },
  payout_paid: { topic: 'account', filter: 'account', email: 'notification', forCreators: true },
  payout_failed: { topic: 'account', filter: 'account', email: 'notification', forCreators: true },
  payout_rejected: { topic: 'account', filter: 'account', email: 'notification', forCreators: true },
  payout_reversed: { topic: 'account', filter: 'account', email: 'notification', forCreators: true },
  payout_reduced: { topic: 'account', filter: 'account', email: 'notification', forCreators: true },
  earnings_owed: { topic: 'account', filter: 'account', email: 'notification', forCreators: true },
  report_decided: { topic: 'account', filter: 'account', email: 'own' },
  appeal_decided: { topic: 'account', filter: 'account', email: 'own' },
} as const satisfies Record<string, NotificationKind>
export type NotificationKindName = keyof typeof notificationKinds
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKindName[]

/** What one side of an order hears of beside how far it is. */
export const orderNotices = [
  'order_problem',
  'order_answered',
  'order_escalated',
  'order_decided',
  'order_disputed',
  'order_dispute_won',
  'order_dispute_lost',
] as const satisfies readonly NotificationKindName[]
export type OrderNotice = (typeof orderNotices)[number]
