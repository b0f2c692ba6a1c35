import { auditCommand } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { usernameProblem } from './profile/confusables.ts'
import { issue } from './auth/one-time-tokens.ts'
import { hashPassword } from './auth/password-hash.ts'
import { checkStrength } from './auth/password-rules.ts'
import * as store from './store.ts'

export interface NewAdmin {
  email: string
  username: string
  /** Without one, a link is made that sets it. */
  password?: string | undefined
  /** Confirms that another administrator is to be added to a site that already has one. */
  another: boolean
}

/** Creates an owner: access to the machine's terminal is the authorization. Returns the secret of a link that sets the password. */
export async function createAdmin(ctx: Context, admin: NewAdmin): Promise<{ secret: string } | undefined> {
  const given = admin.password === undefined ? undefined : { password: admin.password, hashed: false }
  if (given) await checkStrength(ctx, given, admin.username)
  const passwordHash = given ? await hashPassword(given) : null
  return ctx.transaction(async (tx) => {
    // Two commands at once: the second sees the first one's account.
    await sql`SELECT pg_advisory_xact_lock(7205759405)`.execute(tx.db)
    await refuseUnfit(tx, admin)
    const id = await store.insertAdmin(tx, { email: admin.email, username: admin.username, passwordHash })
    await auditCommand(tx, 'admin:create', {
      action: 'admin.created',
      target: { type: 'account', id },
      after: { username: admin.username, permissions: ['owner'] },
    })
    if (passwordHash) return undefined
    const { secret } = await issue(tx, 'reset_password', id)
    return { secret }
  })
}

async function refuseUnfit(tx: Context, { email, username, another }: NewAdmin): Promise<void> {
  const present = await store.firstOwner(tx)
  if (present && !another)
    throw new Error(
      `${present} is already the owner of this site. To add another owner, run: npm run admin:create -- --another`,
    )
  const problem = await usernameProblem(tx, username)
  if (problem === 'USERNAME_RESERVED')
    throw new Error(`The username “${username}” is reserved for the site. Choose another one.`)
  if (problem === 'USERNAME_LOOKS_ALIKE')
    throw new Error(`The username “${username}” looks like one that is taken. Choose another one.`)
  if (problem) throw new Error(`The username “${username}” is taken. Choose another one.`)
  if (await store.byLoginName(tx, email))
    throw new Error('This e-mail address has an account. Staff have accounts of their own: take another address.')
}

/** Whether the site has an owner account. */
export const hasAdmin = async (ctx: Context): Promise<boolean> => (await store.firstOwner(ctx)) !== undefined

/** The email address of the site's first owner. */
export const ownersAddress = (tx: Context) =>
  row(
    tx.db,
    sql<{ email: string; locale: string | null }>`SELECT email::text AS email, locale FROM accounts
      WHERE role = 'admin' AND status = 'active' AND email IS NOT NULL AND 'owner' = ANY(permissions) ORDER BY created_at, id LIMIT 1`,
  )
