import type { Audience } from '@fanlight/contract/broadcasts'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { isFanSql } from '../../../access/fans-sql.ts'
import { listIdOf, segmentIdsSql, segmentOf } from '../../../people/audience/segments.ts'

// Who receives a broadcast: accounts that one of the included audiences contains and none of the excluded ones, and to whom the creator
// may write at all.

export interface Recipients {
  performerId: string
  include: readonly Audience[]
  exclude: readonly Audience[]
}

const accountsOf = (performerId: string, audience: Audience): RawBuilder<unknown> => {
  switch (audience.kind) {
    case 'subscribers':
      return sql`SELECT fan_id FROM subscriptions WHERE performer_id = ${performerId} AND access_until > app_now()`
    case 'followers':
      return sql`SELECT follower_id FROM follows WHERE performer_id = ${performerId}`
    case 'expired':
      return sql`SELECT s.fan_id FROM subscriptions s WHERE s.performer_id = ${performerId} AND s.access_until <= app_now()
        AND NOT EXISTS (SELECT FROM subscriptions n WHERE n.fan_id = s.fan_id AND n.performer_id = s.performer_id AND n.access_until > app_now())`
    case 'buyers':
      return sql`SELECT user_id FROM earnings WHERE performer_id = ${performerId} AND type NOT IN ('subscription', 'tip')`
    case 'list':
      return sql`SELECT m.account_id FROM fan_list_members m JOIN fan_lists l ON l.id = m.list_id
        WHERE l.performer_id = ${performerId} AND l.id = ${audience.id}`
    case 'plan':
      return sql`SELECT fan_id FROM subscriptions WHERE performer_id = ${performerId} AND plan_id = (SELECT plan_id FROM plan_versions WHERE id = ${audience.id}) AND access_until > app_now()`
    case 'people':
      return sql`SELECT a.id FROM accounts a WHERE a.id = ANY(${audience.ids}::uuid[]) AND ${isFanSql(performerId)}`
    case 'segment':
      return segmentIdsSql(performerId, segmentOf(audience.segment))
  }
}

/** Accounts that are active, on neither side of a block, and not in a country that the creator blocks. `a` is the account. */
export const reachableSql = (performerId: string): RawBuilder<unknown> =>
  sql`a.status = 'active' AND a.role IN ('user', 'performer') AND a.id <> ${performerId}
    AND a.id NOT IN (SELECT b.id FROM blocked_with(${performerId}::uuid) b(id))
    AND NOT EXISTS (SELECT FROM country_blocks gb WHERE gb.performer_id = ${performerId} AND gb.country = a.country)`

/** A query of the ids of the recipients. */
export const recipientsSql = ({ performerId, include, exclude }: Recipients): RawBuilder<unknown> =>
  sql`SELECT a.id FROM accounts a WHERE a.id IN (${sql.join(
    include.map((audience) => sql`(${accountsOf(performerId, audience)})`),
    sql` UNION ALL `,
  )}) AND ${
    exclude.length === 0
      ? sql`true`
      : sql`a.id NOT IN (${sql.join(
          exclude.map((audience) => sql`(${accountsOf(performerId, audience)})`),
          sql` UNION ALL `,
        )})`
  } AND ${reachableSql(performerId)}`

/** A query of the ids of those who bought messages with every one of these files. */
export const ownersSql = (fileIds: readonly string[]): RawBuilder<unknown> =>
  fileIds.length === 0
    ? sql`SELECT NULL::uuid WHERE false`
    : sql`SELECT p.account_id FROM message_files x JOIN purchases p ON p.object_id = x.message_id AND p.revoked_at IS NULL
        WHERE x.file_id = ANY(${fileIds}::uuid[]) GROUP BY p.account_id HAVING count(DISTINCT x.file_id) = ${fileIds.length}`

export async function countRecipients(
  ctx: Context,
  recipients: Recipients,
  fileIds: readonly string[],
): Promise<{ recipients: number; owners: number }> {
  return (await row(
    ctx.db,
    sql<{
      recipients: number
      owners: number
    }>`WITH chosen AS (${recipientsSql(recipients)}), owners AS (${ownersSql(fileIds)} )
      SELECT (SELECT count(*)::int FROM chosen) AS recipients, (SELECT count(*)::int FROM chosen WHERE id IN (SELECT * FROM owners)) AS owners`,
  ))!
}

const listOf = (audience: Audience): string | null =>
  audience.kind === 'list' ? audience.id : audience.kind === 'segment' ? listIdOf(audience.segment) : null

/** Whether all lists and plans that are named belong to this creator. */
export async function areNamedOwn(ctx: Context, { performerId, include, exclude }: Recipients): Promise<boolean> {
  const named = [...include, ...exclude]
  const plans = [...new Set(named.flatMap((audience) => (audience.kind === 'plan' ? [audience.id] : [])))]
  const lists = [...new Set(named.flatMap((audience) => listOf(audience) ?? []))]
  return (await row(
    ctx.db,
    sql<{
      own: boolean
    }>`SELECT (SELECT count(*) FROM fan_lists WHERE id = ANY(${lists}::uuid[]) AND performer_id = ${performerId}) = ${lists.length}
      AND (SELECT count(*) FROM plan_versions v JOIN plans p ON p.id = v.plan_id WHERE v.id = ANY(${plans}::uuid[])
          AND p.performer_id = ${performerId}) = ${plans.length} AS own`,
  ))!.own
}
