import type { VerificationStatus } from '@fanlight/contract/accounts'
import type { Context } from '../../../platform/context.ts'
import { afterRow, countRows, cut, pageOf, positionOf } from '../../../platform/db/cursor.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'
import { escapeLike } from '../../../platform/db/statements.ts'
import { hasPermission, type SignedIn } from '../../../platform/viewer.ts'
import { deviceOf } from '../../people/accounts/auth/device.ts'
import { openRemoval } from '../../people/accounts/mfa/lost-factors.ts'
import * as sessions from '../../people/accounts/auth/sessions.ts'
import { statusSql } from '../../people/accounts/status.ts'
import { entriesAbout } from '../audit/log.ts'
import { reportsAbout } from '../reports/queue.ts'
import { presentAvatar } from '../../people/accounts/profile/images.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import { fileById } from '../../media/serving/file-json.ts'
import { isInReach } from './scope.ts'
import { moneyOf } from './money.ts'
import { relatedTo } from './related.ts'

type Role = 'user' | 'performer' | 'admin'
type Status = 'active' | 'pending_email' | 'suspended' | 'closing' | 'closed'
export interface Search {
  q?: string | undefined
  role?: Role | undefined
  status?: Status | undefined
  pageSize: number
  cursor?: string | undefined
}
interface Listed {
  id: string
  name: string
  username: string | null
  avatar: PresentableFile | null
  role: Role
  status: Status
  verificationStatus: VerificationStatus | null
  country: string | null
  createdAt: Date
  at: string
}
const status = sql.raw(statusSql('a'))
const avatar = sql.raw(fileById('a.avatar_file_id'))
const newest = { sortBy: 'createdAt', sort: 'desc' } as const

