import type { Fact } from './platform/events.ts'

/** What changes a page that signed-out visitors see. Every web process hears of it and forgets the pages that it keeps. */
export const topics = new Set([
  'feed.published',
  'feed.changed',
  'feed.withdrawn',
  'profile.changed',
  'plans.changed',
  'performer.approved',
  'performer.revoked',
  'account.suspended',
  'account.closing',
  'account.kept',
  'account.closed',
  'account.reinstated',
  'file.ready',
  'file.blocked',
  'settings.changed',
  'promo.changed',
  'post.changed',
  'translations.changed',
])
export const changesPages = ({ topic }: Fact): boolean => topics.has(topic)
