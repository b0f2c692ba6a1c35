// The values of reports that pages need as well, without their schemas.

export const reportTargets = [
  'feed',
  'video',
  'gallery',
  'photo',
  'product',
  'comment',
  'message',
  'performer',
  'user',
] as const
export type ReportTarget = (typeof reportTargets)[number]
export const reportCategories = [
  'illegal',
  'minor',
  'non_consensual',
  'copyright',
  'spam',
  'impersonation',
  'harassment',
  'other',
] as const
export type ReportCategory = (typeof reportCategories)[number]
export const reportStates = ['open', 'triaged', 'actioned', 'dismissed', 'appealed', 'closed'] as const
export type ReportState = (typeof reportStates)[number]
/** Within how many hours a report is decided. An appeal has a week. */
export const reportDueHours: Readonly<Record<ReportCategory, number>> = {
  minor: 1,
  non_consensual: 24,
  illegal: 72,
  harassment: 72,
  impersonation: 168,
  copyright: 168,
  spam: 168,
  other: 168,
}
export const appealDueHours = 168
export const appealMonths = 6
/** Cases of these categories are for moderators who also have the permission compliance. */
export const restrictedCategories: readonly ReportCategory[] = ['minor', 'non_consensual']
/** What is reported as one of these is hidden at once, until staff decide. */
export const hidesAtOnce: readonly ReportCategory[] = ['minor', 'non_consensual']
/** What is reported as one of these is hidden when its due time has passed, until staff decide. */
export const hiddenWhenLate: readonly ReportCategory[] = [
  'minor',
  'non_consensual',
  'illegal',
  'harassment',
  'impersonation',
  'copyright',
]

export const reportActions = ['hide', 'remove', 'delete_comment', 'delete_message', 'suspend', 'dismiss'] as const
export type ReportAction = (typeof reportActions)[number]
