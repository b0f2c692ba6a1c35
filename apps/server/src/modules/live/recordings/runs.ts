import type { Context } from '../../../platform/context.ts'
import { assert } from '../../../platform/refusal.ts'
import { readSegments, type Segment } from '../../media/recorded/segment-list.ts'
import { liveEngine } from '../engine/engine.ts'
import type { EngineRecording } from '../engine/port.ts'

/** A segment of a recording, and the same with AAC where the engine has made it. */
export interface TwoSounds {
  opus: Segment
  aac: Segment | undefined
}
/** Segments that go on from each other, all with the same initialisation. */
export interface Piece {
  run: EngineRecording
  init: Buffer
  segments: TwoSounds[]
}

/** The pieces of these runs, in order, and how large the picture is at their end. Undefined where nothing was recorded. */
export async function piecesOf(
  ctx: Context,
  runs: readonly EngineRecording[],
): Promise<{ pieces: Piece[]; width: number; height: number } | undefined> {
  const pieces: Piece[] = []
  let size: { width: number; height: number } | undefined
  for (const run of runs) {
    const [segments, aac] = [await listOf(ctx, run, 'live.m3u8'), await listOf(ctx, run, 'aac.m3u8')]
    const master = await textOf(ctx, run, 'master.m3u8')
    const [, width, height] = /RESOLUTION=(\d+)x(\d+)/.exec(master) ?? []
    if (segments.length === 0 || !width || !height) continue
    size = { width: Number(width), height: Number(height) }
    const others = new Map(aac.map((segment) => [segment.file, segment]))
    let init = ''
    for (const opus of segments) {
      if (opus.init !== init || opus.isBreak)
        pieces.push({ run, init: await fileOf(ctx, run, opus.init), segments: [] })
      init = opus.init
      // One without sound, which has another name, is made anew.
      pieces.at(-1)!.segments.push({ opus, aac: others.get(`aac-${opus.file}`) })
    }
  }
  return size && { pieces, ...size }
}

/** A file that a list names. */
export async function fileOf(ctx: Context, run: EngineRecording, file: string): Promise<Buffer> {
  const body = await liveEngine(ctx).recorder?.recorded(run, file)
  assert(body, 'a file that a list of a recording names is there')
  return body
}

const listOf = async (ctx: Context, run: EngineRecording, file: string) => readSegments(await textOf(ctx, run, file))
/** Absent where the engine was killed before it had written any, or makes none. */
const textOf = async (ctx: Context, run: EngineRecording, file: string): Promise<string> =>
  String((await liveEngine(ctx).recorder?.recorded(run, file)) ?? '')
