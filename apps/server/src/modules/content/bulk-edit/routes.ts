import * as contract from '@fanlight/contract/bulk-edit'
import { route } from '../../../platform/http/http.ts'
import { changeEach, deleteEach } from './bulk-edit.ts'

export const bulkEditRoutes = [
  route(contract.changeItems, async (ctx, { viewer, body, request }) => ({
    data: await changeEach(ctx, viewer, body.ids, body.changes, (...text) =>
      request.server.errorText(request, ...text),
    ),
  })),
  route(contract.deleteItems, async (ctx, { viewer, body, request }) => ({
    data: await deleteEach(ctx, viewer, body.ids, (...text) => request.server.errorText(request, ...text)),
  })),
]
