import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'

/** The columns of a product outside its item. */
export interface StoredProduct {
  type: 'physical' | 'digital'
  stock: number | null
  shippingFee: bigint
  shippingCountries: string[]
  processingDays: number
}

/** The row of a product, locked: orders that take pieces from its stock wait. */
export const lockProduct = (tx: Context, itemId: string): Promise<StoredProduct | undefined> =>
  row(
    tx.db,
    sql<StoredProduct>`SELECT type, stock, shipping_fee AS "shippingFee", shipping_countries AS "shippingCountries",
      processing_days AS "processingDays" FROM products WHERE item_id = ${itemId} FOR UPDATE`,
  )

export const saveProduct = (tx: Context, itemId: string, product: StoredProduct) =>
  sql`INSERT INTO products (item_id, type, stock, shipping_fee, shipping_countries, processing_days)
    VALUES (${itemId}, ${product.type}, ${product.stock}, ${product.shippingFee}, ${product.shippingCountries}::text[], ${product.processingDays})
    ON CONFLICT (item_id) DO UPDATE SET stock = excluded.stock, shipping_fee = excluded.shipping_fee,
      shipping_countries = excluded.shipping_countries, processing_days = excluded.processing_days`.execute(tx.db)
