import { z } from 'zod'
import { says } from './field-errors.ts'
import { endpoint, one } from './endpoint.ts'
import { itemKindNames } from './items.ts'
import { id } from './fields.ts'
import { itemRefusals, performerRefusals } from './refusals.ts'

export const reactionObjects = [...itemKindNames, 'performer', 'comment'] as const

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
