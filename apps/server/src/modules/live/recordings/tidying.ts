import type { Context } from '../../../platform/context.ts'
import { liveEngine } from '../engine/engine.ts'
import { discard } from './deciding.ts'
import { saveRecordingJob } from './jobs.ts'
import * as store from './store.ts'

/** Each minute: saves what was left in the middle, discards what nobody decided about in time, and lets the engine delete what nothing needs any more. */
export async function tidyRecordings(ctx: Context): Promise<void> {
  for (const { id, performerId } of await store.stuck(ctx))
    await saveRecordingJob.enqueue(ctx, { recordingId: id }, { key: `save-recording:${id}`, owner: performerId })
  for (const id of await store.overdue(ctx)) {
    const recording = await store.byId(ctx, id)
    if (recording) await discard(ctx, recording.performerId, id)
  }
  const { recorder } = liveEngine(ctx)
  if (!recorder) return
  const rooms = [...new Set((await recorder.recordings().catch(() => [])).map(({ room }) => room))]
  const needed = rooms.length > 0 ? await store.neededRooms(ctx, rooms) : new Set()
  for (const room of rooms) if (!needed.has(room)) await recorder.forget(room).catch(() => {})
}
