import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { sha256 } from '../../../platform/ids.ts'

/** When the key of a creator was made. */
export const madeAt = async (ctx: Context, performerId: string): Promise<Date | null> => {
  const found = await row(
    ctx.db,
    sql<{ createdAt: Date }>`SELECT created_at AS "createdAt" FROM stream_keys WHERE performer_id = ${performerId}`,
  )
  return found?.createdAt ?? null
}

/** Resolves with the id of the key before it, and the moment. */
export async function replace(
  tx: Context,
  performerId: string,
  key: string,
): Promise<{ before: string | null; createdAt: Date }> {
  const before = await row(
    tx.db,
    sql<{ id: string }>`DELETE FROM stream_keys WHERE performer_id = ${performerId} RETURNING id`,
  )
  const made = await row(
    tx.db,
    sql<{ createdAt: Date }>`INSERT INTO stream_keys (performer_id, key_hash) VALUES (${performerId}, ${sha256(key)})
      ON CONFLICT (performer_id) DO UPDATE SET id = uuid_v7(), key_hash = EXCLUDED.key_hash, created_at = EXCLUDED.created_at
      RETURNING created_at AS "createdAt"`,
  )
  return { before: before?.id ?? null, createdAt: made!.createdAt }
}

export interface KeyOwner {
  id: string
  performerId: string
  /** The creator is suspended, leaving, not approved or kept from going live. */
  isClosed: boolean
}
/** Whose key this is. The whole hash is compared, of a key of 256 random bits: how long that takes says nothing of any key. */
export const ownerOf = (ctx: Context, key: string) =>
  row(
    ctx.db,
    sql<KeyOwner>`SELECT k.id, k.performer_id AS "performerId", performer_is_closed(a.status, p.verification_status)
        OR EXISTS (SELECT FROM live_suspensions l WHERE l.performer_id = k.performer_id AND (l.until IS NULL OR l.until > app_now())) AS "isClosed"
      FROM stream_keys k JOIN accounts a ON a.id = k.performer_id JOIN performers p ON p.account_id = k.performer_id
      WHERE k.key_hash = ${sha256(key)}`,
  )

/** Of these ids of keys, those that still are one. */
export async function existing(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await rows(ctx.db, sql<{ id: string }>`SELECT id FROM stream_keys WHERE id = ANY(${ids}::uuid[])`)
  return new Set(found.map(({ id }) => id))
}
