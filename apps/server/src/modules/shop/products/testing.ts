import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'

export interface BuiltProduct {
  type?: 'physical' | 'digital'
  /** Hundredths of a token. */
  price?: bigint
  stock?: number | null
  shippingFee?: bigint
  countries?: string[]
  files?: { id: string; role: 'main' | 'cover' }[]
}

/** A published product, made straight in the database. */
export async function buildProduct(
  ctx: Context,
  performer: { id: string },
  { type = 'physical', price = 2000n, stock = null, shippingFee = 0n, countries = [], files = [] }: BuiltProduct = {},
): Promise<string> {
  const { id } = (await row(
    ctx.db,
    sql<{ id: string }>`INSERT INTO items (kind, performer_id, title, text, status, published_at, gate_type, gate_price)
      VALUES ('product', ${performer.id}, 'Stoneware cup', 'Thrown by hand.', 'published', app_now(), 'paid', ${price}) RETURNING id`,
  ))!
  await sql`INSERT INTO products (item_id, type, stock, shipping_fee, shipping_countries)
    VALUES (${id}, ${type}, ${stock}, ${shippingFee}, ${countries}::text[])`.execute(ctx.db)
  for (const [position, file] of files.entries())
    await sql`INSERT INTO item_files (item_id, file_id, role, position) VALUES (${id}, ${file.id}, ${file.role}, ${position})`.execute(
      ctx.db,
    )
  return id
}
