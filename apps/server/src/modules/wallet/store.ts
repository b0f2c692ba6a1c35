import type { ChargeType } from '@fanlight/contract/wallet'
import type { Context } from '../../platform/context.ts'
import { row, rows, sql } from '../../platform/db.ts'
import type { ChargeRow } from './charge.ts'
import { afterRow, cutByDate, type Page } from '../../platform/cursor.ts'
import { direction } from '../../platform/statements.ts'
import type { PackageRow } from './packages.ts'

export interface ListedCharge extends ChargeRow {
  status: 'succeeded' | 'partially_refunded' | 'refunded' | 'disputed'
  name: string | null
  username: string | null
  avatar_file_id: string | null
  title: string | null
}
const sortable = { createdAt: sql`c.created_at`, updatedAt: sql`c.updated_at`, tokens: sql`c.tokens` }

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
        >`SELECT c.*, to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, a.name, a.username, a.avatar_file_id, i.title FROM charges c
          LEFT JOIN accounts a ON a.id = c.performer_id LEFT JOIN items i ON i.id = c.target_id
          WHERE ${mine} AND ${afterRow(page, query, 'c')} ORDER BY ${sortable[query.sortBy]} ${direction(query.sort)}, c.id ${direction(query.sort)}
          LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  const total = (await row(ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM charges c WHERE ${mine}`))!.n
  return { ...cutByDate(found, page, query), total: Number(total) }
}

const packageOrder = { order: sql`position`, price: sql`price`, tokens: sql`tokens`, updatedAt: sql`updated_at` }

export const packagesOnOffer = async (
  ctx: Context,
  query: { sortBy: keyof typeof packageOrder; sort: 'asc' | 'desc' },
  { limit, offset }: { limit: number; offset: number },
) => ({
  found: await rows(
    ctx.db,
    sql<PackageRow>`SELECT id, name, tokens, bonus, price, position FROM token_packages WHERE active
      ORDER BY ${packageOrder[query.sortBy]} ${direction(query.sort)}, id LIMIT ${limit} OFFSET ${offset}`,
  ),
  total: (await row(ctx.db, sql<{ n: bigint }>`SELECT count(*) AS n FROM token_packages WHERE active`))!.n,
})
