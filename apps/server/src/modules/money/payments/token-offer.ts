import type { Context } from '../../../platform/context.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { toMinor, tokensForMoney } from '../wallet/currency.ts'
import { packageOnOffer } from '../wallet/packages.ts'

/** What tokens cost, in minor units, and how many there are: those of a package, or as many as an amount of money buys. */
export async function priceOfTokens(
  ctx: Context,
  { amount, packageId }: { amount?: number | undefined; packageId?: string | undefined },
): Promise<{ amount: bigint; tokens: bigint }> {
  const { currency, tokenValue, minimumWalletPrice, maximumWalletPrice } = ctx.settings.all()
  if (packageId) {
    const offer = await packageOnOffer(ctx, packageId)
    if (!offer) refuse('NOT_FOUND')
    return { amount: offer.price, tokens: offer.tokens + offer.bonus }
  }
  const minor = toMinor(amount!, currency)
  const limits = { minimum: minimumWalletPrice, maximum: maximumWalletPrice }
  if (minor < toMinor(minimumWalletPrice, currency) || minor > toMinor(maximumWalletPrice, currency))
    refuseField('AMOUNT_OUT_OF_RANGE', 'amount', undefined, limits)
  return { amount: minor, tokens: tokensForMoney(minor, currency, tokenValue) }
}
