import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

export const promoChanged = event('promo.changed', z.object({ id }))