/** Each filter alone is served by an index: names and usernames by their trigrams, the rest by role or state and age. */
export async function list(ctx: Context, search: Search) {
  const page = pageOf({ current: 1, ...search })
  const wanted = sql.join([hasSearchText(search.q), hasRole(search.role), hasStatus(search.status)], sql` AND `)
  const found = await rows(
    ctx.db,
    sql<Listed>`SELECT a.id, a.name, a.username, ${avatar} AS avatar, a.role, ${status} AS status,
        p.verification_status AS "verificationStatus", a.country, a.created_at AS "createdAt", ${positionOf(newest, 'a')} AS at
      FROM accounts a LEFT JOIN performers p ON p.account_id = a.id
      WHERE ${wanted} AND ${afterRow(page, newest, 'a')} ORDER BY a.created_at DESC, a.id DESC LIMIT ${page.size + 1}`,
  )
  const { shown, nextCursor } = cut(found, page)
  return {
    data: shown.map((entry) => presentListed(ctx, entry)),
    total: await countRows(ctx, sql`accounts a WHERE ${wanted}`),
    nextCursor,
  }
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
function hasSearchText(q: string | undefined) {
  const searchText = q?.replace(/^@/, '')
  if (!searchText) return sql`TRUE`
  if (isId.test(searchText)) return sql`a.id = ${searchText}::uuid`
  // An address is found by all of it or not at all: staff who search must not collect addresses by their parts.
  if (searchText.includes('@')) return sql`a.email = ${searchText}::text::citext`
  const part = `%${escapeLike(searchText)}%`
  return sql`a.id IN (SELECT id FROM accounts WHERE username ILIKE ${part} UNION SELECT id FROM accounts WHERE name ILIKE ${part}
    UNION SELECT account_id FROM former_usernames WHERE username = ${searchText.toLowerCase()})`
}
const hasRole = (role: Role | undefined) => (role ? sql`a.role = ${role}` : sql`TRUE`)
function hasStatus(wanted: Status | undefined) {
  if (!wanted) return sql`TRUE`
  if (wanted === 'suspended')
    return sql`a.status = 'suspended' AND (a.status_until IS NULL OR a.status_until > app_now())`
  if (wanted === 'active') return sql`(a.status = 'active' OR (a.status = 'suspended' AND ${status} = 'active'))`
  return sql`a.status = ${wanted}`
}

const presentListed = (ctx: Context, row: Listed) => ({
  _id: row.id,
  name: row.name,
  username: row.username,
  avatar: presentAvatar(ctx, row.avatar),
  role: row.role,
  status: row.status,
  verificationStatus: row.verificationStatus,
  country: row.country,
  createdAt: row.createdAt.toISOString(),
})

interface Whole extends Omit<Listed, 'at'> {
  statusReason: string | null
  statusUntil: Date | null
  email: string | null
  emailVerified: boolean
  addresses: number
  permissions: string[]
  formerUsernames: string[]
  closesAt: Date | null
  hasPassword: boolean
  authenticator: boolean
  passkeys: number
  recoveryCodes: number
  providers: string[]
  verification: { _id: string; status: VerificationStatus; reason: string | null; changedAt: string } | null
}

/** One account as staff see it: addresses masked, money for finance staff, and what this viewer may do. */
export async function view(ctx: Context, viewer: SignedIn, id: string) {
  const found = await row(
    ctx.db,
    sql<Whole>`SELECT a.id, a.name, a.username, ${avatar} AS avatar, a.role, ${status} AS status,
        p.verification_status AS "verificationStatus", a.country, a.created_at AS "createdAt", a.status_reason AS "statusReason", a.status_until AS "statusUntil", a.email::text AS email,
        a.email_verified_at IS NOT NULL AS "emailVerified", a.permissions, a.password_hash IS NOT NULL AS "hasPassword",
        (SELECT count(*)::int FROM addresses WHERE account_id = a.id) AS addresses,
        ARRAY(SELECT username FROM former_usernames WHERE account_id = a.id ORDER BY given_up_at DESC) AS "formerUsernames",
        (SELECT closes_at FROM account_closings WHERE account_id = a.id AND closed_at IS NULL) AS "closesAt",
        EXISTS (SELECT FROM authenticator_apps WHERE account_id = a.id AND confirmed_at IS NOT NULL) AS authenticator,
        (SELECT count(*)::int FROM passkeys WHERE account_id = a.id) AS passkeys,
        (SELECT count(*)::int FROM recovery_codes WHERE account_id = a.id AND used_at IS NULL) AS "recoveryCodes",
        ARRAY(SELECT provider FROM provider_identities WHERE account_id = a.id ORDER BY provider) AS providers,
        (SELECT json_build_object('_id', v.id, 'status', v.status, 'reason', v.reason, 'changedAt', v.updated_at)
          FROM verifications v WHERE v.performer_id = a.id ORDER BY v.created_at DESC, v.id DESC LIMIT 1) AS verification
      FROM accounts a LEFT JOIN performers p ON p.account_id = a.id WHERE a.id = ${id}`,
  )
  if (!found) return refuse('NOT_FOUND')
  const [open, removal, history] = await Promise.all([
    sessions.list(ctx, id),
    openRemoval(ctx, id),
    entriesAbout(ctx, id, 50),
  ])
  const { hasPassword, authenticator, passkeys, recoveryCodes, providers } = found
  const { emailVerified, addresses, permissions, formerUsernames } = found
  return {
    ...presentListed(ctx, { ...found, at: '' }),
    emailVerified,
    addresses,
    permissions,
    formerUsernames,
    statusReason: found.status === 'suspended' ? found.statusReason : null,
    statusUntil: found.status === 'suspended' ? (found.statusUntil?.toISOString() ?? null) : null,
    maskedEmail: found.email && masked(found.email),
    closesAt: found.closesAt?.toISOString() ?? null,
    verification: found.verification && {
      ...found.verification,
      changedAt: new Date(found.verification.changedAt).toISOString(),
    },
    sessions: open.map((entry) => ({
      device: nameOfDevice(entry.userAgent),
      country: entry.country,
      createdAt: entry.createdAt.toISOString(),
      lastSeenAt: entry.lastSeenAt.toISOString(),
    })),
    signIn: { hasPassword, authenticator, passkeys, recoveryCodesLeft: recoveryCodes, providers },
    removal: removal
      ? {
          reason: removal.reason,
          requestedBy: removal.requestedBy,
          isMine: removal.requestedById === viewer.id,
          requestedAt: removal.requestedAt.toISOString(),
          dueAt: removal.dueAt?.toISOString() ?? null,
        }
      : null,
    money: hasPermission(viewer, 'finance') ? await moneyOf(ctx, id, found.role) : null,
    reports: await reportsAbout(ctx, viewer, id),
    related: await relatedTo(ctx, viewer, id),
    history,
    can: may(viewer, found, removal?.requestedById, open.length),
  }
}

function may(viewer: SignedIn, of: Whole, requestedBy: string | undefined, sessionCount: number) {
  const inReach = isInReach(viewer, of)
  const suspended = of.status === 'suspended'
  const isApproved = of.verificationStatus === 'approved' || of.verificationStatus === 'expired'
  const reviews = hasPermission(viewer, 'compliance') && of.verification !== null && of.status !== 'closed'
  return {
    suspend: inReach && !suspended,
    lift: inReach && suspended,
    endSessions: inReach && sessionCount > 0,
    removeSecondFactor: inReach && requestedBy === undefined && (of.authenticator || of.passkeys > 0),
    approveRemoval: inReach && requestedBy !== undefined && requestedBy !== viewer.id,
    withdrawRemoval: inReach && requestedBy !== undefined,
    mailConfirmation: inReach && of.email !== null && !of.emailVerified,
    revokeVerification: reviews && isApproved,
    requestDocuments: reviews && (of.verification!.status === 'approved' || of.verification!.status === 'revoked'),
    note: true,
  }
}

/** Enough to distinguish two people, not enough to contact either of them. */
function masked(email: string): string {
  const [mailbox = '', domain = ''] = email.split('@')
  return `${mailbox.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(domain.lastIndexOf('.'))}`
}

function nameOfDevice(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter(Boolean).join(' · ')
}
