import type { Hideable, VerificationStatus } from '@fanlight/contract/accounts'
import type { FileError, FileStatus } from '@fanlight/contract/media'
import { type Context } from '../../../platform/context.ts'
import { constraintOf, row, rows, sql } from '../../../platform/db/db.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { fileById } from '../../media/serving/file-json.ts'
import type { PresentableFile } from '../../media/serving/present.ts'
import { type MeRow, meColumns } from './profile/me.ts'
import { statusSql } from './status.ts'

export interface SignInRow {
  id: string
  role: 'user' | 'performer' | 'admin'
  username: string | null
  email: string | null
  name: string
  locale: string | null
  passwordHash: string | null
  status: 'pending_email' | 'active' | 'suspended' | 'closing' | 'closed'
  statusReason: string | null
  statusUntil: Date | null
  termsVersion: string
}
const signInColumns = sql`id, role, username, email::text AS email, name, locale, password_hash AS "passwordHash",
  ${sql.raw(statusSql('accounts'))} AS status,
  status_reason AS "statusReason", status_until AS "statusUntil",
  terms_version AS "termsVersion"`

/** By e-mail address or username, whichever was typed. */
export const byLoginName = (ctx: Context, name: string): Promise<SignInRow | undefined> =>
  row(
    ctx.db,
    name.includes('@')
      ? sql<SignInRow>`SELECT ${signInColumns} FROM accounts WHERE email = ${name}::text::citext AND status <> 'closed'`
      : sql<SignInRow>`SELECT ${signInColumns} FROM accounts WHERE username = ${name.toLowerCase()} AND status <> 'closed'`,
  )
export const byId = (ctx: Context, id: string): Promise<SignInRow | undefined> =>
  row(ctx.db, sql<SignInRow>`SELECT ${signInColumns} FROM accounts WHERE id = ${id}`)

/** Locks the account's row, so that changes to its credentials run one after the other. */
export const lock = (tx: Context, id: string) => sql`SELECT 1 FROM accounts WHERE id = ${id} FOR UPDATE`.execute(tx.db)

export interface NewAccount {
  role: 'user' | 'performer'
  name: string
  username: string
  email: string
  passwordHash: string
  status: 'active' | 'pending_email'
  locale: string
  country?: string
  timezone?: string | undefined
}
/** Undefined when the address has an account already. */
export async function insertAccount(tx: Context, account: NewAccount): Promise<string | undefined> {
  const made = await row(
    tx.db,
    sql<{
      id: string
    }>`INSERT INTO accounts (role, name, username, email, password_hash, status, locale, country, timezone)
      VALUES (${account.role}, ${account.name}, ${account.username}, ${account.email}, ${account.passwordHash}, ${account.status},
        ${account.locale}, ${account.country ?? null}, ${account.timezone ?? 'UTC'})
      ON CONFLICT DO NOTHING RETURNING id`,
  )
  if (made) return made.id
  // Another account took the name between the check and the insert.
  if (!(await byLoginName(tx, account.email))) refuseField('USERNAME_TAKEN', 'username')
  return undefined
}

/** A member of staff who may do everything, and is believed about the address. */
export const insertAdmin = async (
  tx: Context,
  { email, username, passwordHash }: { email: string; username: string; passwordHash: string | null },
): Promise<string> =>
  (await row(
    tx.db,
    sql<{
      id: string
    }>`INSERT INTO accounts (role, name, username, email, email_verified_at, password_hash, permissions, terms_accepted_at)
      VALUES ('admin', ${username}, ${username}, ${email}, app_now(), ${passwordHash}, '{owner}', app_now()) RETURNING id`,
  ))!.id
/** The username of an owner who can sign in. */
export const firstOwner = async (ctx: Context): Promise<string | undefined> =>
  (
    await row(
      ctx.db,
      sql<{ username: string }>`SELECT username FROM accounts
        WHERE role = 'admin' AND status = 'active' AND 'owner' = ANY(permissions) ORDER BY created_at, id LIMIT 1`,
    )
  )?.username

