import type { RawBuilder } from 'kysely'
import type { ChargeType } from '@fanlight/contract/charge-types'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { afterRow, countRows, cutByDate, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { direction } from '../../../platform/db/statements.ts'
import type { ChargeRow } from './charge.ts'

export interface ListedCharge extends ChargeRow {
  status: 'succeeded' | 'partially_refunded' | 'refunded' | 'disputed'
  name: string | null
  username: string | null
  avatar_file_id: string | null
  title: string | null
  order_number: string | null
  order_quantity: number | null
  tokens_returned: bigint
}
const sortable = { updatedAt: sql`c.updated_at`, createdAt: sql`c.created_at`, tokens: sql`c.tokens` }

interface ListOf {
  sortBy: keyof typeof sortable
  sort: 'asc' | 'desc'
  type?: ChargeType | undefined
}

export const chargesOf = async (ctx: Context, userId: string, query: ListOf, page: Page) => {
  const mine = sql`c.user_id = ${userId} AND (${query.type ?? null}::text IS NULL OR c.type = ${query.type ?? null})`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<
          ListedCharge & { at: string }
        >`SELECT c.*, ${positionOf(query, 'c')} AS at, a.name, a.username, a.avatar_file_id,
            o.number AS order_number, o.quantity AS order_quantity, coalesce(o.title, i.title, (SELECT t.title FROM ticket_shows t WHERE t.id = c.target_id)) AS title
          FROM (${query.sortBy === 'updatedAt' ? byLastChange(mine, query, page) : sql`SELECT * FROM charges c WHERE ${mine} AND ${afterRow(page, query, 'c')}`}) c
          LEFT JOIN accounts a ON a.id = c.performer_id LEFT JOIN items i ON i.id = c.target_id LEFT JOIN orders o ON o.id = c.id
          ORDER BY ${sortable[query.sortBy]} ${direction(query.sort)}, c.id ${direction(query.sort)} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  return { ...cutByDate(found, page, query), total: await countRows(ctx, sql`charges c WHERE ${mine}`) }
}

/**
 * Refunds are rare: the few charges that changed have a separate index, so that a tip need not maintain one, and those that never
 * changed are read by creation time. Their condition is "not changed since", not equality: PostgreSQL estimates that few rows have
 * equal columns, and would read and sort them all.
 */
function byLastChange(mine: RawBuilder<unknown>, query: ListOf, page: Page): RawBuilder<unknown> {
  const branch = (sortBy: 'createdAt' | 'updatedAt', which: RawBuilder<unknown>) =>
    sql`(SELECT * FROM charges c WHERE ${mine} AND ${which} AND ${afterRow(page, { ...query, sortBy }, 'c')}
      ORDER BY ${sortable[sortBy]} ${direction(query.sort)}, c.id ${direction(query.sort)} LIMIT ${page.offset + page.size + 1})`
  return sql`${branch('createdAt', sql`NOT c.updated_at > c.created_at`)} UNION ALL ${branch('updatedAt', sql`c.updated_at > c.created_at`)}`
}
