import type { Audience } from '@fanlight/contract/broadcasts'
import type { Context } from '../../../../platform/context.ts'
import { afterRow, countRows, inOrder, type Page, positionOf, type Sorted } from '../../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { publish } from '../../../../platform/events/events.ts'
import { broadcastChanged } from './events.ts'

export interface BroadcastRow {
  id: string
  performerId: string
  text: string
  price: bigint | null
  include: Audience[]
  exclude: Audience[]
  leaveOutOwners: boolean
  status: 'scheduled' | 'sending' | 'sent' | 'cancelled' | 'unsent'
  isDue: boolean
  publishAt: Date
  recipients: number
  sent: number
  lastRecipientId: string | null
  lastUnsentId: string | null
  finishedAt: Date | null
  createdAt: Date
  fileIds: string[]
}
const columns = sql`b.id, b.performer_id AS "performerId", b.text, b.price, b.include, b.exclude, b.leave_out_owners AS "leaveOutOwners",
  b.status, b.publish_at <= app_now() AS "isDue", b.publish_at AS "publishAt", b.recipients, b.sent, b.last_recipient_id AS "lastRecipientId",
  b.last_unsent_id AS "lastUnsentId", b.finished_at AS "finishedAt", b.created_at AS "createdAt",
  ARRAY(SELECT x.file_id FROM broadcast_files x WHERE x.broadcast_id = b.id ORDER BY x.position) AS "fileIds"`

export const lock = (tx: Context, id: string) =>
  row(tx.db, sql<BroadcastRow>`SELECT ${columns} FROM broadcasts b WHERE b.id = ${id} FOR UPDATE`)
export const byId = (ctx: Context, id: string) =>
  row(ctx.db, sql<BroadcastRow>`SELECT ${columns} FROM broadcasts b WHERE b.id = ${id}`)
export const list = (ctx: Context, performerId: string, order: Sorted, page: Page) =>
  rows(
    ctx.db,
    sql<BroadcastRow & { at: string }>`SELECT ${columns}, ${positionOf(order, 'b')} AS at FROM broadcasts b
      WHERE b.performer_id = ${performerId} AND ${afterRow(page, order, 'b')} ${inOrder(order, 'b')} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
  )
export const total = (ctx: Context, performerId: string) =>
  countRows(ctx, sql`broadcasts b WHERE b.performer_id = ${performerId}`)

export interface Figures {
  id: string
  opened: number
  bought: number
  revenue: bigint
  hasUnread: boolean
}
/** What became of the copies, from their rows. */
export const figuresOf = (ctx: Context, ids: readonly string[]) =>
  rows(
    ctx.db,
    sql<Figures>`SELECT b.id, (SELECT count(*)::int FROM messages g WHERE g.broadcast_id = b.id AND g.seen_at IS NOT NULL) AS opened,
        coalesce(sold.bought, 0) AS bought, coalesce(sold.revenue, 0)::bigint AS revenue,
        EXISTS (SELECT FROM messages g WHERE g.broadcast_id = b.id AND g.seen_at IS NULL AND g.deleted_at IS NULL
          AND NOT EXISTS (SELECT FROM purchases p WHERE p.object_id = g.id AND p.revoked_at IS NULL)) AS "hasUnread"
      FROM broadcasts b LEFT JOIN LATERAL (
        SELECT count(*)::int AS bought, sum(c.tokens - c.tokens_returned) AS revenue
        FROM messages g JOIN purchases p ON p.object_id = g.id AND p.revoked_at IS NULL JOIN charges c ON c.id = p.charge_id
        WHERE b.price IS NOT NULL AND g.broadcast_id = b.id) sold ON true
      WHERE b.id = ANY(${ids}::uuid[])`,
  )

/** Requests of one creator wait for each other, so that none passes the limit. */
export async function countOfDay(tx: Context, performerId: string): Promise<number> {
  await sql`SELECT FROM performers WHERE account_id = ${performerId} FOR NO KEY UPDATE`.execute(tx.db)
  return (await row(
    tx.db,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM broadcasts
      WHERE performer_id = ${performerId} AND created_at > app_now() - interval '24 hours' AND status <> 'cancelled'`,
  ))!.n
}

