import { randomUUID } from 'node:crypto'
import type { ConsentStatus } from '@fanlight/contract/participants'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { newId, newSecret, sha256 } from '../../../platform/ids.ts'
import { codeOf } from './codes.ts'

interface ParticipantOptions {
  status?: ConsentStatus
  /** Of a creator of the site; a guest otherwise. */
  account?: { id: string }
  name?: string
  /** Whether buyers may save videos that show the person; not asked unless specified. */
  mayDownload?: boolean
  /** Its last day; no end unless specified. */
  endsOn?: string
  /** The items that name the person. */
  items?: readonly string[]
}

/** A guest with an invitation that can be signed, unless specified otherwise. */
export async function buildParticipant(
  ctx: Context,
  creator: { id: string },
  { status = 'invited', account, name = 'Guest', mayDownload, endsOn, items = [] }: ParticipantOptions = {},
): Promise<{ id: string; secret: string; code: string; lasting: string; documentId: string }> {
  const [id, secret, lasting] = [newId(), newSecret(), newSecret()]
  const isSigned = status !== 'invited' && status !== 'expired'
  await sql`INSERT INTO participants (id, performer_id, account_id, name, status, link_hash, link_expires_at, withdrawal_hash, signed_at, verified_at, release, may_download, ends_on)
    VALUES (${id}, ${creator.id}, ${account?.id ?? null}, ${account ? '' : name}, ${status}, ${account ? null : sha256(secret)},
      app_now() + interval '14 days', ${isSigned && !account ? sha256(lasting) : null}, ${isSigned ? sql`app_now()` : null},
      ${status === 'verified' ? sql`app_now()` : null}, ${isSigned ? 'I agree.' : null}, ${mayDownload ?? null}, ${endsOn ?? null}::date)`.execute(
    ctx.db,
  )
  const document = await row(
    ctx.db,
    sql<{
      id: string
    }>`INSERT INTO participant_documents (participant_id, kind, mime, bytes, sha256, storage_key, key_id)
      SELECT ${id}, 'id_front', 'image/png', 1, '\\x00', ${randomUUID()}, 'k' WHERE ${isSigned && !account} RETURNING id`,
  )
  for (const item of items)
    await sql`INSERT INTO item_participants (item_id, participant_id) VALUES (${item}, ${id})`.execute(ctx.db)
  return { id, secret, code: codeOf(ctx.secret, secret), lasting, documentId: document?.id ?? '' }
}
