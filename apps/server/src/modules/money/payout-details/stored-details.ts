import type { payoutMethods } from '@fanlight/contract/banking'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { keyFor, keysFor } from '../../../platform/keys.ts'
import { opensWith, encrypt, decrypt } from '../../../platform/encryption.ts'

/** A bank account in validated, stored form: without spaces and without undefined fields. */
export interface Bank {
  accountHolder: string
  bankName: string
  country: string
  currency: string
  iban: string | null
  accountNumber: string | null
  routingNumber: string | null
  bic: string | null
  taxId: string | null
}
export interface Gateways {
  payoutMethod: (typeof payoutMethods)[number]
  stripe: { accountId: string; secretKey: string | null } | null
  manual: { instructions: string } | null
}
export interface Kinds {
  bank: Bank
  gateways: Gateways
}
export interface StoredDetails<K extends keyof Kinds> {
  value: Kinds[K]
  version: number
  changedAt: Date
}

const purpose = 'payout-details'
const detailsContext = (performerId: string, kind: keyof Kinds) => `payout_details/${performerId}/${kind}`

export async function read<K extends keyof Kinds>(
  ctx: Context,
  performerId: string,
  kind: K,
): Promise<StoredDetails<K> | undefined> {
  const found = await row(
    ctx.db,
    sql<{ encrypted: Buffer; version: number; changedAt: Date }>`SELECT encrypted, version, changed_at AS "changedAt"
      FROM payout_details WHERE performer_id = ${performerId} AND kind = ${kind}`,
  )
  if (!found) return undefined
  return {
    value: decryptDetails(ctx, performerId, kind, found.encrypted),
    version: found.version,
    changedAt: found.changedAt,
  }
}
export const decryptDetails = <K extends keyof Kinds>(
  ctx: Context,
  performerId: string,
  kind: K,
  encrypted: Buffer,
): Kinds[K] => JSON.parse(decrypt(keysFor(ctx, purpose), detailsContext(performerId, kind), encrypted)) as Kinds[K]

export async function write<K extends keyof Kinds>(
  tx: Context,
  performerId: string,
  kind: K,
  value: Kinds[K],
  version: number,
): Promise<void> {
  const encrypted = encrypt(keyFor(tx.secret, purpose), detailsContext(performerId, kind), JSON.stringify(value))
  await sql`INSERT INTO payout_details (performer_id, kind, encrypted, version) VALUES (${performerId}, ${kind}, ${encrypted}, ${version})
    ON CONFLICT (performer_id, kind) DO UPDATE SET encrypted = excluded.encrypted, version = excluded.version, changed_at = app_now()`.execute(
    tx.db,
  )
}

/** Two savings of one performer take turns here. */
export const lockPerformer = (tx: Context, performerId: string) =>
  sql`SELECT FROM performers WHERE account_id = ${performerId} FOR UPDATE`.execute(tx.db)

export const freezePayouts = (tx: Context, performerId: string, hours: number) =>
  sql`UPDATE performers SET payouts_frozen_until = app_now() + make_interval(hours => ${hours}) WHERE account_id = ${performerId}`.execute(
    tx.db,
  )

export interface StatusRow {
  verificationStatus: string
  suspended: boolean
  documentExpired: boolean
  frozenUntil: Date | null
  /** Of what was paid out already, banks may take back more than the site allows. */
  disputeOpen: boolean
  allFrozen: boolean
}
/** The conditions that decide whether a creator can be paid out. A freeze time in the past is omitted. */
export const statusOf = (ctx: Context, performerId: string): Promise<StatusRow | undefined> =>
  row(
    ctx.db,
    sql<StatusRow>`SELECT p.verification_status AS "verificationStatus",
        EXISTS (SELECT FROM accounts a WHERE a.id = p.account_id AND a.status = 'suspended'
          AND (a.status_until IS NULL OR a.status_until > app_now())) AS suspended,
        CASE WHEN p.payouts_frozen_until > app_now() THEN p.payouts_frozen_until END AS "frozenUntil", payouts_are_frozen() AS "allFrozen",
        EXISTS (SELECT FROM dispute_charges c JOIN disputes d ON d.id = c.payment_id
          WHERE c.performer_id = p.account_id AND c.owed > 0 AND c.holds_payouts AND d.status = 'open') AS "disputeOpen",
        EXISTS (SELECT FROM verification_documents d WHERE d.verification_id = (SELECT v.id FROM verifications v
            WHERE v.performer_id = p.account_id AND v.status IN ('approved', 'more_info', 'submitted', 'in_review', 'expired')
              AND EXISTS (SELECT FROM verification_documents a WHERE a.verification_id = v.id AND a.status IN ('approved', 'expired'))
            ORDER BY v.created_at DESC, v.id DESC LIMIT 1)
          AND (d.status = 'expired' OR (d.status = 'approved' AND d.expires_on <= app_now()::date))
          AND NOT EXISTS (SELECT FROM verification_documents n WHERE n.verification_id = d.verification_id AND n.kind = d.kind
            AND n.status = 'approved' AND (n.created_at, n.id) > (d.created_at, d.id))) AS "documentExpired"
      FROM performers p WHERE p.account_id = ${performerId}`,
  )

/** Encrypts one row again where it was encrypted with a secret from before. True where it was. */
export async function reencrypt(tx: Context, performerId: string, kind: keyof Kinds): Promise<boolean> {
  const context = detailsContext(performerId, kind)
  const found = await row(
    tx.db,
    sql<{
      encrypted: Buffer
    }>`SELECT encrypted FROM payout_details WHERE performer_id = ${performerId} AND kind = ${kind} FOR UPDATE`,
  )
  if (!found || opensWith(keyFor(tx.secret, purpose), context, found.encrypted)) return false
  const encrypted = encrypt(
    keyFor(tx.secret, purpose),
    context,
    decrypt(keysFor(tx, purpose), context, found.encrypted),
  )
  await sql`UPDATE payout_details SET encrypted = ${encrypted} WHERE performer_id = ${performerId} AND kind = ${kind}`.execute(
    tx.db,
  )
  return true
}
export const idsAfter = async (ctx: Context, after: string, limit: number): Promise<string[]> =>
  (
    await rows(
      ctx.db,
      sql<{
        id: string
      }>`SELECT DISTINCT performer_id AS id FROM payout_details WHERE performer_id > ${after} ORDER BY 1 LIMIT ${limit}`,
    )
  ).map(({ id }) => id)

export const deleteDetails = (tx: Context, performerId: string) =>
  sql`DELETE FROM payout_details WHERE performer_id = ${performerId}`.execute(tx.db)

/** Why the database pays nothing out to a creator now; null where nothing prevents it. */
export const blockerOf = async (ctx: Context, performerId: string): Promise<string | null> =>
  (await row(ctx.db, sql<{ blocker: string | null }>`SELECT payout_blocker(${performerId}) AS blocker`))!.blocker
