import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { runInSandbox, type SandboxLimits } from '../../../platform/process/decoder-sandbox.ts'
import {
  audioKbps,
  evenFrames,
  lengthOf,
  limitsFor,
  longMs,
  type MediaEngine,
  MiB,
  nearEndSeconds,
  onlyPlayed,
  type Probe,
  samplesPerSecond,
  segmentSeconds,
  sheetFilter,
  wholeAudio,
} from './engine.ts'
import { type Edits, readEdits, withEdits } from './edit-list.ts'
import { throwIfEnded, UnusableFile } from './failure.ts'
import type { Input } from '../intake/sniff.ts'

// The engine of most machines: the programs ffmpeg and ffprobe, in the sandbox.

export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
}

/** Both programs on the path, with the encoders we need. Some systems ship an ffmpeg without H.264. */
export async function findFfmpeg(programFolders: readonly string[]): Promise<Ffmpeg | undefined> {
  const find = (name: string) => programFolders.map((folder) => join(folder, name)).find(isProgram)
  const [ffmpeg, ffprobe] = [find('ffmpeg'), find('ffprobe')]
  if (!ffmpeg || !ffprobe) return undefined
  const { stdout } = await promisify(execFile)(ffmpeg, ['-hide_banner', '-encoders']).catch(() => ({ stdout: '' }))
  return / libx264 /.test(stdout) && / aac /.test(stdout) ? { ffmpeg, ffprobe } : undefined
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The sandbox shows the system's own folders anyway. */
const isOwn = (path: string) => !/^\/(usr|bin|sbin|lib)\//.test(path)

export function ffmpegEngine({ ffmpeg, ffprobe }: Ffmpeg): MediaEngine {
  const readable = [ffmpeg, ffprobe].filter(isOwn)
  // Only local files, and only the format that the first bytes announced: a playlist in a video's clothes reads nothing.
  const input = async (folder: string, reader: Input['reader'], { atMs = 0, options = [] as string[] } = {}) => [
    '-protocol_whitelist',
    'file',
    ...(await onlyWhatIsPlayed(folder, reader, atMs)),
    ...options,
    '-f',
    reader,
    '-i',
    'file:source',
  ]
  /** Of a fragmented file with an edit list, what comes before zero or after its end is not read. */
  const onlyWhatIsPlayed = async (folder: string, reader: Input['reader'], atMs: number): Promise<string[]> => {
    const from = ['-ss', (atMs / 1000).toFixed(3)]
    const { played } = await readEdits(folder, reader)
    if (!played) return atMs > 0 ? from : []
    const until = Number.isFinite(played.until) ? ['-t', Math.max(0, played.until - atMs / 1000).toFixed(3)] : []
    return ['-seek_timestamp', '1', ...from, ...until]
  }
  const run = async (folder: string, args: string[], limits: SandboxLimits, onTime?: (ms: number) => void) => {
    const result = await runInSandbox({
      folder,
      command: ffmpeg,
      readable,
      args: ['-hide_banner', '-nostdin', '-v', 'error', '-threads', '2', '-progress', 'pipe:1', '-y', ...args],
      limits,
      onLine: (line) => {
        const [name, value] = line.split('=')
        if (name === 'out_time_us' && Number(value) > 0) onTime?.(Number(value) / 1000)
      },
    })
    throwIfEnded(result.ended)
    if (result.exitCode !== 0) throw new UnusableFile('FILE_BROKEN', result.stderr.slice(0, 500))
  }
  const stripped = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn']
  const hls = (name: string) => [
    '-f',
    'hls',
    '-hls_time',
    String(segmentSeconds),
    '-hls_playlist_type',
    'event',
    '-hls_flags',
    'temp_file',
    '-hls_segment_type',
    'fmp4',
    '-hls_fmp4_init_filename',
    'init.mp4',
    '-hls_segment_filename',
    `out/${name}/s%05d.m4s`,
    `out/${name}/index.m3u8`,
  ]

  return {
    name: 'ffmpeg',
    async probe(folder, reader) {
      const result = await runInSandbox({
        folder,
        command: ffprobe,
        readable,
        args: [
          '-v',
          'error',
          '-protocol_whitelist',
          'file',
          '-f',
          reader,
          '-show_format',
          '-show_streams',
          '-of',
          'json',
          '-i',
          'file:source',
        ],
        limits: { seconds: 90, cpuSeconds: 15, memoryBytes: 512 * MiB, outputBytes: MiB },
      })
      throwIfEnded(result.ended)
      if (result.exitCode !== 0) throw new UnusableFile('FILE_BROKEN', result.stderr.slice(0, 500))
      return withEdits(readProbe(result.stdout), await readEdits(folder, reader))
    },
    async isWhole(folder, reader, { durationMs }) {
      if (!durationMs) return true
      const from = Math.max(0, durationMs / 1000 - nearEndSeconds)
      const result = await runInSandbox({
        folder,
        command: ffprobe,
        readable,
        args: [
          '-v',
          'error',
          '-protocol_whitelist',
          'file',
          '-f',
          reader,
          '-read_intervals',
          `${from.toFixed(3)}%`,
          '-show_entries',
          'packet=pts_time,duration_time',
          '-of',
          'csv=p=0',
          '-i',
          'file:source',
        ],
        limits: { seconds: 90, cpuSeconds: 15, memoryBytes: 512 * MiB, outputBytes: MiB },
      })
      // The last frame of a still stands until the end.
      const last = result.stdout.split('\n').reduce((latest, line) => {
        const [at = NaN, lasts = 0] = line.split(',').map(Number)
        return Math.max(latest, Number.isNaN(at) ? -1 : at + (lasts || 0))
      }, -1)
      return result.exitCode === 0 && last >= from
    },
    remux: async (folder, reader, probe, name) =>
      run(
        folder,
        [...(await input(folder, reader)), '-map', '0:v:0', '-map', '0:a:0?', ...stripped, '-c', 'copy', ...hls(name)],
        limitsFor(lengthOf(probe), 0.5, 12 * 1024 * MiB),
      ),
    async encode(folder, reader, probe, rungs, onProgress) {
      const { played } = await readEdits(folder, reader)
      const labels = rungs.map((_, index) => `[part${index}]`)
      const graph = [
        `[0:v:0]${onlyPlayed('trim', played)}${evenFrames(probe)}split=${rungs.length}${labels.join('')}`,
        ...rungs.map(
          (rung, index) => `${labels[index]}scale=${rung.width}:${rung.height},setsar=1,format=yuv420p[rung${index}]`,
        ),
      ].join(';')
      const outputs = rungs.flatMap((rung, index) => [
        '-map',
        `[rung${index}]`,
        ...(probe.audio ? ['-map', '0:a:0', '-filter:a', `${onlyPlayed('atrim', played)}${wholeAudio(probe)}`] : []),
        ...stripped,
        '-fpsmax',
        '60',
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-profile:v',
        'main',
        '-crf',
        '23',
        '-maxrate',
        `${rung.kbps}k`,
        '-bufsize',
        `${rung.kbps * 2}k`,
        '-force_key_frames',
        `expr:gte(t,n_forced*${segmentSeconds})`,
        '-sc_threshold',
        '0',
        '-c:a',
        'aac',
        '-b:a',
        `${audioKbps(rung)}k`,
        '-ac',
        '2',
        '-ar',
        '48000',
        ...hls(rung.name),
      ])
      return run(
        folder,
        [
          '-protocol_whitelist',
          'file',
          // Times of an MP4 count from zero, also where nothing is played at first.
          ...(reader === 'mov' ? ['-copyts'] : []),
          '-f',
          reader,
          '-i',
          'file:source',
          '-filter_complex',
          graph,
          ...outputs,
        ],
        limitsFor(lengthOf(probe), 6 * rungs.length, 12 * 1024 * MiB),
        (ms) => onProgress(Math.min(1, ms / lengthOf(probe))),
      )
    },
    async frame(folder, reader, atMs, to) {
      await run(
        folder,
        [
          ...(await input(folder, reader, { atMs })),
          '-map',
          '0:v:0',
          '-frames:v',
          '1',
          '-vf',
          'scale=1600:1600:force_original_aspect_ratio=decrease',
          '-map_metadata',
          '-1',
          '-c:v',
          'png',
          '-f',
          'image2',
          to,
        ],
        limitsFor(30_000, 1, 64 * MiB),
      )
      // It succeeds where there is none, too.
      await access(join(folder, to)).catch(() => {
        throw new UnusableFile('FILE_BROKEN', 'no frame there')
      })
    },
    tiles: async (folder, reader, sheet, durationMs, to) =>
      run(
        folder,
        [
          ...(await input(folder, reader, { options: durationMs > longMs ? ['-skip_frame', 'nokey'] : [] })),
          '-map',
          '0:v:0',
          '-an',
          '-vf',
          sheetFilter(sheet, ''),
          '-frames:v',
          '1',
          '-map_metadata',
          '-1',
          '-c:v',
          'mjpeg',
          '-q:v',
          '5',
          '-f',
          'image2',
          to,
        ],
        limitsFor(durationMs, 1, 64 * MiB),
      ),
    audio: async (folder, reader, probe, to, onProgress) =>
      run(
        folder,
        [
          ...(await input(folder, reader)),
          '-map',
          '0:a:0',
          '-vn',
          ...stripped,
          '-c:a',
          'aac',
          '-b:a',
          '128k',
          '-ac',
          '2',
          '-movflags',
          '+faststart',
          '-f',
          'mp4',
          to,
        ],
        limitsFor(lengthOf(probe), 0.5, 600 * MiB),
        (ms) => onProgress(Math.min(1, ms / lengthOf(probe))),
      ),
    samples: async (folder, reader, durationMs, to) =>
      run(
        folder,
        [
          ...(await input(folder, reader)),
          '-map',
          '0:a:0',
          '-vn',
          '-ac',
          '1',
          '-ar',
          String(samplesPerSecond),
          '-c:a',
          'pcm_s16le',
          '-f',
          's16le',
          to,
        ],
        limitsFor(durationMs, 0.5, 1024 * MiB),
      ),
  }
}

const stream = z.object({
  codec_type: z.string(),
  codec_name: z.string().default(''),
  profile: z.union([z.string(), z.number().transform(String)]).default(''),
  pix_fmt: z.string().default(''),
  width: z.int().default(0),
  height: z.int().default(0),
  bit_rate: z.coerce.number().optional(),
  avg_frame_rate: z.string().default(''),
  start_time: z.coerce.number().optional(),
  duration: z.coerce.number().optional(),
  sample_aspect_ratio: z.string().default(''),
  disposition: z.object({ attached_pic: z.int().default(0) }).default({ attached_pic: 0 }),
  side_data_list: z.array(z.object({ rotation: z.number().optional() }).loose()).default([]),
})
const probed = z.object({
  streams: z.array(stream).max(200).default([]),
  format: z.object({ duration: z.coerce.number().optional(), bit_rate: z.coerce.number().optional() }).default({}),
})

/** Of a fraction such as 30000/1001. */
function rateOf(text: string): number | null {
  const [frames = 0, seconds = 0] = text.split('/').map(Number)
  return frames > 0 && seconds > 0 ? frames / seconds : null
}
const endOf = ({ start_time: start = 0, duration }: z.infer<typeof stream>): number | null =>
  duration === undefined ? null : Math.round((start + duration) * 1000)

function readProbe(json: string): Omit<Probe, keyof Edits> {
  const parsed = probed.safeParse(JSON.parse(json))
  if (!parsed.success) throw new UnusableFile('FILE_BROKEN', 'streams that can’t be read')
  const { streams, format } = parsed.data
  const video = streams.find(
    (stream) =>
      stream.codec_type === 'video' && stream.disposition.attached_pic === 0 && stream.width > 0 && stream.height > 0,
  )
  const audio = streams.find((stream) => stream.codec_type === 'audio')
  const quarterTurns = Math.abs(
    Math.round((video?.side_data_list.find((entry) => entry.rotation !== undefined)?.rotation ?? 0) / 90),
  )
  const [across = 1, down = 1] = (video?.sample_aspect_ratio || '1:1').split(':').map(Number)
  const stretched = video && across > 0 && down > 0 ? Math.round((video.width * across) / down) : video?.width
  return {
    durationMs: format.duration && format.duration > 0 ? Math.round(format.duration * 1000) : null,
    video: video
      ? {
          codec: video.codec_name,
          profile: video.profile,
          pixelFormat: video.pix_fmt,
          ...(quarterTurns % 2 === 1
            ? { width: video.height, height: stretched! }
            : { width: stretched!, height: video.height }),
          quarterTurns: quarterTurns % 4,
          bitsPerSecond: video.bit_rate ?? format.bit_rate ?? null,
          rate: rateOf(video.avg_frame_rate),
          endMs: endOf(video),
        }
      : null,
    audio: audio
      ? {
          codec: audio.codec_name,
          profile: audio.profile,
          startMs: Math.round((audio.start_time ?? 0) * 1000),
          endMs: endOf(audio),
        }
      : null,
  }
}
