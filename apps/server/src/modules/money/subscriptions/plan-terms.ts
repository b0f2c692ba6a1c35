import type { Context } from '../../../platform/context.ts'
import { termsOf } from '../charges/shown-terms.ts'
import { tokensForPrice } from '../wallet/currency.ts'

/** The version of the terms of a plan: what its creator says (the version of the plan), and what the site says (its price in tokens, the free period). */
export function planTerms(ctx: Context, { versionId, price }: { versionId: string; price: bigint | null }): string {
  const { currency, tokenValue, freeSubscriptionDuration, freeSubscriptionUnit } = ctx.settings.all()
  return price === null
    ? termsOf('plan', versionId, freeSubscriptionDuration, freeSubscriptionUnit)
    : termsOf('plan', versionId, price, currency, tokensForPrice(price, currency, tokenValue))
}
