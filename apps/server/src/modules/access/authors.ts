import type { RawBuilder } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { ageScopeOf, visibilityScope } from './policy.ts'

/**
 * Whether a list may show this viewer the author of a text or a follower, as an SQL condition on the column with their id. Any account
 * can appear there: blocks apply to all of them, blocked countries and adult content to creators. An author whose own page is hidden
 * (under review, for example) may still have commented on other pages.
 */
export function authorVisibleSql(ctx: Context, viewer: Viewer, column: string): RawBuilder<unknown> {
  const [me, country] = visibilityScope(viewer)
  const author = sql.ref(column)
  const age = ageScopeOf(ctx, viewer)
  const closedToAge = sql`NOT EXISTS (SELECT FROM performers ao WHERE ao.account_id = ${author} AND ao.account_id IS DISTINCT FROM ${me}::uuid
    AND (ao.is_adult OR ${age === 'all'}))`
  return sql`(NOT EXISTS (SELECT FROM blocks ab WHERE ab.blocker_id = ${me}::uuid AND ab.blocked_id = ${author})
    AND NOT EXISTS (SELECT FROM blocks ab WHERE ab.blocker_id = ${author} AND ab.blocked_id = ${me}::uuid)
    AND NOT EXISTS (SELECT FROM country_blocks ag WHERE ag.performer_id = ${author} AND ag.country = ${country}::text
      AND ag.performer_id IS DISTINCT FROM ${me}::uuid)
    AND ${age === '' ? sql`true` : closedToAge})`
}
