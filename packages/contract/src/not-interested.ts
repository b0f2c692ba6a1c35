import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { id, instant, listQuery } from './fields.ts'
import { performerSummary } from './items.ts'
import { performerRefusals } from './refusals.ts'

// What an account does not want suggested: a creator with all their posts, or one post. It hides nothing anywhere else, and nobody is told.

const group = 'user-feeds'
export const notInterestedTypes = ['performer', 'feed'] as const

export const setNotInterested = endpoint('POST /user/not-interested', {
  group,
  summary: 'Suggests a creator, or one post, no longer. Doing so twice changes nothing.',
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, 'NOT_TO_ONESELF'],
  body: z.strictObject({ type: z.enum(notInterestedTypes), id }),
  reply: one(z.object({ _id: id, isInterested: z.literal(false) })),
})
export const unsetNotInterested = endpoint('DELETE /user/not-interested/:id', {
  group,
  summary: 'Suggests a creator or a post again, by its id. Doing so twice changes nothing.',
  who: 'any',
  limit: 'write',
  params: z.object({ id }),
  reply: one(z.object({ _id: id, isInterested: z.literal(true) })),
})
export const listNotInterested = endpoint('GET /user/not-interested', {
  group,
  summary: 'What is not suggested any more, the newest first unless sorted otherwise.',
  who: 'any',
  limit: 'read',
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(
    z.object({
      /** Of the creator, or of the post. */
      _id: id,
      type: z.enum(notInterestedTypes),
      performer: performerSummary,
      /** Of a post. */
      title: z.string(),
      publishedAt: instant.nullable(),
      createdAt: instant,
    }),
  ),
})
