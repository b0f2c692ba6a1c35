import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInSandbox, type SandboxLimits } from '../../../platform/process/decoder-sandbox.ts'
import {
  audioKbps,
  evenFrames,
  evenRate,
  type Images,
  lengthOf,
  limitsFor,
  longMs,
  type MediaEngine,
  MiB,
  nearEndSeconds,
  onlyPlayed,
  posterFilter,
  type Probe,
  type Rung,
  samplesPerSecond,
  sheetFilter,
  shownImages,
  wholeAudio,
} from './engine.ts'
import { readEdits, withEdits } from './edit-list.ts'
import { throwIfEnded, UnusableFile } from './failure.ts'
import { probeOf, spanOf, trackList } from './tracks.ts'
import type { Input } from '../intake/sniff.ts'

// The engine of machines without ffmpeg: FFmpeg's libraries inside a Node child process, in the same sandbox. The library is no
// dependency of ours (see docs/decisions): the start script fetches it into `.tools` where it is needed.

/** The task that is sent to the worker; `library` is the path of the library's packages. */
export type AvOrder = {
  library: string
  reader: Input['reader']
  /** Filters that set the clock to zero and cut what a fragmented file doesn't play. */
  cuts: { images: string; audio: string }
} & AvTask
type AvTask =
  | { task: 'probe' }
  | { task: 'has-packets'; index: number }
  | { task: 'last-moment'; from: number }
  | ({ task: 'remux'; name: string } & Tracks)
  | ({
      task: 'encode'
      rungs: (Rung & { audioKbps: number })[]
      /** Filters before the qualities part, and whether they make the frames come evenly. */
      images: string
      isEven: boolean
      rate: number | null
      filter: string
    } & Tracks)
  | ({ task: 'frame'; filter: string; atMs: number; to: string } & Tracks)
  | ({ task: 'tiles'; filter: string; keyFramesOnly: boolean; to: string } & Tracks)
  | ({ task: 'audio'; to: string } & Tracks)
  | ({ task: 'samples'; to: string; perSecond: number } & Tracks)
/** What the worker prints of a probe. */
interface Found {
  start?: unknown
  duration?: unknown
}
/** The tracks that were probed are the ones that are read. */
interface Tracks {
  beginMs: number
  image: number | null
  audio: number | null
}
const tracksOf = ({ beginMs, video, audio }: Images & Partial<Pick<Probe, 'audio'>>): Tracks => ({
  beginMs,
  image: video?.index ?? null,
  audio: audio?.index ?? null,
})

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
    const shift = 'beginMs' in task && task.beginMs > 0 ? `setpts=PTS-${task.beginMs / 1000}/TB,` : ''
    const cuts = {
      images: `${shift}${onlyPlayed('trim', played)}`,
      audio: `${shift && `a${shift}`}${onlyPlayed('atrim', played)}`,
    }
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
      const { start, duration, ...found } = JSON.parse(await run(folder, reader, { task: 'probe' }, limits)) as Found
      const parsed = trackList.safeParse({ ...found, ...spanOf(reader, Number(start), Number(duration)) })
      if (!parsed.success) throw new UnusableFile('FILE_BROKEN', 'streams that can’t be read')
      const hasPackets = (index: number) =>
        run(folder, reader, { task: 'has-packets', index }, limits).then(
          (found) => found.trim() === 'true',
          () => false,
        )
      return withEdits(await probeOf(parsed.data, hasPackets), await readEdits(folder, reader))
    },
    async isWhole(folder, reader, { beginMs, durationMs }) {
      if (!durationMs) return true
      const from = (beginMs + Math.max(0, durationMs - nearEndSeconds * 1000)) / 1000
      const limits = { seconds: 90, cpuSeconds: 15, memoryBytes: 1024 * MiB, outputBytes: MiB }
      return Number.parseFloat(await run(folder, reader, { task: 'last-moment', from }, limits)) >= from
    },
    async remux(folder, reader, probe, name) {
      await run(
        folder,
        reader,
        { task: 'remux', name, ...tracksOf(probe) },
        limitsFor(lengthOf(probe), 0.5, 12 * 1024 * MiB),
      )
    },
    async encode(folder, reader, probe, rungs, onProgress) {
      const given = rungs.map((rung) => ({ ...rung, audioKbps: audioKbps(rung) }))
      // The same codecs as ffmpeg's, with the way through JavaScript on top.
      const limits = limitsFor(lengthOf(probe), 10 * rungs.length, 12 * 1024 * MiB)
      await run(
        folder,
        reader,
        {
          task: 'encode',
          rungs: given,
          images: `${evenFrames(probe)}${shownImages(probe, rungs)}`,
          isEven: evenFrames(probe) !== '',
          rate: evenRate(probe),
          filter: wholeAudio(probe),
          ...tracksOf(probe),
        },
        limits,
        shareOf(probe, onProgress),
      )
    },
    async frame(folder, reader, images, atMs, to) {
      const task = {
        task: 'frame',
        filter: `${posterFilter(images)}format=rgb24`,
        atMs,
        to,
        ...tracksOf(images),
      } as const
      await run(folder, reader, task, limitsFor(30_000, 1, 64 * MiB))
    },
    async tiles(folder, reader, images, sheet, durationMs, to) {
      const filter = sheetFilter(sheet, images, 'format=yuvj420p,')
      const task = { task: 'tiles', filter, keyFramesOnly: durationMs > longMs, to, ...tracksOf(images) } as const
      await run(folder, reader, task, limitsFor(durationMs, 1, 64 * MiB))
    },
    async audio(folder, reader, probe, to, onProgress) {
      const limits = limitsFor(lengthOf(probe), 0.5, 600 * MiB)
      await run(folder, reader, { task: 'audio', to, ...tracksOf(probe) }, limits, shareOf(probe, onProgress))
    },
    async samples(folder, reader, probe, durationMs, to) {
      const task = { task: 'samples', to, perSecond: samplesPerSecond, ...tracksOf(probe) } as const
      await run(folder, reader, task, limitsFor(durationMs, 0.5, 1024 * MiB))
    },
  }
}
