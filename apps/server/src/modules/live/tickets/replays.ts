import type { Context } from '../../../platform/context.ts'
import { on, subscriber } from '../../../platform/events/event-subscribers.ts'
import { itemPublished } from '../../content/items/events.ts'
import { grantAlong } from '../../money/charges/granting-along.ts'
import * as store from './store.ts'

// Replays that whoever has a ticket watches without paying again. They own such a video by the charge of their ticket, so that the access policy finds it as
// it finds everything that was bought.

/** When a show has taken place: tickets may have been sold after the replay of its first part was published. */
export async function grantReplaysOf(tx: Context, showId: string): Promise<void> {
  for (const { itemId } of await store.replaysOf(tx, showId)) await grantAlong(tx, { soldId: showId, itemId })
}

/** A video that was published just now, by its creator at once or later from a draft. */
export async function grantReplay(tx: Context, itemId: string): Promise<void> {
  const replay = await store.replayOfShow(tx, itemId)
  if (replay) await grantAlong(tx, { soldId: replay.showId, itemId })
}

export const replaySubscriber = subscriber('ticket-replays', [
  on(itemPublished, async (tx, { itemId, kind }) => {
    if (kind === 'video') await grantReplay(tx, itemId)
  }),
])
