import type { ErrorCode } from '@fanlight/contract/errors'
import { isMisleadingName } from '@fanlight/contract/confusables'
import { isReservedUsername } from '@fanlight/contract/usernames'
import type { Context } from '../../../../platform/context.ts'
import { row, sql } from '../../../../platform/db/db.ts'
import { refuseField } from '../../../../platform/refusal.ts'

/** How long names that look like a given-up name, or that of a closed account, stay reserved. The name itself: permanently. */
export const confusablesRestMonths = 12

type UsernameProblem = Extract<ErrorCode, 'USERNAME_TAKEN' | 'USERNAME_LOOKS_ALIKE' | 'USERNAME_RESERVED'>

/** Why this username is available to no one but its owner; undefined if it is available. `accountId` is the requester's account. */
export async function usernameProblem(
  ctx: Context,
  username: string,
  accountId: string | null = null,
): Promise<UsernameProblem | undefined> {
  if (isReservedUsername(username, ctx.settings.get('siteName'))) return 'USERNAME_RESERVED'
  // The names of all accounts count, not only creators': a rejection then reveals nothing about the owner except that one exists.
  const existing = await row(
    ctx.db,
    sql<{ itself: boolean | null }>`SELECT bool_or(username = ${username}) AS itself FROM (
        SELECT a.username, c.closed_at AS "leftAt" FROM accounts a LEFT JOIN account_closings c ON c.account_id = a.id
          WHERE a.username_skeleton = username_skeleton(${username}) AND a.id IS DISTINCT FROM ${accountId}::uuid
        UNION ALL
        SELECT f.username, f.given_up_at FROM former_usernames f
          WHERE f.username_skeleton = username_skeleton(${username}) AND f.account_id IS DISTINCT FROM ${accountId}::uuid
      ) taken WHERE username = ${username} OR "leftAt" IS NULL
        OR "leftAt" > app_now() - make_interval(months => ${confusablesRestMonths}::int)`,
  )
  if (existing?.itself == null) return undefined
  return existing.itself ? 'USERNAME_TAKEN' : 'USERNAME_LOOKS_ALIKE'
}

/** Call it in the transaction that takes the name: of two requests for similar names, the second waits and is rejected. */
export async function requireFreeUsername(tx: Context, username: string, accountId: string | null = null) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(username_skeleton(${username}), 7205759406))`.execute(tx.db)
  const problem = await usernameProblem(tx, username, accountId)
  if (problem) refuseField(problem, 'username')
}

/** Display names need not be unique and are not rejected as taken; names that mislead about the person's identity are rejected. */
export const requirePlainName = (ctx: Context, name: string): void => {
  if (isMisleadingName(name, ctx.settings.get('siteName'))) refuseField('NAME_MISLEADING', 'name')
}
