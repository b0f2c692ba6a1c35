import type { ConsentStatus } from '@fanlight/contract/participants'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { decrypt, encrypt, opensWith } from '../../../platform/encryption.ts'
import type { IdentityDocument } from '../../people/verifications/documents.ts'

/** What a guest declares, encrypted at rest. */
export interface Identity {
  legalName: string
  dateOfBirth: string
}
const identityPurpose = 'identities'
const placeOf = (id: string) => `participants/${id}`
const encryptIdentity = (ctx: Context, id: string, identity: Identity) =>
  encrypt(keyFor(ctx.secret, identityPurpose), placeOf(id), JSON.stringify(identity))
export const openIdentity = (ctx: Context, id: string, encrypted: Buffer): Identity =>
  JSON.parse(decrypt(keysFor(ctx, identityPurpose), placeOf(id), encrypted)) as Identity

export interface ParticipantRow {
  id: string
  performerId: string
  accountId: string | null
  name: string
  username: string | null
  email: string | null
  locale: string | null
  status: ConsentStatus
  linkExpiresAt: Date | null
  release: string | null
  reason: string | null
  signedAt: Date | null
  mayDownload: boolean | null
  /** A day, such as 2027-03-31. */
  endsOn: string | null
  decidedAt: Date | null
  createdAt: Date
  updatedAt: Date
  items: number
}
const columns = sql`p.id, p.performer_id AS "performerId", p.account_id AS "accountId",
  CASE WHEN p.account_id IS NULL THEN p.name ELSE a.name END AS name, a.username, p.email, p.locale, p.status,
  p.link_expires_at AS "linkExpiresAt", p.release, p.reason, p.signed_at AS "signedAt", p.may_download AS "mayDownload", p.ends_on::text AS "endsOn", p.decided_at AS "decidedAt",
  p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  (SELECT count(*)::int FROM item_participants x JOIN items i ON i.id = x.item_id WHERE x.participant_id = p.id AND i.status <> 'removed') AS items`
const joined = sql`participants p LEFT JOIN accounts a ON a.id = p.account_id`

export const byId = (ctx: Context, id: string): Promise<ParticipantRow | undefined> =>
  row(ctx.db, sql<ParticipantRow>`SELECT ${columns} FROM ${joined} WHERE p.id = ${id}`)
/** A person of this creator, locked until the transaction ends. */
export const lockOwn = (tx: Context, performerId: string, id: string): Promise<ParticipantRow | undefined> =>
  row(
    tx.db,
    sql<ParticipantRow>`SELECT ${columns} FROM ${joined} WHERE p.id = ${id} AND p.performer_id = ${performerId} AND p.removed_at IS NULL
      FOR UPDATE OF p`,
  )
export const lockById = (tx: Context, id: string): Promise<ParticipantRow | undefined> =>
  row(tx.db, sql<ParticipantRow>`SELECT ${columns} FROM ${joined} WHERE p.id = ${id} FOR UPDATE OF p`)
/** A request to this account. */
export const lockRequest = (tx: Context, accountId: string, id: string): Promise<ParticipantRow | undefined> =>
  row(
    tx.db,
    sql<ParticipantRow>`SELECT ${columns} FROM ${joined} WHERE p.id = ${id} AND p.account_id = ${accountId} FOR UPDATE OF p`,
  )

/** A person who withdrew from this creator, by their account or address. */
export const revokedOf = (
  tx: Context,
  performerId: string,
  { accountId, email }: { accountId: string | null; email: string | null },
): Promise<ParticipantRow | undefined> =>
  row(
    tx.db,
    sql<ParticipantRow>`SELECT ${columns} FROM ${joined} WHERE p.performer_id = ${performerId} AND p.removed_at IS NULL AND p.status = 'revoked'
      AND CASE WHEN ${accountId}::uuid IS NULL THEN p.account_id IS NULL AND lower(p.email) = lower(${email}::text) ELSE p.account_id = ${accountId}::uuid END
      AND NOT EXISTS (SELECT FROM participants o WHERE o.performer_id = ${performerId} AND o.account_id = ${accountId}::uuid
        AND o.removed_at IS NULL AND o.status <> 'revoked')
      ORDER BY p.revoked_at DESC LIMIT 1 FOR UPDATE OF p`,
  )

