import type { ChargeType } from '@fanlight/contract/wallet'
import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'
import type { ChargeRow } from './charge.ts'
import { afterRow, countRows, cutByDate, type Page, placeOf } from '../../platform/cursor.ts'
import { direction } from '../../platform/statements.ts'
import type { PackageRow } from './packages.ts'

export interface ListedCharge extends ChargeRow {
  status: 'succeeded' | 'partially_refunded' | 'refunded' | 'disputed'
  name: string | null
  username: string | null
  avatar_file_id: string | null
  title: string | null
}
/** Refunds are rare: by their last change charges are read by page number, without an index that every tip would have to keep. */
const dates = { createdAt: 'created_at' }
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
        >`SELECT c.*, ${placeOf(query, 'c', dates)} AS at, a.name, a.username, a.avatar_file_id, i.title FROM charges c
          LEFT JOIN accounts a ON a.id = c.performer_id LEFT JOIN items i ON i.id = c.target_id
          WHERE ${mine} AND ${afterRow(page, query, 'c', dates)} ORDER BY ${sortable[query.sortBy]} ${direction(query.sort)}, c.id ${direction(query.sort)}
          LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  return { ...cutByDate(found, page, query, dates), total: await countRows(ctx, sql`charges c WHERE ${mine}`) }
}

const packagesMax = 100
const packageOrder = { order: sql`position`, price: sql`price`, tokens: sql`tokens`, updatedAt: sql`updated_at` }

/** All that are on sale: a handful, which staff keep. */
export const packagesOnOffer = (
  ctx: Context,
  query: { sortBy: keyof typeof packageOrder; sort: 'asc' | 'desc' },
): Promise<PackageRow[]> =>
  rows(
    ctx.db,
    sql<PackageRow>`SELECT id, name, tokens, bonus, price, position FROM token_packages WHERE active
      ORDER BY ${packageOrder[query.sortBy]} ${direction(query.sort)}, id LIMIT ${packagesMax}`,
  )
