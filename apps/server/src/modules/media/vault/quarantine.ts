import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { refuseRule } from '../../../platform/refusal.ts'
import { announceBlocked, announceReady, consentWithdrawnCode } from '../processing/ready.ts'
import { enqueueProcessing, type ProcessedFile } from '../intake/receive.ts'

// A file that shows a person who withdrew their consent is blocked, and so are its copies: it is served nowhere and used by nothing.
// `is_quarantined` in sql/functions decides which; triggers ask it when a file arrives and when more of it is known, and refuse every row
// that would use a blocked file.

/** Refuses a file that is under withdrawn consent, and keeps one that is not from being quarantined until the transaction ends. */
export async function requireUsable(tx: Context, fileIds: readonly string[], field: string): Promise<void> {
  const locked = await rows(
    tx.db,
    sql<{ errorCode: string | null; status: string }>`SELECT status, error_code AS "errorCode" FROM files
      WHERE id = ANY(${fileIds}::uuid[]) ORDER BY id FOR SHARE`,
  )
  if (locked.some(isUnderWithdrawnConsent)) refuseRule(field, 'FILE_CONSENT_WITHDRAWN')
}
export const isUnderWithdrawnConsent = (file: { status: string; errorCode: string | null }): boolean =>
  file.status === 'blocked' && file.errorCode === consentWithdrawnCode

/** The files of these and what looks like a copy of one, of any owner. More than will be quarantined. */
export const copiesOf = async (ctx: Context, fileIds: readonly string[]): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{ id: string }>`SELECT id FROM files WHERE id = ANY(${fileIds}::uuid[])
        UNION SELECT c.id FROM files f JOIN files c ON c.sha256 = f.sha256 WHERE f.id = ANY(${fileIds}::uuid[])
        UNION SELECT c.id FROM files f JOIN files c ON c.phash IS NOT NULL AND phash_bands(c.phash) && phash_bands(f.phash) AND looks_alike(f, c)
          WHERE f.id = ANY(${fileIds}::uuid[])`,
    )
  ).map(({ id }) => id)

/** Quarantines these files of a person, and their copies. Returns all that are quarantined. */
export async function quarantine(tx: Context, participantId: string, fileIds: readonly string[]): Promise<string[]> {
  await sql`INSERT INTO consent_quarantines (participant_id, file_id, sha256, phash)
    SELECT ${participantId}, id, sha256, phash FROM files WHERE id = ANY(${fileIds}::uuid[])
    ON CONFLICT (participant_id, file_id) DO UPDATE SET quarantined_at = greatest(consent_quarantines.quarantined_at, (SELECT revoked_at FROM participants WHERE id = excluded.participant_id)), sha256 = excluded.sha256, phash = excluded.phash`.execute(
    tx.db,
  )
  const copies = await copiesOf(tx, fileIds)
  await blockCopies(tx, copies)
  return blockedAmong(tx, copies)
}

async function blockCopies(tx: Context, ids: readonly string[]): Promise<void> {
  await sql`SELECT FROM files WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`.execute(tx.db)
  const blocked = await rows(
    tx.db,
    sql<ProcessedFile>`UPDATE files f SET blocked_from = status, status = 'blocked', error_code = ${consentWithdrawnCode}, updated_at = app_now()
      WHERE id = ANY(${[...ids]}::uuid[]) AND status NOT IN ('blocked', 'deleted') AND is_quarantined(f)
      RETURNING id, owner_id AS "ownerId", purpose, kind`,
  )
  await announceBlocked(tx, blocked)
}
const blockedAmong = async (tx: Context, ids: readonly string[]): Promise<string[]> =>
  (
    await rows(
      tx.db,
      sql<{ id: string }>`SELECT id FROM files WHERE id = ANY(${[...ids]}::uuid[]) AND status = 'blocked'
        AND error_code = ${consentWithdrawnCode} ORDER BY id`,
    )
  ).map(({ id }) => id)

/** Returns the files of an owner that are no longer under a withdrawn consent to what they were. */
export async function release(tx: Context, ownerId: string): Promise<void> {
  const freed = await rows(
    tx.db,
    sql<
      ProcessedFile & { status: string }
    >`UPDATE files f SET error_code = NULL, updated_at = app_now(), blocked_from = NULL,
        status = CASE WHEN blocked_from IN ('ready', 'failed') THEN blocked_from ELSE 'uploaded' END
      WHERE owner_id = ${ownerId} AND status = 'blocked' AND error_code = ${consentWithdrawnCode} AND NOT is_quarantined(f)
      RETURNING id, owner_id AS "ownerId", purpose, kind, status`,
  )
  for (const file of freed) {
    if (file.status === 'ready') await announceReady(tx, file)
    else if (file.status === 'uploaded') await enqueueProcessing(tx, file)
  }
}
