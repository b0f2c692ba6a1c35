import type { Permission } from '@fanlight/contract/endpoint'
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { Asker, SignedIn, Viewer } from '../../platform/viewer.ts'
import { ageProofSql, betterProof } from '../access/age.ts'
import { localeOf } from './locale.ts'
import { type AccountRow, aboutMe, status } from './me.ts'
import { owesTerms, termsInForce } from './terms.ts'

// spec: auth.header
export const tokenCookie = 'token'
/** What this browser has shown of its owner's age, signed by us. */
export const ageCookie = 'age'

/** `Authorization: <token>` or `Bearer <token>`, else the cookie. */
export function askerOf(request: FastifyRequest): Asker {
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
    /** The answer is a page: whoever is signed in stands on it. */
    isPage?: boolean
  }
  interface FastifyRequest {
    /** The account behind a page's request, found together with its session. */
    account: AccountRow | undefined
  }
}

/** Who sends this request. A dead token is a visitor. */
export async function identify(
  ctx: Context,
  request: FastifyRequest,
  asker: Asker,
  { isPage = false }: { isPage?: boolean } = {},
): Promise<Viewer> {
  if (asker.tokenHash === null) return viewerOf(ctx, request, asker)
  const found = await accountOfHash(ctx, asker.tokenHash, { isPage, asker })
  request.account = found?.about
  return viewerOf(ctx, request, asker, found)
}

export function viewerOf(ctx: Context, request: FastifyRequest, asker: Asker, found?: Found): Viewer {
  const { address, country, age } = asker
  const locale = localeOf(ctx.settings, request, found?.locale)
  return found
    ? { kind: 'signed-in', ...found.account, age: betterProof(age, found.account.age), address, country, locale }
    : { kind: 'visitor', address, country, locale, age }
}

/** Where a visitor is, in two letters; tests put theirs here. */
export const countryPort = {
  countryOf: (request: FastifyRequest): string | null =>
    request.server.countries.of(request.server.addressOf(request.raw)),
}

const alive = `s.revoked_at IS NULL AND s.expires_at > app_now() AND a.status <> 'closed'`
const unseen = `s.last_seen_at < app_now() - interval '1 minute'`

const byToken = (
  more = '',
) => `SELECT s.id AS "sessionId", s.authenticated_at AS "authenticatedAt", a.id, a.role, a.username, ${status} AS status,
    a.email_verified_at IS NOT NULL AS "emailVerified", (a.email IS NULL OR a.username IS NULL) AS unfinished,
    a.permissions, a.access_epoch AS "accessEpoch", a.terms_version AS "termsVersion", ${ageProofSql('a')} AS age,
    coalesce(p.verification_status = 'approved', false) AS approved, s.second_factor_at IS NOT NULL AS "secondFactor", a.locale, ${unseen} AS "unseen"${more}
  FROM sessions s JOIN accounts a ON a.id = s.account_id LEFT JOIN performers p ON p.account_id = a.id
  WHERE s.token_hash = $1 AND ${alive}`
const ofToken = { name: 'account-of-token', text: byToken() }
const ofPage = { name: 'account-of-page', text: byToken(`, ${aboutMe}`) }
const byId = `SELECT a.id, a.role, a.username, ${status} AS status,
    a.email_verified_at IS NOT NULL AS "emailVerified", (a.email IS NULL OR a.username IS NULL) AS unfinished,
    a.permissions, a.access_epoch AS "accessEpoch", ${ageProofSql('a')} AS age,
    coalesce(p.verification_status = 'approved', false) AS approved
  FROM accounts a LEFT JOIN performers p ON p.account_id = a.id WHERE a.id = $1 AND a.status <> 'closed'`
const seen = `UPDATE sessions SET last_seen_at = app_now(), address = coalesce($2::inet, address),
    country = CASE WHEN $2 IS NULL THEN country ELSE $3 END
  WHERE id = $1 AND last_seen_at < app_now() - interval '1 minute'`

/** The account of a live session as a part of a hot read: what the door and presenting ask of a viewer. No row for a visitor. */
export const askerSql = (
  tokenHash: string,
): string => `SELECT s.id AS session_id, a.id, a.access_epoch, a.role, a.permissions, ${ageProofSql('a')} AS age, s.second_factor_at IS NOT NULL AS second_factor,
    ${status} AS status, ${unseen} AS unseen
  FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.token_hash = ${tokenHash} AND ${alive}`

