import * as contract from '@fanlight/contract/stream-markers'
import { route } from '../../../platform/http/http.ts'
import { addMarker, type MarkerRow, markersFor, removeMarker } from './marking.ts'

export const markerRoutes = [
  route(contract.listStreamMarkers, async (ctx, { viewer, params }) => ({
    data: (await markersFor(ctx, viewer, params.id)).map(present),
  })),
  route(contract.addStreamMarker, async (ctx, { viewer, params, body, request }) => ({
    data: present(await addMarker(ctx, { viewer, requestId: request.id }, params.id, body.label ?? '')),
  })),
  route(contract.removeStreamMarker, async (ctx, { viewer, params, request }) => {
    await removeMarker(ctx, { viewer, requestId: request.id }, params.id)
    return { data: { success: true as const } }
  }),
]

const present = ({ id, streamId, label, createdAt, startedAt }: MarkerRow): contract.StreamMarker => ({
  _id: id,
  streamId,
  label,
  at: Math.max(0, Math.round((createdAt.getTime() - startedAt.getTime()) / 10) / 100),
  createdAt: createdAt.toISOString(),
})
