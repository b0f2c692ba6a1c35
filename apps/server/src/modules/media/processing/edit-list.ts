import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Probe } from './engine.ts'
import { UnusableFile } from './failure.ts'

// What an MP4 or MOV says of how its tracks are to be played: an edit list trims a track without encoding it again, or lets it begin later. The
// parts that it leaves out are still in the file.

/** Seconds. */
export interface Edits {
  /** Whether the tracks are played in any other way than from their beginning to their end. */
  isTrimmed: boolean
  /** The file ends before what it says that it holds. */
  isCut: boolean
  /** Frames, key frames or audio may be far apart, or the file says nothing of that. */
  hasGaps: boolean
  /** Nothing is shown at first. */
  isLate: boolean
  /** Of a fragmented file with an edit list, which decoders only move the times by. */
  played?: Played
}
export interface Played {
  /** How much comes before what is played; its times are below zero. */
  leftOut: number
  /** When that ends; infinite where the file plays to its end. */
  until: number
}

/** Larger tables of contents are not read: such a file counts as trimmed. */
const tableBytesMax = 64 * 2 ** 20
const boxesMax = 10_000
/** Key frames further apart make parts too long to begin with, and audio further apart leaves parts without any. */
const gapSecondsMax = { soun: 0.5, vide: 12 }
/** Encoders of audio begin and end with less than this that is not to be played; of images that is less than one frame, from rounding. */
const toleranceSeconds = { soun: 0.1, vide: 0.01 }

/** Reads the edit lists of `source` in a job's folder. A file of another kind has none; one that can't be read counts as trimmed. */
export async function readEdits(folder: string, reader: string): Promise<Edits> {
  if (reader !== 'mov') return { isTrimmed: false, isCut: false, hasGaps: true, isLate: false }
  const file = await open(join(folder, 'source'), 'r')
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(16)
    const found: Edits = { isTrimmed: true, isCut: false, hasGaps: true, isLate: false }
    for (let at = 0, boxes = 0; at + 8 <= size && boxes < boxesMax; boxes++) {
      const { bytesRead } = await file.read(head, 0, 16, at)
      const { type, length, headLength } = boxAt(head.subarray(0, bytesRead), 0, size - at)
      found.isCut ||= at + length > size
      if (type === 'moov' && length <= tableBytesMax && at + length <= size) {
        const table = Buffer.alloc(length - headLength)
        await file.read(table, 0, table.length, at + headLength)
        Object.assign(found, readTable(table))
      }
      at += length
    }
    return found
  } finally {
    await file.close()
  }
}

/** A probe of what decoders find, with what is played of it. */
export function withEdits<P extends Omit<Probe, keyof Edits>>(
  probe: P,
  { played, ...edits }: Edits,
): P & Omit<Edits, 'played'> {
  if (!played || probe.durationMs === null) return { ...probe, ...edits }
  const endMs = probe.video?.endMs ?? probe.durationMs - played.leftOut * 1000
  const lasts = Math.min(endMs, played.until * 1000)
  return { ...probe, ...edits, durationMs: Math.max(1, Math.round(lasts)) }
}

interface Box {
  type: string
  length: number
  headLength: number
}
function boxAt(bytes: Buffer, at: number, rest: number): Box {
  if (bytes.length < at + 8) return { type: '', length: Math.max(8, rest), headLength: 8 }
  const short = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + 8)
  if (short === 1 && bytes.length >= at + 16)
    return { type, length: Math.max(16, Number(bytes.readBigUInt64BE(at + 8))), headLength: 16 }
  return { type, length: short === 0 ? rest : Math.max(8, short), headLength: 8 }
}
/** The contents of the boxes of one type, directly below. */
function children(bytes: Buffer, wanted: string): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const { type, length, headLength } = boxAt(bytes, at, bytes.length - at)
    if (type === wanted) found.push(bytes.subarray(at + headLength, Math.min(bytes.length, at + length)))
    at += length
  }
  return found
}
const below = (bytes: Buffer, ...path: string[]): Buffer | undefined =>
  path.reduce<Buffer | undefined>((inside, type) => inside && children(inside, type)[0], bytes)

/** Time scale and duration of a header box, whose version says how wide its numbers are. */
function scaleOf(header: Buffer): { scale: number; duration: number } {
  const isWide = header.readUInt8(0) === 1
  return {
    scale: header.readUInt32BE(isWide ? 20 : 12),
    duration: isWide ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16),
  }
}

interface Edit {
  /** In the time scale of the file; zero is the rest of the track. */
  duration: number
  /** In that of the track; minus one is nothing. */
  from: number
  rate: number
}
function editsOf(list: Buffer): Edit[] {
  const isWide = list.readUInt8(0) === 1
  const width = isWide ? 20 : 12
  return Array.from({ length: Math.min(list.readUInt32BE(4), boxesMax) }, (_, n) => {
    const at = 8 + n * width
    return isWide
      ? {
          duration: Number(list.readBigUInt64BE(at)),
          from: Number(list.readBigInt64BE(at + 8)),
          rate: list.readInt32BE(at + 16) / 65536,
        }
      : { duration: list.readUInt32BE(at), from: list.readInt32BE(at + 4), rate: list.readInt32BE(at + 8) / 65536 }
  })
}

