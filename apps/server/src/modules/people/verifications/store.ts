import type { VerificationStatus } from '@fanlight/contract/accounts'
import type { Context } from '../../../platform/context.ts'
import type { Page } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { opensWith, encrypt, decrypt } from '../../../platform/encryption.ts'
import type { IdentityDocument } from './documents.ts'

/** What a performer declares, encrypted at rest. */
export interface Identity {
  legalName: string
  dateOfBirth: string
  country: string
  documentExpiresOn: string | null
}
const identityPurpose = 'identities'
const encryptIdentity = (ctx: Context, id: string, identity: Identity) =>
  encrypt(keyFor(ctx.secret, identityPurpose), `verifications/${id}`, JSON.stringify(identity))
export const openIdentity = (ctx: Context, id: string, encrypted: Buffer): Identity =>
  JSON.parse(decrypt(keysFor(ctx, identityPurpose), `verifications/${id}`, encrypted)) as Identity

/** Encrypts a declaration again where it was encrypted with a secret from before. True where it was. */
export async function reencryptIdentity(tx: Context, id: string): Promise<boolean> {
  const found = await row(
    tx.db,
    sql<{ encrypted: Buffer }>`SELECT encrypted_identity AS encrypted FROM verifications
      WHERE id = ${id} AND encrypted_identity IS NOT NULL FOR UPDATE`,
  )
  if (!found || opensWith(keyFor(tx.secret, identityPurpose), `verifications/${id}`, found.encrypted)) return false
  const identity = openIdentity(tx, id, found.encrypted)
  await sql`UPDATE verifications SET encrypted_identity = ${encryptIdentity(tx, id, identity)} WHERE id = ${id}`.execute(
    tx.db,
  )
  return true
}
export const idsWithIdentity = async (ctx: Context, after: string, limit: number): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT id FROM verifications WHERE encrypted_identity IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`,
    )
  ).map((row) => row.id)
export const documentsNotEncryptedWith = (ctx: Context, keyId: string, after: string, limit: number) =>
  rows(
    ctx.db,
    sql<{ id: string; storageKey: string }>`SELECT id, storage_key AS "storageKey" FROM verification_documents
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
    sql`UPDATE verification_documents SET storage_key = ${to.storageKey}, key_id = ${to.keyId}
      WHERE id = ${id} AND storage_key = ${from} RETURNING id`,
  )) !== undefined

export interface VerificationRow {
  id: string
  performerId: string
  status: VerificationStatus
  encryptedIdentity: Buffer | null
  reason: string | null
  fieldReasons: Record<string, string>
  submittedAt: Date | null
  decidedAt: Date | null
  decidedBy: string | null
  createdAt: Date
  updatedAt: Date
}
const columns = sql`v.id, v.performer_id AS "performerId", v.status, v.encrypted_identity AS "encryptedIdentity", v.reason,
  v.field_reasons AS "fieldReasons", v.submitted_at AS "submittedAt", v.decided_at AS "decidedAt", v.decided_by AS "decidedBy",
  v.created_at AS "createdAt", v.updated_at AS "updatedAt"`

