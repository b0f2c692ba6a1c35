import { z } from 'zod'
import { event } from '../../../platform/events/events.ts'

export const pageChanged = event('page.changed', z.object({ slug: z.string(), locale: z.string() }))
