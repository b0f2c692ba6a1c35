import * as contract from '@fanlight/contract/access-preview'
import { route } from '../../../platform/http/http.ts'
import { previewAccess } from './preview-access.ts'

export const accessPreviewRoutes = [
  route(contract.previewAccess, async (_ctx, { viewer, query }) => ({
    data: previewAccess(viewer.id, { type: query.type, freeForSubscribers: query.freeForSubscribers ?? false }),
  })),
]
