import * as streamPolls from './modules/live/polls/events.ts'
import * as schedules from './modules/live/schedule/events.ts'
import * as shows from './modules/live/shows/events.ts'
import * as tipMenus from './modules/talk/conversations/tip-menu/events.ts'
import * as roomFeed from './modules/live/room-feed/events.ts'
import * as streams from './modules/live/streams/events.ts'
import * as accounts from './modules/people/accounts/events.ts'
import * as blocks from './modules/people/blocks/events.ts'
import * as charges from './modules/money/charges/events.ts'
import * as closing from './modules/leaving/closing/events.ts'
import * as comments from './modules/content/comments/events.ts'
import * as content from './modules/content/items/events.ts'
import * as conversations from './modules/talk/conversations/events.ts'
import * as broadcasts from './modules/talk/conversations/broadcasts/events.ts'
import * as publicChats from './modules/talk/conversations/public-chat/events.ts'
import * as follows from './modules/people/follows/events.ts'
import * as i18n from './modules/site/i18n/events.ts'
import * as ledger from './modules/money/ledger/events.ts'
import * as media from './modules/media/events.ts'
import * as notifications from './modules/talk/notifications/events.ts'
import * as orders from './modules/shop/orders/events.ts'
import * as pages from './modules/site/pages/events.ts'
import * as participants from './modules/content/participants/events.ts'
import * as payments from './modules/money/payments/events.ts'
import * as payouts from './modules/money/payouts/events.ts'
import * as promos from './modules/site/promos/events.ts'
import * as reactions from './modules/content/reactions/events.ts'
import * as reports from './modules/staff/reports/events.ts'
import * as site from './modules/site/settings/events.ts'
import * as subscriptions from './modules/money/subscriptions/events.ts'
import * as verifications from './modules/people/verifications/events.ts'
import * as wallet from './modules/money/wallet/events.ts'
import type { DeclaredEvent } from './platform/events/events.ts'

// All events of the server, one line a module. docs/events.md says of each who publishes and reads it.
const modules: Record<string, object> = {
  'content/comments': comments,
  'content/items': content,
  'content/participants': participants,
  'content/reactions': reactions,
  'leaving/closing': closing,
  media,
  'live/polls': streamPolls,
  'live/schedule': schedules,
  'live/shows': shows,
  'live/room-feed': roomFeed,
  'live/streams': streams,
  'money/charges': charges,
  'money/ledger': ledger,
  'money/payments': payments,
  'money/payouts': payouts,
  'money/subscriptions': subscriptions,
  'money/wallet': wallet,
  'people/accounts': accounts,
  'people/blocks': blocks,
  'people/follows': follows,
  'people/verifications': verifications,
  'shop/orders': orders,
  'site/i18n': i18n,
  'site/pages': pages,
  'site/promos': promos,
  'site/settings': site,
  'staff/reports': reports,
  'talk/conversations': conversations,
  'talk/conversations/broadcasts': broadcasts,
  'talk/conversations/public-chat': publicChats,
  'talk/conversations/tip-menu': tipMenus,
  'talk/notifications': notifications,
}

/** A declared event, with the name of its constant and the module that declares it. */
export interface ListedEvent {
  event: DeclaredEvent
  constant: string
  module: string
}
export const events: readonly ListedEvent[] = Object.entries(modules).flatMap(([module, declarations]) =>
  Object.entries(declarations).flatMap(([constant, value]: [string, unknown]) =>
    isEvent(value) ? [{ event: value, constant, module }] : [],
  ),
)
function isEvent(value: unknown): value is DeclaredEvent {
  return typeof value === 'object' && value !== null && 'schema' in value
}
