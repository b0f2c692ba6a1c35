import * as contract from '@fanlight/contract/orders'
import type { Context } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { hiddenPerformers } from '../../access/policy.ts'
import { videosToContinue } from '../../content/videos/watching.ts'
import { presentReceipt } from '../../money/charges/present.ts'
import { addFileReferences } from '../../media/vault/deletion.ts'
import { linkToFile } from './downloads.ts'
import { requireFresh } from '../../people/accounts/auth/step-up.ts'
import { decideOrder } from './deciding.ts'
import { cancelOrder, changeAddress, confirmReceipt, updateOrder } from './fulfilling.ts'
import { placeOrder } from './placing.ts'
import {
  presentCase,
  presentCaseDetails,
  presentNeighbor,
  presentOrder,
  presentOrderDetails,
  presentSale,
} from './present.ts'
import { answerProblem, closeProblem, escalateProblem, reportProblem } from './problems.ts'
import { countLibrary } from './library.ts'
import { listPurchases } from './purchases.ts'
import { refundOrder } from './refunding.ts'
import * as store from './store.ts'

addFileReferences(async (ctx, ids) => (await store.imagesAmong(ctx, ids)).map(({ id }) => id))

const details = async (ctx: Context, viewer: SignedIn, id: string) => {
  const found = (await store.readOrder(ctx, viewer.id, id)) ?? refuse('NOT_FOUND')
  const [order] = await withoutWayToHidden(ctx, viewer, [found])
  const [events, decision] = [await store.eventsOf(ctx, id), await store.decisionOf(ctx, id)]
  return { data: presentOrderDetails(ctx, viewer, order!, { events, decision }) }
}
const list = async <Shown>(
  ctx: Context,
  viewer: SignedIn,
  side: 'buyer' | 'performer',
  query: store.OrderQuery & Query,
  present: (ctx: Context, viewer: SignedIn, order: store.ListedOrder) => Shown,
) => {
  const { found, ...page } = await store.listOrders(ctx, side, viewer.id, query, pageOf(query))
  const orders = await withoutWayToHidden(ctx, viewer, found)
  return { data: orders.map((order) => present(ctx, viewer, order)), ...page }
}
/** Of a seller who is hidden from the viewer by now, the order shows the name and nothing that leads on. */
async function withoutWayToHidden(ctx: Context, viewer: SignedIn, orders: readonly store.ListedOrder[]) {
  const hidden = await hiddenPerformers(ctx, viewer, [...new Set(orders.map(({ performerId }) => performerId))])
  return orders.map((order) =>
    hidden.has(order.performerId) ? { ...order, performerUsername: null, performerAvatar: null } : order,
  )
}
const caseDetails = async (ctx: Context, viewer: SignedIn, id: string) => {
  const order = (await store.readCase(ctx, id)) ?? refuse('NOT_FOUND')
  return { data: presentCaseDetails(ctx, viewer, order, await store.eventsOf(ctx, id)) }
}
type Query = Parameters<typeof pageOf>[0]

export const orderRoutes = [
  route(contract.searchSales, (ctx, { viewer, query }) => list(ctx, viewer, 'performer', query, presentSale)),
  route(contract.searchOrders, (ctx, { viewer, query }) => list(ctx, viewer, 'buyer', query, presentOrder)),
  route(contract.checkPurchased, async (ctx, { viewer, query }) => {
    const isOwn = query.userId === undefined || query.userId === viewer.id
    const order = await store.latestOrderOf(ctx, query.userId ?? viewer.id, query.productId, isOwn ? null : viewer.id)
    return { data: { purchased: order !== undefined, orderId: order?.id ?? null } }
  }),
  route(contract.getOrder, (ctx, { viewer, params }) => details(ctx, viewer, params.id)),
  route(contract.getSaleNeighbors, async (ctx, { viewer, params, query }) => {
    const found = (await store.neighborsOf(ctx, viewer.id, params.id, query)) ?? refuse('NOT_FOUND')
    const { previous, next, ...place } = found
    const shown = (order: store.ListedOrder | undefined) => (order ? presentNeighbor(ctx, viewer, order) : null)
    return { data: { previous: shown(previous), next: shown(next), ...place } }
  }),
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
  route(contract.answerProblem, async (ctx, { viewer, params, body }) => {
    await answerProblem(ctx, viewer, params.id, body.text)
    return details(ctx, viewer, params.id)
  }),
  route(contract.escalateProblem, async (ctx, { viewer, params, body }) => {
    await escalateProblem(ctx, viewer, params.id, body.text)
    return details(ctx, viewer, params.id)
  }),
  route(contract.closeProblem, async (ctx, { viewer, params }) => {
    await closeProblem(ctx, viewer, params.id)
    return details(ctx, viewer, params.id)
  }),
  route(contract.listOrderCases, async (ctx, { viewer, query }) => {
    const { found, ...page } = await store.listCases(ctx, query.state, pageOf(query))
    return { data: found.map((order) => presentCase(ctx, viewer, order)), ...page }
  }),
  route(contract.viewOrderCase, (ctx, { viewer, params }) => caseDetails(ctx, viewer, params.id)),
  route(contract.decideOrderCase, async (ctx, { viewer, params, body, request }) => {
    await requireFresh(ctx, viewer)
    await decideOrder(ctx, { viewer, requestId: request.id }, params.id, body)
    return caseDetails(ctx, viewer, params.id)
  }),
  route(contract.refundOrder, async (ctx, { viewer, params, body }) => {
    await refundOrder(ctx, viewer, params.id, body)
    return details(ctx, viewer, params.id)
  }),
  route(contract.downloadProduct, async (ctx, { viewer, params, query }) => ({
    data: await linkToFile(ctx, viewer, params.id, query.fileId),
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
  route(contract.viewLibrary, async (ctx, { viewer, query }) => {
    const [counts, watching] = await Promise.all([
      countLibrary(ctx, viewer, query.q),
      videosToContinue(ctx, viewer, contract.libraryWatchingMax),
    ])
    return { data: { ...counts, watching } }
  }),
]
