import * as contract from '@fanlight/contract/stream-key'
import { route } from '../../../platform/http/http.ts'
import { liveEngine } from '../engine/engine.ts'
import { inputOf, keyOf, makeKey } from './keys.ts'

export const streamKeyRoutes = [
  route(contract.getStreamKey, async (ctx, { viewer }) => ({ data: await keyOf(ctx, viewer.id) })),
  route(contract.replaceStreamKey, async (ctx, { viewer }) => ({ data: await makeKey(ctx, viewer.id) })),
  route(contract.getLiveAbilities, async (ctx) => {
    const { recorder, programTransport } = liveEngine(ctx)
    return { data: { records: recorder !== undefined, takesPrograms: programTransport !== undefined } }
  }),
  route(contract.getStreamInput, async (ctx, { viewer }) => ({ data: await inputOf(ctx, viewer.id) })),
]
