import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { isSoldSql } from '../../access/sold-files.ts'
import { refuseField, refuseRule } from '../../../platform/refusal.ts'

// Whom an item names. An item is published only while everyone it names has consented and is verified.

/** Consented and verified; a creator of the site is verified while their own verification is. */
const isVerified = sql`p.status = 'verified' AND (p.account_id IS NULL
  OR EXISTS (SELECT FROM performers v WHERE v.account_id = p.account_id AND v.verification_status IN ('approved', 'expired')))`

/**
 * Replaces the people whom an item names, in the transaction that saves it. People are not removed from what was published, and what is
 * published names only people who have consented. True where somebody was added who forbids downloads.
 */
export async function setParticipants(
  tx: Context,
  performerId: string,
  itemId: string,
  ids: readonly string[],
  mustBeVerified: 'all' | 'new' | 'none',
): Promise<boolean> {
  const known = await rows(
    tx.db,
    sql<{ id: string; isVerified: boolean; isNamed: boolean; mayDownload: boolean | null }>`SELECT p.id,
        ${isVerified} AS "isVerified", p.may_download AS "mayDownload",
        EXISTS (SELECT FROM item_participants x WHERE x.item_id = ${itemId} AND x.participant_id = p.id) AS "isNamed"
      FROM participants p
      WHERE p.id = ANY(${ids}::uuid[]) AND p.performer_id = ${performerId}
        AND (p.removed_at IS NULL OR EXISTS (SELECT FROM item_participants x WHERE x.item_id = ${itemId} AND x.participant_id = p.id))
      ORDER BY p.id FOR SHARE OF p`,
  )
  if (known.length !== ids.length) refuseField('NOT_FOUND', 'participantIds')
  const missing = known.filter((person) => !person.isVerified && (mustBeVerified === 'all' || !person.isNamed))
  if (mustBeVerified !== 'none' && missing.length > 0) refuseRule('participantIds', 'CONSENT_MISSING')
  // What was sold with its download keeps it.
  const forbidding = known.filter(({ isNamed, mayDownload }) => !isNamed && mayDownload === false)
  if (forbidding.length > 0 && (await isSoldWithDownload(tx, itemId)))
    refuseRule('participantIds', 'DOWNLOAD_NOT_ALLOWED')
  const stays = await row(
    tx.db,
    sql`SELECT FROM items i JOIN item_participants x ON x.item_id = i.id
      WHERE i.id = ${itemId} AND i.published_at IS NOT NULL AND x.participant_id <> ALL(${ids}::uuid[]) LIMIT 1`,
  )
  if (stays) refuseRule('participantIds', 'PARTICIPANT_STAYS')
  await sql`DELETE FROM item_participants WHERE item_id = ${itemId} AND participant_id <> ALL(${ids}::uuid[])`.execute(
    tx.db,
  )
  await sql`INSERT INTO item_participants (item_id, participant_id) SELECT ${itemId}, id FROM unnest(${ids}::uuid[]) AS p(id)
    ON CONFLICT DO NOTHING`.execute(tx.db)
  return forbidding.length > 0
}

const isSoldWithDownload = async (tx: Context, itemId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT FROM items i WHERE i.id = ${itemId} AND i.kind = 'video' AND i.buyers_may_download AND ${sql.raw(isSoldSql('i.id'))}`,
  )) !== undefined

export const participantsOf = async (ctx: Context, itemId: string): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT participant_id AS id FROM item_participants WHERE item_id = ${itemId} ORDER BY participant_id`,
    )
  ).map(({ id }) => id)

/**
 * The verified people of the items that are due, locked so that none withdraws until the items are published. `due` is a condition on
 * items `i`.
 */
export const lockVerified = async (tx: Context, due: ReturnType<typeof sql>): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{ id: string }>`SELECT p.id FROM participants p WHERE ${isVerified} AND p.id IN (
          SELECT x.participant_id FROM items i JOIN item_participants x ON x.item_id = i.id
          WHERE i.status IN ('scheduled', 'processing') AND ${due})
        ORDER BY p.id FOR SHARE OF p`,
    )
  ).map(({ id }) => id)
