import * as contract from '@fanlight/contract/stream-key'
import { route } from '../../../platform/http/http.ts'
import { inputOf, makeKey } from './keys.ts'
import { madeAt } from './store.ts'

export const streamKeyRoutes = [
  route(contract.getStreamKey, async (ctx, { viewer }) => ({
    data: { createdAt: (await madeAt(ctx, viewer.id))?.toISOString() ?? null },
  })),
  route(contract.replaceStreamKey, async (ctx, { viewer }) => ({ data: await makeKey(ctx, viewer.id) })),
  route(contract.getStreamInput, async (ctx, { viewer }) => ({ data: await inputOf(ctx, viewer.id) })),
]
