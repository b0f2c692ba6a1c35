import { z } from 'zod'
import { event, id } from '../../../platform/events/events.ts'

/** A disputed payment was paid out to a creator already. */
export const earningsOwed = event('earnings.owed', z.object({ performerId: id, paymentId: id, tokens: z.number() }))
