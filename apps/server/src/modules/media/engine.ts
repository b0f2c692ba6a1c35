import { z } from 'zod'
import { findProgram, runInSandbox, type SandboxLimits } from '../../platform/sandbox-run.ts'
import { UnusableFile } from './failure.ts'
import type { Input } from './sniff.ts'

/** What films and sounds need of a decoder. Everything happens in a job folder whose `source` is the upload. */
export interface MediaEngine {
  readonly name: string
  probe(folder: string, reader: Input['reader']): Promise<Probe>
  /** Packs what is already H.264 and AAC into `out/<name>` without decoding it. */
  remux(folder: string, reader: Input['reader'], probe: Probe, name: string): Promise<void>
  /** Decodes once and writes each rung into `out/<name>`. */
  encode(
    folder: string,
    reader: Input['reader'],
    probe: Probe,
    rungs: readonly Rung[],
    onProgress: (share: number) => void,
  ): Promise<void>
  /** One frame as PNG. */
  frame(folder: string, reader: Input['reader'], atMs: number, to: string): Promise<void>
  tiles(folder: string, reader: Input['reader'], sheet: Sheet, durationMs: number, to: string): Promise<void>
  sound(
    folder: string,
    reader: Input['reader'],
    probe: Probe,
    to: string,
    onProgress: (share: number) => void,
  ): Promise<void>
  /** Mono 16-bit samples, 4,000 a second. */
  samples(folder: string, reader: Input['reader'], durationMs: number, to: string): Promise<void>
}

export interface Probe {
  durationMs: number | null
  video: {
    codec: string
    profile: string
    pixelFormat: string
    width: number
    height: number
    bitsPerSecond: number | null
  } | null
  audio: { codec: string; profile: string } | null
}
export interface Rung {
  name: string
  width: number
  height: number
  kbps: number
}
export interface Sheet {
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
  intervalMs: number
}

export const samplesPerSecond = 4000
const MiB = 2 ** 20

let engine: MediaEngine | undefined
/** The engine of this machine. Another one (a library in a child process) would be chosen here. */
export function mediaEngine(): MediaEngine {
  const [ffmpeg, ffprobe] = [findProgram('ffmpeg'), findProgram('ffprobe')]
  if (!ffmpeg || !ffprobe) throw new UnusableFile('NO_VIDEO_ENGINE', 'ffmpeg is not installed on this machine')
  return (engine ??= ffmpegEngine(ffmpeg, ffprobe))
}
/** In one sentence, for the start line and for operators. */
export const describeEngine = (): string =>
  findProgram('ffmpeg') && findProgram('ffprobe')
    ? 'Films and sounds are made with ffmpeg.'
    : 'There is no ffmpeg here: pictures work, films and sounds are refused. Install ffmpeg.'

