import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { notifyAll } from '../../talk/notifications/notify.ts'
import { tellTicketHoldersJob } from './jobs.ts'
import * as store from './store.ts'

const kinds = { opened: 'show_opened', begun: 'show_begun' } as const
const toldAtOnce = 500

/** In the transaction in which a show is opened or begins: a show that breaks off and goes on is no news again. */
export async function tellHolders(tx: Context, showId: string, news: keyof typeof kinds): Promise<void> {
  if (await store.addNews(tx, showId, news)) await tellTicketHoldersJob.enqueue(tx, { showId, news })
}

/**
 * Tells some hundreds and leaves the rest to the next job. How far it came is written with what it told, so that nobody is told twice where a worker is
 * killed.
 */
export const tellTicketHolders = (
  ctx: Context,
  { showId, news }: z.output<typeof tellTicketHoldersJob.schema>,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await store.lockNews(tx, showId, news)
    // What is over is no news; what has begun is news of its own.
    if (!found || (news === 'opened' ? found.hasBegun : !found.hasBegun) || !found.isOpen) return
    const chunk = await store.holdersAfter(tx, showId, found.toldTo, toldAtOnce)
    const last = chunk.at(-1)
    if (!last) return
    await store.setToldTo(tx, showId, news, last.accountId)
    await notifyAll(
      tx,
      chunk
        .filter(({ isHidden }) => !isHidden)
        .map(({ accountId }) => ({
          accountId,
          kind: kinds[news],
          actorId: found.performerId,
          objectId: showId,
          detail: found.title,
          groupKey: `ticket-show:${showId}:${news}`,
        })),
    )
    if (chunk.length === toldAtOnce) await tellTicketHoldersJob.enqueue(tx, { showId, news })
  })
