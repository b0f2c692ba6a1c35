import { subscriptionMessages } from '@fanlight/contract/sockets'
import { z } from 'zod'
import type { Topics } from '../../platform/live.ts'

const subscriptionMessage = z.object({ subscriptionId: z.uuid(), userId: z.uuid(), performerId: z.uuid() })
const changes = subscriptionMessages['subscription/updated'].shape.change.options

/** Both sides of a subscription hear what became of it, on every page they have open. */
export const subscriptionTopics: Topics = Object.fromEntries(
  changes.map((change): [string, Topics[string]] => [
    `subscription.${change}`,
    (_ctx, event) => {
      const data = { ...subscriptionMessage.parse(event.payload), change }
      return [data.userId, data.performerId].map((id) => ({
        room: `account:${id}`,
        name: 'subscription/updated',
        data,
      }))
    },
  ]),
)
