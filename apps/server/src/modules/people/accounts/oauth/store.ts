import type { Provider } from '@fanlight/contract/providers'
import type { Context } from '../../../../platform/context.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { sha256 } from '../../../../platform/ids.ts'
import type { Identity } from './identity.ts'

/** Two browsers may finish the same person's sign-in at once: the second sees what the first has made. */
export const lockIdentity = (tx: Context, { provider, subject }: Identity) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`identity:${provider}:${subject}`}, 0))`.execute(tx.db)

/** The account this person signs in to. What is tied to a closed account is free again. */
export async function identityOwner(tx: Context, { provider, subject }: Identity): Promise<string | undefined> {
  const found = await row(
    tx.db,
    sql<{ accountId: string; isClosed: boolean }>`SELECT i.account_id AS "accountId", a.status = 'closed' AS "isClosed"
      FROM provider_identities i JOIN accounts a ON a.id = i.account_id WHERE provider = ${provider} AND subject = ${subject}`,
  )
  if (!found?.isClosed) return found?.accountId
  await sql`DELETE FROM provider_identities WHERE provider = ${provider} AND subject = ${subject}`.execute(tx.db)
  return undefined
}

export const noteUse = (tx: Context, { provider, subject, label }: Identity) =>
  sql`UPDATE provider_identities SET last_used_at = app_now(), label = ${label}
    WHERE provider = ${provider} AND subject = ${subject}`.execute(tx.db)

/** False where the account has another person of the same provider already. */
export const add = async (
  tx: Context,
  accountId: string,
  { provider, subject, label }: Identity,
  isUsed: boolean,
): Promise<boolean> =>
  (await row(
    tx.db,
    sql`INSERT INTO provider_identities (provider, subject, account_id, label, last_used_at)
      VALUES (${provider}, ${subject}, ${accountId}, ${label}, ${isUsed ? sql`app_now()` : null})
      ON CONFLICT (account_id, provider) DO NOTHING RETURNING 1`,
  )) !== undefined

export interface IdentityRow {
  provider: Provider
  label: string
  linkedAt: Date
  lastUsedAt: Date | null
}
export const list = (ctx: Context, accountId: string): Promise<IdentityRow[]> =>
  rows(
    ctx.db,
    sql<IdentityRow>`SELECT provider, label, linked_at AS "linkedAt", last_used_at AS "lastUsedAt"
      FROM provider_identities WHERE account_id = ${accountId} ORDER BY provider`,
  )
export const remove = async (tx: Context, accountId: string, provider: Provider): Promise<boolean> =>
  (await row(
    tx.db,
    sql`DELETE FROM provider_identities WHERE account_id = ${accountId} AND provider = ${provider} RETURNING 1`,
  )) !== undefined

/** Two removals at once count one after the other. */
export const lockAccount = (tx: Context, accountId: string) =>
  sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR UPDATE`.execute(tx.db)
/** The number of sign-in methods of this account. */
export const waysIn = async (ctx: Context, accountId: string): Promise<number> =>
  (await row(
    ctx.db,
    sql<{ ways: number }>`SELECT (password_hash IS NOT NULL)::int
        + (SELECT count(*)::int FROM passkeys WHERE account_id = a.id)
        + (SELECT count(*)::int FROM provider_identities WHERE account_id = a.id) AS ways
      FROM accounts a WHERE id = ${accountId}`,
  ))!.ways

/** True the first time an answer is seen. */
export const spendOnce = async (ctx: Context, answer: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`INSERT INTO spent_provider_answers (answer_hash) VALUES (${sha256(answer)}) ON CONFLICT DO NOTHING RETURNING 1`,
  )) !== undefined

/** No cookie and no token is valid for longer than a day. */
export const deleteSpentAnswers = (ctx: Context) =>
  sql`DELETE FROM spent_provider_answers WHERE spent_at < app_now() - interval '2 days'`.execute(ctx.db)

export interface MailboxOwner {
  id: string
  emailVerified: boolean
  role: 'user' | 'performer' | 'admin'
}
/** The person who has this address here. */
export const mailboxOwner = (tx: Context, email: string): Promise<MailboxOwner | undefined> =>
  row(
    tx.db,
    sql<MailboxOwner>`SELECT id, email_verified_at IS NOT NULL AS "emailVerified", role FROM accounts
      WHERE email = ${email}::text::citext AND status <> 'closed' FOR SHARE`,
  )

/** A new account that its owner finishes later: without a username, and without an address unless one is proved. */
export async function insertUnfinished(
  tx: Context,
  account: { role: 'user' | 'performer'; name: string; email: string | null; locale: string },
): Promise<string | undefined> {
  const made = await row(
    tx.db,
    sql<{ id: string }>`INSERT INTO accounts (role, name, email, email_verified_at, locale)
      VALUES (${account.role}, ${account.name}, ${account.email}, ${account.email === null ? null : sql`app_now()`}, ${account.locale})
      ON CONFLICT DO NOTHING RETURNING id`,
  )
  if (made && account.role === 'performer')
    await sql`INSERT INTO performers (account_id) VALUES (${made.id})`.execute(tx.db)
  return made?.id
}
