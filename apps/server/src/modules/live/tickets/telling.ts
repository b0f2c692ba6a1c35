import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { notify, notifyAll } from '../../talk/notifications/notify.ts'
import { tellTicketHoldersJob } from './jobs.ts'
import * as store from './store.ts'

const kinds = { opened: 'show_opened', begun: 'show_begun', reached: 'show_reached' } as const
const toldAtOnce = 500

/** In the transaction in which it happens. False where it is no news, as of a show that breaks off and goes on. */
export async function tellHolders(tx: Context, showId: string, news: keyof typeof kinds): Promise<boolean> {
  const isNews = await store.addNews(tx, showId, news)
  if (isNews) await tellTicketHoldersJob.enqueue(tx, { showId, news })
  return isNews
}

/** What became of the pledges, in the transaction in which it is decided. */
export const tellCreator = (
  tx: Context,
  { id, performerId, title, goal }: store.TicketShowRow,
  kind: 'own_show_reached' | 'own_show_not_reached',
): Promise<void> =>
  notify(tx, { accountId: performerId, kind, objectId: id, tokens: goal!, detail: title, groupKey: `${kind}:${id}` })

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
    if (!found || !isStillNews(news, found)) return
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

/** What is over is no news; what has begun is news of its own. */
const isStillNews = (
  news: store.News,
  { isPlanned, isOpen, hasBegun }: { isPlanned: boolean; isOpen: boolean; hasBegun: boolean },
): boolean => (news === 'reached' ? isPlanned : isOpen && hasBegun === (news === 'begun'))
