import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'

export interface CardMoney {
  chargeId: string
  amount: bigint
  currency: string
  brand: string | null
  last4: string | null
}
/** Of charges for subscription periods: the card payments that paid them. The others were paid by the wallet. */
export const cardMoneyOf = (ctx: Context, chargeIds: readonly string[]): Promise<CardMoney[]> =>
  rows(
    ctx.db,
    sql<CardMoney>`SELECT c.id AS "chargeId", p.amount, p.currency, k.brand, k.last4
      FROM charges c JOIN payment_transactions p ON p.account_id = c.user_id AND p.subscription_id = c.target_id
          AND p.key = ANY(ARRAY(SELECT 'renewal:' || c.target_id || ':' || split_part(c.key, ':', 3) || ':' || retry FROM generate_series(0, 9) retry)
            || CASE WHEN split_part(c.key, ':', 3) = '1' THEN 'subscription:' || c.target_id END)
        LEFT JOIN cards k ON k.id = p.card_id AND k.deleted_at IS NULL
      WHERE c.id = ANY(${chargeIds}::uuid[]) AND c.type = 'subscription'
        AND p.status IN ('succeeded', 'partially_refunded', 'refunded', 'disputed', 'dispute_won', 'dispute_lost')`,
  )
