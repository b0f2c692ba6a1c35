import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { notifyAll } from '../../talk/notifications/notify.ts'
import { tellRemindedJob } from './jobs.ts'
import * as store from './store.ts'
import { noticeMinutes } from './times.ts'

type News = z.output<typeof tellRemindedJob.schema>
const kinds = {
  soon: 'stream_soon',
  begun: 'stream_begun',
  moved: 'stream_moved',
  cancelled: 'stream_cancelled',
} as const
const toldAtOnce = 500

/** Runs each minute: whoever asked to be reminded is told some minutes before. */
export async function remindOfStreams(ctx: Context): Promise<void> {
  for (const { id } of await store.startingSoon(ctx))
    await tellRemindedJob.enqueue(ctx, { scheduledId: id, news: 'soon' }, { key: `tell-reminded:${id}:soon` })
}

/** Tells some hundreds, and leaves the rest to the next job. What has become of the stream meanwhile has a job of its own. */
export const tellReminded = (ctx: Context, { scheduledId, news, after }: News): Promise<void> =>
  ctx.transaction(async (tx) => {
    const found = await store.lock(tx, scheduledId)
    if (!found || !isStillTrue(tx, found, news)) return
    const isReminder = news === 'soon' || news === 'begun'
    const who = news === 'soon' ? 'due' : news === 'begun' ? 'untold' : 'all'
    const chunk = await store.reminded(tx, scheduledId, who, after, toldAtOnce)
    if (isReminder)
      await store.markTold(
        tx,
        scheduledId,
        chunk.map(({ accountId }) => accountId),
      )
    await notifyAll(
      tx,
      chunk
        .filter(({ isHidden }) => !isHidden)
        .map(({ accountId }) => ({
          accountId,
          kind: kinds[news],
          actorId: found.performerId,
          objectId: scheduledId,
          detail: found.title,
          groupKey: `scheduled:${scheduledId}:${news}`,
        })),
    )
    const last = chunk.at(-1)
    if (last && chunk.length === toldAtOnce)
      await tellRemindedJob.enqueue(tx, { scheduledId, news, after: last.accountId })
  })

function isStillTrue(tx: Context, { status, startsAt }: store.ScheduledRow, news: News['news']): boolean {
  if (news === 'begun') return status === 'started'
  if (news === 'cancelled') return status === 'cancelled'
  if (status !== 'planned') return false
  return news === 'moved' || startsAt.getTime() <= tx.clock.now().getTime() + noticeMinutes * 60_000
}

const keptDays = 90
const deletedAtOnce = 500
export async function pruneSchedule(ctx: Context): Promise<void> {
  while ((await store.deleteOld(ctx, keptDays, deletedAtOnce)).length === deletedAtOnce);
}
