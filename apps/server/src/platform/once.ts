import type { Context } from './context.ts'
import { row, sql } from './db/db.ts'
import { sha256 } from './ids.ts'
import { refuseIf } from './refusal.ts'

/** The hash of the body of a request with an idempotency key: the same key with another body is rejected. */
export const bodyHash = (body: unknown): Buffer => sha256(JSON.stringify(body ?? null))

/**
 * Runs `work` in a transaction that also stores its reply. A request with the same key and body gets the stored reply; another body
 * is rejected with KEY_REUSED. Of two concurrent requests, the second waits for the first to commit, then replays its reply.
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

/**
 * For operations whose own row keeps the key for ever, such as charges and payments: a repeated key gets the first row, as it is by now,
 * whatever has changed since; another body is refused with KEY_REUSED. Of two at once, the one that fails to make its row gets the other's.
 */
export async function onceByRow<Row extends { body_hash: Buffer | null }>(
  hash: Buffer,
  findFirst: () => Promise<Row | undefined>,
  make: () => Promise<Row>,
): Promise<Row> {
  const made = await make().catch(async (error: unknown) => (await findFirst()) ?? Promise.reject(error))
  refuseIf(!made.body_hash?.equals(hash), 'KEY_REUSED')
  return made
}

export const deleteReplies = (tx: Context, accountId: string) =>
  sql`DELETE FROM idempotent_replies WHERE account_id = ${accountId}`.execute(tx.db)
