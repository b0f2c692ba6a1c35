import type { ChargeType } from '@fanlight/contract/charge-types'
import type { Statement } from '@fanlight/contract/earnings'
import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { refuse } from '../../../platform/refusal.ts'
import { available, balancesOf, debt, pending, reserve } from '../ledger/post.ts'
import { inPayout } from '../payouts/request.ts'
import { fromMinor } from '../wallet/currency.ts'
import { escrowOf } from './store.ts'

// A month in a performer's time zone: what was there, what was earned, what went back, what was paid out, what is there. What is there now is in
// the ledger; from it everything is counted back that happened since, so that a statement of a month that is over stays as it is.

const yearsMax = 5

interface Month {
  from: Date
  to: Date
  isOver: boolean
  name: string
  timezone: string
}
/** Hundredths of a token; `value` in millionths of them in the currency, at what a token was worth when each was earned. */
interface Flow {
  type: ChargeType
  date: string
  count: bigint
  gross: bigint
  returned: bigint
  fee: bigint
  net: bigint
  value: bigint
}

/** The months since the first earning, newest first, with what each earned. */
export async function listStatements(ctx: Context, performerId: string) {
  const months = await rows(
    ctx.db,
    sql<{ month: string; isOver: boolean; net: bigint; value: bigint }>`WITH me AS (
        SELECT a.timezone AS zone, date_trunc('month', app_now() AT TIME ZONE a.timezone) AS present,
          (SELECT min(e.created_at) FROM earnings e WHERE e.performer_id = a.id) AS first
        FROM accounts a WHERE a.id = ${performerId}),
      months AS (
        SELECT m, present, zone FROM me, generate_series(
          greatest(date_trunc('month', first AT TIME ZONE zone), present - make_interval(years => ${yearsMax})), present, interval '1 month') m
        WHERE first IS NOT NULL),
      flows AS (${flowsOf(performerId, sql`(SELECT min(m AT TIME ZONE zone) FROM months)`, sql`'infinity'`)}),
      sums AS (SELECT date_trunc('month', date::timestamp) AS m, sum(net)::bigint AS net, sum(value)::bigint AS value FROM flows GROUP BY 1)
      SELECT to_char(months.m, 'YYYY-MM') AS month, months.m < present AS "isOver", coalesce(net, 0)::bigint AS net, coalesce(value, 0)::bigint AS value
      FROM months LEFT JOIN sums ON sums.m = months.m ORDER BY months.m DESC`,
  )
  return {
    months: months.map(({ month, isOver, net, value }) => ({
      month,
      isOver,
      net: fromHundredths(net),
      netValue: worth(value),
    })),
    currency: ctx.settings.get('currency'),
  }
}

