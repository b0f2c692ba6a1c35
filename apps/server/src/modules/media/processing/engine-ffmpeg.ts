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
  posterFilter,
  samplesPerSecond,
  segmentSeconds,
  sheetFilter,
  shownImages,
  wholeAudio,
} from './engine.ts'
import { readEdits, withEdits } from './edit-list.ts'
import { throwIfEnded, UnusableFile } from './failure.ts'
import { probeOf, spanOf, trackList, type TrackList } from './tracks.ts'
import type { Input } from '../intake/sniff.ts'

// The engine of most machines: the programs ffmpeg and ffprobe, in the sandbox.

export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
  /** Whether it has the filters for HDR. */
  canMap: boolean
}

/** Both programs on the path, with the encoders we need. Some systems ship an ffmpeg without H.264. */
export async function findFfmpeg(programFolders: readonly string[]): Promise<Ffmpeg | undefined> {
  const find = (name: string) => programFolders.map((folder) => join(folder, name)).find(isProgram)
  const [ffmpeg, ffprobe] = [find('ffmpeg'), find('ffprobe')]
  if (!ffmpeg || !ffprobe) return undefined
  const { stdout } = await promisify(execFile)(ffmpeg, ['-hide_banner', '-encoders']).catch(() => ({ stdout: '' }))
  if (!/ libx264 /.test(stdout) || !/ aac /.test(stdout)) return undefined
  const filters = await promisify(execFile)(ffmpeg, ['-hide_banner', '-filters']).catch(() => ({ stdout: '' }))
  return { ffmpeg, ffprobe, canMap: / zscale /.test(filters.stdout) && / tonemap /.test(filters.stdout) }
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

export function ffmpegEngine({ ffmpeg, ffprobe, canMap }: Ffmpeg): MediaEngine {
  const readable = [ffmpeg, ffprobe].filter(isOwn)
  // Only local files, and only the format that the first bytes announced: a playlist in a video's clothes reads nothing.
  const input = async (folder: string, reader: Input['reader'], { atMs = 0, options = [] as string[] } = {}) => [
    '-protocol_whitelist',
    'file',
    // Our own filters turn it, the same ones in every engine.
    '-noautorotate',
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

  const ask = (folder: string, reader: Input['reader'], args: string[]) =>
    runInSandbox({
      folder,
      command: ffprobe,
      readable,
      args: ['-v', 'error', '-protocol_whitelist', 'file', '-f', reader, ...args, '-i', 'file:source'],
      limits: { seconds: 90, cpuSeconds: 15, memoryBytes: 512 * MiB, outputBytes: MiB },
    })

  return {
    name: 'ffmpeg',
    async probe(folder, reader) {
      const result = await ask(folder, reader, ['-show_format', '-show_streams', '-of', 'json'])
      throwIfEnded(result.ended)
      if (result.exitCode !== 0) throw new UnusableFile('FILE_BROKEN', result.stderr.slice(0, 500))
      const hasPackets = async (index: number) => {
        const first = ['-select_streams', String(index), '-read_intervals', '%+#1', '-show_entries', 'packet=pts']
        return (await ask(folder, reader, [...first, '-of', 'csv=p=0'])).stdout.trim() !== ''
      }
      return withEdits(await probeOf(readTracks(result.stdout, reader), hasPackets), await readEdits(folder, reader))
    },
    async isWhole(folder, reader, { beginMs, durationMs }) {
      if (!durationMs) return true
      const from = (beginMs + Math.max(0, durationMs - nearEndSeconds * 1000)) / 1000
      const entries = ['-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0']
      const result = await ask(folder, reader, ['-read_intervals', `${from.toFixed(3)}%`, ...entries])
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
        [
          ...(await input(folder, reader)),
          ...mapped(probe.video, probe.audio),
          ...stripped,
          '-c',
          'copy',
          ...hls(name),
        ],
        limitsFor(lengthOf(probe), 0.5, 12 * 1024 * MiB),
      ),
    async encode(folder, reader, probe, rungs, onProgress) {
      const { played } = await readEdits(folder, reader)
      const labels = rungs.map((_, index) => `[part${index}]`)
      const graph = [
        `[0:${probe.video!.index}]${onlyPlayed('trim', played)}${evenFrames(probe)}${shownImages(probe, rungs, canMap)}split=${rungs.length}${labels.join('')}`,
        ...rungs.map(
          (rung, index) => `${labels[index]}scale=${rung.width}:${rung.height},setsar=1,format=yuv420p[rung${index}]`,
        ),
      ].join(';')
      const outputs = rungs.flatMap((rung, index) => [
        '-map',
        `[rung${index}]`,
        ...mapped(probe.audio),
        ...(probe.audio ? ['-filter:a', `${onlyPlayed('atrim', played)}${wholeAudio(probe)}`] : []),
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
          '-noautorotate',
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
    async frame(folder, reader, images, atMs, to) {
      await run(
        folder,
        [
          ...(await input(folder, reader, { atMs })),
          ...mapped(images.video),
          '-frames:v',
          '1',
          '-vf',
          `${posterFilter(images, canMap)}format=rgb24`,
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
    tiles: async (folder, reader, images, sheet, durationMs, to) =>
      run(
        folder,
        [
          ...(await input(folder, reader, { options: durationMs > longMs ? ['-skip_frame', 'nokey'] : [] })),
          ...mapped(images.video),
          '-an',
          '-vf',
          sheetFilter(sheet, images, '', canMap),
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
          ...mapped(probe.audio),
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
    samples: async (folder, reader, probe, durationMs, to) =>
      run(
        folder,
        [
          ...(await input(folder, reader)),
          ...mapped(probe.audio),
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

/** The tracks that were probed are the ones that are read. */
const mapped = (...tracks: ({ index: number } | null)[]): string[] =>
  tracks.flatMap((track) => (track ? ['-map', `0:${track.index}`] : []))

const stream = z.object({
  index: z.int(),
  codec_type: z.string().default(''),
  codec_name: z.string().default(''),
  profile: z.union([z.string(), z.number().transform(String)]).default(''),
  pix_fmt: z.string().default(''),
  color_transfer: z.string().default(''),
  width: z.int().default(0),
  height: z.int().default(0),
  bit_rate: z.coerce.number().optional(),
  avg_frame_rate: z.string().default(''),
  start_time: z.coerce.number().default(0),
  duration: z.coerce.number().optional(),
  nb_frames: z.coerce.number().int().optional(),
  sample_aspect_ratio: z.string().default(''),
  disposition: z.object({ attached_pic: z.int().default(0), default: z.int().default(0) }).default({
    attached_pic: 0,
    default: 0,
  }),
  side_data_list: z.array(z.object({ displaymatrix: z.string().optional() }).loose()).default([]),
})
const probed = z.object({
  streams: z.array(stream).max(200).default([]),
  format: z
    .object({
      start_time: z.coerce.number().optional(),
      duration: z.coerce.number().optional(),
      bit_rate: z.coerce.number().optional(),
    })
    .default({}),
})

/** Of a fraction such as 30000/1001. */
function ratioOf(text: string): number | null {
  const [over = 0, under = 0] = text.split(/[/:]/).map(Number)
  return over > 0 && under > 0 ? over / under : null
}
/** Of three lines, each an address and three numbers. */
function matrixOf(text: string | undefined): [number, number, number, number] | null {
  const rows = (text ?? '').trim().split('\n')
  const [[a, b] = [], [c, d] = []] = rows.map((row) => row.split(':').at(-1)!.trim().split(/\s+/).map(Number))
  return [a, b, c, d].every((entry) => entry !== undefined && Number.isFinite(entry)) ? [a!, b!, c!, d!] : null
}
function readTracks(json: string, reader: string): TrackList {
  const parsed = probed.safeParse(JSON.parse(json))
  if (!parsed.success) throw new UnusableFile('FILE_BROKEN', 'streams that can’t be read')
  const { streams, format } = parsed.data
  const list = trackList.safeParse({
    ...spanOf(reader, format.start_time ?? null, format.duration ?? null),
    bitsPerSecond: format.bit_rate || null,
    tracks: streams.map((entry) => ({
      index: entry.index,
      type: entry.codec_type === 'video' || entry.codec_type === 'audio' ? entry.codec_type : 'other',
      codec: entry.codec_name,
      profile: entry.profile,
      isCover: entry.disposition.attached_pic !== 0,
      isDefault: entry.disposition.default !== 0,
      count: entry.nb_frames ?? null,
      startMs: Math.round(entry.start_time * 1000),
      lastsMs: entry.duration === undefined ? null : Math.round(entry.duration * 1000),
      width: entry.width,
      height: entry.height,
      stretch: ratioOf(entry.sample_aspect_ratio) ?? 1,
      matrix: matrixOf(entry.side_data_list.find(({ displaymatrix }) => displaymatrix)?.displaymatrix),
      pixelFormat: entry.pix_fmt,
      transfer: { smpte2084: 'pq', 'arib-std-b67': 'hlg' }[entry.color_transfer] ?? 'sdr',
      bitsPerSecond: entry.bit_rate || null,
      rate: ratioOf(entry.avg_frame_rate),
    })),
  })
  if (!list.success) throw new UnusableFile('FILE_BROKEN', 'streams that can’t be read')
  return list.data
}
