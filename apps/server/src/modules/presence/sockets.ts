import { z } from 'zod'
import type { PublishedEvent } from '../../platform/events.ts'
import { answering, type Commands, type PresenceChange } from '../../platform/live.ts'
import { watchableOf } from './watchable.ts'

export const presenceCommands: Commands = answering({
  'presence/watch': async (ctx, { viewer, payload, watch }) => ({
    online: await watch([...new Set(payload.accountIds)], (accountIds) => watchableOf(ctx, viewer, accountIds)),
  }),
})

const changed = z.object({ accountId: z.uuid() })
const blocked = z.object({ blockerId: z.uuid(), blockedId: z.uuid() })

/** Accounts may have been hidden or shown; after a block the two no longer see each other. */
export function presenceOf({ topic, payload }: PublishedEvent): PresenceChange | undefined {
  switch (topic) {
    case 'profile.changed':
      return { look: [changed.parse(payload).accountId] }
    case 'account.blocked': {
      const { blockerId, blockedId } = blocked.parse(payload)
      return { apart: [blockerId, blockedId] }
    }
    default:
      return undefined
  }
}
