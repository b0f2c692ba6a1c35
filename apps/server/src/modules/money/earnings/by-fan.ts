import { type EarningGroup, type ChargeType, earningGroups, groupOf } from '@fanlight/contract/charge-types'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'

export interface FanSpending {
  /** What the creator keeps of it, in hundredths of a token. */
  net: bigint
  byGroup: { group: EarningGroup; spent: bigint; count: number; recent: bigint; recentCount: number }[]
}

/** What one fan spent with one creator, less what went back: in all, and since a moment. A reversed sale counts for nothing. */
export async function spentByFan(ctx: Context, performerId: string, fanId: string, since: Date): Promise<FanSpending> {
  const found = await rows(
    ctx.db,
    sql<{ type: ChargeType; net: bigint; spent: bigint; count: bigint; recent: bigint; recentCount: bigint }>`
      SELECT type, sum(net - returned)::bigint AS net, sum(gross - returned - fee_returned)::bigint AS spent, count(*) AS count,
        coalesce(sum(gross - returned - fee_returned) FILTER (WHERE created_at >= ${since}), 0)::bigint AS recent,
        count(*) FILTER (WHERE created_at >= ${since}) AS "recentCount"
      FROM earnings WHERE performer_id = ${performerId} AND user_id = ${fanId} AND status <> 'reversed'
        AND gross > returned + fee_returned GROUP BY type`,
  )
  const sumOf = (group: EarningGroup) => {
    const sum = { group, spent: 0n, count: 0, recent: 0n, recentCount: 0 }
    for (const row of found.filter(({ type }) => groupOf[type] === group)) {
      sum.spent += row.spent
      sum.count += Number(row.count)
      sum.recent += row.recent
      sum.recentCount += Number(row.recentCount)
    }
    return sum
  }
  return { net: found.reduce((sum, row) => sum + row.net, 0n), byGroup: earningGroups.map(sumOf) }
}
