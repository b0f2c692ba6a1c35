import { z } from 'zod'
import { event, id } from '../platform/events/events.ts'

// Events that only tests publish.

export const testSaid = event('test.said', z.object({ n: z.int(), lazyId: id, otherId: id }), {
  to: ['lazyId', 'otherId'],
})
/** No one reads it. */
export const testNothing = event('test.nothing', z.object({ n: z.int() }))
