import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const show = z.object({ showId: id, performerId: id, userId: id })
const to = ['performerId', 'userId'] as const

export const showRequested = event('show.requested', show, { to })
/** It was accepted, declined, taken back or nobody answered. */
export const showAnswered = event('show.answered', show, { to })
/** Video has reached the fan for the first time. */
export const showStarted = event('show.started', show, { to })
export const showTicked = event('show.ticked', show, { to })
/** Something was written in a group show. Its creator and those who are in it hear of it. */
export const groupMessageCreated = event('group-message.created', z.object({ groupId: id, messageId: id }), {
  to: 'many',
})
export const showEnded = event('show.ended', show, { to })
