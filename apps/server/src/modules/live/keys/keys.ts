import type { InputProblem, StreamInput } from '@fanlight/contract/stream-key'
import type { WebRtcTransport } from '@fanlight/contract/streaming'
import type { Context } from '../../../platform/context.ts'
import { newSecret } from '../../../platform/ids.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { liveEngine } from '../engine/engine.ts'
import { isRecorded } from '../streams/recording.ts'
import { openOf } from '../streams/streaming.ts'
import { isKeySession, sessionOf } from './key-sessions.ts'
import { madeAt, ownerOf, replace } from './store.ts'

// A program of the creator's own, such as OBS, publishes with a key instead of a session.

/** Makes a key; the one before is dead at once, with what it sends. */
export async function makeKey(ctx: Context, performerId: string): Promise<{ key: string; createdAt: string }> {
  const key = newSecret()
  const { before, createdAt } = await ctx.transaction((tx) => replace(tx, performerId, key))
  const stream = before ? await openOf(ctx, performerId) : undefined
  // Where the engine doesn't answer, the session ends as soon as it does: see `removeThoseWhoMayNot`.
  if (before && stream)
    await liveEngine(ctx)
      .remove(stream.id, [sessionOf(before)])
      .catch(() => {})
  return { key, createdAt: createdAt.toISOString() }
}

/**
 * The right of whoever holds this key to publish into its creator's open stream. A stream is opened in the studio alone: a program that is left running, or
 * comes back by itself after the end, shows nothing that nobody asked for.
 */
export async function transportFor(ctx: Context, key: string): Promise<WebRtcTransport> {
  const owner = (await ownerOf(ctx, key)) ?? refuse('NOT_SIGNED_IN')
  refuseIf(owner.isClosed, 'NOT_ALLOWED')
  const stream = (await openOf(ctx, owner.performerId)) ?? refuse('STREAM_NOT_FOUND')
  const program = { id: owner.performerId, sessionId: sessionOf(owner.id) }
  const { programTransport } = liveEngine(ctx)
  if (!programTransport) refuse('NOT_FOUND')
  return programTransport(stream.id, program, { records: isRecorded(stream) })
}

/** When this creator's key was made, and where it may be used beside our own address. An engine that doesn't answer takes nothing. */
export async function keyOf(
  ctx: Context,
  performerId: string,
): Promise<{ createdAt: string | null; rtmp: string | null }> {
  const engine = liveEngine(ctx)
  const [createdAt, rtmp] = await Promise.all([madeAt(ctx, performerId), engine.rtmp?.().catch(() => null) ?? null])
  return { createdAt: createdAt?.toISOString() ?? null, rtmp }
}

/** What comes into the open stream of this creator. */
export async function inputOf(
  ctx: Context,
  performerId: string,
): Promise<{ isByKey: boolean; reading: StreamInput | null; problem: InputProblem | null }> {
  const stream = (await openOf(ctx, performerId)) ?? refuse('STREAM_NOT_FOUND')
  // An engine that doesn't answer has no rooms.
  const rooms = await liveEngine(ctx)
    .rooms()
    .catch(() => [])
  const room = rooms.find(({ id }) => id === stream.id)
  return { isByKey: isKeySession(room?.publishing ?? ''), ...(room?.input ?? { reading: null, problem: null }) }
}
