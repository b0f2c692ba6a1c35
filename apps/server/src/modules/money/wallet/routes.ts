import { fromHundredths } from '@fanlight/contract/fields'
import * as calls from '@fanlight/contract/wallet'
import { pageWithin } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { fromMinor } from './currency.ts'
import { packagesOnOffer } from './packages.ts'

export const walletRoutes = [
  route(calls.searchPackages, async (ctx, { query }) => {
    const { currency } = ctx.settings.all()
    const offers = (await packagesOnOffer(ctx, query)).map((entry) => ({
      _id: entry.id,
      name: entry.name,
      tokens: fromHundredths(entry.tokens),
      bonus: fromHundredths(entry.bonus),
      price: fromMinor(entry.price, currency),
      currency,
      order: entry.position,
    }))
    return pageWithin(offers, query)
  }),
]
