import type { Permission } from '@fanlight/contract/endpoint'
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../../platform/context.ts'
import type { Requester, SignedIn, Viewer } from '../../../../platform/viewer.ts'
import { ageAssuranceSql, strongerAgeAssurance } from '../../../access/age.ts'
import { type LocaleSource, localeOf } from '../../../site/i18n/locale.ts'
import { type AccountRow, aboutMe, status } from '../profile/me.ts'
import { owesTerms } from './terms.ts'

// spec: auth.header
export const tokenCookie = 'token'
/** The age assurance of this browser: a cookie signed by this site. */
export const ageCookie = 'age'

/** `Authorization: <token>` or `Bearer <token>`, else the cookie. */
export function requesterOf(request: FastifyRequest): Requester {
  const header = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  const token = header || request.cookies[tokenCookie]
  return {
    tokenHash: token ? tokenHashOf(token) : null,
    byCookie: !header && token !== undefined,
    address: request.server.addressOf(request.raw),
    country: countryPort.countryOf(request),
    age: request.server.ageOf(request.cookies[ageCookie]),
  }
}
const tokenHashOf = (token: string): string | null => (token.length > 200 ? null : `\\x${hash('sha256', token, 'hex')}`)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response is a page, which shows the signed-in user. */
    isPage?: boolean
  }
  interface FastifyRequest {
    /** The account behind a page's request, found together with its session. */
    account: AccountRow | undefined
  }
}

/** The viewer of this request. With an invalid or expired token it is a visitor. */
export async function identify(
  ctx: Context,
  request: FastifyRequest,
  requester: Requester,
  { isPage = false }: { isPage?: boolean } = {},
): Promise<Viewer> {
  if (requester.tokenHash === null) return viewerOf(ctx, request, requester)
  const found = await accountOfHash(ctx, requester.tokenHash, { isPage, requester })
  request.account = found?.about
  return viewerOf(ctx, request, requester, found)
}

/** The viewer of a live session, for a transport that authenticated it earlier: a live socket. */
export async function viewerOfSession(
  ctx: Context,
  source: LocaleSource,
  requester: Pick<Requester, 'address' | 'country' | 'age'>,
  sessionId: string,
): Promise<SignedIn | undefined> {
  const found = await accountBy(ctx, ofSession, sessionId, { requester })
  if (!found) return undefined
  const viewer = viewerOf(ctx, source, requester, found)
  return viewer.kind === 'signed-in' ? viewer : undefined
}

export function viewerOf(
  ctx: Context,
  source: LocaleSource,
  requester: Pick<Requester, 'address' | 'country' | 'age'>,
  found?: Found,
): Viewer {
  const { address, country, age } = requester
  const locale = localeOf(ctx.settings, source, found?.locale)
  return found
    ? {
        kind: 'signed-in',
        ...found.account,
        age: strongerAgeAssurance(age, found.account.age),
        address,
        country,
        locale,
      }
    : { kind: 'visitor', address, country, locale, age }
}

/** The visitor's country as a two-character code; tests replace this function. */
export const countryPort = {
  countryOf: (request: FastifyRequest): string | null =>
    request.server.countries.of(request.server.addressOf(request.raw)),
}

const alive = `s.revoked_at IS NULL AND s.expires_at > app_now() AND a.status <> 'closed'`
const unseen = `s.last_seen_at < app_now() - interval '1 minute'`

const liveSession = (
  key: 'token_hash' | 'id',
  more = '',
) => `SELECT s.id AS "sessionId", s.authenticated_at AS "authenticatedAt", a.id, a.role, a.username, ${status} AS status,
    a.email_verified_at IS NOT NULL AS "emailVerified", (a.email IS NULL OR a.username IS NULL) AS unfinished,
    a.permissions, a.access_epoch AS "accessEpoch", a.terms_version AS "termsVersion", ${ageAssuranceSql('a')} AS age,
    coalesce(p.verification_status = 'approved', false) AS approved, s.second_factor_at IS NOT NULL AS "secondFactor", a.locale, ${unseen} AS "unseen", s.country AS "seenIn"${more}
  FROM sessions s JOIN accounts a ON a.id = s.account_id LEFT JOIN performers p ON p.account_id = a.id
  WHERE s.${key} = $1 AND ${alive}`
