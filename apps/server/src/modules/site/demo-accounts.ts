import type { Context } from '../../platform/context.ts'
import { rows, sql } from '../../platform/db.ts'

/** The password of every account of the demo world. Production has no demo world and refuses to start with one. */
export const demoPassword = 'let-the-light-in'
/** A fan, a creator, and staff. */
export const shownAccounts = ['jamierowe', 'valloyclay', 'maralindt']

/** Whom a newcomer may sign in as; only those who exist. */
export async function demoAccounts(ctx: Context): Promise<{ role: string; username: string; password: string }[]> {
  const found = await rows(
    ctx.db,
    sql<{
      role: string
      username: string
    }>`SELECT role, username FROM accounts WHERE username = ANY(${shownAccounts}::text[])
      ORDER BY array_position(${shownAccounts}::text[], username)`,
  )
  return found.map((one) => ({ ...one, password: demoPassword }))
}
