import { z } from 'zod'
import { says } from './field-errors.ts'
import { endpoint, many, one } from './endpoint.ts'
import { performerSummary } from './posts.ts'
import { id, instant, listQuery } from './fields.ts'
import { itemRefusals, performerRefusals } from './refusals.ts'

export const reactionObjects = ['feed', 'gallery', 'video', 'photo', 'product', 'performer', 'comment'] as const

const body = z
  .strictObject({ action: z.enum(['like', 'bookmark']), objectType: z.enum(reactionObjects), objectId: id })
  .refine((entry) => entry.action === 'like' || entry.objectType !== 'comment', {
    path: ['action'],
    message: says('LIKES_ONLY'),
  })
export type ReactionInput = z.output<typeof body>
const reply = one(z.object({ action: z.string(), objectType: z.string(), objectId: z.string(), active: z.boolean() }))

export const react = endpoint('POST /reactions', {
  group: 'reactions',
  summary: 'Likes or bookmarks something; doing so twice changes nothing.',
  who: 'any',
  limit: 'write',
  refuses: [...itemRefusals, ...performerRefusals],
  body,
  reply,
})
export const unreact = endpoint('DELETE /reactions', {
  group: 'reactions',
  summary: 'Takes a like or a bookmark back; doing so twice changes nothing.',
  who: 'any',
  limit: 'write',
  refuses: performerRefusals,
  body,
  reply,
})
export const bookmarkedItems = endpoint('GET /reactions/:type/bookmark', {
  group: 'reactions',
  summary: 'Bookmarked things of one kind, newest bookmark first.',
  who: 'any',
  limit: 'read',
  params: z.object({ type: z.enum(['photos', 'photo']) }),
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(
    z.object({
      _id: z.string(),
      kind: z.string(),
      title: z.string(),
      performer: performerSummary,
      publishedAt: instant.nullable(),
      bookmarkedAt: instant,
      can: z.object({ view: z.boolean() }),
    }),
  ),
})
