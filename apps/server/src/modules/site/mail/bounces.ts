import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'

// Addresses that a mail server refused for good. Emails that can be switched off do not go there, until one that has to be sent arrives.

/** Which of these accounts have such an address. */
export const thatBounced = async (ctx: Context, accountIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await rows(
        ctx.db,
        sql<{ id: string }>`SELECT a.id FROM accounts a JOIN bounced_addresses b ON b.address = a.email
          WHERE a.id = ANY(${accountIds}::uuid[])`,
      )
    ).map(({ id }) => id),
  )
export const hasBounced = async (ctx: Context, accountId: string): Promise<boolean> =>
  (await thatBounced(ctx, [accountId])).has(accountId)

export const noteBounce = (ctx: Context, address: string, reason: string) =>
  sql`INSERT INTO bounced_addresses (address, reason) VALUES (${address}, ${reason.slice(0, 300)})
    ON CONFLICT (address) DO UPDATE SET reason = excluded.reason, bounced_at = app_now()`.execute(ctx.db)

export const deleteBounce = (ctx: Context, address: string) =>
  sql`DELETE FROM bounced_addresses WHERE address = ${address}`.execute(ctx.db)

/** A permanent refusal of the recipient (5xx), as nodemailer reports it; not of the message or of us. */
export function isPermanentRefusal(error: unknown): error is Error {
  const { responseCode, command } = error as { responseCode?: number; command?: string }
  return error instanceof Error && command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
}
