import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const commentWritten = event(
  'comment.written',
  z.object({ commentId: id, itemId: id, performerId: id, authorId: id, parentId: id.nullable() }),
)
