import type { ItemRow, KindTable } from '../items/item-rows.ts'

export type VideoRow = ItemRow

/** Videos have no columns beyond those of their item. */
export const videoTable: KindTable = { kind: 'video', join: '', columns: [] }
