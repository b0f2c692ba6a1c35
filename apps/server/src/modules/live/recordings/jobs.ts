import { z } from 'zod'
import { id } from '../../../platform/events/events.ts'
import { job } from '../../../platform/jobs/jobs.ts'

const recording = z.object({ recordingId: id })

/** Brings what the engine has recorded of a stream into its creator's files. */
export const saveRecordingJob = job('save-recording', recording, { queue: 'recordings', attemptsMax: 25 })
/** Deletes what was cut away; it has mostly been done already. */
export const finishCutJob = job('finish-recording-cut', recording)
