import { z } from 'zod'
import { event } from '../../../platform/events/events.ts'

/** `maintenance` is null where it has not changed. */
export const settingsChanged = event(
  'settings.changed',
  z.object({ names: z.array(z.string()), maintenance: z.boolean().nullable() }),
  { to: 'many' },
)
