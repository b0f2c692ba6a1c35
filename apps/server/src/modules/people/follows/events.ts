import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const followStarted = event('follow.started', z.object({ fanId: id, performerId: id }))
