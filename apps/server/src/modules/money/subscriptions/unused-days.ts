import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'
import { returnPart } from '../charges/partial-return.ts'
import type { SubscriptionRow } from './store.ts'

// Access that was paid for and ends early by an act of the seller or of the site is returned: of the period that is running, the share that
// is left, rounded down to hundredths of a token.

/** Of one charge, in hundredths of a token. */
export interface Unused {
  chargeId: string
  /** From the performer's earning and from the site's fee. */
  net: bigint
  fee: bigint
  /** What is returned to the wallet: both together. */
  tokens: bigint
}

type Which = Pick<SubscriptionRow, 'id' | 'fan_id'>

/** What is left of the running periods of these subscriptions `s`, of those where anything is. */
export const unusedSql = (which: RawBuilder<unknown>, since?: Date) =>
  sql<{ chargeId: string; net: bigint; fee: bigint }>`
    SELECT c.id AS "chargeId", floor(e.net * p.unused / p.whole)::bigint AS net, floor(e.fee * p.unused / p.whole)::bigint AS fee
    FROM subscriptions s
    CROSS JOIN LATERAL (SELECT months_after(s.anchor_at, s.months * (s.anchor_periods - 1)) AS began) b
    CROSS JOIN LATERAL (SELECT extract(epoch FROM s.current_period_end - b.began) AS whole,
      extract(epoch FROM s.current_period_end - greatest(b.began, coalesce(${since ?? null}::timestamptz, app_now()))) AS unused) p
    JOIN ledger_transactions t ON t.key = 'charge:' || s.fan_id || ':subscription:' || s.id || ':' || s.period_number
    JOIN charges c ON c.id = t.id JOIN earnings e ON e.id = c.id
    WHERE ${which} AND c.status = 'succeeded' AND e.status <> 'reversed' AND p.unused > 0`

/** What is left of the running period; undefined where nothing was paid for it, or nothing is left. `since` is when access ended, without it now. */
export async function unusedOf(ctx: Context, subscription: Which, since?: Date): Promise<Unused | undefined> {
  const found = await row(ctx.db, unusedSql(sql`s.id = ${subscription.id}`, since))
  const tokens = (found?.net ?? 0n) + (found?.fee ?? 0n)
  return found && tokens > 0n ? { ...found, tokens } : undefined
}

/** Returns what is left of the running period. The caller has locked the subscription and ends it in the same transaction. */
export async function returnUnused(tx: Context, subscription: Which, since?: Date): Promise<bigint> {
  const unused = await unusedOf(tx, subscription, since)
  if (!unused) return 0n
  await returnPart(tx, { ...unused, userId: subscription.fan_id })
  return unused.tokens
}
