// What the audit log records. Without a schema, so that pages may import it.

/** Everything that is written into the audit log, by what it is about. Pages have a word for each, and show them in this order. */
const actionsByGroup = {
  account: [
    'suspended',
    'reinstated',
    'sessions_ended',
    'confirmation_mailed',
    'noted',
    'personal_data_viewed',
    'closing',
    'closing_cancelled',
    'closed',
  ],
  second_factor: ['removal_requested', 'removed', 'removal_withdrawn', 'removal_stopped'],
  archive: ['requested', 'fetched'],
  verification: [
    'claimed',
    'viewed',
    'document_viewed',
    'approved',
    'rejected',
    'more_info',
    'approval_undone',
    'revoked',
  ],
  consent: ['viewed', 'document_viewed', 'verified', 'rejected', 'revoked'],
  report: ['viewed', 'media_viewed', 'assigned', 'actioned', 'dismissed', 'appeal_upheld', 'appeal_reversed'],
  live: ['watched', 'stopped', 'suspension_lifted'],
  room: [
    'moderator',
    'moderator_removed',
    'muted',
    'muted_removed',
    'banned',
    'banned_removed',
    'pinned',
    'cleared',
    'message_deleted',
    'message_approved',
    'message_refused',
    'marker_added',
    'marker_removed',
    'poll_started',
    'poll_ended',
  ],
  order: ['released', 'refunded', 'split'],
  dispute: ['reviewed'],
  payout: ['approved', 'approval_withdrawn', 'rejected', 'sent', 'paid', 'failed', 'reversed'],
  payouts: ['frozen', 'unfrozen'],
  payout_details: ['viewed', 'bank_changed', 'gateways_changed'],
  coupon: ['made', 'changed', 'ended'],
  promo: ['made', 'changed', 'removed'],
  post: ['written', 'unpublished', 'removed'],
  image: ['uploaded'],
  translation: ['overridden', 'reset'],
  settings: ['changed'],
  setting: ['changed'],
  events: ['retried'],
  admin: ['created'],
  audit: ['exported'],
} as const

export type AuditGroup = keyof typeof actionsByGroup
/** `account.suspended`, `room.banned` and so on. */
export type AuditAction = { [Group in AuditGroup]: `${Group}.${(typeof actionsByGroup)[Group][number]}` }[AuditGroup]
/** The last part of the actions of one group: `approved` of `payout.approved`. */
export type AuditActionOf<Group extends AuditGroup> = (typeof actionsByGroup)[Group][number]

/** The actions of each group, in the order that lists show them. */
export const auditActions = Object.entries(actionsByGroup).map(([group, actions]) => ({
  group: group as AuditGroup,
  actions: actions.map((action) => `${group}.${action}` as AuditAction),
}))

/** What the log may be about. */
export const auditTargets = [
  'account',
  'performer',
  'verification',
  'verification_document',
  'participant',
  'participant_document',
  'report',
  'order',
  'payment',
  'payout',
  'payout_freeze',
  'coupon',
  'promo',
  'post',
  'file',
  'translation',
  'settings',
  'setting',
  'events',
  'audit',
] as const
export type AuditTarget = (typeof auditTargets)[number]
