import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { runInSandbox, type SandboxLimits } from '../../../platform/process/decoder-sandbox.ts'
import {
  audioKbps,
  evenFrames,
  evenRate,
  lengthOf,
  limitsFor,
  longMs,
  type MediaEngine,
  MiB,
  nearEndSeconds,
  onlyPlayed,
  type Probe,
  type Rung,
  samplesPerSecond,
  sheetFilter,
  wholeAudio,
} from './engine.ts'
import { readEdits, withEdits } from './edit-list.ts'
import { throwIfEnded, UnusableFile } from './failure.ts'
import type { Input } from '../intake/sniff.ts'

// The engine of machines without ffmpeg: FFmpeg's libraries inside a Node child process, in the same sandbox. The library is no
// dependency of ours (see docs/decisions): the start script fetches it into `.tools` where it is needed.

/** The task that is sent to the worker; `library` is the path of the library's packages. */
export type AvOrder = {
  library: string
  reader: Input['reader']
  /** Filters that cut what a fragmented file doesn't play. */
  cuts: { images: string; audio: string }
} & AvTask
type AvTask =
  | { task: 'probe' }
  | { task: 'last-moment'; from: number }
  | { task: 'remux'; name: string }
  | { task: 'encode'; rungs: (Rung & { audioKbps: number })[]; frames: string; rate: number | null; audio: string }
  | { task: 'frame'; atMs: number; to: string }
  | { task: 'tiles'; filter: string; keyFramesOnly: boolean; to: string }
  | { task: 'audio'; to: string }
  | { task: 'samples'; to: string; perSecond: number }

const here = dirname(fileURLToPath(import.meta.url))
const suffix = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const [worker, types] = ['av-worker', 'av-library'].map((name) => join(here, `${name}${suffix}`))

/** Where the start script puts the library; nothing where it is not there. */
export function avLibrary(): string | undefined {
  for (let folder = here; folder !== dirname(folder); folder = dirname(folder)) {
    const library = join(folder, '.tools', 'video-engine')
    if (existsSync(join(library, 'node_modules', 'node-av'))) return library
  }
  return undefined
}

export function avEngine(library: string): MediaEngine {
  const run = async (
    folder: string,
    reader: Input['reader'],
    task: AvTask,
    limits: SandboxLimits,
    onTime?: (ms: number) => void,
  ): Promise<string> => {
    const { played } = await readEdits(folder, reader)
    const cuts = { images: onlyPlayed('trim', played), audio: onlyPlayed('atrim', played) }
    const order: AvOrder = { library, reader, cuts, ...task }
    const result = await runInSandbox({
      folder,
      command: process.execPath,
      args: ['--no-warnings', '--max-old-space-size=256', worker!, JSON.stringify(order)],
      readable: [process.execPath, worker!, types!, library],
      limits,
      onLine: (line) => {
        const [name, value] = line.split('=')
        if (name === 'out_time_us' && Number(value) > 0) onTime?.(Number(value) / 1000)
      },
    })
    throwIfEnded(result.ended)
    if (result.exitCode !== 0) throw new UnusableFile('FILE_BROKEN', result.stderr.slice(0, 500))
    return result.stdout
  }
  const shareOf = (probe: Probe, onProgress: (share: number) => void) => (ms: number) =>
    onProgress(Math.min(1, ms / lengthOf(probe)))

  return {
    name: 'node-av',
    async probe(folder, reader) {
      const limits = { seconds: 90, cpuSeconds: 15, memoryBytes: 1024 * MiB, outputBytes: MiB }
      const parsed = probed.safeParse(JSON.parse(await run(folder, reader, { task: 'probe' }, limits)))
      if (!parsed.success) throw new UnusableFile('FILE_BROKEN', 'streams that can’t be read')
      const probe = withEdits(parsed.data, await readEdits(folder, reader))
      const { video } = probe
      if (!video || video.quarterTurns % 2 === 0) return probe
      return { ...probe, video: { ...video, width: video.height, height: video.width } }
    },
    async isWhole(folder, reader, { durationMs }) {
      if (!durationMs) return true
      const from = Math.max(0, durationMs / 1000 - nearEndSeconds)
      const limits = { seconds: 90, cpuSeconds: 15, memoryBytes: 1024 * MiB, outputBytes: MiB }
      return Number.parseFloat(await run(folder, reader, { task: 'last-moment', from }, limits)) >= from
    },
    async remux(folder, reader, probe, name) {
      await run(folder, reader, { task: 'remux', name }, limitsFor(lengthOf(probe), 0.5, 12 * 1024 * MiB))
    },
    async encode(folder, reader, probe, rungs, onProgress) {
      const given = rungs.map((rung) => ({ ...rung, audioKbps: audioKbps(rung) }))
      // The same codecs as ffmpeg's, with the way through JavaScript on top.
      const limits = limitsFor(lengthOf(probe), 10 * rungs.length, 12 * 1024 * MiB)
      await run(
        folder,
        reader,
        { task: 'encode', rungs: given, frames: evenFrames(probe), rate: evenRate(probe), audio: wholeAudio(probe) },
        limits,
        shareOf(probe, onProgress),
      )
    },
    async frame(folder, reader, atMs, to) {
      await run(folder, reader, { task: 'frame', atMs, to }, limitsFor(30_000, 1, 64 * MiB))
    },
    async tiles(folder, reader, sheet, durationMs, to) {
      const filter = sheetFilter(sheet, ',format=yuvj420p')
      const task = { task: 'tiles', filter, keyFramesOnly: durationMs > longMs, to } as const
      await run(folder, reader, task, limitsFor(durationMs, 1, 64 * MiB))
    },
    async audio(folder, reader, probe, to, onProgress) {
      const limits = limitsFor(lengthOf(probe), 0.5, 600 * MiB)
      await run(folder, reader, { task: 'audio', to }, limits, shareOf(probe, onProgress))
    },
    async samples(folder, reader, durationMs, to) {
      const task = { task: 'samples', to, perSecond: samplesPerSecond } as const
      await run(folder, reader, task, limitsFor(durationMs, 0.5, 1024 * MiB))
    },
  }
}

const codec = { codec: z.string().max(50), profile: z.string().max(50) }
const probed = z.object({
  durationMs: z.int().positive().nullable(),
  video: z
    .object({
      ...codec,
      pixelFormat: z.string().max(50),
      width: z.int().positive(),
      height: z.int().positive(),
      quarterTurns: z.int().min(0).max(3),
      bitsPerSecond: z.number().positive().nullable(),
      rate: z.number().positive().nullable(),
      endMs: z.int().nullable(),
    })
    .nullable(),
  audio: z.object({ ...codec, startMs: z.int(), endMs: z.int().nullable() }).nullable(),
})
