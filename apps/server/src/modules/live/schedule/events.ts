import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

/** What a creator has announced is not what it was. */
export const scheduleChanged = event('schedule.changed', z.object({ performerId: id }))
