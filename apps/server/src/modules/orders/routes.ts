import * as contract from '@fanlight/contract/orders'
import type { Context } from '../../platform/context.ts'
import { pageOf } from '../../platform/cursor.ts'
import { route } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import type { SignedIn } from '../../platform/viewer.ts'
import { presentReceipt } from '../charges/present.ts'
import { addFileReferences } from '../media/deletion.ts'
import { linkToFile } from './downloads.ts'
import { cancelOrder, changeAddress, confirmReceipt, reportProblem, updateOrder } from './fulfilling.ts'
import { placeOrder } from './placing.ts'
import { presentOrder, presentOrderDetails } from './present.ts'
import { listPurchases } from './purchases.ts'
import { refundOrder } from './refunding.ts'
import * as store from './store.ts'

addFileReferences(async (ctx, ids) => (await store.imagesAmong(ctx, ids)).map(({ id }) => id))

const details = async (ctx: Context, viewer: SignedIn, id: string) => {
  const order = (await store.readOrder(ctx, viewer.id, id)) ?? refuse('NOT_FOUND')
  return { data: presentOrderDetails(ctx, viewer, order, await store.eventsOf(ctx, id)) }
}
const list = async (ctx: Context, viewer: SignedIn, side: 'buyer' | 'performer', query: store.OrderQuery & Query) => {
  const { found, ...page } = await store.listOrders(ctx, side, viewer.id, query, pageOf(query))
  return { data: found.map((order) => presentOrder(ctx, viewer, order)), ...page }
}
type Query = Parameters<typeof pageOf>[0]

export const orderRoutes = [
  route(contract.searchSales, (ctx, { viewer, query }) => list(ctx, viewer, 'performer', query)),
  route(contract.searchOrders, (ctx, { viewer, query }) => list(ctx, viewer, 'buyer', query)),
  route(contract.checkPurchased, async (ctx, { viewer, query }) => {
    const isOwn = query.userId === undefined || query.userId === viewer.id
    const order = await store.latestOrderOf(ctx, query.userId ?? viewer.id, query.productId, isOwn ? null : viewer.id)
    return { data: { purchased: order !== undefined, orderId: order?.id ?? null } }
  }),
  route(contract.getOrder, (ctx, { viewer, params }) => details(ctx, viewer, params.id)),
  route(contract.updateOrder, async (ctx, { viewer, params, body }) => {
    await updateOrder(ctx, viewer, params.id, body)
    return details(ctx, viewer, params.id)
  }),
  route(contract.updateDeliveryAddress, async (ctx, { viewer, params, body }) => {
    await changeAddress(ctx, viewer, params.id, body.addressId)
    return details(ctx, viewer, params.id)
  }),
  route(contract.cancelOrder, async (ctx, { viewer, params }) => {
    await cancelOrder(ctx, viewer, params.id)
    return details(ctx, viewer, params.id)
  }),
  route(contract.confirmOrder, async (ctx, { viewer, params }) => {
    await confirmReceipt(ctx, viewer, params.id)
    return details(ctx, viewer, params.id)
  }),
  route(contract.reportOrder, async (ctx, { viewer, params, body }) => {
    await reportProblem(ctx, viewer, params.id, body.text)
    return details(ctx, viewer, params.id)
  }),
  route(contract.refundOrder, async (ctx, { viewer, params, body }) => {
    await refundOrder(ctx, viewer, params.id, body)
    return details(ctx, viewer, params.id)
  }),
  route(contract.downloadProduct, async (ctx, { viewer, params }) => ({
    data: await linkToFile(ctx, viewer, params.id),
  })),
  route(contract.buyProduct, async (ctx, { viewer, params, body, key }) => ({
    data: presentReceipt(
      await placeOrder(ctx, viewer, {
        productId: params.id,
        quantity: body?.quantity ?? 1,
        expectedPrice: body?.expectedPrice,
        expectedTerms: body?.expectedTerms,
        addressId: body?.addressId,
        key,
      }),
    ),
  })),
  route(contract.listPurchases, (ctx, { viewer, query }) => listPurchases(ctx, viewer, query)),
]
