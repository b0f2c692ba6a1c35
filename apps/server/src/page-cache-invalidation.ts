import type { PublishedEvent } from './platform/events.ts'

/** Events that change a page for signed-out visitors. Every web process receives them and invalidates its cached pages. */
export const topics = new Set([
  'item.published',
  'item.changed',
  'item.withdrawn',
  'profile.changed',
  'plans.changed',
  'performer.approved',
  'performer.revoked',
  'performer.reopened',
  'account.suspended',
  'account.closing',
  'account.closing_cancelled',
  'account.closed',
  'account.reinstated',
  'file.captioned',
  'file.ready',
  'file.described',
  'file.blocked',
  'settings.changed',
  'promo.changed',
  'post.changed',
  'translations.changed',
])
export const changesPages = ({ topic }: PublishedEvent): boolean => topics.has(topic)
