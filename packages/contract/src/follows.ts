import { z } from 'zod'
import { endpoint, many, one } from './endpoint.ts'
import { performerSummary, personSummary } from './items.ts'
import { id, instant, listQuery } from './fields.ts'
import { performerRefusals } from './refusals.ts'

const params = z.object({ id })
const reply = one(z.object({ performerId: z.string(), isFollowed: z.boolean() }))

export const follow = endpoint('POST /follows/:id', {
  group: 'follows',
  summary: 'Follows a creator; following twice changes nothing.',
  who: 'any',
  limit: 'write',
  refuses: [...performerRefusals, 'NOT_TO_ONESELF'],
  params,
  reply,
})
export const unfollow = endpoint('DELETE /follows/:id', {
  group: 'follows',
  summary: 'Stops following a creator; doing so twice changes nothing.',
  who: 'any',
  limit: 'write',
  params,
  reply,
})
export const listFollowers = endpoint('GET /follows/followers', {
  group: 'follows',
  summary: 'Who follows me, newest first unless sorted otherwise.',
  who: 'any',
  limit: 'read',
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(personSummary.extend({ followedAt: instant })),
})
export const listFollowing = endpoint('GET /follows/following', {
  group: 'follows',
  summary: 'Creators I follow, newest first unless sorted otherwise.',
  who: 'any',
  limit: 'read',
  query: z.object(listQuery(['createdAt', 'updatedAt'])),
  reply: many(performerSummary.extend({ tagline: z.string(), followedAt: instant })),
})