/** When the first image is shown, in the time scale of its track: images that come out of order are delayed by a few. */
function firstShownAt(track: Buffer): number {
  const delays = below(track, 'mdia', 'minf', 'stbl', 'ctts')
  return delays && delays.length >= 16 ? Math.max(0, delays.readInt32BE(12)) : 0
}

function readTable(table: Buffer): Omit<Edits, 'isCut'> {
  try {
    if (children(table, 'mvex').length > 0) return readFragmented(table)
    return {
      isTrimmed: isTrimmed(table),
      hasGaps: children(table, 'trak').some(hasGaps),
      isLate: isLate(table),
    }
  } catch (error) {
    if (error instanceof UnusableFile) throw error
    // A table that ends in the middle of a number.
    return { isTrimmed: true, hasGaps: true, isLate: false }
  }
}

/** The samples of fragments are not in the table, and decoders only move their times by what an edit list leaves out. */
function readFragmented(table: Buffer): Omit<Edits, 'isCut'> {
  const whole = scaleOf(below(table, 'mvhd')!)
  const lists = children(table, 'trak').flatMap((track) => {
    const kind = below(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12)
    const list = below(track, 'edts', 'elst')
    const { scale } = scaleOf(below(track, 'mdia', 'mdhd')!)
    return list && (kind === 'vide' || kind === 'soun') ? [{ edits: editsOf(list), scale }] : []
  })
  if (lists.length === 0) return { isTrimmed: false, hasGaps: true, isLate: isLate(table) }
  const ways = lists.map(({ edits, scale }): Played => {
    const played = edits.filter(({ from }) => from >= 0)
    if (played.length > 1 || played.some(({ rate }) => rate !== 1))
      throw new UnusableFile('FILE_BROKEN', 'an edit list of fragments that can’t be followed')
    const lasts = edits.reduce((sum, edit) => sum + edit.duration, 0) / whole.scale
    // Zero is the rest of the file.
    return { leftOut: (played[0]?.from ?? 0) / scale, until: played[0]?.duration ? lasts : Infinity }
  })
  const played = {
    leftOut: Math.min(...ways.map((way) => way.leftOut)),
    until: Math.min(...ways.map((way) => way.until)),
  }
  return { isTrimmed: true, hasGaps: true, isLate: isLate(table), played }
}

/** Runs of equal numbers in a table of times, each with its count. */
function runsOf(entries: Buffer | undefined): { count: number; value: number }[] {
  if (!entries) return []
  const length = Math.min(entries.readUInt32BE(4), Math.floor((entries.length - 8) / 8))
  return Array.from({ length }, (_, n) => ({
    count: entries.readUInt32BE(8 + n * 8),
    value: entries.readInt32BE(12 + n * 8),
  }))
}

/** An edit that plays nothing comes before the images, or images that build on others which the file doesn't have. */
function isLate(table: Buffer): boolean {
  const { scale } = scaleOf(below(table, 'mvhd')!)
  return children(table, 'trak').some((track) => {
    if (below(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12) !== 'vide') return false
    const keys = below(track, 'mdia', 'minf', 'stbl', 'stss')
    if (keys && keys.length >= 12 && keys.readUInt32BE(4) > 0 && keys.readUInt32BE(8) !== 1) return true
    const list = below(track, 'edts', 'elst')
    if (!list) return false
    return editsOf(list).some(({ from, duration }) => from < 0 && duration / scale > toleranceSeconds.vide)
  })
}

function hasGaps(track: Buffer): boolean {
  const kind = below(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12)
  if (kind !== 'vide' && kind !== 'soun') return false
  const { scale } = scaleOf(below(track, 'mdia', 'mdhd')!)
  const most = gapSecondsMax[kind] * scale
  const samples = below(track, 'mdia', 'minf', 'stbl')!
  const lengths = runsOf(below(samples, 'stts'))
  if (lengths.some(({ value }) => value > most)) return true
  if (kind === 'soun') return false
  if (runsOf(below(samples, 'ctts')).some(({ value }) => Math.abs(value) > most)) return true
  const keys = below(samples, 'stss')
  // Without this list every frame is a key frame.
  if (!keys) return false
  const count = Math.min(keys.readUInt32BE(4), Math.floor((keys.length - 8) / 4))
  if (count === 0 || keys.readUInt32BE(8) !== 1) return true
  let [sample, time, last, next] = [1, 0, 0, 0]
  for (const { count: run, value } of lengths) {
    for (; next < count && keys.readUInt32BE(8 + next * 4) < sample + run; next++) {
      const at = time + (keys.readUInt32BE(8 + next * 4) - sample) * value
      if (at - last > most) return true
      last = at
    }
    sample += run
    time += run * value
  }
  return time - last > most
}

function isTrimmed(table: Buffer): boolean {
  const whole = scaleOf(below(table, 'mvhd')!)
  return children(table, 'trak').some((track) => {
    const kind = below(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12)
    const list = below(track, 'edts', 'elst')
    if (!list || (kind !== 'vide' && kind !== 'soun')) return false
    const own = scaleOf(below(track, 'mdia', 'mdhd')!)
    const [edit, ...others] = editsOf(list).filter(({ from }) => from >= 0)
    if (!edit || others.length > 0 || edit.rate !== 1) return true
    const from = edit.from / own.scale
    const lasts = own.duration / own.scale - from
    const tolerance = toleranceSeconds[kind]
    const lead = firstShownAt(track) / own.scale
    return from > lead + tolerance || (edit.duration > 0 && lasts - edit.duration / whole.scale > tolerance)
  })
}