export type SessionAccount = Omit<SignedIn, 'kind' | 'address' | 'country' | 'locale'> & { permissions: Permission[] }
export interface Found {
  account: SessionAccount
  locale: string | null
  /** What a page says of its reader; only where a page asked. */
  about?: AccountRow
}

/** The account of a live session. Notes at most once a minute that the session is in use. */
export async function accountOfToken(ctx: Context, token: string): Promise<Found | undefined> {
  const tokenHash = tokenHashOf(token)
  return tokenHash === null ? undefined : accountOfHash(ctx, tokenHash)
}

async function accountOfHash(
  ctx: Context,
  tokenHash: string,
  { isPage = false, asker }: { isPage?: boolean; asker?: Asker } = {},
): Promise<Found | undefined> {
  const statement = isPage ? ofPage : ofToken
  const found = await ctx.pool.query<
    SessionAccount & AccountRow & { unseen: boolean; secondFactor: boolean; termsVersion: string }
  >({
    ...statement,
    values: [tokenHash],
  })
  const one = found.rows[0]
  if (!one) return undefined
  const { id, role, username, status, emailVerified, unfinished, approved } = one
  const { accessEpoch, age, sessionId, authenticatedAt } = one
  if (one.unseen) await noteSeen(ctx, sessionId, asker)
  // What is unfinished may become finished, and is looked at each time until then.
  if (!unfinished) rememberHolder(tokenHash, { id, termsVersion: role === 'admin' ? null : one.termsVersion })
  return {
    account: {
      id,
      role,
      username,
      status,
      emailVerified,
      unfinished,
      termsDue: owesTerms(ctx, one),
      approved,
      ...standing(ctx, one),
      accessEpoch,
      age,
      sessionId,
      authenticatedAt,
    },
    locale: one.locale,
    ...(isPage && { about: one }),
  }
}

/** A session is where it was last seen. */
export const noteSeen = (ctx: Context, sessionId: string, asker?: Pick<Asker, 'address' | 'country'>) =>
  ctx.pool.query({
    name: 'session-seen',
    text: seen,
    values: [sessionId, asker?.address ?? null, asker?.country ?? null],
  })

/** Staff hold their permissions only in a session that has seen a second factor. A demonstration asks for none. */
export function standing(
  ctx: Context,
  { role, permissions, secondFactor }: Pick<SignedIn, 'role' | 'permissions'> & { secondFactor: boolean },
): Pick<SignedIn, 'permissions' | 'needsSecondFactor'> {
  const needsSecondFactor = role === 'admin' && !secondFactor && ctx.config.mode !== 'demo'
  return { permissions: needsSecondFactor ? [] : permissions, needsSecondFactor }
}

// Whose a token is never changes, alive or dead: limiters count by it where the session itself is asked for later. Nothing else may.
// What was accepted stays accepted; whoever owes a newer version is looked up.
interface Holder {
  id: string
  /** Null for staff, who are not asked. */
  termsVersion: string | null
}
const holders = new Map<string, Holder>()
const holdersMax = 20_000
export function holderOf(ctx: Context, tokenHash: string): string | undefined {
  const holder = holders.get(tokenHash)
  if (!holder || (holder.termsVersion !== null && holder.termsVersion < termsInForce(ctx))) return undefined
  return holder.id
}
function rememberHolder(tokenHash: string, holder: Holder): void {
  if (holders.size >= holdersMax) holders.clear()
  holders.set(tokenHash, holder)
}

/** The account that a signed media address names, where no session comes along. It is good for looking at that one thing. */
export async function accountNamed(ctx: Context, id: string): Promise<SessionAccount | undefined> {
  const found = await ctx.pool.query<
    Omit<SessionAccount, 'sessionId' | 'authenticatedAt' | 'needsSecondFactor' | 'termsDue'>
  >({
    name: 'account-named',
    text: byId,
    values: [id],
  })
  const one = found.rows[0]
  // Whoever the address was made for had what it takes.
  return (
    one && { ...one, needsSecondFactor: false, termsDue: false, sessionId: noSession, authenticatedAt: new Date(0) }
  )
}
const noSession = '00000000-0000-0000-0000-000000000000'
