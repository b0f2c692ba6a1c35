import { fromHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../platform/context.ts'
import { row, sql } from '../../platform/db.ts'
import { refuse } from '../../platform/refusal.ts'
import { sabotaged } from '../../platform/sabotage.ts'

/**
 * Whether a buyer who saw this price may be charged the present one. All in one unit: hundredths of a token, or minor units of the site
 * currency for a plan. Without a price that was shown, the present one counts, unless it was lower within the last hour: what has a price
 * other than items and plans needs a trigger that writes `price_changes`, or a rise is not seen.
 */
export const isShownPrice = async (
  ctx: Context,
  objectId: string,
  present: bigint,
  shown: bigint | undefined,
): Promise<boolean> =>
  sabotaged('M6') || (shown === undefined ? !(await roseRecently(ctx, objectId, present)) : shown === present)

/** Answers a price that isn’t the one that was shown, in hundredths of a token. Nothing is charged. */
export const refuseNewPrice = (price: bigint): never => refuse('PRICE_CHANGED', { price: fromHundredths(price) })

const roseRecently = async (ctx: Context, objectId: string, present: bigint): Promise<boolean> =>
  (await row(ctx.db, sql<{ rose: boolean }>`SELECT rose_recently(${objectId}, ${present}) AS rose`))!.rose

/** Prices that were replaced longer than an hour ago decide nothing. */
export const prunePriceChanges = async (ctx: Context): Promise<void> => {
  await sql`DELETE FROM price_changes WHERE changed_at < app_now() - interval '1 hour'`.execute(ctx.db)
}
