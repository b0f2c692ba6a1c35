import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { flag } from './fields.ts'

/** Who an item is looked at as, before it is published. */
export const previewViewers = ['visitor', 'follower', 'subscriber', 'buyer', 'listed'] as const
export type PreviewViewer = (typeof previewViewers)[number]

const access = z.object({
  viewer: z.enum(previewViewers),
  view: z.boolean(),
  /** Why it is closed and how it could be opened; null where it is open. */
  locked: z
    .object({
      reason: z.enum(['sign-in', 'follow', 'subscribe', 'buy', 'list']),
      alsoBySubscribing: z.boolean(),
    })
    .nullable(),
})

export const previewAccess = endpoint('GET /performer/access-preview', {
  group: 'items',
  summary: 'What each kind of viewer would get of a published item of one’s own with this audience.',
  who: 'performer',
  limit: 'read',
  query: z.object({
    type: z.enum(['public', 'followers', 'subscribers', 'plan', 'paid', 'list']),
    freeForSubscribers: flag.optional(),
  }),
  reply: one(z.array(access)),
})
