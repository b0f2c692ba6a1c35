import { z } from 'zod'
import { event } from '../../../platform/events/events.ts'

export const translationsChanged = event('translations.changed', z.object({ locale: z.string() }))
