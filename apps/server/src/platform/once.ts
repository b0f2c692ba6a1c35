import type { Context } from './context.ts'
import { row, sql } from './db.ts'
import { sha256 } from './ids.ts'
import { refuseIf } from './refusal.ts'

/** Hash of what a keyed request asked for: the same key with another body is refused. */
export const bodyHash = (body: unknown): Buffer => sha256(JSON.stringify(body ?? null))

/**
 * Runs `work` in a transaction that also remembers its answer. The same key and body gets the first answer back; another body
 * is refused with KEY_REUSED. Two at once: the second waits for the first to commit, then replays it.
 */
export function once<T>(
  ctx: Context,
  accountId: string,
  route: string,
  key: string,
  body: unknown,
  work: (tx: Context) => Promise<T>,
): Promise<T> {
  const hash = bodyHash(body)
  return ctx.transaction(async (tx) => {
    const mine = await row(
      tx.db,
      sql`INSERT INTO idempotent_replies (account_id, route, key, body_hash) VALUES (${accountId}, ${route}, ${key}, ${hash})
        ON CONFLICT DO NOTHING RETURNING key`,
    )
    if (!mine) {
      const first = await row(
        tx.db,
        sql<{ body_hash: Buffer; reply: T }>`SELECT body_hash, reply FROM idempotent_replies
          WHERE account_id = ${accountId} AND route = ${route} AND key = ${key}`,
      )
      refuseIf(!first || !first.body_hash.equals(hash), 'KEY_REUSED')
      return first!.reply
    }
    const reply = await work(tx)
    await sql`UPDATE idempotent_replies SET reply = ${JSON.stringify(reply)}::jsonb
      WHERE account_id = ${accountId} AND route = ${route} AND key = ${key}`.execute(tx.db)
    return reply
  })
}

export const forgetReplies = (tx: Context, accountId: string) =>
  sql`DELETE FROM idempotent_replies WHERE account_id = ${accountId}`.execute(tx.db)
