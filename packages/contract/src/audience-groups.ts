/** The groups of a creator's audience. Without a schema, so that pages may import it. */
export const audienceGroups = [
  'subscribers',
  'followers',
  'new',
  'renewing',
  'failed',
  'ending',
  'lapsed',
  'spent',
  'list',
] as const
export type AudienceGroup = (typeof audienceGroups)[number]
/** How long ago a fan was last there: within a day, a week, a month, or longer. */
export const lastActives = ['day', 'week', 'month', 'longer'] as const
/** How many people one request names: those of a page that are added to a list or written to. */
export const audiencePageMax = 100