/** The statement of a month. Refuses one that has not begun, or that was over before the performer’s account was made. */
export async function readStatement(ctx: Context, performerId: string, month: string): Promise<Statement> {
  const period = await monthOf(ctx, performerId, month)
  if (!period) return refuse('NOT_FOUND')
  const { from, to } = period
  const flows = await rows(ctx.db, sql<Flow>`${flowsOf(performerId, at(from), at(to))}`)
  const inMonth = await movedOf(ctx, performerId, from, to)
  const since = await movedOf(ctx, performerId, to, null)
  const closing =
    (await everything(ctx, performerId)) - (await netSince(ctx, performerId, to)) + since.coupons + since.paidOut
  const all = sumOf(flows)
  const opening = closing - all.net + inMonth.coupons + inMonth.paidOut
  const { tokenValue, currency, operatorName, operatorAddress } = ctx.settings.all()
  return {
    month,
    from: from.toISOString(),
    until: to.toISOString(),
    isOver: period.isOver,
    name: period.name,
    timezone: period.timezone,
    opening: fromHundredths(opening),
    closing: fromHundredths(closing),
    ...present(all),
    coupons: fromHundredths(inMonth.coupons),
    paidOut: fromHundredths(inMonth.paidOut),
    byType: groupedBy(flows, ({ type }) => type).map(([type, sum]) => ({ type, ...present(sum) })),
    byDay: groupedBy(flows, ({ date }) => date)
      .map(([date, { net, value }]) => ({ date, net: fromHundredths(net), netValue: worth(value) }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    payouts: (await payoutsOf(ctx, performerId, from, to)).map((payout) => ({
      _id: payout.id,
      number: payout.number,
      destination: [payout.name, payout.ends].filter(Boolean).join(' ···· '),
      at: payout.at.toISOString(),
      cameBack: payout.tokens < 0n,
      tokens: fromHundredths(payout.tokens),
      amount: fromMinor(payout.amount, payout.currency),
      fee: fromMinor(payout.fee, payout.currency),
    })),
    tokenValue,
    currency,
    operatorName,
    operatorAddress,
  }
}

const monthOf = (ctx: Context, performerId: string, month: string): Promise<Month | undefined> =>
  row(
    ctx.db,
    sql<Month>`SELECT start AT TIME ZONE timezone AS "from", (start + interval '1 month') AT TIME ZONE timezone AS "to",
        (start + interval '1 month') AT TIME ZONE timezone <= app_now() AS "isOver", name, timezone
      FROM (SELECT a.name, a.timezone, a.created_at, ${`${month}-01`}::timestamp AS start FROM accounts a WHERE a.id = ${performerId}) me
      WHERE start AT TIME ZONE timezone <= app_now() AND (start + interval '1 month') AT TIME ZONE timezone > created_at`,
  )

const at = (date: Date) => sql`${date.toISOString()}::timestamptz`

/** What was earned and what went back between two moments, by kind and by day of the performer. */
const flowsOf = (performerId: string, from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
  sql`SELECT type, to_char(at AT TIME ZONE (SELECT timezone FROM accounts WHERE id = ${performerId}), 'YYYY-MM-DD') AS date,
      sum(count)::bigint AS count, sum(gross)::bigint AS gross, sum(net_back + fee_back)::bigint AS returned, sum(fee - fee_back)::bigint AS fee,
      sum(net - net_back)::bigint AS net, sum((net - net_back) * micro)::bigint AS value
    FROM (
      SELECT e.type, e.created_at AS at, 1 AS count, e.gross, e.fee, e.net, 0 AS net_back, 0 AS fee_back, e.token_value_micro AS micro
        FROM earnings e WHERE e.performer_id = ${performerId} AND e.created_at >= ${from} AND e.created_at < ${to}
      UNION ALL
      SELECT e.type, r.created_at, 0, 0, 0, 0, r.net, r.fee, e.token_value_micro
        FROM earning_returns r JOIN earnings e ON e.id = r.earning_id
        WHERE r.performer_id = ${performerId} AND r.created_at >= ${from} AND r.created_at < ${to}) moved
    GROUP BY 1, 2`

const netSince = async (ctx: Context, performerId: string, from: Date): Promise<bigint> =>
  (await row(
    ctx.db,
    sql<{
      net: bigint
    }>`SELECT (coalesce((SELECT sum(net) FROM earnings WHERE performer_id = ${performerId} AND created_at >= ${from}), 0)
      - coalesce((SELECT sum(net) FROM earning_returns WHERE performer_id = ${performerId} AND created_at >= ${from}), 0))::bigint AS net`,
  ))!.net

/** All that the performer has here, in whatever account it waits; what they owe is taken off. */
async function everything(ctx: Context, performerId: string): Promise<bigint> {
  const accounts = [pending, available, inPayout, reserve, debt].map((kind) => kind(performerId))
  const balances = await balancesOf(ctx, accounts)
  return balances.reduce((sum, balance) => sum + balance, (await escrowOf(ctx, performerId)).net)
}

// Postings are found by what they are about: an index of entries by account would cost every tip.
const payoutPostings = (performerId: string) => sql`SELECT p.id, t.id AS posting, t.created_at AS at
  FROM payouts p CROSS JOIN LATERAL (
    SELECT t.id, t.created_at FROM ledger_transactions t
    WHERE t.key >= 'payout:' || p.id AND t.key <= 'payout:' || p.id || ':zzzz' AND t.reason IN ('payout_paid', 'payout_cancelled') OFFSET 0) t
  WHERE p.performer_id = ${performerId}`
const ownAccounts = (performerId: string) =>
  sql`SELECT id FROM ledger_accounts WHERE owner_id = ${performerId} AND currency = 'TOK' AND kind IN ('performer_available', 'performer_in_payout')`

/** What the performer's coupons and payouts took between two moments, in hundredths of a token. */
async function movedOf(ctx: Context, performerId: string, from: Date, to: Date | null) {
  const within = sql`found.at >= ${from} AND (${to}::timestamptz IS NULL OR found.at < ${to}::timestamptz)`
  const moved = await row(
    ctx.db,
    sql<{ coupons: bigint; paidOut: bigint }>`WITH mine AS (${ownAccounts(performerId)}),
      found AS (
        SELECT 'payout' AS kind, posting, at FROM (${payoutPostings(performerId)}) p
        UNION ALL
        SELECT 'coupon', t.id, t.created_at FROM coupons c JOIN coupon_uses u ON u.coupon_id = c.id AND u.borne > 0
          CROSS JOIN LATERAL (SELECT t.id, t.created_at FROM ledger_transactions t
            WHERE t.key >= 'coupon:' || u.id AND t.key <= 'coupon:' || u.id || ':zzzz' OFFSET 0) t
        WHERE c.performer_id = ${performerId})
      SELECT coalesce(-sum(e.amount) FILTER (WHERE kind = 'coupon'), 0)::bigint AS coupons,
        coalesce(-sum(e.amount) FILTER (WHERE kind = 'payout'), 0)::bigint AS "paidOut"
      FROM found JOIN ledger_entries e ON e.transaction_id = found.posting AND e.account_id IN (SELECT id FROM mine) WHERE ${within}`,
  )
  return moved!
}

/** Each time that a payout left, and each time that its tokens came back after that. */
const payoutsOf = (ctx: Context, performerId: string, from: Date, to: Date) =>
  rows(
    ctx.db,
    sql<{
      id: string
      number: string
      name: string
      ends: string | null
      at: Date
      tokens: bigint
      amount: bigint
      fee: bigint
      currency: string
    }>`WITH mine AS (${ownAccounts(performerId)}),
      found AS (
        SELECT moved.id, moved.at, -sum(e.amount)::bigint AS tokens FROM (${payoutPostings(performerId)}) moved
          JOIN ledger_entries e ON e.transaction_id = moved.posting AND e.account_id IN (SELECT id FROM mine)
        WHERE moved.at >= ${from} AND moved.at < ${to} GROUP BY moved.id, moved.posting, moved.at HAVING sum(e.amount) <> 0)
      SELECT p.id, p.number, p.destination_name AS name, p.destination_ends AS ends, found.at, found.tokens, p.amount, p.fee, p.currency
      FROM found JOIN payouts p ON p.id = found.id ORDER BY found.at, p.id`,
  )

const nothing = { count: 0n, gross: 0n, returned: 0n, fee: 0n, net: 0n, value: 0n }
type Sum = typeof nothing
const sumOf = (flows: readonly Sum[]): Sum =>
  flows.reduce(
    (sum, flow) => ({
      count: sum.count + flow.count,
      gross: sum.gross + flow.gross,
      returned: sum.returned + flow.returned,
      fee: sum.fee + flow.fee,
      net: sum.net + flow.net,
      value: sum.value + flow.value,
    }),
    nothing,
  )
const groupedBy = <K>(flows: readonly Flow[], key: (flow: Flow) => K): [K, Sum][] =>
  [...Map.groupBy(flows, key)].map(([name, group]) => [name, sumOf(group)])

/** Whole hundredths of the currency, rounded to the nearest. */
const worth = (value: bigint): number => Math.round(Number(value) / 1e6) / 100
const present = ({ count, gross, returned, fee, net, value }: Sum) => ({
  count: Number(count),
  gross: fromHundredths(gross),
  returned: fromHundredths(returned),
  fee: fromHundredths(fee),
  net: fromHundredths(net),
  netValue: worth(value),
})
