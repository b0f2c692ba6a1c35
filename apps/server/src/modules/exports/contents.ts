import { accountSubjects } from './subjects/account.ts'
import { moneySubjects } from './subjects/money.ts'
import { peopleSubjects } from './subjects/people.ts'
import { postSubjects } from './subjects/posts.ts'
import { recordSubjects } from './subjects/record.ts'
import type { Subject } from './subjects/subject.ts'

/** What an archive holds, in the order in which it is written. */
export const subjects: readonly Subject[] = [
  ...accountSubjects,
  ...peopleSubjects,
  ...moneySubjects,
  ...postSubjects,
  ...recordSubjects,
]

/** Raised when a field changes its meaning or goes; a new field or file is no new version. */
export const formatVersion = 1
export const formatName = 'fanlight-data-export'

const staffs = 'Belongs to the site. That a member of staff changed it stands in the record.'
const reckoned = 'Reckoned from what is exported, and made again at any time.'
const secret = 'A secret that works once, kept as a hash and for minutes.'
const machinery = 'How the programs work together; says nothing of a person, or forgets it within days.'
/** Tables that no archive holds, and why. A table is either here or in a subject: a test sees to that. */
export const leftOut: Readonly<Record<string, string>> = {
  captcha_spent: machinery,
  captcha_tries: 'Hashes of networks, kept for minutes; which network was whose nobody can say.',
  counter_deltas: reckoned,
  event_cursors: machinery,
  events: machinery,
  feed_inbox: reckoned,
  feed_words: reckoned,
  file_variants: 'Smaller pictures and films made from the originals, which are in the archive.',
  gateway_customers:
    'A number under which the payment company keeps the cards; it lets us ask there and says nothing more.',
  gateway_events: 'What a payment company told about payments; what became of it stands in `payments.json`.',
  idempotent_replies: machinery,
  keyword_days: 'Words and how often they were searched, without by whom.',
  keyword_marks: 'Hashes with a salt that is thrown away each day; whose they were nobody can say.',
  keyword_salts: machinery,
  kysely_migration: machinery,
  kysely_migration_lock: machinery,
  ledger_seals: 'The seals of the books, one for each transaction of everybody.',
  ledger_unsealed: machinery,
  message_overrides: staffs,
  one_time_tokens: secret,
  passkey_challenges: secret,
  payment_retries: machinery,
  payout_freezes: staffs,
  performer_listings: reckoned,
  posts: staffs,
  promos: staffs,
  settings: staffs,
  sign_in_guesses: 'Hashes, kept for an hour; whose log-in was guessed at nobody can say.',
  spent_provider_answers: machinery,
  token_packages: staffs,
  workers: machinery,
}
/** Columns of exported tables that no archive holds, and why. */
export const leftOutColumns: Readonly<Record<string, string>> = {
  'accounts.password_hash': 'A secret.',
  'accounts.terms_version': 'The newest of those in `terms.json`.',
  'accounts.access_epoch': 'A number that makes old addresses of media void.',
  'account_closings.status_before': 'What the account is again when the closing is taken back.',
  'account_closings.reminded_at': machinery,
  'account_closings.closed_at': 'A closed account has no archive.',
  'account_closings.told_through': machinery,
  'performers.is_verified': reckoned,
  'sessions.token_hash': 'A secret.',
  'known_devices.device_hash': 'A secret.',
  'authenticator_apps.sealed_secret': 'A secret.',
  'authenticator_apps.key_id': machinery,
  'authenticator_apps.last_step': machinery,
  'passkeys.id': machinery,
  'passkeys.credential_id': 'Half of a secret.',
  'passkeys.public_key': 'Half of a secret.',
  'passkeys.counter': machinery,
  'passkeys.transports': machinery,
  'recovery_codes.code_hash': 'A secret.',
  'email_changes.id': machinery,
  'email_changes.session_id': machinery,
  'email_changes.present_hash': 'A secret.',
  'email_changes.new_hash': 'A secret.',
  'age_checks.id': machinery,
  'age_checks.secret_hash': 'A secret.',
  'subscriptions.plan_id': 'The plan is named.',
  'subscriptions.card_id': 'The payments say which card paid.',
  'subscriptions.key': machinery,
  'subscriptions.body_hash': machinery,
  'ledger_accounts.id': machinery,
  'ledger_accounts.created_at': machinery,
  'ledger_accounts.may_be_negative': machinery,
  'ledger_accounts.balance': 'A snapshot; the balance itself is exported.',
  'ledger_tail.transaction_id': 'Counted in the balance.',
  'ledger_tail.line': 'Counted in the balance.',
  'ledger_tail.amount': 'Counted in the balance.',
  'ledger_tail.account_id': 'Counted in the balance.',
  'ledger_transactions.actor_id': 'A member of staff, or this person.',
  'charges.transaction_id': 'The same as its id.',
  'charges.key': machinery,
  'charges.body_hash': machinery,
  'earnings.charge_id': 'The same as its id.',
  'payment_transactions.action_url': 'An address that worked for minutes.',
  'payment_transactions.key': machinery,
  'payment_transactions.body_hash': machinery,
  'cards.gateway_ref': 'The payment company’s name for the card.',
  'files.phash': 'A fingerprint by which pictures are compared.',
  'files.average_color': reckoned,
  'files.is_playable': machinery,
  'files.progress': machinery,
  'files.attempts': machinery,
  'files.unheld_since': machinery,
  'polls.performer_id': 'The creator of the post.',
  'polls.created_at': 'The post says when.',
  'verifications.decided_by': 'A member of staff.',
  'verification_documents.storage_key': machinery,
  'verification_documents.key_id': machinery,
  'verification_documents.reminded_days': machinery,
  'mails.id': machinery,
  'mails.html': 'The text says the same.',
  'mails.attempts': machinery,
  'mails.sealed_secret': 'A secret.',
  'mails.reply_to': 'Ours, or of somebody who wrote to us.',
  'audit_log.reason': 'Staff’s own words, which may speak of others who complained.',
  'audit_log.before': 'May speak of others; what changed is in the archive as it is now.',
  'audit_log.after': 'May speak of others; what changed is in the archive as it is now.',
  'audit_log.request_id': machinery,
  'data_exports.id': machinery,
  'data_exports.progress': machinery,
  'data_exports.storage_key': machinery,
  'data_exports.bytes': machinery,
  'data_exports.expires_at': machinery,
}