export const setPasswordHash = async (tx: Context, id: string, to: string, from?: string | null): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE accounts SET password_hash = ${to} WHERE id = ${id}
      AND (${from === undefined} OR password_hash IS NOT DISTINCT FROM ${from ?? null}) RETURNING id`,
  )) !== undefined

/** The mailed link was followed: the address is theirs. */
export const confirmEmail = (tx: Context, id: string) =>
  sql`UPDATE accounts SET email_verified_at = coalesce(email_verified_at, app_now()), updated_at = app_now(),
    status = CASE WHEN status = 'pending_email' THEN 'active' ELSE status END WHERE id = ${id}`.execute(tx.db)

/** Sets an account's first address; false if it has one, or another account has this one. The transaction is then rolled back. */
export async function takeFirstEmail(tx: Context, id: string, email: string): Promise<boolean> {
  try {
    const taken = await row(
      tx.db,
      sql`UPDATE accounts SET email = ${email}, updated_at = app_now() WHERE id = ${id} AND email IS NULL
        AND NOT EXISTS (SELECT 1 FROM accounts WHERE email = ${email}::text::citext) RETURNING id`,
    )
    return taken !== undefined
  } catch (error) {
    // A concurrent transaction took the address.
    if (constraintOf(error) === 'accounts_email_key') return false
    throw error
  }
}

export const me = async (ctx: Context, id: string): Promise<MeRow> =>
  (await row(ctx.db, sql<MeRow>`SELECT ${sql.raw(meColumns)} FROM accounts a WHERE a.id = ${id}`))!

export interface MePerformerRow extends MeRow {
  tagline: string
  bio: string
  dateOfBirth: string | null
  age: number | null
  gender: string | null
  sexualOrientation: string | null
  height: string | null
  weight: string | null
  bodyType: string | null
  ethnicity: string | null
  buttSize: string | null
  hairColor: string | null
  eyeColor: string | null
  state: string
  city: string
  languages: string[]
  links: { title: string; url: string }[]
  categories: string[]
  whoMayWrite: 'everyone' | 'followers' | 'subscribers' | 'paid'
  whoMayComment: 'everyone' | 'followers' | 'subscribers' | 'none'
  heldWords: string[]
  isAdult: boolean
  staysFree: boolean
  welcomeMessage: string
  firstMessagePrice: bigint | null
  hiddenFields: Hideable[]
  welcomeVideo: PresentableFile | null
  welcomeVideoUnderWay: { _id: string; status: FileStatus; progress: number; errorCode: FileError | null } | null
  commissionBp: number | null
  verificationStatus: VerificationStatus
  stats: Record<'followers' | 'subscribers' | 'likes' | 'feeds' | 'videos' | 'photos' | 'products' | 'views', number>
}
export const mePerformer = async (ctx: Context, id: string): Promise<MePerformerRow> =>
  (await row(
    ctx.db,
    sql<MePerformerRow>`SELECT ${sql.raw(meColumns)}, p.tagline, p.bio, p.date_of_birth AS "dateOfBirth",
        extract(year FROM age(app_now()::date, p.date_of_birth))::int AS age, p.gender, p.sexual_orientation AS "sexualOrientation",
        p.height, p.weight, p.body_type AS "bodyType", p.ethnicity, p.butt_size AS "buttSize", p.hair_color AS "hairColor", p.eye_color AS "eyeColor",
        p.state, p.city, p.languages, p.links, p.categories, p.who_may_write AS "whoMayWrite", p.who_may_comment AS "whoMayComment", p.held_words AS "heldWords", p.is_adult AS "isAdult", p.stays_free AS "staysFree", p.welcome_message AS "welcomeMessage",
        p.first_message_price AS "firstMessagePrice", p.hidden_fields AS "hiddenFields", p.commission_bp AS "commissionBp",
        ${sql.raw(fileById('p.welcome_video_file_id'))} AS "welcomeVideo",
        (SELECT json_build_object('_id', f.id, 'status', f.status, 'progress', f.progress, 'errorCode', f.error_code) FROM files f
          WHERE f.owner_id = a.id AND f.purpose = 'welcome-video' AND f.status <> 'deleted' AND NOT f.is_playable
            AND (p.welcome_video_file_id IS NULL OR f.id > p.welcome_video_file_id)
          ORDER BY f.created_at DESC, f.id DESC LIMIT 1) AS "welcomeVideoUnderWay",
        p.verification_status AS "verificationStatus",
        jsonb_build_object('followers', p.followers, 'subscribers', p.subscribers, 'likes', p.likes, 'feeds', p.feeds, 'videos', p.videos,
          'photos', p.photos, 'products', p.products, 'views', p.views) AS stats
      FROM accounts a JOIN performers p ON p.account_id = a.id WHERE a.id = ${id}`,
  ))!

/** Columns that a form may change, by the name it calls them; nothing else can be written through `update`. */
const accountColumns = {
  name: 'name',
  locale: 'locale',
  theme: 'theme',
  timezone: 'timezone',
  showPresence: 'show_presence',
  country: 'country',
} as const
const performerColumns = {
  tagline: 'tagline',
  bio: 'bio',
  gender: 'gender',
  sexualOrientation: 'sexual_orientation',
  height: 'height',
  weight: 'weight',
  bodyType: 'body_type',
  ethnicity: 'ethnicity',
  buttSize: 'butt_size',
  hairColor: 'hair_color',
  eyeColor: 'eye_color',
  state: 'state',
  city: 'city',
  languages: 'languages',
  links: 'links',
  categories: 'categories',
  whoMayWrite: 'who_may_write',
  whoMayComment: 'who_may_comment',
  heldWords: 'held_words',
  isAdult: 'is_adult',
  staysFree: 'stays_free',
  welcomeMessage: 'welcome_message',
  welcomeEnabled: 'welcome_enabled',
  firstMessagePrice: 'first_message_price',
  hiddenFields: 'hidden_fields',
  dateOfBirth: 'date_of_birth',
} as const
export type Changes = { [K in keyof typeof accountColumns | keyof typeof performerColumns]?: unknown }

export async function update(tx: Context, id: string, changes: Changes): Promise<void> {
  const ofAccount = assignments(changes, accountColumns)
  if (ofAccount.length > 0)
    await sql`UPDATE accounts SET ${sql.join(ofAccount)}, updated_at = app_now() WHERE id = ${id}`.execute(tx.db)
  const ofPerformer = assignments(changes, performerColumns)
  if (ofPerformer.length > 0)
    await sql`UPDATE performers SET ${sql.join(ofPerformer)}, updated_at = app_now() WHERE account_id = ${id}`.execute(
      tx.db,
    )
}
function assignments(changes: Changes, columns: Partial<Record<keyof Changes, string>>) {
  const changed = Object.entries(columns).filter(([field]) => changes[field as keyof Changes] !== undefined)
  return changed.map(([field, column]) => {
    const value = changes[field as keyof Changes]
    return field === 'links'
      ? sql`${sql.ref(column)} = ${JSON.stringify(value)}::jsonb`
      : sql`${sql.ref(column)} = ${value}`
  })
}

export const lockPerformer = (tx: Context, id: string) =>
  row(
    tx.db,
    sql<
      Pick<MePerformerRow, 'dateOfBirth' | 'verificationStatus' | 'whoMayWrite' | 'firstMessagePrice'>
    >`SELECT date_of_birth AS "dateOfBirth", verification_status AS "verificationStatus", who_may_write AS "whoMayWrite",
        first_message_price AS "firstMessagePrice" FROM performers WHERE account_id = ${id} FOR UPDATE`,
  )

export const lockUsername = (tx: Context, id: string) =>
  row(
    tx.db,
    sql<{ username: string | null; changedRecently: boolean }>`SELECT username,
        coalesce(username_changed_at > app_now() - interval '30 days', false) AS "changedRecently"
      FROM accounts WHERE id = ${id} FOR UPDATE`,
  )
/** The old name stays with its account for ever. */
export async function renameAccount(tx: Context, id: string, from: string | null, to: string): Promise<void> {
  if (from !== null)
    await sql`INSERT INTO former_usernames (username, account_id) VALUES (${from}, ${id}) ON CONFLICT DO NOTHING`.execute(
      tx.db,
    )
  try {
    await sql`UPDATE accounts SET username = ${to}, username_changed_at = ${from === null ? sql`NULL` : sql`app_now()`}, updated_at = app_now()
      WHERE id = ${id}`.execute(tx.db)
  } catch (error) {
    if (constraintOf(error) === 'accounts_username_key') refuseField('USERNAME_TAKEN', 'username')
    throw error
  }
}

export interface NewPerformer {
  accountId: string
  gender: string
  dateOfBirth: string
}
export const insertPerformer = (tx: Context, performer: NewPerformer) =>
  sql`INSERT INTO performers (account_id, gender, date_of_birth) VALUES (${performer.accountId}, ${performer.gender}, ${performer.dateOfBirth}::date)`.execute(
    tx.db,
  )
/** With `unlessApproved`, an approval stays valid (even if its documents have expired) until it is revoked. */
export const setVerificationStatus = (
  tx: Context,
  performerId: string,
  status: VerificationStatus,
  { unlessApproved = false } = {},
) =>
  sql`UPDATE performers SET verification_status = ${status}, updated_at = app_now() WHERE account_id = ${performerId}
    AND (${!unlessApproved} OR verification_status NOT IN ('approved', 'expired'))`.execute(tx.db)

/** A person whose access shrinks gets a new epoch: what was addressed to them before is refused. */
export const setSuspended = async (tx: Context, id: string, reason: string, until: Date | null): Promise<boolean> =>
  (await row(
    tx.db,
    sql`UPDATE accounts SET status = 'suspended', status_reason = ${reason}, status_until = ${until}, access_epoch = access_epoch + 1,
      updated_at = app_now() WHERE id = ${id} AND status NOT IN ('closed') RETURNING id`,
  )) !== undefined
/** What the account is again; undefined where no suspension is there to end, or none whose time is over. */
export const endSuspension = async (
  tx: Context,
  id: string,
  { onlyRunOut }: { onlyRunOut: boolean },
): Promise<SignInRow['status'] | undefined> =>
  (
    await row(
      tx.db,
      sql<{
        status: SignInRow['status']
      }>`UPDATE accounts SET status = status_beneath(id), status_reason = NULL, status_until = NULL,
        updated_at = app_now() WHERE id = ${id} AND status = 'suspended' AND (NOT ${onlyRunOut} OR status_until <= app_now()) RETURNING status`,
    )
  )?.status
export interface RunOut {
  id: string
  /** To the microsecond, as a date of ours would not have it. */
  until: string
}
/** The oldest first, on from the one that was the last before. */
export const suspensionsRunOut = (ctx: Context, limit: number, after?: RunOut) =>
  rows(
    ctx.db,
    sql<RunOut>`SELECT id, status_until::text AS until FROM accounts WHERE status = 'suspended' AND status_until <= app_now()
        AND ${after ? sql`(status_until, id) > (${after.until}::timestamptz, ${after.id}::uuid)` : sql`TRUE`}
      ORDER BY status_until, id LIMIT ${limit}`,
  )
/** Sets birth date and country to those of the documents. */
export async function setIdentity(
  tx: Context,
  performerId: string,
  identity: { dateOfBirth: string; country: string },
): Promise<void> {
  await sql`UPDATE performers SET date_of_birth = ${identity.dateOfBirth}::date WHERE account_id = ${performerId}`.execute(
    tx.db,
  )
  await sql`UPDATE accounts SET country = ${identity.country} WHERE id = ${performerId}`.execute(tx.db)
}