export type LinkedRow = ParticipantRow & { isLasting: boolean; isExpired: boolean }
/** By either of its two links. */
export const byLink = (ctx: Context, hash: Buffer, lock = false): Promise<LinkedRow | undefined> =>
  row(
    ctx.db,
    sql<LinkedRow>`SELECT ${columns}, p.withdrawal_hash IS NOT DISTINCT FROM ${hash} AS "isLasting",
        coalesce(p.link_expires_at <= app_now(), true) AS "isExpired"
      FROM ${joined} WHERE p.id = (SELECT id FROM participants WHERE link_hash = ${hash}
        UNION ALL SELECT id FROM participants WHERE withdrawal_hash = ${hash} LIMIT 1) ${lock ? sql`FOR UPDATE OF p` : sql``}`,
  )

export const countOf = async (tx: Context, performerId: string): Promise<number> =>
  (await row(
    tx.db,
    sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM participants WHERE performer_id = ${performerId} AND removed_at IS NULL`,
  ))!.n

interface NewRow {
  id: string
  performerId: string
  accountId: string | null
  name: string
  email: string | null
  locale: string | null
}
/** False where the person is on the list already. */
export const insert = async (tx: Context, person: NewRow, link: { hash: Buffer | null; days: number }) =>
  (
    await sql`INSERT INTO participants (id, performer_id, account_id, name, email, locale, link_hash, link_expires_at)
      VALUES (${person.id}, ${person.performerId}, ${person.accountId}, ${person.name}, ${person.email}, ${person.locale}, ${link.hash},
        app_now() + make_interval(days => ${link.days}))
      ON CONFLICT DO NOTHING`.execute(tx.db)
  ).numAffectedRows === 1n
export const invite = (tx: Context, id: string, link: { hash: Buffer | null; days: number }) =>
  sql`UPDATE participants SET status = 'invited', reason = NULL, ends_on = NULL, link_hash = ${link.hash}, code_tries = 0,
    link_expires_at = app_now() + make_interval(days => ${link.days}), updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )

/** Whether an item that is or may be published names the person. Others keep the record without showing the person in the list. */
export const isInUse = async (tx: Context, id: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT FROM item_participants x JOIN items i ON i.id = x.item_id
      WHERE x.participant_id = ${id} AND i.status NOT IN ('archived', 'hidden', 'removed') LIMIT 1`,
  )) !== undefined

/** A person who never consented leaves no row; of others the record is retained. */
export async function remove(tx: Context, id: string): Promise<void> {
  await sql`DELETE FROM participants WHERE id = ${id} AND verified_at IS NULL AND status <> 'revoked'`.execute(tx.db)
  await sql`UPDATE participants SET removed_at = app_now(), link_hash = NULL, status = CASE status WHEN 'invited' THEN 'expired' ELSE status END
    WHERE id = ${id}`.execute(tx.db)
}

export interface Filter {
  status?: ConsentStatus | undefined
  q?: string | undefined
}
export const ownFrom = (performerId: string, { status, q }: Filter) => {
  const like = q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null
  return sql`${joined} WHERE p.performer_id = ${performerId} AND p.removed_at IS NULL AND (${status ?? null}::text IS NULL OR p.status = ${status ?? null})
    AND (${like}::text IS NULL OR p.name ILIKE ${like} OR a.name ILIKE ${like} OR a.username ILIKE ${like})`
}
export const requestsFrom = (accountId: string) => sql`${joined} WHERE p.account_id = ${accountId}`
export const reviewsFrom = (status: ConsentStatus | null) =>
  sql`${joined} WHERE (${status}::text IS NULL OR p.status = ${status})`
export { columns as participantColumns }

export interface ItemNamed {
  kind: 'feed' | 'gallery' | 'video' | 'photo' | 'product'
  title: string
}
const newestMax = 20
/** The newest items that name each of these people. */
export async function itemsNaming(ctx: Context, ids: readonly string[]): Promise<Map<string, ItemNamed[]>> {
  const found = await rows(
    ctx.db,
    sql<
      ItemNamed & { id: string }
    >`SELECT p.id, n.kind, n.title FROM unnest(${ids}::uuid[]) AS p(id) CROSS JOIN LATERAL (
        SELECT i.kind, i.title, i.created_at FROM item_participants x JOIN items i ON i.id = x.item_id
        WHERE x.participant_id = p.id AND i.status <> 'removed' ORDER BY i.created_at DESC, i.id DESC LIMIT ${newestMax}) n
      ORDER BY p.id, n.created_at DESC`,
  )
  const named = new Map<string, ItemNamed[]>()
  for (const { id, kind, title } of found) named.set(id, [...(named.get(id) ?? []), { kind, title }])
  return named
}

export interface Signature {
  status: 'signed' | 'verified'
  release: string
  identity: Identity | null
  withdrawalHash: Buffer | null
  sharedWithCreator: readonly ('address' | 'device')[]
  mayDownload: boolean
  endsOn: string | null
}
/** Counts an entry of the code of an invitation that can still be signed; false where there is none, or there were too many. */
export const countTry = async (ctx: Context, linkHash: Buffer, triesMax: number): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`UPDATE participants SET code_tries = code_tries + 1
      WHERE link_hash = ${linkHash} AND status = 'invited' AND link_expires_at > app_now() AND code_tries < ${triesMax} RETURNING id`,
  )) !== undefined
export const sign = (
  tx: Context,
  id: string,
  { status, release, identity, withdrawalHash, sharedWithCreator, mayDownload, endsOn }: Signature,
) =>
  sql`UPDATE participants SET status = ${status}, release = ${release}, signed_at = app_now(), reason = NULL, decided_by = NULL,
      verified_at = CASE WHEN ${status} = 'verified' THEN app_now() END, decided_at = CASE WHEN ${status} = 'verified' THEN app_now() END,
      encrypted_identity = ${identity && encryptIdentity(tx, id, identity)}, withdrawal_hash = ${withdrawalHash},
      shared_with_creator = ${[...sharedWithCreator]}::text[], may_download = ${mayDownload}, ends_on = ${endsOn}::date, end_noted_at = NULL, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )
/** The files of documents sent before are deleted by the job that removes files without a row. */
export async function replaceDocuments(tx: Context, id: string, documents: readonly IdentityDocument[]): Promise<void> {
  await deleteDocuments(tx, id)
  const of = <T>(pick: (document: IdentityDocument) => T) => documents.map(pick)
  await sql`INSERT INTO participant_documents (participant_id, kind, mime, bytes, sha256, storage_key, key_id)
    SELECT ${id}, d.kind, d.mime, d.bytes, decode(d.sha256, 'hex'), d.storage_key, d.key_id
    FROM unnest(${of(({ kind }) => kind)}::text[], ${of(({ mime }) => mime)}::text[], ${of(({ bytes }) => bytes)}::bigint[],
      ${of(({ sha256 }) => sha256.toString('hex'))}::text[], ${of(({ storageKey }) => storageKey)}::text[], ${of(({ keyId }) => keyId)}::text[])
      AS d(kind, mime, bytes, sha256, storage_key, key_id)`.execute(tx.db)
}
export const deleteDocuments = (tx: Context, id: string) =>
  sql`DELETE FROM participant_documents WHERE participant_id = ${id}`.execute(tx.db)

/** False where it was revoked already, or there is nothing to revoke. A last day that is not over names nothing any more. */
export const revoke = async (tx: Context, id: string, { by, reason }: { by: string | null; reason: string | null }) =>
  (await row(
    tx.db,
    sql`UPDATE participants SET status = 'revoked', revoked_at = app_now(), reason = ${reason}, decided_by = ${by},
      decided_at = CASE WHEN ${by}::uuid IS NULL THEN decided_at ELSE app_now() END,
      ends_on = CASE WHEN ends_on < (app_now() AT TIME ZONE 'UTC')::date THEN ends_on END, updated_at = app_now()
      WHERE id = ${id} AND status IN ('invited', 'signed', 'verified') RETURNING id`,
  )) !== undefined
/** Those whose last day is over, the longest first. */
export const endingConsents = async (ctx: Context, limit: number): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{ id: string }>`SELECT id FROM participants
        WHERE status IN ('signed', 'verified') AND ends_on < (app_now() AT TIME ZONE 'UTC')::date ORDER BY ends_on, id LIMIT ${limit}`,
    )
  ).map(({ id }) => id)
