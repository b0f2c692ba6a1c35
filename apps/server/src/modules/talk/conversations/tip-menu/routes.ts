import { fromHundredths } from '@fanlight/contract/fields'
import * as contract from '@fanlight/contract/tip-menu'
import type { Context } from '../../../../platform/context.ts'
import { cut, pageOf } from '../../../../platform/db/cursor.ts'
import { route } from '../../../../platform/http/http.ts'
import { loadFiles } from '../../../media/serving/present.ts'
import { presentAvatar } from '../../../people/accounts/profile/images.ts'
import { decideOrder } from './ordering.ts'
import * as store from './store.ts'

export const tipMenuRoutes = [
  route(contract.listTipOrders, async (ctx, { viewer, query }) => {
    const page = pageOf(query)
    const found = page.tooDeep ? [] : await store.orders(ctx, viewer.id, query.status, query, page)
    const { shown, nextCursor } = cut(found, page)
    return { data: await present(ctx, shown), total: await store.total(ctx, viewer.id, query.status), nextCursor }
  }),
  route(contract.decideTipOrder, async (ctx, { viewer, params, body }) => ({
    data: (await present(ctx, [await decideOrder(ctx, viewer, params.id, body.status)]))[0]!,
  })),
]

async function present(ctx: Context, orders: readonly store.OrderRow[]): Promise<contract.TipOrder[]> {
  const avatarIds = [...new Set(orders.flatMap(({ avatarId }) => avatarId ?? []))]
  const avatars = avatarIds.length > 0 ? await loadFiles(ctx, avatarIds) : undefined
  return orders.map(({ id, userId, userName, username, avatarId, title, tokens, status, createdAt, decidedAt }) => ({
    _id: id,
    user: {
      _id: userId,
      name: userName,
      username,
      avatar: presentAvatar(ctx, avatarId === null ? null : avatars?.get(avatarId)),
    },
    title,
    tokens: fromHundredths(tokens),
    status,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}
