import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const reactionLiked = event(
  'reaction.liked',
  z.object({ objectType: z.string(), objectId: id, performerId: id.nullable(), fanId: id }),
)
