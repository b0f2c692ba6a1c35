import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { storageOf } from '../../../platform/files/storage.ts'
import {
  insertRecorded,
  isKnownIllegal,
  recordedFolder,
  removeBytes,
  writeList,
} from '../../media/recorded/recorded-files.ts'
import { lengthOf, readSegments, type Segment, stretchesOf } from '../../media/recorded/segment-list.ts'
import { liveEngine } from '../engine/engine.ts'
import type { EngineRecording } from '../engine/port.ts'
import * as store from './store.ts'

// After the end of a stream its segments go from the engine into its creator's files, as they are. A stream has several runs where its engine ended in
// the middle, or its creator was away for long: they follow one another in one video.

const endedMs = 10_000
const pollMs = 200

/** Does nothing where that was done, or the recording was discarded meanwhile. */
export async function saveRecording(ctx: Context, id: string): Promise<void> {
  const recording = await store.byId(ctx, id)
  if (recording?.status !== 'saving' || !recording.streamId) return
  const { streamId, performerId, title } = recording
  const runs = await endedRuns(ctx, streamId)
  const fileId = newId()
  const saved = await takeSegments(ctx, fileId, runs)
  if (!saved) return store.remove(ctx, id)
  const isIllegal = await isKnownIllegal(ctx, saved.sha256)
  const isStored = await ctx.transaction(async (tx) => {
    const now = await store.lock(tx, id)
    if (now?.status !== 'saving') return false
    const parts = stretchesOf(saved.segments)
    const durationMs = Math.round(lengthOf(parts) * 1000)
    await insertRecorded(tx, { id: fileId, ownerId: performerId, title, durationMs, ...saved }, isIllegal)
    await store.setSaved(tx, id, { fileId, parts })
    return true
  })
  if (!isStored) await removeBytes(ctx, [saved.folder])
  await liveEngine(ctx).forget(streamId)
}

/** What the engine has of a stream, once none of it is written any more. */
async function endedRuns(ctx: Context, streamId: string): Promise<EngineRecording[]> {
  const engine = liveEngine(ctx)
  await engine.close(streamId)
  for (const until = performance.now() + endedMs; ; ) {
    const runs = (await engine.recordings()).filter(({ room }) => room === streamId)
    if (runs.every(({ isOpen }) => !isOpen)) return runs
    if (performance.now() > until) throw new Error('What was recorded of a live room is still being written.')
    await new Promise((done) => setTimeout(done, pollMs))
  }
}

interface Taken {
  folder: string
  segments: Segment[]
  bytes: number
  sha256: Buffer
  width: number
  height: number
  bitsPerSecond: number
  codecs: string
}
async function takeSegments(
  ctx: Context,
  fileId: string,
  runs: readonly EngineRecording[],
): Promise<Taken | undefined> {
  const listed = []
  for (const run of runs) {
    const segments = readSegments(await textOf(ctx, run, 'live.m3u8'))
    const shape = shapeIn(await textOf(ctx, run, 'master.m3u8'))
    if (segments.length > 0 && shape) listed.push({ run, segments, shape })
  }
  const last = listed.at(-1)
  if (!last) return undefined
  const folder = recordedFolder(fileId, last.shape)
  const hash = createHash('sha256')
  const taken: Segment[] = []
  let bytes = 0
  const take = async (run: EngineRecording, file: string, as: string) => {
    const body = await liveEngine(ctx).recorded(run, file)
    hash.update(body)
    bytes += body.length
    await storageOf(ctx.config).put(`${folder}/${as}`, Readable.from([body]), { bytesMax: body.length })
  }
  let inits = 0
  for (const { run, segments } of listed) {
    const names = new Map<string, string>()
    for (const [n, segment] of segments.entries()) {
      if (!names.has(segment.init)) {
        names.set(segment.init, `init-${++inits}.mp4`)
        await take(run, segment.init, `init-${inits}.mp4`)
      }
      const file = `s${String(taken.length).padStart(5, '0')}.m4s`
      await take(run, segment.file, file)
      taken.push({ ...segment, file, init: names.get(segment.init)!, isBreak: n === 0 || segment.isBreak })
    }
  }
  await writeList(ctx, folder, taken)
  return {
    folder,
    segments: taken,
    bytes,
    sha256: hash.digest(),
    width: last.shape.width,
    height: last.shape.height,
    codecs: last.shape.codecs,
    bitsPerSecond: Math.max(...listed.map(({ shape }) => shape.bitsPerSecond)),
  }
}

/** Absent where the engine was killed before it had written any. */
async function textOf(ctx: Context, run: EngineRecording, file: string): Promise<string> {
  return String((await liveEngine(ctx).recorded(run, file)) ?? '')
}

function shapeIn(master: string) {
  const [, bandwidth, codecs, width, height] =
    /BANDWIDTH=(\d+),CODECS="([\w.,]+)",RESOLUTION=(\d+)x(\d+)/.exec(master) ?? []
  return codecs && { bitsPerSecond: Number(bandwidth), codecs, width: Number(width), height: Number(height) }
}
