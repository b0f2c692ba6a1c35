import { z } from 'zod'

/** The reasons that a list gives. docs/decisions/0041-rank-creators-by-a-scheduled-job.md says when each is given. */
export const whyCodes = [
  'popular_with_followers',
  'because_you_follow',
  'popular_in',
  'popular_this_week',
  'new_this_week',
  'newest',
  'most_followed',
  'lately_active',
  'by_name',
  'name_match',
  'near_match',
  'text_match',
  'chance',
] as const
export type WhyCode = (typeof whyCodes)[number]

export const why = z.object({
  code: z.enum(whyCodes),
  /** The name of the followed creator, for `popular_with_followers` and `because_you_follow`. */
  name: z.string().nullable(),
  /** In what, for `popular_in`. */
  category: z.string().nullable(),
})
export type Why = z.infer<typeof why>
