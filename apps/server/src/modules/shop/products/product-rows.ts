import type { ItemRow, KindTable } from '../../content/items/item-rows.ts'

/** A product: an item with the row of its own table. */
export interface ProductRow extends ItemRow {
  type: 'physical' | 'digital'
  stock: number | null
  shippingFee: bigint
  shippingCountries: string[]
  processingDays: number
  isPurchased: boolean
  /** The file of a digital product as it was uploaded. */
  download: Download | null
  /** All of its versions, the newest first. */
  downloads: Download[] | null
}

interface Download {
  id: string
  name: string
  bytes: number
  mime: string
}

/** SQL: of the product `i`, its newest file `d`. */
export const newestFileSql = (of: string): string => `(SELECT ${of} FROM item_files y JOIN files d ON d.id = y.file_id
      WHERE y.item_id = i.id AND y.role = 'main' ORDER BY y.position DESC LIMIT 1)`
const downloadSql = `json_build_object('id', d.id, 'name', d.original_name, 'bytes', d.bytes, 'mime', d.mime)`

export const productTable: KindTable = {
  kind: 'product',
  join: 'JOIN products pr ON pr.item_id = i.id',
  columns: [
    `pr.type, pr.stock, pr.shipping_fee AS "shippingFee", pr.shipping_countries AS "shippingCountries", pr.processing_days AS "processingDays"`,
    `EXISTS (SELECT FROM orders o WHERE o.product_id = i.id AND o.buyer_id = $1::uuid AND o.fulfilment NOT IN ('returned', 'cancelled')) AS "isPurchased"`,
    `${newestFileSql(downloadSql)} AS download`,
    `(SELECT json_agg(${downloadSql} ORDER BY y.position DESC) FROM item_files y JOIN files d ON d.id = y.file_id
      WHERE y.item_id = i.id AND y.role = 'main') AS downloads`,
  ],
  typeCondition: 'EXISTS (SELECT FROM products t WHERE t.item_id = s.id AND t.type = $3)',
}
