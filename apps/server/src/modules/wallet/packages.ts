import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'

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
