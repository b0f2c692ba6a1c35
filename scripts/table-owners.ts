import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// A table is written by its own module only; others call a rule of that module. Reading is free. Functions in sql/functions are not
// looked at: they are where several tables are written in one statement.

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = 'apps/server/src'

/** Module → the tables it owns. */
const owned: Record<string, readonly string[]> = {
  accounts: [
    'accounts',
    'authenticator_apps',
    'email_changes',
    'former_usernames',
    'known_devices',
    'one_time_tokens',
    'passkey_challenges',
    'passkeys',
    'provider_identities',
    'recovery_codes',
    'second_factor_removals',
    'sessions',
    'sign_in_attempts',
    'spent_provider_answers',
    'terms_acceptances',
  ],
  addresses: ['addresses'],
  age: ['age_checks'],
  audit: [
    'audit_anchors',
    'audit_checks',
    'audit_chain_entries',
    'audit_chain_links',
    'audit_signatures',
    'audit_unchained',
  ],
  payouts: ['payout_earnings', 'payout_events', 'payouts'],
  'payout-details': ['payout_details'],
  blocks: ['blocks', 'country_blocks'],
  charges: ['charge_kinds', 'charges', 'item_offers', 'offer_changes', 'purchases'],
  coupons: ['coupon_uses', 'coupons'],
  'not-interested': ['not_interested'],
  captcha: ['captcha_spent', 'captcha_tries'],
  closing: ['account_closings'],
  comments: ['comments'],
  items: ['awaited_files', 'feed_inbox', 'feed_search', 'former_item_files', 'item_files', 'items'],
  counters: ['counter_deltas', 'views'],
  earnings: ['earning_returns', 'earnings'],
  holds: ['wallet_holds'],
  exports: ['data_exports'],
  conversations: [
    'broadcast_files',
    'broadcast_recipients',
    'broadcasts',
    'conversation_members',
    'conversations',
    'held_stream_messages',
    'link_previews',
    'message_files',
    'messages',
    'stream_conversations',
    'stream_people',
    'tip_menu_items',
    'tip_orders',
    'welcome_message_files',
  ],
  notifications: ['notification_post_reads', 'notification_settings', 'notifications', 'push_subscriptions'],
  orders: ['order_decisions', 'order_events', 'orders'],
  products: ['products'],
  posts: ['feeds', 'poll_options', 'poll_votes', 'polls'],
  // The books of the test gateway, which is a package of its own.
  'fake-stripe': ['fake_stripe.deliveries', 'fake_stripe.idempotency', 'fake_stripe.objects'],
  audience: ['fan_spending'],
  'fan-lists': ['fan_list_members', 'fan_lists'],
  'fan-notes': ['fan_notes'],
  follows: ['follows'],
  galleries: ['galleries', 'photos'],
  ledger: [
    'ledger_accounts',
    'ledger_check_alarm',
    'ledger_checks',
    'ledger_entries',
    'ledger_chain_links',
    'ledger_tail',
    'ledger_transactions',
    'ledger_unchained',
    'payout_freezes',
  ],
  mail: ['bounced_addresses', 'mails'],
  media: ['consent_quarantines', 'file_captions', 'file_variants', 'files', 'uploads'],
  payments: ['cards', 'dispute_charges', 'disputes', 'gateway_customers', 'gateway_events', 'payment_transactions'],
  performers: ['performer_days', 'performer_listings', 'performers'],
  platform: [
    'audit_log',
    'event_subscribers',
    'events',
    'failed_events',
    'idempotent_replies',
    'live_processes',
    'online_accounts',
    'scheduled_jobs',
    'schema_migrations',
    'sql_functions',
    'workers',
  ],
  pages: ['posts'],
  participants: ['item_participants', 'participant_documents', 'participants'],
  promos: ['promos'],
  reactions: ['reactions'],
  reports: ['report_cases', 'report_files', 'reports'],
  search: ['keyword_days', 'keyword_marks', 'keyword_salts', 'search_terms'],
  settings: ['settings'],
  schedule: ['scheduled_streams', 'stream_reminders'],
  polls: ['stream_polls', 'stream_poll_votes'],
  shows: ['shows', 'group_shows', 'group_messages'],
  tickets: ['ticket_shows', 'ticket_show_news'],
  recordings: ['recordings'],
  streams: ['streams', 'stream_goals'],
  safety: ['live_suspensions', 'live_looks'],
  engine: ['agora_seats', 'live_reached', 'live_removals'],
  wall: ['live_stills'],
  keys: ['stream_keys'],
  markers: ['stream_markers'],
  'room-feed': ['room_keys'],
  subscriptions: ['page_closures', 'plan_change_credits', 'plan_changes', 'plan_versions', 'plans', 'subscriptions'],
  i18n: ['message_overrides'],
  videos: ['watch_positions'],
  verifications: ['verification_documents', 'verifications'],
  wallet: ['token_packages'],
}

