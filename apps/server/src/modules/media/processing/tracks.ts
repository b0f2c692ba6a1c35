import { z } from 'zod'
import type { Edits } from './edit-list.ts'
import type { Probe } from './engine.ts'

// What a decoder finds in a file, and which of its tracks are shown and played. Every engine maps the tracks that are chosen here.

/** How an image is turned and mirrored to be shown: the first four numbers of its display matrix, each one, minus one or zero. */
type Matrix = readonly [a: number, b: number, c: number, d: number]
const unturned: Matrix = [1, 0, 0, 1]

/** Times in milliseconds; null where the file doesn't say. What a decoder prints is not trusted. */
export const trackList = z.object({
  /** When the clock of the file is at its beginning; a recording of a browser may begin at any time. */
  beginMs: z.int(),
  /** From then on. */
  durationMs: z.int().positive().nullable(),
  bitsPerSecond: z.number().positive().nullable(),
  tracks: z
    .array(
      z.object({
        index: z.int().min(0),
        type: z.enum(['video', 'audio', 'other']),
        codec: z.string().max(50),
        profile: z.string().max(50),
        /** A picture for the file, not one of its images. */
        isCover: z.boolean(),
        isDefault: z.boolean(),
        /** As many frames or packets as the file says that the track has; null where it doesn't. */
        count: z.int().min(0).nullable(),
        startMs: z.int(),
        lastsMs: z.int().nullable(),
        width: z.int().min(0),
        height: z.int().min(0),
        /** Width of a dot in heights of a dot. */
        stretch: z.number().positive(),
        matrix: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
        pixelFormat: z.string().max(50),
        transfer: z.enum(['sdr', 'pq', 'hlg']),
        bitsPerSecond: z.number().positive().nullable(),
        rate: z.number().positive().nullable(),
      }),
    )
    .max(200),
})
export type TrackList = z.infer<typeof trackList>
export type Track = TrackList['tracks'][number]

const ofType = ({ tracks }: TrackList, type: Track['type']) => {
  const found = tracks.filter((track) => track.type === type)
  return found.find(({ isDefault }) => isDefault) ?? found[0]
}
/** The images that are shown; a picture of the cover is none of them. */
const shownTrack = (list: TrackList): Track | undefined =>
  ofType(
    { ...list, tracks: list.tracks.filter(({ isCover, width, height }) => !isCover && width > 0 && height > 0) },
    'video',
  )
/** The audio that is played; of several, what the file names as its own. */
const playedTrack = (list: TrackList): Track | undefined => ofType(list, 'audio')

/**
 * The chosen tracks as one probe. A track that the file names without putting anything into it is left out; `hasPackets` is asked where the
 * file doesn't say how much there is.
 */
export async function probeOf(
  list: TrackList,
  hasPackets: (index: number) => Promise<boolean>,
): Promise<Omit<Probe, keyof Edits>> {
  let rest = list
  let audio = playedTrack(rest)
  while (audio && (audio.count === 0 || (audio.count === null && !(await hasPackets(audio.index))))) {
    const empty = audio.index
    rest = { ...rest, tracks: rest.tracks.filter(({ index }) => index !== empty) }
    audio = playedTrack(rest)
  }
  const images = shownTrack(list)
  return {
    beginMs: list.beginMs,
    durationMs: list.durationMs,
    video: images ? videoOf(images, list) : null,
    audio: audio ? audioOf(audio, list) : null,
  }
}

function videoOf(track: Track, list: TrackList): NonNullable<Probe['video']> {
  const { index, codec, profile, pixelFormat, transfer, rate } = track
  const matrix = signsOf(track.matrix)
  const [across, down] = [Math.max(1, Math.round(track.width * track.stretch)), track.height]
  const isOnItsSide = matrix[0] === 0
  return {
    index,
    codec,
    profile,
    pixelFormat,
    transfer,
    rate,
    width: isOnItsSide ? down : across,
    height: isOnItsSide ? across : down,
    upright: uprightFilters[matrix.join()] ?? '',
    bitsPerSecond: track.bitsPerSecond ?? list.bitsPerSecond,
    endMs: endOf(track, list),
  }
}
const audioOf = (track: Track, list: TrackList): NonNullable<Probe['audio']> => ({
  index: track.index,
  codec: track.codec,
  profile: track.profile,
  startMs: track.startMs - list.beginMs,
  endMs: endOf(track, list),
})
const endOf = ({ startMs, lastsMs }: Track, { beginMs }: TrackList) =>
  lastsMs === null ? null : startMs + lastsMs - beginMs
/** In seconds, as decoders say it. Matroska's duration is the time of its end; that of others is how long they play, counted from zero. */
export function spanOf(reader: string, start: number | null, duration: number | null) {
  const beginMs = reader === 'matroska' ? Math.max(0, Math.round((start ?? 0) * 1000)) : 0
  return {
    beginMs,
    durationMs: duration !== null && duration > 0 ? Math.max(1, Math.round(duration * 1000) - beginMs) : null,
  }
}

/** Of any matrix the nearest that turns by whole quarters. */
function signsOf(matrix: Track['matrix']): Matrix {
  if (!matrix) return unturned
  const [a, b, c, d] = matrix
  const isOnItsSide = Math.abs(b) + Math.abs(c) > Math.abs(a) + Math.abs(d)
  return isOnItsSide ? [0, Math.sign(b) || 1, Math.sign(c) || 1, 0] : [Math.sign(a) || 1, 0, 0, Math.sign(d) || 1]
}

/** Makes what is stored what is to be seen, for each matrix. */
const uprightFilters: Record<string, string> = {
  '1,0,0,1': '',
  '-1,0,0,1': 'hflip,',
  '1,0,0,-1': 'vflip,',
  '-1,0,0,-1': 'hflip,vflip,',
  '0,1,-1,0': 'transpose=clock,',
  '0,-1,1,0': 'transpose=cclock,',
  '0,1,1,0': 'transpose=cclock_flip,',
  '0,-1,-1,0': 'transpose=clock_flip,',
}
