import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { row, sql } from '../../../platform/db/db.ts'

interface Sums {
  wallet: bigint
  spent: bigint
  debt: bigint
  earned: bigint
  escrow: bigint
  pending: bigint
  available: bigint
  inPayout: bigint
  held: bigint
}

/** What an account has, spent, earned and owes, in tokens. The last thirty days of earnings, and those in escrow, are read along their indexes. */
export async function moneyOf(ctx: Context, id: string, role: 'user' | 'performer' | 'admin') {
  const sums = await row(
    ctx.db,
    sql<Sums>`SELECT ledger_balance_of('fan_wallet', ${id}, 'TOK') AS wallet,
        (SELECT coalesce(sum(spent), 0)::bigint FROM fan_spending WHERE fan_id = ${id}) AS spent,
        ledger_balance_of('debt', ${id}, 'TOK') AS debt,
        (SELECT coalesce(sum(net - returned), 0)::bigint FROM earnings
          WHERE performer_id = ${id} AND created_at >= app_now() - interval '30 days' AND status <> 'reversed') AS earned,
        (SELECT coalesce(sum(net - returned), 0)::bigint FROM earnings WHERE performer_id = ${id} AND status = 'escrow') AS escrow,
        ledger_balance_of('performer_pending', ${id}, 'TOK') AS pending,
        ledger_balance_of('performer_available', ${id}, 'TOK') AS available,
        ledger_balance_of('performer_in_payout', ${id}, 'TOK') AS "inPayout",
        ledger_balance_of('performer_reserve', ${id}, 'TOK') AS held`,
  )
  if (!sums) return null
  const { wallet, spent, debt, ...earnings } = sums
  return {
    wallet: fromHundredths(wallet),
    spent: fromHundredths(spent),
    owed: fromHundredths(debt < 0n ? -debt : 0n),
    earnings:
      role === 'performer'
        ? {
            earned: fromHundredths(earnings.earned),
            escrow: fromHundredths(earnings.escrow),
            pending: fromHundredths(earnings.pending),
            available: fromHundredths(earnings.available),
            inPayout: fromHundredths(earnings.inPayout),
            held: fromHundredths(earnings.held),
          }
        : null,
  }
}
