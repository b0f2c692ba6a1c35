import type { GateInput } from '@fanlight/contract/items'
import type { Context } from '../../../platform/context.ts'
import { refuse, refuseIf, refuseRule } from '../../../platform/refusal.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { createVideo } from '../../content/videos/studio.ts'
import {
  cutFiles,
  deleteRecorded,
  folderOf,
  removeBytes,
  segmentsIn,
  setCut,
} from '../../media/recorded/recorded-files.ts'
import { lengthOf, momentOf, type Segment, type Stretch, stretchesOf } from '../../media/recorded/segment-list.ts'
import { lanes } from '../../media/intake/receive.ts'
import { addHigherQualitiesJob } from '../../media/jobs.ts'
import { liveEngine } from '../engine/engine.ts'
import { grantReplay } from '../tickets/replays.ts'
import { finishCutJob } from './jobs.ts'
import * as store from './store.ts'

// What a creator does with a recording: saving → waiting → published | discarded. Each locks its row, so that of two at once the second finds the first.

/** As a video of theirs, for those who could watch the stream unless another gate is given. Of one that is a video already, nothing is changed. */
export const publish = (
  ctx: Context,
  performer: SignedIn,
  id: string,
  given: {
    title?: string | undefined
    gate?: GateInput | undefined
    status: 'draft' | 'published'
    forTicketHolders: boolean
  },
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const recording = await lockOwn(tx, performer.id, id)
    if (recording.status === 'published') return
    refuseIf(recording.status !== 'waiting', 'RECORDING_DECIDED')
    const itemId = await createVideo(tx, performer, {
      title: given.title ?? recording.title,
      text: '',
      gate: given.gate ?? gateOf(recording),
      status: given.status,
      tags: [],
      isPinned: false,
      participantIds: [],
      videoId: recording.fileId,
    })
    const { type, promisesReplay } = recording
    await store.setPublished(tx, id, itemId, type === 'ticket' && (promisesReplay || given.forTicketHolders))
    await grantReplay(tx, itemId)
    // From now on it isn't cut any more.
    await addHigherQualitiesJob.enqueue(
      tx,
      { fileId: recording.fileId! },
      { queue: lanes.higherQualities, key: `media-higher:${recording.fileId}`, owner: performer.id },
    )
  })

/** Those who could watch. Of a show that was sold, its creator says for whom its replay is. */
function gateOf({ type }: store.RecordingRow): GateInput {
  return type === 'ticket' ? refuseRule('gate', 'MISSING') : { type }
}

/** Deletes what lies before and after. Cuts are at segments: those in which `from` and `to` lie stay. */
export async function trim(
  ctx: Context,
  performer: SignedIn,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (to <= from) refuseRule('to', 'END_BEFORE_START')
  await ctx.transaction(async (tx) => {
    const recording = await lockOwn(tx, performer.id, id)
    refuseIf(recording.status !== 'waiting', 'RECORDING_DECIDED')
    const folder = (await folderOf(tx, recording.fileId!)) ?? refuse('CONFLICT')
    const all = (await segmentsIn(tx, folder)).filter((segment) => isIn(recording.parts, segment))
    const [first, last] = [momentOf(recording.parts, from), momentOf(recording.parts, to)]
    const kept = all.filter(({ at, seconds }) => at + seconds * 1000 > first && at < last)
    if (kept.length === 0 || from >= lengthOf(recording.parts)) refuseRule('from', 'END_BEFORE_START')
    if (kept.length === all.length) return
    const parts = stretchesOf(kept)
    // Segments of a live stream are much alike in size, and their sum is what counts against its creator's space.
    const share = lengthOf(parts) / lengthOf(recording.parts)
    await setCut(tx, recording.fileId!, {
      durationMs: Math.round(lengthOf(parts) * 1000),
      bytes: Math.round(Number(recording.bytes) * share),
    })
    await store.setParts(tx, id, parts)
    await finishCutJob.enqueue(tx, { recordingId: id }, { key: `finish-cut:${id}` })
  })
  await finishCut(ctx, id)
}

/** Makes the files what the row says. Doing it again changes nothing. */
export async function finishCut(ctx: Context, id: string): Promise<void> {
  const recording = await store.byId(ctx, id)
  const folder = recording?.fileId && (await folderOf(ctx, recording.fileId))
  if (folder) await cutFiles(ctx, folder, (segment) => isIn(recording.parts, segment))
}

/** A millisecond is lost where times are rounded. */
const isIn = (parts: readonly Stretch[], { at }: Segment): boolean =>
  parts.some(({ from, to }) => at >= from - 1 && at < to - 1)

/** Of one that is discarded already, nothing is changed. What was published is deleted as a video. */
export async function discard(ctx: Context, performerId: string, id: string): Promise<void> {
  const { keys, streamId } = await ctx.transaction(async (tx) => {
    const recording = await lockOwn(tx, performerId, id)
    refuseIf(recording.status === 'published', 'RECORDING_DECIDED')
    if (recording.status === 'discarded') return { keys: [], streamId: null }
    await store.setDiscarded(tx, id)
    return {
      keys: recording.fileId ? await deleteRecorded(tx, recording.fileId) : [],
      streamId: recording.status === 'saving' ? recording.streamId : null,
    }
  })
  await removeBytes(ctx, keys)
  // Where the engine doesn't answer, it is told again: see `tidyRecordings`.
  if (streamId)
    await liveEngine(ctx)
      .recorder?.forget(streamId)
      .catch(() => {})
}

const lockOwn = async (tx: Context, performerId: string, id: string): Promise<store.RecordingRow> => {
  const recording = await store.lock(tx, id)
  if (recording?.performerId !== performerId) refuse('NOT_FOUND')
  return recording
}

/** When a creator closes their account: what they had not decided about is nobody's. Its bytes go with all that no row knows. */
export async function discardAllOf(tx: Context, performerId: string): Promise<void> {
  const files = await store.waitingFilesOf(tx, performerId)
  await store.deleteAllOf(tx, performerId)
  for (const fileId of files) await deleteRecorded(tx, fileId)
}
