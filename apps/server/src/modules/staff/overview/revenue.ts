import type { RevenuePeriod } from '@fanlight/contract/revenue-periods'
import type { Context } from '../../../platform/context.ts'
import { rows, sql } from '../../../platform/db/db.ts'
import { fromMinor, moneyForTokens } from '../../money/wallet/currency.ts'

const dayMs = 86_400_000

/** The starts of the columns, and the same span before them up to the same moment of it. All in UTC. */
function spanOf(period: RevenuePeriod, now: Date) {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()] as const
  if (period === 'year') {
    const starts = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(year, month - 11 + at)))
    const passed = now.getTime() - Date.UTC(year, month)
    const before = [new Date(Date.UTC(year - 1, month - 11)), new Date(Date.UTC(year - 1, month) + passed)] as const
    return { starts, before, unit: 'month' as const }
  }
  const days = Number(period)
  const starts = Array.from({ length: days }, (_, at) => new Date(Date.UTC(year, month, day - days + 1 + at)))
  const before = [starts[0]!, now].map((at) => new Date(at.getTime() - days * dayMs)) as [Date, Date]
  return { starts, before, unit: 'day' as const }
}

/** Hundredths of a token times what one was worth, in millionths. */
interface Sums {
  gross: bigint
  fees: bigint
  creators: bigint
}
const none: Sums = { gross: 0n, fees: 0n, creators: 0n }
const add = (a: Sums, b: Sums): Sums => ({
  gross: a.gross + b.gross,
  fees: a.fees + b.fees,
  creators: a.creators + b.creators,
})

/**
 * What was sold in a span and what the site earned by it, of earnings in the present currency. What goes back, or is charged back, is taken
 * off the day of its sale.
 */
export async function revenueOf(ctx: Context, period: RevenuePeriod) {
  const { currency } = ctx.settings.all()
  const { starts, before, unit } = spanOf(period, ctx.clock.now())
  const found = await rows(
    ctx.db,
    sql<Sums & { date: string; isBefore: boolean }>`SELECT
        to_char(date_trunc(${unit}, created_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS date, created_at < ${starts[0]!} AS "isBefore",
        sum(gross * token_value_micro)::bigint AS gross,
        sum(CASE WHEN status = 'reversed' THEN 0 ELSE (fee - fee_returned) * token_value_micro END)::bigint AS fees,
        sum(CASE WHEN status = 'reversed' THEN 0 ELSE (net - returned) * token_value_micro END)::bigint AS creators
      FROM earnings WHERE currency = ${currency} AND created_at >= ${before[0]}
        AND (created_at < ${before[1]} OR created_at >= ${starts[0]!})
      GROUP BY 1, 2`,
  )
  const sumOf = (which: (row: (typeof found)[number]) => boolean) => found.filter(which).reduce<Sums>(add, none)
  const money = (worth: bigint) => fromMinor(moneyForTokens(worth, currency), currency)
  const present = ({ gross, fees, creators }: Sums) => ({
    gross: money(gross),
    fees: money(fees),
    creators: money(creators),
    refunded: money(gross - fees - creators),
  })
  return {
    currency,
    ...present(sumOf(({ isBefore }) => !isBefore)),
    feesBefore: money(sumOf(({ isBefore }) => isBefore).fees),
    columns: starts
      .map((start) => start.toISOString().slice(0, 10))
      .map((date) => ({ date, ...present(sumOf((row) => !row.isBefore && row.date === date)) })),
  }
}
