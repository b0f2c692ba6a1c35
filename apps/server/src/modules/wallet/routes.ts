import { fromHundredths } from '@fanlight/contract/fields'
import * as calls from '@fanlight/contract/wallet'
import { route } from '../../platform/http.ts'
import { pageOf, pageWithin } from '../../platform/cursor.ts'
import { fromMinor } from './currency.ts'
import { presentCharges, presentReceipt } from './present.ts'
import { chargesOf, packagesOnOffer } from './store.ts'
import { sendTip } from './tip.ts'
import { unlockFeed } from './unlock.ts'

export const walletRoutes = [
  route(calls.sendTip, async (ctx, { params, body, viewer, key }) => ({
    data: presentReceipt(
      await sendTip(ctx, viewer, { performerId: params.id, tokens: body.tokens, note: body.note, key }),
    ),
  })),
  route(calls.unlockFeed, async (ctx, { params, viewer, key }) => ({
    data: presentReceipt(await unlockFeed(ctx, viewer, params.id, key)),
  })),
  route(calls.searchCharges, async (ctx, { query, viewer }) => {
    const { found, total, nextCursor } = await chargesOf(ctx, viewer.id, query, pageOf(query))
    return { data: await presentCharges(ctx, viewer, found), total, nextCursor }
  }),
  route(calls.searchPackages, async (ctx, { query }) => {
    const { currency } = ctx.settings.all()
    const offers = (await packagesOnOffer(ctx, query)).map((one) => ({
      _id: one.id,
      name: one.name,
      tokens: fromHundredths(one.tokens),
      bonus: fromHundredths(one.bonus),
      price: fromMinor(one.price, currency),
      currency,
      order: one.position,
    }))
    return pageWithin(offers, query)
  }),
]
