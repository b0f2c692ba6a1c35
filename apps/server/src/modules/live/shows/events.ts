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
export const showEnded = event('show.ended', show, { to })
