import * as contract from '@fanlight/contract/trash'
import { route } from '../../../platform/http/http.ts'
import { deleteForGood, listTrash, restoreFromTrash } from './trash.ts'

export const trashRoutes = [
  route(contract.listTrash, (ctx, { viewer, query }) => listTrash(ctx, viewer, query)),
  route(contract.restoreTrashed, async (ctx, { viewer, params }) => ({
    data: await restoreFromTrash(ctx, viewer, params.id),
  })),
  route(contract.deleteTrashed, async (ctx, { viewer, params }) => {
    await deleteForGood(ctx, viewer, params.id)
    return { data: { success: true as const } }
  }),
]