function ffmpegEngine(ffmpeg: string, ffprobe: string): MediaEngine {
  const limitsFor = (durationMs: number, factor: number, outputBytes: number): SandboxLimits => {
    const seconds = 30 + Math.ceil((durationMs / 1000) * factor)
    return { seconds: seconds * 2, cpuSeconds: seconds, memoryBytes: 1536 * MiB, outputBytes }
  }
  // Only local files, and only the format that the first bytes announced: a playlist in a film's clothes reads nothing.
  const input = (reader: Input['reader'], before: string[] = []) => [
    '-protocol_whitelist',
    'file',
    ...before,
    '-f',
    reader,
    '-i',
    'file:source',
  ]
  const run = async (folder: string, args: string[], limits: SandboxLimits, onTime?: (ms: number) => void) => {
    const result = await runInSandbox({
      folder,
      command: ffmpeg,
      args: ['-hide_banner', '-nostdin', '-v', 'error', '-threads', '2', '-progress', 'pipe:1', '-y', ...args],
      limits,
      onLine: (line) => {
        const [name, value] = line.split('=')
        if (name === 'out_time_us' && Number(value) > 0) onTime?.(Number(value) / 1000)
      },
    })
    if (result.ended) throw new UnusableFile('FILE_BROKEN', `took too much ${result.ended}`)
    if (result.exitCode !== 0) throw new UnusableFile('FILE_BROKEN', result.stderr.slice(0, 500))
  }
  const stripped = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn']
  const hls = (name: string) => [
    '-f',
    'hls',
    '-hls_time',
    '4',
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_fmp4_init_filename',
    'init.mp4',
    '-hls_segment_filename',
    `out/${name}/s%05d.m4s`,
    `out/${name}/index.m3u8`,
  ]
  const lengthOf = (probe: Probe) => probe.durationMs ?? unknownLengthMs

  return {
    name: 'ffmpeg',
    async probe(folder, reader) {
      const result = await runInSandbox({
        folder,
        command: ffprobe,
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
        limits: { seconds: 30, cpuSeconds: 15, memoryBytes: 512 * MiB, outputBytes: MiB },
      })
      if (result.exitCode !== 0 || result.ended) throw new UnusableFile('FILE_BROKEN', result.stderr.slice(0, 500))
      return readProbe(result.stdout)
    },
    remux: (folder, reader, probe, name) =>
      run(
        folder,
        [...input(reader), '-map', '0:v:0', '-map', '0:a:0?', ...stripped, '-c', 'copy', ...hls(name)],
        limitsFor(lengthOf(probe), 0.5, 12 * 1024 * MiB),
      ),
    encode(folder, reader, probe, rungs, onProgress) {
      const labels = rungs.map((_, index) => `[part${index}]`)
      const graph = [
        `[0:v:0]split=${rungs.length}${labels.join('')}`,
        ...rungs.map(
          (rung, index) => `${labels[index]}scale=${rung.width}:${rung.height},setsar=1,format=yuv420p[rung${index}]`,
        ),
      ].join(';')
      const outputs = rungs.flatMap((rung, index) => [
        '-map',
        `[rung${index}]`,
        ...(probe.audio ? ['-map', '0:a:0'] : []),
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
        'expr:gte(t,n_forced*4)',
        '-sc_threshold',
        '0',
        '-c:a',
        'aac',
        '-b:a',
        rung.height <= 360 || rung.width <= 360 ? '64k' : '128k',
        '-ac',
        '2',
        '-ar',
        '48000',
        ...hls(rung.name),
      ])
      return run(
        folder,
        [...input(reader), '-filter_complex', graph, ...outputs],
        limitsFor(lengthOf(probe), 6 * rungs.length, 12 * 1024 * MiB),
        (ms) => onProgress(Math.min(1, ms / lengthOf(probe))),
      )
    },
    frame: (folder, reader, atMs, to) =>
      run(
        folder,
        [
          ...input(reader, ['-ss', (atMs / 1000).toFixed(3)]),
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
      ),
    tiles: (folder, reader, sheet, durationMs, to) =>
      run(
        folder,
        [
          ...input(reader, durationMs > longMs ? ['-skip_frame', 'nokey'] : []),
          '-map',
          '0:v:0',
          '-an',
          '-vf',
          `fps=1000/${sheet.intervalMs},scale=${sheet.tileWidth}:${sheet.tileHeight},setsar=1,tile=${sheet.columns}x${sheet.rows}`,
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
    sound: (folder, reader, probe, to, onProgress) =>
      run(
        folder,
        [
          ...input(reader),
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
    samples: (folder, reader, durationMs, to) =>
      run(
        folder,
        [
          ...input(reader),
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

/** A recording of a browser may not say how long it is. */
const unknownLengthMs = 3_600_000
const longMs = 600_000

const stream = z.object({
  codec_type: z.string(),
  codec_name: z.string().default(''),
  profile: z.union([z.string(), z.number().transform(String)]).default(''),
  pix_fmt: z.string().default(''),
  width: z.int().default(0),
  height: z.int().default(0),
  bit_rate: z.coerce.number().optional(),
  sample_aspect_ratio: z.string().default(''),
  disposition: z.object({ attached_pic: z.int().default(0) }).default({ attached_pic: 0 }),
  side_data_list: z.array(z.object({ rotation: z.number().optional() }).loose()).default([]),
})
const probed = z.object({
  streams: z.array(stream).max(200).default([]),
  format: z.object({ duration: z.coerce.number().optional(), bit_rate: z.coerce.number().optional() }).default({}),
})

function readProbe(json: string): Probe {
  const parsed = probed.safeParse(JSON.parse(json))
  if (!parsed.success) throw new UnusableFile('FILE_BROKEN', 'streams that can’t be read')
  const { streams, format } = parsed.data
  const video = streams.find(
    (one) => one.codec_type === 'video' && one.disposition.attached_pic === 0 && one.width > 0 && one.height > 0,
  )
  const audio = streams.find((one) => one.codec_type === 'audio')
  const quarterTurns = Math.abs(
    Math.round((video?.side_data_list.find((one) => one.rotation !== undefined)?.rotation ?? 0) / 90),
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
          bitsPerSecond: video.bit_rate ?? format.bit_rate ?? null,
        }
      : null,
    audio: audio ? { codec: audio.codec_name, profile: audio.profile } : null,
  }
}
