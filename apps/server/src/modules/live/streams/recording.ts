import type { Context } from '../../../platform/context.ts'
import { publish } from '../../../platform/events/events.ts'
import { hasRoomFor } from '../../media/intake/storage-limit.ts'
import { liveEngine } from '../engine/engine.ts'
import type { EngineRoom } from '../engine/port.ts'
import { streamChanged } from './events.ts'
import * as store from './store.ts'

// A stream is recorded where its creator wants that, as long as their space and the disk have room. The engine learns it from the right to publish, so
// that a room is recorded from its first picture on, also after the engine has started anew.

export const isRecorded = ({ isRecorded, recordingProblem }: store.StreamRow): boolean =>
  isRecorded && recordingProblem !== 'storage'

/** Whether the engine of this site keeps anything. */
export const canRecord = (ctx: Context): boolean => liveEngine(ctx).recorder !== undefined

/** Says it to the engine of a room that is open. Where it doesn't answer, its rooms are gone, and the next right says it. */
export async function recordFromNow(ctx: Context, stream: store.StreamRow): Promise<void> {
  if (await isOpen(ctx, stream.id))
    await liveEngine(ctx)
      .recorder?.record(stream.id, isRecorded(stream))
      .catch(() => {})
}

const isOpen = async (ctx: Context, id: string): Promise<boolean> =>
  (
    await liveEngine(ctx)
      .rooms()
      .catch(() => [])
  ).some((room) => room.id === id)

/** The creator's space is looked at each time that so many bytes more were recorded. */
const lookBytes = 8 * 1024 * 1024
const streamsMax = 1_000
const lookedAt = new Map<string, number>()

/** Takes over why the engine records nothing, and ends a recording for which the creator has no space. */
export async function followRecording(ctx: Context, stream: store.StreamRow, room: EngineRoom): Promise<void> {
  if (!isRecorded(stream)) return void lookedAt.delete(stream.id)
  const isFull = await fills(ctx, stream, room.recording.bytes)
  const problem = isFull ? 'storage' : room.recording.problem
  if (isFull) await liveEngine(ctx).recorder?.record(stream.id, false)
  if (problem === stream.recordingProblem) return
  await ctx.transaction(async (tx) => {
    if (await store.setRecordingProblem(tx, stream.id, problem))
      await publish(tx, streamChanged, { streamId: stream.id, performerId: stream.performerId })
  })
}

async function fills(ctx: Context, { id, performerId }: store.StreamRow, bytes: number): Promise<boolean> {
  const last = lookedAt.get(id)
  if (last !== undefined && bytes < last + lookBytes) return false
  if (lookedAt.size > streamsMax) lookedAt.clear()
  lookedAt.set(id, bytes)
  return !(await hasRoomFor(ctx, performerId, bytes))
}
