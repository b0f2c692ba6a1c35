import { accountReinstated, accountSuspended, profileChanged } from './modules/accounts/events.ts'
import { accountClosed, accountClosing, accountClosingCancelled } from './modules/closing/events.ts'
import { itemChanged, itemPublished, itemWithdrawn } from './modules/content/events.ts'
import { translationsChanged } from './modules/i18n/events.ts'
import { fileBlocked, fileCaptioned, fileDescribed, fileReady } from './modules/media/events.ts'
import { pageChanged } from './modules/pages/events.ts'
import { promoChanged } from './modules/promos/events.ts'
import { settingsChanged } from './modules/site/events.ts'
import { plansChanged } from './modules/subscriptions/events.ts'
import { performerApproved, performerReopened, performerRevoked } from './modules/verifications/events.ts'
import type { DeclaredEvent, PublishedEvent } from './platform/events.ts'

/** Events that change a page for signed-out visitors. Every web process receives them and invalidates its cached pages. */
export const pageChanges: readonly DeclaredEvent[] = [
  itemPublished,
  itemChanged,
  itemWithdrawn,
  profileChanged,
  plansChanged,
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
