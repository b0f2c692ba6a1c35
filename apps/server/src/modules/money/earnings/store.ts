import { type ChargeType, chargeTypes, type EarningGroup, groupOf } from '@fanlight/contract/charge-types'
import type { Context } from '../../../platform/context.ts'
import { row, rows, sql } from '../../../platform/db/db.ts'
import { afterRow, countRows, cutByDate, type Page, positionOf } from '../../../platform/db/cursor.ts'
import { direction, escapeLike } from '../../../platform/db/statements.ts'

export interface EarningRow {
  id: string
  user_id: string
  type: ChargeType
  gross: bigint
  fee_bp: number
  fee: bigint
  net: bigint
  returned: bigint
  fee_returned: bigint
  held: bigint
  token_value_micro: bigint
  currency: string
  status: 'escrow' | 'pending' | 'available' | 'in_payout' | 'paid' | 'reversed'
  available_at: Date
  created_at: Date
  name: string | null
  username: string | null
  note: string
  title: string | null
  /** The order has the id of its charge, as the earning has. */
  order: string | null
}
export interface Sums {
  gross: bigint
  fee: bigint
  net: bigint
  count: bigint
}
interface Period {
  from?: string | undefined
  to?: string | undefined
  type?: ChargeType | undefined
}
const sums = sql`coalesce(sum(e.gross - e.returned - e.fee_returned), 0)::bigint AS gross, coalesce(sum(e.fee - e.fee_returned), 0)::bigint AS fee,
  coalesce(sum(e.net - e.returned), 0)::bigint AS net, count(*) AS count`

/** Sums by kind and by day in one statement, so that they agree. Days are the performer's own. */
export async function earnedIn(ctx: Context, performerId: string, period: Period) {
  type Group = Sums & { type: ChargeType | null; date: string | null }
  const groups = await rows(
    ctx.db,
    sql<Group>`SELECT e.type, to_char(e.created_at AT TIME ZONE a.timezone, 'YYYY-MM-DD') AS date, ${sums}
      FROM earnings e JOIN accounts a ON a.id = e.performer_id
      WHERE e.performer_id = ${performerId} AND e.status <> 'reversed' AND (${period.type ?? null}::text IS NULL OR e.type = ${period.type ?? null})
        AND e.created_at >= coalesce(${period.from ?? null}::timestamptz, app_now() - interval '30 days')
        AND (${period.to ?? null}::timestamptz IS NULL OR e.created_at < ${period.to ?? null}::timestamptz)
      GROUP BY GROUPING SETS ((), (e.type), (2), (2, e.type)) ORDER BY date, e.type`,
  )
  return {
    all: groups.find((group) => group.type === null && group.date === null) ?? {
      gross: 0n,
      fee: 0n,
      net: 0n,
      count: 0n,
    },
    byType: groups.filter(
      (group): group is Sums & { type: ChargeType; date: null } => group.date === null && group.type !== null,
    ),
    byDay: groups.filter(
      (group): group is Sums & { type: null; date: string } => group.date !== null && group.type === null,
    ),
    byDayAndType: groups.filter(
      (group): group is Sums & { type: ChargeType; date: string } => group.date !== null && group.type !== null,
    ),
  }
}

export interface Release {
  date: string
  net: bigint
  count: bigint
}
/** When what is pending ends to wait, by day. */
export const releasesOf = (ctx: Context, performerId: string) =>
  rows(
    ctx.db,
    sql<Release>`SELECT to_char(e.available_at AT TIME ZONE a.timezone, 'YYYY-MM-DD') AS date, sum(e.net - e.returned - e.held)::bigint AS net, count(*) AS count
      FROM earnings e JOIN accounts a ON a.id = e.performer_id WHERE e.performer_id = ${performerId} AND e.status = 'pending' GROUP BY 1 ORDER BY 1 LIMIT 100`,
  )

/** What becomes available of each, as `release_earnings` does it: what the performer owes is paid from the first ones. */
export function lessDebt(releases: readonly Release[], debt: bigint) {
  let rest = debt
  return releases.map(({ date, net, count }) => {
    const owed = rest < net ? rest : net
    rest -= owed
    return { date, net: net - owed, owed, count }
  })
}

/** What waits for deliveries, and of how many sales. */
export const escrowOf = async (ctx: Context, performerId: string) =>
  (await row(
    ctx.db,
    sql<{ net: bigint; count: bigint }>`SELECT coalesce(sum(net - returned - held), 0)::bigint AS net, count(*) AS count
      FROM earnings WHERE performer_id = ${performerId} AND status = 'escrow'`,
  ))!

/** An earning is never edited; that its hold is over is not news of the earning. */
const dates = { createdAt: 'created_at', updatedAt: 'created_at' }
const sortable = {
  createdAt: sql`e.created_at`,
  availableAt: sql`e.available_at`,
  net: sql`(e.net - e.returned)`,
  updatedAt: sql`e.created_at`,
}
export async function searchEarnings(
  ctx: Context,
  performerId: string,
  query: Period & {
    sortBy: keyof typeof sortable
    sort: 'asc' | 'desc'
    status?: EarningRow['status'] | undefined
    group?: EarningGroup | undefined
    userId?: string | undefined
    q?: string | undefined
  },
  page: Page,
) {
  const { group, q } = query
  const pattern = q ? `%${escapeLike(q)}%` : null
  const types = group ? chargeTypes.filter((type) => groupOf[type] === group) : null
  const mine = sql`e.performer_id = ${performerId} AND (${query.type ?? null}::text IS NULL OR e.type = ${query.type ?? null})
    AND (${query.status ?? null}::text IS NULL OR e.status = ${query.status ?? null})
    AND (${query.from ?? null}::timestamptz IS NULL OR e.created_at >= ${query.from ?? null}::timestamptz)
    AND (${query.to ?? null}::timestamptz IS NULL OR e.created_at < ${query.to ?? null}::timestamptz)
    AND (${types}::text[] IS NULL OR e.type = ANY(${types}::text[]))
    ${query.userId ? sql`AND e.user_id = ${query.userId}` : sql``}
    ${pattern ? sql`AND EXISTS (SELECT FROM accounts f WHERE f.id = e.user_id AND (f.username ILIKE ${pattern} OR f.name ILIKE ${pattern}))` : sql``}`
  const found = page.tooDeep
    ? []
    : await rows(
        ctx.db,
        sql<EarningRow & { at: string }>`SELECT e.*, ${positionOf(query, 'e', dates)} AS at, a.name, a.username, c.note,
            CASE WHEN e.type IN ('feed', 'video', 'gallery', 'product') THEN (SELECT coalesce(nullif(i.title, ''), nullif(left(i.text, 80), '')) FROM items i WHERE i.id = c.target_id) END AS title,
            CASE WHEN e.type = 'product' THEN (SELECT o.number FROM orders o WHERE o.id = e.id AND o.performer_id = e.performer_id) END AS "order"
          FROM earnings e JOIN charges c ON c.id = e.charge_id LEFT JOIN accounts a ON a.id = e.user_id WHERE ${mine} AND ${afterRow(page, query, 'e', dates)}
          ORDER BY ${sortable[query.sortBy]} ${direction(query.sort)}, e.id ${direction(query.sort)} LIMIT ${page.size + 1} OFFSET ${page.offset}`,
      )
  return { ...cutByDate(found, page, query, dates), total: await countRows(ctx, sql`earnings e WHERE ${mine}`) }
}