export async function insertSubmitted(tx: Context, performerId: string, identity: Identity): Promise<string> {
  const id = newId()
  await sql`INSERT INTO verifications (id, performer_id, status, encrypted_identity, submitted_at)
    VALUES (${id}, ${performerId}, 'submitted', ${encryptIdentity(tx, id, identity)}, app_now())`.execute(tx.db)
  return id
}
export const resubmit = (tx: Context, id: string, identity: Identity) =>
  sql`UPDATE verifications SET status = 'submitted', encrypted_identity = ${encryptIdentity(tx, id, identity)}, field_reasons = '{}', reason = NULL,
    decided_by = NULL, decided_at = NULL, submitted_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(
    tx.db,
  )

export async function insertDocuments(
  tx: Context,
  verificationId: string,
  documents: readonly IdentityDocument[],
  expiresOn: string | null,
): Promise<void> {
  for (const identityDocument of documents) {
    const expires = identityDocument.kind === 'id_front' || identityDocument.kind === 'id_back' ? expiresOn : null
    await sql`INSERT INTO verification_documents (verification_id, kind, mime, bytes, sha256, storage_key, key_id, expires_on)
      VALUES (${verificationId}, ${identityDocument.kind}, ${identityDocument.mime}, ${identityDocument.bytes}, ${identityDocument.sha256}, ${identityDocument.storageKey}, ${identityDocument.keyId}, ${expires}::date)`.execute(
      tx.db,
    )
  }
}

/** The present review of a performer: the newest. */
export const newestOf = (ctx: Context, performerId: string, lock = false): Promise<VerificationRow | undefined> =>
  row(
    ctx.db,
    sql<VerificationRow>`SELECT ${columns} FROM verifications v WHERE performer_id = ${performerId}
      ORDER BY created_at DESC, id DESC LIMIT 1 ${lock ? sql`FOR UPDATE` : sql``}`,
  )

export interface DocumentRow {
  id: string
  kind: 'id_front' | 'id_back' | 'selfie_with_id' | 'address' | 'tax'
  status: 'pending' | 'approved' | 'rejected' | 'expired'
  fieldReasons: Record<string, string>
  mime: string
  bytes: bigint
  sha256: Buffer
  storageKey: string
  expiresOn: string | null
  createdAt: Date
}
const documentColumns = sql`id, kind, status, field_reasons AS "fieldReasons", mime, bytes, sha256, storage_key AS "storageKey",
  expires_on AS "expiresOn", created_at AS "createdAt"`
/** The newest document of each kind. */
export const documentsOf = (ctx: Context, verificationId: string): Promise<DocumentRow[]> =>
  rows(
    ctx.db,
    sql<DocumentRow>`SELECT DISTINCT ON (kind) ${documentColumns} FROM verification_documents WHERE verification_id = ${verificationId}
      ORDER BY kind, created_at DESC, id DESC`,
  )
export const documentOf = (ctx: Context, verificationId: string, id: string): Promise<DocumentRow | undefined> =>
  row(
    ctx.db,
    sql<DocumentRow>`SELECT ${documentColumns} FROM verification_documents WHERE id = ${id} AND verification_id = ${verificationId}`,
  )

/** How long a reviewer's claim lasts before others may claim the review. */
const claimMinutes = 15
/** How long a reviewer may undo their approval. */
const undoMinutes = 10
// Claims are stored in the audit log: who claimed a review belongs there anyway, and no cleanup is needed.
const claimColumns = sql`(SELECT jsonb_build_object('actorId', l.actor_id, 'name', c.name, 'until', l.created_at + make_interval(mins => ${claimMinutes}::int))
    FROM audit_log l JOIN accounts c ON c.id = l.actor_id
    WHERE l.target_type = 'verification' AND l.target_id = v.id::text AND l.action = 'verification.claimed'
      AND l.created_at > app_now() - make_interval(mins => ${claimMinutes}::int) AND v.status IN ('submitted', 'in_review')
    ORDER BY l.id DESC LIMIT 1) AS claim,
  CASE WHEN v.status = 'approved' AND v.decided_at > app_now() - make_interval(mins => ${undoMinutes}::int)
    THEN v.decided_at + make_interval(mins => ${undoMinutes}::int) END AS "undoUntil", (SELECT name FROM accounts WHERE id = v.decided_by) AS "deciderName"`

export type ReviewedRow = VerificationRow & {
  claim: { actorId: string; name: string; until: string } | null
  deciderName: string | null
  undoUntil: Date | null
  name: string
  username: string | null
  country: string | null
}
export const reviewed = (ctx: Context, id: string): Promise<ReviewedRow | undefined> =>
  row(
    ctx.db,
    sql<ReviewedRow>`SELECT ${columns}, ${claimColumns}, a.name, a.username, a.country FROM verifications v JOIN accounts a ON a.id = v.performer_id WHERE v.id = ${id}`,
  )

/** The documents that this reviewer opened since their present claim. */
export const openedInClaim = async (ctx: Context, verificationId: string, reviewerId: string): Promise<Set<string>> =>
  new Set(
    (
      await rows(
        ctx.db,
        sql<{ id: string }>`WITH claim AS (SELECT id, actor_id FROM audit_log
            WHERE target_type = 'verification' AND target_id = ${verificationId} AND action = 'verification.claimed'
              AND created_at > app_now() - make_interval(mins => ${claimMinutes}::int) ORDER BY id DESC LIMIT 1)
          SELECT d.id FROM claim, verification_documents d WHERE d.verification_id = ${verificationId} AND claim.actor_id = ${reviewerId}
            AND EXISTS (SELECT FROM audit_log l WHERE l.target_type = 'verification_document' AND l.target_id = d.id::text
              AND l.action = 'verification.document_viewed' AND l.actor_id = ${reviewerId} AND l.id > claim.id)`,
      )
    ).map(({ id }) => id),
  )

/** When an identity document expires, as its reviewer read it. */
export const setExpiry = (tx: Context, documentIds: readonly string[], expiresOn: string | null) =>
  sql`UPDATE verification_documents SET expires_on = ${expiresOn}::date WHERE id = ANY(${documentIds}::uuid[])`.execute(
    tx.db,
  )

export interface BeforeApproval {
  performerStatus: VerificationStatus
  /** The documents that the approval approved. */
  documents: string[]
}
export const beforeApproval = async (tx: Context, id: string): Promise<BeforeApproval> =>
  (await row(
    tx.db,
    sql<BeforeApproval>`SELECT before->>'performerStatus' AS "performerStatus", before->'documents' AS documents FROM audit_log
      WHERE target_type = 'verification' AND target_id = ${id} AND action = 'verification.approved' ORDER BY id DESC LIMIT 1`,
  ))!
export async function reopen(tx: Context, id: string, documentIds: readonly string[]): Promise<void> {
  await sql`UPDATE verifications SET status = 'in_review', decided_by = NULL, decided_at = NULL, reason = NULL, updated_at = app_now()
    WHERE id = ${id}`.execute(tx.db)
  await sql`UPDATE verification_documents SET status = 'pending' WHERE verification_id = ${id} AND id = ANY(${documentIds}::uuid[])`.execute(
    tx.db,
  )
}

export interface Filter {
  status?: VerificationStatus | undefined
  country?: string | undefined
  q?: string | undefined
  sortBy: 'updatedAt' | 'submittedAt' | 'createdAt'
  sort: 'asc' | 'desc'
}
const sortable = { updatedAt: 'v.updated_at', submittedAt: 'v.submitted_at', createdAt: 'v.created_at' } as const
export async function list(ctx: Context, filter: Filter, page: Page): Promise<{ found: ReviewedRow[]; total: number }> {
  const { status = null, country = null } = filter
  const q = filter.q ? `%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%` : null
  const from = sql`FROM verifications v JOIN accounts a ON a.id = v.performer_id
    WHERE (${status}::text IS NULL OR v.status = ${status}) AND (${country}::text IS NULL OR a.country = ${country})
      AND (${q}::text IS NULL OR a.username ILIKE ${q} OR a.name ILIKE ${q} OR a.email::text ILIKE ${q})`
  const direction = filter.sort === 'asc' ? sql`ASC` : sql`DESC`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<ReviewedRow>`SELECT ${columns}, ${claimColumns}, a.name, a.username, a.country ${from}
          ORDER BY ${sql.raw(sortable[filter.sortBy])} ${direction} NULLS LAST, v.id ${direction}
          LIMIT ${page.size} OFFSET ${page.offset}`,
      )
  const counted = await row(ctx.db, sql<{ total: number }>`SELECT count(*)::int AS total ${from}`)
  return { found, total: counted!.total }
}

export interface ProfileSide {
  name: string
  username: string | null
  email: string | null
  emailVerified: boolean
  gender: string | null
  dateOfBirth: string | null
  age: number | null
  country: string | null
  status: string
  createdAt: Date
}
export const profileSide = async (ctx: Context, performerId: string): Promise<ProfileSide> =>
  (await row(
    ctx.db,
    sql<ProfileSide>`SELECT a.name, a.username, a.email::text AS email, a.email_verified_at IS NOT NULL AS "emailVerified", p.gender,
        p.date_of_birth AS "dateOfBirth", extract(year FROM age(app_now()::date, p.date_of_birth))::int AS age, a.country, a.status,
        a.created_at AS "createdAt"
      FROM accounts a JOIN performers p ON p.account_id = a.id WHERE a.id = ${performerId}`,
  ))!
export const historyOf = (ctx: Context, performerId: string): Promise<VerificationRow[]> =>
  rows(
    ctx.db,
    sql<VerificationRow>`SELECT ${columns} FROM verifications v WHERE performer_id = ${performerId} ORDER BY created_at DESC, id DESC LIMIT 50`,
  )

/** Locks the review, so that of two reviewers the second sees the first one's decision. */
export const locked = (tx: Context, id: string): Promise<VerificationRow | undefined> =>
  row(tx.db, sql<VerificationRow>`SELECT ${columns} FROM verifications v WHERE id = ${id} FOR UPDATE`)

export interface Decision {
  status: 'approved' | 'rejected' | 'more_info'
  reason: string | null
  fieldReasons: Record<string, string>
  /** Of an approval: as entered by its reviewer. */
  documentExpiresOn?: string | null | undefined
}
export async function decide(tx: Context, id: string, by: string, decision: Decision): Promise<void> {
  await sql`UPDATE verifications SET status = ${decision.status}, reason = ${decision.reason}, field_reasons = ${JSON.stringify(decision.fieldReasons)}::jsonb,
    decided_by = ${by}, decided_at = app_now(), updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
  const documents = decision.status === 'approved' ? 'approved' : 'rejected'
  // A question about one document leaves the others as they are.
  await sql`UPDATE verification_documents SET status = ${documents},
      field_reasons = CASE WHEN ${JSON.stringify(decision.fieldReasons)}::jsonb ? kind
        THEN jsonb_build_object('document', ${JSON.stringify(decision.fieldReasons)}::jsonb -> kind) ELSE field_reasons END
    WHERE verification_id = ${id} AND status = 'pending'
      AND (${decision.status !== 'more_info'} OR ${JSON.stringify(decision.fieldReasons)}::jsonb ? kind)`.execute(tx.db)
}
/** How many days before its documents run out a verification may be renewed. */
export const renewDays = 60
/** Whether the documents of an approved verification run out soon, or have. */
export const isRenewable = async (ctx: Context, id: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT 1 FROM verification_documents WHERE verification_id = ${id}
      AND (status = 'expired' OR (status = 'approved' AND expires_on <= (app_now() + make_interval(days => ${renewDays}))::date)) LIMIT 1`,
  )) !== undefined
export const isApproved = async (tx: Context, performerId: string): Promise<boolean> =>
  (await row(
    tx.db,
    sql`SELECT 1 FROM performers WHERE account_id = ${performerId} AND verification_status IN ('approved', 'expired') FOR UPDATE`,
  )) !== undefined
export const statusOf = async (ctx: Context, performerId: string): Promise<VerificationStatus> =>
  (await row(
    ctx.db,
    sql<{
      status: VerificationStatus
    }>`SELECT verification_status AS status FROM performers WHERE account_id = ${performerId}`,
  ))!.status
export const revoke = (tx: Context, id: string, by: string, reason: string) =>
  sql`UPDATE verifications SET status = 'revoked', reason = ${reason}, field_reasons = '{}', decided_by = ${by}, decided_at = app_now(),
    updated_at = app_now() WHERE id = ${id}`.execute(tx.db)

export const startReview = async (tx: Context, id: string): Promise<string | undefined> =>
  (
    await row(
      tx.db,
      sql<{ performerId: string }>`UPDATE verifications SET status = 'in_review', updated_at = app_now()
      WHERE id = ${id} AND status = 'submitted' RETURNING performer_id AS "performerId"`,
    )
  )?.performerId
