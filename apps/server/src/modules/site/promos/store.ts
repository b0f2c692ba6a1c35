import type { promoPositions } from '@fanlight/contract/promos'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'

export type Position = (typeof promoPositions)[number]
export interface NewPromo {
  title: string
  url: string
  imageId: string
  position: Position
  ordering: number
  startsAt: string
  endsAt: string | null
}
export interface PromoRow extends Omit<NewPromo, 'startsAt' | 'endsAt'> {
  id: string
  startsAt: Date
  endsAt: Date | null
  updatedAt: Date
}

const columns = sql`id, title, url, image_file_id AS "imageId", position, ordering, starts_at AS "startsAt", ends_at AS "endsAt",
  updated_at AS "updatedAt"`

/** Current and upcoming promos; few enough to be cached. */
export const notOver = (ctx: Context): Promise<PromoRow[]> =>
  rows(
    ctx.db,
    sql<PromoRow>`SELECT ${columns} FROM promos WHERE ends_at IS NULL OR ends_at > app_now() ORDER BY ordering, starts_at DESC, id
      LIMIT ${promosMax}`,
  )
export const promosMax = 500

export const all = (ctx: Context): Promise<PromoRow[]> =>
  rows(
    ctx.db,
    sql<PromoRow>`SELECT ${columns} FROM promos
      ORDER BY (ends_at <= app_now()) IS TRUE, starts_at > app_now(), position, ordering, starts_at DESC, id LIMIT ${promosMax}`,
  )
export const locked = (tx: Context, id: string) =>
  row(tx.db, sql<PromoRow>`SELECT ${columns} FROM promos WHERE id = ${id} FOR UPDATE`)

export const insert = async (tx: Context, promo: NewPromo, by: string): Promise<PromoRow> =>
  (await row(
    tx.db,
    sql<PromoRow>`INSERT INTO promos (title, url, image_file_id, position, ordering, starts_at, ends_at, updated_by)
      VALUES (${promo.title}, ${promo.url}, ${promo.imageId}, ${promo.position}, ${promo.ordering}, ${promo.startsAt}, ${promo.endsAt}, ${by})
      RETURNING ${columns}`,
  ))!
export const update = async (tx: Context, id: string, promo: NewPromo, by: string): Promise<PromoRow> =>
  (await row(
    tx.db,
    sql<PromoRow>`UPDATE promos SET title = ${promo.title}, url = ${promo.url}, image_file_id = ${promo.imageId}, position = ${promo.position},
      ordering = ${promo.ordering}, starts_at = ${promo.startsAt}, ends_at = ${promo.endsAt}, updated_by = ${by}, updated_at = app_now()
      WHERE id = ${id} RETURNING ${columns}`,
  ))!
export const remove = (tx: Context, id: string) => sql`DELETE FROM promos WHERE id = ${id}`.execute(tx.db)

export const referencedAmong = (ctx: Context, fileIds: readonly string[]) =>
  rows(
    ctx.db,
    sql<{ id: string }>`SELECT image_file_id AS id FROM promos WHERE image_file_id = ANY(${fileIds}::uuid[])`,
  )
