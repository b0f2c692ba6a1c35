import type { SandboxLimits } from '../../../platform/process/decoder-sandbox.ts'
import type { Played } from './edit-list.ts'
import type { Input } from '../intake/sniff.ts'

/**
 * What videos and audio files need of a decoder. Everything happens in a job folder whose `source` is the upload. Every engine passes
 * the same cases: engine.test.ts.
 */
export interface MediaEngine {
  readonly name: 'ffmpeg' | 'node-av'
  probe(folder: string, reader: Input['reader']): Promise<Probe>
  /** Whether there is anything to read near the end that the header promises; a video cut short has nothing there. */
  isWhole(folder: string, reader: Input['reader'], probe: Probe): Promise<boolean>
  /** Packs what is already H.264 and AAC into `out/<name>` without decoding it. */
  remux(folder: string, reader: Input['reader'], probe: Probe, name: string): Promise<void>
  /**
   * Decodes once and writes each rung into `out/<name>`: `index.m3u8` names the parts that are finished, and ends with
   * `#EXT-X-ENDLIST` when all are. A part appears under its name when it is whole.
   */
  encode(
    folder: string,
    reader: Input['reader'],
    probe: Probe,
    rungs: readonly Rung[],
    onProgress: (share: number) => void,
  ): Promise<void>
  /** One frame as PNG. */
  frame(folder: string, reader: Input['reader'], images: Images, atMs: number, to: string): Promise<void>
  tiles(
    folder: string,
    reader: Input['reader'],
    images: Images,
    sheet: Sheet,
    durationMs: number,
    to: string,
  ): Promise<void>
  audio(
    folder: string,
    reader: Input['reader'],
    probe: Probe,
    to: string,
    onProgress: (share: number) => void,
  ): Promise<void>
  /** Mono 16-bit samples, 4,000 a second. */
  samples(folder: string, reader: Input['reader'], probe: Probe, durationMs: number, to: string): Promise<void>
}

export interface Probe {
  /** When its clock is at the first moment that is played. */
  beginMs: number
  durationMs: number | null
  /** The file holds more than it plays: what was trimmed away is never copied (`edit-list.ts`). */
  isTrimmed: boolean
  /** The file ends before what it says that it holds. */
  isCut: boolean
  /** Frames, key frames or audio may be far apart (`edit-list.ts`). */
  hasGaps: boolean
  /** Nothing is shown at first. */
  isLate: boolean
  /** Sizes as they are shown: upright, with square dots. */
  video: {
    /** Of the track in the file. */
    index: number
    codec: string
    profile: string
    pixelFormat: string
    /** How light is stored: more of it than screens show is mapped (`toSdr`). */
    transfer: 'sdr' | 'pq' | 'hlg'
    width: number
    height: number
    /** Filters that turn and mirror what is stored into what is to be seen; empty where it lies as it is seen. */
    upright: string
    bitsPerSecond: number | null
    /** Frames a second on average, where that is known. */
    rate: number | null
    endMs: number | null
  } | null
  audio: { index: number; codec: string; profile: string; startMs: number; endMs: number | null } | null
}
/** What has to be known of images to show one of them. */
export type Images = Pick<Probe, 'beginMs'> & {
  video: Pick<NonNullable<Probe['video']>, 'index' | 'upright' | 'transfer'> | null
}
/** Of files that the product made: the images come first, and lie as they are shown. To ask for that would take a process of its own. */
export const ownImages: Images = { beginMs: 0, video: { index: 0, upright: '', transfer: 'sdr' } }

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
export const segmentSeconds = 4
/** How far before its end a video must still have frames or audio. */
export const nearEndSeconds = 5
export const audioKbps = (rung: Rung): number => (Math.min(rung.width, rung.height) <= 360 ? 64 : 128)
export const MiB = 2 ** 20

/** Audio and image may begin and end this far from one another. */
const gapMs = 500
const lateMs = 50
const sparseRate = 5
const sparseFramesPerSecond = 10
const framesPerSecondMax = 60
const unknownRate = 30

/** Slides, or a song over a still: too few frames for parts of even length, or none at all until the end. */
export const isSparse = ({ durationMs, video }: Probe): boolean =>
  video !== null && ((video.rate !== null && video.rate < sparseRate) || endsEarly(video.endMs, durationMs))
const endsEarly = (endMs: number | null, durationMs: number | null): boolean =>
  endMs !== null && durationMs !== null && endMs < durationMs - gapMs
/** The audio begins after the image, or ends before it: filled with silence, it is as long. */
export const hasSilence = ({ durationMs, audio }: Probe): boolean =>
  audio !== null && (audio.startMs > lateMs || endsEarly(audio.endMs, durationMs))

