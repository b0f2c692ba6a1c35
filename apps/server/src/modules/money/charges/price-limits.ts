import { toHundredths } from '@fanlight/contract/fields'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'

/** Refuses a price, in hundredths of a token, at which nothing may be sold on this site; of an input, at its field. */
export function requirePriceAllowed(ctx: Context, price: bigint, field?: string): void {
  const { minimumContentPrice: minimum, maximumContentPrice: maximum } = ctx.settings.all()
  if (price >= toHundredths(minimum) && price <= toHundredths(maximum)) return
  if (field) refuseField('PRICE_OUT_OF_RANGE', field, undefined, { minimum, maximum })
  refuse('PRICE_OUT_OF_RANGE')
}
