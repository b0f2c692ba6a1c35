import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

/** A poll has begun, stands otherwise than before, or is over. Those who follow its stream hear of it, and its creator. */
export const streamPollChanged = event('stream-poll.changed', z.object({ pollId: id, streamId: id, performerId: id }), {
  to: 'many',
})
