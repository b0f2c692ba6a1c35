import { tipOrderDaysMax } from '@fanlight/contract/limits'
import type { Context } from '../../../../platform/context.ts'
import {
  afterRow,
  countRows,
  inOrder,
  madeOnce,
  type Page,
  positionOf,
  type Sorted,
} from '../../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'

export interface ItemRow {
  id: string
  title: string
  /** Hundredths. */
  tokens: bigint
  isOn: boolean
}
export const menuOf = (ctx: Context, performerId: string) =>
  rows(
    ctx.db,
    sql<ItemRow>`SELECT id, title, tokens, is_on AS "isOn" FROM tip_menu_items WHERE performer_id = ${performerId} ORDER BY position`,
  )
export const menusOf = (ctx: Context, performerIds: readonly string[]) =>
  rows(
    ctx.db,
    sql<
      ItemRow & { performerId: string }
    >`SELECT id, title, tokens, is_on AS "isOn", performer_id AS "performerId" FROM tip_menu_items
      WHERE performer_id = ANY(${performerIds}::uuid[]) ORDER BY performer_id, position`,
  )
/** One that fans see. It stays as it is until the transaction ends. */
export const lockItem = (tx: Context, performerId: string, id: string) =>
  row(
    tx.db,
    sql<ItemRow>`SELECT id, title, tokens, is_on AS "isOn" FROM tip_menu_items
      WHERE id = ${id} AND performer_id = ${performerId} AND is_on FOR SHARE`,
  )
export const lockMenu = ({ db }: Context, performerId: string) =>
  sql`SELECT FROM performers WHERE account_id = ${performerId} FOR NO KEY UPDATE`.execute(db)
/** The list replaces the one before. Items that have an id in it keep that. */
export async function replaceMenu({ db }: Context, performerId: string, items: readonly ItemRow[]): Promise<void> {
  await sql`DELETE FROM tip_menu_items WHERE performer_id = ${performerId} AND id <> ALL(${items.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
  await sql`INSERT INTO tip_menu_items (id, performer_id, position, title, tokens, is_on)
    SELECT id, ${performerId}, n - 1, title, tokens, is_on
    FROM unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ title }) => title)}::text[], ${items.map(({ tokens }) => tokens)}::bigint[],
      ${items.map(({ isOn }) => isOn)}::boolean[]) WITH ORDINALITY AS given (id, title, tokens, is_on, n)
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, title = excluded.title, tokens = excluded.tokens, is_on = excluded.is_on`.execute(
    db,
  )
}

export interface OrderRow {
  id: string
  performerId: string
  userId: string
  userName: string
  username: string | null
  avatarId: string | null
  streamId: string | null
  title: string
  tokens: bigint
  status: 'open' | 'done' | 'declined'
  createdAt: Date
  decidedAt: Date | null
  /** The bank decides about the payment that paid for it. */
  isDisputed: boolean
  at: string
}
const columns = sql`o.id, o.performer_id AS "performerId", o.user_id AS "userId", a.name AS "userName",
  CASE WHEN a.status <> 'closed' THEN a.username END AS username, a.avatar_file_id AS "avatarId", o.stream_id AS "streamId", o.title, o.tokens,
  o.status, o.created_at AS "createdAt", o.decided_at AS "decidedAt",
  EXISTS (SELECT FROM charges c WHERE c.id = o.id AND c.status = 'disputed') AS "isDisputed"`
const ofPerformer = (performerId: string, status: OrderRow['status'] | undefined) =>
  sql`o.performer_id = ${performerId} AND (${status ?? null}::text IS NULL OR o.status = ${status ?? null})`
export const orders = (
  ctx: Context,
  performerId: string,
  status: OrderRow['status'] | undefined,
  order: Sorted,
  page: Page,
) =>
  rows(
    ctx.db,
    sql<OrderRow>`SELECT ${columns}, ${positionOf(order, 'o', madeOnce)} AS at FROM tip_orders o JOIN accounts a ON a.id = o.user_id
      WHERE ${ofPerformer(performerId, status)} AND ${afterRow(page, order, 'o', madeOnce)} ${inOrder(order, 'o', madeOnce)}
      LIMIT ${page.size + 1} OFFSET ${page.offset}`,
  )
export const total = (ctx: Context, performerId: string, status: OrderRow['status'] | undefined) =>
  countRows(ctx, sql`tip_orders o WHERE ${ofPerformer(performerId, status)}`)
export const order = (ctx: Context, id: string) =>
  row(
    ctx.db,
    sql<OrderRow>`SELECT ${columns}, '' AS at FROM tip_orders o JOIN accounts a ON a.id = o.user_id WHERE o.id = ${id}`,
  )
export const lockOrder = (tx: Context, id: string) =>
  row(
    tx.db,
    sql<OrderRow>`SELECT ${columns}, '' AS at FROM tip_orders o JOIN accounts a ON a.id = o.user_id WHERE o.id = ${id} FOR UPDATE OF o`,
  )
export const insertOrder = (
  { db }: Context,
  { id, performerId, userId, title, tokens }: Pick<OrderRow, 'id' | 'performerId' | 'userId' | 'title' | 'tokens'>,
) =>
  sql`INSERT INTO tip_orders (id, performer_id, user_id, stream_id, title, tokens) VALUES (${id}, ${performerId}, ${userId},
    (SELECT s.id FROM streams s WHERE s.performer_id = ${performerId} AND s.status <> 'ended'), ${title}, ${tokens})`.execute(
    db,
  )
export const decide = ({ db }: Context, id: string, status: 'done' | 'declined') =>
  sql`UPDATE tip_orders SET status = ${status}, decided_at = app_now() WHERE id = ${id}`.execute(db)
/** Those that were left open for too long after their stream, or without one, count as done. */
export const closeOld = (ctx: Context, max: number) =>
  rows(
    ctx.db,
    sql`UPDATE tip_orders SET status = 'done', decided_at = app_now() WHERE id IN (SELECT o.id FROM tip_orders o LEFT JOIN streams s ON s.id = o.stream_id
      WHERE o.status = 'open' AND o.created_at < app_now() - make_interval(days => ${tipOrderDaysMax})
        AND (s.id IS NULL OR s.ended_at < app_now() - make_interval(days => ${tipOrderDaysMax}))
      ORDER BY o.created_at LIMIT ${max} FOR UPDATE OF o SKIP LOCKED) RETURNING 1 AS found`,
  )
export const isStreamOpen = async (ctx: Context, id: string): Promise<boolean> =>
  (await row(ctx.db, sql`SELECT 1 AS found FROM streams WHERE id = ${id} AND status <> 'ended'`)) !== undefined
export const deleteMenu = ({ db }: Context, performerId: string) =>
  sql`DELETE FROM tip_menu_items WHERE performer_id = ${performerId}`.execute(db)
