import { randomBytes } from 'node:crypto'
import type { Context } from '@fanlight/server/platform/context'
import { row, rows, sql } from '@fanlight/server/platform/db/db'
import { hashPassword } from '@fanlight/server/modules/people/accounts/auth/password-hash'
import { creators, fans, staff } from './seed-accounts.ts'

/** The password of every account of the demo world. Production has no demo world, and a public demo has passwords of its own. */
export const demoPassword = 'let-the-light-in'
/** A fan, a creator, and staff. */
export const shownAccounts = ['jamierowe', 'valloyclay', 'maralindt']

export interface DemoProgress {
  openedAt: string
  done: string[]
  /** The accounts of this installation don't have the published password. */
  privatePasswords?: boolean
}
/** The row of `settings` that says how far the demo world is loaded. */
export const demoSetting = 'demoWorld'

/** The accounts that a new visitor may sign in with: none where their passwords aren't published. */
export async function demoAccounts(ctx: Context): Promise<{ role: string; username: string; password: string }[]> {
  const progress = await demoProgress(ctx)
  if (ctx.config.demoPublic || progress?.privatePasswords) return []
  return (await presentAccounts(ctx)).map(({ role, username }) => ({ role, username, password: demoPassword }))
}

/** Whether all accounts that may be shown exist. */
export const areDemoAccountsPresent = async (ctx: Context): Promise<boolean> =>
  (await presentAccounts(ctx)).length === shownAccounts.length

const presentAccounts = (ctx: Context) =>
  rows(
    ctx.db,
    sql<{
      role: string
      username: string
    }>`SELECT role, username FROM accounts WHERE username = ANY(${shownAccounts}::text[])
      ORDER BY array_position(${shownAccounts}::text[], username)`,
  )

export const demoProgress = async (ctx: Context, locked = false): Promise<DemoProgress | undefined> =>
  (
    await row(
      ctx.db,
      sql<{
        value: DemoProgress
      }>`SELECT value FROM settings WHERE key = ${demoSetting} ${locked ? sql`FOR UPDATE` : sql``}`,
    )
  )?.value

/** Whether parts of the demo world are still missing. Its images and videos are processed afterwards. */
export async function isDemoLoading(ctx: Context): Promise<boolean> {
  const progress = await demoProgress(ctx)
  return progress !== undefined && !progress.done.includes('everything')
}

/** Before a public demo listens: accounts that were loaded with the published password lose it. Later ones never get it. */
export async function removePublishedPasswords(ctx: Context): Promise<void> {
  await ctx.transaction(async (tx) => {
    const progress = await demoProgress(tx, true)
    if (!progress || progress.privatePasswords) return
    const usernames = [...creators, ...fans, ...staff].map((person) => person.username)
    await sql`UPDATE accounts SET password_hash = NULL WHERE username = ANY(${usernames}::text[])`.execute(tx.db)
    await sql`UPDATE settings SET value = value || '{"privatePasswords":true}' WHERE key = ${demoSetting}`.execute(
      tx.db,
    )
  })
}

/** Random passwords of the shown accounts that have none. They are stored as hashes: what this returns is printed once. */
export function choosePasswords(ctx: Context): Promise<{ username: string; password: string }[]> {
  return ctx.transaction(async (tx) => {
    if (!(await demoProgress(tx, true))?.privatePasswords) return []
    const without = await rows(
      tx.db,
      sql<{ username: string }>`SELECT username FROM accounts
        WHERE username = ANY(${shownAccounts}::text[]) AND password_hash IS NULL`,
    )
    const chosen = without.map(({ username }) => ({ username, password: randomBytes(12).toString('base64url') }))
    for (const { username, password } of chosen)
      await sql`UPDATE accounts SET password_hash = ${await hashPassword({ password, hashed: false })}
        WHERE username = ${username}`.execute(tx.db)
    return chosen
  })
}