/** File → the tables of other modules that it writes, and why. None is added without need; each that goes is struck. */
const exceptions: Record<string, readonly [tables: readonly string[], why: string]> = {
  'modules/people/accounts/erasure.ts': [
    ['age_checks', 'performers'],
    'erases everything of an account in one transaction',
  ],
  'modules/people/accounts/store.ts': [['performers'], 'an account of a performer and its profile are one form'],
  'modules/people/accounts/oauth/store.ts': [['performers'], 'the same, for who signs up with another provider'],
  'modules/people/age/store.ts': [
    ['accounts'],
    'the result of a check stands on the account, which every request reads',
  ],
  'modules/money/payout-details/stored-details.ts': [['performers'], 'new payout details stop payouts for a while'],
  'modules/leaving/closing/closing.ts': [['accounts'], 'the status of an account follows its closing'],
  'modules/content/counters/item-earnings.ts': [['items'], 'counts again what the roll-up adds up'],
  'modules/content/counters/roll-up.ts': [
    ['comments', 'items', 'performer_days', 'performers', 'photos', 'poll_options'],
    'adds up counters where they are shown; nothing else writes those columns',
  ],
  'modules/media/store.ts': [['accounts', 'performers'], 'a deleted file is removed from where it is shown'],
  'modules/people/verifications/expiry.ts': [['performers'], 'the status of a profile follows its verification'],
  'platform/jobs/prune.ts': [['one_time_tokens'], 'deletes what has expired'],
  'platform/settings.ts': [['settings'], 'the store of settings, which modules/site/settings changes by its rules'],
}

const writes =
  /\b(?:INSERT INTO|DELETE FROM|UPDATE)\s+(?:ONLY\s+)?(?:public\.)?((?:fake_stripe\.)?[a-z_]+)|\b(?:insertInto|updateTable|deleteFrom)\('([a-z_.]+)'/g

/** The module of `modules/money/payouts/…` is `payouts`; access and media are in no neighbourhood. */
function moduleOf(file: string): string {
  const [folder, name, inner] = file.split('/')
  if (folder !== 'modules') return 'platform'
  return name === 'access' || name === 'media' ? name : inner!
}

/** Tables that a file writes, of those there are. */
function tablesWritten(text: string, tables: ReadonlySet<string>): Set<string> {
  return new Set([...text.matchAll(writes)].map((match) => match[1] ?? match[2]!).filter((table) => tables.has(table)))
}

function problems(): string[] {
  const schema = readFileSync(join(root, 'apps/server/schema.sql'), 'utf8')
  const tables = new Set(
    [...schema.matchAll(/^CREATE (?:UNLOGGED )?TABLE (?:public\.)?([\w.]+)/gm)].map((match) => match[1]!),
  )
  const ownerOf = new Map(Object.entries(owned).flatMap(([owner, names]) => names.map((name) => [name, owner])))
  const found = [
    ...[...tables]
      .filter((table) => !ownerOf.has(table))
      .map((table) => `${table} has no owner in scripts/table-owners.ts`),
    ...[...ownerOf.keys()]
      .filter((table) => !tables.has(table))
      .map((table) => `${table} has an owner and is no table`),
  ]
  const used = new Map<string, Set<string>>()
  for (const file of readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.test\.ts$|(^|\/)testing(\/|\.ts$)|db-types\.ts$/.test(file)) continue
    const module = moduleOf(file)
    for (const table of tablesWritten(readFileSync(join(root, sources, file), 'utf8'), tables)) {
      if (ownerOf.get(table) === module) continue
      used.set(file, (used.get(file) ?? new Set()).add(table))
      if (!exceptions[file]?.[0].includes(table))
        found.push(`${sources}/${file} writes ${table}, which is ${ownerOf.get(table)}’s: call a rule of that module`)
    }
  }
  for (const [file, [names]] of Object.entries(exceptions))
    for (const name of names)
      if (!used.get(file)?.has(name))
        found.push(`${file} no longer writes ${name}: strike it in scripts/table-owners.ts`)
  return found
}

const found = problems()
for (const problem of found) console.log(problem)
process.exitCode = found.length > 0 ? 1 : 0
