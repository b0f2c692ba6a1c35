import { markersMax } from '@fanlight/contract/limits'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import {
  lockModerated,
  type Moderator,
  noteModeration,
  requireModerating,
} from '../../talk/conversations/public-chat/moderating.ts'
import { byId as streamById } from '../streams/streaming.ts'
import { requireWatching } from '../streams/watching.ts'
import * as store from './store.ts'

// Markers of a stream: who moderates its room sets them while it is live, and may take them away afterwards, too.

export type { MarkerRow } from './store.ts'
/** In order. */
export const markersOf = store.ofStream

export async function markersFor(ctx: Context, viewer: SignedIn, streamId: string): Promise<store.MarkerRow[]> {
  const { performerId } = await watchable(ctx, viewer, streamId)
  await requireModerating(ctx, viewer, performerId)
  return store.ofStream(ctx, streamId)
}

async function watchable(ctx: Context, viewer: SignedIn, streamId: string) {
  const stream = (await streamById(ctx, streamId)) ?? refuse('STREAM_NOT_FOUND')
  await requireWatching(ctx, viewer, stream)
  return stream
}

export const addMarker = (ctx: Context, by: Moderator, streamId: string, label: string): Promise<store.MarkerRow> =>
  ctx.transaction(async (tx) => {
    const { performerId } = await watchable(tx, by.viewer, streamId)
    // Two at once are counted one after the other.
    await lockModerated(tx, by.viewer, performerId)
    const { status, startedAt } = (await streamById(tx, streamId)) ?? refuse('STREAM_NOT_FOUND')
    refuseIf(status === 'ended', 'STREAM_ENDED')
    refuseIf(startedAt === null, 'STREAM_NOT_FOUND')
    refuseIf((await store.count(tx, streamId)) >= markersMax, 'MARKERS_FULL')
    const id = newId()
    await store.insert(tx, id, streamId, label)
    await noteModeration(tx, by, performerId, 'marker_added', { markerId: id })
    return (await store.byId(tx, id))!
  })

export const removeMarker = (ctx: Context, by: Moderator, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const marker = (await store.byId(tx, id)) ?? refuse('NOT_FOUND')
    await watchable(tx, by.viewer, marker.streamId)
    await lockModerated(tx, by.viewer, marker.performerId)
    await store.remove(tx, id)
    await noteModeration(tx, by, marker.performerId, 'marker_removed', { markerId: id })
  })
