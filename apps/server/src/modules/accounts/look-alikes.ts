import type { ErrorCode } from '@fanlight/contract/errors'
import { isMisleadingName } from '@fanlight/contract/look-alikes'
import { isReservedUsername } from '@fanlight/contract/usernames'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { refuseField } from '../../platform/refusal.ts'

/** How long a name that looks like one somebody gave up, or closed their account with, is given to nobody. The name itself: never. */
export const lookAlikesRestMonths = 12

/** Why nobody but its owner may have this username; undefined where they may. `accountId` asks for itself. */
export async function usernameProblem(
  ctx: Context,
  username: string,
  accountId: string | null = null,
): Promise<Extract<ErrorCode, `USERNAME_${string}`> | undefined> {
  if (isReservedUsername(username, ctx.settings.get('siteName'))) return 'USERNAME_RESERVED'
  // Everybody's name counts, not only creators': a refusal then tells no more of its holder than that there is one.
  const held = await row(
    ctx.db,
    sql<{ itself: boolean | null }>`SELECT bool_or(username = ${username}) AS itself FROM (
        SELECT a.username, c.closed_at AS "leftAt" FROM accounts a LEFT JOIN account_closings c ON c.account_id = a.id
          WHERE a.username_skeleton = username_skeleton(${username}) AND a.id IS DISTINCT FROM ${accountId}::uuid
        UNION ALL
        SELECT f.username, f.given_up_at FROM former_usernames f
          WHERE f.username_skeleton = username_skeleton(${username}) AND f.account_id IS DISTINCT FROM ${accountId}::uuid
      ) held WHERE username = ${username} OR "leftAt" IS NULL
        OR "leftAt" > app_now() - make_interval(months => ${lookAlikesRestMonths}::int)`,
  )
  if (held?.itself == null) return undefined
  return held.itself ? 'USERNAME_TAKEN' : 'USERNAME_LOOKS_ALIKE'
}

/** Asked in the transaction that takes the name: of two who want names that look alike, the second waits and is refused. */
export async function requireFreeUsername(tx: Context, username: string, accountId: string | null = null) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(username_skeleton(${username}), 7205759406))`.execute(tx.db)
  const problem = await usernameProblem(tx, username, accountId)
  if (problem) refuseField(problem, 'username')
}

/** Names are shared by many people and refused to none of them; what deceives about who somebody is, is. */
export const requirePlainName = (ctx: Context, name: string): void => {
  if (isMisleadingName(name, ctx.settings.get('siteName'))) refuseField('NAME_MISLEADING', 'name')
}
