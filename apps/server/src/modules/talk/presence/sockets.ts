import { answering, type Commands, type PresenceReader, presenceOn } from '../../../platform/sockets/declarations.ts'
import { profileChanged } from '../../people/accounts/events.ts'
import { accountBlocked } from '../../people/blocks/events.ts'
import { watchableOf } from './watchable.ts'

export const presenceCommands: Commands = answering({
  'presence/watch': async (ctx, { viewer, payload, watch }) => ({
    online: await watch([...new Set(payload.accountIds)], (accountIds) => watchableOf(ctx, viewer, accountIds)),
  }),
})

/** Accounts may have been hidden or shown; after a block the two no longer see each other. */
export const presenceChanges: PresenceReader[] = [
  presenceOn(profileChanged, ({ accountId }) => ({ look: [accountId] })),
  presenceOn(accountBlocked, ({ blockerId, blockedId }) => ({ apart: [blockerId, blockedId] })),
]
