import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { authorVisibleSql, performerVisibleSql, visibilityVariant, withViewer } from '../../access/visibility-sql.ts'

/** Of these accounts, those whose presence the viewer may see: creators they may see, and people they have a conversation with. */
export async function watchableOf(ctx: Context, viewer: SignedIn, accountIds: readonly string[]): Promise<string[]> {
  const variant = visibilityVariant(ctx, viewer)
  const found = await rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT a.id FROM accounts a WHERE a.id = ANY(${accountIds}::uuid[]) AND a.id <> ${viewer.id} AND a.status = 'active'
      AND a.id NOT IN (SELECT b.id FROM blocked_with(${viewer.id}::uuid) b(id)) AND (
        (a.role = 'performer' AND ${withViewer(viewer, (me, country) => performerVisibleSql(variant, 'a.id', me, country))})
        OR (${authorVisibleSql(ctx, viewer, 'a.id')} AND EXISTS (SELECT FROM conversations c
          WHERE c.low_id = least(a.id, ${viewer.id}::uuid) AND c.high_id = greatest(a.id, ${viewer.id}::uuid))))`,
  )
  return found.map(({ id }) => id)
}