const ofToken = { name: 'account-of-token', text: liveSession('token_hash') }
const ofSession = { name: 'account-of-session', text: liveSession('id') }
const ofPage = { name: 'account-of-page', text: liveSession('token_hash', `, ${aboutMe}`) }
const byId = `SELECT a.id, a.role, a.username, ${status} AS status,
    a.email_verified_at IS NOT NULL AS "emailVerified", (a.email IS NULL OR a.username IS NULL) AS unfinished,
    a.permissions, a.access_epoch AS "accessEpoch", ${ageAssuranceSql('a')} AS age,
    coalesce(p.verification_status = 'approved', false) AS approved
  FROM accounts a LEFT JOIN performers p ON p.account_id = a.id WHERE a.id = $1 AND a.status <> 'closed'`
const seen = `UPDATE sessions SET last_seen_at = app_now(), address = coalesce($2::inet, address),
    country = CASE WHEN $2::inet IS NULL THEN country ELSE $3::text END
  WHERE id = $1 AND (last_seen_at < app_now() - interval '1 minute' OR ($2::inet IS NOT NULL AND country IS DISTINCT FROM $3::text))`

export type SessionAccount = Omit<SignedIn, 'kind' | 'address' | 'country' | 'locale'> & { permissions: Permission[] }
export interface Found {
  account: SessionAccount
  locale: string | null
  /** What a page shows about its viewer; present only if a page requested it. */
  about?: AccountRow
}

/** The account of a live session. Notes at most once a minute that the session is in use. */
export async function accountOfToken(ctx: Context, token: string): Promise<Found | undefined> {
  const tokenHash = tokenHashOf(token)
  return tokenHash === null ? undefined : accountOfHash(ctx, tokenHash)
}

const accountOfHash = (ctx: Context, tokenHash: string, options: AccountOptions = {}) =>
  accountBy(ctx, options.isPage ? ofPage : ofToken, tokenHash, options)

interface AccountOptions {
  isPage?: boolean
  requester?: Pick<Requester, 'address' | 'country'>
}
async function accountBy(
  ctx: Context,
  statement: { name: string; text: string },
  key: string,
  { isPage = false, requester }: AccountOptions,
): Promise<Found | undefined> {
  const { rows } = await ctx.pool.query<
    SessionAccount &
      AccountRow & { unseen: boolean; seenIn: string | null; secondFactor: boolean; termsVersion: string }
  >({
    ...statement,
    values: [key],
  })
  const found = rows[0]
  if (!found) return undefined
  const { id, role, username, status, emailVerified, unfinished, approved } = found
  const { accessEpoch, age, sessionId, authenticatedAt } = found
  const isElsewhere = requester?.country && found.seenIn && requester.country !== found.seenIn
  if (found.unseen || isElsewhere) await recordActivity(ctx, sessionId, requester)
  return {
    account: {
      id,
      role,
      username,
      status,
      emailVerified,
      unfinished,
      termsDue: owesTerms(ctx, found),
      approved,
      ...effectivePermissions(ctx, found),
      accessEpoch,
      age,
      sessionId,
      authenticatedAt,
    },
    locale: found.locale,
    ...(isPage && { about: found }),
  }
}

/** The address and country of a session are those of its last request; a request from another country is noted at once. */
const recordActivity = (ctx: Context, sessionId: string, requester?: Pick<Requester, 'address' | 'country'>) =>
  ctx.pool.query({
    name: 'session-seen',
    text: seen,
    values: [sessionId, requester?.address ?? null, requester?.country ?? null],
  })

/** Staff have their permissions only in a session that was opened with a second factor. Demo mode does not require one. */
function effectivePermissions(
  ctx: Context,
  { role, permissions, secondFactor }: Pick<SignedIn, 'role' | 'permissions'> & { secondFactor: boolean },
): Pick<SignedIn, 'permissions' | 'needsSecondFactor'> {
  const needsSecondFactor = role === 'admin' && !secondFactor && ctx.config.mode !== 'demo'
  return { permissions: needsSecondFactor ? [] : permissions, needsSecondFactor }
}

/** The account that a signed media address names, if the request has no session. It is used only for access to that file. */
export async function accountNamed(ctx: Context, id: string): Promise<SessionAccount | undefined> {
  const { rows } = await ctx.pool.query<
    Omit<SessionAccount, 'sessionId' | 'authenticatedAt' | 'needsSecondFactor' | 'termsDue'>
  >({
    name: 'account-named',
    text: byId,
    values: [id],
  })
  const found = rows[0]
  // The signed address was issued to an account that had passed these checks.
  return (
    found && { ...found, needsSecondFactor: false, termsDue: false, sessionId: noSession, authenticatedAt: new Date(0) }
  )
}
const noSession = '00000000-0000-0000-0000-000000000000'
