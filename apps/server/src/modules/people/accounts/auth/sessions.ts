import { sessionsMax } from '@fanlight/contract/limits'
import type { Context } from '../../../../platform/context.ts'
import { row, rows, sql } from '../../../../platform/db/db.ts'
import { publish } from '../../../../platform/events/events.ts'
import { newSecret, sha256 } from '../../../../platform/ids.ts'
import { sessionRevoked } from '../events.ts'

/** The client from which a user signs in. */
export interface RequestContext {
  address: string
  country: string | null
  userAgent: string
  /** Secret of the device cookie. */
  device: string | undefined
}
export const daysRemembered = 365
const daysOtherwise = 1
export const sessionDays = (remember: boolean) => (remember ? daysRemembered : daysOtherwise)

/**
 * Locks the account during a sign-in: false if it was suspended, closed or given another password than `passwordHash`. Because of the
 * shared lock, a concurrent suspension, closing or password change waits, and then also ends the session opened here.
 */
export async function lockAccount(tx: Context, accountId: string, passwordHash?: string | null): Promise<boolean> {
  const owner = await row(
    tx.db,
    sql<{ passwordHash: string | null }>`SELECT password_hash AS "passwordHash" FROM accounts
      WHERE id = ${accountId} AND status <> 'closed' AND (status <> 'suspended' OR status_until <= app_now()) FOR SHARE`,
  )
  return owner !== undefined && (passwordHash === undefined || owner.passwordHash === passwordHash)
}

/** Opens a session for a locked account; returns its token. */
export async function open(
  tx: Context,
  accountId: string,
  remember: boolean,
  requestContext: RequestContext,
  { secondFactor }: { secondFactor: boolean },
): Promise<string> {
  const token = newSecret()
  // The rest of the statement sees what was there before: this session is the newest.
  const tooMany = await rows(
    tx.db,
    sql<{
      id: string
    }>`WITH opened AS (INSERT INTO sessions (account_id, token_hash, remember, user_agent, address, country, second_factor_at, expires_at)
        VALUES (${accountId}, ${sha256(token)}, ${remember}, ${requestContext.userAgent}, ${requestContext.address}::inet, ${requestContext.country},
          ${secondFactor ? sql`app_now()` : null}, app_now() + make_interval(days => ${sessionDays(remember)})))
      SELECT id FROM sessions WHERE account_id = ${accountId} AND revoked_at IS NULL AND expires_at > app_now()
      ORDER BY created_at DESC, id DESC OFFSET ${sessionsMax - 1}`,
  )
  if (tooMany.length > 0) await end(tx, accountId, { only: tooMany.map((entry) => entry.id) }, 'replaced')
  return token
}

type Which = { only: string[] } | { except: string } | 'all'

/** Ends sessions at once everywhere: requests are rejected from the commit on, sockets are notified and closed. Returns how many. */
export async function end(tx: Context, accountId: string, which: Which, reason: string): Promise<number> {
  const only = which !== 'all' && 'only' in which ? which.only : null
  const except = which !== 'all' && 'except' in which ? which.except : null
  const ended = await rows(
    tx.db,
    sql<{ id: string }>`UPDATE sessions SET revoked_at = app_now()
      WHERE account_id = ${accountId} AND revoked_at IS NULL
        AND (${only}::uuid[] IS NULL OR id = ANY(${only}::uuid[])) AND (${except}::uuid IS NULL OR id <> ${except}::uuid)
      RETURNING id`,
  )
  if (ended.length > 0)
    await publish(tx, sessionRevoked, { accountId, sessionIds: ended.map((entry) => entry.id), reason })
  return ended.length
}

export interface SessionRow {
  id: string
  userAgent: string
  address: string | null
  country: string | null
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}
export const list = (ctx: Context, accountId: string): Promise<SessionRow[]> =>
  rows(
    ctx.db,
    sql<SessionRow>`SELECT id, user_agent AS "userAgent", host(address) AS address, country, created_at AS "createdAt",
        last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
      FROM sessions WHERE account_id = ${accountId} AND revoked_at IS NULL AND expires_at > app_now()
      ORDER BY last_seen_at DESC, id DESC LIMIT ${sessionsMax}`,
  )

/** Of these sessions, those that are over; for sockets that outlived theirs. */
export async function ended(ctx: Context, sessionIds: readonly string[]): Promise<string[]> {
  const live = await rows(
    ctx.db,
    sql<{
      id: string
    }>`SELECT id FROM sessions WHERE id = ANY(${sessionIds}::uuid[]) AND revoked_at IS NULL AND expires_at > app_now()`,
  )
  const alive = new Set(live.map((entry) => entry.id))
  return sessionIds.filter((id) => !alive.has(id))
}

/** Whether the account was used from this network address within 90 days. */
export const hasSignedInFrom = async (ctx: Context, accountId: string, address: string): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`SELECT FROM sessions WHERE account_id = ${accountId} AND address = ${address}::inet
      AND last_seen_at > app_now() - interval '90 days' LIMIT 1`,
  )) !== undefined
