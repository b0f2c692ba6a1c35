import { recordingDaysMax } from '@fanlight/contract/limits'
import type { Recording } from '@fanlight/contract/replays'
import type { Context } from '../../../platform/context.ts'
import type { SignedIn } from '../../../platform/viewer.ts'
import { lengthOf } from '../../media/recorded/segment-list.ts'
import { loadFiles, presentFile } from '../../media/serving/present.ts'
import type { RecordingRow } from './store.ts'

/** For their creator alone. */
export async function presentRecordings(
  ctx: Context,
  viewer: SignedIn,
  rows: readonly RecordingRow[],
): Promise<Recording[]> {
  const files = await loadFiles(
    ctx,
    rows.flatMap(({ fileId }) => fileId ?? []),
  )
  return rows.map((row) => {
    const file = row.fileId === null || row.status === 'discarded' ? undefined : files.get(row.fileId)
    return {
      _id: row.id,
      streamId: row.streamId ?? row.id,
      title: row.title,
      type: row.type,
      promisesReplay: row.promisesReplay,
      status: row.status,
      startedAt: (row.startedAt ?? row.createdAt).toISOString(),
      duration: lengthOf(row.parts),
      bytes: file ? Number(file.bytes) : 0,
      file: file ? presentFile(ctx, file, viewer, { granted: true }) : null,
      discardedAt:
        row.status === 'waiting'
          ? new Date((row.savedAt ?? row.createdAt).getTime() + recordingDaysMax * 86_400_000).toISOString()
          : null,
      videoId: row.itemId,
    }
  })
}
