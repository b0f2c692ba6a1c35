import type { Stream, Transport } from '@fanlight/contract/streaming'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { SignedIn, Viewer } from '../../../platform/viewer.ts'
import { authorizeAll, type Denial, type Lockable, requireVisiblePerformer } from '../../access/policy.ts'
import { entitledPairs } from '../../access/sessions.ts'
import { notBanned, requireNotBanned } from '../../talk/conversations/public-chat/moderating.ts'
import { liveEngine } from '../engine/engine.ts'
import { ticketLockable } from '../tickets/lockable.ts'
import { presentStream } from './present.ts'
import * as store from './store.ts'

/** What the access policy decides of a stream: it is locked like an item of its creator, or by a ticket of its show. */
function lockableOf(stream: store.StreamRow): Lockable {
  const { id, performerId, type, ticketShowId, ticketPrice, isFreeForSubscribers } = stream
  if (type === 'ticket')
    return ticketLockable({
      id: ticketShowId!,
      performerId,
      price: ticketPrice!,
      freeForSubscribers: isFreeForSubscribers,
    })
  return {
    id,
    performerId,
    gate: { type, planIds: [], listIds: [], price: null, freeForSubscribers: false },
    availability: 'published',
  }
}

/** Refused like a stream that does not exist where the viewer may not know of its creator, and by what is missing otherwise. */
export async function requireWatching(ctx: Context, viewer: Viewer, stream: store.StreamRow): Promise<void> {
  await requireVisiblePerformer(ctx, viewer, stream.performerId)
  const lockable = lockableOf(stream)
  const verdict = (await authorizeAll(ctx, viewer, [lockable])).get(lockable.id)!
  if (!verdict.granted) refuse(codes[verdict.why] ?? 'STREAM_NOT_FOUND')
  if (viewer.kind === 'signed-in') await requireNotBanned(ctx, viewer, stream.performerId)
}

const codes: Partial<Record<Denial, 'SUBSCRIPTION_REQUIRED' | 'TICKET_REQUIRED'>> = {
  subscribe: 'SUBSCRIPTION_REQUIRED',
  buy: 'TICKET_REQUIRED',
}

export interface Watch {
  streamId: string
  sessionId: string
}
/** Of these sessions, those that may still watch their stream. What takes the right away is not always an event. */
export async function stillWatching(ctx: Context, watches: readonly Watch[]): Promise<Watch[]> {
  if (watches.length === 0) return []
  const streams = await store.gatesOf(ctx, [...new Set(watches.map(({ streamId }) => streamId))])
  const entitled = await entitledPairs(
    ctx,
    watches.flatMap((watch) => {
      const stream = streams.get(watch.streamId)
      return stream ? [{ ...watch, ...stream }] : []
    }),
  )
  return notBanned(ctx, entitled)
}

/** The stream, and how to watch it; nothing where there is no video right now. */
export async function join(
  ctx: Context,
  viewer: SignedIn,
  id: string,
): Promise<{ stream: Stream; transport: Transport | null }> {
  const stream = (await store.byEither(ctx, id)) ?? refuse('STREAM_NOT_FOUND')
  await requireWatching(ctx, viewer, stream)
  const hasVideo = stream.status === 'live' || stream.status === 'away'
  return {
    stream: await presentStream(ctx, viewer.id, stream),
    transport: hasVideo ? await liveEngine(ctx).transport(stream.id, viewer, 'view') : null,
  }
}