/** Notes those whose last day is at most so many days ahead, and of whom the creator was not told. */
export const noteEnding = (tx: Context, days: number, limit: number) =>
  rows(
    tx.db,
    sql<{ performerId: string; name: string; endsOn: string }>`UPDATE participants p SET end_noted_at = app_now()
      FROM (SELECT id FROM participants WHERE status IN ('signed', 'verified') AND end_noted_at IS NULL
        AND ends_on BETWEEN (app_now() AT TIME ZONE 'UTC')::date AND (app_now() AT TIME ZONE 'UTC')::date + ${days}::int
        ORDER BY ends_on, id LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
      WHERE p.id = due.id
      RETURNING p.performer_id AS "performerId", p.ends_on::text AS "endsOn",
        CASE WHEN p.account_id IS NULL THEN p.name ELSE (SELECT a.name FROM accounts a WHERE a.id = p.account_id) END AS name`,
  )
export const decide = (
  tx: Context,
  id: string,
  { status, by, reason }: { status: 'verified' | 'rejected'; by: string; reason: string | null },
) =>
  sql`UPDATE participants SET status = ${status}, reason = ${reason}, decided_by = ${by}, decided_at = app_now(),
    verified_at = CASE WHEN ${status} = 'verified' THEN app_now() ELSE verified_at END, updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )

export type ReviewedRow = ParticipantRow & {
  encryptedIdentity: Buffer | null
  sharedWithCreator: ('address' | 'device')[]
  creatorName: string
  creatorUsername: string | null
  deciderName: string | null
}
export const reviewColumns = sql`${columns}, p.encrypted_identity AS "encryptedIdentity", p.shared_with_creator AS "sharedWithCreator",
  (SELECT name FROM accounts WHERE id = p.performer_id) AS "creatorName", (SELECT username FROM accounts WHERE id = p.performer_id) AS "creatorUsername",
  (SELECT name FROM accounts WHERE id = p.decided_by) AS "deciderName"`
export const reviewed = (ctx: Context, id: string): Promise<ReviewedRow | undefined> =>
  row(ctx.db, sql<ReviewedRow>`SELECT ${reviewColumns} FROM ${joined} WHERE p.id = ${id}`)

export interface DocumentRow {
  id: string
  kind: string
  mime: string
  bytes: bigint
  storageKey: string
  createdAt: Date
  opened: boolean
}
/** The documents; `opened` says whether this reviewer opened them since they were sent. */
export const documentsOf = (ctx: Context, participantId: string, reviewerId: string): Promise<DocumentRow[]> =>
  rows(
    ctx.db,
    sql<DocumentRow>`SELECT d.id, d.kind, d.mime, d.bytes, d.storage_key AS "storageKey", d.created_at AS "createdAt",
        EXISTS (SELECT FROM audit_log l WHERE l.target_type = 'participant_document' AND l.target_id = d.id::text
          AND l.action = 'consent.document_viewed' AND l.actor_id = ${reviewerId}) AS opened
      FROM participant_documents d WHERE d.participant_id = ${participantId} ORDER BY d.kind`,
  )

// Key rotation

export const documentsNotEncryptedWith = (ctx: Context, keyId: string, after: string, limit: number) =>
  rows(
    ctx.db,
    sql<{ id: string; storageKey: string }>`SELECT id, storage_key AS "storageKey" FROM participant_documents
      WHERE key_id <> ${keyId} AND id > ${after} ORDER BY id LIMIT ${limit}`,
  )
/** False where the row changed in the meantime. */
export const moveDocument = async (
  ctx: Context,
  id: string,
  from: string,
  to: { storageKey: string; keyId: string },
): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`UPDATE participant_documents SET storage_key = ${to.storageKey}, key_id = ${to.keyId}
      WHERE id = ${id} AND storage_key = ${from} RETURNING id`,
  )) !== undefined
export const idsWithIdentity = async (ctx: Context, after: string, limit: number): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT id FROM participants WHERE encrypted_identity IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`,
    )
  ).map(({ id }) => id)
export async function reencryptIdentity(tx: Context, id: string): Promise<boolean> {
  const found = await row(
    tx.db,
    sql<{ encrypted: Buffer }>`SELECT encrypted_identity AS encrypted FROM participants
      WHERE id = ${id} AND encrypted_identity IS NOT NULL FOR UPDATE`,
  )
  if (!found || opensWith(keyFor(tx.secret, identityPurpose), placeOf(id), found.encrypted)) return false
  const identity = openIdentity(tx, id, found.encrypted)
  await sql`UPDATE participants SET encrypted_identity = ${encryptIdentity(tx, id, identity)} WHERE id = ${id}`.execute(
    tx.db,
  )
  return true
}
