import type { Context } from '../../../platform/context.ts'
import * as store from './store.ts'

/** What a block between the two would return of shows whose goal has yet to be reached, whoever of them pledged. In hundredths of a token. */
export const pledgedBetween = (
  ctx: Context,
  one: string,
  other: string,
): Promise<{ pledges: number; pledgeTokens: bigint }> => store.pledgedBetween(ctx, one, other)
