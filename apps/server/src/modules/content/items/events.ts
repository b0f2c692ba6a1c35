import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

const item = z.object({ itemId: id, kind: z.string(), performerId: id })

export const itemPublished = event('item.published', item, { to: 'many' })
export const itemChanged = event('item.changed', item)
export const itemWithdrawn = event('item.withdrawn', item)
/** It is in the home feeds of all who get it. */
export const itemArrived = event('item.arrived', item.omit({ kind: true }), { to: 'many' })