/** How many frames a second are made of a video, where they have to come evenly. */
export const evenRate = (probe: Probe): number | null => {
  const rate = probe.video?.rate ?? null
  // Where the file doesn't say when its images end, the last one stands as well.
  if (!probe.durationMs || (!isSparse(probe) && !probe.isLate && probe.video?.endMs !== null)) return null
  return rate !== null && rate < sparseRate ? sparseFramesPerSecond : Math.min(rate ?? unknownRate, framesPerSecondMax)
}
/** Filters for both engines, before any of their own. The first frame stands from the beginning, the last one until the end. */
export const evenFrames = (probe: Probe): string => {
  const rate = evenRate(probe)
  if (rate === null) return ''
  const seconds = (lengthOf(probe) / 1000).toFixed(3)
  // A single frame is shorter than the rate's own step.
  return `fps=${rate}:start_time=0:eof_action=pass,tpad=stop_mode=clone:stop_duration=${seconds},trim=duration=${seconds},`
}
/** Cuts what a fragmented file doesn't play. */
export const onlyPlayed = (filter: 'trim' | 'atrim', played: Played | undefined): string =>
  played ? `${filter}=start=0${Number.isFinite(played.until) ? `:end=${played.until}` : ''},` : ''
/** The scrubbing sheet, filled with the last image where none comes any more. */
export const sheetFilter = (
  { intervalMs, columns, rows, tileWidth, tileHeight }: Sheet,
  images: Images,
  format: string,
  canMap?: boolean,
): string =>
  `fps=1000/${intervalMs}:eof_action=pass,tpad=stop_mode=clone:stop=${columns * rows},${turned(images)}scale=${tileWidth}:${tileHeight},setsar=1,${toSdr(images, canMap)}${format}tile=${columns}x${rows}`
export const posterFilter = (images: Images, canMap?: boolean): string =>
  `${turned(images)}scale=1600:1600:force_original_aspect_ratio=decrease,${toSdr(images, canMap)}`
/** Candelas per square metre of a white page in HDR, and of the brightest light that is told apart from it. */
const [whiteLight, brightestLight] = [203, 1000]
/**
 * From HDR to what every screen shows: white stays white, and what is brighter is squeezed in above it. Comes after scaling, as it is slow.
 * An engine without these filters tells the truth at least about the colors that it writes.
 */
export const toSdr = ({ video }: Pick<Images, 'video'>, canMap = true): string => {
  if (!video || video.transfer === 'sdr') return ''
  const tagged = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709,'
  if (!canMap) return tagged
  const stored = { pq: 'smpte2084', hlg: 'arib-std-b67' }[video.transfer]
  return [
    `zscale=tin=${stored}:pin=bt2020:min=bt2020nc:t=linear:npl=${whiteLight},format=gbrpf32le`,
    `zscale=p=bt709,tonemap=tonemap=mobius:param=0.8:peak=${(brightestLight / whiteLight).toFixed(3)}:desat=0`,
    'zscale=t=bt709:m=bt709:r=limited,format=yuv420p',
    'sidedata=mode=delete:type=MASTERING_DISPLAY_METADATA,sidedata=mode=delete:type=CONTENT_LIGHT_LEVEL',
    tagged,
  ].join(',')
}
/** What is stored, turned as it is to be seen; the mark that says how it lies is taken off. */
export const turned = ({ video }: Pick<Images, 'video'>): string =>
  video?.upright ? `${video.upright}sidedata=mode=delete:type=DISPLAYMATRIX,` : ''
/** Before images are split into several qualities. */
export const shownImages = (probe: Probe, rungs: readonly Rung[], canMap?: boolean): string => {
  const mapped = toSdr(probe, canMap)
  const largest = rungs.reduce((largest, rung) => (rung.width > largest.width ? rung : largest))
  return `${turned(probe)}${mapped && `scale=${largest.width}:${largest.height},${mapped}`}`
}
/** Audio from the first moment to the last. */
export const wholeAudio = ({ durationMs }: Pick<Probe, 'durationMs'>): string =>
  `aresample=48000:async=1:first_pts=0${durationMs ? `,apad=whole_dur=${(durationMs / 1000).toFixed(3)}` : ''}`

/** A recording of a browser may lack its duration. */
const unknownLengthMs = 3_600_000
export const lengthOf = (probe: Probe): number => probe.durationMs ?? unknownLengthMs
/** Of videos longer than this the scrubbing sheet shows key frames alone. */
export const longMs = 600_000

export function limitsFor(durationMs: number, factor: number, outputBytes: number): SandboxLimits {
  const seconds = 30 + Math.ceil((durationMs / 1000) * factor)
  return { seconds: seconds * 4, cpuSeconds: seconds, memoryBytes: 1536 * MiB, outputBytes }
}
