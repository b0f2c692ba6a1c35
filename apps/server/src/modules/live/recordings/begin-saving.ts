import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { saveRecordingJob } from './jobs.ts'
import * as store from './store.ts'

/** In the transaction in which a stream ends: whatever is killed afterwards, what was recorded will be saved. */
export async function beginSaving(tx: Context, stream: { streamId: string; performerId: string }): Promise<void> {
  const id = newId()
  await store.insert(tx, { id, ...stream })
  await saveRecordingJob.enqueue(tx, { recordingId: id }, { key: `save-recording:${id}`, owner: stream.performerId })
}
