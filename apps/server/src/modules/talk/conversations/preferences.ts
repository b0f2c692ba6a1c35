import { type ConversationPreferences, pinnedConversationsMax } from '@fanlight/contract/conversations'
import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireConversation } from './opening.ts'
import * as store from './store.ts'
import { conversationChanged } from './events.ts'

/** Mutes, hides or pins a conversation for the viewer alone; on their other pages it changes at once. */
export const setPreferences = (
  ctx: Context,
  viewer: SignedIn,
  id: string,
  preferences: ConversationPreferences,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    await requireConversation(tx, viewer, id)
    if (preferences.isPinned) {
      await store.lockPins(tx, viewer.id)
      refuseIf((await store.countPinned(tx, viewer.id, id)) >= pinnedConversationsMax, 'TOO_MANY_PINNED')
    }
    await store.setPreferences(tx, id, viewer.id, preferences)
    await publish(tx, conversationChanged, { conversationId: id, accountId: viewer.id })
  })
