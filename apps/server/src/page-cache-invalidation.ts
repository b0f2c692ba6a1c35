import { accountReinstated, accountSuspended, profileChanged } from './modules/people/accounts/events.ts'
import { accountClosed, accountClosing, accountClosingCancelled } from './modules/leaving/closing/events.ts'
import { itemChanged, itemPublished, itemWithdrawn } from './modules/content/items/events.ts'
import { translationsChanged } from './modules/site/i18n/events.ts'
import { fileBlocked, fileCaptioned, fileDescribed, fileReady } from './modules/media/events.ts'
import { pageChanged } from './modules/site/pages/events.ts'
import { promoChanged } from './modules/site/promos/events.ts'
import { settingsChanged } from './modules/site/settings/events.ts'
import { scheduleChanged } from './modules/live/schedule/events.ts'
import { plansChanged } from './modules/money/subscriptions/events.ts'
import { performerApproved, performerReopened, performerRevoked } from './modules/people/verifications/events.ts'
import type { DeclaredEvent, PublishedEvent } from './platform/events/events.ts'

/** Events that change a page for signed-out visitors. Every web process receives them and invalidates its cached pages. */
export const pageChanges: readonly DeclaredEvent[] = [
  itemPublished,
  itemChanged,
  itemWithdrawn,
  profileChanged,
  plansChanged,
  scheduleChanged,
  performerApproved,
  performerRevoked,
  performerReopened,
  accountSuspended,
  accountClosing,
  accountClosingCancelled,
  accountClosed,
  accountReinstated,
  fileCaptioned,
  fileReady,
  fileDescribed,
  fileBlocked,
  settingsChanged,
  promoChanged,
  pageChanged,
  translationsChanged,
]
const names = new Set(pageChanges.map(({ name }) => name))
export const changesPages = ({ topic }: PublishedEvent): boolean => names.has(topic)
