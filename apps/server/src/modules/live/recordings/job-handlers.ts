import { handle, type JobHandler } from '../../../platform/jobs/jobs.ts'
import { finishCut } from './deciding.ts'
import { finishCutJob, saveRecordingJob } from './jobs.ts'
import { saveRecording } from './saving.ts'

export const recordingJobs: JobHandler[] = [
  handle(saveRecordingJob, (ctx, { recordingId }) => saveRecording(ctx, recordingId)),
  handle(finishCutJob, (ctx, { recordingId }) => finishCut(ctx, recordingId)),
]
