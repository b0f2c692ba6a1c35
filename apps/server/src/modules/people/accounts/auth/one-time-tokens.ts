import { mailedLinkMinutes } from '@fanlight/contract/emailed-links'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'

// Secrets that work once. Only their hash is stored; spending one is a single statement, so of two at once one wins.

/** How long each kind is valid, in seconds. */
export const lifetimeSeconds = {
  verify_email: mailedLinkMinutes * 60,
  reset_password: mailedLinkMinutes * 60,
  log_in: 10 * 60,
  socket: 60,
  second_factor: 5 * 60,
  confirm: 10 * 60,
} as const
export type Purpose = keyof typeof lifetimeSeconds
export interface Spent {
  accountId: string
  sessionId: string | null
  detail: Record<string, unknown>
}

export async function issue(
  tx: Context,
  purpose: Purpose,
  accountId: string,
  { sessionId = null, detail = {} }: { sessionId?: string | null; detail?: Record<string, unknown> } = {},
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = newSecret()
  const made = await row(
    tx.db,
    sql<{
      expiresAt: Date
    }>`INSERT INTO one_time_tokens (token_hash, account_id, session_id, purpose, detail, expires_at)
      VALUES (${sha256(secret)}, ${accountId}, ${sessionId}, ${purpose}, ${JSON.stringify(detail)}::jsonb, app_now() + make_interval(secs => ${lifetimeSeconds[purpose]}))
      RETURNING expires_at AS "expiresAt"`,
  )
  return { secret, expiresAt: made!.expiresAt }
}

/** Undefined if the token is used, expired or unknown. A ticket also becomes invalid with the session that requested it. */
export const spend = (tx: Context, purpose: Purpose, secret: string): Promise<Spent | undefined> =>
  row(
    tx.db,
    sql<Spent>`UPDATE one_time_tokens t SET used_at = app_now()
      WHERE token_hash = ${sha256(secret)} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > app_now()
        AND (session_id IS NULL OR EXISTS (SELECT 1 FROM sessions s
          WHERE s.id = t.session_id AND s.revoked_at IS NULL AND s.expires_at > app_now()))
      RETURNING account_id AS "accountId", session_id AS "sessionId", detail`,
  )

/** Reads a token without using it up: to reject an invalid link before expensive work, or to lock the account first. */
export const peek = (ctx: Context, purpose: Purpose, secret: string): Promise<Spent | undefined> =>
  row(
    ctx.db,
    sql<Spent>`SELECT account_id AS "accountId", session_id AS "sessionId", detail FROM one_time_tokens
      WHERE token_hash = ${sha256(secret)} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > app_now()`,
  )

/** What the latest token of this purpose carries. */
export const latestDetail = async (tx: Context, purpose: Purpose, accountId: string): Promise<Spent['detail']> =>
  (
    await row(
      tx.db,
      sql<
        Pick<Spent, 'detail'>
      >`SELECT detail FROM one_time_tokens WHERE account_id = ${accountId} AND purpose = ${purpose}
        ORDER BY created_at DESC LIMIT 1`,
    )
  )?.detail ?? {}

/** What was mailed before must not work any longer. */
export const voidAll = (tx: Context, purpose: Purpose, accountId: string) =>
  sql`UPDATE one_time_tokens SET used_at = app_now() WHERE account_id = ${accountId} AND purpose = ${purpose} AND used_at IS NULL`.execute(
    tx.db,
  )
