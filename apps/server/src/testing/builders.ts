import { randomBytes } from 'node:crypto'
import type { Permission } from '@fanlight/contract/endpoint'
import { hashPassword } from '../modules/people/accounts/auth/password-hash.ts'
import { insertSubmitted } from '../modules/people/verifications/store.ts'
import type { Context } from '../platform/context.ts'
import { row, sql } from '../platform/db/db.ts'
import { newSecret, sha256 } from '../platform/ids.ts'

// People for tests, made straight in the database and signed in. What a test doesn't say is filled in.

export interface Built {
  id: string
  token: string
  sessionId: string
  username: string
  email: string
}
export interface SignInOptions {
  name?: string
  username?: string
  email?: string
  /** Without one, this account can't sign in with a password; hashing is slow. */
  password?: string
  status?: 'pending_email' | 'active' | 'suspended' | 'closing' | 'closed'
  emailVerified?: boolean
  locale?: string
  country?: string
}

export const buildUser = (ctx: Context, options: SignInOptions = {}): Promise<Built> =>
  buildAccount(ctx, 'user', options)

/** Approved by default; `approved: false` has a submitted verification, without documents. */
export async function buildPerformer(
  ctx: Context,
  { approved = true, ...options }: SignInOptions & { approved?: boolean } = {},
): Promise<Built> {
  const built = await buildAccount(ctx, 'performer', options)
  await sql`INSERT INTO performers (account_id, gender, date_of_birth, verification_status)
    VALUES (${built.id}, 'female', '1995-05-05', ${approved ? 'approved' : 'submitted'})`.execute(ctx.db)
  const identity = { legalName: 'Legal Name', dateOfBirth: '1995-05-05', country: 'DE', documentExpiresOn: null }
  const id = await insertSubmitted(ctx, built.id, identity)
  if (approved)
    await sql`UPDATE verifications SET status = 'approved', decided_at = app_now() WHERE id = ${id}`.execute(ctx.db)
  return built
}

export async function buildAdmin(
  ctx: Context,
  { permissions = ['owner'], ...options }: SignInOptions & { permissions?: Permission[] } = {},
): Promise<Built> {
  const built = await buildAccount(ctx, 'admin', options)
  await sql`UPDATE accounts SET permissions = ${permissions} WHERE id = ${built.id}`.execute(ctx.db)
  return built
}

async function buildAccount(
  ctx: Context,
  role: 'user' | 'performer' | 'admin',
  options: SignInOptions,
): Promise<Built> {
  const unique = randomBytes(6).toString('hex')
  const username = options.username ?? `${role}_${unique}`
  const email = options.email ?? `${unique}@example.com`
  const hash = options.password ? await hashPassword({ password: options.password, hashed: false }) : null
  const made = await row(
    ctx.db,
    sql<{
      id: string
    }>`INSERT INTO accounts (role, name, username, email, password_hash, status, email_verified_at, locale, country, terms_accepted_at, terms_version)
      VALUES (${role}, ${options.name ?? `Test ${unique}`}, ${username}, ${email}, ${hash}, ${options.status ?? 'active'},
        ${options.emailVerified === false ? sql`NULL` : sql`app_now()`}, ${options.locale ?? 'en-US'}, ${options.country ?? null}, app_now(), ${ctx.settings.get('termsVersion')}) RETURNING id`,
  )
  return { id: made!.id, username, email, ...(await buildSession(ctx, made!.id)) }
}

/** A person who signed in through an external provider and has entered neither an e-mail address nor a username. */
export async function buildUnfinished(ctx: Context, role: 'user' | 'performer' = 'user'): Promise<Built> {
  const built = await (role === 'user' ? buildUser(ctx) : buildPerformer(ctx, { approved: false }))
  await sql`UPDATE accounts SET username = NULL, email = NULL, email_verified_at = NULL, terms_accepted_at = NULL
    WHERE id = ${built.id}`.execute(ctx.db)
  await sql`INSERT INTO provider_identities (provider, subject, account_id) VALUES ('google', ${built.id}, ${built.id})`.execute(
    ctx.db,
  )
  return built
}

/** One more device of the same person. */
export async function buildSession(ctx: Context, accountId: string): Promise<{ token: string; sessionId: string }> {
  const token = newSecret()
  const made = await row(
    ctx.db,
    sql<{ id: string }>`INSERT INTO sessions (account_id, token_hash, remember, expires_at)
      VALUES (${accountId}, ${sha256(token)}, true, app_now() + interval '365 days') RETURNING id`,
  )
  return { token, sessionId: made!.id }
}

/** The first blocks the second. */
export async function buildBlock(ctx: Context, blocker: { id: string }, blocked: { id: string }): Promise<void> {
  await sql`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${blocker.id}, ${blocked.id})`.execute(ctx.db)
}

export async function buildFollow(ctx: Context, follower: { id: string }, performer: { id: string }): Promise<void> {
  await sql`INSERT INTO follows (follower_id, performer_id) VALUES (${follower.id}, ${performer.id})`.execute(ctx.db)
}
