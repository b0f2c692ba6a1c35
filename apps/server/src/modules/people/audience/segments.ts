import type { AudienceSegment } from '@fanlight/contract/audience'
import type { AudienceGroup } from '@fanlight/contract/audience-groups'
import { toHundredths } from '@fanlight/contract/fields'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'
import { escapeLike } from '../../../platform/db/statements.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { authorVisibleSql } from '../../access/visibility-sql.ts'
import { groupOf } from './groups.ts'

// Everybody in a group of a creator's audience whom filters leave. What is done with all of them names them so, and not one by one.

export interface Segment {
  group: AudienceGroup
  /** One of the creator's own; of others', nobody is found. */
  listId?: string | undefined
  q?: string | undefined
  type?: string | undefined
  /** Hundredths of a token. */
  spentAtLeast?: bigint | undefined
}
/** A segment as requests name it: what was spent is in tokens there. */
export const segmentOf = ({
  spentAtLeast,
  ...segment
}: Omit<Segment, 'spentAtLeast'> & { spentAtLeast?: number | undefined }): Segment => ({
  ...segment,
  spentAtLeast: spentAtLeast === undefined ? undefined : toHundredths(spentAtLeast),
})
/** The list that it names. */
export const listIdOf = (segment: AudienceSegment): string | null => (segment.group === 'list' ? segment.listId : null)

/** The rows `m` of a segment whose people this creator may know of now. */
export function chosenSql(ctx: Context, creator: SignedIn, segment: Segment): RawBuilder<unknown> {
  const { column, rows } = partsOf(creator.id, segment)
  return sql`${rows} AND ${authorVisibleSql(ctx, creator, column)}`
}
/** A query of the ids of those people. */
export const chosenIdsSql = (ctx: Context, creator: SignedIn, segment: Segment): RawBuilder<unknown> =>
  sql`SELECT ${sql.ref(partsOf(creator.id, segment).column)} FROM ${chosenSql(ctx, creator, segment)}`

/** A query of the ids of all in a segment, whoever may know of them. */
export function segmentIdsSql(performerId: string, segment: Segment): RawBuilder<unknown> {
  const { column, rows } = partsOf(performerId, segment)
  return sql`SELECT ${sql.ref(column)} FROM ${rows}`
}

function partsOf(performerId: string, { group: name, listId, q, type, spentAtLeast }: Segment) {
  const group = groupOf(performerId, name, listId)
  const column = `m.${group.person}`
  const person = sql.ref(column)
  const pattern = q ? `%${escapeLike(q)}%` : null
  const rows = sql`${group.from}
    AND ${
      pattern
        ? sql`${person} IN (SELECT a.id FROM accounts a WHERE a.status <> 'closed' AND (a.username ILIKE ${pattern} OR a.name ILIKE ${pattern}))`
        : sql`EXISTS (SELECT FROM accounts a WHERE a.id = ${person} AND a.status <> 'closed')`
    }
    ${
      type === undefined
        ? sql``
        : group.tie === 'id'
          ? sql`AND m.type = ${type}`
          : sql`AND ${type} = (SELECT s.type FROM subscriptions s WHERE s.fan_id = ${person} AND s.performer_id = ${performerId}
              AND s.current_period_end IS NOT NULL ORDER BY s.access_until DESC NULLS LAST LIMIT 1)`
    }
    ${
      spentAtLeast
        ? sql`AND EXISTS (SELECT FROM fan_spending y WHERE y.fan_id = ${person} AND y.performer_id = ${performerId} AND y.spent >= ${spentAtLeast})`
        : sql``
    }`
  return { column, rows }
}
