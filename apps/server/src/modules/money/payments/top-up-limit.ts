import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { refuseField } from '../../../platform/refusal.ts'
import { fromMinor, toMinor } from '../wallet/currency.ts'

const establishedDays = 30
const clearedDays = 14

/**
 * Limits what an account buys in 24 hours, by its age and history: a stolen card is used at once and in a new account. Accounts of thirty days
 * with a payment that has stood for two weeks, and without a lost dispute, have the higher limit. Amounts are minor units. `retriedId` is a payment that is tried again, which counts once.
 */
export async function requireWithinLimit(
  tx: Context,
  accountId: string,
  amount: bigint,
  retriedId: string | null = null,
): Promise<void> {
  const { currency, topUpDailyLimit, topUpDailyLimitNew } = tx.settings.all()
  // One after another, so that concurrent top-ups count each other.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`top-up:${accountId}`}, 0))`.execute(tx.db)
  const { spent, isEstablished } = (await row(
    tx.db,
    sql<{ spent: bigint; isEstablished: boolean }>`
      SELECT coalesce((SELECT sum(amount) FROM payment_transactions WHERE account_id = ${accountId} AND purpose = 'top_up' AND currency = ${currency}
          AND id IS DISTINCT FROM ${retriedId}::uuid
          AND created_at > app_now() - interval '24 hours' AND status NOT IN ('failed', 'cancelled')), 0)::bigint AS spent,
        a.created_at < app_now() - make_interval(days => ${establishedDays})
          AND EXISTS (SELECT FROM payment_transactions p WHERE p.account_id = a.id AND p.status IN ('succeeded', 'partially_refunded', 'dispute_won')
            AND p.created_at < app_now() - make_interval(days => ${clearedDays}))
          AND NOT EXISTS (SELECT FROM payment_transactions p WHERE p.account_id = a.id AND p.status = 'dispute_lost') AS "isEstablished"
      FROM accounts a WHERE a.id = ${accountId}`,
  ))!
  const limit = toMinor(isEstablished ? topUpDailyLimit : topUpDailyLimitNew, currency)
  if (spent + amount <= limit) return
  const left = limit > spent ? limit - spent : 0n
  refuseField('TOP_UP_LIMIT', 'amount', undefined, {
    limit: fromMinor(limit, currency),
    left: fromMinor(left, currency),
  })
}
