import type { Config } from '../../../platform/config.ts'
import type { MediaEngine } from './engine.ts'
import { avEngine, avLibrary } from './engine-av.ts'
import { ffmpegEngine, findFfmpeg } from './engine-ffmpeg.ts'
import { UnusableFile } from './failure.ts'

// Which engine this machine has: its own ffmpeg, else the library that the start script fetched.

type EngineOptions = Pick<Config, 'programFolders'>
const found = new Map<string, Promise<MediaEngine | undefined>>()

function strongest({ programFolders }: EngineOptions): Promise<MediaEngine | undefined> {
  const key = programFolders.join('\n')
  let engine = found.get(key)
  if (!engine) found.set(key, (engine = enginePort.select(programFolders)))
  return engine
}

/** What this machine has. Tests put a machine without any in its place. */
export const enginePort = {
  async select(programFolders: readonly string[]): Promise<MediaEngine | undefined> {
    const ffmpeg = await findFfmpeg(programFolders)
    if (ffmpeg) return ffmpegEngine(ffmpeg)
    const library = avLibrary()
    return library ? avEngine(library) : undefined
  },
}

export async function mediaEngine(config: EngineOptions): Promise<MediaEngine> {
  const engine = await strongest(config)
  if (!engine) throw new UnusableFile('NO_VIDEO_ENGINE', 'neither ffmpeg nor node-av is on this machine')
  return engine
}

/** Whether videos and audio can be processed at all. */
export const hasEngine = async (config: EngineOptions): Promise<boolean> => (await strongest(config)) !== undefined

/** In one sentence, for the start line. */
export async function describeEngine(config: EngineOptions): Promise<string> {
  const engine = await strongest(config)
  return {
    ffmpeg: 'Video and audio are processed with ffmpeg.',
    'node-av': 'Video and audio are processed with node-av, as no ffmpeg with H.264 is on the path. ffmpeg is faster.',
    none: 'No ffmpeg with H.264 is on the path: images work, video and audio are rejected, and staff see no pictures of live rooms. Install ffmpeg.',
  }[engine?.name ?? 'none']
}
