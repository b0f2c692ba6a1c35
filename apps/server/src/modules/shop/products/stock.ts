import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/db.ts'

/** Puts pieces back into the stock of a product, where it is limited. */
export const returnPieces = (tx: Context, itemId: string, quantity: number) =>
  sql`UPDATE products SET stock = stock + ${quantity} WHERE item_id = ${itemId} AND stock IS NOT NULL`.execute(tx.db)
