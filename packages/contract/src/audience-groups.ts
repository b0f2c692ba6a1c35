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
/** How many people one request names: those of a page that are added to a list or written to. */
export const audiencePageMax = 100
