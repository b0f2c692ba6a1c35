import type { Context } from '../../../platform/context.ts'
import { insertRecorded, isKnownIllegal, removeBytes, removeUnfinished } from '../../media/recorded/recorded-files.ts'
import { lengthOf, stretchesOf } from '../../media/recorded/segment-list.ts'
import { liveEngine } from '../engine/engine.ts'
import type { EngineRecording } from '../engine/port.ts'
import * as store from './store.ts'
import { takeSegments } from './taking.ts'

// After the end of a stream its segments go from the engine into its creator's files, as they are. A stream has several runs where its engine ended in
// the middle, or its creator was away for long: they follow one another in one video.

const endedMs = 10_000
const pollMs = 200

/** Does nothing where that was done, or the recording was discarded meanwhile. */
export async function saveRecording(ctx: Context, id: string): Promise<void> {
  const recording = await store.byId(ctx, id)
  if (!recording) return
  if (recording.status !== 'saving' || !recording.streamId) return forgetRest(ctx, recording)
  const { streamId, performerId, title } = recording
  const runs = await endedRuns(ctx, streamId)
  // Whoever begins again writes into another folder of the same file, so that what was left in the middle is found.
  const fileId = id
  const saved = await takeSegments(ctx, fileId, runs)
  if (!saved) return store.remove(ctx, id)
  const isIllegal = await isKnownIllegal(ctx, saved.sha256)
  const isStored = await ctx.transaction(async (tx) => {
    const now = await store.lock(tx, id)
    if (now?.status !== 'saving') return false
    const parts = stretchesOf(saved.segments)
    const durationMs = Math.round(lengthOf(parts) * 1000)
    await insertRecorded(tx, { id: fileId, ownerId: performerId, title, durationMs, ...saved }, isIllegal)
    await store.setSaved(tx, id, { fileId, parts })
    return true
  })
  if (!isStored) await removeBytes(ctx, [saved.folder])
  const now = await store.byId(ctx, id)
  if (now) await forgetRest(ctx, now)
}

/** What runs that were killed have left, in storage and in the engine. */
async function forgetRest(ctx: Context, { id, fileId, streamId }: store.RecordingRow): Promise<void> {
  await removeUnfinished(ctx, id, fileId)
  if (streamId) await liveEngine(ctx).recorder?.forget(streamId)
}

/** What the engine has of a stream, once none of it is written any more. */
async function endedRuns(ctx: Context, streamId: string): Promise<EngineRecording[]> {
  const engine = liveEngine(ctx)
  await engine.close(streamId)
  for (const until = performance.now() + endedMs; ; ) {
    const runs = ((await engine.recorder?.recordings()) ?? []).filter(({ room }) => room === streamId)
    if (runs.every(({ isOpen }) => !isOpen)) return runs
    if (performance.now() > until) throw new Error('What was recorded of a live room is still being written.')
    await new Promise((done) => setTimeout(done, pollMs))
  }
}
