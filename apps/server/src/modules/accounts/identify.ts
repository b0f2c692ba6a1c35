import type { Permission } from '@fanlight/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { sha256 } from '../../platform/ids.ts'
import type { SignedIn, Viewer } from '../../platform/viewer.ts'

export const tokenCookie = 'token'

/** Who sends this request: `Authorization: <token>` or `Bearer <token>`, else the cookie. A dead token is a visitor. */
export async function identify(ctx: Context, request: FastifyRequest): Promise<{ viewer: Viewer; byCookie: boolean }> {
  const header = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  const token = header || request.cookies[tokenCookie]
  const visitor = { address: request.ip, country: countryOf(request), locale: 'en-US' }
  const account = token ? await accountOfToken(ctx, token) : undefined
  const viewer: Viewer = account ? { kind: 'signed-in', ...account, ...visitor } : { kind: 'visitor', ...visitor }
  return { viewer, byCookie: !header && account !== undefined }
}

/** Development and tests say where a visitor is by the loopback address they come from; real look-up replaces this port. */
const countryOf = (_request: FastifyRequest): string | null => null

const byToken = `SELECT s.id AS "sessionId", s.authenticated_at AS "authenticatedAt", a.id, a.role, a.username, a.status,
    a.email_verified_at IS NOT NULL AS "emailVerified", a.permissions, a.access_epoch AS "accessEpoch",
    coalesce(p.verification_status = 'approved', false) AS approved
  FROM sessions s JOIN accounts a ON a.id = s.account_id LEFT JOIN performers p ON p.account_id = a.id
  WHERE s.token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > app_now() AND a.status <> 'closed'`

type SessionAccount = Omit<SignedIn, 'kind' | 'address' | 'country' | 'locale'> & { permissions: Permission[] }

export async function accountOfToken(ctx: Context, token: string): Promise<SessionAccount | undefined> {
  if (token.length > 200) return undefined
  const found = await ctx.pool.query<SessionAccount>({ name: 'account-of-token', text: byToken, values: [sha256(token)] })
  return found.rows[0]
}
