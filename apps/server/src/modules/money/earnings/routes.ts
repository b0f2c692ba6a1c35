import * as calls from '@fanlight/contract/earnings'
import { fromHundredths } from '@fanlight/contract/fields'
import { route } from '../../../platform/http/http.ts'
import { pageOf } from '../../../platform/db/cursor.ts'
import { available, balancesOf, debt, pending, reserve } from '../ledger/post.ts'
import { inPayout } from '../payouts/request.ts'
import { listStatements, readStatement } from './statements.ts'
import { type EarningRow, earnedIn, escrowOf, lessDebt, releasesOf, searchEarnings, type Sums } from './store.ts'

export const earningRoutes = [
  route(calls.earningStats, async (ctx, { query, viewer }) => {
    const { all, byType, byDay, byDayAndType } = await earnedIn(ctx, viewer.id, query)
    const accounts = [pending, available, inPayout, reserve, debt].map((kind) => kind(viewer.id))
    const balances = await balancesOf(ctx, accounts)
    const [waiting, free, underway, held, owed] = balances.map(fromHundredths)
    const escrow = await escrowOf(ctx, viewer.id)
    const { tokenValue, currency } = ctx.settings.all()
    return {
      data: {
        ...presentSums(all),
        byType: byType.map((entry) => ({ type: entry.type, ...presentSums(entry) })),
        byDay: byDay.map((entry) => ({ date: entry.date, ...presentSums(entry) })),
        byDayAndType: byDayAndType.map((entry) => ({ date: entry.date, type: entry.type, ...presentSums(entry) })),
        pending: waiting!,
        available: free!,
        escrow: fromHundredths(escrow.net),
        escrowCount: Number(escrow.count),
        inPayout: underway!,
        held: held!,
        owed: -owed!,
        tokenValue,
        currency,
        releases: lessDebt(await releasesOf(ctx, viewer.id), -balances[4]!).map((entry) => ({
          date: entry.date,
          net: fromHundredths(entry.net),
          owed: fromHundredths(entry.owed),
          count: Number(entry.count),
        })),
      },
    }
  }),
  route(calls.listStatements, async (ctx, { viewer }) => ({ data: await listStatements(ctx, viewer.id) })),
  route(calls.getStatement, async (ctx, { params, viewer }) => ({
    data: await readStatement(ctx, viewer.id, params.month),
  })),
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
  title: earning.title,
  order: earning.order === null ? null : { _id: earning.id, number: earning.order },
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
