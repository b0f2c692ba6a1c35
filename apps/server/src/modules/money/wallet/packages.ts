import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { direction } from '../../../platform/db/statements.ts'

export interface PackageRow {
  id: string
  name: string
  tokens: bigint
  bonus: bigint
  price: bigint
  position: number
}

/** A package that can be bought right now. */
export const packageOnOffer = (ctx: Context, packageId: string) =>
  row(
    ctx.db,
    sql<PackageRow>`SELECT id, name, tokens, bonus, price, position FROM token_packages WHERE id = ${packageId} AND active`,
  )

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
      ORDER BY ${packageOrder[query.sortBy]} ${direction(query.sort)}, id ${direction(query.sort)} LIMIT ${packagesMax}`,
  )