export interface NewBroadcast {
  text: string
  price: bigint | null
  include: readonly Audience[]
  exclude: readonly Audience[]
  leaveOutOwners: boolean
  publishAt: string | null
  fileIds: readonly string[]
}
/** Written, or written again while it is scheduled. */
export async function save(tx: Context, id: string, performerId: string, broadcast: NewBroadcast): Promise<void> {
  const [include, exclude] = [JSON.stringify(broadcast.include), JSON.stringify(broadcast.exclude)]
  await sql`INSERT INTO broadcasts (id, performer_id, text, price, include, exclude, leave_out_owners, publish_at)
    VALUES (${id}, ${performerId}, ${broadcast.text}, ${broadcast.price}, ${include}::jsonb, ${exclude}::jsonb, ${broadcast.leaveOutOwners},
      coalesce(${broadcast.publishAt}::timestamptz, app_now()))
    ON CONFLICT (id) DO UPDATE SET text = excluded.text, price = excluded.price, include = excluded.include, exclude = excluded.exclude,
      leave_out_owners = excluded.leave_out_owners, publish_at = excluded.publish_at, updated_at = app_now()`.execute(
    tx.db,
  )
  await sql`DELETE FROM broadcast_files WHERE broadcast_id = ${id}`.execute(tx.db)
  await sql`INSERT INTO broadcast_files (broadcast_id, file_id, position)
    SELECT ${id}, f.id, n - 1 FROM unnest(${broadcast.fileIds}::uuid[]) WITH ORDINALITY AS f(id, n)`.execute(tx.db)
}

/** The creator's open pages hear of it. */
export const publishChange = (tx: Context, { id, performerId }: Pick<BroadcastRow, 'id' | 'performerId'>) =>
  publish(tx, broadcastChanged, { broadcastId: id, performerId })

export async function setStatus(
  tx: Context,
  broadcast: Pick<BroadcastRow, 'id' | 'performerId'>,
  status: BroadcastRow['status'],
  isFinished: boolean,
): Promise<void> {
  await sql`UPDATE broadcasts SET status = ${status}, finished_at = CASE WHEN ${isFinished} THEN app_now() END, updated_at = app_now()
    WHERE id = ${broadcast.id}`.execute(tx.db)
  await publishChange(tx, broadcast)
}

/** What the queue may have lost: due ones, those that are being sent, and those that are being unsent. */
export const unfinished = (ctx: Context, max: number) =>
  rows(
    ctx.db,
    sql<{ id: string; status: BroadcastRow['status'] }>`(SELECT id, status FROM broadcasts
        WHERE status IN ('scheduled', 'sending') AND publish_at <= app_now() ORDER BY publish_at LIMIT ${max})
      UNION ALL (SELECT id, status FROM broadcasts WHERE status = 'unsent' AND finished_at IS NULL LIMIT ${max})`,
  )

/** Whether the files can be shown: all, not yet, or never. */
export const filesAre = async (tx: Context, fileIds: readonly string[]): Promise<'ready' | 'processing' | 'unusable'> =>
  (await row(
    tx.db,
    sql<{ state: 'ready' | 'processing' | 'unusable' }>`SELECT CASE
        WHEN coalesce(bool_or(status IN ('failed', 'blocked', 'deleted')), false) THEN 'unusable'
        WHEN coalesce(bool_and(is_playable), true) THEN 'ready' ELSE 'processing' END AS state
      FROM files WHERE id = ANY(${fileIds}::uuid[])`,
  ))!.state
export const isPerformerOpen = async (tx: Context, performerId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT FROM accounts a JOIN performers p ON p.account_id = a.id
      WHERE a.id = ${performerId} AND NOT performer_is_closed(a.status, p.verification_status)`,
  )) !== undefined
