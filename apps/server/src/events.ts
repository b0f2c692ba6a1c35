import * as accounts from './modules/accounts/events.ts'
import * as blocks from './modules/blocks/events.ts'
import * as charges from './modules/charges/events.ts'
import * as closing from './modules/closing/events.ts'
import * as comments from './modules/comments/events.ts'
import * as content from './modules/content/events.ts'
import * as conversations from './modules/conversations/events.ts'
import * as broadcasts from './modules/conversations/broadcasts/events.ts'
import * as publicChats from './modules/conversations/public-chat/events.ts'
import * as follows from './modules/follows/events.ts'
import * as i18n from './modules/i18n/events.ts'
import * as ledger from './modules/ledger/events.ts'
import * as media from './modules/media/events.ts'
import * as notifications from './modules/notifications/events.ts'
import * as orders from './modules/orders/events.ts'
import * as pages from './modules/pages/events.ts'
import * as participants from './modules/participants/events.ts'
import * as payments from './modules/payments/events.ts'
import * as payouts from './modules/payouts/events.ts'
import * as promos from './modules/promos/events.ts'
import * as reactions from './modules/reactions/events.ts'
import * as reports from './modules/reports/events.ts'
import * as site from './modules/site/events.ts'
import * as subscriptions from './modules/subscriptions/events.ts'
import * as verifications from './modules/verifications/events.ts'
import * as wallet from './modules/wallet/events.ts'
import type { DeclaredEvent } from './platform/events.ts'

// All events of the server, one line a module. docs/events.md says of each who publishes and reads it.
const modules: Record<string, object> = {
  accounts,
  blocks,
  charges,
  closing,
  comments,
  content,
  conversations,
  'conversations/broadcasts': broadcasts,
  'conversations/public-chat': publicChats,
  follows,
  i18n,
  ledger,
  media,
  notifications,
  orders,
  pages,
  participants,
  payments,
  payouts,
  promos,
  reactions,
  reports,
  site,
  subscriptions,
  verifications,
  wallet,
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
