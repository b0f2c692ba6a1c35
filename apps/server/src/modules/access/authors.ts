import type { RawBuilder } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { ageOf, hidingFrom } from './door.ts'

/**
 * Whether a list may show this viewer who wrote something, or follows somebody, as a condition on the column that names them. Anybody may
 * be named there: a block counts for all, a closed country and adult work for creators. Whose own page is closed (under review, say) may
 * still have spoken on others' pages.
 */
export function authorInSight(ctx: Context, viewer: Viewer, column: string): RawBuilder<unknown> {
  const [me, country] = hidingFrom(viewer)
  const author = sql.ref(column)
  const age = ageOf(ctx, viewer)
  const closedToAge = sql`NOT EXISTS (SELECT FROM performers ao WHERE ao.account_id = ${author} AND ao.account_id IS DISTINCT FROM ${me}::uuid
    AND (ao.is_adult OR ${age === 'all'}))`
  return sql`(NOT EXISTS (SELECT FROM blocks ab WHERE ab.blocker_id = ${me}::uuid AND ab.blocked_id = ${author})
    AND NOT EXISTS (SELECT FROM blocks ab WHERE ab.blocker_id = ${author} AND ab.blocked_id = ${me}::uuid)
    AND NOT EXISTS (SELECT FROM country_blocks ag WHERE ag.performer_id = ${author} AND ag.country = ${country}::text
      AND ag.performer_id IS DISTINCT FROM ${me}::uuid)
    AND ${age === '' ? sql`true` : closedToAge})`
}
