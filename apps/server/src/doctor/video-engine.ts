import { describeEngine, hasEngine } from '../modules/media/processing/engines.ts'
import { type Check, fail, type Finding, pass } from './check.ts'

export const videoEngine: Check = {
  name: 'video engine',
  run: async ({ config }) => judgeEngine(await describeEngine(config), await hasEngine(config)),
}

/** What it means that there is an encoder, or none; `said` is what the start says of it. */
export const judgeEngine = (said: string, isThere: boolean): Finding =>
  isThere
    ? pass(said)
    : fail(
        `${said} Live rooms have no AAC, which older iPhones need, and are recorded only where the creator’s browser sends H264.`,
        'PATH: install ffmpeg with libx264 and AAC in one of its folders.',
      )
