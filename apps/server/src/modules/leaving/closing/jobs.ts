import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

export const notifySubscribersJob = job('notify-subscribers', z.object({ performerId: id }))
