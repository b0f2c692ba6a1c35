import * as staffCalls from '@fanlight/contract/disputes'
import * as calls from '@fanlight/contract/payments'
import * as topUpCalls from '@fanlight/contract/top-up'
import { route } from '../../../platform/http/http.ts'
import { pageOf, pageWithin } from '../../../platform/db/cursor.ts'
import { refuse } from '../../../platform/refusal.ts'
import { refreshFromGateway } from './attempt.ts'
import { disputes, review } from './dispute-list.ts'
import { beginCard, cacheCard, makeDefault, removeCard } from './cards.ts'
import { presentCard, presentPayment } from './present.ts'
import { cardsOf, listedPayment } from './records.ts'
import { paymentsOf } from './store.ts'
import { retry } from './retry.ts'
import { chosenGateway, topUp } from './top-up.ts'

export const paymentRoutes = [
  route(staffCalls.listDisputes, (ctx, { query }) => disputes(ctx, query, pageOf(query))),
  route(staffCalls.reviewDispute, async (ctx, { viewer, request, params, body }) => ({
    data: await review(ctx, { viewer, requestId: request.id }, params.id, body),
  })),
  route(topUpCalls.topUp, async (ctx, { body, viewer, key }) => {
    const { id } = await topUp(ctx, viewer, { ...body, key })
    return { data: presentPayment((await listedPayment(ctx, viewer.id, id)) ?? refuse('NOT_FOUND')) }
  }),
  route(calls.retryPayment, async (ctx, { params, body, viewer, key }) => ({
    data: presentPayment(await retry(ctx, viewer, { paymentId: params.id, cardId: body?.cardId, key })),
  })),
  route(calls.viewPayment, async (ctx, { params, viewer }) => {
    const payment = await listedPayment(ctx, viewer.id, params.id)
    if (!payment) refuse('NOT_FOUND')
    await refreshFromGateway(ctx, payment)
    return { data: presentPayment((await listedPayment(ctx, viewer.id, params.id))!) }
  }),
  route(calls.searchPayments, async (ctx, { query, viewer }) => {
    const { found, total, nextCursor } = await paymentsOf(ctx, viewer.id, query, pageOf(query))
    return { data: found.map(presentPayment), total, nextCursor }
  }),
  route(calls.listCards, async (ctx, { query, viewer }) =>
    pageWithin((await cardsOf(ctx, viewer.id, query)).map(presentCard), query),
  ),
  route(calls.addCard, async (ctx, { params, body, viewer }) => {
    const gateway = chosenGateway(ctx, params.gateway)
    if (!body.token) return { data: { card: null, form: await beginCard(ctx, viewer, gateway, body.returnPath) } }
    return {
      data: { card: presentCard(await cacheCard(ctx, viewer, gateway, body.token, body.isDefault)), form: null },
    }
  }),
  route(calls.makeCardDefault, async (ctx, { params, viewer }) => ({
    data: presentCard(await makeDefault(ctx, viewer, params.id)),
  })),
  route(calls.removeCard, async (ctx, { params, viewer }) => {
    await removeCard(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
]
