import { z } from 'zod'
import { event, id } from '../../../../platform/events/events.ts'

export const broadcastChanged = event('broadcast.changed', z.object({ broadcastId: id, performerId: id }), {
  to: ['performerId'],
})
