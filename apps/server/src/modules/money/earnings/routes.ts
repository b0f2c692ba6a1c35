import * as calls from '@fanlight/contract/earnings'
import { fromHundredths } from '@fanlight/contract/fields'
import { route } from '../../../platform/http/http.ts'
import { pageOf } from '../../../platform/db/cursor.ts'
import { available, balanceOf, debt, pending, reserve } from '../ledger/post.ts'
import { type EarningRow, earnedIn, releasesOf, searchEarnings, type Sums } from './store.ts'

export const earningRoutes = [
  route(calls.earningStats, async (ctx, { query, viewer }) => {
    const { all, byType, byDay } = await earnedIn(ctx, viewer.id, query)
    const { tokenValue, currency } = ctx.settings.all()
    return {
      data: {
        ...presentSums(all),
        byType: byType.map((entry) => ({ type: entry.type, ...presentSums(entry) })),
        byDay: byDay.map((entry) => ({ date: entry.date, ...presentSums(entry) })),
        pending: fromHundredths(await balanceOf(ctx, pending(viewer.id))),
        available: fromHundredths(await balanceOf(ctx, available(viewer.id))),
        held: fromHundredths(await balanceOf(ctx, reserve(viewer.id))),
        owed: fromHundredths(-(await balanceOf(ctx, debt(viewer.id)))),
        tokenValue,
        currency,
        releases: (await releasesOf(ctx, viewer.id)).map((entry) => ({
          date: entry.date,
          net: fromHundredths(entry.net),
        })),
      },
    }
  }),
  route(calls.searchEarnings, async (ctx, { query, viewer }) => {
    const { found, total, nextCursor } = await searchEarnings(ctx, viewer.id, query, pageOf(query))
    return { data: found.map(presentEarning), total, nextCursor }
  }),
]

const presentSums = ({ gross, fee, net, count }: Sums) => ({
  gross: fromHundredths(gross),
  fee: fromHundredths(fee),
  net: fromHundredths(net),
  count: Number(count),
})

const presentEarning = (earning: EarningRow): calls.Earning => ({
  _id: earning.id,
  type: earning.type,
  user: earning.name === null ? null : { _id: earning.user_id, name: earning.name, username: earning.username },
  note: earning.note,
  gross: fromHundredths(earning.gross),
  returned: fromHundredths(earning.returned + earning.fee_returned),
  held: fromHundredths(earning.held),
  feePct: earning.fee_bp / 100,
  fee: fromHundredths(earning.fee - earning.fee_returned),
  net: fromHundredths(earning.net - earning.returned),
  tokenValue: Number(earning.token_value_micro) / 1e6,
  // Whole hundredths of the currency, rounded down, as a payout would be.
  netValue: fromHundredths(((earning.net - earning.returned) * earning.token_value_micro) / 1_000_000n),
  currency: earning.currency,
  status: earning.status,
  availableAt: earning.available_at.toISOString(),
  createdAt: earning.created_at.toISOString(),
})
