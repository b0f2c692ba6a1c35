import * as contract from '@fanlight/contract/room-keys'
import { route } from '../../../platform/http/http.ts'
import { makeKey, revoke } from './keys.ts'
import { keysOf } from './store.ts'

export const roomKeyRoutes = [
  route(contract.listRoomKeys, async (ctx, { viewer }) => {
    const found = await keysOf(ctx, viewer.id)
    return { data: found.map(({ kind, createdAt }) => ({ kind, createdAt: createdAt.toISOString() })) }
  }),
  route(contract.replaceRoomKey, async (ctx, { viewer, params }) => ({
    data: await makeKey(ctx, viewer.id, params.kind),
  })),
  route(contract.revokeRoomKey, async (ctx, { viewer, params }) => {
    await revoke(ctx, viewer.id, params.kind)
    return { data: { success: true as const } }
  }),
]
