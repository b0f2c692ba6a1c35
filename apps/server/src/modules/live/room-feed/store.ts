import type { RoomKey } from '@fanlight/contract/room-keys'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import type { Cursor, PublishedEvent } from '../../../platform/events/events.ts'
import { sha256 } from '../../../platform/ids.ts'

export type Kind = RoomKey['kind']

export const keysOf = (ctx: Context, performerId: string) =>
  rows(
    ctx.db,
    sql<{
      kind: Kind
      createdAt: Date
    }>`SELECT kind, created_at AS "createdAt" FROM room_keys WHERE performer_id = ${performerId} ORDER BY kind`,
  )
export const lockPerformer = (tx: Context, performerId: string) =>
  sql`SELECT FROM performers WHERE account_id = ${performerId} FOR NO KEY UPDATE`.execute(tx.db)
export const insert = async (tx: Context, performerId: string, kind: Kind, key: string): Promise<Date> =>
  (await row(
    tx.db,
    sql<{
      createdAt: Date
    }>`INSERT INTO room_keys (performer_id, kind, key_hash) VALUES (${performerId}, ${kind}, ${sha256(key)})
      RETURNING created_at AS "createdAt"`,
  ))!.createdAt
/** Resolves with the ids of the keys that were there: of one kind, or all. */
export const remove = async (tx: Context, performerId: string, kind: Kind | null): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{
        id: string
      }>`DELETE FROM room_keys WHERE performer_id = ${performerId} AND (${kind}::text IS NULL OR kind = ${kind})
        RETURNING id`,
    )
  ).map(({ id }) => id)

export interface KeyHolder {
  id: string
  performerId: string
  kind: Kind
  /** The creator is suspended, leaving or not approved. */
  isClosed: boolean
}
const held = sql`SELECT k.id, k.performer_id AS "performerId", k.kind, performer_is_closed(a.status, p.verification_status) AS "isClosed"
  FROM room_keys k JOIN accounts a ON a.id = k.performer_id JOIN performers p ON p.account_id = k.performer_id`
/** Whose key this is. The whole hash is compared, of a key of 256 random bits: how long that takes says nothing of any key. */
export const holderOf = (ctx: Context, key: string) =>
  row(ctx.db, sql<KeyHolder>`${held} WHERE k.key_hash = ${sha256(key)}`)
/** Of these ids of keys, those that still open something. */
export async function stillOpen(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows(ctx.db, sql<KeyHolder>`${held} WHERE k.id = ANY(${ids}::uuid[])`)
  return new Set(found.flatMap(({ id, isClosed }) => (isClosed ? [] : id)))
}

/**
 * Events of a room after this place, in the order in which they were written; undefined where some may have been deleted already, or more than `scanned`
 * of the whole site lie between.
 */
export async function missed(
  ctx: Context,
  performerId: string,
  { xid, id }: Cursor,
  { topics, max, scanned }: { topics: readonly string[]; max: number; scanned: number },
): Promise<PublishedEvent[] | undefined> {
  const after = sql`(e.xid, e.id) > (${xid}::text::xid8, ${id})`
  const known = await row(
    ctx.db,
    sql<{
      count: number
    }>`SELECT (SELECT count(*)::int FROM (SELECT FROM events e WHERE ${after} ORDER BY e.xid, e.id LIMIT ${scanned + 1}) n) AS count
      FROM events WHERE xid = ${xid}::text::xid8 AND id = ${id}`,
  )
  if (!known || known.count > scanned) return undefined
  const found = await rows(
    ctx.db,
    sql<PublishedEvent>`SELECT e.id, e.xid::text AS xid, e.topic, e.payload FROM events e
      WHERE ${after} AND e.topic = ANY(${topics}::text[]) AND ${performerId} IN (e.payload ->> 'performerId', e.payload ->> 'conversationId',
        e.payload ->> 'blockerId', e.payload ->> 'blockedId') ORDER BY e.xid, e.id LIMIT ${max + 1}`,
  )
  return found.length > max ? undefined : found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
