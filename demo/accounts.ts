import type { Context } from '@fanlight/server/platform/context'
import { rows, sql } from '@fanlight/server/platform/db'

/** The password of every account of the demo world. Production has no demo world and refuses to start with one. */
export const demoPassword = 'let-the-light-in'
/** A fan, a creator, and staff. */
export const shownAccounts = ['jamierowe', 'valloyclay', 'maralindt']

/** The accounts that a new visitor may sign in with; only those that exist. */
export async function demoAccounts(ctx: Context): Promise<{ role: string; username: string; password: string }[]> {
  const found = await rows(
    ctx.db,
    sql<{
      role: string
      username: string
    }>`SELECT role, username FROM accounts WHERE username = ANY(${shownAccounts}::text[])
      ORDER BY array_position(${shownAccounts}::text[], username)`,
  )
  return found.map((entry) => ({ ...entry, password: demoPassword }))
}
