import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import type { AgeAssurance } from '../../../platform/viewer.ts'

export interface CheckRow {
  id: string
  accountId: string | null
  state: 'pending' | 'passed' | 'failed' | 'expired'
  method: string
  reference: string | null
  expiresAt: Date
  decidedAt: Date | null
}
const columns = sql`id, account_id AS "accountId", method, provider_reference AS reference, expires_at AS "expiresAt", decided_at AS "decidedAt",
  CASE WHEN state IN ('pending', 'passed') AND expires_at <= app_now() THEN 'expired' ELSE state END AS state`

export const insertDecided = (
  tx: Context,
  check: { accountId: string | null; method: string; state: 'passed' | 'failed'; until: Date },
) =>
  sql`INSERT INTO age_checks (account_id, method, state, decided_at, expires_at)
    VALUES (${check.accountId}, ${check.method}, ${check.state}, app_now(), ${check.until})`.execute(tx.db)

export const insertPending = async (
  tx: Context,
  check: { accountId: string | null; secretHash: Buffer; provider: string; until: Date },
): Promise<string> =>
  (await row(
    tx.db,
    sql<{ id: string }>`INSERT INTO age_checks (account_id, secret_hash, method, state, provider, expires_at)
      VALUES (${check.accountId}, ${check.secretHash}, 'pending', 'pending', ${check.provider}, ${check.until}) RETURNING id`,
  ))!.id
export const noteReference = (ctx: Context, id: string, reference: string) =>
  sql`UPDATE age_checks SET provider_reference = ${reference} WHERE id = ${id}`.execute(ctx.db)

export const latestOf = (ctx: Context, accountId: string): Promise<CheckRow | undefined> =>
  row(
    ctx.db,
    sql<CheckRow>`SELECT ${columns} FROM age_checks WHERE account_id = ${accountId} ORDER BY created_at DESC LIMIT 1`,
  )
export const bySecret = (ctx: Context, secretHash: Buffer): Promise<CheckRow | undefined> =>
  row(ctx.db, sql<CheckRow>`SELECT ${columns} FROM age_checks WHERE secret_hash = ${secretHash}`)
export const byReference = (ctx: Context, provider: string, reference: string): Promise<CheckRow | undefined> =>
  row(
    ctx.db,
    sql<CheckRow>`SELECT ${columns} FROM age_checks WHERE provider = ${provider} AND provider_reference = ${reference}`,
  )

/** Decides a pending check; a second decision changes nothing. */
export const decide = (
  tx: Context,
  id: string,
  outcome: { state: 'passed' | 'failed'; method: string; until: Date },
): Promise<CheckRow | undefined> =>
  row(
    tx.db,
    sql<CheckRow>`UPDATE age_checks SET state = ${outcome.state}, method = ${outcome.method}, decided_at = app_now(), expires_at = ${outcome.until}
      WHERE id = ${id} AND state = 'pending' AND expires_at > app_now() RETURNING ${columns}`,
  )
/** Each check assures one browser, once. */
export const spendSecret = async (tx: Context, secretHash: Buffer): Promise<boolean> =>
  (await row(
    tx.db,
    sql<{ id: string }>`UPDATE age_checks SET secret_hash = NULL WHERE secret_hash = ${secretHash} RETURNING id`,
  )) !== undefined

/** Never replaces a stronger age assurance that is still valid. */
export const assure = (tx: Context, accountId: string, assurance: Exclude<AgeAssurance, 'none'>, until: Date) =>
  sql`UPDATE accounts SET age_assurance = ${assurance}, age_assurance_until = ${until}
    WHERE id = ${accountId} AND (${assurance} = 'assured' OR age_assurance <> 'assured' OR age_assurance_until <= app_now())`.execute(
    tx.db,
  )
export const assuredUntil = async (ctx: Context, accountId: string): Promise<Date | null> =>
  (await row(
    ctx.db,
    sql<{
      until: Date | null
    }>`SELECT CASE WHEN age_assurance <> 'none' THEN age_assurance_until END AS until FROM accounts WHERE id = ${accountId}`,
  ))!.until

/** What ran out is written down as such; it counted no longer since the moment it did. */
export const expireOld = (ctx: Context) =>
  sql`UPDATE age_checks SET state = 'expired', secret_hash = NULL WHERE state IN ('pending', 'passed') AND expires_at <= app_now()`.execute(
    ctx.db,
  )
