import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { refuseIf } from '../../../platform/refusal.ts'

/** Refuses accounts with a dispute, until it is won or staff allow paying again. Wallets are refused by `charge_tokens` in the same way. */
export async function requirePayingAllowed(ctx: Context, accountId: string): Promise<void> {
  refuseIf(await isBlocked(ctx, sql`account_id = ${accountId}`), 'PAYING_BLOCKED')
}

/** Refuses a card that paid what was disputed, in any account. The fingerprint is the gateway's: the same for the same card number. */
export async function requireCardAllowed(ctx: Context, fingerprint: string | null): Promise<void> {
  refuseIf(fingerprint !== null && (await isBlocked(ctx, sql`fingerprint = ${fingerprint}`)), 'CARD_BLOCKED')
}

const isBlocked = async (ctx: Context, which: ReturnType<typeof sql>): Promise<boolean> =>
  (await row(ctx.db, sql`SELECT 1 AS found FROM disputes WHERE ${which} AND blocks_paying LIMIT 1`)) !== undefined
