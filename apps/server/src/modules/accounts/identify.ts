import type { Permission } from '@fanlight/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import type { SignedIn, Viewer } from '../../platform/viewer.ts'
import { localeOf } from './locale.ts'

// spec: auth.header
export const tokenCookie = 'token'

/** Who sends this request: `Authorization: <token>` or `Bearer <token>`, else the cookie. A dead token is a visitor. */
export async function identify(ctx: Context, request: FastifyRequest): Promise<{ viewer: Viewer; byCookie: boolean }> {
  const header = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  const token = header || request.cookies[tokenCookie]
  const found = token ? await accountOfToken(ctx, token) : undefined
  const visitor = {
    address: request.ip,
    country: countryPort.countryOf(request),
    locale: localeOf(ctx.settings, request, found?.locale),
  }
  if (!found) return { viewer: { kind: 'visitor', ...visitor }, byCookie: false }
  return { viewer: { kind: 'signed-in', ...found.account, ...visitor }, byCookie: !header }
}

/** Where a visitor is, in two letters. Nobody knows until an installation brings a look-up; tests put theirs here. */
export const countryPort = { countryOf: (_request: FastifyRequest): string | null => null }

// A suspension that has run out counts no longer, whether or not anybody has tidied it away.
const byToken = `SELECT s.id AS "sessionId", s.authenticated_at AS "authenticatedAt", a.id, a.role, a.username,
    CASE WHEN a.status = 'suspended' AND a.status_until <= app_now() THEN 'active' ELSE a.status END AS status,
    a.email_verified_at IS NOT NULL AS "emailVerified", a.permissions, a.access_epoch AS "accessEpoch",
    coalesce(p.verification_status = 'approved', false) AS approved,
    a.locale, s.last_seen_at < app_now() - interval '1 minute' AS "unseen"
  FROM sessions s JOIN accounts a ON a.id = s.account_id LEFT JOIN performers p ON p.account_id = a.id
  WHERE s.token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > app_now() AND a.status <> 'closed'`
const seen = `UPDATE sessions SET last_seen_at = app_now() WHERE id = $1 AND last_seen_at < app_now() - interval '1 minute'`

export type SessionAccount = Omit<SignedIn, 'kind' | 'address' | 'country' | 'locale'> & { permissions: Permission[] }

/** The account of a live session. Notes at most once a minute that the session is in use. */
export async function accountOfToken(
  ctx: Context,
  token: string,
): Promise<{ account: SessionAccount; locale: string | null } | undefined> {
  if (token.length > 200) return undefined
  const found = await ctx.pool.query<SessionAccount & { locale: string | null; unseen: boolean }>({
    name: 'account-of-token',
    text: byToken,
    values: [sha256(token)],
  })
  const one = found.rows[0]
  if (!one) return undefined
  const { locale, unseen, ...account } = one
  if (unseen) await ctx.pool.query({ name: 'session-seen', text: seen, values: [account.sessionId] })
  return { account, locale }
}
