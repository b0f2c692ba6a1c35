import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { enqueueMessageRefunds } from '../../money/charges/refunding-items.ts'
import { hideItems, lockItemsShowing, restoreHidden } from '../items/hiding.ts'
import { quarantine, release } from '../../media/vault/quarantine.ts'
import { quarantineCopiesJob } from './jobs.ts'
import * as store from './store.ts'

/** The files of every item that names the person, those that it awaits, and those that such an item had when it was published. */
export const filesShowing = async (ctx: Context, participantId: string): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{ id: string }>`SELECT f.file_id AS id FROM item_participants n JOIN item_files f ON f.item_id = n.item_id
          WHERE n.participant_id = ${participantId}
        UNION SELECT unnest(a.file_ids) FROM item_participants n JOIN awaited_files a ON a.item_id = n.item_id
          WHERE n.participant_id = ${participantId}
        UNION SELECT file_id FROM former_item_files WHERE participant_id = ${participantId}`,
    )
  ).map(({ id }) => id)

/** Quarantines what shows the person and hides every item that names them or holds a quarantined file. Returns those hidden now. */
export async function hideQuarantined(tx: Context, participantId: string) {
  const fileIds = await quarantine(tx, participantId, await filesShowing(tx, participantId))
  // What was published or saved while this waited for the locks of person and files is seen by now.
  const items = await lockItemsShowing(tx, { participantId, fileIds })
  const hidden = await hideItems(tx, items)
  await enqueueMessageRefunds(tx, fileIds)
  const options = { key: `quarantine:${participantId}`, runAt: new Date(tx.clock.now().getTime() + 60_000) }
  await quarantineCopiesJob.enqueue(tx, { participantId }, options)
  return hidden
}

export const quarantineJobs: JobHandler[] = [
  handle(quarantineCopiesJob, async (ctx, { participantId }) => {
    await ctx.transaction(async (tx) => {
      const person = await store.byId(tx, participantId)
      if (person?.status !== 'revoked') return
      const fileIds = await quarantine(tx, participantId, await filesShowing(tx, participantId))
      await hideItems(tx, await lockItemsShowing(tx, { participantId, fileIds }))
      await enqueueMessageRefunds(tx, fileIds)
    })
  }),
]

/** A person consents anew: what only they had withdrawn comes back to this creator. */
export async function endQuarantine(tx: Context, performerId: string): Promise<void> {
  await release(tx, performerId)
  await restoreHidden(tx, performerId)
}

/** Whether any file of this creator is under a withdrawn consent. */
export const hasQuarantinedFiles = async (tx: Context, performerId: string): Promise<boolean> =>
  (
    await rows(
      tx.db,
      sql`SELECT FROM files WHERE owner_id = ${performerId} AND status = 'blocked' AND error_code = 'CONSENT_WITHDRAWN' LIMIT 1`,
    )
  ).length > 0
