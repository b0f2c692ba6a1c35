import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { requireGranted } from '../../access/items.ts'
import { openItem } from '../items/view-item.ts'
import { videoTable } from './video-rows.ts'

// Where an account stopped in each video, so that it goes on there on another device.

/** The second, or null where it begins at the beginning. */
export const positionOf = async (ctx: Context, accountId: string, itemId: string): Promise<number | null> =>
  (
    await row(
      ctx.db,
      sql<{
        seconds: number
      }>`SELECT seconds FROM watch_positions WHERE account_id = ${accountId} AND item_id = ${itemId}`,
    )
  )?.seconds ?? null

/** Keeps it for who may watch the video; zero forgets it. */
export async function keepPosition(ctx: Context, viewer: SignedIn, itemId: string, seconds: number): Promise<void> {
  const { verdict } = await openItem(ctx, viewer, videoTable, itemId)
  requireGranted(verdict)
  if (seconds === 0)
    await sql`DELETE FROM watch_positions WHERE account_id = ${viewer.id} AND item_id = ${itemId}`.execute(ctx.db)
  else
    await sql`INSERT INTO watch_positions (account_id, item_id, seconds) VALUES (${viewer.id}, ${itemId}, ${seconds})
      ON CONFLICT (account_id, item_id) DO UPDATE SET seconds = excluded.seconds, updated_at = app_now()`.execute(
      ctx.db,
    )
}

/** Deletes them all when their account is closed. */
export const deletePositions = (tx: Context, accountId: string) =>
  sql`DELETE FROM watch_positions WHERE account_id = ${accountId}`.execute(tx.db)
