import * as calls from '@fanlight/contract/wallet'
import { pageOf } from '../../../platform/db/cursor.ts'
import { route } from '../../../platform/http/http.ts'
import { presentCharges } from './present.ts'
import { chargesOf } from './store.ts'

export const chargeRoutes = [
  route(calls.searchCharges, async (ctx, { query, viewer }) => {
    const { found, total, nextCursor } = await chargesOf(ctx, viewer.id, query, pageOf(query))
    return { data: await presentCharges(ctx, found), total, nextCursor }
  }),
]
